"""Repair: data that can be fetched or built again is repaired, and the user's own data is left unchanged."""

from __future__ import annotations

import os
import random
import shutil
import threading
from collections.abc import Callable
from datetime import date
from itertools import count
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.library.doctor import State, examine
from arxtui.model.expr import EVERYTHING, Field, Word
from arxtui.model.intake import Intake
from arxtui.search.errors import SearchBusy
from arxtui.search.index import SearchIndex
from arxtui.search.version import current_folder
from arxtui.store.cache.database import Cache
from arxtui.store.errors import NewerFile
from arxtui.store.recovery import records
from arxtui.store.recovery.rebuild import is_unfinished
from arxtui.sync.by_hand.repair import repair
from arxtui.sync.errors import WorkerBusy
from arxtui.sync.indexing import update_index
from arxtui.sync.lock import index_lock, worker_lock
from tests.builders import paper
from tests.fork_server import ForkServer, Kill

COUNT = 60
PAPERS = tuple(paper(number, abstract=random.Random(number).randbytes(400).hex()) for number in range(1, COUNT + 1))
"""Their texts fill several pages of a database."""
Damage = Callable[[Paths], object]


@pytest.fixture(autouse=True)
def few_days(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repair looks for announcements day by day, here only on the days of two years."""
    monkeypatch.setattr(records, "_FIRST_DAY", date(2025, 1, 1))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose cache and index contain the papers; each test works on a copy."""
    paths = Paths.under(tmp_path_factory.mktemp("sound"))
    paths.make()
    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake(PAPERS))
        update_index(cache, paths.index, threading.Event(), lambda note: None)
    return paths.config.parent


@pytest.fixture
def home(sound: Path, tmp_path: Path) -> Paths:
    return Paths.under(shutil.copytree(sound, tmp_path / "home"))


def mended(paths: Paths) -> list[str]:
    return list(repair(paths, lambda words: None))


def found(paths: Paths) -> tuple[int, int, int]:
    """Return the number of papers in the cache, in the index, and found in the index by a word that every title
    contains."""
    index = SearchIndex.open(paths.index)
    with Cache.open(paths.cache_db) as cache:
        assert cache.changes.lag(index.change_number) == 0
        return cache.count(), index.count(EVERYTHING), index.count(Word("paper", Field.TITLE))


def test_a_repair_leaves_a_sound_cache_and_index_as_they_are(home: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {file: file.stat().st_ino for file in home.index.rglob("*")}
    monkeypatch.setattr(records, "_BATCH", 25)
    said: list[str] = []
    assert list(repair(home, said.append)) == []
    counts = [f"checking the cache: {number} papers" for number in (25, 50, 60)]
    assert said == ["checking the cache", *counts, "checking the search index", "building the search index"]
    assert {file: file.stat().st_ino for file in home.index.rglob("*")} == before
    assert found(home) == (COUNT, COUNT, COUNT)


def a_file(home: Paths, ending: str) -> Path:
    return max(home.index.rglob(f"*.{ending}"), key=lambda each: each.stat().st_size)


def scribble(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 3 : len(content) // 2] = random.Random(3).randbytes(len(content) // 2 - len(content) // 3)
    file.write_bytes(content)


def rename_the_version(home: Paths) -> None:
    (folder,) = home.index.iterdir()
    folder.rename(home.index / "0.0")


def forget_a_paper(home: Paths) -> None:
    """Remove a paper from the index while its change number says that it is up to date with the cache."""
    from arxtui.search import writer

    with Cache.open(home.cache_db) as cache:
        writer.update(home.index, [(PAPERS[0].key, None)], cache.changes.latest())


@pytest.mark.parametrize(
    "damage",
    [
        lambda home: shutil.rmtree(home.index),
        lambda home: a_file(home, "term").unlink(),
        lambda home: a_file(home, "pos").unlink(),
        lambda home: scribble(a_file(home, "idx")),
        lambda home: scribble(a_file(home, "fast")),
        lambda home: next(home.index.rglob("meta.json")).write_text("{}"),
        lambda home: next(home.index.rglob("meta.json")).write_bytes(b"\xff" * 100),
        rename_the_version,
        forget_a_paper,
    ],
)
def test_a_damaged_or_stale_index_is_built_anew(home: Paths, damage: Damage) -> None:
    damage(home)
    assert mended(home)[-1] == f"the search index was rebuilt: {COUNT} papers"
    assert found(home) == (COUNT, COUNT, COUNT)
    assert mended(home) == []


def test_a_damaged_cache_is_rebuilt_from_its_readable_records_and_indexed(home: Paths) -> None:
    content = bytearray(home.cache_db.read_bytes())
    place = content.index(PAPERS[COUNT // 2].title.encode())
    content[place - 10_000 : place + 10_000] = b"\xff" * 20_000
    home.cache_db.write_bytes(content)
    cache, index, built = mended(home)
    papers = found(home)[0]
    assert COUNT // 5 < papers < COUNT
    assert f"{papers:,} papers and 0 reviews were saved" in cache
    assert "belongs to another cache" in index
    assert built == f"the search index was rebuilt: {papers:,} papers"
    assert found(home) == (papers, papers, papers)
    with Cache.open(home.cache_db) as opened:
        opened.take(Intake(PAPERS))
    assert mended(home) == [f"the search index was rebuilt: {COUNT} papers"]
    assert found(home) == (COUNT, COUNT, COUNT)


def test_a_cache_that_is_no_database_is_put_aside(home: Paths) -> None:
    home.cache_db.write_bytes(b"not a database, and never was one. " * 1000)
    cache, *_ = mended(home)
    assert "nothing in it could be read" in cache
    assert found(home) == (0, 0, 0)
    (aside,) = home.cache.glob("cache.db.damaged-*")
    assert aside.read_bytes().startswith(b"not a database")


def test_deleted_files_are_made_anew(home: Paths) -> None:
    shutil.rmtree(home.cache)
    mended(home)
    assert found(home) == (0, 0, 0)


def test_a_repair_leaves_an_empty_or_damaged_library_unchanged(home: Paths) -> None:
    for content in (b"", b"no database at all"):
        home.library_db.write_bytes(content)
        home.cache_db.write_bytes(b"no database either" * 1000)
        mended(home)
        assert home.library_db.read_bytes() == content
        assert [each.name for each in home.data.iterdir()] == [home.library_db.name]


def test_a_cache_of_a_newer_version_is_left_alone(home: Paths) -> None:
    with Cache.open(home.cache_db) as cache:
        cache._db.run("PRAGMA user_version = 99")
    before = home.cache_db.read_bytes()
    with pytest.raises(NewerFile):
        mended(home)
    assert home.cache_db.read_bytes() == before


def test_nothing_is_mended_while_a_refresh_or_an_import_is_at_work(home: Paths) -> None:
    shutil.rmtree(home.index)
    with worker_lock(home.state), pytest.raises(WorkerBusy):
        mended(home)
    with index_lock(home.state, threading.Event()), pytest.raises(SearchBusy, match=rf"process {os.getpid()}\b"):
        mended(home)
    assert not home.index.exists()


_REPAIR = """
from pathlib import Path
from datetime import date
from arxtui.config.paths import Paths
from arxtui.store.recovery import records
from arxtui.sync.by_hand.repair import repair
records._FIRST_DAY = date(2025, 1, 1)
list(repair(Paths.under(Path(sys.argv[1])), lambda words: None))
"""


def test_a_repair_that_is_killed_anywhere_is_ended_by_the_next_one(fork_server: ForkServer, tmp_path: Path) -> None:
    sound = Paths.under(tmp_path / "sound")
    with Cache.open(sound.cache_db) as cache:
        cache.take(Intake(PAPERS))
    content = bytearray(sound.cache_db.read_bytes())
    place = content.index(PAPERS[COUNT // 2].title.encode())
    content[place - 10_000 : place + 10_000] = b"\xff" * 20_000
    saved, ready = set(), 0
    for change in count(1):
        home = Paths.under(tmp_path / str(change))
        home.cache.mkdir(parents=True)
        home.cache_db.write_bytes(content)
        home.cache_db.with_name("cache.db-wal").write_bytes(b"what was written last")
        assert fork_server.run(_REPAIR, home.cache.parent, kill=Kill(change=change)).killed
        if home.index.exists():
            break  # the repair has finished with the cache
        assert home.cache_db.exists()
        ready += is_unfinished(home.cache_db)
        (checked,) = (check for check in examine(home, {}, lambda words: None) if check.part == "cache")
        said = mended(home)
        assert is_unfinished(home.cache_db) is False
        saved.add(found(home))
        (aside,) = (each for each in home.cache.glob("cache.db.damaged-*") if not each.name.endswith("-wal"))
        assert (checked.state is State.OK) == (not any("cache was rebuilt" in words for words in said))
        names = {each.name for each in home.cache.iterdir()}
        assert names <= {"cache.db", "cache.db-wal", "cache.db-shm", "index", aside.name, f"{aside.name}-wal"}
        assert aside.read_bytes() == content
    assert ready >= 3
    assert len(saved) == 1


@pytest.mark.parametrize("changes", [0, 9], ids=["no newer", "newer"])
def test_an_index_of_another_version_is_removed(home: Paths, changes: int) -> None:
    if changes:
        with Cache.open(home.cache_db) as cache:
            cache.take(Intake(tuple(paper(COUNT + number) for number in range(1, changes + 1))))
    other = home.index / "0.1"
    shutil.copytree(current_folder(home.index), other)
    done = [*repair(home, lambda words: None)]
    assert ("the search index of another version (0.1) was removed" in done) == (not changes)
    assert not other.exists()
    assert [*repair(home, lambda words: None)] == []
    assert SearchIndex.open(home.index).count(EVERYTHING) == COUNT + changes
