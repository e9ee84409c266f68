"""Functions over query expressions: their terms, and the one day, list or paper that a query is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

import pytest

from arxtui.model.expr import (
    EVERYTHING,
    And,
    Announced,
    Expr,
    Like,
    Listed,
    Not,
    Or,
    SomeOf,
    Tag,
    Word,
    announcement_days,
    single_day,
    single_like,
    single_list,
    single_question,
    terms_of,
    with_terms,
)
from arxtui.model.longlist import LongList

ONE, TWO, THREE = Word("one"), Word("two"), Tag("three")
DAY, NEXT = date(2026, 5, 13), date(2026, 5, 14)
NESTED = And((ONE, Not(Or((TWO, And((THREE,)))))))


def test_the_terms_of_a_query_come_in_order_those_left_out_as_well() -> None:
    assert list(terms_of(NESTED)) == [ONE, TWO, THREE]
    assert list(terms_of(ONE)) == [ONE]
    assert list(terms_of(EVERYTHING)) == []


def test_terms_are_changed_in_place() -> None:
    changed = with_terms(NESTED, lambda term: ONE if term == THREE else term)
    assert changed == And((ONE, Not(Or((TWO, And((ONE,)))))))


@pytest.mark.parametrize(
    ("expr", "day"),
    [
        (Announced(DAY, DAY), DAY),
        (And((ONE, Announced(DAY, DAY), Announced(DAY, DAY))), DAY),
        (Announced(DAY, NEXT), None),
        (And((Announced(DAY, DAY), Announced(NEXT, NEXT))), None),
        (Or((Announced(DAY, DAY), ONE)), None),
        (Not(Announced(DAY, DAY)), None),
        (EVERYTHING, None),
    ],
)
def test_a_query_is_of_a_day_where_all_its_papers_are(expr: Expr, day: date | None) -> None:
    assert single_day(expr) == day


@pytest.mark.parametrize(
    ("expr", "days"),
    [
        (Announced(DAY, NEXT), (DAY, NEXT)),
        (And((Announced(DAY, None), ONE, Announced(None, NEXT))), (DAY, NEXT)),
        (And((Announced(DAY, NEXT), Announced(NEXT, None))), (NEXT, NEXT)),
        (And((Announced(None, NEXT), Announced(DAY, DAY))), (DAY, DAY)),
        (And((Announced(DAY, DAY), Announced(NEXT, NEXT))), None),
        (Announced(DAY, None), None),
        (Announced(None, DAY), None),
        (Or((Announced(DAY, DAY), ONE)), None),
        (EVERYTHING, None),
    ],
)
def test_a_query_is_of_the_days_that_all_its_limits_leave(expr: Expr, days: tuple[date, date] | None) -> None:
    assert announcement_days(expr) == days


@pytest.mark.parametrize(("ask", "term"), [(single_list, Listed), (single_like, Like), (single_question, SomeOf)])
def test_a_query_is_of_one_list_or_like_one_paper_where_it_names_no_other(
    ask: Callable[[Expr], str | None], term: Callable[[str], Expr]
) -> None:
    assert ask(term("a")) == ask(And((ONE, term("a"), term("a")))) == "a"
    assert ask(And((term("a"), term("b")))) is None
    assert ask(Or((term("a"), ONE))) is ask(EVERYTHING) is None


class Squares(LongList):
    """The first five squares, computed on access."""

    def __len__(self) -> int:
        return 5

    def at(self, place: int) -> int:
        return place * place


def test_a_long_list_is_reported_entry_by_entry_as_a_list_is() -> None:
    squares: Sequence[int] = Squares()
    plain = [0, 1, 4, 9, 16]
    assert list(squares) == plain
    assert [squares[place] for place in range(-5, 5)] == plain * 2
    for part in (slice(1, 3), slice(None, None, -2), slice(-2, 99), slice(4, 1)):
        assert list(squares[part]) == plain[part]
    for outside in (5, -6):
        with pytest.raises(IndexError):
            squares[outside]
