"""Announcement days: moving from one day to another, and through the sections of one day."""

from __future__ import annotations

from datetime import date

import pytest

from arxtui.config.paths import Paths
from arxtui.library.views import DaySection, DayStep, QuietDay, Why
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.tui.present.days import (
    neighbouring_section,
    section_at,
    section_at_cell,
    sections_line,
    step_words,
)
from arxtui.tui.state.rows_in_sight import SCROLL_OFF
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import THREE_PANES, fill, reading

NEW, CROSS, REPLACE, _ = AnnounceType
SECTIONS = (DaySection(NEW, [1, 2]), DaySection(CROSS, []), DaySection(REPLACE, [3]))
FRIDAY, SATURDAY, SUNDAY, MONDAY = (date(2026, 5, day) for day in (15, 16, 17, 18))


def sections_text(width: int, place: int = 0) -> str:
    return "".join(text for text, _ in sections_line(SECTIONS, place, width))


def test_the_sections_are_named_with_their_numbers() -> None:
    assert sections_text(80).split("   ") == [" New submissions 2", "Cross-lists 0", "Replacements 1"]
    assert sections_text(40) == " New 2   Cross 0   Replaced 1"
    assert len(sections_text(12)) == 12


def test_the_day_is_before_its_sections_where_there_is_room() -> None:
    lines = ["".join(text for text, _ in sections_line(SECTIONS, 0, width, FRIDAY)) for width in (80, 60)]
    assert lines[0].startswith(" Fri 15 May 2026   New submissions 2")
    assert lines[1].startswith(" New submissions 2")


def test_the_section_of_the_cursor_is_highlighted() -> None:
    for place, name in ((0, "New submissions "), (1, "New submissions "), (2, "Replacements ")):
        assert [text for text, ink in sections_line(SECTIONS, place, 80) if ink == "accent"] == [name]
    assert section_at(SECTIONS, 3) is None


def test_a_click_goes_to_the_first_row_of_its_section() -> None:
    line = sections_text(80)
    starts = [section_at_cell(SECTIONS, 80, line.index(name)) for name in ("New", "Cross", "Replacements")]
    assert starts == [0, None, 2]
    ends = [section_at_cell(SECTIONS, 80, line.index(end)) for end in ("2 ", "1")]
    assert ends == [0, 2]
    assert section_at_cell(SECTIONS, 80, len(line)) is None
    dated = "".join(text for text, _ in sections_line(SECTIONS, 0, 80, FRIDAY))
    assert section_at_cell(SECTIONS, 80, dated.index("Fri"), FRIDAY) is None
    assert section_at_cell(SECTIONS, 80, dated.index("Replacements"), FRIDAY) == 2


def test_two_sections_with_papers_take_turns() -> None:
    two = (DaySection(NEW, [1]), DaySection(CROSS, [2, 3]))
    assert [neighbouring_section(two, place, step) for place in range(3) for step in (1, -1)] == [1, 1, 0, 0, 0, 0]


def test_empty_sections_are_passed_over() -> None:
    assert neighbouring_section(SECTIONS, 1, 1) == 2
    assert neighbouring_section(SECTIONS, 2, 1) == 0
    assert neighbouring_section(SECTIONS, 0, -1) == 2
    assert neighbouring_section(SECTIONS[:2], 0, 1) is None


def quiet(*days: tuple[date, Why]) -> tuple[QuietDay, ...]:
    return tuple(QuietDay(*each) for each in days)


WEEKEND = quiet((SATURDAY, Why.WEEKEND), (SUNDAY, Why.WEEKEND))


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (DayStep(FRIDAY), ""),
        (DayStep(FRIDAY, WEEKEND), "No announcements on Sat 16 and Sun 17 May"),
        (DayStep(FRIDAY, quiet((MONDAY, Why.HOLIDAY))), "arXiv's holiday: Mon 18 May"),
        (DayStep(FRIDAY, quiet((MONDAY, Why.NOTHING))), "arXiv announced nothing on Mon 18 May"),
        (
            DayStep(FRIDAY, (*WEEKEND, *quiet((MONDAY, Why.UNHEARD)))),
            "No announcement data for Mon 18 May, L shows the ledger; no announcements on Sat 16 and Sun 17 May",
        ),
        (
            DayStep(FRIDAY, quiet(*((date(2026, month, 1), Why.UNHEARD) for month in (3, 4, 5)))),
            "No announcement data for 3 days from Sun 1 Mar to Fri 1 May, L shows the ledger",
        ),
        (
            DayStep(FRIDAY, quiet((date(2026, 1, 31), Why.WEEKEND), (date(2026, 2, 1), Why.WEEKEND))),
            "No announcements on Sat 31 Jan and Sun 1 Feb",
        ),
        (
            DayStep(None, WEEKEND, MONDAY),
            "The next announcement is due Mon 18 May; no announcements on Sat 16 and Sun 17 May",
        ),
    ],
)
def test_it_is_said_why_days_are_passed_over(step: DayStep, words: str) -> None:
    assert step_words(step, 1, FRIDAY) == words


def test_the_ends_are_said() -> None:
    assert "earliest" in step_words(DayStep(None), -1, FRIDAY)
    assert "There are no announcements yet" in step_words(DayStep(None), -1, None)
    assert "There are no announcements yet" in step_words(DayStep(None), 1, None)


@pytest.fixture
def filled(paths: Paths) -> Paths:
    """One paper announced on Friday, and six on Monday: three new, one cross-list and two replacements, one of which
    replaces Friday's paper."""

    made = [paper(number) for number in range(1, 7)]
    kinds = (REPLACE, NEW, NEW, NEW, CROSS, REPLACE)
    announcements = [announced(each, MONDAY, kind) for each, kind in zip(made, kinds, strict=True)]
    fill(paths, made, [announced(made[0], FRIDAY), *announcements])
    return paths


async def test_brackets_go_from_day_to_day_at_any_size(filled: Paths) -> None:
    async with reading(filled) as reader:
        for columns, rows in ((160, 45), (100, 30), (80, 24), (40, 12)):
            await reader.resize(columns, rows)
            await reader.press("left_square_bracket")
            await reader.until_shown(" Mon 18 May ", "3", "Cross")
            assert [reader.main.papers.count, reader.title] == [6, "Made-up paper number 2"]
            await reader.press("left_square_bracket")
            await reader.until_shown(" Fri 15 May ", "No announcements on Sat"[: columns - 20])
            assert reader.main.papers.count == 1
            await reader.press("right_square_bracket")
            await reader.until_shown(" Mon 18 May ")
            await reader.press("escape")
            await reader.until(lambda: "day:" not in reader.main.session.view.query)


async def test_a_paper_is_shown_as_it_was_on_that_day(filled: Paths) -> None:
    async with reading(filled) as reader:
        await reader.press("left_square_bracket")
        await reader.until(lambda: reader.main.papers.row)
        assert any(" DC→ Made-up paper number 1" in line for line in reader.lines)
        await reader.press("left_square_bracket")
        await reader.until(lambda: reader.main.papers.count == 1)
        assert any("DC  Made-up paper number 1" in line for line in reader.lines), reader.text


async def test_round_brackets_go_along_the_sections(filled: Paths) -> None:
    async with reading(filled) as reader:
        await reader.press("left_square_bracket")
        await reader.until_shown("New submissions 3   Cross-lists 1   Replacements 2")
        for key, number in (("right_parenthesis", 5), ("right_parenthesis", 1), ("right_parenthesis", 2)):
            await reader.press(key)
            assert reader.title == f"Made-up paper number {number}"
        await reader.press("left_parenthesis")
        assert reader.title == "Made-up paper number 1"


async def test_days_that_cannot_be_read_are_said_and_the_list_stays(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(day: date | None, step: int) -> None:
        raise ValueError("refused here")

    async with reading(filled, size=THREE_PANES) as reader:
        query = reader.main.session.view.query
        monkeypatch.setattr(reader.main.context.threads.library.search, "day_beside", refuse)
        await reader.press("left_square_bracket")
        await reader.until_shown("Refused here")
        assert (reader.main.session.view.query, reader.main.session.view.back) == (query, [])


async def test_a_section_that_is_gone_to_begins_near_the_top(paths: Paths) -> None:
    made = [paper(number) for number in range(1, 61)]
    kinds = [NEW] * 30 + [CROSS] * 30
    fill(paths, made, [announced(each, MONDAY, kind) for each, kind in zip(made, kinds, strict=True)])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("left_square_bracket")
        await reader.until_shown("New submissions 30   Cross-lists 30")
        await reader.press("right_parenthesis")
        papers = reader.main.papers
        assert (papers.cursor, papers.window.top) == (30, 30 - SCROLL_OFF)


@pytest.mark.parametrize("size", [(120, 35), (40, 12)])
async def test_a_day_without_announcements_says_why_it_is_empty(filled: Paths, size: tuple[int, int]) -> None:
    async with reading(filled, size=size) as reader:
        await reader.search("day:2026-05-17")
        await reader.until_shown("No announcements on Sun 17 May 2026", "arXiv announces nothing on weekends.")
        await reader.press("enter")
        await reader.until_shown("[ shows the day before")
        await reader.press("left_square_bracket")
        await reader.until(lambda: reader.main.session.view.query == "day:2026-05-15")


async def test_the_ends_of_the_days_are_said(filled: Paths) -> None:
    async with reading(filled) as reader:
        await reader.press("left_square_bracket", "left_square_bracket", "left_square_bracket")
        await reader.until_shown("That is the earliest announcement in this library")
        await reader.press("right_square_bracket", "right_square_bracket")
        await reader.until_shown("No announcement data for ", "L shows the ledger")


async def test_going_along_the_days_keeps_the_rest_and_is_one_step_to_escape(filled: Paths) -> None:
    async with reading(filled) as reader:
        await reader.press("left_square_bracket")
        await reader.until(lambda: reader.main.session.view.query == "day:2026-05-18")
        await reader.press("slash", *"cat:cs.DC", "enter", "left_square_bracket")
        await reader.until(lambda: reader.main.session.view.query == "day:2026-05-15 cat:cs.DC")
        await reader.press("escape", "escape")
        await reader.until(lambda: reader.main.session.view.query == "is:unread")


async def test_another_order_has_no_sections(filled: Paths) -> None:
    async with reading(filled) as reader:
        await reader.press("left_square_bracket")
        await reader.until_shown("Cross-lists 1")
        await reader.press("S")
        await reader.until_shown("sort:new ×")
        assert "Cross-lists" not in reader.text
        await reader.press("right_parenthesis")
        await reader.until_shown("move between the sections of a day")


async def test_a_library_without_announcements_says_so(paths: Paths) -> None:
    async with reading(paths) as reader:
        await reader.press("left_square_bracket")
        await reader.until_shown("There are no announcements yet")


async def test_a_cross_list_below_the_rows_in_sight_has_room_for_its_whole_category(paths: Paths) -> None:
    made = [paper(number) for number in range(1, 80)]
    crossed = paper(80, categories=("astro-ph.CO", "cs.DC"))
    announcements = [announced(crossed, FRIDAY, CROSS), *(announced(each, FRIDAY) for each in made)]
    fill(paths, [*made, crossed], announcements)
    async with reading(paths) as reader:
        await reader.press("left_square_bracket", "G")
        await reader.until_shown("›astro-ph.CO× Made-up paper number 80")
        await reader.press("0", "g")
        await reader.until_shown("›astro-ph.CO× Made-up paper number 80")
