"""The journal: an act a row, undone and redone without touching what was done since to the same papers.

Acts that stand and acts that were taken back are two stacks, ordered by ``turn``, which counts everything that was
done, undone and redone. An act of the user's empties the second.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from arxtui.model.marks import Act
from arxtui.store.library import views
from arxtui.store.library.fields import Value, field_of
from arxtui.store.library.marks import Deed
from arxtui.store.library.views import View, ViewEdit, change_of
from arxtui.store.sqlite.codes import moment_of
from arxtui.store.sqlite.connection import Database, Row
from arxtui.store.sqlite.pack import pack_keys, unpack_keys
from arxtui.store.sqlite.packed_json import pack_json, unpack_json

if TYPE_CHECKING:
    from arxtui.store.library.act_writer import ActWriter

_ACT = "SELECT number, at, what, papers, name, renamed, undone, by FROM journal"
_SAME_KEYS: Mapping[int, int] = MappingProxyType({})
_NEXT = "(SELECT coalesce(max(turn), 0) + 1 FROM journal)"

Wanted = Callable[[Mapping[int, Value]], Mapping[int, Value]]
"""From the values that papers have in the field of an act to those that they shall have."""
TurnConfig = Callable[[Act, Any, Any], str]
"""Puts what an act changed in the configuration from the first value back to the second; why it did not, in words,
empty where it did."""


def no_settings(act: Act, held: object, wanted: object) -> str:
    """For who has no configuration."""
    return "settings are turned back by the library"


def act(
    db: Database, deed: Deed, keys: Iterable[int], wanted: Wanted, became: Mapping[int, int] = _SAME_KEYS
) -> Act | None:
    """Do something to papers and write it down, inside a transaction; None when it would change nothing. ``became`` is
    what those of the keys have become that are former ones of papers."""
    field = field_of(deed.what, deed.name, deed.to)
    before = field.values(db, keys)
    after = {key: value for key, value in wanted(before).items() if value != before[key]}
    if not after:
        return None
    field.write(db, after)
    return _written(db, deed, before, after, became)


def newest(db: Database) -> int | None:
    """The number of the user's newest act that stands; None when there is none."""
    number: int | None = db.value(
        "SELECT number FROM journal WHERE undone IS NULL AND by = '' ORDER BY turn DESC LIMIT 1"
    )
    return number


def newest_undone(db: Database) -> int | None:
    """The number of the act that was undone last and can be done again; None when there is none."""
    number: int | None = db.value(
        "SELECT number FROM journal WHERE undone IS NOT NULL AND turn IS NOT NULL ORDER BY turn DESC LIMIT 1"
    )
    return number


def act_on_config(db: Database, deed: Deed, before: Value, after: Value) -> Act:
    """Write down that the configuration, which stands elsewhere, is changed, inside a transaction."""
    return _inserted(db, deed, [], [before], [after], 0)


def act_on_views(db: Database, edit: ViewEdit) -> Act | None:
    """Change saved views and write it down, inside a transaction; None when it would change nothing."""
    changes = [change for change in edit.changes if change.before != change.after]
    if not changes:
        return None
    views.make(db, changes)
    before, after = zip(*changes, strict=True)
    return _inserted(db, edit.deed, [], list(before), list(after), 0)


def undo(
    db: Database,
    at: datetime,
    number: int | None = None,
    turn_config: TurnConfig = no_settings,
    became: Mapping[int, int] = _SAME_KEYS,
) -> Act | None:
    """Take back an act that stands, without a number the user's newest, inside a transaction; None when there is none.

    A paper gets its value from before the act where it still has the one that the act gave it: what came later (another
    delivery of the paper) stays. ``turn_config`` does so to the configuration. ``became`` as of :func:`act`.
    """
    if number is None:
        number = newest(db)
    row = db.row(f"{_ACT} WHERE number = ? AND undone IS NULL", (number,))
    if row is None:
        return None
    done = _act(row)
    turned = _turned(db, done, turn_config, became, is_undo=True)
    db.run(f"UPDATE journal SET undone = ?, turn = {_NEXT} WHERE number = ?", (at.timestamp(), number))  # noqa: S608
    return turned._replace(undone=at)


def redo(db: Database, turn_config: TurnConfig = no_settings, became: Mapping[int, int] = _SAME_KEYS) -> Act | None:
    """Do again what was undone last, inside a transaction; None when nothing was since the user's last act.

    A paper gets the value that the act gave it where it still has the one from before. ``became`` as of :func:`act`.
    """
    row = db.row(f"{_ACT} WHERE number = ?", (newest_undone(db),))
    if row is None:
        return None
    undone = _act(row)
    turned = _turned(db, undone, turn_config, became, is_undo=False)
    db.run(f"UPDATE journal SET undone = NULL, turn = {_NEXT} WHERE number = ?", (undone.number,))  # noqa: S608
    return turned._replace(undone=None)


def acts(db: Database, limit: int, before: int | None = None) -> list[Act]:
    """The acts before a number, else the newest, newest first; those that were undone too."""
    values = (sys.maxsize if before is None else before, limit)
    return [_act(row) for row in db.rows(f"{_ACT} WHERE number < ? ORDER BY number DESC LIMIT ?", values)]


def papers(db: Database, number: int | None) -> array[int]:
    """Ascending keys of the papers that an act changed; none for a number that no act has, and for None."""
    packed = db.value("SELECT keys FROM journal WHERE number = ?", (number,))
    return unpack_keys(packed) if packed else array("q")


def _turned(db: Database, done: Act, turn_config: TurnConfig, became: Mapping[int, int], *, is_undo: bool) -> Act:
    """Give papers, saved views or the configuration the values from before an act, or those that it gave; the act with
    how many papers had the other one still."""
    told = db.row("SELECT keys, before, after FROM journal WHERE number = ?", (done.number,))
    assert told is not None
    before, after = unpack_json(told[1]), unpack_json(told[2])
    held, given = (after, before) if is_undo else (before, after)
    if done.is_of_config:
        return done._replace(refused=turn_config(done, held[0], given[0]))
    if done.is_of_views:
        return done._replace(refused=views.make(db, list(map(change_of, held, given))))
    keys, field = unpack_keys(told[0]), field_of(done.what, done.name, done.to)
    now = field.values(db, keys)
    turned = {key: field.replaced(now[key], was, value) for key, was, value in zip(keys, held, given, strict=True)}
    put = {key: value for key, value in turned.items() if value != now[key]}
    field.write(db, put)
    return done._replace(papers=_count(put, became))


def _count(keys: Iterable[int], became: Mapping[int, int]) -> int:
    """How many papers have these keys."""
    return len({became.get(key, key) for key in keys})


def _written(
    db: Database, deed: Deed, before: Mapping[int, Value], after: Mapping[int, Value], became: Mapping[int, int]
) -> Act:
    changed = sorted(after)
    values = [before[key] for key in changed], [after[key] for key in changed]
    return _inserted(db, deed, changed, *values, _count(changed, became))


def _inserted(
    db: Database, deed: Deed, keys: Sequence[int], before: list[Value], after: list[Value], papers: int
) -> Act:
    if not deed.by:
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
    """The acts, and the ways back and forth in them."""

    def __init__(self, db: Database, writer: ActWriter) -> None:
        self._db = db
        self._writer = writer

    def can_undo(self) -> bool:
        """Whether an act of the user's stands that can be taken back."""
        return newest(self._db) is not None

    def undo(self, at: datetime, number: int | None = None, turn_config: TurnConfig = no_settings) -> Act | None:
        """Take back an act that stands: the one of this number, else the newest of the user's; None when there is none.
        The answer's ``papers`` are those that were put back: a paper that was changed since stays as it is.
        ``turn_config`` puts the configuration back."""
        meant = newest(self._db) if number is None else number
        became = self._writer.became(papers(self._db, meant))
        with self._db.transaction():
            return undo(self._db, at, number, turn_config, became)

    def redo(self, turn_config: TurnConfig = no_settings) -> Act | None:
        """Do again what was undone last; None when nothing was since the user's last act. The answer's ``papers`` are
        those that got back what the act gave them."""
        became = self._writer.became(papers(self._db, newest_undone(self._db)))
        with self._db.transaction():
            return redo(self._db, turn_config, became)

    def acts(self, limit: int, before: int | None = None) -> list[Act]:
        """The acts before a number, else the newest, newest first; those that were undone too."""
        return acts(self._db, limit, before)

    def papers_of(self, number: int) -> array[int]:
        """Ascending keys (``array('q')``) that an act changed, former ones of papers among them; none for a number that
        no act has."""
        return papers(self._db, number)

    def change_views(self, plan: Callable[[list[View]], ViewEdit]) -> Act | None:
        """Change saved views. ``plan`` makes the edit of the views as they are, while no other program changes them;
        what it raises passes through, and then nothing is changed."""
        with self._db.transaction():
            return act_on_views(self._db, plan(views.read(self._db)))

    def change_config(self, plan: Callable[[], tuple[Deed, Value, Value]], make: Callable[[], object]) -> Act:
        """Change the configuration and write it down. ``plan`` says what, and how it is
        before and after; ``make`` makes it so: the last step before the act stands, while no other program does the
        like. What either raises passes through, and then nothing is written down."""
        with self._db.transaction():
            done = act_on_config(self._db, *plan())
            make()
        return done
