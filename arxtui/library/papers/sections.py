"""A day's papers as they stand on arXiv's page of the day."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from datetime import date

from arxtui.library.views import Listing, Section
from arxtui.model.arxiv.announce_types import AnnounceType
from arxtui.model.expr import And, Category, Expr
from arxtui.model.frozen import changed
from arxtui.model.views import Dated, Row
from arxtui.store.cache.database import Cache

_SECTION_OF = {
    AnnounceType.REPLACE_CROSS: AnnounceType.REPLACE,
    AnnounceType.REPLACE: AnnounceType.REPLACE,
    AnnounceType.CROSS: AnnounceType.CROSS,
    AnnounceType.NEW: AnnounceType.NEW,
}
"""The last of a page first, so that a paper of several ends in the first of them."""
_SECTIONS = (AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.REPLACE)


def sections_of(cache: Cache, day: date, categories: Sequence[str], expr: Expr) -> tuple[Section, ...]:
    """The papers announced on a day: new submissions, cross-lists, replacements, each by ascending id as on arXiv's
    page. A paper stands once, as what it was in the categories that the query is narrowed to, else in all of
    ``categories``; of several the first on the page."""
    types = _announced_as(cache, day, categories)
    if narrower := _narrowed_to(expr):
        types |= {key: kind for key, kind in _announced_as(cache, day, narrower).items() if key in types}
    return tuple(Section(each, array("q", sorted(key for key in types if types[key] is each))) for each in _SECTIONS)


def as_announced(rows: Iterable[Row], listing: Listing) -> list[Row]:
    """The rows of a day's list as what they were on that day, whatever became of the papers later."""
    types = {key: section.type for section in listing.sections for key in section.keys}
    return [changed(row, day=listing.day, dated=Dated.ANNOUNCED, type=types.get(row.key, row.type)) for row in rows]


def _announced_as(cache: Cache, day: date, categories: Sequence[str]) -> dict[int, AnnounceType]:
    found: dict[int, AnnounceType] = {}
    for kind, section in _SECTION_OF.items():
        found.update(dict.fromkeys(cache.announcements.keys(day, day, kind, categories), section))
    return found


def _narrowed_to(expr: Expr) -> list[str]:
    """The categories and archives that all papers of a query are in."""
    parts = expr.parts if isinstance(expr, And) else (expr,)
    named = [part.pattern.removesuffix(".*") for part in parts if isinstance(part, Category)]
    return [code for code in named if not code.endswith("*")]
