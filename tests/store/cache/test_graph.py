"""The graph of citations: what sources say that papers cite, and who cites a paper by all of them."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import PENDING_BIT, WORK_BIT, key_of
from arxtui.store.cache import citing_lists
from arxtui.store.cache import graph as graph_module
from arxtui.store.cache.database import Cache
from arxtui.store.cache.graph import Graph
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.packed_keys import EMPTY, append_neighbours, pack_neighbours, unpack_neighbours

ONE, TWO, THREE, FOUR = (key_of(f"2605.0000{number}") for number in (1, 2, 3, 4))
OLD, WORK, PENDING = key_of("hep-th/9901001"), 120 << 32 | WORK_BIT | 7, 400 << 32 | PENDING_BIT | 1 << 29


@pytest.fixture
def graph(cache: Cache) -> Graph:
    return cache.graph


def _fold(graph: Graph) -> None:
    while graph.fold_next():
        pass


def _citing(graph: Graph, key: int) -> list[int]:
    return list(graph.citing([key]).get(key, ()))


def _drawn(size: int) -> Iterator[int]:
    """Yield keys of new and of old identifiers."""
    chance = random.Random(size)
    for _ in range(size):
        month, old = chance.randint(1, 420), 1 << 17 | chance.randrange(37) << 10 | chance.randint(1, 999)
        yield month << 32 | chance.choice((old, chance.randint(1, 29_999)))


@pytest.mark.parametrize("size", [0, 1, 40, 5_000])
@pytest.mark.parametrize("others", [(), (WORK, PENDING), (1 << 62, 20_000 << 32 | 5)])
def test_a_list_is_packed_and_unpacked(size: int, others: tuple[int, ...]) -> None:
    keys = sorted({*_drawn(size), *others})
    packed = pack_neighbours(keys)
    assert unpack_neighbours(packed) == array("q", keys)
    assert len(packed) < size * (4 if size < 4_000 else 3.5) + 8 * len(others) + 6


@pytest.mark.parametrize(
    "packed", [b"", b"\x01", b"\x00abc", b"\x01\x09\x00\x00\x00ab", b"\x02\x09\x00\x00\x00ab", "words", None]
)
def test_a_damaged_list_is_reported(packed: bytes) -> None:
    with pytest.raises(Damaged, match="citations of a paper"):
        unpack_neighbours(packed)


def test_a_list_grows_at_its_end() -> None:
    keys, packed = sorted({*_drawn(9_000)}), EMPTY
    for start in range(0, len(keys), 150):
        part = keys[start : start + 150]
        packed = append_neighbours(packed, start, part) or pack_neighbours(keys[: start + 150])
    assert unpack_neighbours(packed) == array("q", keys)
    assert len(packed) < 3 * len(keys)
    for others in ([keys[-1]], [keys[0]], [WORK], [keys[-1] + 1, PENDING]):
        assert append_neighbours(packed, len(keys), others) is None
    assert append_neighbours(pack_neighbours([WORK]), 1, [ONE]) is None


def test_references_without_a_source_are_unknown_and_those_of_a_source_may_be_empty(graph: Graph) -> None:
    graph.put("file", 1, {ONE: ()})
    assert graph.references(ONE) == array("q")
    assert graph.references(TWO) is None
    assert graph.references_of([ONE, TWO]) == {ONE: array("q")}
    assert graph.citing([ONE]) == {}


def test_both_directions_are_known_before_the_journal_is_folded_and_after(graph: Graph) -> None:
    graph.put("file", 1, {ONE: [OLD, WORK], TWO: [OLD, ONE, PENDING]})
    for _ in range(2):
        assert graph.references(TWO) == array("q", [OLD, PENDING, ONE])
        assert graph.citing([OLD, WORK, PENDING, TWO]) == {
            OLD: array("q", [ONE, TWO]),
            WORK: array("q", [ONE]),
            PENDING: array("q", [TWO]),
        }
        assert graph.with_citations(2, 9) == array("q", [OLD])
        assert graph.with_citations(0, 1) == array("q", sorted([WORK, PENDING, ONE]))
        _fold(graph)
    assert graph._db.value("SELECT count(*) FROM fresh_citation") == 0


def test_each_citation_knows_who_said_so_and_when(graph: Graph) -> None:
    graph.put("file", 7, {ONE: [TWO, THREE]})
    graph.put("text", 9, {ONE: [TWO]})
    assert graph.witnesses(ONE, TWO) == [("file", 7), ("text", 9)]
    assert graph.witnesses(ONE, THREE) == [("file", 7)]
    assert graph.witnesses(ONE, FOUR) == []
    assert graph.sources() == ["file", "text"]
    assert graph.references(ONE) == array("q", [TWO, THREE])


@pytest.mark.parametrize("is_folded", [False, True])
def test_a_later_statement_replaces_that_of_the_same_source_alone(graph: Graph, is_folded: bool) -> None:
    graph.put("file", 1, {ONE: [TWO, THREE]})
    graph.put("text", 1, {ONE: [THREE]})
    if is_folded:
        _fold(graph)
    graph.put("file", 2, {ONE: [FOUR]})
    for _ in range(2):
        assert graph.references(ONE) == array("q", [THREE, FOUR])
        assert [_citing(graph, key) for key in (TWO, THREE, FOUR)] == [[], [ONE], [ONE]]
        assert graph.with_citations(1, 9) == array("q", [THREE, FOUR])
        _fold(graph)


def test_no_paper_cites_itself(graph: Graph) -> None:
    graph.put("file", 1, {ONE: [ONE, TWO]})
    assert (list(graph.references(ONE) or ()), _citing(graph, ONE), graph.counts([ONE, TWO])) == ([TWO], [], {TWO: 1})


def test_references_of_a_source_in_parts_are_kept_together(graph: Graph) -> None:
    graph.put("file", 1, {ONE: [TWO]})
    graph.put("file", 1, {ONE: [THREE]})
    assert graph.references(ONE) == array("q", [TWO, THREE])
    assert (_citing(graph, TWO), _citing(graph, THREE)) == ([ONE], [ONE])


def test_forgotten_references_of_a_source_are_gone_unless_another_source_has_them(graph: Graph) -> None:
    graph.put("file", 1, {ONE: [TWO, THREE]})
    graph.put("text", 1, {ONE: [THREE], FOUR: [TWO]})
    _fold(graph)
    graph.forget("file", [ONE, TWO])
    assert (_citing(graph, TWO), _citing(graph, THREE)) == ([FOUR], [ONE])
    graph.forget("text", [ONE])
    assert graph.references(ONE) is None
    _fold(graph)
    assert (_citing(graph, TWO), _citing(graph, THREE)) == ([FOUR], [])


@pytest.mark.parametrize("is_folded", [False, True])
def test_references_of_several_papers_are_forgotten_at_once(graph: Graph, is_folded: bool) -> None:
    graph.put("file", 1, {ONE: [THREE], TWO: [FOUR]})
    if is_folded:
        _fold(graph)
    graph.forget("file", [ONE, TWO])
    assert (_citing(graph, THREE), _citing(graph, FOUR)) == ([], [])


def test_any_order_of_statements_and_folding_ends_in_the_same_graph(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_module, "_STEP", 3)
    chance = random.Random(36)
    said: dict[tuple[str, int], set[int]] = {}
    for at in range(150):
        source, key = chance.choice(("a", "b")), chance.randrange(1, 7)
        if chance.random() < 0.2:
            graph.forget(source, [key])
            said.pop((source, key), None)
        else:
            said[source, key] = set(chance.sample(range(1, 9), chance.randrange(5))) - {key}
            graph.put(source, at, {key: said[source, key]})
        if chance.random() < 0.3:
            graph.fold_next()
        for cited in range(1, 9):
            assert _citing(graph, cited) == sorted({key for (_, key), named in said.items() if cited in named})


@pytest.fixture
def postponed(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> Graph:
    """A graph with lists of citing papers, of which one is outdated, and of statements that are not in them."""
    monkeypatch.setattr(citing_lists, "_MOST_FRESH", 1)
    monkeypatch.setattr(citing_lists, "_BUFFERED", 2)
    monkeypatch.setattr(citing_lists, "_ROWS", 2)
    graph.put("file", 1, {FOUR: [OLD]})
    _fold(graph)
    graph.put("file", 2, {FOUR: [WORK], ONE: [WORK, OLD, PENDING], TWO: [OLD, ONE]})
    graph.put("text", 2, {ONE: [OLD]})
    graph.postpone_folding()
    graph.put("file", 2, {THREE: [ONE]})
    return graph


WHOLE = {WORK: [ONE, FOUR], OLD: [ONE, TWO], PENDING: [ONE], ONE: [TWO, THREE]}


def test_all_lists_are_made_anew_where_very_much_was_to_be_folded(postponed: Graph) -> None:
    assert postponed.is_behind()
    assert not postponed.fold_next()
    assert _citing(postponed, ONE) == []
    postponed.make_lists()
    assert not postponed.is_behind()
    assert {key: list(citing) for key, citing in postponed.citing([*WHOLE, TWO]).items()} == WHOLE
    assert postponed.with_citations(2, 9) == array("q", sorted(key for key in WHOLE if key != PENDING))


def test_references_that_change_while_the_lists_are_made_are_not_lost(postponed: Graph) -> None:
    meanwhile: Iterator[Callable[[], object]] = iter(
        [lambda: postponed.put("file", 3, {FOUR: [PENDING]}), postponed.fold_next]
    )

    def go_on() -> bool:
        next(meanwhile, bool)()
        return False

    postponed.make_lists(go_on)
    _fold(postponed)
    expected = WHOLE | {WORK: [ONE], PENDING: [ONE, FOUR]}
    assert {key: list(citing) for key, citing in postponed.citing(WHOLE).items()} == expected


def test_making_them_begins_again_where_it_was_stopped_and_ends_for_the_last_that_began(postponed: Graph) -> None:
    for steps in range(5):
        left = [False] * steps
        postponed.make_lists(lambda: not left or left.pop())  # noqa: B023 - called at once
        assert postponed.is_behind()
    second = [postponed.make_lists]
    postponed.put("file", 3, {FOUR: [OLD]})
    postponed.make_lists(lambda: bool(second and second.pop()()))
    assert not postponed.is_behind()
    assert _citing(postponed, OLD) == [ONE, TWO, FOUR]


def test_a_damaged_list_or_statement_keeps_nothing_else_from_being_stored(cache: Cache) -> None:
    graph = cache.graph
    graph.put("file", 7, {ONE: [FOUR], TWO: [FOUR]})
    _fold(graph)
    cache._db.run("UPDATE citing_list SET body = x'01'")
    graph.put("file", 7, {THREE: [FOUR]})
    _fold(graph)
    cache._db.run("UPDATE reference_list SET body = x'01' WHERE key = ?", (ONE,))
    graph.make_lists()
    assert not graph.is_behind()
    assert _citing(graph, FOUR) == [TWO, THREE]
    graph.put("file", 8, {ONE: [TWO, FOUR]})
    assert (_citing(graph, FOUR), list(graph.references(ONE) or ())) == ([ONE, TWO, THREE], [TWO, FOUR])
    cache._db.run("UPDATE reference_list SET body = x'01' WHERE key = ?", (ONE,))
    graph.forget("file", [ONE])
    assert graph.references(ONE) is None


def test_common_references_and_citations_are_counted(graph: Graph) -> None:
    graph.put("file", 1, {ONE: [OLD, WORK], TWO: [OLD, WORK, FOUR], THREE: [OLD]})
    _fold(graph)
    assert graph.sharing(ONE, 9) == {TWO: 2, THREE: 1}
    assert graph.sharing(ONE, 2) == {TWO: 1}
    assert graph.beside(OLD, 9) == {WORK: 2, FOUR: 1}
    assert graph.beside(OLD, 1) == {}
    assert graph.sharing(FOUR, 9) == graph.beside(ONE, 9) == {}


def test_a_reader_sees_the_graph_while_another_process_folds(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as writer, Cache.open(tmp_path / "cache.db", read_only=True) as reader:
        writer.graph.put("file", 1, {key: [OLD] for key in (ONE, TWO, THREE)})
        assert len(_citing(reader.graph, OLD)) == 3
        assert not writer.graph.fold_next()
        assert len(_citing(reader.graph, OLD)) == 3
