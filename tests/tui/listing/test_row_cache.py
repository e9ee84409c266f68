"""The cache of the list's rows fetches only the pages that are needed."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import pytest

from arxtui.model.marks import Marks
from arxtui.model.views import Row
from arxtui.tui.state.row_cache import MAX_CACHED, PAGE, RowCache
from tests.builders import row
from tests.tui.papers import paper

KEYS = array("q", [paper(number).key for number in range(9000, 0, -1)])


class Source:
    """Returns rows, and records the requested keys."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.gone: set[int] = set()

    def __call__(self, keys: Sequence[int]) -> list[Row]:
        self.asked.extend(keys)
        return [row(paper(key & 0xFFFF)) for key in keys if key not in self.gone]


def test_a_row_brings_its_page_and_no_more() -> None:
    source = Source()
    pages = RowCache(KEYS, source)
    found = pages[4000]
    assert found
    assert found.key == KEYS[4000]
    assert len(source.asked) == PAGE
    pages[4001]
    assert len(source.asked) == PAGE


def test_a_walk_through_everything_keeps_a_bounded_number_of_rows() -> None:
    pages = RowCache(KEYS, Source())
    for index in range(len(KEYS)):
        pages[index]
    assert len(pages._rows) <= MAX_CACHED


def test_a_paper_that_left_the_cache_is_none_and_read_once() -> None:
    source = Source()
    source.gone = {KEYS[5]}
    pages = RowCache(KEYS, source)
    assert pages[5] is None
    assert pages[5] is None
    assert source.asked.count(KEYS[5]) == 1


def test_a_mark_is_shown_at_once_and_until_the_row_is_forgotten() -> None:
    pages = RowCache(KEYS, Source())
    shown = row(paper(9000), marks=Marks(starred=True))
    pages.put(shown)
    assert pages[0] is shown
    pages.forget([shown.key])
    again = pages[0]
    assert again
    assert not again.marks.starred


def test_the_position_of_a_key_is_found_and_of_a_missing_one_where_it_would_be() -> None:
    newest_first = RowCache([9, 7, 5, 3], Source(), newest_first=True)
    assert [newest_first.nearest(key) for key in (7, 6, 1)] == [1, 2, 4]
    assert [newest_first.place_of(key) for key in (7, 6, 1)] == [1, None, None]
    ranked = RowCache([3, 9, 5], Source())
    assert [ranked.nearest(key) for key in (9, 4)] == [1, 0]
    assert [ranked.place_of(key) for key in (9, 4)] == [1, None]


def test_who_shows_rows_hears_that_they_became_others() -> None:
    pages, heard = RowCache(KEYS, Source()), list[Row | None]()
    pages.changed.subscribe(lambda: heard.append(pages[0]))
    pages.mark(KEYS[0], Marks(starred=True))
    assert heard == []
    pages.put(row(paper(9000), marks=Marks(queued=True)))
    pages.mark(KEYS[0], Marks(starred=True))
    pages.forget()
    assert [shown.marks for shown in heard if shown] == [Marks(queued=True), Marks(starred=True), Marks()]


def test_only_missing_rows_of_a_range_are_fetched_and_in_one_go() -> None:
    source = Source()
    calls: list[int] = []

    def counting(keys: Sequence[int]) -> list[Row]:
        calls.append(len(keys))
        return source(keys)

    pages = RowCache(KEYS, counting)
    pages.fetch(100, 136)
    pages.fetch(110, 150)
    pages.fetch(-20, 3)
    pages.fetch(len(KEYS) - 2, len(KEYS) + 40)
    pages.fetch(100, 150)
    assert calls == [36, 14, 3, 2]
    assert source.asked[:2] == [KEYS[100], KEYS[101]]


def test_rows_that_cannot_be_fetched_are_none_and_somebody_hears_of_it() -> None:
    heard: list[Exception] = []

    def broken(keys: Sequence[int]) -> list[Row]:
        raise OSError("disk")

    pages = RowCache(KEYS, broken, heard.append)
    assert pages[0] is None
    assert not pages.fetch(0, 10)
    assert [str(error) for error in heard] == ["disk", "disk"]
    with pytest.raises(OSError, match="disk"):
        RowCache(KEYS, broken)[0]


def test_the_rows_that_were_used_last_are_kept() -> None:
    source = Source()
    pages = RowCache(KEYS, source)
    for start in range(0, MAX_CACHED, PAGE):
        pages[start]
    pages[0]
    pages[MAX_CACHED]
    source.asked.clear()
    assert pages[0]
    assert source.asked == []
    assert pages[1]
    assert KEYS[1] in source.asked


def test_a_row_that_was_predicted_is_saved_once_its_marks_are_known() -> None:
    pages = RowCache(KEYS, Source())
    pages.put(row(paper(9000), marks=Marks(starred=True), unsaved=True))
    pages.mark(KEYS[0], Marks(starred=True))
    shown = pages[0]
    assert shown
    assert (shown.marks.starred, shown.unsaved) == (True, False)
