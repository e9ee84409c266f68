"""Listings as HTML in arXiv's markup of 2026: the newest day, the last days, and the catch-up page of one day
(https://arxiv.org/list/cs.DC/new, /list/cs.DC/recent, /catchup/cs.DC/2026-05-13)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from urllib.parse import quote_plus

from arxtui.demo.wire.htmlpage import page
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.taxonomy import archive_of, category_name
from arxtui.model.paper import Author, Paper

SIZES = (25, 50, 100, 250, 500, 1000, 2000)
"""How many entries a page can show."""

_NEIGHBOURS = 3


@dataclass(frozen=True, slots=True)
class Window:
    """The entries on a page: ``show`` entries after the first ``skip``."""

    skip: int
    show: int


def _page_links(address: str, total: int, window: Window) -> str:
    """Return the links to the first, the last and the nearby pages; "" if there is only one page."""
    if total <= window.show:
        return ""
    starts = list(range(0, total, window.show))
    here = window.skip // window.show
    near = [number for number in range(len(starts)) if number in (0, len(starts) - 1) or _near(number, here)]
    lines = [":"]
    for before, number in zip([-1, *near], near, strict=False):
        if number > before + 1:
            lines.append("      <span>...</span>")
        label = f"{starts[number] + 1}-{min(total, starts[number] + window.show)}"
        link = f"<a href={address}?skip={starts[number]}&amp;show={window.show}>{label}</a>"
        lines.append(f"      <span>{label}</span>" if number == here else f"      {link}")
    return "\n".join(lines)


def _more_fewer(address: str, total: int, window: Window) -> Iterator[str]:
    """Yield links that show fewer, more or all entries on a page; a word without a link if there is no such page."""
    fewer = max((size for size in SIZES if size < window.show), default=None)
    more = min((size for size in SIZES if window.show < size < total), default=None)
    sizes = {"fewer": fewer, "more": more, "all": SIZES[-1] if window.show < total else None}
    for number, (word, size) in enumerate(sizes.items()):
        if number:
            yield " |"
        if size is None:
            yield f'          <span style="color: #454545">{word}</span>'
        else:
            yield f'          <a href={address}?skip={window.skip}&amp;show={size} rel="nofollow">\n      {word}</a>'


def _near(number: int, here: int) -> bool:
    return abs(number - here) <= _NEIGHBOURS


ListingEntry = tuple[Paper, AnnounceType]
"""A paper at its current version, and the type of its announcement."""

_NO_HTML = 5
"""Every fifth paper has no HTML."""
_MARKS = {"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308"}
_ACCENT = re.compile(r"\\([`'^~\"])\{?([A-Za-z])\}?")
_GREEK = re.compile(r"\\([A-Za-z]+)(?![A-Za-z])")
_LINK = re.compile(r"(https?)://[^\s<]*[^\s<.,;)]")


def entry(number: int, listed: ListingEntry, *, abstract: bool) -> Iterator[str]:
    """Yield the lines of the ``dt`` and ``dd`` of a paper, entry ``number`` of a listing."""
    paper, kind = listed
    yield "    <dt>"
    yield f"      <a name='item{number}'>[{number}]</a>"
    yield f'      <a href ="/abs/{paper.id}" title="Abstract" id="{paper.id}">'
    yield f"        arXiv:{paper.id}\n      </a>"
    yield f"      {_kind(paper, kind)}\n"
    yield f"        [{', '.join(_downloads(paper))}]"
    yield "    </dt>\n    <dd>\n      <div class='meta'>"
    yield "        <div class='list-title mathjax'><span class='descriptor'>Title:</span>"
    yield f"          {escape(_with_greek(_with_letters(paper.title)))}\n        </div>"
    yield f"        <div class='list-authors'>{', '.join(_author(author, paper) for author in paper.authors)}</div>\n"
    if paper.comment:
        yield "        <div class='list-comments mathjax'><span class='descriptor'>Comments:</span>"
        yield f"          {_linked(paper.comment)}\n        </div>\n"
    if paper.journal_ref:
        yield "        <div class='list-journal-ref'><span class='descriptor'>Journal-ref:</span>"
        yield f"          {escape(paper.journal_ref)}\n        </div>\n"
    yield "        <div class='list-subjects'><span class='descriptor'>Subjects:</span>"
    yield f"          {_subjects(paper)}\n        </div>\n"
    if abstract:
        yield f"        <p class='mathjax'>\n            {_linked(paper.abstract)}\n        </p>"
    yield "      </div>\n    </dd>"


def _kind(paper: Paper, kind: AnnounceType) -> str:
    if kind is AnnounceType.CROSS:
        return f"    (cross-list from {paper.primary_category})"
    return "" if kind is AnnounceType.NEW else "    (replaced)"


def _downloads(paper: Paper) -> Iterator[str]:
    name = paper.id
    yield f'<a href="/pdf/{name}" title="Download PDF" id="pdf-{name}" aria-labelledby="pdf-{name}">pdf</a>'
    if paper.key % _NO_HTML:
        yield (
            f'<a href="https://arxiv.org/html/{paper.arxiv_id}" title="View HTML" id="html-{name}" '
            f'aria-labelledby="html-{name}" rel="noopener noreferrer" target="_blank">html</a>'
        )
    yield f'<a href="/format/{name}" title="Other formats" id="oth-{name}" aria-labelledby="oth-{name}">other</a>'


def _author(author: Author, paper: Paper) -> str:
    *given, last = author.name.split()
    query = quote_plus(last) + "".join(f"+{quote_plus(name[0])}" for name in given).replace("+", ",+", 1)
    link = f"https://arxiv.org/search/{archive_of(paper.primary_category)}?searchtype=author&amp;query={query}"
    places = "".join(f" ({escape(place)})" for place in author.affiliations)
    return f'<a href="{link}">{escape(author.name)}</a>{places}'


def _subjects(paper: Paper) -> str:
    primary, *others = (f"{escape(category_name(code))} ({code})" for code in paper.categories)
    return "; ".join((f'<span class="primary-subject">{primary}</span>', *others))


def _linked(text: str) -> str:
    """Return the HTML of a comment or abstract: each URL becomes a link whose text hides the URL."""
    return _LINK.sub(_link, escape(_with_letters(text)))


def _with_letters(text: str) -> str:
    """Replace TeX accents by accented letters, as listings do."""
    return _ACCENT.sub(lambda match: unicodedata.normalize("NFC", match[2] + _MARKS[match[1]]), text)


def _with_greek(text: str) -> str:
    """Replace TeX commands of Greek letters by the letters, as the titles in listings do, also in formulas."""
    return _GREEK.sub(lambda match: _greek(match[1]) or match[0], text)


def _greek(name: str) -> str:
    try:
        return unicodedata.lookup(f"GREEK {'SMALL' if name.islower() else 'CAPITAL'} LETTER {name}")
    except KeyError:
        return ""


def _link(match: re.Match[str]) -> str:
    rel = 'rel="external noopener nofollow"'
    return f'<a href="{match[0]}" {rel} class="link-external link-{match[1]}">this {match[1]} URL</a>'


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
    yield f"      <div class='paging'>Total of {total} entries {_page_links(address, total, window)}"
    yield "    </div>"
    yield f"    <div class='morefewer'>Showing up to {window.show} entries per page:"
    yield from _more_fewer(address, total, window)
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
