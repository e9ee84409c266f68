"""Filters with the counts of the current search, and the keys that combine them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from textual.events import Key, MouseDown, MouseMove, MouseUp

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.model.paper import Paper
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.present.filter.rows import FOR_YOU, RowKind
from tests.builders import announced
from tests.tui.papers import days_back, paper, review
from tests.tui.reader import QUIET, THREE_PANES, Reader, fill, fill_usually, reading, running

SIZES = [(160, 45), (100, 30), (80, 24), (40, 12)]


def dated(number: int, title: str, month: int, *categories: str) -> Paper:
    moment = datetime(2026, month, 12, 9, tzinfo=UTC)
    return paper(
        number,
        title,
        id=f"26{month:02}.{number:05}",
        published=moment,
        updated=moment,
        categories=categories or ("cs.DC", "cs.LG"),
    )


@pytest.fixture
def filled(paths: Paths) -> Paths:
    """Twelve papers from January to May: six about locks, of which three are also in math.PR; four are unread."""
    made = [
        dated(number, f"Fair locks {number}", 1 + number % 3, "cs.DC", *["math.PR"] * (number % 2))
        for number in range(1, 7)
    ]
    made += [dated(number, f"Sparse attention {number}", 4 + number % 2, "cs.LG", "stat.ML") for number in range(7, 13)]
    result = [
        announced(each, days_back(number), category=each.primary_category) for number, each in enumerate(made[4:8])
    ]
    fill(paths, made, result, [review(each, links) for each, links in zip(made[:3], (2, 0, None), strict=True)])
    return paths


async def test_the_keys_below_are_those_of_the_row_and_only_the_row_in_use_is_marked_from_elsewhere(
    filled: Paths,
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("f", "g")
        await reader.until(lambda: "+ narrow" not in reader.lines[-1])
        await reader.press("j")
        await reader.until(lambda: "+ narrow" in reader.lines[-1])
        await reader.press("k")
        await reader.until(lambda: "+ narrow" not in reader.lines[-1])
        await reader.press("down", "down", "enter", "down")
        await reader.until_shown(" + Unread", "›    Since last time")
        await reader.press("f3")
        await reader.until_gone("›    Since last time")
        await reader.until_shown(" + Unread", "     Since last time")


def rows(reader: Reader) -> dict[str, str]:
    """Return the number at the right of each visible filter row, by the row's label."""
    fields = {}
    for line in reader.lines:
        words = line.split("│")[0].strip(" ›+").split()
        if len(words) >= 2 and words[-1].replace(",", "").isdigit():
            fields[" ".join(words[:-1]).removeprefix("- ")] = words[-1]
    return fields


async def until_counted(reader: Reader) -> None:
    """Wait until the numbers are those of the current list."""
    await reader.until(
        lambda: reader.main.session.counted and reader.main.session.counted.query == reader.main.session.view.query
    )
    await reader.pilot.pause()


async def go_to_row(reader: Reader, name: str) -> None:
    await reader.go_to_filter(lambda row: row.name == name)


async def search(reader: Reader, text: str) -> None:
    await reader.search(text)
    await reader.press("enter")
    await until_counted(reader)


async def test_the_filter_counts_the_search_and_without_a_query_the_library(filled: Paths) -> None:
    async with reading(filled) as reader:
        reader.main.context.navigator.leave_for("")
        await until_counted(reader)
        result = rows(reader)
        assert (result["All papers"], result["Unread"], result["cs.DC ●2"]) == ("12", "4", "6")
        await search(reader, "locks")
        result = rows(reader)
        assert (result["All papers"], result["Unread"]) == ("12", "4")
        assert (result["cs.DC"], result.get("cs.LG"), result["math.PR"]) == ("6", None, "3")
        assert (result["◆ Theorem links"], result["◇ Recognition"], result["· No badge"], result["Not reviewed"]) == (
            "1",
            "1",
            "1",
            "3",
        )
        await reader.until_shown("6 papers · 2 unread · newest first")


async def test_plus_and_space_narrow_and_again_take_it_back_and_touch_no_paper(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        unread = reader.main.session.news.counts
        await search(reader, "locks")
        await go_to_row(reader, "cat:math.PR")
        for key, again in (("plus", "equals_sign"), ("space", "space")):
            await reader.press(key)
            await reader.until(lambda: reader.main.session.view.query == "locks* cat:math.PR")
            await until_counted(reader)
            assert reader.main.papers.count == 3
            assert reader.main.focused is reader.main.filters
            assert reader.main.filters.row
            assert reader.main.filters.row.name == "cat:math.PR"
            await reader.press(again)
            await reader.until(lambda: reader.main.papers.count == 6)
            assert reader.main.session.news.counts == unread, key
        await reader.press("u")
        await reader.until_shown("Nothing to undo")


async def test_minus_excludes_and_the_row_says_so(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks")
        await go_to_row(reader, "cat:math.PR")
        await reader.press("minus", "k")
        await reader.until(lambda: reader.main.session.view.query == "locks* -cat:math.PR")
        await until_counted(reader)
        assert reader.main.papers.count == 3
        assert any(line.startswith(" - math.PR") for line in reader.lines)


async def test_filters_are_combined_and_taken_back_one_by_one(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks")
        for name in ("is:unread", "cat:cs.DC"):
            await go_to_row(reader, name)
            await reader.press("plus")
            await until_counted(reader)
        assert reader.main.session.view.query == "locks* is:unread cat:cs.DC"
        assert "locks* ×   is:unread ×   cat:cs.DC ×" in reader.text
        for left in ("locks* is:unread", "locks*", ""):
            await reader.press("backspace")
            await reader.until(lambda left=left: reader.main.session.view.query == left)  # type: ignore[misc]
        await reader.press("escape", "escape")
        await reader.until(lambda: reader.main.session.view.query == "locks*")


async def test_a_chip_is_clicked_away_and_the_text_behind_the_others_is_edited_with_a_slash(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks is:unread sort:old")
        line = next(line for line in reader.lines if "is:unread ×" in line)
        await reader.pilot.click("#heading", offset=(line.index("is:unread"), 0))
        await reader.until(lambda: reader.main.session.view.query == "locks* sort:old")
        await reader.press("slash")
        await reader.until_shown("/ locks* sort:old")


async def test_followed_categories_and_badges_of_no_paper_in_a_search_are_shown_on_demand_unless_it_has_them(
    filled: Paths,
) -> None:
    async with reading(filled, size=(160, 45)) as reader:
        await search(reader, "attention")
        await until_counted(reader)
        assert {"cs.DC", "◆ Theorem links"}.isdisjoint(rows(reader))
        for folder, label in (("categories without papers", "cs.DC"), ("badges without papers", "◆ Theorem links")):
            await go_to_row(reader, folder)
            await reader.press("enter")
            assert rows(reader)[label] == "0"
        await search(reader, "attention cat:cs.DC")
        await until_counted(reader)
        assert not reader.main.papers.count
        assert rows(reader)["cs.DC"] == "0"
        await reader.press("escape")
        reader.main.context.navigator.leave_for("")
        await until_counted(reader)
        assert not any(row.name == "categories without papers" for row in reader.main.filters.rows)


async def test_enter_goes_to_a_place_and_chooses_a_row_of_each_group_within_it(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks")
        for name, query in (
            ("cat:math.PR", "locks* cat:math.PR"),
            ("cat:cs.DC", "locks* cat:cs.DC"),
            ("badge:theorem", "locks* cat:cs.DC badge:theorem"),
            ("badge:theorem", "locks* cat:cs.DC badge:theorem"),
            ("is:unread", "is:unread"),
            (f"day:{days_back(1)}", f"day:{days_back(1)}"),
            ("cat:cs.DC", f"day:{days_back(1)} cat:cs.DC"),
            ("", ""),
        ):
            await go_to_row(reader, name)
            await reader.press("enter")
            await reader.until(lambda query=query: reader.main.session.view.query == query)  # type: ignore[misc]


async def test_the_number_of_a_row_is_the_count_of_papers_that_enter_on_it_lists(filled: Paths) -> None:
    # test_filter_groups checks the rows of many queries; these tests check the keys.
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks is:unread")
        for name in ("is:unread", "", "cat:cs.DC", "cat:math.PR", f"day:{days_back(1)}", "-has:review"):
            await go_to_row(reader, name)
            row, before = reader.main.filters.row, reader.main.session.view.listing
            assert row
            await reader.press("enter")
            await reader.until(lambda before=before: reader.main.session.view.listing is not before)  # type: ignore[misc]
            assert reader.main.papers.count == (row.unread if row.papers is None else row.papers), name
            if reader.main.session.view.query != "locks is:unread":
                await reader.press("escape")
            await reader.until(lambda: reader.main.session.view.query == "locks is:unread")
            await until_counted(reader)


async def test_a_row_that_is_no_part_of_all_papers_cannot_narrow_the_list(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        for name in ("", FOR_YOU):
            await go_to_row(reader, name)
            for key in ("plus", "space", "minus"):
                await reader.press("f3", "f2", key)
                await reader.until_shown("This row cannot narrow the list: Enter opens it")
                assert reader.main.session.view.query == "is:unread"


async def test_once_all_is_read_the_list_says_so_and_the_numbers_are_those_of_all_papers(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.until_shown("4 papers")
        await reader.press("space", "space", "space", "space")
        await reader.until(lambda: reader.main.session.news.counts and not reader.main.session.news.counts.unread)
        reader.main.context.navigator.leave_for("is:unread")
        await reader.until_shown("All read: 4 papers since Monday")
        await reader.until(lambda: rows(reader).get("cs.DC") == "6")
        result = rows(reader)
        assert (result["All papers"], result["Unread"], result["Read"]) == ("12", "0", "4")
        await go_to_row(reader, "cat:cs.DC")
        await reader.press("enter")
        await reader.until(lambda: (reader.main.session.view.query, reader.main.papers.count) == ("cat:cs.DC", 6))


async def test_with_a_modifier_a_click_combines(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        for key, query in (("control", "locks* cat:math.PR"), ("meta", "locks* -cat:math.PR")):
            await search(reader, "locks")
            row = next(number for number, line in enumerate(reader.lines) if "math.PR" in line.split("│")[0])
            await reader.pilot.click("#filter", offset=(6, row - 1), **{key: True})
            await reader.until(lambda query=query: reader.main.session.view.query == query)  # type: ignore[misc]


async def test_the_cursor_stays_on_its_row_when_the_numbers_come(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks")
        await go_to_row(reader, "badge:recognition")
        place = reader.main.filters.cursor - reader.main.filters.window.top
        await reader.press("plus")
        await until_counted(reader)
        assert reader.main.filters.row
        assert reader.main.filters.row.name == "badge:recognition"
        assert reader.main.filters.cursor - reader.main.filters.window.top == place


async def test_the_orders_come_round_with_a_key(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks")
        newest = reader.title
        for words in ("sort:best ×", "sort:old ×", "sort:updated ×", "sort:score ×", "sort:foryou ×", "newest first"):
            await reader.press("S")
            await reader.until_shown(words)
            if words == "sort:old ×":
                assert reader.title != newest
        assert reader.title == newest
        for key in ("S", "S", "S"):  # typed ahead of the answers
            reader.app.post_message(Key(key, key))
        await reader.until_shown("sort:updated ×")


async def test_all_archives_open_and_close(filled: Paths) -> None:
    codes = ("math.CO", "math.AG", "hep-th", "gr-qc", "math.GR", "math.AT", "quant-ph")
    fill(filled, [dated(100 + number, "Also locks", 5, code) for number, code in enumerate(codes)])
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks")
        await go_to_row(reader, "categories")
        await reader.press("right")
        await reader.until(lambda: any(line.split("│")[0].split()[:1] == ["hep-th"] for line in reader.lines))
        await go_to_row(reader, "archive math")
        before = reader.main.filters.count
        await reader.press("l")
        await reader.until(lambda: reader.main.filters.count == before + 5)
        await reader.press("h")
        await reader.until(lambda: reader.main.filters.count == before)
        await reader.press("l", "j", "plus")
        await reader.until_shown("cat:math.PR ×")


# The months


async def test_the_months_are_gone_along_with_keys_as_one_step_to_escape(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks")
        await go_to_row(reader, "histogram")
        for key, query in (
            ("left", "locks* date:2026-03"),
            ("h", "locks* date:2026-02"),
            ("shift+left", "locks* date:2026-01..2026-02"),
            ("right", "locks* date:2026-02"),
        ):
            await reader.press(key)
            await reader.until(lambda query=query: reader.main.session.view.query == query)  # type: ignore[misc]
        await until_counted(reader)
        assert reader.main.papers.count == 2
        assert "Feb 2026 " in reader.text
        await reader.press("escape")
        await reader.until(lambda: reader.main.session.view.query == "locks")
        assert reader.main.focused is reader.main.filters
        await reader.press("left_curly_bracket", "left_curly_bracket", "shift+right")
        await reader.until(lambda: reader.main.session.view.query == "locks* date:2026-02..2026-03")
        await reader.press("escape")
        await reader.until(lambda: reader.main.session.view.query == "locks")


async def test_the_months_are_narrowed_from_anywhere_at_any_size(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        for size in SIZES:
            await reader.resize(*size)
            await search(reader, "locks")
            await reader.press("right_curly_bracket")
            await reader.until(lambda: reader.main.session.view.query == "locks* date:2026-01")
            await reader.until_shown("date:2026-01 ×")


async def test_beyond_the_oldest_and_the_newest_months_there_is_nothing_and_that_is_said(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks")
        for first, other, words in (("left", "right", "No later months"), ("right", "left", "No earlier months")):
            await reader.press("escape", "slash", "enter")
            await until_counted(reader)
            await reader.press(f"{first}_curly_bracket")
            await reader.until(lambda: "date:" in reader.main.session.view.query)
            await until_counted(reader)
            await reader.press(f"{other}_curly_bracket")
            await reader.until_shown(words)


async def test_the_months_are_dragged_with_the_mouse(filled: Paths) -> None:
    async with reading(filled) as reader:
        await search(reader, "locks")
        bars = reader.main.filters.bars
        assert bars
        row = next(number for number, line in enumerate(reader.lines) if line.split("│")[0].strip() == "2026")
        for event, bar in ((MouseDown, 0), (MouseMove, 1), (MouseUp, 1)):
            await reader.pilot._post_mouse_events([event], "#filter", offset=(3 + bar * bars.size, row - 2), button=1)
        await reader.until(lambda: reader.main.session.view.query == "locks* date:2026-01..2026-02")
        await until_counted(reader)
        row = next(number for number, line in enumerate(reader.lines) if line.split("│")[0].strip() == "2026")
        await reader.pilot.click("#filter", offset=(3, row - 2))  # chooses, and does not open what it is on
        await reader.until_listed("locks* date:2026-01")
        filters = reader.main.filters
        assert (reader.main.session.messages.current, filters.timeline.window) == (None, None)
        index = next(index for index, row in enumerate(filters.rows) if row.kind is RowKind.HISTOGRAM)
        strips = []
        for filters.cursor in (index, 0):
            strips.append(filters.strip(index))
        assert strips[0] != strips[1]  # the bars show whether the cursor is on them


async def test_filters_are_combined_at_any_size(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        for size in SIZES:
            await reader.resize(*size)
            await search(reader, "locks")
            await go_to_row(reader, "is:unread")
            await reader.press("plus")
            await until_counted(reader)
            assert "is:unread ×" in reader.text, size
            assert reader.main.papers.count == 2, size


async def test_papers_starred_by_another_program_change_the_numbers(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await search(reader, "locks")
        other = Library.open(filled, QUIET)
        other.marks.apply([row.key for row in other.papers.rows(list(other.search.listing("locks").keys))], "star")
        other.close()
        await reader.until(lambda: rows(reader).get("Starred") == "6")
        assert "empty rows" in reader.text


async def test_an_empty_list_of_read_papers_names_the_key_that_marks_them(paths: Paths) -> None:
    fill(paths, [paper(1)])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.search("is:read")
        await reader.press("enter")
        await reader.until_shown("Nothing marked read yet", "space marks a paper read.")


async def test_an_empty_library_names_the_key_that_fetches_papers_in_another_order_too(paths: Paths) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.until_shown("The cache is empty")
        await reader.press("S")
        await reader.until(lambda: "sort:" in reader.main.session.view.query)
        await reader.until_shown("The cache is empty", "R fetches the papers of your categories.")


@pytest.mark.parametrize("size", [(120, 35), (40, 12)])
async def test_on_the_months_the_keys_that_work_are_named_and_the_others_say_so(
    filled: Paths, size: tuple[int, int]
) -> None:
    async with reading(filled, size=size) as reader:
        await reader.press("f")
        await go_to_row(reader, "histogram")
        await reader.until(lambda: reader.main.filters.bars)
        for key in ("enter", "plus", "minus"):
            await reader.press(key)
            await reader.until_shown("h and l choose months")
            await reader.press("f")
            await reader.until_gone("h and l choose months")
            assert "Enter" not in reader.lines[-1]
            assert size[0] == 40 or "{ earlier   } later" in reader.lines[-1]
        await reader.press("h", "enter")
        await reader.until_shown("Nothing finer to show")


async def test_enter_on_chosen_months_shows_them_in_finer_bars(paths: Paths) -> None:
    days = [datetime(year, 3, 5, tzinfo=UTC) for year in range(2015, 2027)]
    fill(paths, [paper(1, id=f"{day:%y%m}.00001", published=day, updated=day) for day in days])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("f")
        await go_to_row(reader, "histogram")
        await reader.until(lambda: (bars := reader.main.filters.bars) and bars.months > 1)
        await reader.press("h", "enter")
        await reader.until(lambda: (bars := reader.main.filters.bars) and bars.months == 1)
        assert "Nothing finer" not in reader.text


async def test_of_a_query_that_is_not_understood_only_the_places_have_numbers(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.until(lambda: rows(reader).get("All papers") == "12")
        await reader.press("slash", "ctrl+u", *"is:unraed", "enter")
        await reader.until(lambda: rows(reader).get("All papers") == "12" and "cs.DC" not in rows(reader))
        await reader.press("slash", "ctrl+u", "enter")
        await reader.until(lambda: rows(reader).get("All papers") == "12")


async def test_the_cursor_in_a_filter_without_rows_goes_to_the_row_that_is_shown(paths: Paths) -> None:
    fill_usually(paths)
    async with running(ArxtuiApp(paths, QUIET), (80, 24)) as reader:
        await reader.press("f")
        await reader.until(lambda: reader.main.filters.row)
        assert reader.main.session.view.query == "is:unread"
        assert reader.main.filters.row
        assert reader.main.filters.row.query == "is:unread"


async def test_the_place_that_is_listed_is_marked_and_no_other(filled: Paths) -> None:
    def is_marked(label: str) -> bool:
        return any(line.lstrip(" ›").startswith(f"+ {label}") for line in reader.lines)

    async with reading(filled, size=THREE_PANES) as reader:
        await reader.until(lambda: is_marked("Unread"))
        await reader.go_to_filter(lambda row: row.label == "For you")
        await reader.press("enter")
        await reader.until(lambda: is_marked("For you"))
        assert not is_marked("Unread")
        await reader.search("is:unread cat:cs.DC")
        await reader.press("enter")
        await reader.until(lambda: is_marked("Unread") and is_marked("cs.DC"))
