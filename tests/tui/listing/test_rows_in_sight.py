"""The visible rows of a list, without a screen."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from arxtui.tui.state.rows_in_sight import HEAD, SCROLL_OFF, RowsInSight, nearest_allowed_row


@given(top=st.integers(0, 90), height=st.integers(1, 30), total=st.integers(1, 100), data=st.data())
def test_a_cursor_that_moved_has_rows_on_both_sides_where_there_are_any(
    top: int, height: int, total: int, data: st.DataObject
) -> None:
    cursor = data.draw(st.integers(0, total - 1))
    sight = RowsInSight(top, height, total)
    moved = sight._replace(top=sight.top_for(cursor))
    around = range(cursor - min(SCROLL_OFF, (height - 1) // 2), cursor + min(SCROLL_OFF, (height - 1) // 2) + 1)
    assert {row for row in around if 0 <= row < total} <= set(range(moved.top, moved.top + height))
    assert 0 <= moved.top <= max(total - height, 0)
    assert moved.cursor_for(cursor) == cursor
    assert moved.top_for(cursor) == moved.top


def test_rows_that_are_scrolled_take_the_cursor_along_and_leave_it_where_it_is_in_sight() -> None:
    sight = RowsInSight(top=20, height=10, total=100)
    assert [sight.cursor_for(cursor) for cursor in (0, 22, 23, 26, 27, 99)] == [23, 23, 23, 26, 26, 26]
    assert [RowsInSight(20, height, 100).page(step) for height in (1, 10) for step in (1, -1)] == [1, -1, 9, -9]
    assert RowsInSight(0, 10, 100).cursor_for(0) == 0
    assert RowsInSight(90, 10, 100).cursor_for(99) == 99


def test_a_cursor_goes_past_headings_onwards_and_back_where_there_is_nothing_onwards() -> None:
    rows = ["heading", "a", "b", "heading"]

    def may_rest(place: int) -> bool:
        return rows[place] != "heading"

    assert [nearest_allowed_row(place, 1, 4, may_rest) for place in range(4)] == [1, 1, 2, 2]
    assert [nearest_allowed_row(place, -1, 4, may_rest) for place in range(4)] == [1, 1, 2, 2]
    assert nearest_allowed_row(1, -1, 4, {0}.__contains__) == nearest_allowed_row(2, 1, 4, {0}.__contains__) == 0
    assert nearest_allowed_row(1, 1, 4, {3}.__contains__) == nearest_allowed_row(2, -1, 4, {3}.__contains__) == 3
    assert nearest_allowed_row(0, 1, 1, may_rest) is None
    assert nearest_allowed_row(-1, 1, 0, may_rest) is None


@given(
    heads=st.sets(st.integers(0, 60)),
    height=st.integers(4, 20),
    row_height=st.sampled_from([1, 2]),
    opened=st.booleans(),
    total=st.integers(1, 60),
    data=st.data(),
)
def test_below_headings_the_cursor_is_in_sight_and_the_last_row_can_be(
    heads: set[int], height: int, row_height: int, opened: bool, total: int, data: st.DataObject
) -> None:
    height = max(height, 3 * row_height + 1 + opened)
    cursor, top = (data.draw(st.integers(0, total - 1)) for _ in range(2))
    sight = RowsInSight(top, height, total, row_height, heads.__contains__, cursor if opened else None)
    moved = sight._replace(top=sight.top_for(cursor))
    lines = moved.lines()
    assert len(lines) <= height
    assert lines[0] == (moved.top, HEAD)
    assert [each for each in lines if each[0] == cursor and each[1] != HEAD] == [
        (cursor, n) for n in range(row_height + opened)
    ]
    assert lines[moved.y_of(cursor)] == (cursor, 0)
    assert moved.top_for(cursor) == moved.top
    assert moved.cursor_for(cursor) == cursor
    whole = [row for row, line in lines if line == row_height - 1]
    assert whole == [*range(moved.top, moved.top + moved.rows)]
    at_end = sight._replace(top=sight._replace(top=total - 1).last_top)
    assert at_end.top + at_end.rows == total
    assert not at_end.top or sight._replace(top=at_end.top - 1).rows + at_end.top - 1 < total


@example(heads=set(range(9, 30)), height=10, top=8)
@given(heads=st.sets(st.integers(0, 300)), height=st.integers(4, 30), top=st.integers(0, 299))
def test_pages_below_headings_leave_no_row_out(heads: set[int], height: int, top: int) -> None:
    sight = RowsInSight(top, height, 300, 1, heads.__contains__)
    down = sight._replace(top=top + sight.page(1))
    assert down.top <= sight.top + sight.rows - (sight.rows > 1)
    up = sight._replace(top=max(top + sight.page(-1), 0))
    assert up.top + up.rows >= top
    higher, first = (sight._replace(top=each) for each in (up.top - 1, 0))
    assert up.top == 0 if first.rows > top else higher.top + higher.rows <= top, "no more rows fit above it"
    assert sight.page(-1) < 0 < sight.page(1)


def test_far_from_the_end_no_row_there_is_looked_at() -> None:
    looked: list[int] = []

    def begins(row: int) -> bool:
        looked.append(row)
        return False

    sight = RowsInSight(1_000, 40, 3_000_000, 1, begins)
    assert sight.last_top == 3_000_000 - 40
    assert sight.top_for(1_050) == 1_015
    assert max(looked) < 1_100
