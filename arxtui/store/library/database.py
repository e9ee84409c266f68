"""``library.db``: what the user did. Cannot be fetched again; backed up before every migration."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.model.marks import MARKS
from arxtui.store.library import inbox, lists, marks, tags, views
from arxtui.store.library.acts_base import Acting
from arxtui.store.library.schema import LIBRARY, MIGRATIONS, refuse_empty
from arxtui.store.library.views import View
from arxtui.store.sqlite.codes import moment_of, reading_of
from arxtui.store.sqlite.connection import BUSY_TIMEOUT
from arxtui.store.sqlite.migrations import open_database

# Whole records are loaded by what uses them: a list of papers does not.
if TYPE_CHECKING:
    from arxtui.model.fulltext import ReadingPlace
    from arxtui.model.marks import Marks, Reading
    from arxtui.model.paper import Paper
    from arxtui.store.library.judged import Judged

_MARKED = {mark.name: f"SELECT key FROM mark WHERE {mark.name} ORDER BY key" for mark in MARKS}  # noqa: S608


class LibraryFile(Acting):
    """One connection to the library, for one thread at a time. Every method may raise StoreError."""

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, busy_timeout: float = BUSY_TIMEOUT) -> LibraryFile:
        """Open the file, made or migrated (after a backup beside it) where needed. ``busy_timeout`` in seconds. Damaged
        for an empty file, as no library ever is."""
        refuse_empty(path)
        if not read_only and not path.exists():
            from arxtui.store.library.creation import create_library  # once in a library's life

            create_library(path)
        return cls(
            open_database(path, LIBRARY, MIGRATIONS, read_only=read_only, busy_timeout=busy_timeout, backed_up=True)
        )

    def deliver(self, day: date, keys: Iterable[int]) -> int:
        """Put a day's papers into the inbox, each once for the day, read since or not; how many were put in."""
        return inbox.deliver(self._db, day, keys)

    def unread(self) -> array[int]:
        """Ascending keys (``array('q')``)."""
        return self._keys("SELECT key FROM inbox ORDER BY key")

    def read(self) -> array[int]:
        """Ascending keys (``array('q')``) of the papers that the user, or a rule, marked read."""
        return self._keys("SELECT key FROM read ORDER BY key")

    def marked(self, name: str) -> array[int]:
        """Ascending keys (``array('q')``) of the papers with the mark of a name of ``MARKS``; KeyError for another."""
        return self._keys(_MARKED[name])

    def inbox_days(self) -> list[tuple[date, int, array[int]]]:
        """(day, number of unread papers, their ascending keys), newest first; a paper stands under the last day it was
        delivered for, and under none when it never was."""
        return inbox.by_day(self._db)

    def marks(self, keys: Iterable[int]) -> dict[int, Marks]:
        """The marks of each of these papers, those without any included."""
        return marks.read(self._db, keys)

    def tags(self) -> list[tuple[str, array[int]]]:
        """(tag, ascending keys of the papers that have it), by name; a tag that no paper has is gone."""
        found: dict[str, array[int]] = {}
        for name, key in self._db.rows("SELECT name, key FROM tag ORDER BY name, key"):
            found.setdefault(name, array("q")).append(key)
        return list(found.items())

    def tag_names(self, top: str = "") -> list[str]:
        """The tags that papers have, by name; of ``top``, it and those below it."""
        return tags.names_below(self._db, top) if top else tags.names(self._db)

    def lists(self) -> list[tuple[str, array[int]]]:
        """(reading list, keys of its papers in its order), by name; a list that no paper is on is gone."""
        return lists.read(self._db)

    def ratings(self) -> dict[int, int]:
        """The ratings, 1 to 5, by ascending key of their paper."""
        return dict(self._db.rows("SELECT key, rating FROM mark WHERE rating ORDER BY key"))

    def readings(self) -> dict[int, Reading]:
        """The reading states, by ascending key of their paper."""
        rows = self._db.rows("SELECT key, reading FROM mark WHERE reading ORDER BY key")
        return {key: state for key, number in rows if (state := reading_of(number))}

    def notes(self) -> dict[int, str]:
        """The notes, by ascending key of their paper."""
        return dict(self._db.rows("SELECT key, text FROM note ORDER BY key"))

    def views(self) -> list[View]:
        """The saved views, in their order."""
        return views.read(self._db)

    def delivered(self, keys: Iterable[int]) -> set[int]:
        """Those of these papers that were ever put into the inbox."""
        return set(inbox.days_of(self._db, list(keys)))

    def ruled(self, rule: str) -> array[int] | None:
        """Ascending keys (``array('q')``) of the papers that a rule is done with; None for one not seen before."""
        from arxtui.store.progress import applied_rules

        return applied_rules.read(self._db, rule)

    def put_ruled(self, rule: str, keys: Iterable[int], rules: Iterable[str]) -> None:
        """A rule is done with these papers too; all but ``rules`` are forgotten."""
        from arxtui.store.progress import applied_rules

        with self._db.transaction():
            applied_rules.add(self._db, rule, keys)
            applied_rules.forget(self._db, rules)

    def judged(self) -> Judged:
        """The papers that the user has judged since :meth:`forget_judgements`."""
        from arxtui.store.library import judged

        return judged.read(self._db)

    def read_since(self, at: datetime) -> int:
        """How many papers the user has marked read since a time, by acts that stand; those unread again not counted."""
        from arxtui.store.library import judged

        return judged.read_since(self._db, at)

    def judged_since(self) -> datetime | None:
        """When judgements were forgotten last; None when they never were."""
        from arxtui.store.library import judged

        return judged.since(self._db)

    def forget_judgements(self, at: datetime) -> None:
        """Nothing that was done up to now is learned from any more; all marks stay."""
        from arxtui.store.library import judged

        with self._db.transaction():
            judged.forget(self._db, at)

    def knows_papers(self) -> bool:
        """Whether papers were ever delivered here, or anything done with one."""
        tables = ("delivered", "journal WHERE papers")
        return any(self._db.row(f"SELECT 1 FROM {table} LIMIT 1") is not None for table in tables)  # noqa: S608

    def kept(self, key: int) -> Paper | None:
        """The record of a paper as it was when it last got a mark for which records are kept."""
        row = self._db.row(
            "SELECT key, version, published, updated, source, title, body FROM kept WHERE key = ?", (key,)
        )
        if row is None:
            return None
        from arxtui.store.sqlite.codec import Packed, unpack_packed, unpack_record

        packed = Packed(*row)
        return unpack_record(packed.body) if packed.title is None else unpack_packed(packed)

    def place(self, key: int) -> ReadingPlace | None:
        """Where the user stopped reading a paper."""
        row = self._db.row("SELECT block, character, version, at FROM place WHERE key = ?", (key,))
        if row is None:
            return None
        from arxtui.model.fulltext import ReadingPlace

        block, character, version, at = row
        return ReadingPlace(block, character, version, datetime.fromtimestamp(at, UTC))

    def put_place(self, key: int, place: ReadingPlace) -> None:
        """The user has stopped reading a paper here."""
        row = (key, place.block, place.character, place.version, place.at.timestamp())
        with self._db.transaction():
            self._db.run(
                "INSERT OR REPLACE INTO place (key, block, character, version, at) VALUES (?, ?, ?, ?, ?)", row
            )

    def read_at(self) -> dict[int, float]:
        """When each paper was last read, by key: epoch seconds."""
        return dict(self._db.rows("SELECT key, at FROM place"))

    def last_session(self) -> datetime | None:
        """When the session before this one was last seen; None when this is the first."""
        return moment_of(self._db.value("SELECT value FROM meta WHERE name = 'last session'"))

    def start_session(self, at: datetime) -> None:
        """A session begins: the one before it becomes the last, unless it goes on beside this one."""
        with self._db.transaction():
            if not self._db.value("SELECT value FROM meta WHERE name = 'session open'"):
                last = "INSERT OR REPLACE INTO meta SELECT 'last session', value FROM meta WHERE name = 'session'"
                self._db.run(last)
            self._see(at, is_open=True)

    def see_session(self, at: datetime) -> None:
        """The session ends; when a later one begins, this is when it was last seen."""
        with self._db.transaction():
            self._see(at, is_open=False)

    def written(self) -> tuple[int, int]:
        """Differs from the last answer when any connection, this one too, has written since."""
        return self._db.written()

    def _see(self, at: datetime, *, is_open: bool) -> None:
        told = (("session", at.timestamp()), ("session open", int(is_open)))
        self._db.run_many("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", told)

    def _keys(self, sql: str) -> array[int]:
        return array("q", (key for (key,) in self._db.rows(sql)))
