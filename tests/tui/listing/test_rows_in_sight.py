"""Which rows of a list are in sight, without a screen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arxtui.tui.state.rows_in_sight import SCROLL_OFF, RowsInSight, resting_place


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
    assert RowsInSight(0, 10, 100).cursor_for(0) == 0
    assert RowsInSight(90, 10, 100).cursor_for(99) == 99


def test_a_cursor_goes_past_headings_onwards_and_back_where_there_is_nothing_onwards() -> None:
    rows = ["heading", "a", "b", "heading"]

    def may_rest(place: int) -> bool:
        return rows[place] != "heading"

    assert [resting_place(place, 1, 4, may_rest) for place in range(4)] == [1, 1, 2, 2]
    assert [resting_place(place, -1, 4, may_rest) for place in range(4)] == [1, 1, 2, 2]
    assert resting_place(0, 1, 1, may_rest) is None
    assert resting_place(-1, 1, 0, may_rest) is None
