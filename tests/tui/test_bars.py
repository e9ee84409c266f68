"""The lines above and below the panes, the filter's rows, and the words for an empty list."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from arxtui.model.events import Event, EventKind
from arxtui.model.expr import Sort
from arxtui.text import cells
from arxtui.tui.actions import Place
from arxtui.tui.present.bars import bottom_line, clock, heading, progress_words, top_line
from arxtui.tui.present.filters import FilterRow, count, filter_line, view_name
from arxtui.tui.present.line import Piece
from arxtui.tui.present.states import Circumstances, nothing_to_list
from tests.tui.papers import HOSTILE

NOW = datetime(2026, 5, 14, 12, tzinfo=UTC)


def text(pieces: list[Piece]) -> str:
    return "".join(piece for piece, _ in pieces)


@pytest.mark.parametrize("width", [30, 40, 80, 160])
@pytest.mark.parametrize("foreign", HOSTILE.values(), ids=HOSTILE.keys())
def test_foreign_text_in_a_bar_stays_within_it(foreign: str, width: int) -> None:
    bars = (
        heading(width, foreign, total=1284, unread=12, sort=Sort.NEW),
        top_line(width, waiting=12, progress=foreign.replace("\n", " "), freshness=(), now=NOW),
        bottom_line(width, Place.SEARCH, message=(), position=1, total=1284, warnings=(foreign,)),
        filter_line(FilterRow(foreign, "x", 5, 2), width, here=True, shown=True),
    )
    for bar in bars:
        assert cells(text(bar)) == width


def test_what_is_waiting_is_a_number_and_the_key_that_shows_it() -> None:
    assert "12 waiting · . shows them" in text(top_line(100, waiting=12, progress="", freshness=(), now=NOW))


def test_the_bottom_line_names_keys_and_place() -> None:
    line = text(bottom_line(120, Place.LIST, message=(), position=37, total=1284))
    for told in ("/ search", "space read", "? help", "37/1,284"):
        assert told in line


def test_help_is_named_even_where_there_is_room_for_little_else() -> None:
    line = text(bottom_line(40, Place.LIST, message=(), position=37, total=1284))
    assert "? help" in line
    assert "37/1,284" in line


def test_a_message_takes_the_place_of_the_keys() -> None:
    line = text(bottom_line(80, Place.LIST, message=[("Undone: starred", "dim")], position=1, total=2))
    assert "Undone: starred" in line
    assert "? help" not in line


def test_the_heading_names_the_view_and_its_query() -> None:
    line = text(heading(100, "day:2026-05-13", total=142, unread=12, sort=Sort.NEW))
    assert "Wed 13 May  day:2026-05-13" in line
    assert "142 papers · 12 unread · newest first" in line


def test_the_heading_of_a_search_is_its_query() -> None:
    line = text(heading(100, "fair locks", total=1, unread=None, sort=Sort.BEST))
    assert "/ fair locks" in line
    assert "1 paper · best first" in line


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("", "All papers"),
        ("is:starred", "Starred"),
        ("cat:cs.DC", "cs.DC Distributed, Parallel, and Cluster Computing"),
        ("day:never", ""),
        ("fair locks", ""),
    ],
)
def test_the_views_have_names(query: str, name: str) -> None:
    assert view_name(query) == name


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "0"), (9310, "9,310"), (64_200, "64k"), (3_000_000, "3.0M"), (999_999, "999k")]
)
def test_a_count_takes_at_most_five_cells(number: int, shown: str) -> None:
    assert count(number) == shown
    assert len(shown) <= 5


def test_a_moment_is_told_by_what_a_person_needs() -> None:
    assert clock(NOW, NOW) == f"{NOW.astimezone():%H:%M}"
    assert clock(NOW - timedelta(days=3), NOW) == f"{(NOW - timedelta(days=3)).astimezone():%a %H:%M}"
    assert ":" not in clock(NOW - timedelta(days=30), NOW)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event(EventKind.STARTED), "refreshing"),
        (Event(EventKind.PAGE, source="arxiv.backfill", page=2, pages=5, new=63), "arXiv page 2 of 5 · 63 new"),
        (Event(EventKind.PAGE, source="arxiv", page=2), "arXiv page 2"),
        (Event(EventKind.FAILED, source="pith.listing", status=429, reason="too many"), "Pith 429"),
        (Event(EventKind.FAILED, source="arxiv", reason="no network"), "arXiv no network"),
        (Event(EventKind.NOTE, reason="recovered"), None),
    ],
)
def test_the_steps_of_a_refresh_have_words(event: Event, words: str | None) -> None:
    assert progress_words(event, NOW) == words


EMPTY = Circumstances(query="", subscribed=True, papers=0, refreshing=False)


@pytest.mark.parametrize(
    ("about", "what", "then"),
    [
        (replace(EMPTY, subscribed=False), "No categories chosen", "c chooses"),
        (replace(EMPTY, refreshing=True), "Fetching the first papers", "appear"),
        (EMPTY, "The cache is empty", "R fetches"),
        (replace(EMPTY, papers=9, query="is:unread"), "All read", "filter"),
        (replace(EMPTY, papers=9, query="is:starred"), "Nothing starred", "s stars"),
        (replace(EMPTY, papers=9, query="day:2026-05-13"), "No papers here", "arrived"),
        (replace(EMPTY, papers=9, query="unicorns [b]"), "No paper matches", "unicorns [b]"),
        (replace(EMPTY, trouble="the file is damaged"), "cannot be read", "damaged"),
        (replace(EMPTY, papers=None), "", ""),
    ],
)
def test_an_empty_list_says_why_and_what_to_do(about: Circumstances, what: str, then: str) -> None:
    told = nothing_to_list(about)
    assert what in told[0]
    assert then in told[1]
