"""Reading over time: its lines at every width, and the way to the papers of a week or day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.library.views import ReadingSpan
from arxtui.model.frozen import changed
from arxtui.text import cells
from arxtui.tui.present.line import size
from arxtui.tui.present.reading_history import head_line, span_line, span_name
from arxtui.tui.screens.reading_history import ReadingHistory
from tests.tui.reader import QUIET, THREE_PANES, Reader, fill_usually, reading
from tests.tui.reading.texts import fill_with_text, open_text

MONDAY = date(2026, 5, 11)
WEEK = ReadingSpan(MONDAY, MONDAY + timedelta(days=6), 12, 1340, 25)
DAY = ReadingSpan(MONDAY, MONDAY, 1, 0, 0)
IN_ASCII = changed(QUIET, ui=changed(QUIET.ui, ascii=True))


def line(span: ReadingSpan, width: int, largest: ReadingSpan = WEEK) -> str:
    return "".join(text for text, _ in span_line(span, largest, width, here=False)).rstrip()


def test_a_line_has_the_numbers_and_bars_as_long_as_they_are_of_the_largest() -> None:
    assert line(WEEK, 80).split() == [*"Mon 11 May – Sun 17 May".split(), "12", "█" * 6, "1,340", "█" * 20, "25"]
    assert line(DAY, 80).split() == [*"Mon 11 May".split(), "1", "▌", "-", "-"]
    assert line(changed(WEEK, opened=6, read=670), 80).count("█") == 3 + 10
    assert line(WEEK, 44).split() == [*"Mon 11 May".split(), "12", "1,340", "25"]


@pytest.mark.parametrize("width", range(20, 200, 7))
def test_columns_are_below_their_headings_at_every_width(width: int) -> None:
    heads = "".join(text for text, _ in head_line(width))
    assert max(size(span_line(each, WEEK, width, here=True)) for each in (WEEK, DAY)) <= width
    assert cells(heads) <= width
    if "starred" in heads:
        shown = line(WEEK, width)
        ends = [(heads.index(name) + len(name), number) for name, number in (("opened", "12"), ("starred", "25"))]
        assert all(shown[:end].endswith(number) for end, number in ends)


def test_weeks_and_days_have_names() -> None:
    assert (span_name(WEEK), span_name(DAY)) == ("week of Mon 11 May", "Mon 11 May")


def mark(paths: Paths) -> str:
    """Mark three of the papers read, one of them starred, and return today's date."""
    library = Library.open(paths, QUIET)
    library.inbox.deliver()
    keys = library.search.listing("is:unread").keys[:3]
    library.marks.apply(keys, "read")
    library.marks.apply(keys[:1], "star")
    library.close()
    return datetime.now(UTC).date().isoformat()


async def open_it(reader: Reader) -> ReadingHistory:
    await reader.press("comma")
    return await reader.open("V", ReadingHistory)


async def test_weeks_are_above_days_and_enter_lists_the_papers_of_one(filled: Paths) -> None:
    day = mark(filled)
    async with reading(filled, size=THREE_PANES) as reader:
        screen = await open_it(reader)
        await reader.until_shown("0 texts opened, 3 read, 1 starred in 12 weeks", "By week", "By day")
        assert [span.is_week for span in screen.rows.rows] == [True] * 12 + [False]
        await reader.resize(60, 15)
        await reader.until(lambda: screen.rows.width == 59)  # beside a scroll bar
        await reader.until(lambda: reader.lines[1] == "".join(text for text, _ in head_line(59)))
        await reader.resize(*THREE_PANES)
        await reader.press("G", "enter")
        await reader.until_listed(f"read:{day} OR opened:{day}")
        await reader.until_shown("Opened or read: ", "3 papers")
        assert reader.main.papers.has_focus
        await reader.press("escape")
        await reader.until_listed("is:unread")


async def test_a_week_without_papers_lists_none_and_says_so(filled: Paths) -> None:
    mark(filled)
    async with reading(filled, size=THREE_PANES) as reader:
        screen = await open_it(reader)
        await reader.until(lambda: screen.rows.count)
        await reader.press("j", "enter")
        await reader.until_shown("No paper was opened or read then")
        assert reader.app.screen is screen


async def test_without_papers_marked_read_the_reading_history_explains_how_to_mark_them(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        screen = await open_it(reader)
        await reader.until_shown("Nothing read in the last twelve weeks", "mark read with space")
        assert [key for key, _ in screen.useful_keys] == ["Esc"]
        await reader.press("enter", "escape")
        await reader.until(lambda: reader.app.screen is reader.main)


async def test_bars_are_ascii_where_the_screen_is(filled: Paths) -> None:
    mark(filled)
    async with reading(filled, IN_ASCII, size=(80, 24)) as reader:
        await open_it(reader)
        await reader.until_shown("3 ####")
        assert reader.text.isascii()


async def test_the_page_opens_by_the_command_line_and_on_the_smallest_screens(paths: Paths) -> None:
    fill_usually(paths)
    mark(paths)
    async with reading(paths, size=(60, 20)) as reader:
        await reader.press("colon", *"reading-history", "enter")
        await reader.until_shown("By week", "opened", "starred")
        await reader.resize(30, 8)
        await reader.until_shown("By week")


async def test_a_full_text_counts_as_opened_also_if_it_was_left_at_its_beginning(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await open_text(reader)
        await reader.press("q")
        await reader.until(lambda: reader.app.screen is reader.main)
        await open_it(reader)
        await reader.until_shown("1 text opened, 0 read, 0 starred in 12 weeks")


async def test_marks_that_are_stored_while_the_page_is_open_are_counted(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await open_it(reader)
        mark(filled)
        reader.main.context.marker.notify(None)
        await reader.until_shown("0 texts opened, 3 read, 1 starred in 12 weeks")
