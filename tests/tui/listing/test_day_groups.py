"""The days, months and years by which a list is grouped, without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from arxtui.model.arxiv.day_numbers import DayNumbers
from arxtui.model.expr import Sort
from arxtui.model.views import Dated, Row
from arxtui.text import cells
from arxtui.tui.present.listing.headings import DayHeadings, group_line
from arxtui.tui.state.day_groups import DayGroup, DayGroups, GroupSpan
from arxtui.tui.state.row_cache import MAX_CACHED, PAGE, RowCache
from arxtui.tui.state.rows_in_sight import RowsInSight
from tests.builders import row
from tests.tui.papers import paper

TODAY = date(2026, 11, 25)
TUESDAY, MONDAY = date(2026, 5, 12), date(2026, 5, 11)


def groups(rows: Sequence[Row], sort: Sort = Sort.NEW) -> DayGroups:
    by_key = {each.key: each for each in rows}
    found = DayGroups.of(RowCache([*by_key], lambda keys: [by_key[key] for key in keys]), sort, TODAY)
    assert found
    return found


def of_days(*days: date, announced: date | None = None) -> list[Row]:
    """Return a row for each day, with the newest identifier first."""
    return [row(paper(9_000 - number), day=day, announced=announced) for number, day in enumerate(days)]


def beginnings(found: DayGroups, count: int) -> list[int]:
    return [index for index in range(count) if found.begins(index)]


def test_the_first_row_of_a_day_begins_a_group() -> None:
    found = groups(of_days(*[TUESDAY] * 4, *[MONDAY] * 4))
    assert beginnings(found, 8) == [0, 4]
    assert found.group(5) == DayGroup(GroupSpan.DAY, MONDAY, Dated.SUBMITTED)


@pytest.mark.parametrize(
    ("papers_a_day", "days", "deserved"), [(5, 6, True), (4, 8, False), (1, 1, False), (30, 1, True)]
)
def test_days_deserve_headings_if_those_at_the_top_have_five_papers(
    papers_a_day: int, days: int, deserved: bool
) -> None:
    listed = [day for back in range(days) for day in [TODAY - timedelta(back)] * papers_a_day]
    assert groups(of_days(*listed)).deserve_headings == deserved
    assert groups(of_days(*[TODAY] * 30, *listed)).deserve_headings


def test_a_paper_that_was_held_back_stays_among_its_neighbours() -> None:
    found = groups(of_days(TUESDAY, TUESDAY, MONDAY - timedelta(20), TUESDAY, TUESDAY, TUESDAY))
    assert beginnings(found, 6) == [0]


def test_beside_a_paper_that_left_the_cache_each_paper_of_two_days_keeps_its_own() -> None:
    rows = of_days(*[TUESDAY] * 2, *[MONDAY] * 5)
    by_key = {each.key: each for each in rows}
    del by_key[rows[3].key]
    fetch = RowCache([each.key for each in rows], lambda keys: [by_key[key] for key in keys if key in by_key])
    found = DayGroups.of(fetch, Sort.NEW, TODAY)
    assert found
    assert [found.group(index).first for index in range(7)] == [TUESDAY] * 2 + [MONDAY] * 5


def test_in_a_short_list_each_paper_has_its_own_day() -> None:
    for number in range(1, 8):
        days = [TUESDAY - timedelta(2 * each) for each in range(number)]
        found = groups(of_days(*days))
        assert [found.group(index).first for index in range(number)] == days


def test_papers_older_than_a_month_are_grouped_by_months_and_those_older_than_a_year_by_years() -> None:
    days = (TUESDAY, date(2026, 3, 9), date(2026, 3, 2), date(2026, 2, 1), date(2024, 7, 1), date(2024, 1, 1))
    rows = of_days(*(day for day in days for _ in range(3)))
    found = groups(rows, Sort.UPDATED)
    result = [found.group(index) for index in beginnings(found, len(rows))]
    assert [(each.span, each.first) for each in result] == [
        (GroupSpan.DAY, TUESDAY),
        (GroupSpan.MONTH, date(2026, 3, 1)),
        (GroupSpan.MONTH, date(2026, 2, 1)),
        (GroupSpan.YEAR, date(2024, 1, 1)),
    ]
    assert {each.dated for each in result} == {Dated.UPDATED}


@pytest.mark.parametrize(
    ("days", "span"),
    [(31, GroupSpan.DAY), (32, GroupSpan.MONTH), (366, GroupSpan.MONTH), (367, GroupSpan.YEAR)],
)
def test_a_month_and_a_year_are_the_last_days_that_are_divided_as_before(days: int, span: GroupSpan) -> None:
    assert groups(of_days(TUESDAY, TUESDAY - timedelta(days)), Sort.UPDATED).group(1).span is span


def test_a_list_by_age_takes_months_from_the_identifiers_which_are_in_order() -> None:
    rows = of_days(*[TUESDAY] * 3, *[date(2026, 1, 31)] * 3)
    assert groups(rows).group(4) == DayGroup(GroupSpan.MONTH, date(2026, 5, 1), Dated.SUBMITTED)


def test_papers_that_were_all_announced_are_divided_by_announcement_days() -> None:
    rows = [
        *(row(paper(20 - number), day=TUESDAY, announced=date(2026, 5, 13)) for number in range(10)),
        # An old paper that was replaced on that day is sorted by its identifier.
        *(row(paper(5 - number), day=date(2026, 2, 1)) for number in range(5)),
    ]
    found = groups(rows)
    assert found.group(0) == DayGroup(GroupSpan.DAY, date(2026, 5, 13), Dated.ANNOUNCED)
    assert found.group(14).span is GroupSpan.MONTH


def test_papers_that_arxiv_held_back_for_weeks_are_below_the_day_of_their_announcement() -> None:
    found = groups(of_days(*[TUESDAY - timedelta(30)] * 6, announced=TUESDAY))
    assert {found.group(index) for index in range(6)} == {DayGroup(GroupSpan.DAY, TUESDAY, Dated.ANNOUNCED)}


def test_a_paper_without_an_announcement_divides_no_announcement_day() -> None:
    days = (date(2026, 5, 14), date(2026, 5, 14), *(date(2026, 5, 13) - timedelta(each) for each in range(9)))
    announced = [row(paper(40 - number), day=day, announced=day) for number, day in enumerate(days)]
    found = groups([row(paper(50), day=date(2026, 5, 13)), *announced])
    result = [(found.group(index).first.day, found.group(index).dated) for index in range(4)]
    assert result == [(13, Dated.SUBMITTED), (14, Dated.ANNOUNCED), (14, Dated.ANNOUNCED), (13, Dated.ANNOUNCED)]


def test_one_replaced_paper_of_six_leaves_the_others_below_their_announcement_day() -> None:
    day = date(2026, 5, 13)
    found = groups([row(paper(20 - at), day=TUESDAY, announced=day if at != 3 else None) for at in range(6)])
    assert {found.group(index) for index in range(6)} == {DayGroup(GroupSpan.DAY, day, Dated.ANNOUNCED)}


def test_replaced_papers_close_to_each_other_stay_below_the_announcement_day_around_them() -> None:
    day = date(2026, 5, 13)
    replaced = {5, 7, 9, 28, 29}  # the last two are below the papers of the day
    rows = [row(paper(40 - at), day=TUESDAY, announced=None if at in replaced else day) for at in range(30)]
    found = groups(rows)
    assert [(found.group(at).first, found.group(at).dated) for at in beginnings(found, 30)] == [
        (day, Dated.ANNOUNCED),
        (TUESDAY, Dated.SUBMITTED),
    ]
    assert found.begins(28)


def test_a_list_that_begins_with_the_oldest_is_divided_by_the_same_days() -> None:
    days = (date(2026, 5, 11), date(2026, 5, 12), date(2026, 5, 13))
    recent = [row(paper(60 + number), day=days[number // 5], announced=days[number // 5]) for number in range(15)]
    old = [row(paper(1 + number), day=date(2026, 2, 1)) for number in range(5)]
    rows = [*old, *recent]
    newest_first, oldest_first = groups(rows[::-1]), groups(rows, Sort.OLD)
    assert oldest_first.group(19) == DayGroup(GroupSpan.DAY, days[2], Dated.ANNOUNCED)
    assert [newest_first.group(19 - index) for index in range(5, 20)] == [
        oldest_first.group(index) for index in range(5, 20)
    ]


def test_announcement_days_that_are_mixed_divide_nothing() -> None:
    days = (date(2026, 5, 13), date(2026, 5, 14))
    rows = [row(paper(40 - number), day=TUESDAY, announced=days[number % 2]) for number in range(30)]
    assert beginnings(groups(rows), 30) == [0]


@pytest.mark.parametrize("sort", [Sort.BEST, Sort.SCORE, Sort.FOR_YOU, Sort.ANNOUNCED, Sort.LISTED])
def test_an_order_without_dates_has_no_groups(sort: Sort) -> None:
    assert DayGroups.of(RowCache((), lambda _: ()), sort, TODAY) is None


def test_a_paper_that_left_the_cache_belongs_to_its_neighbours_day() -> None:
    rows = of_days(*[TUESDAY] * 5)
    found = DayGroups(
        RowCache([each.key for each in rows], lambda keys: [each for each in rows if each.key in keys][1:]),
        Sort.NEW,
        TODAY,
    )
    assert found.group(0).first == TUESDAY
    nobody = DayGroups(RowCache([rows[0].key], lambda _: ()), Sort.NEW, TODAY)
    assert nobody.group(0).first == date(2026, 5, 1)


def test_papers_are_counted_some_at_a_time_from_anywhere_in_their_group() -> None:
    rows = of_days(*[TUESDAY] * 300, *[MONDAY] * 40)
    found = groups(rows)
    assert found.count(200) is None
    steps = 0
    while found.continue_count(200):
        steps += 1
    assert 2 < steps < 10
    assert (found.count(0), found.count(299), found.count(300)) == (300, 300, None)


def test_an_announcement_day_has_the_numbers_of_the_ledger_as_soon_as_they_are_known() -> None:
    rows = of_days(*[TUESDAY] * 10, announced=TUESDAY)
    numbers: dict[date, DayNumbers] = {}
    cache = RowCache([each.key for each in rows], lambda keys: [each for each in rows if each.key in keys])
    found = DayGroups(cache, Sort.NEW, TODAY, numbers.get)
    assert (found.continue_count(0), found.count(0)) == (False, None)
    numbers[TUESDAY] = DayNumbers(7)
    assert (found.continue_count(0), found.count(0)) == (True, DayNumbers(7))
    assert not found.continue_count(0)


def test_cached_rows_of_a_day_are_counted_at_once_without_a_fetch() -> None:
    rows = of_days(*[TUESDAY] * 30, *[MONDAY] * 400)
    found = groups(rows)
    assert found.group(0).first == TUESDAY
    found.count_if_cached(0)
    assert found.count(0) is None
    assert found.fetch(0, 2 * PAGE)
    found.count_if_cached(0)
    found.count_if_cached(30)
    assert (found.count(0), found.count(30)) == (30, None)


def test_a_group_without_end_is_not_counted_to_its_end() -> None:
    asked: list[int] = []

    def fetch(keys: Sequence[int]) -> list[Row]:
        asked.extend(keys)
        return [row(paper(key & 0xFFFF), day=TUESDAY) for key in keys]

    keys = range(paper(60_000).key, paper(1).key, -1)
    found = DayGroups(RowCache(keys, fetch), Sort.NEW, TODAY)
    while found.continue_count(30_000):
        pass
    assert found.count(30_000) is None
    assert len(asked) < MAX_CACHED


def test_a_list_of_millions_reads_the_rows_in_sight_and_the_first_page() -> None:
    asked: list[int] = []

    def fetch(keys: Sequence[int]) -> list[Row]:
        asked.extend(keys)
        return [row(paper(1), key=key, day=TUESDAY) for key in keys]

    keys = range(paper(1).key + 3_000_000, paper(1).key, -1)
    found = DayGroups(RowCache(keys, fetch), Sort.NEW, TODAY)
    assert not any(found.begins(index) for index in range(2_000_000, 2_000_040))
    assert len(asked) <= 3 * PAGE


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (60, " Submitted Mon 11 May 2026 · 1,234 papers"),
        (34, " Mon 11 May 2026 · 1,234 papers"),
        (20, " Mon 11 May 2026"),
        (12, " Mon 11 May"),
        (6, " Mon…"),
    ],
)
def test_a_heading_is_cut_to_the_room_there_is(width: int, line: str) -> None:
    [(text, _)] = group_line(DayGroup(GroupSpan.DAY, MONDAY, Dated.SUBMITTED), 1_234, width)
    assert text == line
    assert cells(text) <= width


def test_the_headings_in_sight_get_their_numbers_one_after_the_other() -> None:
    headings = DayHeadings(groups(of_days(*[TUESDAY] * 300, *[MONDAY] * 40)))
    sight = RowsInSight(298, 10, 340, 1, headings.begins)
    assert headings.line(298, 60) == [(" Submitted Tue 12 May 2026", "dim+bold")]
    counted = []
    while (row := headings.count_next(sight)) is not None:
        counted.append((row, headings.has_number(row)))
    assert counted[-2:] == [(298, True), (300, True)]
    assert headings.line(298, 60) == [(" Submitted Tue 12 May 2026 · 300 papers", "dim+bold")]
    assert headings.line(339, 60) == [(" Submitted Mon 11 May 2026 · 40 papers", "dim+bold")]


def test_a_list_without_room_for_headings_counts_nothing() -> None:
    headings = DayHeadings(groups(of_days(TUESDAY)))
    assert headings.count_next(RowsInSight(0, 3, 1)) is None


def test_headings_name_the_day_month_or_year_of_announced_submitted_or_updated_papers() -> None:
    def heading(group: DayGroup, papers: DayNumbers | int | None = None) -> str:
        return group_line(group, papers, 60)[0][0]

    assert (
        heading(DayGroup(GroupSpan.DAY, MONDAY, Dated.ANNOUNCED), DayNumbers(1))
        == " Mon 11 May 2026 · 1 new in this list"
    )
    assert heading(DayGroup(GroupSpan.MONTH, date(2026, 5, 1), Dated.SUBMITTED)) == " Submitted May 2026"
    assert heading(DayGroup(GroupSpan.YEAR, date(2019, 1, 1), Dated.UPDATED)) == " Updated 2019"
