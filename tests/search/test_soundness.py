"""Damage in any file of the index is detected."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from arxtui.model.expr import EVERYTHING, Regex
from arxtui.search import soundness, writer
from arxtui.search.index import SearchIndex
from arxtui.search.soundness import damaged_files
from arxtui.search.version import current_folder
from arxtui.search.writer import Document
from tests.builders import paper


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The folder of an index with two commits; the second one replaced and removed papers of the first."""
    documents = [Document(each.key, each) for each in (paper(number) for number in range(1, 40))]
    writer.update(tmp_path / "index", documents, 1)
    writer.update(tmp_path / "index", [documents[0], (documents[1].key, None)], 2)
    return current_folder(tmp_path / "index")


def files(index: Path) -> list[Path]:
    """Return the files of a commit."""
    return sorted(each for each in index.iterdir() if not each.name.startswith("."))


@pytest.mark.parametrize("chunk", [1 << 20, 7])
def test_an_index_as_it_was_written_is_sound_and_so_is_none(
    index: Path, tmp_path: Path, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soundness, "_CHUNK", chunk)
    assert damaged_files(index) == []
    assert damaged_files(tmp_path / "nowhere") == []


def test_damage_in_any_file_is_found(index: Path) -> None:
    drawn = random.Random(5)
    for file in files(index):
        content = file.read_bytes()
        spoilt: list[bytes | None] = [content[: len(content) // 2], content + b"more", b"", None]
        if file.name != "meta.json":
            changed = bytearray(content)
            changed[drawn.randrange(content.rindex(b'{"version"'))] ^= 1 << drawn.randrange(8)
            last = content[-1] ^ 1  # of the number that ends every file
            spoilt += [bytes(changed), content[:-1] + bytes([last])]
        for damaged in spoilt:
            file.unlink()
            if damaged is not None:
                file.write_bytes(damaged)
            assert damaged_files(index) == [file.name]
            file.write_bytes(content)
    assert damaged_files(index) == []


def test_a_file_of_nothing_but_its_end_record_is_sound(index: Path) -> None:
    end = b'{"version":{},"crc":0}'
    (file, *_) = index.glob("*.pos")
    file.write_bytes(end + len(end).to_bytes(4, "little") + (1337).to_bytes(4, "little"))
    assert damaged_files(index) == []


def test_an_index_with_a_file_cut_off_is_not_opened(index: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for file in files(index):
        content = file.read_bytes()
        for damaged in (b"garbage", b"", content[:-10]):
            file.write_bytes(damaged)
            opened = SearchIndex.open(index.parent)
            assert opened.needs_rebuild
            assert opened.fault.startswith("the search index is damaged: ")
            assert opened.count(EVERYTHING) == 0
        file.write_bytes(content)
    assert SearchIndex.open(index.parent).count(EVERYTHING) == 38
    # tantivy writes nothing to the terminal.
    assert capfd.readouterr() == ("", "")


def test_an_index_that_is_not_there_takes_any_regular_expression_and_finds_nothing(tmp_path: Path) -> None:
    index = SearchIndex.open(tmp_path / "none")
    regex = Regex("fair.*locks")
    assert index.supports_regex(regex)
    assert list(index.keys(regex)) == []
