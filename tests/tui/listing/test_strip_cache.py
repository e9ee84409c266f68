"""The cache of a list's painted lines, and the lines that are painted in advance, without a screen."""

from __future__ import annotations

from arxtui.tui.state.rows_in_sight import RowsInSight
from arxtui.tui.widgets.strip_cache import MOST_STRIPS, StripCache, StripKey


def painted(cache: StripCache[str], lines: list[tuple[int, int]]) -> list[int]:
    """Paint these lines. Returns their rows."""
    for place in lines:
        cache.put(StripKey(*place), "painted")
    return [row for row, _ in lines]


def test_a_strip_is_kept_by_its_line_the_cursor_and_the_keyboard() -> None:
    cache: StripCache[str] = StripCache()
    assert cache.put(StripKey(3), "plain") == "plain"
    cache.put(StripKey(3, has_cursor=True), "under the cursor")
    assert cache.get(StripKey(3)) == "plain"
    assert cache.get(StripKey(3, has_cursor=True, has_focus=True)) is None
    cache.drop(StripKey(3))
    assert cache.get(StripKey(3)) is None
    assert cache.get(StripKey(3, has_cursor=True)) == "under the cursor"
    cache.clear()
    assert cache.get(StripKey(3, has_cursor=True)) is None


def test_the_oldest_strips_make_room_for_new_ones() -> None:
    cache: StripCache[str] = StripCache()
    for row in range(MOST_STRIPS + 2):
        cache.put(StripKey(row), str(row))
    assert [cache.get(StripKey(row)) for row in (0, 1, 2)] == [None, None, "2"]


def test_the_screenful_below_is_painted_ahead_and_then_that_above() -> None:
    cache: StripCache[str] = StripCache()
    sight = RowsInSight(top=20, height=10, total=35)
    assert painted(cache, cache.missing_around(sight, cursor=20)) == [*range(30, 35)]
    assert painted(cache, cache.missing_around(sight, cursor=20)) == [*range(10, 20)]
    assert cache.missing_around(sight, cursor=20) == []
    cache.drop(StripKey(12))
    assert cache.missing_around(sight, cursor=20) == [(12, 0)]


def test_both_lines_of_a_row_are_painted_ahead_but_none_of_the_row_with_the_cursor() -> None:
    sight = RowsInSight(top=0, height=4, total=4, row_height=2)
    assert StripCache[str]().missing_around(sight, cursor=2) == [(3, 0), (3, 1)]


def test_no_row_is_painted_ahead_that_would_drop_rows_in_sight() -> None:
    assert StripCache[str]().missing_around(RowsInSight(0, MOST_STRIPS // 3 + 1, 3_000), cursor=0) == []
