"""``library.db``: the user's own data. It cannot be fetched again, so it is backed up before every migration."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.light import deferred
from arxtui.model.arxiv.ids import PENDING_BIT, WORK_BIT
from arxtui.store.library.act_writer import ActWriter
from arxtui.store.library.inbox import AppliedRules, StoredInbox
from arxtui.store.library.marks import StoredMarks
from arxtui.store.library.schema import LIBRARY, MIGRATIONS, refuse_empty
from arxtui.store.library.sessions import StoredPlaces, StoredSessions
from arxtui.store.sqlite.connection import BUSY_TIMEOUT
from arxtui.store.sqlite.migrations import DatabaseFile, open_database

# A list of papers does not need these.
with deferred():
    from arxtui.store.library.creation import create_library
    from arxtui.store.library.journal import StoredJournal
    from arxtui.store.library.judgements import Judgements, StoredRefusals
    from arxtui.store.library.labels import StoredLists, StoredTags
    from arxtui.store.library.views import StoredViews
    from arxtui.store.sqlite.codec import Packed, unpack_packed, unpack_record

if TYPE_CHECKING:
    from arxtui.model.paper import Paper
    from arxtui.store.library.types import ReplacedKeys
    from arxtui.store.sqlite.connection import Database


class LibraryFile(DatabaseFile):
    """A connection to the library, for one thread at a time. Its parts (``marks``, ``tags``, ``journal`` …) give access
    to the data. Every method can raise StoreError."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._writer = writer = ActWriter(db)
        self.inbox = StoredInbox(db)
        self.marks = StoredMarks(db, writer)
        self.sessions = StoredSessions(db)

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, busy_timeout: float = BUSY_TIMEOUT) -> LibraryFile:
        """Open the file; create or migrate it if needed, after a backup beside it. ``busy_timeout`` is in seconds.
        Raises Damaged for an empty file, which a library never is."""
        refuse_empty(path)
        if not read_only and not path.exists():
            create_library(path)
        return cls(
            open_database(path, LIBRARY, MIGRATIONS, read_only=read_only, busy_timeout=busy_timeout, backed_up=True)
        )

    def set_replaced_keys(self, replaced_keys: ReplacedKeys) -> None:
        """Count a paper's former and current keys as one paper in every later act."""
        self._writer.replaced_keys = replaced_keys

    @cached_property
    def journal(self) -> StoredJournal:
        """The acts."""
        return StoredJournal(self._db, lambda keys: self._writer.replaced_keys(keys))  # noqa: PLW0108 - set later

    @cached_property
    def tags(self) -> StoredTags:
        """Tags."""
        return StoredTags(self._db, self._writer)

    @cached_property
    def lists(self) -> StoredLists:
        """Reading lists."""
        return StoredLists(self._db, self._writer)

    @cached_property
    def refusals(self) -> StoredRefusals:
        """Refused links from references to papers."""
        return StoredRefusals(self._db, self._writer)

    @cached_property
    def views(self) -> StoredViews:
        """Saved views."""
        return StoredViews(self._db)

    @cached_property
    def places(self) -> StoredPlaces:
        """The places where the user stopped reading."""
        return StoredPlaces(self._db)

    @cached_property
    def judgements(self) -> Judgements:
        """The training data of the user's ranking."""
        return Judgements(self._db)

    @cached_property
    def applied_rules(self) -> AppliedRules:
        """The papers to which each rule was applied."""
        return AppliedRules(self._db)

    def knows_papers(self) -> bool:
        """Return whether a paper was ever delivered here or changed by an act."""
        tables = ("delivered", "journal WHERE papers")
        return any(self._db.row(f"SELECT 1 FROM {table} LIMIT 1") is not None for table in tables)  # noqa: S608

    def saved_record(self, key: int) -> Paper | None:
        """Return the record of a paper from the time when it last got a mark for which records are stored; None if
        there is none."""
        row = self._db.row(
            "SELECT key, version, published, updated, source, title, body FROM kept WHERE key = ?", (key,)
        )
        if row is None:
            return None
        packed = Packed(*row)
        return unpack_record(packed.body) if packed.title is None else unpack_packed(packed)

    def saved_works(self) -> list[int]:
        """Return the keys of the works outside arXiv whose records are saved."""
        sql = "SELECT key FROM kept WHERE key & ? = ?"
        return [key for (key,) in self._db.rows(sql, (PENDING_BIT | WORK_BIT, WORK_BIT))]

    def written(self) -> tuple[int, int]:
        """Return a value that differs from the last one if any connection, including this one, has written since."""
        return self.data_version(), self.changes

    @property
    def changes(self) -> int:
        """The number of rows that this connection has changed."""
        return self._db.changes

    @property
    def mark_changes(self) -> Mapping[str, int]:
        """The number of rows changed by acts that only gave or took one mark, by the mark's name; a part of
        :attr:`changes`."""
        return self._writer.changes
