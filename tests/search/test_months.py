"""The months of an index: those that are searched first, and what lies within some of them."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import join_key, month_number
from arxtui.model.expr import And, Keys, Not, Word
from arxtui.search import months as months_module
from arxtui.search.folder import open_folder
from arxtui.search.months import Months, bounds, keys_within
from arxtui.search.schema import month_term
from arxtui.search.version import current_folder
from tests.search.made import indexed, paper

NUMBERS = [month_number(year, month) for year, month in ((2025, 11), (2025, 12), (2026, 1), (2026, 2))]
TERMS = [month_term(number) for number in NUMBERS]
MONTHS = Months(tuple(zip(TERMS, (5, 10, 20, 5), strict=True)))
FIRST = [join_key(number, 0) for number in NUMBERS]


@pytest.mark.parametrize(
    ("searched_first", "min_papers", "newest", "oldest"),
    [
        (25, 40, TERMS[:1:-1], TERMS[:3]),
        (26, 40, TERMS[:0:-1], TERMS[:3]),
        (15, 40, TERMS[:1:-1], TERMS[:2]),
        (1, 40, TERMS[3:], TERMS[:1]),
        (99, 40, TERMS[::-1], TERMS),
        (1, 41, [], []),
    ],
)
def test_enough_months_at_an_end_are_searched_first_of_a_large_index(
    monkeypatch: pytest.MonkeyPatch, searched_first: int, min_papers: int, newest: list[str], oldest: list[str]
) -> None:
    monkeypatch.setattr(months_module, "_SEARCHED_FIRST", searched_first)
    monkeypatch.setattr(months_module, "_MIN_PAPERS", min_papers)
    assert MONTHS.at_the_end(newest=True) == newest
    assert MONTHS.at_the_end(newest=False) == oldest


@pytest.mark.parametrize(
    ("first", "last", "terms"),
    [
        (FIRST[1], FIRST[2], TERMS[1:3]),
        (FIRST[1] - 1, FIRST[3] - 1, TERMS[:3]),
        (FIRST[2] + 7, FIRST[2] + 7, TERMS[2:3]),
        (0, FIRST[0] - 1, []),
    ],
)
def test_the_months_between_two_papers_are_those_of_both_and_all_in_between(
    first: int, last: int, terms: list[str]
) -> None:
    assert MONTHS.between(first, last) == terms


def test_papers_of_some_months_are_those_of_each() -> None:
    assert [MONTHS.papers(TERMS[:end]) for end in range(5)] == [0, 5, 15, 35, 40]


def test_a_set_of_papers_is_cut_to_the_first_and_last_possible_key_of_months() -> None:
    assert bounds(TERMS[2:0:-1]) == (FIRST[1], FIRST[3] - 1)
    keys = array("q", [FIRST[1] - 1, FIRST[1], FIRST[2], FIRST[3] - 1, FIRST[3]])
    cut = And((Word("fair"), Keys(keys[1:4]), Not(Keys(keys[1:4]))))
    assert keys_within(And((Word("fair"), Keys(keys), Not(Keys(keys)))), TERMS[1:3]) == cut


def test_an_index_knows_the_month_of_the_identifier_of_each_paper(tmp_path: Path) -> None:
    bases = ("2511.00001", "2605.00001", "2605.00002", "hep-th/9901001")
    indexed(tmp_path, [paper(base, "A title") for base in bases])
    opened = open_folder(current_folder(tmp_path))
    counts = {(1999, 1): 1, (2025, 11): 1, (2026, 5): 2}
    expected = tuple((month_term(month_number(*when)), papers) for when, papers in counts.items())
    assert opened is not None
    assert opened.months.counts == expected
