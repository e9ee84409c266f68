"""The works that an entry of a bibliography names.

Pages made from BibTeX have the fields of an entry (``model.document.Work``). Elsewhere they are recognised: the parts
of an entry are most often authors, title, and the rest; some styles quote the title, some put all into one part, and
those of physics leave the title out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Source, Work
from arxtui.reader.contents import contents
from arxtui.reader.lines import Role
from arxtui.reader.spans import Leaves
from arxtui.text.mentions.cited import Identifiers, identifiers
from arxtui.text.mentions.names import names_in

_SINCE_1500 = r"(?:1[5-9]|20)\d\d"
_YEAR = pattern(rf"(?<![\d.:/–-]){_SINCE_1500}(?=[a-z]?\b)(?![.:/–-]\d)")
_YEAR_IN_BRACKETS = pattern(rf"\((?:[^\W\d]+\.?,?\s)?({_SINCE_1500})[a-z]?\)")
_YEAR_BEHIND_NAMES = pattern(rf"(?<=[\w.],\s)({_SINCE_1500})[a-z]?,\s(?=\D)")
_LEADING_YEAR = pattern(rf"\A\(?{_SINCE_1500}[a-z]?\)?[\s,.:]+")
_QUOTED = pattern(r"[“„«]\s?([^“”„«»]{4,500}?),?[”»]|\"([^\"]{4,500}?),?\"|``([^`']{4,500}?),?''")
_LETTER = r"[^\W\d_]"
_CAPITAL = rf"(?![a-z]){_LETTER}"
_INITIALS = rf"(?:{_CAPITAL}{_LETTER}?\.[\s~-]*)+"
_PARTICLES = r"(?:(?:van|von|de|der|den|di|da|la|le|el|al|del|dos|du|ter|ten)\s+){0,2}"
_FAMILY = rf"{_PARTICLES}{_CAPITAL}[\w’'-]+(?:\s{_CAPITAL}[\w’'-]+)?"
_NO_JOURNAL = (
    rf"(?![JZ]\.\s?{_CAPITAL}[\w.:]*(?:\s{_CAPITAL}[\w.:]*){{0,5}},?\s\d"
    rf"|(?:{_CAPITAL}\w{{0,20}}\.\s?){{2,6}}[A-G]?,?\s?\d)"
)
"""What no name is: ``J. Algebra 45`` or ``Am. J. Phys. 73`` behind a comma."""
_AUTHORS = pattern(
    "|".join(
        rf"\s*{name}(?:(?:[,;]?\s*(?:and|&)\s+|[,;]\s*){_NO_JOURNAL}{name})*(?:,?\s+et al\.?)?"
        for name in (rf"{_INITIALS}{_FAMILY}(?:,?\s[JS]r\.?)?", rf"{_FAMILY},?\s{_INITIALS}(?:,?\s[JS]r\.?)?")
    )
)
_WHOLE_NAMES = pattern(rf"(?:{_CAPITAL}[\w.’'-]*\s){{1,4}}{_CAPITAL}[\w’'-]+\Z")
"""A name without initials, or with some in its middle."""
_TITLE_END = pattern(r"(?<=\w\w)[.?!](?=\s|$)|,\s(?!(?:[IVX]{2,4}|[Pp]art)\b)|\s\(")
_PLAIN_WORD = pattern(r"(?<![\w.])[a-z]{3,}(?![\w.])")
_NO_VENUE = r"(?!(?:no|vol|pp?|pages|eds?|(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*)\b)"
_VENUE = pattern(
    rf"(?:[Ii]n:?\s+)?\b{_NO_VENUE}(?P<venue>{_LETTER}[^\d,;()]{{1,90}}?),?\s+(?:[Vv]ol\.?\s*)?"
    rf"(?P<volume>(?!{_SINCE_1500}\b(?!,?\s(?:0\d\d\s)?\(20\d\d\)))[A-Z]?\d{{1,4}})\b"
)
_BOOK = pattern(r"\bIn:?\s+(?P<venue>[^\W\d_][^,;()]{3,120})")
_PAGES = pattern(r"\b(?:pp?\.?|pages)\s*([A-Z]?\d+(?:\s*[-–]+\s*\d+)?)|\b([A-Z]?\d+\s*[-–]+\s*[A-Z]?\d+)\b")
_PAGE_BEHIND_VOLUME = pattern(
    rf"(?:\s?\(\d{{1,3}}(?:[-–]\d{{1,3}})?\))?[\s,:]*(?:\((?:[^\W\d]+\.?,?\s)?{_SINCE_1500}[a-z]?\)[\s,:]*)?"
    rf"(?:[Nn]o\.?\s*\d+[\s,:]*)?(?:[Aa]rt(?:icle)?\.?\s*(?:[Nn]o\.?|ID)?\s*)?(?P<page>[A-Z]{{0,3}}\d[\dA-Za-z]*)(?![\w/–-]|\.\d)"
)
"""The first page, or the number of the article, directly behind the volume."""
_IBIDEM = pattern(r"\W*ibid(?:em)?\b", re.I)
_SAME_WORK = pattern(
    r"\s*(?:Errat(?:um|a)|Corrigendum|Addendum|[Rr]eprinted|[Tt]ranslated|English transl)\b|\W*\[?(?:E\b|arXiv\b)"
)
_DEPTHS = {"(": 1, "[": 1, "“": 1, ")": -1, "]": -1, "”": -1}
_FEWEST_TITLE_WORDS = 2
_MOST_WORKS = 50
"""The works that are told apart in an entry: one with more is no entry of a bibliography."""
_MOST_LINKS = 100
_LONGEST = 20_000
"""The number of characters that are searched for fields: no longer entry is one of a bibliography."""


class _Part(NamedTuple):
    """A line of an entry, or what is between two semicolons of it, with the addresses of its links by position."""

    text: str
    links: tuple[tuple[int, str], ...] = ()

    def cut(self, start: int, end: int) -> _Part:
        links = tuple((at - start, url) for at, url in self.links if start <= at < end)
        return _Part(self.text[start:end].strip(), links)


def entry_text(source: Source) -> str:
    """Return the text of an entry in one line, without its label."""
    return " ".join(" ".join(part.text for part in _parts(source)).split())


def works_of(source: Source) -> tuple[Work, ...]:
    """Return the works that an entry names: one, several, or none if the entry is a remark. Fields are empty where
    the entry does not have them."""
    parts = _parts(source)
    if source.work:
        return (_completed(source.work, parts),)
    works: list[Work] = []
    for group in islice(_groups(parts), _MOST_WORKS):
        found = _identifiers(group)
        work = _recognised(group, found, source.label, works[-1] if works else None)
        if work != Work():
            works.append(work)
            works += [Work(arxiv=other) for other in found.arxiv[1:_MOST_WORKS]]
    return tuple(works)


def _parts(source: Source) -> list[_Part]:
    leaves = Leaves(0, contents(source.blocks))
    return [
        _Part(
            leaf.text.replace("\n", " "),
            tuple((span.start - leaf.start, span.target) for span in leaf.spans if span.role is Role.LINK),
        )
        for leaf in leaves
        if leaf.text.strip()
    ]


def _identifiers(parts: Sequence[_Part]) -> Identifiers:
    text = " ".join(part.text for part in parts)[:_LONGEST]
    links = dict.fromkeys(url for part in parts for _, url in part.links)
    return identifiers(text, islice(links, _MOST_LINKS))


def _completed(work: Work, parts: Sequence[_Part]) -> Work:
    """Return the work with the identifiers that other fields than its own have, such as "arXiv preprint" in place of
    the journal, if they are clear."""
    found = _identifiers(parts)
    return work._replace(
        arxiv=work.arxiv or (found.arxiv[0] if len(found.arxiv) == 1 else ""),
        dois=work.dois or (found.dois if len(found.dois) == 1 else ()),
        url=work.url or next(iter(found.urls), ""),
    )


def _groups(parts: Sequence[_Part]) -> Iterator[list[_Part]]:
    """Divide an entry at the semicolons between works: both sides have a year or a link, and the other side is not
    only another identifier or an erratum of the work before."""
    group: list[_Part] = []
    is_dated = False
    for part in parts:
        begin, text = 0, part.text[:_LONGEST]
        dated = sorted([*(match.start() for match in _YEAR.finditer(text)), *(at for at, _ in part.links)])
        for place in _semicolons(text):
            following = bisect_right(dated, place)
            is_dated |= bisect_right(dated, begin - 1) < following
            if is_dated and following < len(dated) and not _SAME_WORK.match(text, place + 1):
                yield [*group, part.cut(begin, place)]
                group, begin, is_dated = [], place + 1, False
        is_dated |= bool(dated) and dated[-1] >= begin
        group.append(part.cut(begin, len(part.text)))
    yield group


def _semicolons(text: str) -> Iterator[int]:
    depth = 0
    for place, sign in enumerate(text):
        depth = max(depth + _DEPTHS.get(sign, 0), 0)
        if sign == ";" and not depth:
            yield place


def _recognised(parts: Sequence[_Part], found: Identifiers, label: str, before: Work | None) -> Work:
    """Return the work of the parts of an untyped entry; an empty one if they name none."""
    text = " ".join(part.text for part in parts)[:_LONGEST]
    authors, title, rest = _divided([part.text for part in parts], text)
    rest = _without(rest, found)
    others = _YEAR.findall(_without(text, found))[::-1]
    years = [*_YEAR_IN_BRACKETS.findall(text), *_YEAR.findall(label), *_YEAR_BEHIND_NAMES.findall(text), *others]
    year = next(iter(years), "")
    if not (years or any(found) or authors):
        return Work()
    journal = _VENUE.search(rest) or _BOOK.search(rest)
    venue = journal["venue"].strip(" .,") if journal else ""
    if before and _IBIDEM.match(rest or text):
        venue = before.venue
    pages = _PAGES.search(rest, journal.end() if journal else 0)
    page = _PAGE_BEHIND_VOLUME.match(rest, journal.end()) if journal and journal.groupdict().get("volume") else None
    if page and page["page"] != year and (not pages or page.end() <= pages.start()):
        pages = page
    return Work(
        names_in(authors),
        title,
        year,
        venue,
        journal.groupdict().get("volume", "") if journal else "",
        "",
        next(filter(None, pages.groups()), "") if pages else "",
        found.dois,
        next(iter(found.arxiv), ""),
        next(iter(found.urls), ""),
    )


def _divided(parts: Sequence[str], text: str) -> tuple[str, str, str]:
    """Return the authors, the title and the rest of an entry, each "" if it is not recognised."""
    if quoted := _QUOTED.search(text):
        before = _YEAR_IN_BRACKETS.sub("", text[: quoted.start()]).strip(" ,:")
        return before, next(filter(None, quoted.groups())).strip(), text[quoted.end() :].lstrip(" ,.")
    if len(parts) > 2 or (len(parts) == 2 and _is_title(parts[1].split(". ")[0])):
        head, title, *behind = (part.strip() for part in parts)
        if not behind:
            title, _, rest = title.partition(". ")
            behind = [rest]
        return _YEAR_IN_BRACKETS.sub("", head).strip(" ,:"), title.rstrip(" .,"), " ".join(behind)
    authors, rest = _led_by_authors(text)
    rest = rest.lstrip(" ,.:")
    if authors and (end := _TITLE_END.search(rest)) and _is_title(rest[: end.start()]):
        return authors, rest[: end.start()].strip(), rest[end.end() :]
    return authors, "", _LEADING_YEAR.sub("", rest)


def _led_by_authors(text: str) -> tuple[str, str]:
    """Return the authors with whom a text begins, and what follows them."""
    if named := _AUTHORS.match(text):
        return named[0].strip(" ,"), text[named.end() :]
    head, _, rest = text.partition(". ")
    return (head, rest) if all(map(_WHOLE_NAMES.match, names_in(head))) else ("", text)


def _is_title(text: str) -> bool:
    """Whether a text has words of prose, which the abbreviated name of a journal has not."""
    return len(_PLAIN_WORD.findall(text)) >= _FEWEST_TITLE_WORDS


def _without(text: str, found: Identifiers) -> str:
    """Return the text without its identifiers, which may contain a year."""
    for each in (*found.arxiv, *found.dois, *found.urls):
        text = text.replace(each, " ")
    return text
