"""The baselines of the search benchmarks find the same papers for the same queries as arxtui."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arxtui.model.paper import Paper
from arxtui.search.document import Document, prepare
from benchmarks.bare_search import FIRST, BareSearch
from benchmarks.fts5 import Fts5
from benchmarks.homes import Desk, borrowed, build_of
from benchmarks.papers import made_up
from benchmarks.typed import Typist
from tests.samples import sample

_PAPERS, _SEED = 400, 3
_EACH = sample(1, 4)
"""The number of queries of each kind."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    build_of(folder, papers())
    return folder


def papers() -> Iterator[Paper]:
    for number, paper in enumerate(made_up(_PAPERS)):
        yield replace(paper, title=f"{('Self-attention', 'Self attendance')[number % 2]} of {paper.title}")


@pytest.fixture(autouse=True)
def few_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw queries from 200 papers instead of 2,000, which is five times as many as there are."""
    monkeypatch.setattr("benchmarks.typed._SOURCES", 200)


@pytest.fixture(scope="module")
def desk(home: Path) -> Iterator[Desk]:
    with borrowed(home, _SEED) as desk:
        yield desk


def test_bare_queries_find_the_same_as_the_search_box(desk: Desk) -> None:
    bare, typist = BareSearch(desk), Typist.at(desk.library, _SEED)
    for typed in (*typist.queries(_EACH), *typist.titles(_EACH), *typist.hyphenated(12)):
        listing = desk.library.search.listing(typed.text, typing=True)
        assert bare.newest(typed) == list(listing.keys[:FIRST]), typed
        assert bare.count(typed) == listing.total, typed
        assert bare.categories(typed) == dict(desk.library.facets.of(typed.text, typing=True).categories), typed


def test_fts5_finds_the_same_as_the_search_box(desk: Desk, tmp_path: Path) -> None:
    fts5 = Fts5(tmp_path / "fts5.db", prefixes="1 2 3")
    fts5.build(prepare(Document(paper.key, paper)) for paper in papers())
    typist = Typist.at(desk.library, _SEED)
    for typed in (*typist.queries(_EACH), *typist.hyphenated(12)):
        if not typed.state:
            listing = desk.library.search.listing(typed.text, typing=True)
            assert fts5.newest(typed) == list(listing.keys[:FIRST]), typed
            assert fts5.count(typed) == listing.total, typed
            assert set(fts5.best(typed)) <= set(desk.library.search.more(listing).keys), typed
            assert fts5.categories(typed) == dict(desk.library.facets.of(typed.text, typing=True).categories), typed


def test_a_borrowed_home_is_left_as_it_was(home: Path) -> None:
    before = {file.relative_to(home) for file in home.rglob("*") if file.is_file()}
    with borrowed(home, _SEED) as desk:
        assert desk.library.counts.filters().unread == len(desk.unread) > 0
        assert desk.library.counts.filters().marked["starred"] == len(desk.starred) > 0
    assert not {file.name for file in home.rglob("library.db*")}
    assert {file.relative_to(home) for file in home.rglob("*") if file.is_file()} >= before


def test_queries_are_the_same_for_the_same_seed(desk: Desk) -> None:
    drawn = [list(Typist.at(desk.library, seed).queries(1)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len({typed.kinds for typed in drawn[0]}) == len(drawn[0]) == 72
