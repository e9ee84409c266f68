"""arXiv's listings: ``/list/<subject>/new``, ``recent``, months and years, and ``/catchup/<subject>/<day>``.

The format is derived from arXiv's pages and from the open-source templates behind them
(https://github.com/arXiv/arxiv-browse, ``templates/list``). Until 2023, the headings were different, and the links of
an entry were in a ``span.list-identifier``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from selectolax.lexbor import LexborNode

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.arxiv.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, RETIRED
from arxtui.model.counted import counted
from arxtui.model.intake import Intake, Reject
from arxtui.model.paper import Announcement, AnnounceType, Paper
from arxtui.sources.arxiv.announcements import announcements
from arxtui.sources.arxiv.pages import texts
from arxtui.sources.arxiv.pages.texts import first_text, is_complete, page_refusal
from arxtui.sources.errors import SourceError
from arxtui.sources.html import parse_tree
from arxtui.sources.times import find_day
from arxtui.text import decode

_EXPECTED = "a listing of arXiv"
_ANNOUNCING = frozenset({"new", "recent", "catchup"})
_TYPES = {"new": AnnounceType.NEW, "cross": AnnounceType.CROSS, "replacement": AnnounceType.REPLACE}
# The current headings, and those until 2023: "Cross submissions (showing 4 of 4 entries)",
# "Cross-lists for Fri, 3 Mar 23".
_SECTION = re.compile(r"(New|Cross|Replacement)(?: submissions|-list(?:ing)?s|s)\b")
_SHOWING = re.compile(r"\bshowing (?:first |last )?(\d{1,6}) of (\d{1,6}) entries")
_NEW = re.compile(r"(?:Showing new listings|New submissions|Cross-lists|Replacements) for\b")
_CATCHUP = re.compile(r"Catchup results for (.*) on \w{3},")
_LISTED = re.compile(r"Authors and titles for (?:(recent submissions)|.*?([A-Z][a-z]+ )?\d{4}$)")
_NOTHING = re.compile(r"No (further )?updates\b")
_TOTAL = re.compile(r"\btotal of (\d{1,9}) entries", re.I)
_SUBJECT = re.compile(r"/(?:list|catchup)/([A-Za-z.-]+)/")
_PLAIN = "div:not([class]):not([id])"
_PAGE = re.compile(r"(\d{1,9})(-\d{1,9})?")


class ListingSection(NamedTuple):
    """A section according to its heading: the ``type`` of its announcements (a replaced cross-list is recognised only
    by its subjects), and the number of entries: ``showing`` on this page, ``of`` in all."""

    type: AnnounceType
    showing: int
    of: int


@dataclass(frozen=True, slots=True)
class ListingPage:
    """One page of a listing.

    ``kind`` is new, recent, month, year or catchup, or empty for any other list of papers. ``day`` is the day of all
    its announcements; None if it has several days or none. ``sections`` are the sections by announcement type,
    ``total`` is the number of entries on all pages. ``next_page`` is the address of the next page as written in the
    link; None on the last.
    """

    kind: str
    subject: str | None
    day: date | None
    sections: tuple[ListingSection, ...]
    total: int | None
    intake: Intake
    next_page: str | None


@dataclass(slots=True)
class _Part:
    """The entries below one heading."""

    heading: SectionHeading
    entries: list[_EntryElements] = field(default_factory=list)


def parse_listing(data: bytes, category: str = "") -> ListingPage:
    """Parse one page.

    A paper is announced in each of its categories covered by ``category`` (the requested category; default: the subject
    of the page), on the day of its section. Months and years have no announcements. An entry that cannot be read
    becomes a Reject. If the page claims another number of entries than it has, a note says so.

    Raises:
        UpstreamError: the page is an error page of arXiv.
        SourceError: the page is no listing or has another subject, is cut off, or has no entries without saying so.
    """
    text = decode(data)
    tree = parse_tree(text)
    body = tree.css_first("#dlpage") or tree.body
    head = read_head(body) if body is not None else None
    if body is None or head is None or not (head.kind or body.css_first("dd .list-title")):
        raise page_refusal(data, _EXPECTED)
    if not is_complete(text):
        raise SourceError("the page is cut off")
    parts = _parts(body)
    total, _, next_page = head.paging
    if not any(part.entries for part in parts) and not says_it_is_empty(body, total):
        claimed = f", though it claims {total}" if total else " and does not say that there are none"
        raise SourceError(f"a listing that shows no entries{claimed}")
    requested, shown = (CANONICAL.get(code, code) for code in (category, head.subject or ""))
    if requested and shown and requested != shown:
        raise SourceError(f"{category} was requested, but the listing is for {head.subject}")
    return ListingPage(
        kind=head.kind,
        subject=head.subject,
        day=_day(head, parts),
        sections=tuple(_sections(parts)),
        total=total,
        intake=_intake(head, parts, requested or shown),
        next_page=next_page,
    )


def _parts(body: LexborNode) -> list[_Part]:
    parts = [_Part(SectionHeading())]
    for node in body.css("h3, dt, dd"):
        entries = parts[-1].entries
        if node.tag == "h3":
            parts.append(_Part(read_heading(node)))
        elif node.tag == "dt":
            entries.append(_EntryElements(node, None))
        elif entries and entries[-1].dd is None:
            entries[-1] = _EntryElements(entries[-1].dt, node)
    return parts


def _day(head: ListingHead, parts: list[_Part]) -> date | None:
    days = {part.heading.day for part in parts if part.heading.day} if head.kind == "recent" else set()
    return days.pop() if len(days) == 1 else head.day


def _sections(parts: list[_Part]) -> Iterator[ListingSection]:
    for part in parts:
        (_, kind, _, showing, of), count = part.heading, len(part.entries)
        if kind is not None:
            yield ListingSection(kind, count if showing is None else showing, count if of is None else of)


def _intake(head: ListingHead, parts: list[_Part], requested: str) -> Intake:
    papers: list[Paper] = []
    rows: list[Announcement] = []
    rejects: list[Reject] = []
    entries = [(part.heading, terms) for part in parts for terms in part.entries]
    for number, (heading, terms) in enumerate(entries, 1):
        try:
            paper, mark = _read_entry(terms)
        except ValueError as error:
            rejects.append(Reject(f"entry {number}", str(error)))
            continue
        papers.append(paper)
        if head.kind in _ANNOUNCING and (day := heading.day or head.day):
            rows += announcements(paper, heading.type or mark, day, (requested,) if requested else ())
    if rejects and not papers:
        raise SourceError(f"no entry is a paper: {rejects[0].place}: {rejects[0].reason}")
    return Intake(tuple(papers), tuple(rows), rejects=tuple(rejects), notes=tuple(_discrepancies(head, parts)))


def _discrepancies(head: ListingHead, parts: list[_Part]) -> Iterator[str]:
    """Yield a note for each claim of the page that does not agree with its entries."""
    entries = [terms for part in parts for terms in part.entries]
    if not entries:
        return
    for part in parts:
        claimed, count = part.heading.showing, len(part.entries)
        if claimed not in (None, count):
            yield f"{part.heading.text}: {counted(count, 'entry', 'entries')}, though its heading says {claimed}"
    total, start, next_page = head.paging
    begin = start or entries[0].number or 1
    if head.kind and total is None:
        yield "the page does not say how many entries it has"
    elif not next_page and total not in (None, begin + len(entries) - 1):
        place = f" from number {begin} on" if begin > 1 else ""
        yield f"{counted(len(entries), 'entry', 'entries')}{place} and no further page, though it claims {total} in all"
    if head.kind in _ANNOUNCING and any(part.entries and not (part.heading.day or head.day) for part in parts):
        yield "the page does not say which day it is for"


class SectionHeading(NamedTuple):
    """The heading of a section: its ``text`` without the counts; the type of its announcements and its day, if given;
    and how many entries it claims to show, of how many."""

    text: str = ""
    type: AnnounceType | None = None
    day: date | None = None
    showing: int | None = None
    of: int | None = None


class Paging(NamedTuple):
    """The number of entries on all pages, the number of the first entry on this page, and the address of the next page;
    None where the page does not give it."""

    total: int | None = None
    begin: int | None = None
    next_page: str | None = None


class ListingHead(NamedTuple):
    """The head of a listing. ``kind`` is new, recent, month, year or catchup; empty if no heading says so."""

    kind: str
    subject: str | None
    day: date | None
    paging: Paging


def read_heading(node: LexborNode) -> SectionHeading:
    """Parse the heading of a section or of the page."""
    text = first_text(node)
    section = _SECTION.match(text)
    showing = _SHOWING.search(text)
    return SectionHeading(
        text.partition(" (")[0],
        _TYPES[section[1].lower()] if section else None,
        find_day(text),
        int(showing[1]) if showing else None,
        int(showing[2]) if showing else None,
    )


def read_head(body: LexborNode) -> ListingHead:
    """Parse the part of the page outside the entries."""
    texts = [first_text(node) for node in body.css("h1, h2, h3")]
    kind, title = next(filter(None, map(_kind, texts)), ("", ""))
    return ListingHead(
        kind=kind,
        subject=_subject(body, texts[:1]),
        day=find_day(title) if kind in ("new", "catchup") else None,
        paging=_paging(body),
    )


def says_it_is_empty(body: LexborNode, total: int | None) -> bool:
    """Whether a page without entries says that there are none, and does not also claim a ``total``. A page after the
    last may claim one: it says that there are no further entries."""
    notices = filter(None, (_NOTHING.match(first_text(node)) for node in body.css(f"p, {_PLAIN}")))
    return any(notice[1] or not total for notice in notices)


def _kind(text: str) -> tuple[str, str] | None:
    if _NEW.match(text):
        return "new", text
    if _CATCHUP.match(text):
        return "catchup", text
    if not (listed := _LISTED.match(text)):
        return None
    return "recent" if listed[1] else "month" if listed[2] else "year", text


def _subject(body: LexborNode, titles: list[str]) -> str | None:
    """Return the subject from the page's links to itself; without such links, from a name that only one subject has."""
    for link in body.css("a[href*='/list/']:not([class]), a[href*='/catchup/']:not([class])"):
        if match := _SUBJECT.search(link.attributes.get("href") or ""):
            return match[1]
    catchup = _CATCHUP.match(titles[0]) if titles else None
    name = catchup[1] if catchup else "".join(titles)
    codes = {
        code for names in (CATEGORIES, ARCHIVES, RETIRED) for code, known_name in names.items() if known_name == name
    }
    return codes.pop() if len(codes) == 1 else None


def _paging(body: LexborNode) -> Paging:
    for node in body.css(f".paging, small, {_PLAIN}"):
        if match := _TOTAL.search(first_text(node)):
            return _pages(int(match[1]), node)
    return Paging()


def _pages(total: int, node: LexborNode) -> Paging:
    """Read the links between pages. A page is named by its entries (``51-100``) or its number; the current page is the
    only one without a link."""
    here, begin = 0, None
    others: list[tuple[int, str]] = []
    for part in node.css("a, b, span"):
        if not (name := _PAGE.fullmatch(first_text(part))):
            continue
        if part.tag == "a":
            others.append((int(name[1]), part.attributes.get("href") or ""))
        else:
            here, begin = int(name[1]), int(name[1]) if name[2] else None
    if all(number > here for number, _ in others):
        begin = 1
    following = min(((number, href) for number, href in others if number > here), default=(0, None))
    return Paging(total, begin, following[1])


_MARK = re.compile(r"\((cross-list|replaced)\b")
_MARKED = {"cross-list": AnnounceType.CROSS, "replaced": AnnounceType.REPLACE}
_PLACE = re.compile(r"\s*\[(\d{1,9})\]")


@dataclass(frozen=True, slots=True)
class _EntryElements:
    """The two elements of an entry; ``dd`` is None if it is missing."""

    dt: LexborNode
    dd: LexborNode | None

    @property
    def number(self) -> int | None:
        """The number of the entry in the whole listing, from 1; None if the page does not give it."""
        match = _PLACE.match(self.dt.text())
        return int(match[1]) if match else None


def _read_entry(terms: _EntryElements) -> tuple[Paper, AnnounceType]:
    """Return the paper of an entry, and the announcement type from its mark; no mark means new. Raises: ValueError,
    which says what is wrong with the entry."""
    identifier, html = _identifier(terms.dt)
    fields = _fields(terms.dd) if terms.dd is not None else {}
    title = texts.line(fields.get("list-title"))
    if not title:
        raise ValueError(f"{identifier} has no title")
    paper = Paper(
        id=identifier.base,
        version=identifier.version,
        title=title,
        abstract=texts.block(fields.get("mathjax")),
        authors=texts.authors(fields.get("list-authors")),
        categories=texts.categories(fields.get("list-subjects")),
        comment=texts.line(fields.get("list-comments")) or None,
        journal_ref=texts.line(fields.get("list-journal-ref")) or None,
        links=(texts.html_link(html),) if html else (),
        source=texts.SOURCE,
    )
    mark = _MARK.search(terms.dt.text())
    return paper, _MARKED[mark[1]] if mark else AnnounceType.NEW


def _identifier(dt: LexborNode) -> tuple[ArxivId, ArxivId | None]:
    """Return the paper, with the version from the link to its HTML, and the paper and version of that link."""
    hrefs = [link.attributes.get("href") for link in dt.css("a")]
    identifier = next(filter(None, (texts.linked_paper(href, "abs") for href in hrefs)), None)
    if identifier is None:
        raise ValueError(f"not a paper of arXiv: {texts.line(dt)[:60]!r}")
    html = next(filter(None, (texts.linked_paper(href, "html") for href in hrefs)), None)
    if html is None or html.base != identifier.base:
        return identifier, None
    return ArxivId(identifier.base, identifier.version or html.version), html


def _fields(dd: LexborNode) -> dict[str, LexborNode]:
    """Return the elements of an entry by the first of their classes; the class of the abstract is ``mathjax``."""
    nodes: dict[str, LexborNode] = {}
    for node in dd.css("div, p"):
        nodes.setdefault((node.attributes.get("class") or "").partition(" ")[0], node)
    return nodes
