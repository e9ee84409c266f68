"""Groups of the filter pane's rows that narrow the list. Choosing a row replaces the other rows of its group; rows of
different groups are combined. A place is in no group: it replaces the whole query.

This module builds both the query that Enter on a row gives and the query that the row's count is computed for, from one
base query.
"""

from __future__ import annotations

from enum import Enum, auto

from arxtui.model.expr import Badge, Category, Has, Rated, Tag, Term, terms_of
from arxtui.query import parse
from arxtui.query.chips import chips, with_term
from arxtui.tui.present.filter.rows import UNREAD, FilterRow
from arxtui.tui.state.query_edit import without_chips


class FilterGroup(Enum):
    """A group of filter rows, of which Enter chooses one."""

    CATEGORY = auto()
    BADGE = auto()
    RATING = auto()
    TAG = auto()

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the fields of ``library.views.Facets`` that count the group's rows; the first field takes
        precedence."""
        return _PARTS[self]


_PARTS = {
    FilterGroup.CATEGORY: ("categories", "archives"),
    FilterGroup.BADGE: ("badges",),
    FilterGroup.RATING: ("ratings",),
    FilterGroup.TAG: ("tags",),
}


def group_of(text: str) -> FilterGroup | None:
    """Return the group of a chip if all its terms, included or excluded, belong to one group; None for any other
    chip."""
    if ":" not in text:  # Plain words belong to no group.
        return None
    groups = {_group_of_term(term) for term in terms_of(parse(text).expr)}
    return groups.pop() if len(groups) == 1 else None


def _group_of_term(term: Term) -> FilterGroup | None:
    if isinstance(term, Has):
        return FilterGroup.BADGE if term.what == "review" else None
    return _GROUPS.get(type(term))


_GROUPS: dict[type, FilterGroup] = {
    Category: FilterGroup.CATEGORY,
    Badge: FilterGroup.BADGE,
    Rated: FilterGroup.RATING,
    Tag: FilterGroup.TAG,
}


def base_of(text: str, *, all_read: bool) -> str:
    """Return the query that the filter rows build upon: ``text``, without ``is:unread`` if ``all_read``. When nothing
    is unread, a list of unread papers is empty, so the rows apply to all papers."""
    return without_chips(text, lambda chip: chip.text == UNREAD) if all_read else text


def without_group(base: str, group: FilterGroup) -> str:
    """Return the query without its terms of a group. The rows of the group are counted within this query."""
    return without_chips(base, lambda chip: group_of(chip.text) is group)


def constrained_groups(base: str) -> set[FilterGroup]:
    """Return the groups that the query has terms of."""
    return {group for chip in chips(base) if (group := group_of(chip.text))}


def query_of(base: str, row: FilterRow) -> str:
    """Return the query that Enter on a row gives. A place replaces the whole query; any other row replaces the terms of
    its own group. A row that is already chosen leaves the query unchanged."""
    term = row.query or ""
    if row.is_place:
        return term
    group = group_of(term)
    if group is None:
        return with_term(base, term)
    chosen = [chip.text for chip in chips(base) if group_of(chip.text) is group]
    return base if chosen == [term] else with_term(without_group(base, group), term)
