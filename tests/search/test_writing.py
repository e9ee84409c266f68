"""Writing the index: batches, replacements, kills, damage, versions."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path

import pytest
import tantivy

from arxtui.light import changed
from arxtui.model.arxiv.ids import key_of
from arxtui.model.expr import EVERYTHING, Field, Has, Or, Phrase, Regex, Sort, Word
from arxtui.search import folder, version, writer
from arxtui.search import schema as fields
from arxtui.search.errors import SearchBusy, SearchError
from arxtui.search.index import SearchIndex
from arxtui.search.writer import release, update
from tests.child import Child
from tests.fork_server import ForkServer, Kill
from tests.samples import sample
from tests.search.made import ids, indexed, paper, reviewed
from tests.traced import is_possible

ONE, TWO, THREE = "2605.00001", "2605.00002", "2605.00003"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index"


def files(path: Path, ending: str = "") -> list[Path]:
    """Return the files of the index with this ending."""
    return [each for each in path.rglob("*") if each.is_file() and each.name.endswith(ending)]


def test_segments_that_cannot_be_written_are_noted_in_the_log(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.mkdir()
    writer = tantivy.Index(fields.schema(), path=str(path)).writer(20_000_000, 1)
    document = tantivy.Document(title="fair locks")
    document.add_unsigned("key", 1)
    writer.add_document(document)
    path.rename(path.with_name("elsewhere"))  # so that tantivy cannot write the segment
    release(writer)
    assert "segments of the search index could not be merged" in caplog.text


def test_no_index_finds_nothing_and_says_so(path: Path) -> None:
    index = SearchIndex.open(path)
    assert index.find(EVERYTHING, limit=10).total == 0
    assert index.count(EVERYTHING) == 0
    assert index.counts_by_category(EVERYTHING) == {}
    assert (index.change_number, index.needs_rebuild) == (0, True)
    assert index.fault == "there is no search index yet"
    version.current_folder(path).mkdir(parents=True)
    assert SearchIndex.open(path).fault == index.fault, "nothing is written there yet"


def test_papers_are_added_replaced_and_dropped_in_batches(path: Path) -> None:
    update(path, [paper(ONE, "First"), paper(TWO, "Second")], 2)
    update(path, [paper(ONE, "First, revised"), (key_of(TWO), None), paper(THREE, "Third")], 5)
    index = SearchIndex.open(path)
    assert (index.change_number, index.needs_rebuild, index.fault) == (5, False, "")
    assert ids(index, EVERYTHING) == [THREE, ONE]
    assert ids(index, Word("revised")) == [ONE]
    assert ids(index, Word("second")) == []


def test_a_paper_twice_in_one_batch_appears_once_as_it_was_last(path: Path) -> None:
    index = indexed(path, [paper(ONE, "Before"), paper(ONE, "After")])
    assert ids(index, EVERYTHING) == [ONE]
    assert ids(index, Word("before")) == []


@pytest.mark.parametrize("links", [2**64, -2])
def test_a_paper_that_the_index_cannot_store_is_named_and_logged_and_the_others_are_stored(
    path: Path, caplog: pytest.LogCaptureFixture, links: int
) -> None:
    impossible = reviewed(paper(TWO, "Second"), "Headline")
    impossible = impossible._replace(reviews=(changed(impossible.reviews[0], theorem_links=links),))
    assert update(path, [paper(ONE, "First"), impossible, paper(THREE, "Third")], 3) == [TWO]
    assert ids(SearchIndex.open(path), EVERYTHING) == [THREE, ONE]
    assert TWO in caplog.text
    update(path, [paper(TWO, "Second")], 4)
    assert update(path, [impossible], 5) == [TWO]
    assert ids(SearchIndex.open(path), EVERYTHING) == [THREE, ONE], "what it was before is no longer true"


def test_a_review_that_arrives_later_is_found(path: Path) -> None:
    update(path, [paper(ONE, "Quiet")], 1)
    update(path, [reviewed(paper(ONE, "Quiet"), "Loud headline")], 2)
    assert ids(SearchIndex.open(path), Word("loud")) == [ONE]


def test_an_empty_batch_moves_the_number(path: Path) -> None:
    update(path, [], 7)
    index = SearchIndex.open(path)
    assert (index.change_number, index.count(EVERYTHING), index.needs_rebuild) == (7, 0, False)


def test_a_reader_sees_a_commit_when_it_reloads(path: Path) -> None:
    index = SearchIndex.open(path)
    assert not index.reload()
    update(path, [paper(ONE, "First")], 1)
    assert index.count(EVERYTHING) == 0
    assert index.reload()
    assert index.count(EVERYTHING) == 1
    update(path, [paper(TWO, "Second")], 2)
    assert index.count(EVERYTHING) == 1
    assert index.reload()
    assert (index.count(EVERYTHING), index.change_number) == (2, 2)
    assert not index.reload()


def test_of_older_indexes_as_far_as_each_other_the_one_changed_last_answers(path: Path) -> None:
    for number, title in enumerate(("first", "last", "second")):
        indexed(path.with_name(title), [paper(ONE, title)])
        path.mkdir(exist_ok=True)
        moved = version.current_folder(path.with_name(title)).rename(path / f"0.{number}")
        os.utime(moved, (0, 9 if title == "last" else number))
    index = SearchIndex.open(path)
    assert [ids(index, Word(title)) for title in ("first", "last", "second")] == [[], [ONE], []]


def test_a_reader_of_an_older_version_s_index_sees_when_it_loads_that_it_is_gone(path: Path) -> None:
    indexed(path, [paper(ONE, "First")])
    version.current_folder(path).rename(path / "0.0")
    index = SearchIndex.open(path)
    assert index.count(EVERYTHING) == 1
    shutil.rmtree(path / "0.0")
    assert index.reload()
    assert (index.count(EVERYTHING), index.fault) == (0, "there is no search index yet")


def test_a_commit_shows_in_the_stamp_though_its_list_of_files_has_the_same_size(path: Path) -> None:
    index = indexed(path, [paper(ONE, "First")])
    (meta,) = files(path, "meta.json")
    stat, again = meta.stat(), meta.with_name("again")
    os.utime(meta, ns=(stat.st_atime_ns, stat.st_mtime_ns + 1_000_000))
    assert index.has_newer_commit()
    index.reload()
    assert not index.has_newer_commit()
    shutil.copy2(meta, again)
    again.replace(meta)
    assert index.has_newer_commit()


def test_building_anew_leaves_nothing_of_before(path: Path) -> None:
    indexed(path, [paper(ONE, "First"), paper(TWO, "Second")])
    update(path, [paper(THREE, "Third")], 1, rebuild=True)
    index = SearchIndex.open(path)
    assert ids(index, EVERYTHING) == [THREE]
    assert index.change_number == 1


def test_a_batch_that_fails_changes_nothing(path: Path) -> None:
    indexed(path, [paper(ONE, "First")])

    def failing() -> object:
        yield paper(TWO, "Second")
        raise RuntimeError("no more papers")

    with pytest.raises(RuntimeError, match="no more papers"):
        update(path, failing(), 2, rebuild=True)  # type: ignore[arg-type]
    index = SearchIndex.open(path)
    assert (ids(index, EVERYTHING), index.change_number) == ([ONE], 1)
    update(path, [paper(TWO, "Second")], 2)


def test_one_process_writes_at_a_time_and_the_other_gets_an_error(path: Path) -> None:
    def second() -> object:
        with pytest.raises(SearchBusy, match="another process"):
            update(path, [paper(TWO, "Second")], 2)
        yield paper(ONE, "First")

    update(path, second(), 1)  # type: ignore[arg-type]
    assert ids(SearchIndex.open(path), EVERYTHING) == [ONE]


WRITER = """
import sys
from pathlib import Path
from arxtui.search.writer import update
from tests.search.made import paper

def endless(start):
    for number in range(start, start + 40):
        if number == start + 20:
            print(start, flush=True)
        yield paper(f"2605.{number:05}", f"Paper {number}")

for start in range(1, 60_000, 40):
    update(Path(sys.argv[1]), endless(start), start + 39)
"""


_UPDATE = """
from pathlib import Path
import sys
from arxtui.search.writer import update
from tests.search.made import paper
update(Path(sys.argv[1]), [paper(f"2605.{number:05}", "Later") for number in range(1, 9)], 9)
"""


def test_a_writer_killed_at_any_of_its_writes_leaves_all_or_nothing_and_the_same_again_is_written(
    path: Path, tmp_path: Path
) -> None:
    """Files left over from the killed commit must not block the next commit, which uses the same name."""
    if not is_possible():
        pytest.skip("the system calls of a process cannot be counted here")
    before = [paper(f"2605.{number:05}", "Before") for number in range(1, 17)]
    indexed(path, before)
    with ForkServer(_UPDATE.rpartition("\n")[0].rpartition("\n")[0]) as fork_server:
        for write in count(1, sample(5, 1)):
            copy = tmp_path / str(write)
            shutil.copytree(path, copy)
            killed = fork_server.run(_UPDATE, copy, kill=Kill(write=write)).killed
            found = SearchIndex.open(copy)
            whole = (found.change_number, len(ids(found, Word("later"))), len(ids(found, EVERYTHING)))
            assert whole in ((16, 0, 16), (9, 8, 16))
            update(copy, [paper(f"2605.{number:05}", "Later") for number in range(1, 9)], 9)
            assert len(ids(SearchIndex.open(copy), Word("later"))) == 8
            shutil.rmtree(copy, ignore_errors=True)  # a thread of the writer may still be removing files in it
            if not killed:
                break
    assert write > 50


@pytest.mark.parametrize("batches", [1, 2, 5])
def test_a_killed_writer_leaves_whole_batches_and_the_next_goes_on(path: Path, batches: int) -> None:
    root = Path(__file__).resolve().parents[2]
    process = Child([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, cwd=root, env={**os.environ})
    assert process.stdout is not None
    with process.stdout:
        for _ in range(batches):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.wait()
    index = SearchIndex.open(path)
    reached = index.change_number
    assert reached % 40 == 0
    assert reached >= (batches - 1) * 40
    assert index.count(EVERYTHING) == reached
    update(path, [paper("2604.00001", "Afterwards")], reached + 1)
    index.reload()
    assert index.count(EVERYTHING) == reached + 1


ENDINGS = ["meta.json", ".managed.json", ".store", ".term", ".idx", ".pos", ".fast", ".fieldnorm"]
DAMAGES = [(ending, damage) for ending in ENDINGS for damage in ("cut", "emptied", "gone")]
DAMAGES.remove((".managed.json", "gone"))  # tantivy writes this file again by itself


@pytest.mark.parametrize(("ending", "damage"), DAMAGES)
def test_a_damaged_index_says_so_and_is_built_anew(path: Path, ending: str, damage: str) -> None:
    indexed(path, [paper(ONE, "First"), paper(TWO, "Second")])
    for file in files(path, ending):
        data = file.read_bytes()
        file.unlink()
        if damage != "gone":
            file.write_bytes(data[: len(data) // 2] if damage == "cut" else b"")
    index = SearchIndex.open(path)
    assert index.needs_rebuild
    assert (index.change_number, index.find(Phrase("first paper"), limit=1).total) == (0, 0)
    assert "damaged" in index.fault
    with pytest.raises(SearchError, match="damaged"):
        update(path, [paper(TWO, "Second")], 3)
    update(path, [paper(ONE, "First")], 1, rebuild=True)
    assert ids(SearchIndex.open(path), EVERYTHING) == [ONE]


def test_damage_that_shows_in_a_search_is_remembered(path: Path) -> None:
    indexed(path, [paper(f"2605.{number:05}", f"Paper {number} of many") for number in range(1, 400)])
    for file in files(path, ".term"):
        data = file.read_bytes()
        half = len(data) // 2
        file.unlink()
        file.write_bytes(bytes(half) + data[half:])
    every = Or(tuple(Phrase(f"paper {number}") for number in range(1, 400)))
    with pytest.raises(SearchError, match="cannot be read"):
        SearchIndex.open(path).find(every, limit=1)
    assert SearchIndex.open(path).needs_rebuild


def test_a_search_that_the_index_refuses_is_no_damage(path: Path) -> None:
    index = indexed(path, [paper(ONE, "First")])
    with pytest.raises(SearchError, match="cannot be read"):
        index.count(Regex("(((a{99}){99}){99}){99}"))
    assert ids(SearchIndex.open(path), EVERYTHING) == [ONE]


def test_an_index_of_an_older_version_answers_until_the_new_one_is_as_far(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = indexed(path, [paper(ONE, "First"), paper(TWO, "Second"), paper(THREE, "Third")])
    for module in (folder, version):
        monkeypatch.setattr(module, "VERSION", "99.99")
    index = SearchIndex.open(path)
    assert (index.change_number, index.needs_rebuild) == (0, True)
    assert ids(index, EVERYTHING) == [THREE, TWO, ONE]
    assert index.fault == "the search index belongs to another version of the program"
    update(path, [paper(ONE, "First")], 1, rebuild=True)
    index.reload()
    assert (index.change_number, index.needs_rebuild) == (1, False)
    assert ids(index, EVERYTHING) == [THREE, TWO, ONE]
    update(path, [paper(TWO, "Second"), paper(THREE, "Third, revised")], 3)
    index.reload()
    assert ids(index, Word("revised")) == [THREE]
    assert [each.name for each in path.iterdir()] == ["99.99"]
    assert ids(old, Word("second")) == [TWO]


def test_an_index_of_an_older_version_that_is_no_further_or_damaged_is_not_used_and_goes(path: Path) -> None:
    index = indexed(path, [paper(ONE, "First")])
    shutil.copytree(version.current_folder(path), path / "0.0")
    (path / "0.1").mkdir()
    (path / "0.1" / "meta.json").write_bytes(b"garbage")
    assert SearchIndex.open(path).fault == ""
    update(path, [paper(TWO, "Second")], 1)
    assert index.reload()
    assert [each.name for each in path.iterdir()] == [version.VERSION]


def test_an_index_of_the_first_schema_answers_until_the_new_one_is_built(path: Path) -> None:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("key", indexed=True, fast=True)
    builder.add_unsigned_field("month", fast=True)
    for name in ("title", "abstract", "authors", "review", "comment", "journal"):
        builder.add_text_field(name, tokenizer_name="whitespace")
    for name in ("category", "primary"):
        builder.add_text_field(name, tokenizer_name="raw", fast=True, index_option="basic")
    for name in ("id", "doi", "state"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("change", stored=True)
    (path / "1.1").mkdir(parents=True)
    writer = tantivy.Index(builder.build(), path=str(path / "1.1")).writer(20_000_000, 1)
    for base, title in ((ONE, "fair locks"), (TWO, "fair queues")):
        made = tantivy.Document(title=title, authors="ada example", category="cs.DC", id=base)
        made.add_unsigned("key", key_of(base))
        writer.add_document(made)
    state = tantivy.Document(state="built")
    state.add_unsigned("change", 7)
    writer.add_document(state)
    writer.commit()
    writer.wait_merging_threads()
    index = SearchIndex.open(path)
    assert index.needs_rebuild
    assert index.fault == "the search index belongs to another version of the program"
    assert ids(index, Word("fair")) == [TWO, ONE]
    assert ids(index, Word("loc", prefix=True)) == [ONE]
    assert ids(index, Word("l", Field.TITLE, prefix=True)) == [ONE]
    assert ids(index, Word("example"), Sort.BEST) == [TWO, ONE]
    assert list(index.sequence(Word("fair"))) == [key_of(TWO), key_of(ONE)]
    with pytest.raises(SearchError, match="older version that cannot answer this"):
        index.find(Has("code"), limit=1)
    with pytest.raises(SearchError, match="older version that cannot answer this"):
        index.find(Word("ics", Field.VENUE), limit=1)


def test_merges_are_waited_for_unless_the_pass_is_stopped(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.mkdir()
    ended: list[bool] = []
    may_end = threading.Event()
    monkeypatch.setattr(writer, "_merge", lambda _: ended.append(may_end.wait(9)))
    stop = threading.Event()
    stop.set()
    tantivy_writer = tantivy.Index(fields.schema(), path=str(path)).writer(20_000_000, 1)
    release(tantivy_writer, stop)
    assert ended == []
    may_end.set()
    release(tantivy_writer, threading.Event())
    assert True in ended
