"""arXiv's listings: ``/list/<subject>/new``, ``recent``, months and years, and ``/catchup/<subject>/<day>``.

The format is derived from arXiv's pages and from the open-source templates behind them
(https://github.com/arXiv/arxiv-browse, ``templates/list``). Until 2023, the headings were different, and the links of
an entry were in a ``span.list-identifier``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from selectolax.lexbor import LexborNode

from arxtui.model.arxiv.taxonomy import CANONICAL
from arxtui.model.counted import counted
from arxtui.model.intake import Intake, Reject
from arxtui.model.paper import Announcement, AnnounceType, Paper
from arxtui.sources.arxiv.announcements import announcements
from arxtui.sources.arxiv.pages.listing_entry import EntryElements, read_entry
from arxtui.sources.arxiv.pages.listing_head import (
    ListingHead,
    SectionHeading,
    read_head,
    read_heading,
    says_it_is_empty,
)
from arxtui.sources.arxiv.pages.page_checks import is_complete, page_refusal
from arxtui.sources.errors import SourceError
from arxtui.sources.html import parse_tree
from arxtui.text import decode
from arxtui.tuples import NamedTuple

_EXPECTED = "a listing of arXiv"
_ANNOUNCING = frozenset({"new", "recent", "catchup"})


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
    entries: list[EntryElements] = field(default_factory=list)


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
            entries.append(EntryElements(node, None))
        elif entries and entries[-1].dd is None:
            entries[-1] = EntryElements(entries[-1].dt, node)
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
            paper, mark = read_entry(terms)
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
