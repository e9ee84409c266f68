"""How the keys of the filter, the chips, the months and the order edit the text of a query."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.arxiv.ids import month_number
from arxtui.model.expr import Sort
from arxtui.query import parse
from arxtui.query.chips import chips
from arxtui.tui.present.filter.histogram import MonthRange
from arxtui.tui.present.filter.rows import TermUse
from arxtui.tui.state.query_edit import (
    as_term,
    completed,
    dates_of,
    day_of,
    negated,
    next_order,
    temporary_terms,
    use_of,
    with_dates,
    with_day,
    with_toggled_term,
    without_date_terms,
    without_last,
    without_repeats,
    without_temporary_terms,
    words_alone,
)

MARCH = MonthRange(month_number(2024, 3), month_number(2024, 3))
TERMS = ("is:unread", "cat:cs.DC", "day:2026-05-13", "-has:review", "tag:thesis")

texts = st.text(alphabet='ab :"()-*/OR', max_size=20) | st.lists(st.sampled_from(TERMS)).map(" ".join)


def test_the_words_of_a_query_are_neither_its_filters_nor_its_order() -> None:
    assert words_alone('is:unread fair "locks" cat:cs.DC sort:foryou') == 'fair "locks"'
    assert words_alone("is:unread sort:foryou day:2026-05-13") == ""


def test_states_and_days_alone_are_temporary() -> None:
    text = "is:unread (day:2026-05-13 OR cat:cs.LG) -is:starred locks sort:new"
    assert without_temporary_terms(text) == "(day:2026-05-13 OR cat:cs.LG) locks"
    assert temporary_terms(text) == ["is:unread", "-is:starred"]


def test_a_term_narrows_and_again_is_taken_back() -> None:
    assert with_toggled_term("fair locks", "is:unread") == "fair locks is:unread"
    assert with_toggled_term("fair locks is:unread", "is:unread") == "fair locks"


def test_toggling_a_term_replaces_the_opposite_term() -> None:
    assert with_toggled_term("fair -cat:cs.LG", "cat:cs.LG") == "fair cat:cs.LG"
    assert with_toggled_term("fair cat:cs.LG", "-cat:cs.LG") == "fair -cat:cs.LG"
    assert with_toggled_term("fair", negated("-has:review")) == "fair has:review"


def test_the_whole_query_is_narrowed_where_an_or_is_in_it() -> None:
    assert with_toggled_term("fair OR locks", "is:unread") == "(fair OR locks) is:unread"


def test_a_query_open_at_its_end_is_closed_first() -> None:
    assert with_toggled_term('"fair lo', "is:unread") == '"fair lo" is:unread'


@given(texts, st.sampled_from(TERMS))
def test_narrowing_means_both(text: str, term: str) -> None:
    if term in (chip.text for chip in chips(text)):
        return
    shown = {chip.text for chip in chips(with_toggled_term(text, term))}
    assert term in shown
    assert negated(term) not in shown


@given(texts, st.sampled_from(TERMS))
def test_narrowing_twice_takes_it_back(text: str, term: str) -> None:
    if any(chip.text in (term, negated(term)) for chip in chips(text)) or parse(text).faults:
        return
    assert parse(with_toggled_term(with_toggled_term(text, term), term)).expr == parse(text).expr


def test_a_saved_view_is_one_term_without_its_order() -> None:
    assert as_term("cat:cs.DC sort:best") == "cat:cs.DC"
    assert as_term("fair locks sort:best") == "(fair locks)"
    assert as_term("fair OR locks") == "(fair OR locks)"
    assert as_term("fair sort:best") == "(fair)"
    assert as_term('"fair locks"') == '("fair locks")'


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("fair locks fair", "locks fair"),
        ("fair* locks fair", "locks fair"),
        ("fair locks is:unread fair locks", "is:unread fair locks"),
        ("cat:cs.DC fair cat:cs.DC", "fair cat:cs.DC"),
        ('"fa la la fa"', '"fa la la fa"'),
        ("a OR b OR a", "a OR b OR a"),
        ("(a b a) fair fair", "(a b a) fair"),
    ],
)
def test_repeated_words_and_terms_remain_once_and_phrases_and_alternatives_stay(text: str, kept: str) -> None:
    assert without_repeats(text) == kept


def test_a_term_is_within_without_or_not_used_in_the_query() -> None:
    held = chips("fair is:unread -cat:cs.LG")
    assert use_of(held, "is:unread") is TermUse.WITHIN
    assert use_of(held, "cat:cs.LG") is TermUse.WITHOUT
    assert use_of(held, "cat:cs.DC") is TermUse.NONE


def test_the_last_part_is_taken_away() -> None:
    assert without_last("fair -cat:cs.LG is:unread") == "fair -cat:cs.LG"
    assert without_last("fair") == ""
    assert without_last("") == ""


@given(texts)
def test_taking_the_last_part_away_comes_to_an_end(text: str) -> None:
    for _ in range(len(text) + 1):
        text = without_last(text)
    assert not chips(text)


@pytest.mark.parametrize("before", ["fair date:2020", "date:2020..2021 fair", "newer:1w fair", "fair"])
def test_new_dates_take_the_place_of_the_former(before: str) -> None:
    assert with_dates(before, MARCH) == "fair date:2024-03"
    assert without_date_terms(before) == "fair"


def test_when_a_paper_was_reported_is_not_its_date() -> None:
    assert without_date_terms("added:2024 fair") == "added:2024 fair"
    assert dates_of("added:2024 fair") is None


def test_open_dates_reach_as_far_as_there_are_papers() -> None:
    after = dates_of("date:2024-03..")
    assert after
    assert after.first == MARCH.first
    assert after.last > month_number(2100, 1)


def test_the_orders_come_round_and_are_in_the_query() -> None:
    text, result = "fair locks", []
    for _ in range(6):
        text = next_order(text)
        result.append(parse(text).sort)
    assert result == [Sort.BEST, Sort.OLD, Sort.UPDATED, Sort.SCORE, Sort.FOR_YOU, Sort.NEW]
    assert text == "fair locks"
    assert next_order("fair sort:best locks") == "fair locks sort:old"


@pytest.mark.parametrize("text", ["", "cat:cs.DC", "is:unread date:2026", "sort:best"])
def test_without_words_there_is_no_best_to_put_first(text: str) -> None:
    assert next_order(text).endswith("sort:old")


def test_a_day_has_an_order_of_its_own_and_can_have_the_others() -> None:
    text, result = "day:2026-05-13", []
    for _ in range(6):
        text = next_order(text)
        result.append(text.removeprefix("day:2026-05-13").strip())
    assert result == ["sort:new", "sort:old", "sort:updated", "sort:score", "sort:foryou", ""]


def test_another_day_takes_the_place_of_the_one_in_the_query() -> None:
    assert with_day("fair day:2026-05-13 cat:cs.DC", date(2026, 5, 12)) == "fair day:2026-05-12 cat:cs.DC"
    assert with_day("day:2026-05-13", date(2026, 5, 14)) == "day:2026-05-14"


def test_a_query_of_no_day_is_left_for_the_day_alone() -> None:
    for text in ("", "is:unread", "-day:2026-05-13", "day:2026-05", "day:2026-05-13 OR is:unread"):
        assert day_of(text) is None
        assert with_day(text, date(2026, 5, 12)) == "day:2026-05-12"


def test_a_word_being_typed_is_a_beginning_when_more_is_written_after_it() -> None:
    assert completed("fair spars") == "fair spars*"
    assert completed("fair is:unread") == "fair* is:unread"
    assert completed("fair is:un") == "fair*"
    assert completed('"fair locks"') == '"fair locks"'


@given(texts)
def test_a_completed_query_means_the_same_as_the_typed_one_or_is_left_alone(text: str) -> None:
    assert completed(text) == text or parse(completed(text)).expr == parse(text, typing=True).expr


def test_of_two_equal_terms_the_first_is_left_out() -> None:
    assert without_repeats("is:unread fair is:unread") == "fair is:unread"
    assert without_repeats("a OR a") == "a OR a"
    assert without_repeats("wildfire* cat:cs.DC wildfire") == "cat:cs.DC wildfire"
    assert without_repeats("fair* fairer") == "fair* fairer"
    assert without_repeats("is:unread wildfire* smoke* wildfire") == "is:unread smoke* wildfire"
    assert without_repeats('fair* OR fair "fair fair"') == 'fair* OR fair "fair fair"'
    assert without_repeats("is:unread -is:unread") == "is:unread -is:unread"
    assert without_repeats('tic tic cat:cs.DC "tic tic toc"') == 'tic cat:cs.DC "tic tic toc"'
