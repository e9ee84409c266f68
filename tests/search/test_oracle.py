"""The index gives the same results as a check of every paper, for random queries of every kind."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from string import ascii_lowercase, digits

import pytest

from arxtui.model.expr import EVERYTHING, And, Expr, Field, Not, Or, Phrase, Regex, Word
from arxtui.model.paper import Paper
from arxtui.search import open_index
from arxtui.sources.records import parse_record
from benchmarks.papers import made_up
from tests.samples import sample
from tests.search.agreement import Agreement, as_documents
from tests.search.drawn import Draw
from tests.search.weights import Weights

_QUERIES = sample(24, 144)
_SEED = 11


@pytest.fixture(scope="module")
def real(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Agreement:
    with gzip.open(shared / "data" / "papers-2k.jsonl.gz", "rt", encoding="utf-8") as lines:
        return _agreement(
            [paper for line in islice(lines, 0, None, sample(2, 1)) for paper in parse_record(line).papers],
            tmp_path_factory,
        )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Agreement:
    return _agreement(made_up(500), tmp_path_factory)


def _agreement(papers: Iterable[Paper], tmp_path_factory: pytest.TempPathFactory) -> Agreement:
    return Agreement(as_documents(papers, _SEED), tmp_path_factory.mktemp("agreement"))


def _disagreements(agreement: Agreement, queries: Iterable[Expr]) -> list[tuple[Expr, list[str]]]:
    return [(query, faults) for query in queries if (faults := agreement.faults(query))]


def test_real_papers_are_found_ordered_and_counted_as_a_look_at_each_says(real: Agreement) -> None:
    draw = Draw(real.oracle, _SEED)
    assert _disagreements(real, [draw.query(number) for number in range(_QUERIES)]) == []


def test_made_up_papers_are_found_ordered_and_counted_as_a_look_at_each_says(made: Agreement) -> None:
    draw = Draw(made.oracle, _SEED)
    assert _disagreements(made, [draw.query(number) for number in range(_QUERIES // 2)]) == []


@pytest.mark.parametrize(
    "query",
    [
        EVERYTHING,
        Not(EVERYTHING),
        Not(Word("the")),
        Word("..."),
        And((Word("..."), Word("model"))),
        Or((Word("..."), Word("model"))),
        And((Not(Word("...")), Word("model"))),
        And((Not(Word("model")), Not(Word("data")))),
        Not(And((Word("model"), Not(Word("data"))))),
        Word("a", prefix=True),
        Word("theory", Field.TITLE, prefix=True),
        Word("state-of-the-ar", prefix=True),
        Word("non-linear"),
        Word("nonlinear"),
        Word("galaxies"),
        Phrase("galaxies"),
        Phrase("we show that"),
    ],
    ids=str,
)
def test_queries_for_all_nothing_or_in_several_forms_agree(real: Agreement, query: Expr) -> None:
    assert real.faults(query) == []


@pytest.mark.parametrize(
    "query", [Word("we"), And((Word("we"), Word("graphs"))), Phrase("of the"), Phrase("of graphs")]
)
def test_words_in_most_papers_weigh_nothing(real: Agreement, query: Expr, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_index, "_MIN_PAPERS", 500)
    monkeypatch.setattr(real, "weights", Weights(real.oracle, small=500))
    assert real.faults(query) == []


@pytest.mark.parametrize("field", [Field.TITLE, Field.AUTHOR, Field.ABSTRACT, Field.COMMENT])
def test_a_short_prefix_in_a_field_finds_the_same_as_a_regular_expression(real: Agreement, field: Field) -> None:
    short = {word[:length] for word in ("quantum", "spiral", "smith", "zhang", "2d", "ø", "10") for length in (1, 2, 3)}
    for letters in sorted({*short, *ascii_lowercase, *digits}):
        begun = real.index.keys(Word(letters, field, prefix=True))
        assert begun == real.index.keys(Regex(rf"\b{letters}", field)), letters
        assert real.index.find(Word(letters, field, prefix=True), limit=9).keys == begun[:-10:-1], letters


def test_the_oracle_notices_an_index_without_a_paper(made: Agreement) -> None:
    key = min(made.oracle.papers)
    held = made.oracle.papers.pop(key)
    try:
        assert made.faults(EVERYTHING)
    finally:
        made.oracle.papers[key] = held
