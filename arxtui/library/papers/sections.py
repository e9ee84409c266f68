"""The papers of announcement days. Every number of a day's papers is counted from ``announced_types``, and the sections
of arXiv's page for a day are made from it."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from datetime import date

from arxtui.library.marks.inbox import DAYS
from arxtui.library.views import DaySection
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.expr import EVERYTHING, Category, Expr, conjuncts
from arxtui.store.cache.database import Cache

_SECTIONS = {
    AnnounceType.NEW: (AnnounceType.NEW,),
    AnnounceType.CROSS: (AnnounceType.CROSS,),
    AnnounceType.REPLACE: (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS),
}


def announced_types(
    cache: Cache, first: date, last: date, categories: Sequence[str], expr: Expr = EVERYTHING
) -> dict[date, dict[int, AnnounceType]]:
    """Return the papers announced from ``first`` to ``last``, both included, by day, newest first: the key of each, and
    its type on that day.

    Each paper is listed once a day. Its type is that in the categories to which the query is restricted, otherwise in
    all of ``categories``; of several types the first in the order of arXiv's page.
    """
    days = cache.announcements.types(first, last, categories)
    if narrower := _narrowed_to(expr):
        narrow = cache.announcements.types(first, last, narrower)
        for day, types in days.items():
            types |= {key: kind for key, kind in narrow.get(day, {}).items() if key in types}
    return days


def newest_days(cache: Cache, categories: Sequence[str]) -> dict[date, dict[int, AnnounceType]]:
    """Return the papers of the newest announcement days, as :func:`announced_types` does."""
    days = [day for day, _ in cache.announcements.days(DAYS, categories)]
    return announced_types(cache, days[-1], days[0], categories) if days else {}


def sections_of(types: Mapping[int, AnnounceType]) -> tuple[DaySection, ...]:
    """Return the papers of a day as new submissions, cross-lists and replacements, each by ascending id as on arXiv's
    page."""
    return tuple(
        DaySection(section, array("q", sorted(key for key, kind in types.items() if kind in kinds)))
        for section, kinds in _SECTIONS.items()
    )


def _narrowed_to(expr: Expr) -> list[str]:
    """Return the categories and archives to which a query restricts all its papers."""
    named = [part.pattern.removesuffix(".*") for part in conjuncts(expr) if isinstance(part, Category)]
    return [code for code in named if not code.endswith("*")]
