"""A corpus made from a sample has its text and statistics, and the same seed gives the same corpus."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from arxtui.model.arxiv.ids import key_of, split_key
from arxtui.sources.records import parse_record
from arxtui.text import readable, words
from benchmarks.corpus.counts import WordCounts
from benchmarks.corpus.growth import Heaps, fit
from benchmarks.corpus.months import FIRST, LAST, FreeIds, targets
from benchmarks.corpus.sample import plain_line
from benchmarks.corpus.statistics import counted
from benchmarks.enlarge import Enlargement
from benchmarks.papers import made_up

_PARENTS, _PAPERS = 200, 2_000


@cache
def sample() -> tuple[str, ...]:
    return tuple(plain_line(paper) for paper in made_up(_PARENTS, seed=5))


@cache
def enlargement() -> Enlargement:
    return Enlargement(sample(), _PAPERS, seed=7)


@cache
def corpus() -> tuple[str, ...]:
    return tuple(enlargement().lines())


def test_it_has_as_many_papers_as_requested_each_with_a_valid_identifier() -> None:
    keys = [key_of(json.loads(line)["id"]) for line in corpus()]
    assert len(keys) == len(set(keys)) == _PAPERS


def test_the_same_seed_makes_the_same_papers_and_another_seed_others() -> None:
    first, again, other = (list(Enlargement(sample(), 400, seed=seed).lines()) for seed in (7, 7, 8))
    assert first == again != other


def test_papers_of_the_sample_are_in_it_as_they_were_sent() -> None:
    own_months = Counter(split_key(key_of(json.loads(line)["id"]))[0] for line in sample())
    fit_in = sum(min(held, targets(_PAPERS)[month]) for month, held in own_months.items())
    assert len(set(sample()) & set(corpus())) == fit_in > 0


def test_every_paper_can_be_imported() -> None:
    for line in corpus():
        (paper,) = parse_record(line).papers
        assert paper.title
        assert paper.abstract
        assert paper.authors
        assert paper.categories


def test_months_come_in_order_and_grow_as_arxiv_did() -> None:
    months = [split_key(key_of(json.loads(line)["id"]))[0] for line in corpus()]
    assert months == sorted(months)
    assert Counter(months) == Counter({month: papers for month, papers in targets(_PAPERS).items() if papers})
    assert targets(_PAPERS)[LAST] > 5 * targets(_PAPERS)[FIRST + 120]


def test_the_vocabulary_goes_on_growing_by_the_law_that_the_sample_follows() -> None:
    own = frozenset(sample())
    written = counted(line for line in corpus() if line not in own).texts.tokens
    law, before = enlargement().texts.law, enlargement().sample.texts.tokens
    assert enlargement().texts.made == pytest.approx(law.types(before + written) - law.types(before), rel=0.02)


def test_made_words_are_words_that_the_search_room_takes_for_one() -> None:
    made = {word for line in corpus() for word in _words(line)} - set(enlargement().sample.texts.papers)
    # Sometimes a made-up word stands beside a formula, and both together are one word.
    assert len(made) == pytest.approx(enlargement().texts.made, rel=0.05)


def test_the_law_is_found_in_a_curve_that_follows_it() -> None:
    law = Heaps(12.5, 0.6)
    found = fit([(tokens, round(law.types(tokens))) for tokens in (10_000, 100_000, 1_000_000)])
    assert found.k == pytest.approx(law.k, rel=0.01)
    assert found.beta == pytest.approx(law.beta, rel=0.01)


def test_words_counted_in_parts_are_counted_as_in_one() -> None:
    papers = [(["a", "b", "a"], 0.01), (["b", "c"], 0.4), (["a", "d"], 0.9)]
    whole, one, other = WordCounts(), WordCounts(), WordCounts()
    for number, (expected, place) in enumerate(papers):
        whole.add(expected, place)
        (one if number % 2 else other).add(expected, place)
    one.merge(other)
    assert one.curve() == whole.curve() == [(3, 2), (3, 2), (3, 2), (3, 2), (5, 3), (7, 4)]
    assert (one.papers, one.occurrences) == (whole.papers, whole.occurrences)


def test_identifiers_are_those_that_nobody_has() -> None:
    january = (2016 - 1991) * 12 + 1
    free = FreeIds(january, {"1601.00001", "1601.00003"})
    assert [free.next("cs.DC") for _ in range(3)] == ["1601.00002", "1601.00004", "1601.00005"]


def test_a_full_archive_of_the_old_scheme_gives_to_another() -> None:
    january = (1999 - 1991) * 12 + 1
    free = FreeIds(january, {f"math/9901{number:03}" for number in range(1, 999)})
    assert free.next("math.NT") == "math/9901999"
    assert free.next("math.NT").partition("/")[0] != "math"
    assert free.next("hep-th") == "hep-th/9901001"


def _words(line: str) -> list[str]:
    row = json.loads(line)
    return words(readable(row["title"])) + words(readable(row["abstract"]))
