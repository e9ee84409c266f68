"""Details of an older program's cache are packed in the current format, bit by bit."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from arxtui.sources.records import parse_record
from arxtui.store.cache import repacking
from arxtui.store.cache.database import Cache
from arxtui.store.sqlite.packed_json import pack_json
from arxtui.sync.worker.process import repack_some
from tests.builders import paper
from tests.disk import mounted
from tests.store.cache.test_papers import real_papers
from tests.store.made import formats, make_older, take

PAPERS = 40
DEFLATED, CURRENT = b"\x01", b"\x02"
Rows = list[tuple[object, ...]]

_KILLED = """
import itertools, os, signal, sys
from pathlib import Path
from arxtui.store.cache import repacking
from arxtui.store.cache.database import Cache
from arxtui.store.sqlite.connection import Database

calls, insert = itertools.count(1), Database.run_many
def insert_or_die(self, sql, rows):
    if "INTO detail" in sql and next(calls) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return insert(self, sql, rows)
repacking.STEP, Database.run_many = 10, insert_or_die
with Cache.open(Path(sys.argv[1])) as cache:
    while cache.repack_next():
        pass
"""


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of ten papers."""
    monkeypatch.setattr(repacking, "STEP", 10)


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """The cache of an older program with 40 papers."""
    return made_by_older_program(tmp_path / "cache.db")


def made_by_older_program(path: Path) -> Path:
    """Create the cache of an older program with 40 papers."""
    with Cache.open(path) as cache:
        take(cache, *(paper(number, title=f"Łukasz \N{SNOWMAN} $x_{number}$") for number in range(1, PAPERS + 1)))
    make_older(path)
    return path


def run(sql: str, path: Path) -> Rows:
    """Run a statement in a connection of its own."""
    with closing(sqlite3.connect(path)) as db, db:
        return db.execute(sql).fetchall()


def repack_all(cache: Cache) -> None:
    """Repack until nothing is left."""
    while cache.repack_next():
        pass


def contents(cache: Cache) -> Rows:
    """Return everything that a cache says of its papers, with their content hashes and change numbers."""
    keys = list(cache.month_keys())
    records = [*cache.papers.get_all(keys).items(), *cache.papers.contents(keys).items()]
    return [*records, *cache.changes.since(0, len(keys)), (cache.changes.latest(),)]


def test_real_papers_stay_as_they_are_and_the_space_they_free_is_used_again(tmp_path: Path, shared: Path) -> None:
    path = tmp_path / "cache.db"
    odd = (shared / "data/papers-odd.jsonl").read_text(encoding="utf-8").splitlines()
    with Cache.open(path) as cache:
        take(cache, *islice(real_papers(shared / "data/papers-2k.jsonl.gz"), 1_000))
        take(cache, *(each for line in odd for each in parse_record(line).papers))
    make_older(path)
    with Cache.open(path) as cache:
        before, size = contents(cache), cache._db.size()
        repack_all(cache)
        assert contents(cache) == before
        assert cache.faults() == []
        assert cache._db.size() == size
        freed = cache._db.free_size()
        assert freed > size // 20
        take(cache, *(paper(number, month="2609", abstract="Queues. " * 200) for number in range(200)))
        assert (cache._db.size(), cache._db.free_size() < freed) == (size, True)
    assert formats(path) == {CURRENT}


def test_each_step_continues_where_the_last_one_stopped(older: Path, small_steps: None) -> None:
    with Cache.open(older) as cache:
        assert cache.repack_next()
    assert run("SELECT count(*) FROM detail WHERE substr(body, 1, 1) = x'02'", older) == [(10,)]
    with Cache.open(older) as cache, Cache.open(older) as other:
        before = contents(cache)
        steps = [each.repack_next() for each in (cache, other, cache, other, cache, other)]
        assert steps == [True, True, True, False, False, False]
        assert contents(cache) == before
    assert formats(older) == {CURRENT}


def test_a_repacked_cache_and_a_new_one_are_not_written_to(older: Path, tmp_path: Path) -> None:
    with Cache.open(older) as repacked, Cache.open(tmp_path / "new.db") as new:
        repack_all(repacked)
        take(new, paper(1))
        for cache in (repacked, new):
            rows = cache._db.changes
            assert not cache.repack_next()
            assert cache._db.changes == rows


def test_a_process_killed_between_delete_and_insert_leaves_whole_steps(older: Path) -> None:
    with Cache.open(older) as cache:
        before = contents(cache)
    assert subprocess.run([sys.executable, "-c", _KILLED, older]).returncode == -signal.SIGKILL
    assert run("SELECT substr(body, 1, 1), count(*) FROM detail GROUP BY 1", older) == [(DEFLATED, 30), (CURRENT, 10)]
    with Cache.open(older) as cache:
        assert contents(cache) == before
        repack_all(cache)
        assert contents(cache) == before
    assert formats(older) == {CURRENT}


def test_a_damaged_record_stays_as_it_is(older: Path) -> None:
    damage = "SELECT CAST(title AS BLOB), CAST(body AS BLOB) FROM detail ORDER BY key LIMIT 4"
    cut = pack_json(["a text that is longer than half of it"])[:-8]
    followed = pack_json(["a text"]) + b"other bytes"
    rows = [(b"\xff\xfe", b""), (b"a\0b", followed), (b"", b"\x07unknown"), (b"cut off", cut)]
    with closing(sqlite3.connect(older)) as db, db:
        keys = [key for (key,) in db.execute("SELECT key FROM detail ORDER BY key LIMIT 4")]
        for key, row in zip(keys, rows, strict=True):
            db.execute("UPDATE detail SET title = CAST(? AS TEXT), body = ? WHERE key = ?", (*row, key))
    with Cache.open(older) as cache:
        repack_all(cache)
    assert run(damage, older) == rows
    assert run("SELECT DISTINCT typeof(title), typeof(body) FROM detail", older) == [("text", "blob")]
    assert run("SELECT count(*) FROM detail WHERE substr(body, 1, 1) = x'02'", older) == [(PAPERS - 4,)]


def test_another_writer_is_not_made_to_wait(older: Path) -> None:
    with Cache.open(older) as writer:
        with writer._db.transaction():
            repack_some(older, threading.Event())
            assert formats(older) == {DEFLATED}
        repack_some(older, threading.Event())
    assert formats(older) == {CURRENT}


def test_a_stopped_worker_does_not_begin(older: Path) -> None:
    stopped = threading.Event()
    stopped.set()
    repack_some(older, stopped)
    assert formats(older) == {DEFLATED}


@pytest.fixture
def on_small_disk(tmp_path: Path) -> Iterator[Path]:
    """The cache of an older program on a full disk."""
    with mounted(tmp_path / "disk", "4M") as disk:
        path = made_by_older_program(disk.folder / "cache.db")
        Cache.open(path).close()
        disk.fill()
        yield path


def test_a_full_disk_puts_it_off(on_small_disk: Path) -> None:
    repack_some(on_small_disk, threading.Event())
    (on_small_disk.parent / "filler").unlink()
    assert formats(on_small_disk) == {DEFLATED}
    repack_some(on_small_disk, threading.Event())
    assert formats(on_small_disk) == {CURRENT}
