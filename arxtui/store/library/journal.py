"""The journal: one row per act. Undo and redo leave later changes to the same papers untouched.

Acts in effect and undone acts are two stacks, ordered by ``turn``, which counts every act, undo and redo. A new act of
the user empties the stack of undone acts.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from arxtui.model.marks import Act
from arxtui.store.library import views
from arxtui.store.library.fields import field_of
from arxtui.store.library.types import Deed, NewValues, ReplacedKeys, Value
from arxtui.store.library.views import View, ViewEdit, change_of
from arxtui.store.sqlite.codes import moment_of
from arxtui.store.sqlite.connection import Database, Row
from arxtui.store.sqlite.packed_json import pack_json, unpack_json
from arxtui.store.sqlite.packed_keys import pack_keys, unpack_keys

_ACT = "SELECT number, at, what, papers, name, renamed, undone, by FROM journal"
_NO_REPLACED_KEYS: Mapping[int, int] = MappingProxyType({})
_NEXT = "(SELECT coalesce(max(turn), 0) + 1 FROM journal)"

TurnConfig = Callable[[Act, Any, Any], str]
"""Changes the configuration of an act from the first value back to the second. Returns the reason if it could not;
empty if it did."""


def refuse_config_change(act: Act, expected: object, new: object) -> str:
    """Refuse to change the configuration, for callers without one."""
    return "changes of settings are undone by the library"


def act(
    db: Database,
    deed: Deed,
    keys: Iterable[int],
    new_values: NewValues,
    replaced: Mapping[int, int] = _NO_REPLACED_KEYS,
    run: int | None = None,
) -> Act | None:
    """Apply an act to papers and record it, inside a transaction. Returns None if nothing would change. ``replaced``
    maps former keys of papers to their current keys.

    ``run`` is the number of an earlier act of the same kind, which is extended by the papers if it is in effect, or 0
    for the first of a run. A run leaves the undone acts as they are: they can still be redone.
    """
    field = field_of(deed.what, deed.name, deed.to)
    before = field.values(db, keys)
    after = {key: value for key, value in new_values(before).items() if value != before[key]}
    if not after:
        return None
    field.write(db, after)
    if run and (extended := _extend_act(db, run, deed, before, after, replaced)):
        return extended
    changed = sorted(after)
    values = [before[key] for key in changed], [after[key] for key in changed]
    return _insert_act(db, deed, changed, *values, _count(changed, replaced), is_of_run=run is not None)


def newest(db: Database) -> int | None:
    """Return the number of the user's newest act in effect; None if there is none."""
    number: int | None = db.value(
        "SELECT number FROM journal WHERE undone IS NULL AND by = '' ORDER BY turn DESC LIMIT 1"
    )
    return number


def newest_undone(db: Database) -> int | None:
    """Return the number of the act that was undone last and can be redone; None if there is none."""
    number: int | None = db.value(
        "SELECT number FROM journal WHERE undone IS NOT NULL AND turn IS NOT NULL ORDER BY turn DESC LIMIT 1"
    )
    return number


def act_on_config(db: Database, deed: Deed, before: Value, after: Value) -> Act:
    """Record a change of the configuration, which is stored elsewhere, inside a transaction."""
    return _insert_act(db, deed, [], [before], [after], 0)


def act_on_views(db: Database, edit: ViewEdit) -> Act | None:
    """Change saved views and record the change, inside a transaction. Returns None if nothing would change."""
    changes = [change for change in edit.changes if change.before != change.after]
    if not changes:
        return None
    views.apply_changes(db, changes)
    before, after = zip(*changes, strict=True)
    return _insert_act(db, edit.deed, [], list(before), list(after), 0)


def undo(
    db: Database,
    at: datetime,
    number: int | None = None,
    turn_config: TurnConfig = refuse_config_change,
    replaced: Mapping[int, int] = _NO_REPLACED_KEYS,
) -> Act | None:
    """Undo an act in effect, by default the user's newest, inside a transaction. Returns None if there is none.

    A paper gets back its value from before the act if it still has the value that the act gave. Later changes, such as
    another delivery of the paper, stay. ``turn_config`` does the same for the configuration. ``replaced`` is as for
    :func:`act`.
    """
    if number is None:
        number = newest(db)
    row = db.row(f"{_ACT} WHERE number = ? AND undone IS NULL", (number,))
    if row is None:
        return None
    undone_act = _act(row)
    result = _apply_values(db, undone_act, turn_config, replaced, is_undo=True)
    db.run(f"UPDATE journal SET undone = ?, turn = {_NEXT} WHERE number = ?", (at.timestamp(), number))  # noqa: S608
    return result._replace(undone=at)


def redo(
    db: Database, turn_config: TurnConfig = refuse_config_change, replaced: Mapping[int, int] = _NO_REPLACED_KEYS
) -> Act | None:
    """Redo the act that was undone last, inside a transaction. Returns None if nothing was undone since the user's last
    act.

    A paper gets the value that the act gave if it still has the value from before the act. ``replaced`` is as for
    :func:`act`.
    """
    row = db.row(f"{_ACT} WHERE number = ?", (newest_undone(db),))
    if row is None:
        return None
    undone = _act(row)
    result = _apply_values(db, undone, turn_config, replaced, is_undo=False)
    db.run(f"UPDATE journal SET undone = NULL, turn = {_NEXT} WHERE number = ?", (undone.number,))  # noqa: S608
    return result._replace(undone=None)


def acts(db: Database, limit: int, before: int | None = None) -> list[Act]:
    """Return the acts before a number (by default all), newest first, including undone ones."""
    values = (sys.maxsize if before is None else before, limit)
    return [_act(row) for row in db.rows(f"{_ACT} WHERE number < ? ORDER BY number DESC LIMIT ?", values)]


def papers(db: Database, number: int | None) -> array[int]:
    """Return the ascending keys of the papers that an act changed; empty for an unknown number and for None."""
    packed = db.value("SELECT keys FROM journal WHERE number = ?", (number,))
    return unpack_keys(packed) if packed else array("q")


def _apply_values(
    db: Database, done: Act, turn_config: TurnConfig, replaced: Mapping[int, int], *, is_undo: bool
) -> Act:
    """Set papers, saved views or the configuration to their values from before the act (``is_undo``), or from after it.
    Returns the act with the number of papers changed."""
    row = db.row("SELECT keys, before, after FROM journal WHERE number = ?", (done.number,))
    assert row is not None
    before, after = unpack_json(row[1]), unpack_json(row[2])
    expected, given = (after, before) if is_undo else (before, after)
    if done.is_of_config:
        return done._replace(refused=turn_config(done, expected[0], given[0]))
    if done.is_of_views:
        return done._replace(refused=views.apply_changes(db, list(map(change_of, expected, given))))
    keys, field = unpack_keys(row[0]), field_of(done.what, done.name, done.to)
    now = field.values(db, keys)
    new_values = {
        key: field.value_after_turn(now[key], was, value) for key, was, value in zip(keys, expected, given, strict=True)
    }
    put = {key: value for key, value in new_values.items() if value != now[key]}
    field.write(db, put)
    return done._replace(papers=_count(put, replaced))


def _count(keys: Iterable[int], replaced: Mapping[int, int]) -> int:
    """Return the number of papers that have these keys."""
    return len({replaced.get(key, key) for key in keys})


def _extend_act(
    db: Database,
    number: int,
    deed: Deed,
    before: Mapping[int, Value],
    after: Mapping[int, Value],
    replaced: Mapping[int, int],
) -> Act | None:
    """Record a change as part of an act, which becomes the newest. Returns None if that act is not in effect."""
    row = db.row("SELECT keys, before, after FROM journal WHERE number = ? AND undone IS NULL", (number,))
    if row is None:
        return None
    keys, were, became = unpack_keys(row[0]), unpack_json(row[1]), unpack_json(row[2])
    old = {**{key: before[key] for key in after}, **dict(zip(keys, were, strict=True))}
    new = {**dict(zip(keys, became, strict=True)), **after}
    changed = sorted(new)
    papers = _count(changed, replaced)
    db.run(
        f"UPDATE journal SET at = ?, papers = ?, keys = ?, before = ?, after = ?, turn = {_NEXT} WHERE number = ?",  # noqa: S608
        (
            deed.at.timestamp(),
            papers,
            pack_keys(changed),
            pack_json([old[key] for key in changed]),
            pack_json([new[key] for key in changed]),
            number,
        ),
    )
    return Act(number, deed.at, deed.what, papers)


def _insert_act(
    db: Database,
    deed: Deed,
    keys: Sequence[int],
    before: list[Value],
    after: list[Value],
    papers: int,
    *,
    is_of_run: bool = False,
) -> Act:
    if not (deed.by or is_of_run):
        db.run("UPDATE journal SET turn = NULL WHERE undone IS NOT NULL AND turn IS NOT NULL")
    number = db.value(
        "INSERT INTO journal (at, what, name, renamed, by, papers, keys, before, after, turn) "  # noqa: S608
        f"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, {_NEXT}) RETURNING number",
        (
            deed.at.timestamp(),
            deed.what,
            deed.name,
            deed.to,
            deed.by,
            papers,
            pack_keys(keys),
            pack_json(before),
            pack_json(after),
        ),
    )
    return Act(number, deed.at, deed.what, papers, deed.name, deed.to, None, deed.by)


def _act(row: Row) -> Act:
    number, at, what, papers, name, to, undone, by = row
    return Act(number, datetime.fromtimestamp(at, UTC), what, papers, name, to, moment_of(undone), by)


class StoredJournal:
    """The acts, with undo and redo. ``replaced_keys`` is as for the :class:`ActWriter`."""

    def __init__(self, db: Database, replaced_keys: ReplacedKeys) -> None:
        self._db = db
        self._replaced_keys = replaced_keys

    def newest(self) -> int:
        """Return the number of the user's newest act in effect; 0 if there is none."""
        return newest(self._db) or 0

    def undo(
        self, at: datetime, number: int | None = None, turn_config: TurnConfig = refuse_config_change
    ) -> Act | None:
        """Undo an act in effect: the given one, or the user's newest. Returns None if there is none.

        ``papers`` of the result counts the papers that were changed back; a paper that was changed since stays as it
        is. ``turn_config`` restores the configuration.
        """
        target = newest(self._db) if number is None else number
        replaced = self._replaced_keys(papers(self._db, target))
        with self._db.transaction():
            return undo(self._db, at, number, turn_config, replaced)

    def redo(self, turn_config: TurnConfig = refuse_config_change) -> Act | None:
        """Redo the act that was undone last. Returns None if nothing was undone since the user's last act. ``papers``
        of the result counts the papers that were changed again."""
        replaced = self._replaced_keys(papers(self._db, newest_undone(self._db)))
        with self._db.transaction():
            return redo(self._db, turn_config, replaced)

    def acts(self, limit: int, before: int | None = None) -> list[Act]:
        """Return the acts before a number (by default all), newest first, including undone ones."""
        return acts(self._db, limit, before)

    def papers_of(self, number: int) -> array[int]:
        """Return the ascending keys (``array('q')``), including former ones, of the papers that an act changed; empty
        for an unknown number."""
        return papers(self._db, number)

    def change_views(self, plan: Callable[[list[View]], ViewEdit]) -> Act | None:
        """Change saved views. ``plan`` returns the edit for the current views, while no other program can change them.
        If ``plan`` raises, the exception passes through and nothing changes."""
        with self._db.transaction():
            return act_on_views(self._db, plan(views.read(self._db)))

    def change_config(self, plan: Callable[[], tuple[Deed, Value, Value]], make: Callable[[], object]) -> Act:
        """Change the configuration and record the change.

        ``plan`` returns the act and the values before and after it. ``make`` then changes the configuration, as the
        last step before the commit, while no other program can do so. If either raises, the exception passes through
        and nothing is recorded.
        """
        with self._db.transaction():
            done = act_on_config(self._db, *plan())
            make()
        return done
