"""The import of a file of citations: into the graph, and resumed where it was stopped."""

from __future__ import annotations

import gzip
import json
import os
import sys
import tarfile
from array import array
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Literal
from zipfile import ZipFile

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
    monkeypatch.setattr("arxtui.sync.importing.citations.CHUNK_SIZE", 500)
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


def test_citations_read_from_a_truncated_gzip_file_are_kept(paths: Paths, file: Path) -> None:
    packed = file.with_suffix(".json.gz")
    packed.write_bytes(gzip.compress(file.read_bytes())[:-20])
    report, _ = whole(paths, packed)
    assert "ends early" in report.error
    assert 0 < report.tally.citations < EDGES


def _tarred(paths: Sequence[Path], mode: Literal["w", "w:gz", "w:xz"]) -> bytes:
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:
        archive.add(paths[0].parent, "a/folder", recursive=False)
        for path in paths:
            archive.add(path, path.name)
    return packed.getvalue()


@pytest.fixture
def parts(file: Path, tmp_path: Path) -> list[Path]:
    """The file in two, without an end of the line, and a file of words between them."""
    rows = list(CITED.items())
    contents = [json.dumps(dict(rows[:40])), "What this is: " * 100, json.dumps(dict(rows[40:]))]
    for name, content in zip("one two three".split(), contents, strict=True):
        (tmp_path / name).write_text(content)
    return [tmp_path / name for name in ("two", "one", "three")]


@pytest.mark.parametrize("form", ["w", "w:gz", "w:xz", "zip"])
def test_an_archive_is_read_as_its_files_of_citations_one_after_the_other(
    paths: Paths, parts: list[Path], file: Path, form: Any
) -> None:
    if form == "zip":
        with ZipFile(file, "w") as archive:
            for part in parts:
                archive.write(part, part.name)
    else:
        file.write_bytes(_tarred(parts, form))
    os.utime(file, (7, 7))
    [first] = stopped(paths, file, after=2).files
    assert 0 < first.tally.citations < EDGES
    report, _ = whole(paths, file)
    assert (report.tally.citations, report.tally.rejected, report.error) == (EDGES, 0, "")
    _assert_whole(paths)


def test_citations_read_from_a_truncated_or_damaged_tar_archive_are_kept(
    paths: Paths, parts: list[Path], file: Path
) -> None:
    data = _tarred(parts, "w")
    place = data.index(b"three\0")
    for changed, words in ((data[:-10_300], "ends early"), (data[:place] + b"T" + data[place + 1 :], "is damaged")):
        file.write_bytes(changed)
        report, _ = whole(paths, file)
        assert words in report.error
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
        ("Semantic Scholar", "Semantic Scholar (file)"),
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
