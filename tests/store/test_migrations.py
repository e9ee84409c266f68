"""Opening files of other schema versions and of other programs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arxtui.model.intake import Tally
from arxtui.model.marks import Marks
from arxtui.store.cache import conversions, ingest
from arxtui.store.cache import schema as cache_schema
from arxtui.store.cache.database import Cache
from arxtui.store.errors import Damaged, NewerFile, NotOurs, StoreError
from arxtui.store.library import schema as library_schema
from arxtui.store.library.backups import copy_library
from arxtui.store.library.database import LibraryFile
from arxtui.store.sqlite import connection, migrations
from arxtui.store.sqlite.codec import pack_record
from arxtui.store.sqlite.connection import Database
from arxtui.store.sqlite.packed_json import pack_json
from arxtui.store.sqlite.packed_keys import pack_keys
from arxtui.store.texts.citations import Citation, MatchedText
from tests.builders import DAY, NOW, paper
from tests.store.made import CARD, QUEUES, STALENESS, WITHOUT_GRAPH, make_older, take

Open = Callable[..., Cache | LibraryFile]
NEWEST = {Cache.open: len(cache_schema.MIGRATIONS), LibraryFile.open: len(library_schema.MIGRATIONS)}
BOTH = pytest.mark.parametrize("opened", NEWEST)


def _pragma(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@BOTH
def test_a_new_file_carries_our_id_and_version_and_is_write_ahead(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "made" / "new.db"
    opened(path).close()
    assert _pragma(path, "user_version") == NEWEST[opened]
    assert _pragma(path, "application_id") in (0x41545843, 0x4154584C)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert not list(path.parent.glob("*.bak")), "there was nothing to keep"


def test_an_empty_file_becomes_a_cache(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    Cache.open(path).close()
    assert _pragma(path, "user_version") == len(cache_schema.MIGRATIONS)


def test_an_empty_file_is_no_library_for_a_library_is_whole_from_its_first_moment(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    with pytest.raises(Damaged, match="is empty"):
        LibraryFile.open(path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.stat().st_size == 0


@BOTH
def test_a_newer_file_is_refused_with_both_versions_named(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    opened(path).close()
    _change(path, "PRAGMA user_version = 99")
    with pytest.raises(NewerFile, match=rf"version 99.* up to {NEWEST[opened]}\b"):
        opened(path)
    assert _pragma(path, "user_version") == 99


@pytest.mark.parametrize("statement", ["CREATE TABLE theirs (value)", "PRAGMA application_id = 5"])
@BOTH
def test_a_database_of_another_program_is_refused_and_left_untouched(
    opened: Open, statement: str, tmp_path: Path
) -> None:
    path = tmp_path / "foreign.db"
    _change(path, statement)
    before = path.read_bytes()
    with pytest.raises(NotOurs, match="another program"):
        opened(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@BOTH
def test_a_file_that_is_no_database_is_refused_and_left_untouched(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader,\n" * 100)
    with pytest.raises(NotOurs, match="not an SQLite database"):
        opened(path)
    assert path.read_text() == "Dear reader,\n" * 100


def test_the_cache_is_not_taken_for_the_library(tmp_path: Path) -> None:
    Cache.open(tmp_path / "cache.db").close()
    with pytest.raises(NotOurs):
        LibraryFile.open(tmp_path / "cache.db")


@BOTH
def test_a_file_that_is_not_there_cannot_be_opened_for_reading(opened: Open, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no (cache|library) at .*missing\.db"):
        opened(tmp_path / "missing.db", read_only=True)
    assert not (tmp_path / "missing.db").exists()


def _dated(db: Database) -> None:
    db.run("ALTER TABLE mark ADD COLUMN deadline INTEGER")


def _fails(db: Database) -> None:
    db.run("ALTER TABLE mark ADD COLUMN note TEXT")
    raise RuntimeError("in the middle of a migration")


LIBRARY_VERSION = len(library_schema.MIGRATIONS)
BACKUP = f"library.db.v{LIBRARY_VERSION}.bak"


def test_an_older_library_is_backed_up_and_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    with LibraryFile.open(path) as old:
        old.marks.apply([1], "star", NOW)
    monkeypatch.setattr("arxtui.store.library.database.MIGRATIONS", (*library_schema.MIGRATIONS, _dated))
    with LibraryFile.open(path) as new:
        assert list(new.marks.having("starred")) == [1]
        new.marks.apply([2], "star", NOW)
    assert _pragma(path, "user_version") == LIBRARY_VERSION + 1
    backup = tmp_path / BACKUP
    assert _pragma(backup, "user_version") == LIBRARY_VERSION
    monkeypatch.undo()
    with LibraryFile.open(backup) as kept:
        assert list(kept.marks.having("starred")) == [1]


def test_a_library_of_an_older_version_is_copied_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    with LibraryFile.open(path) as old:
        old.marks.apply([1], "star", NOW)
    monkeypatch.setattr("arxtui.store.library.backups.MIGRATIONS", (*library_schema.MIGRATIONS, _dated))
    copy_library(path, tmp_path / "copy.db")
    assert _pragma(path, "user_version") == _pragma(tmp_path / "copy.db", "user_version") == LIBRARY_VERSION
    with LibraryFile.open(tmp_path / "copy.db") as kept:
        assert list(kept.marks.having("starred")) == [1]


def test_of_two_programs_that_migrate_at_once_one_makes_the_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "library.db"
    LibraryFile.open(path).close()
    monkeypatch.setattr("arxtui.store.library.database.MIGRATIONS", (*library_schema.MIGRATIONS, _dated))
    prepare = connection.prepare

    def meanwhile(db: Database, **expected: Any) -> None:
        monkeypatch.setattr(migrations, "prepare", prepare)
        LibraryFile.open(path).close()
        prepare(db, **expected)

    monkeypatch.setattr(migrations, "prepare", meanwhile)
    LibraryFile.open(path).close()
    assert _pragma(path, "user_version") == LIBRARY_VERSION + 1
    assert _pragma(tmp_path / BACKUP, "user_version") == LIBRARY_VERSION


def first_library(path: Path) -> None:
    """Write a library as the first released program created it, with some acts of a user."""
    with closing(sqlite3.connect(path)) as db:
        for statement in FIRST_LIBRARY.split("\n\n"):
            db.execute(statement)
        db.execute("PRAGMA application_id = 0x4154584C")
        db.execute("PRAGMA user_version = 1")
        db.execute("INSERT INTO meta VALUES ('session', 1000.5)")
        db.execute("INSERT INTO inbox VALUES (3, ?), (4, NULL)", (DAY.toordinal(),))
        db.execute("INSERT INTO delivered VALUES (?, ?)", (DAY.toordinal(), pack_keys([3, 5])))
        db.execute("INSERT INTO mark VALUES (1, 1, 0), (2, 0, 1), (5, 1, 1)")
        db.execute("INSERT INTO kept VALUES (?, ?)", (STALENESS.key, pack_record(STALENESS)))
        act = "INSERT INTO journal (at, what, papers, keys, before, after) VALUES (?, ?, ?, ?, ?, ?)"
        db.execute(act, (1.0, "hide", 2, pack_keys([2, 5]), pack_json([0, 0]), pack_json([1, 1])))
        db.execute(act, (2.0, "read", 1, pack_keys([5]), pack_json([DAY.toordinal()]), pack_json([None])))
        db.commit()


# The schema script of version 1, copied here because it must never change in the program.
FIRST_LIBRARY = """CREATE TABLE meta (name TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID

CREATE TABLE inbox (key INTEGER PRIMARY KEY, day INTEGER)

CREATE TABLE delivered (day INTEGER PRIMARY KEY, keys BLOB NOT NULL)

CREATE TABLE mark (key INTEGER PRIMARY KEY, starred INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0)

CREATE INDEX mark_starred ON mark (key) WHERE starred

CREATE INDEX mark_hidden ON mark (key) WHERE hidden

CREATE TABLE kept (key INTEGER PRIMARY KEY, body BLOB NOT NULL)

CREATE TABLE journal (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, what TEXT NOT NULL, papers INTEGER NOT NULL,
    keys BLOB NOT NULL, before BLOB NOT NULL, after BLOB NOT NULL, undone REAL)

CREATE INDEX journal_standing ON journal (number) WHERE undone IS NULL"""


def test_a_library_of_version_1_becomes_one_of_today_with_all_that_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    first_library(path)
    with LibraryFile.open(path) as library:
        assert _pragma(path, "user_version") == LIBRARY_VERSION
        assert list(library.inbox.unread()) == [3, 4]
        assert [(day, list(keys)) for day, _, keys in library.inbox.days()] == [(DAY, [3])]
        assert library.inbox.deliver(DAY, [3, 5]) == 0
        assert library.marks.of([1, 2, 5]) == {
            1: Marks(starred=True),
            2: Marks(hidden=True),
            5: Marks(False, True, True, read=True),
        }
        assert library.saved_record(STALENESS.key) == STALENESS
        assert [(act.what, act.name) for act in library.journal.acts(9)] == [("read", ""), ("hide", "")]
        library.marks.apply([1], "tag", NOW, name="thesis")
        library.journal.undo(NOW)
        library.marks.apply([2], "queue", NOW)
        assert library.marks.of([2])[2] == Marks(hidden=True, queued=True)
        library.journal.undo(NOW)
        for what in ("read", "hide"):
            undone = library.journal.undo(NOW)
            assert undone is not None
            assert undone.what == what
        assert list(library.inbox.unread()) == [3, 4, 5]
        assert list(library.marks.read()) == []
        assert list(library.marks.having("hidden")) == []
    with closing(sqlite3.connect(tmp_path / "library.db.v1.bak")) as backup:
        assert backup.execute("SELECT count(*), sum(starred) FROM mark").fetchone() == (3, 2)


def test_papers_taken_out_of_the_inbox_by_the_user_in_the_first_format_are_read(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    first_library(path)
    act = "INSERT INTO journal (at, what, papers, keys, before, after) VALUES (3.0, ?, 1, ?, ?, ?)"
    with closing(sqlite3.connect(path)) as db:
        # 4 and 7 were marked unread by hand, then 7 was read; 8 was put into the inbox by hand, and undo removed it
        # again.
        for what, key, before, after in (("unread", 4, None, 0), ("unread", 7, None, 0), ("read", 7, 0, None)):
            db.execute(act, (what, pack_keys([key]), pack_json([before]), pack_json([after])))
        db.execute(act, ("unread", pack_keys([8]), pack_json([None]), pack_json([0])))
        db.execute("UPDATE journal SET undone = 4.0 WHERE number = (SELECT max(number) FROM journal)")
        db.commit()
    with LibraryFile.open(path) as library:
        assert list(library.marks.read()) == [5, 7]
        for _ in range(3):
            library.journal.undo(NOW)
        assert (list(library.marks.read()), list(library.inbox.unread())) == ([5], [3])


def test_undo_of_unread_in_the_first_format_marks_read_papers_read_again(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    first_library(path)
    act = "INSERT INTO journal (at, what, papers, keys, before, after) VALUES (3.0, 'unread', 2, ?, ?, ?)"
    with closing(sqlite3.connect(path)) as db:
        # 5 was delivered and read, 9 was never in the inbox.
        db.execute("INSERT OR REPLACE INTO inbox (key, day) VALUES (5, NULL), (9, NULL)")
        db.execute(act, (pack_keys([5, 9]), pack_json([None, None]), pack_json([0, 0])))
        db.commit()
    with LibraryFile.open(path) as library:
        assert {5, 9} <= set(library.inbox.unread())
        library.journal.undo(NOW)
        assert not {5, 9} & set(library.inbox.unread())
        assert 5 in library.marks.read()
        assert 9 not in library.marks.read()


def test_an_older_cache_is_migrated_without_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cache.db"
    with Cache.open(path) as old:
        take(old, QUEUES)
    step = (lambda db: db.run("ALTER TABLE paper ADD COLUMN score REAL"),)
    monkeypatch.setattr("arxtui.store.cache.database.MIGRATIONS", (*cache_schema.MIGRATIONS, *step))
    with Cache.open(path) as new:
        assert new.papers.get(QUEUES.key) == QUEUES
    assert _pragma(path, "user_version") == len(cache_schema.MIGRATIONS) + 1
    assert not list(tmp_path.glob("*.bak"))


def test_a_cache_of_version_1_becomes_one_of_today_that_knows_its_papers_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (conversions, ingest):
        monkeypatch.setattr(module, "_BATCH", 1)
    path = tmp_path / "cache.db"
    with Cache.open(path) as made:
        take(made, QUEUES, STALENESS)
    _change(
        path,
        "UPDATE paper SET content = zeroblob(16)",
        "ALTER TABLE announcement DROP COLUMN archive",
        "ALTER TABLE detail DROP COLUMN derived",
        *(f"DROP TABLE {name}" for name in _tables(path) if f"CREATE TABLE {name} " not in cache_schema._FIRST),
        "DROP INDEX paper_by_title",
        "DROP INDEX paper_by_abstract",
        "CREATE INDEX paper_by_title ON paper (title_hash)",
        "CREATE INDEX paper_by_abstract ON paper (abstract_hash) WHERE abstract_hash IS NOT NULL",
        "PRAGMA user_version = 1",
    )
    with Cache.open(path) as cache:
        assert take(cache, QUEUES, STALENESS) == Tally(same=2)
        assert take(cache, reviews=(CARD,)).reviews_new == 1
        assert len(cache.reviews(STALENESS.key)) == 1


def test_the_citations_of_texts_in_an_older_cache_become_a_graph(tmp_path: Path) -> None:
    path, other = tmp_path / "cache.db", paper(1).key
    certain = Citation(QUEUES.key, 1, 0, STALENESS.key, certain=True, found_by="title", sign=None)
    others = [
        certain._replace(entry=2, cited=other, certain=False),  # probable
        certain._replace(entry=3, cited=other + 1, certain=False, found_by=""),  # by its id, of a paper not here
        certain._replace(entry=4, cited=None, certain=False, found_by="", sign=7),
    ]
    with Cache.open(path) as cache:
        cache.citations.put(MatchedText(QUEUES.key, 1, 2, 4), [certain, *others], None)
        cache.citations.put(MatchedText(other, 1, 2, None), [], None)
        cache._db.run("INSERT INTO fulltext VALUES (?, 1, 'html', 1, 99.5, 1, 1, 0)", (QUEUES.key,))
    _change(path, *WITHOUT_GRAPH, "PRAGMA user_version = 19")
    with Cache.open(path) as cache:
        (statement,) = cache.graph.statements(QUEUES.key)
        assert (statement.source, statement.at) == ("text", 99)
        assert list(statement.cited) == sorted([STALENESS.key, other + 1])
        assert list(cache.graph.citing([STALENESS.key])[STALENESS.key]) == [QUEUES.key]
        assert cache.graph.references(other) is None, "its text cannot be read"


def test_details_that_an_older_program_deflated_are_read_by_a_cache_of_today(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    with Cache.open(path) as made:
        take(made, QUEUES, STALENESS)
    make_older(path)
    with Cache.open(path) as cache:
        assert [cache.papers.get(each.key) for each in (QUEUES, STALENESS)] == [QUEUES, STALENESS]
        assert take(cache, QUEUES, STALENESS) == Tally(same=2)
    assert _pragma(path, "user_version") == len(cache_schema.MIGRATIONS)


def _tables(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    with LibraryFile.open(path) as old:
        old.marks.apply([1], "star", NOW)
    with monkeypatch.context() as patch:
        patch.setattr("arxtui.store.library.database.MIGRATIONS", (*library_schema.MIGRATIONS, _dated, _fails))
        with pytest.raises(RuntimeError, match="middle"):
            LibraryFile.open(path)
    assert _pragma(path, "user_version") == LIBRARY_VERSION
    with LibraryFile.open(path) as again:
        assert list(again.marks.having("starred")) == [1]


def _breaks_a_reference(db: Database) -> None:
    db.run("CREATE TABLE above (key INTEGER PRIMARY KEY)")
    db.run("CREATE TABLE below (key INTEGER REFERENCES above DEFERRABLE INITIALLY DEFERRED)")
    db.run("PRAGMA defer_foreign_keys = ON")
    db.run("INSERT INTO below VALUES (7)")


def test_a_migration_that_breaks_a_reference_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    LibraryFile.open(path).close()
    with monkeypatch.context() as patch:
        patch.setattr(
            "arxtui.store.library.database.MIGRATIONS", (*library_schema.MIGRATIONS, _dated, _breaks_a_reference)
        )
        with pytest.raises(StoreError, match="could not be migrated: 1 broken reference"):
            LibraryFile.open(path)
    assert _pragma(path, "user_version") == LIBRARY_VERSION


def test_a_library_that_cannot_be_backed_up_is_not_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    LibraryFile.open(path).close()
    (tmp_path / f"{BACKUP}.part").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr("arxtui.store.library.database.MIGRATIONS", (*library_schema.MIGRATIONS, _dated))
        with pytest.raises(StoreError, match="could not be backed up"):
            LibraryFile.open(path)
    assert _pragma(path, "user_version") == LIBRARY_VERSION


def test_an_older_file_cannot_be_read_before_it_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    LibraryFile.open(path).close()
    monkeypatch.setattr("arxtui.store.library.database.MIGRATIONS", (*library_schema.MIGRATIONS, _dated))
    with pytest.raises(StoreError, match="opened for writing once"):
        LibraryFile.open(path, read_only=True)


def test_a_file_opened_for_reading_is_read_while_another_writes(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as writer, Cache.open(tmp_path / "cache.db", read_only=True) as reader:
        take(writer, QUEUES)
        assert reader.papers.get(QUEUES.key) == QUEUES
        with pytest.raises(StoreError, match="cannot be written"):
            take(reader, STALENESS)


@BOTH
@pytest.mark.parametrize("reads", [1, 2, 3])
def test_a_file_that_another_process_makes_while_it_is_looked_at_is_ours(
    opened: Open, reads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, left, value = tmp_path / "new.db", [reads], Database.value

    def looked_at(db: Database, sql: str, *values: Sequence[object]) -> object:
        found = value(db, sql, *values)
        left[0] -= 1
        if left[0] == 0:
            opened(file).close()
        return found

    monkeypatch.setattr(Database, "value", looked_at)
    opened(file).close()
    assert left[0] < 0
