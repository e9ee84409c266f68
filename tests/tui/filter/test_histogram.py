"""The months as bars, and the movement of a range of months."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.arxiv.ids import month_number
from arxtui.query import parse
from arxtui.tui.present.filter.histogram import (
    ROWS,
    Histogram,
    MonthRange,
    MonthSelection,
    month_range_name,
    month_range_of,
    month_range_term,
    scale,
)
from arxtui.tui.state.query_edit import dates_of

JANUARY, MARCH, JULY = (month_number(2024, month) for month in (1, 3, 7))
YEAR = MonthRange(JANUARY, JANUARY + 11)
ALL = [(month, 10) for month in range(month_number(1991, 8), month_number(2026, 9) + 1)]

counts = st.dictionaries(st.integers(1, 430), st.integers(0, 50_000), min_size=1).map(lambda told: sorted(told.items()))


def fitted(expected: list[tuple[int, int]], width: int, window: MonthRange | None = None) -> Histogram:
    made = Histogram.fit(expected, width, window)
    assert made
    return made


def drawn(histogram: Histogram, row: int, chosen: MonthRange | None = None) -> str:
    return "".join(text for text, _ in histogram.row(row, chosen, "dim"))


@given(counts, st.integers(1, 120))
def test_the_bars_fit_and_hold_every_paper(expected: list[tuple[int, int]], width: int) -> None:
    made = Histogram.fit(expected, width)
    if not any(papers for _, papers in expected):
        assert made is None
        return
    assert made
    assert len(made.bars) * made.size <= width
    assert len(made.years()) <= max(width, 4)
    if made.months < 120:
        assert sum(made.bars) == sum(papers for _, papers in expected)
    assert {len(drawn(made, row)) for row in range(ROWS)} == {len(made.bars) * made.size}


@given(counts, st.integers(1, 120))
def test_a_bar_is_drawn_wherever_there_is_a_paper(expected: list[tuple[int, int]], width: int) -> None:
    if made := Histogram.fit(expected, width):
        lowest = drawn(made, ROWS - 1)[:: made.size]
        assert [block != " " for block in lowest] == [papers > 0 for papers in made.bars]


def test_as_few_months_a_bar_as_fit() -> None:
    assert [fitted(ALL, width).months for width in (500, 220, 150, 80, 40, 20, 8)] == [1, 2, 3, 6, 12, 24, 60]


def test_bars_of_years_begin_in_january_and_the_years_are_under_them() -> None:
    made = fitted(ALL, 40)
    assert made.first == month_number(1991, 1)
    result = made.years().split()
    assert result[0] == "1991"
    assert [made.years().index(year) for year in result] == [int(year) - 1991 for year in result]


def test_few_months_get_wide_bars() -> None:
    made = fitted([(MARCH, 1), (MARCH + 1, 2), (MARCH + 2, 4)], 22)
    assert (made.size, len(made.bars)) == (4, 3)
    assert [drawn(made, row) for row in range(ROWS)] == ["        ███ ", "▄▄▄ ███ ███ "]


def test_the_chosen_bars_are_highlighted() -> None:
    made = fitted(ALL, 500)
    inks = [ink for _, ink in made.row(ROWS - 1, MonthRange(MARCH, MARCH + 1), "dim")]
    assert inks.count("accent") == 2


@pytest.mark.parametrize(
    ("stretch", "name", "term"),
    [
        (MonthRange(MARCH, MARCH), "Mar 2024", "date:2024-03"),
        (MonthRange(MARCH, JULY), "Mar–Jul 2024", "date:2024-03..2024-07"),
        (YEAR, "2024", "date:2024"),
        (MonthRange(JANUARY - 24, JANUARY + 11), "2022–2024", "date:2022..2024"),
        (MonthRange(JANUARY - 2, JANUARY + 1), "Nov 2023–Feb 2024", "date:2023-11..2024-02"),
    ],
)
def test_a_stretch_of_months_has_a_name_and_a_term_that_means_it(stretch: MonthRange, name: str, term: str) -> None:
    assert (month_range_name(stretch), month_range_term(stretch)) == (name, term)
    assert not parse(term).faults
    assert dates_of(term) == stretch


def timeline(expected: list[tuple[int, int]] = ALL, chosen: MonthRange | None = None) -> MonthSelection:
    made = MonthSelection()
    made.show(expected, chosen)
    return made


def test_months_without_an_end_are_named_to_the_last_that_has_papers_and_the_steps_come_in_from_the_ends() -> None:
    bars = fitted(ALL, 40)
    since, until = month_range_of(date(2024, 3, 1), None), month_range_of(None, date(2024, 3, 31))
    assert [text for text, _ in scale(bars, since)] == ["Mar 2024–Dec 2026"]
    assert [text for text, _ in scale(bars, until)] == ["Jan 1991–Mar 2024"]
    assert timeline(chosen=since).step(bars, -1, extend=False) == bars.months_between(35, 35)
    assert timeline(chosen=until).step(bars, 1, extend=False) == bars.months_between(0, 0)


def test_with_nothing_chosen_the_number_of_the_highest_bar_is_their_scale() -> None:
    for papers, words in ((1_234, "up to 1,234"), (7, "up to 7")):
        bars = Histogram.fit([(JANUARY, 3), (MARCH, papers)], 24)
        assert [text for text, _ in scale(bars, None)] == [words]
    assert scale(None, None) == []


def test_with_nothing_chosen_the_steps_come_in_from_the_ends() -> None:
    bars = fitted(ALL, 40)
    assert timeline().step(bars, -1, extend=False) == bars.months_between(35, 35)
    assert timeline().step(bars, 1, extend=False) == bars.months_between(0, 0)


def test_steps_go_along_and_stop_at_the_ends() -> None:
    bars, along = fitted(ALL, 40), timeline()
    for _ in range(3):
        along.step(bars, -1, extend=False)
    assert along.chosen == MonthRange(JANUARY, JANUARY + 11)
    for _ in range(10):
        along.step(bars, 1, extend=False)
    assert along.chosen == bars.months_between(35, 35)


@pytest.mark.parametrize("width", [20, 40, 500])
def test_the_steps_go_on_from_january_1991_with_which_arxiv_begins(width: int) -> None:
    bars = fitted([(1, 10), *ALL], width)
    made = timeline([(1, 10), *ALL])
    steps = [made.step(bars, 1, extend=False) for _ in range(4)]
    assert steps == [bars.months_between(bar, bar) for bar in range(4)]
    assert steps[0].first == 1


def test_extending_keeps_one_end_where_it_is() -> None:
    bars, along = fitted(ALL, 40), timeline(chosen=YEAR)
    assert along.step(bars, 1, extend=True) == MonthRange(YEAR.first, YEAR.last + 12)
    assert along.step(bars, -1, extend=True) == YEAR
    assert along.step(bars, -1, extend=True) == MonthRange(YEAR.first - 12, YEAR.last)
    assert along.step(bars, 1, extend=False) == YEAR


def test_steps_in_the_histogram_go_on_from_a_typed_range_of_months() -> None:
    along = timeline(chosen=MonthRange(MARCH, JULY))
    bars = along.bars(500)
    assert bars
    assert along.step(bars, 1, extend=False) == MonthRange(JULY + 1, JULY + 1)


def test_a_closer_look_shows_the_chosen_months_alone_until_they_are_left() -> None:
    along = timeline(chosen=YEAR)
    bars = along.bars(22)
    assert bars
    assert along.zoom(bars)
    closer = along.bars(22)
    assert closer
    assert (closer.whole, closer.months) == (YEAR, 1)
    assert along.step(closer, -1, extend=False) == MonthRange(YEAR.last, YEAR.last)
    along.show(ALL, MonthRange(YEAR.last, YEAR.last))
    assert along.window == YEAR
    along.show(ALL, None)
    assert along.window is None


def test_single_months_cannot_be_looked_at_closer() -> None:
    along = timeline([(MARCH, 1)], MonthRange(MARCH, MARCH))
    bars = along.bars(22)
    assert bars
    assert not along.zoom(bars)


@pytest.mark.parametrize(
    ("first", "last", "meets"),
    [(1, 4, False), (1, 5, True), (5, 5, True), (6, 7, True), (9, 12, True), (10, 12, False), (1, 12, True)],
)
def test_ranges_meet_if_they_have_a_month_in_common(first: int, last: int, meets: bool) -> None:
    one, other = MonthRange(5, 9), MonthRange(first, last)
    assert one.meets(other) is other.meets(one) is meets


def test_a_range_is_open_at_either_end() -> None:
    day = date(2024, 3, 1)
    ends = [(day, day), (day, None), (None, day), (None, None)]
    assert [month_range_of(*each).is_open for each in ends] == [False, True, True, True]


def test_months_that_the_bars_do_not_show_cannot_be_looked_at_closer() -> None:
    result = [(month, 1) for month in range(JANUARY, JANUARY + 48)]
    for chosen, can in ((YEAR, True), (MonthRange(JANUARY - 24, JANUARY - 1), False), (None, False)):
        along = timeline(result, chosen)
        bars = along.bars(22)
        assert bars
        assert along.can_zoom(bars) is along.zoom(bars) is can


@pytest.mark.parametrize("last", [YEAR.first, YEAR.last, YEAR.last + 1])
def test_the_window_stays_while_it_holds_all_chosen_months(last: int) -> None:
    along = timeline(chosen=YEAR)
    bars = along.bars(22)
    assert bars
    assert along.zoom(bars)
    along.show(ALL, MonthRange(YEAR.first, last))
    assert (along.window == YEAR) is (last <= YEAR.last)


def test_who_paints_the_months_hears_of_other_counts_other_months_and_a_zoom_and_of_nothing_else() -> None:
    along, heard = timeline(), list[str]()
    along.changed.subscribe(lambda: heard.append("changed"))
    bars = along.bars(20)
    assert bars
    months = along.step(bars, -1, extend=False)
    assert heard == []  # the user sees what was chosen
    for change, is_heard in (
        (lambda: along.show(ALL, months), False),
        (lambda: along.zoom(bars), bars.months > 1),
        (lambda: along.show(ALL, months), False),
        (lambda: along.show(ALL[1:], months), True),
        (lambda: along.show(ALL[1:], None), True),
        (lambda: along.zoom(bars), False),
    ):
        heard.clear()
        change()
        assert bool(heard) == is_heard
