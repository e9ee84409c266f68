"""Records that nothing needs are removed from the library, and its file is shrunk; nothing else is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxtui.light import changed
from arxtui.model.fulltext import ReadingPlace
from arxtui.model.marks import Marks, Reading
from arxtui.store.cache.database import Cache
from arxtui.store.errors import Busy, DiskFull
from arxtui.store.library import space
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.space import reclaim, remove_unneeded_records, unneeded_records
from tests.builders import NOW, paper
from tests.disk import mounted
from tests.fork_server import ForkServer, Kill
from tests.homes import as_made
from tests.samples import sample
from tests.store.made import CARD, LONG_KEYS, LONG_PAPERS, STALENESS, fill_with_undone_stars, packed, take

PAPERS = [paper(number) for number in range(1, 4)]
KEYS = [each.key for each in PAPERS]
KEEP = packed(*PAPERS)
"""Supplies the records from a cache that has all papers."""


def _stored(library: LibraryFile) -> list[int]:
    return [key for (key,) in library._db.rows("SELECT key FROM kept ORDER BY key")]


def _remove(library: LibraryFile) -> int:
    return remove_unneeded_records(library._db, set(_stored(library)), {})


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("library.db*") if not file.name.endswith("-shm"))


_TAGS, _LISTS = st.sampled_from(["thesis", "thesis/related"]), st.sampled_from(["seminar", "course"])
_STEPS = st.one_of(
    st.tuples(st.sampled_from(["star", "unstar", "hide", "queue", "unqueue", "read", "unread", "decide"]), st.just("")),
    st.tuples(st.sampled_from(["rate", "reading", "note"]), st.sampled_from(["", "some"])),
    st.tuples(st.sampled_from(["tag", "untag", "retag", "remove tag"]), _TAGS),
    st.tuples(st.sampled_from(["enlist", "delist"]), _LISTS),
    st.tuples(st.sampled_from(["rename tag", "rename list", "undo", "redo", "remove records"]), st.just("")),
    st.tuples(st.just("undo number"), st.sampled_from("123456")),
)


_Run = Callable[[LibraryFile, list[int], str], object]
_RUNS: dict[str, _Run] = {
    "rate": lambda library, keys, some: library.marks.rate(keys, 4 if some else None, NOW, KEEP),
    "reading": lambda library, keys, some: library.marks.read_as(keys, Reading.READING if some else None, NOW, KEEP),
    "note": lambda library, keys, text: library.marks.note(dict.fromkeys(keys, text or None), NOW, KEEP),
    "decide": lambda library, keys, _: library.marks.decide(dict.fromkeys(keys, 1), "star", NOW, KEEP),
    "enlist": lambda library, keys, name: library.lists.enlist(keys, name, NOW, KEEP),
    "delist": lambda library, keys, name: library.lists.delist(keys, name, NOW),
    "rename list": lambda library, *_: library.lists.rename("seminar", f"no {len(library.journal.acts(99))}", NOW),
    "retag": lambda library, keys, name: library.tags.retag(keys, [name], ["book"], NOW, KEEP),
    "rename tag": lambda library, *_: library.tags.rename("thesis", "book", NOW),
    "remove tag": lambda library, _, name: library.tags.remove(name, NOW),
    "undo": lambda library, *_: library.journal.undo(NOW),
    "undo number": lambda library, _, number: library.journal.undo(NOW, int(number)),
    "redo": lambda library, *_: library.journal.redo(),
    "remove records": lambda library, *_: _remove(library),
}
"""The steps that are not acts of ``marks.apply``, by name. Each takes the library, keys and a name."""


def _run(library: LibraryFile, what: str, name: str, keys: list[int], by: str) -> None:
    if run := _RUNS.get(what):
        run(library, keys, name)
    else:
        library.marks.apply(keys, what, NOW, KEEP, name=name, by=by)  # type: ignore[arg-type]


def _lacking(library: LibraryFile) -> list[int]:
    """Return the papers that lack a record, of those that have a mark for which records are stored."""
    plain = {"unread": False, "hidden": False, "read": False}
    return [
        key
        for key, marks in library.marks.of(KEYS).items()
        if changed(marks, **plain) != Marks() and library.saved_record(key) is None
    ]


@settings(max_examples=80)
@given(
    st.lists(
        st.tuples(_STEPS, st.lists(st.sampled_from(KEYS), min_size=1, unique=True), st.sampled_from(["", "rule r"])),
        max_size=16,
    )
)
def test_every_undo_and_redo_finds_its_records_after_any_removal(
    new_library: Path, steps: list[tuple[tuple[str, str], list[int], str]]
) -> None:
    with TemporaryDirectory() as folder:
        shutil.copy(new_library, Path(folder) / "library.db")
        with LibraryFile.open(Path(folder) / "library.db") as library:
            for (what, name), keys, by in steps:
                _run(library, what, name, keys, by)
                assert _lacking(library) == []
            _remove(library)
            assert unneeded_records(library._db, {}) == []
            while library.journal.undo(NOW):
                assert _lacking(library) == []
            while library.journal.redo():
                assert _lacking(library) == []


def test_a_record_goes_once_its_act_can_no_longer_be_redone(library: LibraryFile) -> None:
    library.marks.apply(KEYS, "star", NOW, KEEP)
    library.marks.apply(KEYS[:1], "tag", NOW, KEEP, name="thesis")
    library.journal.undo(NOW)
    library.journal.undo(NOW)
    assert _remove(library) == 0, "both acts can be redone"
    library.marks.apply(KEYS[1:2], "tag", NOW, KEEP, name="book")
    library.marks.apply(KEYS, "read", NOW)
    library.places.put(KEYS[2], ReadingPlace(2, 10, 1, NOW))
    assert _remove(library) == 1
    assert _stored(library) == KEYS[1:]


def test_a_paper_with_a_refused_link_keeps_its_record(library: LibraryFile) -> None:
    library.marks.apply(KEYS[:1], "star", NOW, KEEP)
    library.journal.undo(NOW)
    library.marks.apply(KEYS[1:2], "tag", NOW, KEEP, name="book")
    library._db.run("INSERT INTO refused VALUES ('https://example.org/code', ?)", (KEYS[0],))
    assert _remove(library) == 0
    library._db.run("DELETE FROM refused")
    assert _remove(library) == 1


def test_each_table_of_papers_is_known_to_need_their_records_or_not(library: LibraryFile) -> None:
    tables = [name for (name,) in library._db.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    of_papers = {
        table for table in tables if ("key",) in library._db.rows(f"SELECT name FROM pragma_table_info('{table}')")
    }
    assert of_papers == {*space.USING_TABLES, "inbox", "read", "kept"}


def test_a_paper_needs_its_records_under_its_former_keys_too(cache: Cache, library: LibraryFile) -> None:
    take(cache, reviews=(CARD,))
    [pending] = cache.month_keys()
    library.marks.apply([pending], "star", NOW, cache.papers.packed)
    take(cache, STALENESS)
    key = STALENESS.key
    library.marks.apply([key], "tag", NOW, cache.papers.packed, name="thesis")
    library.journal.undo(NOW)
    library.marks.apply([1], "hide", NOW)
    assert cache.aliases.all() == {pending: key}
    assert unneeded_records(library._db, cache.aliases.all()) == []
    assert unneeded_records(library._db, {}) == [key]


def test_a_record_removed_while_an_act_waits_for_the_lock_is_written_again(
    library: LibraryFile, tmp_path: Path
) -> None:
    library.marks.apply(KEYS, "star", NOW, KEEP)
    library.journal.undo(NOW)
    library.marks.apply([1], "hide", NOW)
    with LibraryFile.open(tmp_path / "library.db") as other:

        def remove_meanwhile(keys: Iterable[int]) -> dict[int, int]:
            assert _remove(other) == len(KEYS)
            return {}

        library.set_replaced_keys(remove_meanwhile)
        library.marks.apply(KEYS[:1], "star", NOW, lambda keys: [])
    assert _stored(library) == KEYS[:1]


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A folder with a cache, and a library in which 35 of 40 records are no longer needed."""
    as_made(tmp_path, "space", lambda: fill_with_undone_stars(tmp_path / "cache.db", tmp_path / "library.db"))
    return tmp_path


def _reclaim(folder: Path) -> int:
    with Cache.open(folder / "cache.db") as cache:
        return reclaim(folder / "library.db", cache)


def _assert_sound(folder: Path) -> None:
    with LibraryFile.open(folder / "library.db") as library:
        assert library.faults() == []
        assert list(library.marks.having("starred")) == LONG_KEYS[:5]
        assert [library.saved_record(key) for key in LONG_KEYS[:5]] == LONG_PAPERS[:5]
        assert [(act.what, act.undone) for act in library.journal.acts(9)] == [("star", None), ("star", NOW)]


def test_the_file_shrinks_under_an_open_reader(filled: Path) -> None:
    with LibraryFile.open(filled / "library.db") as reader:
        before = reader.marks.of(LONG_KEYS), reader.data_version()
        assert _reclaim(filled) > 1_500_000
        assert _size(filled) < 710_000
        assert reader.marks.of(LONG_KEYS) == before[0]
        now = reader.data_version()
        assert now != before[1]
        assert _reclaim(filled) == 0
        assert reader.data_version() == now, "a library with nothing to give back is not written to"
    _assert_sound(filled)


def test_the_log_is_emptied_and_counts_though_the_file_is_not_rewritten(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _reclaim(filled)
    monkeypatch.setattr(space, "MIN_GAIN", 1)
    with LibraryFile.open(filled / "library.db") as other:
        other.marks.apply(LONG_KEYS[:1], "hide", NOW)
        before = _size(filled)
        assert _reclaim(filled) == before - _size(filled) > 0


def test_a_snapshot_does_not_change_and_the_file_shrinks_the_next_time(filled: Path) -> None:
    with LibraryFile.open(filled / "library.db") as reader:
        with reader._db.snapshot():
            assert _stored(reader) == LONG_KEYS
            _reclaim(filled)
            assert _stored(reader) == LONG_KEYS
        assert _size(filled) > 2_000_000
        assert _reclaim(filled) > 1_500_000
        assert _size(filled) < 710_000


def test_the_only_copy_of_a_record_stays(filled: Path) -> None:
    (filled / "cache.db").unlink()
    assert _reclaim(filled) == 0
    with LibraryFile.open(filled / "library.db") as library:
        assert _stored(library) == LONG_KEYS


def test_a_file_is_not_rewritten_for_a_small_part_of_it(tmp_path: Path) -> None:
    fill_with_undone_stars(tmp_path / "cache.db", tmp_path / "library.db", LONG_KEYS[:8])
    before = (tmp_path / "library.db").read_bytes()
    assert _reclaim(tmp_path) == 0
    assert (tmp_path / "library.db").read_bytes() == before


@pytest.mark.parametrize(("unneeded", "shrinks"), [(8, False), (30, True)])
def test_the_file_shrinks_only_by_a_quarter_of_its_size_or_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unneeded: int, shrinks: bool
) -> None:
    monkeypatch.setattr(space, "MIN_GAIN", 1)
    fill_with_undone_stars(tmp_path / "cache.db", tmp_path / "library.db")
    with LibraryFile.open(tmp_path / "library.db") as library:
        library.marks.apply(LONG_KEYS[unneeded:], "queue", NOW)
    _reclaim(tmp_path)
    with LibraryFile.open(tmp_path / "library.db") as library:
        assert (len(_stored(library)) < len(LONG_KEYS)) is shrinks


def test_a_library_that_is_being_written_to_is_left_for_the_next_time(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(space, "_BUSY_TIMEOUT", 0.05)
    with LibraryFile.open(filled / "library.db") as other:
        with other._db.transaction(), pytest.raises(Busy):
            _reclaim(filled)
        assert _stored(other) == LONG_KEYS
    assert _reclaim(filled) > 0
    _assert_sound(filled)


def test_a_full_disk_leaves_the_library_whole(filled: Path, tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "8m") as disk:
        for name in ("cache.db", "library.db"):
            shutil.copy(filled / name, disk.folder)
        disk.fill()
        with pytest.raises(DiskFull):
            _reclaim(disk.folder)
        disk.free()
        _assert_sound(disk.folder)
        assert _reclaim(disk.folder) > 0
        _assert_sound(disk.folder)


_RECLAIM = """
folder = Path(sys.argv[1])
with Cache.open(folder / "cache.db") as cache:
    reclaim(folder / "library.db", cache)
"""


def test_a_kill_at_any_write_leaves_the_library_whole(filled: Path, tmp_path: Path) -> None:
    preparation = (
        "import sys; from pathlib import Path; from arxtui.store.cache.database import Cache; "
        "from arxtui.store.library.space import reclaim"
    )

    def copied(name: str) -> Path:
        return shutil.copytree(
            filled, tmp_path / name, ignore=lambda folder, names: set(names) - {"cache.db", "library.db"}
        )

    with ForkServer(preparation) as forks:
        writes = forks.run(_RECLAIM, copied("whole"), counted=True).writes
        for write in range(1, writes, max(1, writes // sample(5, 50))):
            home = copied(str(write))
            assert forks.run(_RECLAIM, home, kill=Kill(write=write)).killed
            _assert_sound(home)
            _reclaim(home)
            _assert_sound(home)
            assert _size(home) < 710_000


def test_a_record_that_is_not_to_be_removed_stays_though_nothing_needs_it(library: LibraryFile) -> None:
    library.marks.apply(KEYS, "star", NOW, KEEP)
    library.journal.undo(NOW)
    library.marks.apply([1], "hide", NOW)
    assert remove_unneeded_records(library._db, {KEYS[0], 7}, {}) == 1
    assert _stored(library) == KEYS[1:]
    assert remove_unneeded_records(library._db, set(), {}) == 0
