"""The lines above and below the panes, the filter's rows, and the words for an empty list."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from arxtui.library.views import Freshness
from arxtui.model.events import Event, EventKind
from arxtui.query import parse
from arxtui.query.chips import chips
from arxtui.text import cells
from arxtui.tui.actions import Place
from arxtui.tui.present.bars import Tally, bottom_line, clock, heading, progress_words, top_line
from arxtui.tui.present.filters import FilterRow, RowLooks, count, filter_line, view_name
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
        heading(width, foreign, parse(foreign), chips(foreign), Tally(1284, unread=12)).pieces,
        top_line(width, waiting=12, progress=foreign.replace("\n", " "), freshness=(), now=NOW),
        bottom_line(width, Place.SEARCH, message=(), position=1, tally=Tally(1284), warnings=(foreign,)),
        filter_line(FilterRow("x", foreign, query="x", papers=5, unread=2), width, RowLooks(here=True)),
    )
    for bar in bars:
        assert cells(text(bar)) == width


def test_what_is_waiting_is_a_number_and_the_key_that_shows_it() -> None:
    assert "12 waiting · . shows them" in text(top_line(100, waiting=12, progress="", freshness=(), now=NOW))


def test_offline_is_one_word_and_as_of_when_the_papers_are() -> None:
    hour = timedelta(hours=1)
    arxiv = Freshness("arXiv", NOW - hour, "rss.arxiv.org cannot be reached: why", None, NOW + 2 * hour)
    pith = Freshness("Pith", NOW - 2 * hour, "not asked: pith.science cannot be reached: why", None, NOW + hour)

    def told(*freshness: Freshness) -> str:
        return text(top_line(100, waiting=0, progress="", freshness=freshness, now=NOW))

    as_of, again = clock(NOW - 2 * hour, NOW), clock(NOW + hour, NOW)
    assert told(arxiv, pith).endswith(f" offline, as of {as_of}, again {again} ")
    assert told(Freshness("arXiv", None, "rss.arxiv.org cannot be reached: why")).endswith(" offline ")
    assert "offline" not in told(arxiv, Freshness("Pith", NOW))
    assert "rss.arxiv.org cannot be reached" in told(arxiv, Freshness("Pith", NOW))


def test_the_bottom_line_names_keys_and_place() -> None:
    line = text(bottom_line(120, Place.LIST, message=(), position=37, tally=Tally(1284)))
    for told in ("/ search", "space read", "? help", "37/1,284"):
        assert told in line


def test_help_is_named_even_where_there_is_room_for_little_else() -> None:
    line = text(bottom_line(40, Place.LIST, message=(), position=37, tally=Tally(1284)))
    assert "? help" in line
    assert "37/1,284" in line


def test_a_message_takes_the_place_of_the_keys() -> None:
    line = text(bottom_line(80, Place.LIST, message=[("Undone: starred", "dim")], position=1, tally=Tally(2)))
    assert "Undone: starred" in line
    assert "? help" not in line


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("", "All papers"),
        ("is:starred", "Starred"),
        ("cat:cs.DC", "Distributed, Parallel, and Cluster Computing"),
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
        (Event(EventKind.STARTED), None),
        (
            Event(EventKind.PAGE, source="arxiv.harvest", target="cs", page=9, reason="12,500 of 600,000, 41 min left"),
            "harvest cs: 12,500 of 600,000, 41 min left",
        ),
        (
            Event(EventKind.SOURCE, source="arxiv.harvest", target="cs", reason="from the beginning"),
            "harvest cs: from the beginning",
        ),
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
        (EMPTY._replace(subscribed=False), "No categories chosen", "c chooses"),
        (EMPTY._replace(refreshing=True), "Fetching the first papers", "appear"),
        (EMPTY, "The cache is empty", "R fetches"),
        (EMPTY._replace(papers=9, query="is:unread"), "All read", "filter"),
        (EMPTY._replace(papers=9, query="is:starred"), "Nothing starred", "s stars"),
        (EMPTY._replace(papers=9, query="day:2026-05-13"), "No papers here", "arrived"),
        (EMPTY._replace(papers=9, query="unicorns [b]"), "No paper matches", "unicorns [b]"),
        (EMPTY._replace(trouble="the file is damaged"), "cannot be read", "damaged"),
        (EMPTY._replace(papers=None), "", ""),
    ],
)
def test_an_empty_list_says_why_and_what_to_do(about: Circumstances, what: str, then: str) -> None:
    told = [paragraph for paragraph, _ in nothing_to_list(about)] or ["", ""]
    assert what in told[0]
    assert then in told[1]
