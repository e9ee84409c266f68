"""The papers that a query finds."""

from __future__ import annotations

import math
from datetime import date
from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import id_of, key_of
from arxtui.model.expr import (
    EVERYTHING,
    And,
    Announced,
    Category,
    Expr,
    Field,
    Keys,
    Not,
    Or,
    Phrase,
    Sort,
    State,
    Word,
)
from arxtui.search import open_index
from arxtui.search import schema as fields
from arxtui.search.by_key import at_most
from arxtui.search.folder import open_folder
from arxtui.search.index import SearchIndex
from arxtui.search.translate import UnresolvedError
from arxtui.search.version import current_folder
from tests.search.made import ids, indexed, paper, reviewed

LOCKS, MOS, GODEL, SORTING, OLD = "2605.00001", "2605.00002", "2604.00003", "2603.00004", "hep-th/9901001"
ALL = [MOS, LOCKS, GODEL, SORTING, OLD]

PAPERS = [
    paper(
        LOCKS,
        "A Note on Fair Barrier Locks",
        "Ada Example",
        r"\L{}ukasz Przyk\l{}ad",
        abstract="We sparsify the barriers of non-local queues. The proof uses snapshots",
        categories=("cs.DC", "cs.LG"),
        comment="12 pages, accepted at EXAMPLE '26",
        journal_ref="J. Made-up Results 3 (2026) 14",
        doi="10.1234/Example.5678 10.1234/second",
    ),
    paper(
        MOS,
        "Excitons in MoS$_2$ Monolayers",
        "Björn Måns",
        abstract="A band gap of 1.8 eV.",
        categories=("cond-mat.mes-hall",),
    ),
    paper(
        GODEL,
        "On Gödel's Straße",
        "Ada Lovely",
        "Example Carol",
        abstract="Fair notes.",
        categories=("math.LO", "cs.LO"),
    ),
    reviewed(
        paper(
            SORTING,
            "Sorting in $O(n \\log n)$ Again",
            "Dan Sort",
            abstract="Sorting and sorting and locks.",
            categories=("cs.DS",),
        ),
        "Sorting costs a third less",
        "Bounding delay per shard keeps the rate",
    ),
    paper(OLD, "Strings and Things", "E. V. Ample", abstract="量子力学 of strings", categories=("hep-th",)),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> SearchIndex:
    return indexed(tmp_path_factory.mktemp("index"), PAPERS)


def test_an_index_that_was_just_written_has_no_fault(index: SearchIndex, tmp_path: Path) -> None:
    assert (index.fault, index.needs_rebuild) == ("", False)
    none = SearchIndex.open(tmp_path / "none")
    assert (none.fault, none.needs_rebuild) == ("there is no search index yet", True)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (EVERYTHING, ALL),
        (Word("barrier"), [LOCKS]),
        (Word("LOCKS"), [LOCKS, SORTING]),
        (Word("carol"), [GODEL]),
        (Word("shard"), [SORTING]),
        (Word("nothing-like-this"), []),
        (And((Word("fair"), Word("example"))), [LOCKS, GODEL]),
        (Or((Word("strings"), Word("mos2"))), [MOS, OLD]),
        (Or(()), []),
        (And((Word("fair"), Not(Word("queues")))), [GODEL]),
        (Not(Word("fair")), [MOS, SORTING, OLD]),
        (Not(Or((Word("fair"), Word("locks")))), [MOS, OLD]),
        (Or((Word("mos2"), Not(Word("fair")))), [MOS, SORTING, OLD]),
        (Not(Not(Word("barrier"))), [LOCKS]),
        (Not(EVERYTHING), []),
        (Not(Word("hep-th/9901001", Field.ID)), [MOS, LOCKS, GODEL, SORTING]),
        (Not(Word("2605.00001", Field.ID)), [MOS, GODEL, SORTING, OLD]),
        (And((Word("locks"), And())), [LOCKS, SORTING]),
    ],
)
def test_words_and_how_they_join(index: SearchIndex, query: Expr, found: list[str]) -> None:
    assert ids(index, query) == found


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("lukasz", LOCKS),
        ("Łukasz", LOCKS),
        ("przyklad", LOCKS),
        ("mos2", MOS),
        ("MoS₂", MOS),
        ("bjorn", MOS),
        ("godel", GODEL),
        ("Gödel", GODEL),
        ("strasse", GODEL),
        ("STRASSE", GODEL),
        ("量子", OLD),
    ],
)
def test_spelling_and_tex_do_not_matter(index: SearchIndex, word: str, found: str) -> None:
    assert ids(index, Word(word)) == [found]


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("barr", [LOCKS]),
        ("snapshot", [LOCKS]),
        ("mo", [MOS]),
        ("b", [MOS, LOCKS, SORTING]),
        ("exam", [LOCKS, GODEL]),
        ("1", [MOS]),
        ("non-loc", [LOCKS]),
        ("O(n lo", [SORTING]),
        ("x" * 5_000, []),
        ("non-" + "x" * 5_000, []),
        ("queues-non", [LOCKS]),
        ("queues-nonl", []),
    ],
)
def test_a_word_may_go_on(index: SearchIndex, word: str, found: list[str]) -> None:
    assert ids(index, Word(word, prefix=True)) == found


def test_a_beginning_is_looked_for_everywhere_however_short(index: SearchIndex) -> None:
    assert ids(index, Word("s", prefix=True)) != []
    assert ids(index, Word("sn", prefix=True)) == ids(index, Word("snap", prefix=True)) == [LOCKS]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_beginning_finds_all_of_its_words_whether_they_are_few_or_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(open_index, "_MAX_LISTED", most)
    titles = ("Excitation", "Excitonic", "Excitons", "Exotic")
    papers = [paper(f"2605.0000{place}", title) for place, title in enumerate(titles, 1)]
    assert ids(indexed(tmp_path, papers), Word("excito", prefix=True)) == ["2605.00003", "2605.00002"]
    assert ids(indexed(tmp_path, papers), Word("excita", Field.TITLE, prefix=True)) == ["2605.00001"]


@pytest.mark.parametrize(
    ("query", "most"),
    [
        (Word("locks"), 2),
        (Word("lock"), 2),
        (Word("sorting", prefix=True), 2),
        (Word("sortin", prefix=True), 1),
        (Word("sorti", prefix=True), math.inf),
        (Word("fair locks"), math.inf),
        (Word("fair", Field.TITLE), math.inf),
        (Category("cs.DC"), 1),
        (Category("cs.*"), math.inf),
        (And((Word("fair"), Word("sorting"), Not(Word("locks")))), 1),
        (Or((Word("fair"), Word("sorting"))), 3),
        (Or((Word("fair"), Not(Word("sorting")))), math.inf),
        (EVERYTHING, math.inf),
    ],
)
def test_the_number_of_matching_papers_has_an_upper_bound_before_a_search(
    index: SearchIndex, query: Expr, most: float
) -> None:
    assert index._run(lambda opened: at_most(opened, query), 0.0) == most
    assert index.count(query) <= most


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Phrase("barrier locks"), [LOCKS]),
        (Phrase("locks barrier"), []),
        (Phrase("Fair"), [LOCKS, GODEL]),
        (Phrase("ada example"), [LOCKS]),
        (Phrase("lovely example"), []),
        (Phrase("third less bounding"), []),
        (Phrase("bounding delay per shard"), [SORTING]),
        (Word("non-local"), [LOCKS]),
        (Word("non–local"), [LOCKS]),
        (Word("O(n log n)"), [SORTING]),
        (Word("1.8"), [MOS]),
    ],
)
def test_a_phrase_matches_adjacent_words_and_parts_of_words(index: SearchIndex, query: Expr, found: list[str]) -> None:
    assert ids(index, query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Word("fair", Field.TITLE), [LOCKS]),
        (Word("fair", Field.ABSTRACT), [GODEL]),
        (Word("example", Field.AUTHOR), [LOCKS, GODEL]),
        (Word("ex", Field.ABSTRACT, prefix=True), []),
        (Phrase("ada example", Field.AUTHOR), [LOCKS]),
        (Word("accepted", Field.COMMENT), [LOCKS]),
        (Word("accepted"), []),
        (Phrase("made-up results", Field.JOURNAL), [LOCKS]),
        (Word("10.1234/example.5678", Field.DOI), [LOCKS]),
        (Word("https://doi.org/10.1234/SECOND", Field.DOI), [LOCKS]),
        (Word("10.1234/", Field.DOI, prefix=True), [LOCKS]),
        (Word("10.1234", Field.DOI), []),
        (Word("2605.00001", Field.ID), [LOCKS]),
        (Word("arXiv:2605.00001v3", Field.ID), [LOCKS]),
        (Word("https://arxiv.org/abs/hep-th/9901001", Field.ID), [OLD]),
        (Word("2605.", Field.ID, prefix=True), [MOS, LOCKS]),
        (Word("2605", Field.ID), []),
        (Category("cs.LG"), [LOCKS]),
        (Category("cs.*"), [LOCKS, GODEL, SORTING]),
        (Category("c*"), [MOS, LOCKS, GODEL, SORTING]),
        (Category("cs"), []),
        (Category("csXLG"), []),
        (Category("cs.L*"), [LOCKS, GODEL]),
    ],
)
def test_fields(index: SearchIndex, query: Expr, found: list[str]) -> None:
    assert ids(index, query) == found


def test_a_set_of_papers_joins_a_search(index: SearchIndex) -> None:
    some = Keys(sorted(key_of(base) for base in (LOCKS, GODEL, OLD)))
    assert ids(index, some) == [LOCKS, GODEL, OLD]
    assert ids(index, And((some, Word("fair")))) == [LOCKS, GODEL]
    assert ids(index, And((Word("locks"), Not(some)))) == [SORTING]
    assert ids(index, Keys([])) == []
    assert ids(index, And((Word("locks"), Not(Keys([]))))) == [LOCKS, SORTING]
    assert ids(index, Keys([key_of("2401.00001")])) == []


@pytest.mark.parametrize("nothing", [Word("$$"), Phrase("—"), And(), And((Word("&"),))])
def test_a_word_without_letters_requests_nothing(index: SearchIndex, nothing: Expr) -> None:
    assert ids(index, nothing) == ALL
    assert ids(index, And((Word("fair"), nothing))) == [LOCKS, GODEL]
    assert ids(index, Or((Word("fair"), nothing))) == [LOCKS, GODEL]


def test_the_papers_with_a_word_are_counted_wherever_they_have_it(index: SearchIndex) -> None:
    assert [index.papers_with(word) for word in ("fair", "locks", "carol", "nothing")] == [2, 2, 1, 0]


def test_names_of_authors_have_no_plural(index: SearchIndex) -> None:
    assert ids(index, Word("examples", Field.AUTHOR)) == []
    assert ids(index, Word("examples")) == [LOCKS, GODEL]


def test_best_first_puts_the_title_before_the_abstract_and_newer_before_older(index: SearchIndex) -> None:
    assert ids(index, Word("fair"), Sort.BEST) == [LOCKS, GODEL]
    assert ids(index, Word("sorting"), Sort.BEST)[0] == SORTING
    assert ids(index, Word("strings"), Sort.BEST) == [OLD]
    assert ids(index, EVERYTHING, Sort.BEST) == ALL


@pytest.mark.parametrize("word", ["lock", "locks"])
def test_best_first_knows_a_title_by_every_form_of_a_word(tmp_path: Path, word: str) -> None:
    older = [paper("2601.00001", "Lock", abstract="Of queues"), paper("2601.00002", "Locks", abstract="Of queues")]
    newer = [paper("2605.00001", "Queues", abstract="A lock"), paper("2605.00002", "Queues", abstract="A few locks")]
    found = ids(indexed(tmp_path, [*older, *newer]), Word(word), Sort.BEST)
    assert set(found[:2]) == {"2601.00001", "2601.00002"}


def test_a_phrase_with_one_telling_word_has_weight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_index, "_MIN_PAPERS", 1)
    others = [paper(f"2601.0000{number}", "Gas", abstract="We study gas.") for number in range(1, 9)]
    twice = paper("2602.00001", "Dark gas", abstract="Dark gas, nothing but dark gas.")
    once = paper("2603.00001", "On dark gas")
    index = indexed(tmp_path, [*others, twice, once])
    assert ids(index, Phrase("dark gas"), Sort.BEST) == [twice.paper.id, once.paper.id]


@pytest.mark.parametrize(("having", "is_common"), [(2, False), (3, True), (4, True)])
def test_a_word_in_a_fifth_of_the_abstracts_is_not_distinctive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, having: int, is_common: bool
) -> None:
    monkeypatch.setattr(open_index, "_MIN_PAPERS", 5)
    abstracts = ["sparse sparse", *["so sparse a matter of many other words"] * having][:having]
    abstracts += ["nothing of it"] * (14 - having)  # the document of the index's state is the fifteenth
    papers = [paper(f"2605.{place:05}", "T", abstract=abstract) for place, abstract in enumerate(abstracts, 1)]
    index = indexed(tmp_path, papers)
    newest_first = [f"2605.{place:05}" for place in range(having, 0, -1)]
    assert ids(index, Word("sparse"), Sort.BEST) == (newest_first if is_common else newest_first[::-1])
    assert ids(index, Word("sparse")) == newest_first


def test_fewer_may_be_requested_than_there_are(index: SearchIndex) -> None:
    for sort in Sort:
        hits = index.find(EVERYTHING, limit=2, sort=sort)
        assert [id_of(key) for key in hits.keys] == (ALL[::-1] if sort is Sort.OLD else ALL)[:2]
        assert hits.total == len(ALL)
    assert [id_of(key) for key in index.find(EVERYTHING, limit=1).keys] == ALL[:1]
    assert index.find(EVERYTHING, limit=0).total == len(ALL)


def test_counts_by_category_count_cross_lists(index: SearchIndex) -> None:
    assert index.counts_by_category(Word("fair")) == {"cs.DC": 1, "cs.LG": 1, "math.LO": 1, "cs.LO": 1}
    assert sum(index.counts_by_category(EVERYTHING).values()) == 7
    assert index.counts_by_category(Keys([])) == {}


class Overtaken(Exception):  # noqa: N818
    """Raised when the result is no longer needed."""


@pytest.mark.parametrize("parts", range(2))
def test_counting_ends_between_any_two_of_its_parts(index: SearchIndex, parts: int) -> None:
    left = iter(range(parts))

    def go_on() -> None:
        if next(left, None) is None:
            raise Overtaken

    with pytest.raises(Overtaken):
        index.counts(Word("fair"), go_on)
    assert index.counts(Word("fair")).total == 2


def test_characters_that_mean_something_to_an_engine_mean_nothing_here(index: SearchIndex) -> None:
    for text in ('title:"', "a* OR b", "[a TO b]", ".*", "(", "\\", "^", "barrier~2", "{}", "-", "\x1b[2J"):
        for field in Field:
            for prefix in (False, True):
                index.find(Word(text, field, prefix=prefix), limit=1)
                index.find(Phrase(text, field), limit=1)
        index.find(Category(text), limit=1)


@pytest.mark.parametrize("query", [State("unread"), And((Word("a"), Announced(date(2026, 5, 1), None)))])
def test_states_and_days_must_be_made_into_keys_first(index: SearchIndex, query: Expr) -> None:
    with pytest.raises(UnresolvedError):
        index.find(query, limit=1)


def test_an_expression_that_was_tried_is_not_compiled_again(tmp_path: Path) -> None:
    indexed(tmp_path, [paper("2605.00001", "Fair locks")])
    opened = open_folder(current_folder(tmp_path))
    assert opened
    tried = [opened.matching(fields.TITLE, "lo.*") for _ in range(2)]
    assert tried[0] is tried[1]
    for number in range(100):
        opened.matching(fields.TITLE, f"lo{number}")
    assert opened.searcher.search(opened.matching(fields.TITLE, "lo.*"), 1).hits
