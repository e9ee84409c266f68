"""A paper in a listing, in arXiv's markup of 2026."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from urllib.parse import quote_plus

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


def page_links(address: str, total: int, window: Window) -> str:
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


def more_fewer(address: str, total: int, window: Window) -> Iterator[str]:
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
