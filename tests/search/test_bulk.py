"""An index written in bulk holds the same as one that is written paper by paper."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import key_of
from arxtui.model.expr import EVERYTHING, Category, Expr, Field, Phrase, Sort, Word
from arxtui.search import version
from arxtui.search.document import prepare, try_prepare_all
from arxtui.search.errors import SearchBusy, SearchError
from arxtui.search.index import SearchIndex
from arxtui.search.writer import BulkWriter, Document, to_json, update
from tests.search.made import ids, indexed, paper, reviewed

ONE, TWO, THREE = "2605.00001", "2605.00002", "2605.00003"
NASTY = 'cs."\\\u2028\n\x07é𝒳'
"""A category and a DOI that no paper has, with every kind of character that JSON escapes."""
PAPERS = [
    reviewed(
        paper(ONE, 'Quotes "and" \\back{slashes}', "Ada Example", abstract="Tabs\tand\x00 zeros."), '"Loud"', "\\"
    ),
    paper(TWO, "Größe 量子 $\\alpha$-decay", "Björn Måns", categories=(NASTY, "math.NA"), doi=f"10.1/{NASTY}"),
    paper(THREE, "Plain", comment='See "this"', journal_ref="J. Ex. 1 (2026)"),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index"


def written(path: Path, documents: Iterable[Document], through: int, *, rebuild: bool = False) -> SearchIndex:
    writer = BulkWriter(path, rebuild=rebuild)
    writer.add(to_json(prepare(document)) for document in documents)
    writer.commit(through)
    writer.close(threading.Event())
    return SearchIndex.open(path)


ASKED: Sequence[Expr] = (
    EVERYTHING,
    Word("quotes"),
    Word("backslashes"),
    Word("zeros"),
    Word("loud"),
    Word("量"),
    Phrase("alpha decay"),
    Word("gr", prefix=True),
    Category(NASTY),
    Category("cs.NA"),
    Word(f"10.1/{NASTY}", Field.DOI),
    Word("this", Field.COMMENT),
)


def test_papers_are_found_and_counted_as_in_an_index_written_paper_by_paper(path: Path, tmp_path: Path) -> None:
    bulk, plain = written(path, PAPERS, 3), indexed(tmp_path / "plain", PAPERS)
    assert (bulk.change_number, bulk.needs_rebuild, bulk.fault) == (3, False, "")
    for expr in ASKED:
        for sort in (Sort.NEW, Sort.UPDATED, Sort.BEST):
            assert ids(bulk, expr, sort) == ids(plain, expr, sort), (expr, sort)
        assert bulk.counts(expr) == plain.counts(expr), expr


def test_a_paper_that_cannot_be_stored_blocks_none_of_those_beside_it() -> None:
    beyond_all_keys = PAPERS[0]._replace(key=-1)
    prepared = list(try_prepare_all([*PAPERS[:2], beyond_all_keys, PAPERS[2]]))
    assert prepared == list(map(prepare, PAPERS))


def test_each_commit_moves_the_change_number_and_uncommitted_changes_are_not_there(path: Path) -> None:
    writer = BulkWriter(path)
    seen = []
    for through, document in enumerate(PAPERS, 7):
        writer.add([to_json(prepare(document))])
        writer.commit(through)
        index = SearchIndex.open(path)
        seen.append((index.change_number, ids(index, EVERYTHING)))
    writer.remove([key_of(TWO), key_of("2605.00099")])
    writer.close(threading.Event())
    assert seen == [(7, [ONE]), (8, [TWO, ONE]), (9, [THREE, TWO, ONE])]
    index = SearchIndex.open(path)
    assert (index.change_number, ids(index, EVERYTHING)) == (9, [THREE, TWO, ONE])
    writer = BulkWriter(path)
    writer.remove([key_of(TWO), key_of("2605.00099")])
    writer.commit(10)
    writer.close(threading.Event())
    assert ids(SearchIndex.open(path), EVERYTHING) == [THREE, ONE]


def test_an_index_that_is_built_anew_has_nothing_of_before_even_if_that_was_damaged(path: Path) -> None:
    update(path, PAPERS[:2], 2)
    assert ids(written(path, PAPERS[2:], 5, rebuild=True), EVERYTHING) == [THREE]
    (version.current_folder(path) / "meta.json").write_bytes(b"garbage")
    with pytest.raises(SearchError, match="damaged"):
        BulkWriter(path)
    index = written(path, PAPERS[:1], 6, rebuild=True)
    assert (ids(index, EVERYTHING), index.change_number) == ([ONE], 6)


def test_an_index_of_another_version_goes_once_the_new_one_is_as_far(path: Path) -> None:
    update(path, PAPERS, 5)
    shutil.move(version.current_folder(path), path / "0.0")
    written(path, PAPERS, 4)
    assert {each.name for each in path.iterdir()} == {"0.0", version.VERSION}
    written(path, (), 5)
    assert [each.name for each in path.iterdir()] == [version.VERSION]


def test_one_process_writes_at_a_time(path: Path) -> None:
    writer = BulkWriter(path)
    with pytest.raises(SearchBusy):
        BulkWriter(path)
    writer.close(threading.Event())
    BulkWriter(path).close(threading.Event())
