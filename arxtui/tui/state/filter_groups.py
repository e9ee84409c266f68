"""The groups of the filter's rows: of one group a row replaces the others, and across groups rows narrow each other.

The query that Enter on a row gives and the query that is counted for it are made here, from the same base.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from arxtui.model.expr import Announced, Badge, Category, Has, Listed, Rated, State, Tag, Term, terms_of
from arxtui.query import parse
from arxtui.query.chips import chips, with_term
from arxtui.tui.present.filter.rows import READINGS, STATES
from arxtui.tui.state.query_edit import less

if TYPE_CHECKING:
    from arxtui.tui.present.filter.rows import FilterRow

_UNREAD = "is:unread"


class Group(Enum):
    """Rows of which Enter chooses one."""

    STATE = auto()
    READING = auto()
    """How far the papers themselves are read."""
    LIST = auto()
    DAY = auto()
    CATEGORY = auto()
    BADGE = auto()
    RATING = auto()
    TAG = auto()

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of ``library.views.Facets`` that count the rows, the first before the others."""
        return _PARTS[self]


_PARTS = {
    Group.STATE: ("states",),
    Group.READING: ("states",),
    Group.LIST: ("lists",),
    Group.DAY: ("days",),
    Group.CATEGORY: ("categories", "archives"),
    Group.BADGE: ("badges",),
    Group.RATING: ("ratings",),
    Group.TAG: ("tags",),
}


def group_of(text: str) -> Group | None:
    """The group of a chip whose terms, whether asked for or excluded, are all of one; None for any other chip."""
    if ":" not in text:  # words alone are of no group
        return None
    groups = {_group_of_term(term) for term in terms_of(parse(text).expr)}
    return groups.pop() if len(groups) == 1 else None


def _group_of_term(term: Term) -> Group | None:
    match term:
        case State(name):
            asked = f"is:{name}"
            return Group.STATE if asked in STATES else Group.READING if asked in READINGS else None
        case Has(what):
            return Group.BADGE if what == "review" else None
        case _:
            return _GROUPS.get(type(term))


_GROUPS: dict[type, Group] = {
    Listed: Group.LIST,
    Announced: Group.DAY,
    Category: Group.CATEGORY,
    Badge: Group.BADGE,
    Rated: Group.RATING,
    Tag: Group.TAG,
}


def base_of(text: str, *, all_read: bool) -> str:
    """The query that the rows build upon. Once nothing at all is unread, a list of unread papers has nothing to choose
    from: then the rows leave it for all papers."""
    return less(text, lambda chip: chip.text == _UNREAD) if all_read else text


def without_group(base: str, group: Group) -> str:
    """The query without what it says of a group: the number of each of the group's rows is counted within this."""
    return less(base, lambda chip: group_of(chip.text) is group)


def constrained(base: str) -> set[Group]:
    """The groups of which a query says something."""
    return {group for chip in chips(base) if (group := group_of(chip.text))}


def query_of(base: str, row: FilterRow) -> str:
    """The query that Enter on a row gives: a saved view and all papers replace the whole query, any other row what the
    query says of the row's group. A row that is chosen already changes nothing."""
    term = row.query or ""
    if not term or row.is_whole:
        return term
    group = group_of(term)
    if group is None:
        return with_term(base, term)
    said = [chip.text for chip in chips(base) if group_of(chip.text) is group]
    return base if said == [term] else with_term(without_group(base, group), term)
