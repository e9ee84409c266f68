"""The import of a file of citations: into the graph, and resumed where it was stopped."""

from __future__ import annotations

import gzip
import json
import os
import sys
from array import array
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.arxiv.ids import key_of
from arxtui.sources import citation_files
from arxtui.store.cache import citing_lists
from arxtui.store.cache.database import Cache
from arxtui.sync.importing.importer import import_files
from tests.sync.importing.test_resuming import stopped, whole

COUNT = 60
CITED = {f"2605.{number:05}": [f"2605.{other:05}" for other in range(1, number)] for number in range(1, COUNT + 1)}
EDGES = COUNT * (COUNT - 1) // 2


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is read in many parts."""
    monkeypatch.setattr(citation_files, "_PART", 1000)
    monkeypatch.setattr("arxtui.sync.importing.importer.CHUNK_SIZE", 500)
    path = tmp_path / "citations.json"
    path.write_text(json.dumps(CITED))
    os.utime(path, (7, 7))
    return path


def _assert_whole(paths: Paths) -> None:
    with Cache.open(paths.cache_db) as cache:
        assert len(cache.graph.citing([key_of("2605.00001")])[key_of("2605.00001")]) == COUNT - 1
        assert len(cache.graph.references(key_of(f"2605.{COUNT:05}")) or ()) == COUNT - 1
        assert cache.graph.references(key_of("2605.00001")) == array("q")
        assert cache.graph.witnesses(key_of("2605.00007"), key_of("2605.00003")) == [("citations.json", 7)]
        assert not cache.graph.is_behind()
        assert not cache.graph.fold_next()


def test_the_papers_of_a_file_are_in_the_graph_with_its_name_and_time(paths: Paths, file: Path) -> None:
    report, result = whole(paths, file)
    assert (report.tally.citations, report.tally.rejected, report.error) == (EDGES, 0, "")
    assert result[-2].finishing
    _assert_whole(paths)


@pytest.mark.parametrize("most", [1_000_000, 10])
def test_an_import_that_was_stopped_goes_on_where_it_ended(
    paths: Paths, file: Path, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(citing_lists, "_MOST_FRESH", most)
    [first] = stopped(paths, file, after=4).files
    assert (first.interrupted, first.resumable) == (True, True)
    assert 0 < first.tally.citations < EDGES
    with Cache.open(paths.cache_db) as cache:
        assert cache.graph.is_behind() is (most == 10)
    report, _ = whole(paths, file)
    assert (report.resumed, report.tally.citations, report.error) == (first.tally.citations, EDGES, "")
    _assert_whole(paths)


def test_a_file_that_ends_early_keeps_what_was_read(paths: Paths, file: Path) -> None:
    packed = file.with_suffix(".json.gz")
    packed.write_bytes(gzip.compress(file.read_bytes())[:-20])
    report, _ = whole(paths, packed)
    assert "ends early" in report.error
    assert 0 < report.tally.citations < EDGES


def test_standard_input_is_read_too(paths: Paths, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with file.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        [report] = import_files(paths, ["-"], lambda _: None).files
    assert report.tally.citations == EDGES
    with Cache.open(paths.cache_db) as cache:
        assert cache.graph.sources() == ["standard input"]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("text", "text (file)"),
        ("inspire", "inspire (file)"),
        ("a (cited by)", "a (cited by) (file)"),
        ("\udcff\x1b", "\ufffd"),
    ],
)
def test_no_name_of_a_file_is_that_of_another_source_or_unreadable(
    paths: Paths, tmp_path: Path, name: str, source: str
) -> None:
    path = tmp_path / name
    path.write_text('{"id": "2605.00001", "references": ["2605.00002"]}\n')
    whole(paths, path)
    with Cache.open(paths.cache_db) as cache:
        [statement] = cache.graph.statements(key_of("2605.00001"))
    assert (statement.source, statement.whole) == (source, True)
