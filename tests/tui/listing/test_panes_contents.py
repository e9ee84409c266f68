"""The contents of the panes when what they show changes: the row of the cursor, its height, and what of the paper
before is gone."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.light import changed
from arxtui.model.expr import Sort
from arxtui.tui.actions import Place
from arxtui.tui.present.filter.rows import FilterRowLooks, RowKind
from arxtui.tui.present.record import RecordExtras
from tests.builders import announced
from tests.tui.papers import days_back, paper
from tests.tui.reader import THREE_PANES, fill, reading


async def test_the_cursor_is_on_its_paper_or_the_next_below_or_the_last(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        papers = reader.main.papers
        keys = list(papers.rows.keys)
        for at, shown, row in (
            (19, keys[:10], 9),
            (9, [*keys[:9], *keys[10:]], 9),
            (3, keys[2:], 1),
            (5, [], 0),
            (0, keys, 0),
        ):
            papers.show(keys, Sort.NEW, to_top=True)
            papers.go(at)
            papers.show(shown, Sort.NEW)
            assert papers.cursor == row
            assert papers.key == (shown[row] if shown else None)
        papers.show(keys, Sort.NEW, at=keys[10], above=6)
        assert papers.cursor - papers.window.top == 6
        papers.show(keys, Sort.OLD, to_top=True)
        assert (papers.cursor, papers.window.top, papers.headings is None) == (0, 0, False)


@pytest.mark.parametrize("key", ["f8", "H", "T"])
async def test_other_looks_leave_the_paper_where_it_is(paths: Paths, key: str) -> None:
    fill(paths, [paper(number) for number in range(1, 201)])
    async with reading(paths, size=THREE_PANES) as reader:
        papers = reader.main.papers
        await reader.press(*["pagedown"] * 3, "k", "k")
        before = papers.key, papers.cursor
        height = papers.window.sight.y_of(papers.cursor) - papers.window.sight.y_of(papers.window.top)
        for _ in range(2):
            await reader.press(key)
            assert (papers.key, papers.cursor) == before
            assert papers.window.top <= papers.cursor < papers.window.top + papers.window.sight.rows
        after = papers.window.sight.y_of(papers.cursor) - papers.window.sight.y_of(papers.window.top)
        assert abs(after - height) <= 2


async def test_marks_that_come_later_are_painted_and_their_signs_get_a_column(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        rows = reader.main.papers.rows
        row = rows[0]
        assert row
        assert "★" not in reader.text
        rows.put(changed(row, marks=changed(row.marks, starred=True, read=True, unread=False)))
        await reader.until_shown("★")
        reader.main.papers.show(rows.keys, Sort.NEW)
        rows = reader.main.papers.rows
        rows.put(changed(row, marks=changed(row.marks, starred=False, hidden=False, rating=3)))
        await reader.until(lambda: "★" not in reader.text and any(line.endswith("3") for line in reader.lines[2:3]))


async def test_the_day_of_a_paper_is_named_below_unless_its_heading_or_a_column_does(filled: Paths) -> None:
    made = paper(61)
    fill(filled, [made], [announced(made, days_back(1)), announced(made, days_back(0))])
    async with reading(filled, size=THREE_PANES) as reader:
        papers = reader.main.papers
        assert papers.headings
        assert papers.unshown_day == ""
        papers.show(papers.rows.keys, Sort.BEST)
        assert papers.unshown_day == ("" if papers.drawing.columns.dated else "12 May")
        papers.show(papers.rows.keys, Sort.ANNOUNCED)
        assert papers.unshown_day == ""
        papers.show([], Sort.NEW)
        assert papers.unshown_day == ""


async def test_the_day_of_a_paper_is_that_of_its_announcement_also_without_room_for_headings(paths: Paths) -> None:
    made = [paper(number) for number in range(1, 21)]
    fill(paths, made, [announced(each) for each in made])
    async with reading(paths, size=(100, 8)) as reader:
        papers = reader.main.papers
        await reader.until_shown("Wed 13 May 2026")
        assert papers.unshown_day == ""
        await reader.press("f8")
        await reader.until_shown("announced 13 May · 1/20")
        await reader.press("f", "j", "j", "j")
        await reader.until_shown("For you")
        assert "May" not in reader.lines[-1]


async def test_the_detail_begins_each_paper_at_its_top_without_the_venue_of_the_last(paths: Paths) -> None:
    made = [paper(number, abstract="word " * 900) for number in (1, 2)]
    fill(paths, made, [announced(each) for each in made])
    async with reading(paths, size=THREE_PANES) as reader:
        detail = reader.main.detail
        record = detail.record
        assert record
        detail.apply_looks(changed(detail.looks, extras=RecordExtras(venue="Accepted at Example 2026"), tex=True))
        detail.scroll_to(y=3, animate=False)
        await reader.press("f4", "j")
        top = detail.scroll_offset.y
        assert top
        await reader.until_shown("word word")
        detail.show(changed(record, marks=changed(record.marks, starred=True)))
        assert (detail.scroll_offset.y, detail.looks.extras.venue) == (top, "Accepted at Example 2026")
        await reader.press("J")
        await reader.until(lambda: detail.record is not None and detail.record.key != record.key)
        assert (detail.scroll_offset.y, detail.looks.extras.venue, detail.looks.tex) == (0, "", True)
        detail.show_failure(ValueError("not readable"))
        await reader.until_shown("not readable")
        assert "word word" not in reader.text
        detail.show(record)
        await reader.until_shown("word word")
        assert "not readable" not in reader.text
        detail.show_failure(ValueError("not readable"))
        detail.show(None)
        await reader.until_gone("not readable")


async def test_the_cursor_of_the_filter_stays_on_its_row_and_at_its_height_or_near_a_row_that_went(
    filled: Paths,
) -> None:
    async with reading(filled, size=(120, 16)) as reader:
        filters = reader.main.filters
        await reader.until(lambda: filters.count > 16 and reader.main.session.is_counted)
        await reader.go_to_filter(lambda row: row.query == "cat:cs.LG")
        await reader.press("f", "G", "k")
        rows = list(filters.rows)
        place, top = filters.cursor, filters.window.top
        assert top > 0
        name = rows[place].name
        looks = FilterRowLooks()
        for added in (3, 1):
            more = [changed(each, name=f"{each.name} again") for each in rows[1 : 1 + added]]
            filters.show([*more, *rows], "", {}, looks)
            assert filters.rows[filters.cursor].name == name
            assert filters.cursor - filters.window.top == place - top
        filters.show(rows, "", {}, looks)
        gone = [row for row in rows if row.name != name]
        filters.show(gone, "", {}, looks)
        assert abs(filters.cursor - place) <= 1
        assert gone[filters.cursor].kind is not RowKind.HEADING
        filters.show(rows[:4], "", {}, looks)
        assert filters.cursor == 3


async def test_from_elsewhere_the_filter_follows_the_query_and_while_it_is_used_it_does_not(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        filters, navigator = reader.main.filters, reader.main.context.navigator
        for query in ("is:starred", "", "is:unread"):
            navigator.leave_for(query)
            await reader.until(lambda query=query: filters.row and filters.row.query == query)  # type: ignore[misc]
        await reader.press("f", "j")
        here = filters.row
        assert here
        navigator.leave_for("is:starred")
        await reader.until_listed("is:starred")
        assert filters.row
        assert filters.row.name == here.name
        assert reader.main.session.place is Place.FILTER


async def test_the_row_of_the_cursor_shows_where_the_keyboard_is_in_every_row_that_can_be_seen(paths: Paths) -> None:
    fill(paths, [paper(number) for number in range(101, 301)])
    async with reading(paths, size=THREE_PANES) as reader:
        papers = reader.main.papers
        papers.show(papers.rows.keys, Sort.BEST)  # without headings
        for key in ("g", "G"):
            await reader.press("f3", key)
            words = reader.title
            with_focus = reader.ink(words)
            await reader.press("f4")
            assert reader.ink(words) != with_focus, key
            await reader.press("f3")
            assert reader.ink(words) == with_focus, key
        assert papers.cursor == papers.count - 1
