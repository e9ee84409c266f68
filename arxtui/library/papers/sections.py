"""The papers of a day in the sections of arXiv's page for that day."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from datetime import date

from arxtui.library.views import DaySection, Listing
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
"""The types in reverse order of the page, so that a paper with several types ends in the first section."""
_SECTIONS = (AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.REPLACE)


def sections_of(cache: Cache, day: date, categories: Sequence[str], expr: Expr) -> tuple[DaySection, ...]:
    """Return the papers announced on a day: new submissions, cross-lists and replacements, each by ascending id as on
    arXiv's page.

    Each paper is listed once. Its section is that in the categories to which the query is restricted, otherwise in all
    of ``categories``; of several sections the first on the page.
    """
    types = _announced_as(cache, day, categories)
    if narrower := _narrowed_to(expr):
        types |= {key: kind for key, kind in _announced_as(cache, day, narrower).items() if key in types}
    return tuple(DaySection(each, array("q", sorted(key for key in types if types[key] is each))) for each in _SECTIONS)


def with_announced_types(rows: Iterable[Row], listing: Listing) -> list[Row]:
    """Return the rows of a day's listing with the day and the type of that announcement, even if the papers changed
    later."""
    types = {key: section.type for section in listing.sections for key in section.keys}
    return [changed(row, day=listing.day, dated=Dated.ANNOUNCED, type=types.get(row.key, row.type)) for row in rows]


def _announced_as(cache: Cache, day: date, categories: Sequence[str]) -> dict[int, AnnounceType]:
    types: dict[int, AnnounceType] = {}
    for kind, section in _SECTION_OF.items():
        types.update(dict.fromkeys(cache.announcements.keys(day, day, kind, categories), section))
    return types


def _narrowed_to(expr: Expr) -> list[str]:
    """Return the categories and archives to which a query restricts all its papers."""
    parts = expr.parts if isinstance(expr, And) else (expr,)
    named = [part.pattern.removesuffix(".*") for part in parts if isinstance(part, Category)]
    return [code for code in named if not code.endswith("*")]
