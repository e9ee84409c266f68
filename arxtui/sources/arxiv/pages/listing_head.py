"""The head of a listing: its kind, its subject, its day, and the number of entries it claims."""

from __future__ import annotations

import re
from datetime import date

from selectolax.lexbor import LexborNode

from arxtui.model.arxiv.taxonomy import ARCHIVES, CATEGORIES, RETIRED
from arxtui.model.paper import AnnounceType
from arxtui.sources.arxiv.pages.texts import first_text
from arxtui.sources.times import find_day
from arxtui.tuples import NamedTuple

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
