"""Every method of the cache and the library raises a readable error when the file is locked, damaged, full or cannot be
opened."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

import pytest

from arxtui.model.document import Work
from arxtui.model.fulltext import ReadingPlace
from arxtui.model.harvest import Order
from arxtui.model.intake import Intake, Tally
from arxtui.model.marks import MARKS, Reading
from arxtui.model.reported import Report, ReportedWork
from arxtui.model.reviews import FullReview
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import prepare_intake
from arxtui.store.cache.reports import StoredReport
from arxtui.store.cache.schema import CACHE
from arxtui.store.errors import Busy, Damaged, DiskFull, NotOurs, ReadOnly, StoreError
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.types import Deed
from arxtui.store.library.views import View, ViewChange, ViewEdit
from arxtui.store.progress.imports import Progress
from arxtui.store.sqlite.connection import Database, to_store_error
from arxtui.store.texts.citations import MatchedText
from tests.builders import DAY, NOW, announced, paper
from tests.homes import as_made
from tests.store.cache.test_announced_days import PAGE
from tests.store.made import CARD, QUEUES, STALENESS, packed, take
from tests.store.progress.test_ledger import FINE
from tests.store.progress.test_ranking_scores import LEARNED, MODEL
from tests.store.texts.test_fulltexts import FULLTEXT_READS, FULLTEXT_WRITES

KEY = STALENESS.key
REPORT = Report("inspire", NOW, "7", (ReportedWork(Work(arxiv=STALENESS.id)),), (), 1, 0, 0, "Key:2026a", "")

CACHE_READS: dict[str, Callable[[Cache], object]] = {
    "month_keys": lambda cache: cache.month_keys(),
    "newest_key": lambda cache: cache.newest_key(),
    "rows": lambda cache: cache.rows([KEY]),
    "papers.get": lambda cache: cache.papers.get(KEY),
    "papers.get_all": lambda cache: cache.papers.get_all([KEY]),
    "papers.readable": lambda cache: cache.papers.readable([KEY]),
    "papers.with_derived": lambda cache: cache.papers.with_derived([KEY]),
    "papers.packed": lambda cache: cache.papers.packed([KEY]),
    "papers.older": lambda cache: list(cache.papers.older(KEY)),
    "papers.titled": lambda cache: cache.papers.titled([(STALENESS.title, [2026])]),
    "papers.versions": lambda cache: cache.papers.versions(KEY),
    "announcements.of": lambda cache: cache.announcements.of(KEY),
    "reviews": lambda cache: cache.reviews(KEY),
    "documents": lambda cache: cache.documents([KEY]),
    "text_states": lambda cache: cache.text_states([KEY]),
    "with_text": lambda cache: cache.with_text(),
    "aliases.resolve": lambda cache: cache.aliases.resolve(STALENESS.arxiv_id),
    "aliases.of": lambda cache: cache.aliases.of(KEY | 1 << 31),
    "aliases.all": lambda cache: cache.aliases.all(),
    "aliases.among": lambda cache: cache.aliases.among([KEY | 1 << 31]),
    "announcements.of_papers": lambda cache: cache.announcements.of_papers([KEY]),
    "papers.versions_of": lambda cache: cache.papers.versions_of([KEY]),
    "aliases.former_keys": lambda cache: cache.aliases.former_keys([KEY]),
    "papers.pending": lambda cache: cache.papers.pending(5),
    "papers.incomplete": lambda cache: cache.papers.incomplete(5),
    "announcements.keys": lambda cache: cache.announcements.keys(DAY, None),
    "announcements.types": lambda cache: cache.announcements.types(DAY, DAY),
    "announcements.days": lambda cache: cache.announcements.days(5),
    "announcements.day_beside": lambda cache: cache.announcements.day_beside(DAY, 1, ["cs.DC"]),
    "papers.before": lambda cache: cache.papers.before(KEY, 2),
    "changes.arrived_since": lambda cache: cache.changes.arrived_since(NOW),
    "changes.latest": lambda cache: cache.changes.latest(),
    "changes.lag": lambda cache: cache.changes.lag(1),
    "changes.since": lambda cache: cache.changes.since(0, 5),
    "count": lambda cache: cache.count(),
    "has_reviews": lambda cache: cache.has_reviews(),
    "counts_by_primary": lambda cache: cache.counts_by_primary(),
    "stats": lambda cache: cache.stats(),
    "papers.categories": lambda cache: cache.papers.categories([KEY]),
    "papers.contents": lambda cache: cache.papers.contents([KEY]),
    "papers.titles": lambda cache: cache.papers.titles([KEY]),
    "papers.origins": lambda cache: cache.papers.origins([KEY]),
    "imports.unfinished": lambda cache: cache.imports.unfinished(b"file"),
    "imports.rejects": lambda cache: cache.imports.rejects(b"file", 0, 9),
    "harvests.place": lambda cache: cache.harvests.place(Order()),
    "harvests.through": lambda cache: cache.harvests.through("arXivRaw", "cs"),
    "harvests.deletions": lambda cache: cache.harvests.deletions([KEY]),
    "withdrawals.keys": lambda cache: cache.withdrawals.keys(),
    "withdrawals.among": lambda cache: cache.withdrawals.among([KEY]),
    "withdrawals.since": lambda cache: cache.withdrawals.since(NOW),
    "ledger.get": lambda cache: cache.ledger.get("arxiv", "feed"),
    "ledger.all": lambda cache: cache.ledger.all(),
    "announced_days.get": lambda cache: cache.announced_days.get("cs.DC", DAY),
    "announced_days.of": lambda cache: cache.announced_days.of("cs.DC", DAY, DAY),
    "announced_days.begin": lambda cache: cache.announced_days.begin("cs.DC"),
    "announced_days.stored": lambda cache: cache.announced_days.stored("cs.DC", DAY, DAY),
    "announced_days.announced": lambda cache: cache.announced_days.announced("cs.DC", DAY),
    **{f"fulltexts.{name}": read for name, read in FULLTEXT_READS.items()},
    "rule_matches.read": lambda cache: cache.rule_matches.read(["rule"]),
    "ranking_scores.learned": lambda cache: cache.ranking_scores.learned(),
    "ranking_scores.model": lambda cache: cache.ranking_scores.model(),
    "ranking_scores.scores": lambda cache: cache.ranking_scores.scores([KEY]),
    "ranking_scores.all_scores": lambda cache: cache.ranking_scores.all_scores(),
    "citations.fetched": lambda cache: cache.citations.fetched(KEY),
    "citations.matched": lambda cache: cache.citations.matched(KEY),
    "citations.of": lambda cache: cache.citations.of(KEY),
    "citations.all_of": lambda cache: cache.citations.all_of([KEY]),
    "citations.sharing": lambda cache: cache.citations.sharing(KEY),
    "citations.lengths": lambda cache: cache.citations.lengths([KEY]),
    "citations.to": lambda cache: cache.citations.to([KEY]),
    "citations.unsettled": lambda cache: cache.citations.unsettled(KEY, [1], 2),
    "citations.due": lambda cache: cache.citations.due(1, 2),
    "citations.with_entries": lambda cache: cache.citations.with_entries(1, 9),
    "graph.statements": lambda cache: cache.graph.statements(KEY),
    "graph.references": lambda cache: cache.graph.references(KEY),
    "graph.references_of": lambda cache: cache.graph.references_of([KEY]),
    "graph.citing": lambda cache: cache.graph.citing([KEY]),
    "graph.counts": lambda cache: cache.graph.counts([KEY]),
    "graph.witnesses": lambda cache: cache.graph.witnesses(KEY, KEY),
    "graph.make_lists": lambda cache: cache.graph.make_lists(),
    "graph.is_behind": lambda cache: cache.graph.is_behind(),
    "graph.sources": lambda cache: cache.graph.sources(),
    "graph.with_citations": lambda cache: cache.graph.with_citations(1, 9),
    "graph.sharing": lambda cache: cache.graph.sharing(KEY, 9),
    "graph.beside": lambda cache: cache.graph.beside(KEY, 9),
    "reports.of": lambda cache: cache.reports.of(KEY),
    "reports.references": lambda cache: cache.reports.references(KEY),
    "reports.citing": lambda cache: cache.reports.citing(KEY),
    "has_citations": lambda cache: cache.has_citations(),
    "reports.due": lambda cache: cache.reports.due(1),
    "reports.unsettled": lambda cache: cache.reports.unsettled(KEY, ["10.1000/x"], 1),
    "reports.texkeys": lambda cache: cache.reports.texkeys([KEY]),
    "reports.bibtex": lambda cache: cache.reports.bibtex([KEY]),
    "full_reviews.of": lambda cache: cache.full_reviews.of(KEY),
    "requested.names": lambda cache: cache.requested.names(),
    "announced_days.newest_before": lambda cache: cache.announced_days.newest_before("cs.DC", DAY),
}
CACHE_WRITES: dict[str, Callable[[Cache], object]] = {
    "ranking_scores.put": lambda cache: cache.ranking_scores.put(LEARNED, MODEL, {KEY: 1.5}),
    "ranking_scores.add": lambda cache: cache.ranking_scores.add({KEY: 1.5}, [1]),
    "ranking_scores.forget": lambda cache: cache.ranking_scores.forget(),
    "take": lambda cache: cache.take(Intake(papers=(STALENESS,), reviews=(CARD,))),
    "take_all": lambda cache: cache.take_all(Intake(papers=(STALENESS,), reviews=(CARD,))),
    "put": lambda cache: cache.put([prepare_intake(Intake(papers=(QUEUES,)))], Progress(b"file", 1, 0.5)),
    "remove_cited_works": lambda cache: cache.remove_cited_works([KEY]),
    "repack_next": lambda cache: cache.repack_next(),
    "imports.end": lambda cache: cache.imports.end(b"file"),
    "imports.end_all": lambda cache: cache.imports.end_all(0),
    "imports.step": lambda cache: cache.imports.step(Progress(b"file", 1, 0.5), Tally(), ()),
    "ledger.put": lambda cache: cache.ledger.put(FINE),
    "ledger.forget": lambda cache: cache.ledger.forget("arxiv", NOW),
    "requested.add": lambda cache: cache.requested.add([STALENESS.id]),
    "requested.drop": lambda cache: cache.requested.drop([STALENESS.id]),
    **{f"fulltexts.{name}": write for name, write in FULLTEXT_WRITES.items()},
    "citations.put": lambda cache: cache.citations.put(MatchedText(KEY, 1, 2, 0), [], None),
    "graph.put": lambda cache: cache.graph.put("file", 1, {KEY: [KEY]}),
    "graph.forget": lambda cache: cache.graph.forget("file", [KEY]),
    "graph.postpone_folding": lambda cache: cache.graph.postpone_folding(),
    "graph.fold_next": lambda cache: cache.graph.fold_next(),
    "reports.put": lambda cache: cache.reports.put(KEY, REPORT),
    "reports.settle": lambda cache: cache.reports.settle(StoredReport(KEY, "inspire", 0.0), (), 1),
    "reports.count_request": lambda cache: cache.reports.count_request("inspire", 1, 2),
    "full_reviews.put": lambda cache: cache.full_reviews.put(KEY, [FullReview(STALENESS.id, 2)]),
    "announced_days.put": lambda cache: cache.announced_days.put([PAGE]),
    "announced_days.withdraw": lambda cache: cache.announced_days.withdraw("cs.DC", DAY, [STALENESS.id], "short"),
}
LIBRARY_READS: dict[str, Callable[[LibraryFile], object]] = {
    "journal.newest": lambda library: library.journal.newest(),
    "inbox.unread": lambda library: library.inbox.unread(),
    "marks.read": lambda library: library.marks.read(),
    "judgements.read_since": lambda library: library.judgements.read_since(NOW),
    "marks.having": lambda library: [library.marks.having(mark.name) for mark in MARKS],
    "inbox.days": lambda library: library.inbox.days(),
    "marks.of": lambda library: library.marks.of([KEY]),
    "tags.all": lambda library: library.tags.all(),
    "tags.names": lambda library: library.tags.names(),
    "lists.all": lambda library: library.lists.all(),
    "refusals.of": lambda library: library.refusals.of(KEY),
    "refusals.all": lambda library: library.refusals.all(),
    "marks.ratings": lambda library: library.marks.ratings(),
    "marks.readings": lambda library: library.marks.readings(),
    "journal.papers_of": lambda library: library.journal.papers_of(1),
    "judgements.all": lambda library: library.judgements.all(),
    "judgements.since": lambda library: library.judgements.since(),
    "judgements.uses": lambda library: list(library.judgements.uses("read")),
    "marks.notes": lambda library: library.marks.notes(),
    "inbox.delivered": lambda library: library.inbox.delivered([KEY]),
    "applied_rules.of": lambda library: library.applied_rules.of("rule"),
    "views.all": lambda library: library.views.all(),
    "knows_papers": lambda library: library.knows_papers(),
    "journal.acts": lambda library: library.journal.acts(5),
    "saved_works": lambda library: library.saved_works(),
    "saved_record": lambda library: library.saved_record(KEY),
    "places.of": lambda library: library.places.of(KEY),
    "places.read_at": lambda library: library.places.read_at(),
    "sessions.last": lambda library: library.sessions.last(),
    "sessions.before": lambda library: library.sessions.before(),
}
LIBRARY_WRITES: dict[str, Callable[[LibraryFile], object]] = {
    "inbox.deliver": lambda library: library.inbox.deliver(DAY, [1, 2]),
    "marks.apply": lambda library: library.marks.apply([3], "hide", NOW),
    "marks.pass_over": lambda library: library.marks.pass_over([3], NOW, 0),
    "marks.decide": lambda library: library.marks.decide({3: 1}, "star", NOW),
    "journal.change_config": lambda library: library.journal.change_config(
        lambda: (Deed("make rule", NOW, "x"), "", "x"), lambda: None
    ),
    "marks.note": lambda library: library.marks.note({3: "a thought"}, NOW),
    "journal.change_views": lambda library: library.journal.change_views(
        lambda views: ViewEdit(Deed("save view", NOW, "Queues"), [ViewChange(None, View("Queues", "queues", 1, 1))])
    ),
    "places.put": lambda library: library.places.put(KEY, ReadingPlace(2, 10, 1, NOW)),
    "marks.rate": lambda library: library.marks.rate([3], 4, NOW),
    "marks.read_as": lambda library: library.marks.read_as([3], Reading.READING, NOW),
    "lists.enlist": lambda library: library.lists.enlist([3], "seminar", NOW),
    "lists.delist": lambda library: library.lists.delist([KEY], "seminar", NOW),
    "lists.arrange": lambda library: library.lists.arrange("seminar", [KEY], None, NOW),
    "lists.rename": lambda library: library.lists.rename("seminar", "course", NOW),
    "lists.remove": lambda library: library.lists.remove("seminar", NOW),
    "refusals.refuse": lambda library: library.refusals.refuse(KEY, "2404.00002", NOW),
    "refusals.accept": lambda library: library.refusals.accept(1, "2404.00002", NOW),
    "tags.retag": lambda library: library.tags.retag([KEY], ["book", "new"], ["thesis"], NOW),
    "tags.give": lambda library: library.tags.give({KEY: ["own"]}, NOW),
    "tags.rename": lambda library: library.tags.rename("thesis", "book", NOW),
    "tags.remove": lambda library: library.tags.remove("thesis", NOW),
    "judgements.forget": lambda library: library.judgements.forget(NOW),
    "applied_rules.put": lambda library: library.applied_rules.put("rule", [KEY], ["rule"]),
    "journal.undo": lambda library: library.journal.undo(NOW),
    "journal.redo": lambda library: library.journal.redo(),
    "sessions.begin": lambda library: library.sessions.begin(NOW),
    "sessions.end": lambda library: library.sessions.end(NOW),
}
# These methods report what is wrong or only use the connection.
APART = {
    *("changes", "close", "data_version", "faults", "faults_at_ends", "mark_changes", "open", "path"),
    *("set_replaced_keys", "written"),
}
# These methods run inside the transaction of ``put``, or report failures in another way than by raising.
WITHIN = {
    *("full_reviews.take", "harvests.advance", "imports.advance", "rule_matches.write"),
    *("papers.documents", "papers.reviews"),
}


def _named(actions: dict[str, Callable[..., object]]) -> list[object]:
    return [pytest.param(action, id=name) for name, action in actions.items()]


def _public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")} - APART


def _methods(file: Cache | LibraryFile) -> set[str]:
    """Return the public methods of a file and of each of its parts."""
    lazy = {name for name, value in vars(type(file)).items() if isinstance(value, cached_property)}
    parts = lazy | {name for name in vars(file) if not name.startswith("_")}
    return {f"{part}.{name}" for part in parts for name in _public(type(getattr(file, part)))} | (
        _public(type(file)) - parts
    )


def test_every_public_method_is_tried_here(cache: Cache, library: LibraryFile) -> None:
    assert _methods(cache) - WITHIN == (CACHE_READS | CACHE_WRITES).keys()
    assert _methods(library) == (LIBRARY_READS | LIBRARY_WRITES).keys()


def _open_cache(folder: Path) -> Cache:
    return Cache.open(folder / "cache.db", busy_timeout=0.05, clock=lambda: NOW)


def _fill_cache(folder: Path) -> None:
    with _open_cache(folder) as cache:
        take(cache, STALENESS, QUEUES, reviews=(CARD,), announcements=(announced(STALENESS),))
        take(cache, reviews=(CARD,))
        cache._db.run("INSERT INTO meta (name, value) VALUES ('repacked', -1)")


@pytest.fixture
def full_cache(tmp_path: Path) -> Iterator[Cache]:
    """A cache with something in every table."""
    as_made(tmp_path, _fill_cache, lambda: _fill_cache(tmp_path))
    with _open_cache(tmp_path) as cache:
        yield cache


def _open_library(folder: Path) -> LibraryFile:
    return LibraryFile.open(folder / "library.db", busy_timeout=0.05)


def _fill_library(folder: Path) -> None:
    with _open_library(folder) as library:
        library.inbox.deliver(DAY, [1])
        library.marks.apply([KEY], "star", NOW, packed(STALENESS))
        library.marks.apply([KEY], "tag", NOW, name="thesis")
        library.lists.enlist([KEY, 1], "seminar", NOW)
        library.refusals.refuse(1, "2404.00002", NOW)


@pytest.fixture
def full_library(tmp_path: Path) -> Iterator[LibraryFile]:
    """A library with something in every table."""
    as_made(tmp_path, _fill_library, lambda: _fill_library(tmp_path))
    with _open_library(tmp_path) as library:
        yield library


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize("write", _named(CACHE_WRITES))
def test_a_write_to_a_locked_cache_says_that_it_is_in_use(
    full_cache: Cache, tmp_path: Path, write: Callable[[Cache], object]
) -> None:
    with _locked(tmp_path / "cache.db"), pytest.raises(Busy, match="in use by another process"):
        write(full_cache)
    write(full_cache)


@pytest.mark.parametrize("write", _named(LIBRARY_WRITES))
def test_a_write_to_a_locked_library_says_that_it_is_in_use(
    full_library: LibraryFile, tmp_path: Path, write: Callable[[LibraryFile], object]
) -> None:
    with _locked(tmp_path / "library.db"), pytest.raises(Busy, match="in use by another process"):
        write(full_library)
    write(full_library)


@pytest.mark.parametrize("read", _named(CACHE_READS))
def test_a_locked_cache_is_read_all_the_same(
    full_cache: Cache, tmp_path: Path, read: Callable[[Cache], object]
) -> None:
    with _locked(tmp_path / "cache.db"):
        read(full_cache)


@pytest.mark.parametrize("read", _named(LIBRARY_READS))
def test_a_locked_library_is_read_all_the_same(
    full_library: LibraryFile, tmp_path: Path, read: Callable[[LibraryFile], object]
) -> None:
    with _locked(tmp_path / "library.db"):
        read(full_library)


@pytest.mark.parametrize("read", _named(CACHE_READS | CACHE_WRITES))
def test_no_method_of_the_cache_leaves_a_lock_behind(
    full_cache: Cache, tmp_path: Path, read: Callable[[Cache], object]
) -> None:
    read(full_cache)
    with _locked(tmp_path / "cache.db"), closing(sqlite3.connect(tmp_path / "cache.db")) as other:
        busy, *_ = other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        assert busy == 0


@pytest.mark.parametrize("opened", [Cache.open, LibraryFile.open])
def test_a_file_locked_by_another_process_cannot_be_opened(opened: Callable[..., Any], tmp_path: Path) -> None:
    opened(tmp_path / "held.db").close()
    with closing(sqlite3.connect(tmp_path / "held.db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Busy, match="in use by another process"):
            opened(tmp_path / "held.db", busy_timeout=0.05)


def _scribble(path: Path) -> None:
    """Checkpoint the write-ahead log, then overwrite every page except the first with random bytes."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = other.execute("PRAGMA page_size").fetchone()[0]
    with path.open("r+b") as file:
        pages = path.stat().st_size // size
        file.seek(size)
        file.write(os.urandom(size) * (pages - 1))


@pytest.mark.parametrize("action", _named(CACHE_READS | CACHE_WRITES))
def test_a_damaged_cache_is_reported_with_advice(
    full_cache: Cache, tmp_path: Path, action: Callable[[Cache], object]
) -> None:
    path = tmp_path / "cache.db"
    full_cache.close()
    _scribble(path)
    with Cache.open(path) as cache, pytest.raises(Damaged, match=r"cache\.db is damaged .* can be deleted"):
        action(cache)


@pytest.mark.parametrize("action", _named(LIBRARY_READS | LIBRARY_WRITES))
def test_a_damaged_library_is_reported_with_advice(
    full_library: LibraryFile, tmp_path: Path, action: Callable[[LibraryFile], object]
) -> None:
    path = tmp_path / "library.db"
    full_library.close()
    _scribble(path)
    with LibraryFile.open(path) as library, pytest.raises(Damaged, match=r"library\.db is damaged .*arxtui restore"):
        action(library)


def test_faults_of_a_damaged_file_are_listed_and_a_sound_one_has_none(full_cache: Cache, tmp_path: Path) -> None:
    assert full_cache.faults() == full_cache.faults_at_ends() == []
    full_cache.close()
    _scribble(tmp_path / "cache.db")
    with Cache.open(tmp_path / "cache.db") as damaged:
        faults = damaged.faults()
        assert len(damaged.faults_at_ends()) == 1
    assert faults != []
    assert not any(each.startswith("***") for each in faults), "headings are no faults"


def test_a_record_that_cannot_be_unpacked_is_damage(full_cache: Cache) -> None:
    full_cache._db.run("UPDATE detail SET body = x'0102'")
    with pytest.raises(Damaged, match="cannot be read"):
        full_cache.papers.get(KEY)


@pytest.mark.parametrize("place", range(3))
def test_a_record_that_cannot_be_unpacked_hides_no_other_from_the_index(full_cache: Cache, place: int) -> None:
    papers = [paper(number) for number in (7, 8, 9)]
    take(full_cache, *papers)
    keys = [each.key for each in papers]
    full_cache._db.run("UPDATE detail SET body = x'0102' WHERE key = ?", (keys[place],))
    assert [each.key for each in full_cache.documents(keys)] == keys[:place] + keys[place + 1 :]


def _fill_up(db: Database) -> None:
    """Stop the file from growing, as on a full disk."""
    db.run(f"PRAGMA max_page_count = {db.value('PRAGMA page_count')}")


def test_a_full_disk_is_reported_and_nothing_is_half_taken(full_cache: Cache) -> None:
    _fill_up(full_cache._db)
    keys, number = list(full_cache.month_keys()), full_cache.changes.latest()
    with pytest.raises(DiskFull, match="no room left on the disk"):
        take(full_cache, *(paper(place, abstract=os.urandom(500).hex()) for place in range(1, 200)))
    assert list(full_cache.month_keys()) == keys
    assert full_cache.changes.latest() == number
    assert full_cache.faults() == []


def test_a_mark_that_finds_the_disk_full_is_not_half_made(full_library: LibraryFile) -> None:
    _fill_up(full_library._db)
    with pytest.raises(DiskFull, match="no room left on the disk"):
        full_library.marks.apply(range(10, 5_000), "hide", NOW)
    assert list(full_library.marks.having("hidden")) == []
    assert [act.what for act in full_library.journal.acts(5)] == ["refuse", "enlist", "tag", "star"]


def test_an_undo_and_a_redo_that_find_the_disk_full_are_not_half_done(library: LibraryFile) -> None:
    library.lists.enlist(range(10, 5_000), "seminar", NOW)
    library.lists.remove("seminar", NOW)
    library._db.run("VACUUM")
    _fill_up(library._db)
    with pytest.raises(DiskFull, match="no room left on the disk"):
        library.journal.undo(NOW)
    assert library.lists.all() == []
    assert [act.undone for act in library.journal.acts(5)] == [None, None]
    library._db.run("PRAGMA max_page_count = 100000")
    assert library.journal.undo(NOW) is not None
    assert library.journal.undo(NOW) is not None
    library._db.run("VACUUM")
    _fill_up(library._db)
    with pytest.raises(DiskFull, match="no room left on the disk"):
        library.journal.redo()
    assert library.lists.all() == []
    assert [act.undone for act in library.journal.acts(5)] == [NOW, NOW]


@pytest.mark.parametrize("opened", [Cache.open, LibraryFile.open])
def test_a_directory_that_cannot_be_made_is_reported(opened: Callable[..., object], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be opened"):
        opened(tmp_path / "file" / "new.db")


@pytest.mark.parametrize("opened", [Cache.open, LibraryFile.open])
def test_a_directory_in_the_files_place_is_reported(opened: Callable[..., object], tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        opened(tmp_path)


_READ_ONLY = """
import os, sys
from pathlib import Path
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.store.progress.imports import Progress
from arxtui.store.library.database import LibraryFile
if os.geteuid() == 0:  # root may write everywhere
    os.setuid(65534)
for opened, name in ((Cache.open, "cache.db"), (LibraryFile.open, "library.db"), (Cache.open, "new.db")):
    try:
        opened(Path(sys.argv[1], name))
    except StoreError as error:
        print(error)
"""


def test_a_read_only_directory_is_reported() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Cache.open(folder / "cache.db").close()
        LibraryFile.open(folder / "library.db").close()
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        command = [sys.executable, "-c", _READ_ONLY, name]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/")
        folder.chmod(0o755)
    assert done.stderr == ""
    output = done.stdout.splitlines()
    assert len(output) == 3
    assert all("read-only" in line or "permissions of its directory" in line for line in output)


def test_a_change_that_fails_in_the_middle_is_rolled_back_and_the_next_succeeds(library: LibraryFile) -> None:
    made = ViewChange(None, View("Queues", "queues", None, 1))
    failing: list[Callable[[], object]] = [
        lambda: library.journal.change_views(_fails),
        lambda: library.journal.change_config(_config, _fails),
    ]
    for fails in failing:
        with pytest.raises(RuntimeError, match="in the middle"):
            fails()
        library.marks.apply([1], "star", NOW)
        library.journal.undo(NOW)
    library.journal.change_views(lambda views: ViewEdit(Deed("save view", NOW, "Queues"), [made]))
    assert [act.what for act in library.journal.acts(9)] == ["save view", "star", "star"]


def _config() -> tuple[Deed, list[str], list[str]]:
    return Deed("follow category", NOW, "cs.DC"), [], ["cs.DC"]


def _fails(*_: object) -> NoReturn:
    raise RuntimeError("in the middle of an act")


def test_use_after_closing_is_a_mistake_of_the_program(cache: Cache) -> None:
    cache.close()
    cache.close()
    with pytest.raises(sqlite3.ProgrammingError):
        cache.count()


def test_a_file_whose_header_is_rubbish_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    Cache.open(path).close()
    path.write_bytes(os.urandom(4096) + path.read_bytes()[4096:])
    with pytest.raises(NotOurs, match="damaged"):
        Cache.open(path)


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (sqlite3.SQLITE_BUSY, Busy, "in use by another process"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, Busy, "in use by another process"),
        (sqlite3.SQLITE_LOCKED, Busy, "in use by another process"),
        (sqlite3.SQLITE_PROTOCOL, Busy, "in use by another process"),
        (sqlite3.SQLITE_FULL, DiskFull, "no room left on the disk"),
        (sqlite3.SQLITE_IOERR_SHMSIZE, DiskFull, "no room left on the disk"),
        (sqlite3.SQLITE_NOTADB, NotOurs, "not an SQLite database"),
        (sqlite3.SQLITE_CORRUPT_INDEX, Damaged, "is damaged"),
        (sqlite3.SQLITE_READONLY_DBMOVED, ReadOnly, "read-only"),
        (sqlite3.SQLITE_PERM, ReadOnly, "read-only"),
        (sqlite3.SQLITE_AUTH, ReadOnly, "read-only"),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, StoreError, "permissions of its directory"),
        (sqlite3.SQLITE_IOERR_READ, StoreError, "could not be read or written"),
        (sqlite3.SQLITE_NOMEM, StoreError, "could not be read or written"),
        (sqlite3.SQLITE_INTERRUPT, StoreError, "could not be read or written"),
    ],
)
def test_each_failure_of_sqlite_is_reported_with_the_file_and_the_cause(
    code: int, kind: type[StoreError], words: str
) -> None:
    failure = sqlite3.OperationalError("in its own words")
    failure.sqlite_errorcode = code
    error = to_store_error(failure, Path("/there/cache.db"), CACHE)
    assert type(error) is kind
    assert words in str(error)
    assert "/there/cache.db" in str(error)


def test_a_mistake_of_the_program_is_no_failure_of_the_file() -> None:
    for mistake in (sqlite3.ProgrammingError("closed"), sqlite3.OperationalError("no such column: x")):
        assert to_store_error(mistake, Path("/there/cache.db"), CACHE) is mistake
