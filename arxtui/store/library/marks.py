"""The current marks of papers, and the acts that set them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.model.marks import MARKS, Marks, What
from arxtui.store.library import inbox
from arxtui.store.library.types import AND_READ, COLUMNS, Deed
from arxtui.store.sqlite.codes import reading_code, reading_of
from arxtui.store.sqlite.connection import Database, listed

if TYPE_CHECKING:
    from arxtui.model.marks import Act, Reading
    from arxtui.store.library.act_writer import ActWriter
    from arxtui.store.library.types import Keep, Value

_VALUES: dict[str, Value] = {
    "read": None,
    **dict.fromkeys(("tag", *(mark.gives for mark in MARKS)), 1),
    **dict.fromkeys(("untag", *(mark.takes for mark in MARKS)), 0),
}
_MARKS_OF = (
    "SELECT asked.value, "  # noqa: S608
    "EXISTS (SELECT 1 FROM inbox WHERE key = asked.value), EXISTS (SELECT 1 FROM read WHERE key = asked.value), "
    "(SELECT json_group_array(name) FROM tag WHERE key = asked.value), "
    "(SELECT json_group_array(name) FROM listed WHERE key = asked.value), "
    "(SELECT text FROM note WHERE key = asked.value), "
    f"{', '.join(COLUMNS)} FROM json_each(?) asked LEFT JOIN mark ON mark.key = asked.value"
)
_UNMARKED = Marks()
_UNMARKED_COLUMNS = [0, 0, "[]", "[]", None, *[None] * len(COLUMNS)]
_OF_MARK = {mark.name: f"SELECT key FROM mark WHERE {mark.name} ORDER BY key" for mark in MARKS}  # noqa: S608
_RECORDING = ("tag", *(mark.gives for mark in MARKS if mark.keeps))


def new_values(db: Database, what: What, before: Mapping[int, Value]) -> dict[int, Value]:
    """Return the new values of the field that an act changes."""
    if what == "unread":
        others = [key for key, value in before.items() if value in (None, inbox.UNSEEN)]
        days = inbox.days_of(db, others)
        return {key: days.get(key, 0) for key in others}
    return dict.fromkeys(before, _VALUES[what])


def read(db: Database, keys: Iterable[int]) -> dict[int, Marks]:
    """Return the marks of each of these papers."""
    key_list = list(keys)
    marks = {}
    rows = db.rows(_MARKS_OF, (listed(key_list),)) if key_list else ()
    for key, *columns in rows:
        if columns == _UNMARKED_COLUMNS:
            marks[key] = _UNMARKED
            continue
        unread, seen, tags, lists, note, *given, rating, reading = columns
        marks[key] = Marks(
            unread=bool(unread),
            read=bool(seen),
            tags=_names(tags),
            note=note,
            rating=rating or None,
            reading=reading_of(reading or 0),
            lists=_names(lists),
            **{mark.name: bool(value) for mark, value in zip(MARKS, given, strict=True)},
        )
    return marks


def _names(names_json: str) -> tuple[str, ...]:
    """Return the sorted names of a JSON array."""
    if names_json == "[]":
        return ()
    if "\\" not in names_json:  # nothing in it is escaped
        return tuple(sorted(names_json[2:-2].split('","')))
    from json import loads  # few names need it

    return tuple(sorted(loads(names_json)))


class StoredMarks:
    """The marks of papers, and the acts that change them (through :class:`ActWriter`). ``former`` are keys that papers
    had before: a mark stored under one of them is removed, as the mark is stored under the current key."""

    def __init__(self, db: Database, writer: ActWriter) -> None:
        self._db = db
        self._writer = writer

    def of(self, keys: Iterable[int]) -> dict[int, Marks]:
        """Return the marks of each of these papers, including papers without marks."""
        return read(self._db, keys)

    def read(self) -> array[int]:
        """Return the ascending keys (``array('q')``) of the papers that the user or a rule marked read."""
        return self._keys("SELECT key FROM read ORDER BY key")

    def having(self, name: str) -> array[int]:
        """Return the ascending keys (``array('q')``) of the papers with a mark of ``MARKS``. Raises KeyError for
        another name."""
        return self._keys(_OF_MARK[name])

    def ratings(self) -> dict[int, int]:
        """Return the ratings, 1 to 5, by ascending key of their paper."""
        return dict(self._db.rows("SELECT key, rating FROM mark WHERE rating ORDER BY key"))

    def readings(self) -> dict[int, Reading]:
        """Return the reading states, by ascending key of their paper."""
        rows = self._db.rows("SELECT key, reading FROM mark WHERE reading ORDER BY key")
        return {key: state for key, number in rows if (state := reading_of(number))}

    def notes(self) -> dict[int, str]:
        """Return the notes, by ascending key of their paper."""
        return dict(self._db.rows("SELECT key, text FROM note ORDER BY key"))

    def apply(
        self, keys: Iterable[int], what: What, at: datetime, keep: Keep | None = None, *, name: str = "", by: str = ""
    ) -> Act | None:
        """Apply an act to papers. ``name`` is the tag, for acts with tags; ``by`` is the author of the act, empty for
        the user."""
        key_list = sorted(set(keys))
        deed = Deed(what, at, name, by=by)
        recorded = key_list if what in _RECORDING else ()
        return self._writer.do(
            deed, lambda: key_list, lambda before: new_values(self._db, what, before), keep, recorded
        )

    def pass_over(self, keys: Iterable[int], at: datetime, run: int) -> Act | None:
        """Mark papers read as part of the act ``run``, or as the first of a new one (0 or an act that was undone)."""
        key_list = sorted(set(keys))
        return self._writer.do(
            Deed("read", at), lambda: key_list, lambda before: new_values(self._db, "read", before), run=run
        )

    def note(self, texts: Mapping[int, str | None], at: datetime, keep: Keep | None = None) -> Act | None:
        """Set the notes of papers; None removes a paper's note."""

        def new_notes(before: Mapping[int, Value]) -> dict[int, Value]:
            old_texts = {key: was[0] if isinstance(was, list) else None for key, was in before.items()}
            changed = {key: text for key, text in texts.items() if text != old_texts[key]}
            return {key: None if text is None else [text, at.timestamp()] for key, text in changed.items()}

        recorded = [key for key, text in sorted(texts.items()) if text is not None]
        return self._writer.do(
            Deed("note" if recorded else "remove note", at), lambda: sorted(texts), new_notes, keep, recorded
        )

    def rate(
        self,
        keys: Iterable[int],
        rating: int | None,
        at: datetime,
        keep: Keep | None = None,
        former: Iterable[int] = (),
    ) -> Act | None:
        """Rate papers 1 to 5; None removes their ratings."""
        return self._writer.set_number(Deed("rate", at, str(rating or "")), keys, rating or 0, former, keep)

    def decide(
        self, values: Mapping[int, int | None], what: str, at: datetime, keep: Keep | None = None, *, name: str = ""
    ) -> Act | None:
        """Set a mark (``star``, ``hide``, ``queue``, ``rate``) and mark the papers read, as one act. ``values`` are the
        mark's new values by key; None leaves a paper's mark as it is."""

        def new_values(before: Mapping[int, Value]) -> dict[int, Value]:
            marks = {key: was[0] if isinstance(was, list) else was for key, was in before.items()}
            return {key: [marks[key] if value is None else value, None] for key, value in values.items()}

        given = sorted(key for key, value in values.items() if value)
        return self._writer.do(Deed(what, at, name, AND_READ), lambda: sorted(values), new_values, keep, given)

    def read_as(
        self,
        keys: Iterable[int],
        reading: Reading | None,
        at: datetime,
        keep: Keep | None = None,
        former: Iterable[int] = (),
    ) -> Act | None:
        """Set the reading state of papers; None removes it."""
        number = reading_code(reading)
        return self._writer.set_number(Deed("reading", at, reading or ""), keys, number, former, keep)

    def _keys(self, sql: str) -> array[int]:
        return array("q", (key for (key,) in self._db.rows(sql)))
