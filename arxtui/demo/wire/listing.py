"""Listings as HTML in arXiv's markup of 2026: the newest day, the last days, and the catch-up page of one day
(https://arxiv.org/list/cs.DC/new, /list/cs.DC/recent, /catchup/cs.DC/2026-05-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from arxtui.demo.wire.htmlpage import page
from arxtui.demo.wire.listed import ListingEntry, Window, entry, more_fewer, page_links
from arxtui.model.arxiv.taxonomy import category_name


@dataclass(frozen=True, slots=True)
class ListingSection:
    """The entries under one heading: of one type (New, Cross, Replacement), or of one day."""

    name: str
    entries: Sequence[ListingEntry]


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of a section on one page: ``first`` is the number of its first entry in the listing, ``heading`` says
    how many of the section's entries are shown."""

    first: int
    entries: Sequence[ListingEntry]
    heading: str


_INDEX = {"New": "New submissions", "Cross": "Cross-lists", "Replacement": "Replacements"}


def new(subject: str, day: date, sections: Sequence[ListingSection], window: Window) -> bytes:
    """Return the page ``/list/<subject>/new``: what was announced on a day, with abstracts."""
    total = sum(len(section.entries) for section in sections)
    address = f"/list/{subject}/new"
    parts = [part for part in _parts(sections, window) if part.entries]
    lines = [
        *_head(subject),
        *_index(sections, 0),
        "",
        f'<p>See <a id="recent-{subject}" aria-labelledby="recent-{subject}" href="/list/{subject}/recent">recent</a>'
        " articles</p>",
        f"<h3>Showing new listings for {day:%A}, {day.day} {day:%B %Y}</h3>",
        "",
        *(_paging(address, total, window) if total else ()),
        *(line for part in parts for line in _listed(f"{part.heading} entries)", part, abstracts=True)),
        *(() if total else ("    <p>No updates today.</p>", "")),
        *(_paging(address, total, window) if total else ()),
        "</div>",
        "</div>",
    ]
    return page(f"{category_name(subject)}  ", lines)


def recent(subject: str, days: Sequence[tuple[date, Sequence[ListingEntry]]], window: Window) -> bytes:
    """Return the page ``/list/<subject>/recent``: new papers and cross-lists of the last days, newest day first."""
    sections = [ListingSection(_short(day), entries) for day, entries in days]
    total = sum(len(section.entries) for section in sections)
    address = f"/list/{subject}/recent"
    lines = [
        *_head(subject),
        "<h2>Authors and titles for recent submissions</h2>",
        "  <ul>",
        *_days(address, sections, window),
        "</ul>",
        f"""  <p>See today's <a id="new-{subject}" aria-labelledby="new-{subject}" href="/list/{subject}/new">new</a>"""
        " changes</p>",
        *(_paging(address, total, window) if total else ()),
    ]
    for part in _parts(sections, window):
        lines += _listed(f"{part.heading} entries )" if part.entries else part.heading, part, abstracts=False)
    lines += [*(_paging(address, total, window) if total else ()), "</div>", "</div>"]
    return page(f"{category_name(subject)}  ", lines)


def catchup(
    subject: str,
    day: date,
    sections: Sequence[ListingSection],
    window: Window,
    *,
    abstracts: bool,
    next_day: date | None,
) -> bytes:
    """Return the page ``/catchup/<subject>/<day>``: everything announced on a day. ``next_day`` is the announcement day
    after it."""
    total = sum(len(section.entries) for section in sections)
    parts = [part for part in _parts(sections, window) if part.entries]
    day_words = f"{day:%a, %d %b %Y}"
    counted = f"Total of {total} entries for {day_words}"
    pages = _catchup_pages(f"/catchup/{subject}/{day}?abs={abstracts}", total, window)
    onwards = f'<a href="/catchup/{subject}/{next_day}?abs={abstracts}&amp;page=1">Continue to the next day</a>'
    follow = (onwards, "<br><br>") if next_day else ()
    empty = (
        f"<p>No updates for {day_words}. There was either no announcement for this day, or no updates within the "
        "requested subject.</p>"
    )
    lines = [
        *_head(subject, f"Catchup results for {category_name(subject)} on {day_words}"),
        *_index(sections, 1),
        *("<div>", *follow, counted, *pages, "</div>", ""),
        *(line for part in parts for line in _listed(f"{part.heading} entries)", part, abstracts=abstracts)),
        *(() if parts else ("<br>", "<div>", empty, "</div>", "<br>")),
        *("<div></div>", counted, *pages, *follow, "</div>", "", "</div>", "</div>"),
    ]
    return page("", lines)


def _head(subject: str, title: str = "") -> Iterator[str]:
    yield "<div id='content-inner'>"
    yield "<div id='dlpage'>"
    yield f"  <h1>{title or category_name(subject)}</h1>"
    yield ""


def _index(sections: Sequence[ListingSection], first: int) -> Iterator[str]:
    """Yield links to the sections. The first links to entry ``first``: arXiv writes 0 on ``/new``, 1 elsewhere."""
    number = 0
    yield "<ul>"
    for section in sections:
        if section.entries:
            yield f'  <li><a href="#item{number + 1 if number else first}">{_INDEX[section.name]}</a></li>'
        number += len(section.entries)
    yield "</ul>"


def _days(address: str, sections: Sequence[ListingSection], window: Window) -> Iterator[str]:
    skip = 0
    for section in sections:
        yield f'<li>\n        <a href="{address}?skip={skip}&amp;show={window.show}">'
        yield f"          {section.name}\n        </a>\n      </li>"
        skip += len(section.entries)


def _parts(sections: Sequence[ListingSection], window: Window) -> Iterator[_Part]:
    """Yield the parts of the sections that a page shows; an empty section has an empty part in its position."""
    start = 0
    for section in sections:
        size = len(section.entries)
        skipped, end = max(window.skip - start, 0), window.skip + window.show - start
        shown = section.entries[skipped : max(end, 0)]
        if shown or (not size and window.skip <= start < window.skip + window.show):
            yield _Part(start + skipped + 1, shown, _heading(section.name, skipped, len(shown), size))
        start += size


def _heading(name: str, skipped: int, shown: int, size: int) -> str:
    """Return arXiv's heading, without the end of the bracket, which differs between pages."""
    title = f"{name} submissions" if name in _INDEX else name
    if not size:
        return title
    more = skipped + shown < size
    which = ("continued, showing " if more else "continued, showing last ") if skipped else "showing "
    return f"{title} ({which}{'first ' if more and not skipped else ''}{shown} of {size}"


def _listed(heading: str, part: _Part, *, abstracts: bool) -> Iterator[str]:
    yield "      <dl id='articles'>"
    yield f"    <h3>{heading}</h3>\n"
    if not part.entries:
        yield "    <p>No updates for this time period.</p>\n"
    for number, each in enumerate(part.entries, part.first):
        yield from entry(number, each, abstract=abstracts)
    yield "</dl>\n"


def _paging(address: str, total: int, window: Window) -> Iterator[str]:
    yield f"      <div class='paging'>Total of {total} entries {page_links(address, total, window)}"
    yield "    </div>"
    yield f"    <div class='morefewer'>Showing up to {window.show} entries per page:"
    yield from more_fewer(address, total, window)
    yield "    </div>\n"


def _catchup_pages(address: str, total: int, window: Window) -> Iterator[str]:
    if total <= window.show:
        return
    yield "View page:"
    for number in range(1, 1 + -(-total // window.show)):
        here = (number - 1) * window.show == window.skip
        link = f"<a href={address.replace('&', '&amp;')}&amp;page={number}>{number}</a>"
        yield f"        <span>{number}</span>" if here else f"        {link}"


def _short(day: date) -> str:
    return f"{day:%a}, {day.day} {day:%b %Y}"
