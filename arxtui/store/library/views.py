"""Saved views: named queries in an order, some of them opened by a digit.

What an act does to views is a list of changes, each from a view as it was to the view as it becomes. Undo and redo make
the same changes, the other way round or again, each where nothing else was done since to what it changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from arxtui.store.errors import Damaged
from arxtui.store.sqlite.connection import Database

if TYPE_CHECKING:
    from arxtui.store.library.marks import Deed


class View(NamedTuple):
    """``digit`` opens it; ``place`` counts from 1."""

    name: str
    query: str
    digit: int | None
    place: int


class Change(NamedTuple):
    """A view before and after; None where there is none."""

    before: View | None
    after: View | None


class ViewEdit(NamedTuple):
    """What is done to views, and each of the changes that this takes, that of the view which is meant first."""

    deed: Deed
    changes: Sequence[Change]


class ChangedSinceError(Exception):
    """A view is not any more what a change begins with; the message says so."""


def read(db: Database) -> list[View]:
    """All of them, in their order, with places that have no gap."""
    rows = db.rows("SELECT name, query, digit FROM view ORDER BY place")
    return [View(name, query, digit, place) for place, (name, query, digit) in enumerate(rows, 1)]


def make(db: Database, changes: Sequence[Change]) -> str:
    """Make changes, inside a transaction, each for itself; why none could be made, in words, empty where any was."""
    views, reasons = read(db), []
    # A digit is given after the view that had it has lost it.
    for change in sorted(changes, key=lambda change: bool(change.after and change.after.digit)):
        try:
            views = _changed(views, change)
        except ChangedSinceError as error:
            reasons.append(str(error))
    if changes and len(reasons) == len(changes):
        return reasons[0]
    _write(db, views)
    return ""


def change_of(before: object, after: object) -> Change:
    """A change as the journal holds it. Damaged for what is none."""
    return Change(_view(before), _view(after))


def _write(db: Database, views: Sequence[View]) -> None:
    db.run("DELETE FROM view")
    rows = [(view.name, view.query, place, view.digit) for place, view in enumerate(views, 1)]
    db.run_many("INSERT INTO view (name, query, place, digit) VALUES (?, ?, ?, ?)", rows)


def _changed(views: Sequence[View], change: Change) -> list[View]:
    """The views after a change, in their order. ChangedSinceError where it cannot be made of these."""
    before, after = change
    if before is None:
        return list(views) if after is None else _with(views, after)
    now = next((view for view in views if view.name == before.name), None)
    if now is None:
        raise ChangedSinceError(f'there is no view "{before.name}" any more')
    others = [view for view in views if view is not now]
    if after is None:
        _check_unchanged(now, before, ("name", "query", "digit"))
        return others
    altered = [field for field in View._fields if getattr(before, field) != getattr(after, field)]
    _check_unchanged(now, before, altered)
    wanted = now._replace(**{field: getattr(after, field) for field in altered})
    _check_name(others, wanted)
    holder = _holder(others, wanted)
    if holder and "digit" in altered:
        raise ChangedSinceError(f'{wanted.digit} opens the view "{holder.name}" now')
    return _placed(others, wanted)


def _with(views: Sequence[View], made: View) -> list[View]:
    """The views with one more; the digit that opens another by now is left to that."""
    _check_name(views, made)
    return _placed(views, made._replace(digit=None) if _holder(views, made) else made)


def _placed(others: Sequence[View], view: View) -> list[View]:
    place = max(view.place - 1, 0)
    return [*others[:place], view, *others[place:]]


def _holder(others: Sequence[View], wanted: View) -> View | None:
    """The other view that has the digit."""
    return next((view for view in others if wanted.digit and view.digit == wanted.digit), None)


def _check_unchanged(now: View, before: View, fields: Sequence[str]) -> None:
    if any(getattr(now, field) != getattr(before, field) for field in fields):
        raise ChangedSinceError(f'the view "{now.name}" was changed since, and stays')


def _check_name(others: Sequence[View], wanted: View) -> None:
    if any(view.name == wanted.name for view in others):
        raise ChangedSinceError(f'another view is called "{wanted.name}" now, and stays')


def _view(value: object) -> View | None:
    match value:
        case None:
            return None
        case [str(name), str(query), int() | None as digit, int(place)]:
            return View(name, query, digit, place)
    raise Damaged("The journal in the library holds a saved view that cannot be read.")


class StoredViews:
    """The saved views; :class:`StoredJournal` changes them."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self) -> list[View]:
        """The saved views, in their order."""
        return read(self._db)
