"""Saved views: named queries in an order, each with an optional digit that opens it.

An act on views is a list of changes, each from a view's old state to its new state. Undo and redo make the same
changes, backwards or forwards, each only if what it changes was not changed since.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.connection import Database

if TYPE_CHECKING:
    from arxtui.store.library.types import Deed


class View(NamedTuple):
    """A saved view. ``digit`` opens it; ``place`` counts from 1."""

    name: str
    query: str
    digit: int | None
    place: int


class ViewChange(NamedTuple):
    """A view before and after a change; None if it does not exist."""

    before: View | None
    after: View | None


class ViewEdit(NamedTuple):
    """An act on views and its changes; the change of the view that the act names comes first."""

    deed: Deed
    changes: Sequence[ViewChange]


class ChangedSinceError(Exception):
    """A view no longer has the state from which a change starts; the message says so."""


def read(db: Database) -> list[View]:
    """Return all views in order, with places counted from 1 without gaps."""
    rows = db.rows("SELECT name, query, digit FROM view ORDER BY place")
    return [View(name, query, digit, place) for place, (name, query, digit) in enumerate(rows, 1)]


def apply_changes(db: Database, changes: Sequence[ViewChange]) -> str:
    """Make changes independently of each other, inside a transaction. Returns the reason if none could be made; empty
    otherwise."""
    views, reasons = read(db), []
    # First make the changes that free a digit, then those that assign one.
    for change in sorted(changes, key=lambda change: bool(change.after and change.after.digit)):
        try:
            views = _apply_change(views, change)
        except ChangedSinceError as error:
            reasons.append(str(error))
    if changes and len(reasons) == len(changes):
        return reasons[0]
    _write(db, views)
    return ""


def change_of(before: object, after: object) -> ViewChange:
    """Return a change stored in the journal. Raises Damaged if it is invalid."""
    return ViewChange(_view(before), _view(after))


def _write(db: Database, views: Sequence[View]) -> None:
    db.run("DELETE FROM view")
    rows = [(view.name, view.query, place, view.digit) for place, view in enumerate(views, 1)]
    db.run_many("INSERT INTO view (name, query, place, digit) VALUES (?, ?, ?, ?)", rows)


def _apply_change(views: Sequence[View], change: ViewChange) -> list[View]:
    """Return the views after a change, in order. Raises ChangedSinceError if the change cannot be made."""
    before, after = change
    if before is None:
        return list(views) if after is None else _add_view(views, after)
    now = next((view for view in views if view.name == before.name), None)
    if now is None:
        raise ChangedSinceError(f'there is no view "{before.name}" any more')
    others = [view for view in views if view is not now]
    if after is None:
        _check_unchanged(now, before, ("name", "query", "digit"))
        return others
    altered = [field for field in View._fields if getattr(before, field) != getattr(after, field)]
    _check_unchanged(now, before, altered)
    new_view = now._replace(**{field: getattr(after, field) for field in altered})
    _check_name(others, new_view)
    if holder := _holder_of_digit(others, new_view):
        raise ChangedSinceError(f'{new_view.digit} now opens the view "{holder.name}"')
    return _insert_view(others, new_view)


def _add_view(views: Sequence[View], added: View) -> list[View]:
    """Return the views with a view added. If another view now has its digit, the added view gets no digit."""
    _check_name(views, added)
    return _insert_view(views, added._replace(digit=None) if _holder_of_digit(views, added) else added)


def _insert_view(others: Sequence[View], view: View) -> list[View]:
    place = max(view.place - 1, 0)
    return [*others[:place], view, *others[place:]]


def _holder_of_digit(others: Sequence[View], new_view: View) -> View | None:
    """Return the other view that has the digit; None if there is none."""
    return next((view for view in others if new_view.digit and view.digit == new_view.digit), None)


def _check_unchanged(now: View, before: View, fields: Sequence[str]) -> None:
    if any(getattr(now, field) != getattr(before, field) for field in fields):
        raise ChangedSinceError(f'the view "{now.name}" was changed since, and stays as it is')


def _check_name(others: Sequence[View], new_view: View) -> None:
    if any(view.name == new_view.name for view in others):
        raise ChangedSinceError(f'another view is now called "{new_view.name}"')


def _view(value: object) -> View | None:
    match value:
        case None:
            return None
        case [str(name), str(query), int() | None as digit, int(place)]:
            return View(name, query, digit, place)
    raise Damaged("The journal in the library has a saved view that cannot be read.")


class StoredViews:
    """The saved views; :class:`StoredJournal` changes them."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self) -> list[View]:
        """Return the saved views, in order."""
        return read(self._db)
