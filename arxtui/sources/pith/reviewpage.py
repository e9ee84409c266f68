"""Pith's page of one paper (``/paper/<id>``) with the full review, as HTML or as text; also the record, as JSON.

    page = chrome meta? recognition? title? authors? authors-on-pith? reviewed? classification? keywords? score?
           comments? section*
    meta = "arxiv: ID · vN · [pith:PITH8new ·] submitted DATE · categories"     recognition = "Recognition: " words
    reviewed = "Pith reviewed DATE TIME UTC · model NAME"                       section = heading passage*

Derived from saved pages of pith.science, because the site has no description of its format. So every part may be
missing. Unknown text is stored under its heading, or as an additional statement of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.reviews import HEADINGS, FullReview, Part, Passage, ReviewField, Section
from arxtui.sources.errors import SourceError
from arxtui.sources.pith import json_text
from arxtui.sources.pith.links import web_address
from arxtui.sources.pith.page import PageLine, page_lines
from arxtui.sources.refusal import refusal
from arxtui.sources.times import moment
from arxtui.text import clean, decode

_TYPE = "pith_number_record"
_READ = ("record_type", "paper", "source", "canonical_record", "schema_url", "schema_version")
_READ_OF_PAPER = ("title", "headline", "primary_cat", "abstract_excerpt")


def parse_record(data: bytes, url: str = "") -> FullReview:
    """Parse a record. Raises: SourceError if it is no record, is not about an arXiv paper, or has no pith."""
    row = json_text.loads(decode(data), "the record")
    paper = row.get("paper") if isinstance(row, dict) else None
    if not isinstance(paper, dict) or row.get("record_type") != _TYPE:
        raise SourceError("a JSON document of Pith without a review")
    source = row.get("source")
    identifier = _identifier(source if isinstance(source, dict) else {})
    pith = json_text.first_text(paper, "headline")
    if not pith:
        raise SourceError(f"Pith's record of {identifier} has no review yet")
    return FullReview(
        arxiv_id=identifier.base,
        version=identifier.version,
        title=json_text.first_text(paper, "title"),
        sections=(Section.of(Part.PITH, pith),),
        category=json_text.first_text(paper, "primary_cat"),
        url=url.removesuffix(".json"),
        extra=(*json_text.other_fields(paper, _READ_OF_PAPER), *json_text.other_fields(row, _READ)),
    )


def _identifier(source: json_text.Row) -> ArxivId:
    if source.get("kind") != "arxiv":
        raise SourceError(
            f"a record of a paper from {json_text.first_text(source, 'kind') or 'an unknown source'}, not arXiv"
        )
    version = json_text.integer(source.get("version"))
    try:
        return ArxivId.parse(
            f"{json_text.first_text(source, 'id')}v{version}" if version else json_text.first_text(source, "id")
        )
    except ValueError as error:
        raise SourceError(f"a record that names no paper: {error}") from error


_EXPECTED = "a review of Pith"
# Navigation elements of the site.
_UNREAD = frozenset({"nav", "footer", "form", "button", "dialog"})
_CHROME = re.compile(r"pith\.(?: .*)?|sign in|(?:· )?Lean Theorem|X", re.I)
_META = re.compile(r"(arxiv|MDPI [^:]{1,60}): (\S.*)", re.I)
_RECOGNITION = re.compile(r"Recognition: (.+)")
_REVIEWED = re.compile(
    r"Pith reviewed (\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?Z?(?: UTC)?(?: ?· ?model (\S.*))?", re.I
)
_LABELLED = re.compile(r"(classification|keywords|authors on pith)\b:?\s*(.*)", re.I)
# The part before the identifier in the address of a paper's page.
_PAGE = re.compile(r"/(?:paper|p)/")
_SCORE = re.compile(r"-?\d{1,9}")
_COMMENTS = re.compile(r"(\d{1,9}) comments?\b.*")
_FIXED = re.compile(r"A machine-rendered reading of the paper's core claim\b.*")
_ITEM = re.compile(r"^[-•*‣◦]\s+(?=\S)")
_KNOWN = {heading.casefold(): part for part, heading in HEADINGS.items()}
# An unknown heading, in a page saved as text.
_HEADING = re.compile(r"[A-Z][^.!?:;,…\[\]]{2,59}")
_HEADING_WORDS = 8


def parse_page(data: bytes, url: str = "") -> FullReview:
    """Parse the document at the address ``url``, in any of its forms. Raises: SourceError if it has no review."""
    text = decode(data)
    begin = text.lstrip("\ufeff \t\r\n")[:1]
    if begin == "{":
        return parse_record(data, url)
    if begin == "<":
        return _review(page_lines(text, _UNREAD, times=True), url, data)
    return _review([_text_line(line) for line in text.split("\n") if clean(line)], url, data)


def _text_line(line: str) -> PageLine:
    cleaned = clean(line)
    plain = _ITEM.sub("", cleaned, count=1)
    return PageLine(plain, listed=plain != cleaned)


def _review(lines: Sequence[PageLine], url: str, data: bytes) -> FullReview:
    first = next((place for place, line in enumerate(lines) if _part_of(line) is not None), len(lines))
    head = _Head(url)
    for line in lines[:first]:
        head.take(line.text)
    if first == len(lines) and not head.reviewed:
        raise refusal(data, _EXPECTED)
    identifier = head.identifier()
    return FullReview(
        arxiv_id=identifier.base if identifier else "",
        version=identifier.version if identifier else None,
        title=head.title(),
        sections=_sections(lines[first:]),
        recognition=head.recognition,
        model=head.model,
        reviewed_at=moment(head.reviewed) if head.reviewed else None,
        category=head.category,
        url=url,
        links=tuple(_links(lines, url)),
        extra=tuple(head.extra()),
    )


@dataclass(slots=True)
class _Head:
    """The part of the page above the sections, collected line by line."""

    url: str
    paper: str = ""
    version: int | None = None
    category: str = ""
    recognition: str = ""
    reviewed: str = ""
    model: str = ""
    statements: list[ReviewField] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def take(self, line: str) -> None:
        """Read one line."""
        if (meta := _META.fullmatch(line)) and not self.paper:
            self._meta(meta[1], [part.strip() for part in meta[2].split("·")])
            self.others.clear()  # the lines above are the site's frame
        elif (match := _RECOGNITION.fullmatch(line)) and not self.recognition:
            self.recognition = match[1]
        elif (match := _REVIEWED.fullmatch(line)) and not self.reviewed and self._is_time(match):
            self.model = match[3] or ""
        elif match := _LABELLED.fullmatch(line):
            self.statements.append(ReviewField(match[1].lower(), match[2]))
        elif match := _COMMENTS.fullmatch(line):
            self.statements.append(ReviewField("comments", match[1]))
        elif _SCORE.fullmatch(line):
            self.statements.append(ReviewField("votes", line))
        elif self.recognition and line.lstrip("· ") == "Lean Theorem":
            self.recognition += " · Lean Theorem"
        elif not _CHROME.fullmatch(line):
            self.others.append(line)

    def _is_time(self, match: re.Match[str]) -> bool:
        with suppress(ValueError):
            self.reviewed = f"{match[1]}T{match[2]}" if match[2] else match[1]
            moment(self.reviewed)
            return True
        self.reviewed = ""
        return False

    def _meta(self, source: str, parts: list[str]) -> None:
        self.paper = parts[0]
        rest = []
        for part in parts[1:]:
            if re.fullmatch(r"v\d{1,3}", part) and self.version is None:
                self.version = int(part[1:])
            elif re.match(r"(?:submitted|published) |pith:", part):
                self.statements.append(
                    ReviewField("pith number" if part.startswith("pith:") else "dated", part.removesuffix("new"))
                )
            else:
                rest.append(part)
        # A pictogram precedes the primary category.
        self.category = rest[0].split()[-1] if rest and rest[0] else ""
        if rest:
            self.statements.append(ReviewField("categories", " · ".join(rest)))
        if source.lower() != "arxiv":
            self.statements.append(ReviewField("source", f"{source}: {self.paper}"))

    def identifier(self) -> ArxivId | None:
        """Return the paper's identifier, from the line about the paper or else from the page's address."""
        for text in (f"{self.paper}v{self.version}" if self.version else self.paper, self.url):
            with suppress(ValueError):
                return ArxivId.parse(_PAGE.split(text)[-1])
        return None

    def title(self) -> str:
        return self.others[0] if self.others else ""

    def extra(self) -> Iterable[ReviewField]:
        """Yield the other statements of the page, the authors' names first."""
        for place, line in enumerate(self.others[1:]):
            yield ReviewField("" if place else "authors", line)
        yield from self.statements


def _sections(lines: Sequence[PageLine]) -> tuple[Section, ...]:
    """Split lines into sections; the first line is a heading. Only the site's standard sentences are left out."""
    sections: list[Section] = []
    for place, line in enumerate(lines):
        if (part := _part_of(line)) is not None or not sections or _is_heading(lines, place):
            sections.append(Section(line.text, (), part))
        elif _FIXED.fullmatch(line.text):
            sections.append(Section(HEADINGS[Part.READING], (), Part.READING))
        else:
            last = sections.pop()
            sections.append(last._replace(passages=(*last.passages, Passage(line.text, line.listed))))
    return tuple(section for section in sections if section.passages or section.part is None)


def _links(lines: Iterable[PageLine], url: str = "") -> Iterable[str]:
    """Return the web addresses of all links, resolved against ``url``, without duplicates."""
    addresses = (web_address(link, url) for line in lines for link in line.links)
    return dict.fromkeys(filter(None, addresses))


def _part_of(line: PageLine) -> Part | None:
    return None if line.listed else _KNOWN.get(line.text.rstrip(": ").casefold())


def _is_heading(lines: Sequence[PageLine], place: int) -> bool:
    """Whether a line is an unknown heading: marked up as one, or short, without full stop, before a longer line."""
    line = lines[place]
    if line.heading:
        return True
    if line.listed or line.links or place + 1 == len(lines) or len(line.text.split()) > _HEADING_WORDS:
        return False
    following = lines[place + 1]
    return bool(_HEADING.fullmatch(line.text)) and (following.listed or len(following.text) > len(line.text))
