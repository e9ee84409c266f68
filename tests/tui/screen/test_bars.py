"""The lines above and below the panes, the filter's rows, and the text of an empty list."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from arxtui.library.views import Freshness, SavedView
from arxtui.light import changed
from arxtui.model.arxiv.calendar import quiet
from arxtui.model.events import Event, EventKind
from arxtui.model.views import Dated
from arxtui.query import parse
from arxtui.query.chips import chips
from arxtui.text import cells, clean
from arxtui.tui.actions import Fact, Place
from arxtui.tui.present.bars import (
    Tally,
    bottom_lines,
    clock,
    matches,
    never_online,
    progress_words,
    with_tab_hint,
)
from arxtui.tui.present.filter.rows import FilterRow, FilterRowLooks, count, filter_line, view_name
from arxtui.tui.present.line import Piece, hints, message_lines, spread
from arxtui.tui.present.states import Circumstances, empty_list_text
from arxtui.tui.present.top_line import TopLine, TopNews, top_line
from tests.tui.papers import HOSTILE

USUAL = frozenset(Fact) - {Fact.UNSUBSCRIBED, Fact.OFFERED}
NOW = datetime(2026, 5, 14, 12, tzinfo=UTC)


def text(pieces: list[Piece]) -> str:
    return "".join(piece for piece, _ in pieces)


def line_of(
    width: int, view: str, query: str, tally: Tally | None, dated: tuple[Dated, ...] = (), **news: Any
) -> TopLine:
    return top_line(width, view, parse(query), chips(query), tally, dated, news=TopNews(**news), now=NOW)


def news(width: int, **news: Any) -> str:
    """Return the top line of the inbox with these news."""
    return text(line_of(width, "Unread", "", Tally(67), **news).pieces)


@pytest.mark.parametrize("width", [30, 40, 80, 160])
@pytest.mark.parametrize("foreign", HOSTILE.values(), ids=HOSTILE.keys())
def test_foreign_text_in_a_bar_stays_within_it(foreign: str, width: int) -> None:
    bars = (
        line_of(width, foreign, foreign, Tally(1284, unread=12)).pieces,
        line_of(width, "Unread", "", Tally(1284), waiting=12, progress=foreign.replace("\n", " ")).pieces,
        *bottom_lines(
            width, hints(Place.SEARCH, USUAL), message=(), position=1, tally=Tally(1284), rows=2, warnings=(foreign,)
        ),
        filter_line(FilterRow("x", foreign, query="x", papers=5, unread=2), width, FilterRowLooks(here=True)),
    )
    for bar in bars:
        assert cells(text(bar)) == width


def test_the_two_sides_of_a_line_stay_apart_and_the_right_one_gives_way() -> None:
    lines = [text(spread([("left", "text")], [("right", "text")], width)) for width in range(4, 12)]
    assert lines == ["left", "left ", "left  ", "left  …", "left  r…", "left  ri…", "left  rig…", "left  right"]


def test_waiting_papers_are_a_number_and_the_key_that_shows_them() -> None:
    assert "12 waiting · . shows them" in news(100, waiting=12)


@pytest.mark.parametrize("width", [40, 80])
def test_being_offline_is_named_on_a_narrow_terminal_with_papers_waiting(width: int) -> None:
    offline = [Freshness("arXiv", None, "rss.arxiv.org cannot be reached: why", failed=True)]
    line = news(width, waiting=12, freshness=offline)
    assert line.split()[:3] == ["Unread", "12", "waiting"]
    assert (" · . shows them" in line) == ("·" in line) == (width > 40)
    assert "offline" in line
    assert line.rstrip().endswith("newest first" if width > 70 else "67")


@pytest.mark.parametrize("width", [60, 80, 120, 160])
def test_sources_that_answered_are_not_named(width: int) -> None:
    remark = Freshness("Pith", NOW, "Pith the listing shows no review", None, NOW)
    resting = Freshness("arXiv", NOW - timedelta(hours=23), "HTTP 429", 429, NOW + timedelta(hours=1), failed=True)
    for freshness in ([], [Freshness("arXiv", NOW), remark], [resting]):
        assert news(width, freshness=freshness).split() == "Unread 67 papers · newest first".split()


def test_a_source_without_an_answer_is_named_with_the_time_of_its_last_one() -> None:
    hour = timedelta(hours=1)
    for freshness, words in (
        (
            Freshness("Pith", NOW - hour, "HTTP 500", 500, failed=True),
            f"no answer since {clock(NOW - hour, NOW)} (500)",
        ),
        (Freshness("Pith", NOW - 25 * hour, "HTTP 429", 429, failed=True), "no answer since Wed"),
        (Freshness("Pith", None, "HTTP 429", 429, failed=True), "no answer yet (429)"),
        (Freshness("Pith", NOW, "too slow: 60 s", failed=True), "too slow"),
        (Freshness("Pith", NOW, "pith.science cannot be reached", failed=True), "no answer since"),
    ):
        assert f"Pith: {words}" in news(120, freshness=[Freshness("arXiv", NOW), freshness])


def test_the_title_is_whole_before_anything_is_said_in_many_words() -> None:
    title = "Similar to “Mixing Times for Random Recursive Trees”"
    fault = Freshness("Pith", NOW, "HTTP 500", 500, NOW + timedelta(hours=1), failed=True)
    for width in (95, 105, 110, 160):
        line = text(line_of(width, title, "", Tally(84, unread=24), freshness=[Freshness("a", NOW), fault]).pieces)
        assert line.startswith(f" {title}  ")
        assert "Pith: no answer since" in line
        assert "84" in line
        assert ("24 unread" in line) == (width > 105)
        assert ("newest first" in line) == (width == 160)
    assert "Pith: no answer since" in text(line_of(70, title, "", Tally(84, unread=24), freshness=[fault]).pieces)


@pytest.mark.parametrize(
    ("tally", "words"),
    [
        (Tally(0), "0 matches "),
        (Tally(1), "1 match "),
        (Tally(1284), "1,284 matches "),
        (Tally(1000, exact=False), "over 1,000 "),
    ],
)
def test_the_search_box_says_how_many_match(tally: Tally, words: str) -> None:
    assert text(matches(tally, parse("a"))) == words


@pytest.mark.parametrize(
    "query", ["has:cod", "-", "OR", "a OR", "a AND", "NOT", "a -", "is:un", "date:2026-0", '"', "("]
)
def test_a_query_that_is_not_whole_yet_shows_no_number(query: str) -> None:
    assert text(matches(Tally(271), parse(query, typing=True))) == "… "


@pytest.mark.parametrize(
    "query", ["has:code", "a", "a -b", "a OR b", "sort:best", '"a', "(a", "cat:c", "-cat:c", "tag:"]
)
def test_the_number_of_matches_is_beside_a_query_that_is_being_typed(query: str) -> None:
    assert text(matches(Tally(3), parse(query, typing=True))) in ("3 matches ", "not understood ")


def test_one_alarm_is_a_number_on_a_narrow_terminal() -> None:
    alarms = ["Fri 20 Nov, physics.optics: no announcement data"]
    offline = [Freshness("arXiv", None, "rss.arxiv.org cannot be reached: why")]
    lines = {width: news(width, alarms=alarms, freshness=offline) for width in (44, 70, 90)}
    assert lines[44].split() == ["Unread", "!", "1", "alarm", "·", "L", "offline", "67"]
    assert "! Fri 20 Nov, physics.optics: no anno… · L" in lines[70]
    assert "! Fri 20 Nov, physics.optics: no announcement data · L" in lines[90]


@pytest.mark.parametrize("width", range(54, 161))
def test_of_the_news_only_an_alarm_is_ever_cut(width: int) -> None:
    """Without enough room, parts of the line are left out completely, in this order: the words about the numbers, the
    keys, the next tries, the other sources."""
    hour = timedelta(hours=1)
    failed = [
        Freshness("arXiv", NOW, "HTTP 500", 500, NOW + hour, failed=True),
        Freshness("Pith", NOW, "HTTP 500", 500, NOW + hour, failed=True),
    ]
    offline = [Freshness("arXiv", NOW, "rss.arxiv.org cannot be reached: why", None, NOW + hour, failed=True)]
    alarm = "Fri 20 Nov, physics.optics: no announcement data"
    for freshness, progress, alarms in itertools.product(
        (failed, offline), ("", "arXiv page 3 of 17 · 1,200 new"), ((), (alarm,), (alarm, alarm))
    ):
        line = news(width, waiting=12, alarms=alarms, progress=progress, freshness=freshness)
        assert cells(line) == width
        assert line.count("…") <= len(alarms) % 2
        assert line.startswith(" Unread  ")
        assert "12 waiting" in line
        assert "67" in line
        if width > 76:
            assert ("  arXiv" if progress or freshness is failed else "  offline") in line


def test_a_feed_of_several_categories_is_named_by_their_number() -> None:
    asked = [Event(EventKind.SOURCE, source="arxiv.feed", target=target) for target in ("cs.DC", "cs.DC+cs.LG+hep-ph")]
    assert [progress_words(each, NOW) for each in asked] == ["arXiv cs.DC", "arXiv 3 categories"]


def test_offline_is_one_word_and_as_of_when_the_papers_are() -> None:
    hour = timedelta(hours=1)
    arxiv = Freshness("arXiv", NOW - hour, "rss.arxiv.org cannot be reached: why", None, NOW + 2 * hour, failed=True)
    skipped = "not asked: pith.science cannot be reached: why"
    pith = Freshness("Pith", NOW - 2 * hour, skipped, None, NOW + hour, failed=True)

    def news_text(*freshness: Freshness) -> str:
        return news(140, freshness=freshness).removesuffix("   67 papers · newest first ")

    as_of, again = clock(NOW - 2 * hour, NOW), clock(NOW + hour, NOW)
    assert news_text(arxiv, pith).endswith(f" offline, as of {as_of}, next try {again}")
    assert news_text(Freshness("arXiv", None, "rss.arxiv.org cannot be reached: why")).endswith(" offline")
    assert "offline" not in news_text(arxiv, Freshness("Pith", NOW))
    assert "arXiv: no answer since" in news_text(arxiv, Freshness("Pith", NOW))


def test_alarms_are_kept_back_only_while_no_source_has_ever_been_reached() -> None:
    never = Freshness("arXiv", None, "rss.arxiv.org cannot be reached: why")
    assert never_online([never, never])
    for others in (
        [],
        [Freshness("arXiv", NOW, never.reason)],
        [never, Freshness("Pith", NOW)],
        [Freshness("a", None)],
    ):
        assert not never_online(others)


@pytest.mark.parametrize(
    ("tally", "number"),
    [
        (Tally(0, unread=0), "0 papers"),
        (Tally(1, unread=1), "1 paper"),
        (Tally(5, unread=5), "5 papers"),
        (Tally(5, unread=4), "5 papers · 4 unread"),
        (Tally(5, unread=0), "5 papers"),
        (Tally(5, unread=None, muted=2), "5 papers · 2 hidden by rules"),
        (Tally(5, exact=False, unread=1), "over 5 papers · 1 unread"),
        (Tally(5, untried=9), "at least 5 papers · 9 more not searched"),
    ],
)
def test_the_heading_says_how_many_papers_and_how_many_of_them_are_unread(tally: Tally, number: str) -> None:
    line = text(line_of(90, "", "fair", tally).pieces)
    assert line.partition("×")[2].strip() == number + ("" if tally.untried else " · newest first")


@pytest.mark.parametrize(
    ("suggestions", "end"), [([], ""), (["is:unread"], " · Tab takes it"), (["fair", "hair"], " · Tab takes fair")]
)
def test_the_tab_hint_names_the_suggestion(suggestions: list[str], end: str) -> None:
    assert with_tab_hint("did you mean", suggestions) == f"did you mean{end}"


def test_the_number_of_a_list_that_is_not_counted_to_its_end_has_a_plus() -> None:
    for exact, words in ((True, "3/1,284"), (False, "3/1,284+")):
        (line,) = bottom_lines(60, (), message=(), position=3, tally=Tally(1284, exact=exact), rows=2)
        assert text(line).split() == [words]


def test_a_next_try_that_is_past_is_not_reported() -> None:
    past = NOW - timedelta(minutes=8)
    offline = Freshness("arXiv", past, "rss.arxiv.org cannot be reached: why", None, past, failed=True)
    failed = Freshness("Pith", past, "too slow", None, past, failed=True)
    for freshness in ([offline], [offline, failed]):
        assert "next try" not in news(120, freshness=freshness)


@pytest.mark.parametrize("width", [40, 80, 120, 160])
def test_an_alarm_has_all_the_room_that_there_is(width: int) -> None:
    words = "Fri 20 Nov, cs.DC: no announcement data: rss.arxiv.org cannot be reached"
    line = news(width, alarms=(words,), progress="refreshing")
    assert cells(line) == width
    assert (words in line) == (width >= 120)
    assert " · L" in line
    if width > 40:
        assert "  refreshing  " in line


def test_the_bottom_line_names_keys_and_place() -> None:
    (line,) = bottom(120)
    for words in ("/ search", "space read", "? help", "37/1,284"):
        assert words in line


def test_help_is_named_even_where_there_is_room_for_little_else() -> None:
    (line,) = bottom(40)
    assert "? help" in line
    assert "37/1,284" in line


def test_a_message_takes_the_place_of_the_keys() -> None:
    (line,) = bottom(80, "Undone: starred")
    assert "Undone: starred" in line
    assert "? help" not in line


def test_the_place_in_the_list_gives_way_to_the_end_of_a_message() -> None:
    words = "Rules hide none of these papers; I makes a rule from the list's query"
    for width, shown in ((90, "37/1,284"), (76, ""), (71, "")):
        (line,) = bottom(width, words)
        assert line.split() == f"{words} {shown}".split()
        assert cells(line) == width


@pytest.mark.parametrize("width", [40, 48, 60, 69])
def test_a_message_that_needs_two_rows_has_them_with_the_key_at_its_end(width: int) -> None:
    words = "Rules hide none of these papers; I makes a rule from the list's query"
    rows = bottom(width, words)
    assert [cells(row) for row in rows] == [width] * 2
    assert " ".join(" ".join(rows).split()).removesuffix(" 37/1,284") == words


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_a_message_that_fills_its_rows_is_whole(rows: int) -> None:
    words = " ".join(["words"] * 3 * rows)  # three a row
    lines = [text(line) for line in message_lines([(words, "dim")], 20, rows)]
    assert (len(lines), "…" in "".join(lines)) == (rows, False)
    longer = [text(line) for line in message_lines([(f"{words} more", "dim")], 20, rows)]
    assert (len(longer), longer[-1].endswith("…")) == (rows, True)


def test_a_message_that_even_two_rows_do_not_hold_ends_at_a_word() -> None:
    words = "Rules hide none of these papers; I makes a rule from the list's query; e lists the rules there are"
    rows = bottom(40, words)
    assert [row.strip() for row in rows] == [
        "Rules hide none of these papers; I",
        "makes a rule from the list's query; e…",
    ]
    assert bottom(30, "x" * 29) == [" " + "x" * 29]
    assert [row.strip() for row in bottom(30, "x" * 90)] == ["x" * 29, "x" * 28 + "…"]


@pytest.mark.parametrize("foreign", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_message_in_two_rows_keeps_its_inks(foreign: str) -> None:
    said = [("Could not open ", "fault"), (clean(foreign), "dim"), (" y copies it", "accent")]
    lines = message_lines(said, 200, rows=9)
    inked = {ink: "".join(piece for line in lines for piece, each in line if each == ink) for ink in ("fault", "dim")}
    assert inked["fault"].split() == ["Could", "not", "open"]
    assert inked["dim"].split() == clean(foreign).split()


@pytest.mark.parametrize("place", [Place.FILTER, Place.LIST, Place.DETAIL])
def test_the_way_back_and_help_are_named_on_the_narrowest_terminal(place: Place) -> None:
    (line,) = bottom(40, place=place)
    for words in ("? help", *(("Esc back",) if place is not Place.LIST else ())):
        assert words in line


def test_a_blank_is_between_the_position_and_the_edge_in_any_width() -> None:
    assert {bottom(width)[0][-9:] for width in range(40, 170)} == {"37/1,284 "}


def test_a_small_terminal_names_the_keys_used_most() -> None:
    (line,) = bottom_lines(
        60, hints(Place.LIST, USUAL - {Fact.STRANDED, Fact.WAITING}), message=(), position=1, tally=Tally(67), rows=2
    )
    assert text(line).split("  ")[:5] == [" Enter open", "t text", "space read", "s star", "? help"]


def bottom(width: int, message: str = "", place: Place = Place.LIST, rows: int = 2) -> list[str]:
    """Return the rows of the bottom bar."""
    said, tally = [(message, "dim")] if message else [], Tally(1284)
    lines = bottom_lines(width, hints(place, USUAL), message=said, position=37, tally=tally, rows=rows)
    return [text(line) for line in lines]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("", "All papers"),
        ("is:starred", "Starred"),
        ("cat:cs.DC", "Distributed, Parallel, and Cluster Computing"),
        ("day:never", ""),
        ('tag:"sp ace"', "sp ace"),
        ('tag:"sp ace" cat:cs.*', ""),
        ("cat:cs.XX", ""),
        ("day:2026-05-13", "Wed 13 May"),
        ("day:2026-05-13 cat:cs.DC", ""),
        ("list:soon date:2026", ""),
        ("fair locks", ""),
    ],
)
def test_the_views_have_names(query: str, name: str) -> None:
    assert view_name(query) == name


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0"),
        (9310, "9,310"),
        (64_200, "64,200"),
        (100_000, "100k"),
        (3_000_000, "3.0M"),
        (999_999, "999k"),
        (9_999, "9,999"),
        (99_999, "99,999"),
        (1_000_000, "1.0M"),
    ],
)
def test_a_count_takes_at_most_six_cells(number: int, shown: str) -> None:
    assert count(number) == shown
    assert len(shown) <= 6


def test_a_moment_is_shown_as_precisely_as_needed() -> None:
    assert clock(NOW, NOW) == f"{NOW.astimezone():%H:%M}"
    assert clock(NOW - timedelta(days=3), NOW) == f"{(NOW - timedelta(days=3)).astimezone():%a %H:%M}"
    assert ":" not in clock(NOW - timedelta(days=30), NOW)
    for days, hour, words in (
        (0, 0, "00:00"),
        (-1, 23, "Wed 23:00"),  # less than a day ago, and yesterday
        (1, 0, "Fri 00:00"),
        (-6, 0, "Fri 00:00"),
        (6, 23, "Wed 23:00"),
        (-7, 23, "7 May"),
        (7, 0, "21 May"),
    ):
        assert clock(NOW.replace(hour=hour) + timedelta(days=days), NOW) == words


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
        (Event(EventKind.FAILED, source="arxiv", reason="not asked: no network"), "arXiv no network"),
        (Event(EventKind.NOTE, reason="recovered"), None),
    ],
)
def test_the_steps_of_a_refresh_have_words(event: Event, words: str | None) -> None:
    assert progress_words(event, NOW) == words


@pytest.mark.parametrize("width", [24, 36, 80])
def test_the_unread_papers_of_a_view_have_the_sign_of_unread_and_its_digit_the_ink_of_keys(width: int) -> None:
    view = SavedView("Locks", "locks", 3)
    row = FilterRow("view Locks", "Locks", query="locks", papers=12, unread=3, view=view)
    line = filter_line(row, width, FilterRowLooks())
    assert text(line).split() == ["3", "Locks", "●3", "12"]
    assert (" 3 ", "accent") in line
    assert cells(text(line)) == width
    assert text(filter_line(changed(row, unread=0), width, FilterRowLooks())).split() == ["3", "Locks", "12"]
    assert text(filter_line(changed(row, unread=9_310, papers=None), width, FilterRowLooks())).split()[-1] == "●9,310"


def test_a_long_label_of_the_filter_takes_the_blanks_before_its_number() -> None:
    row = FilterRow("cat:cond-mat.stat-mech", "cond-mat.stat-mech", query="cat:cond-mat.stat-mech", papers=12)
    assert text(filter_line(row, 25, FilterRowLooks())) == "   cond-mat.stat-mech 12 "
    assert text(filter_line(changed(row, papers=64_200), 25, FilterRowLooks())) == "   cond-mat.stat… 64,200 "


@pytest.mark.parametrize(
    ("query", "dated", "end"),
    [
        ("x sort:updated", (Dated.UPDATED,), ""),
        ("x sort:updated", (Dated.SUBMITTED,), " · dates: submitted"),
        ("x", (Dated.SUBMITTED, Dated.ANNOUNCED), " · newest first · dates: submitted or announced"),
        ("x", (), " · newest first"),
    ],
)
def test_the_kind_of_dates_is_named_where_the_order_does_not_say_it(
    query: str, dated: tuple[Dated, ...], end: str
) -> None:
    line = line_of(200, "", query, Tally(5), dated)
    assert "".join(text for text, _ in line.pieces).rstrip().endswith(f"5 papers{end}")


def test_a_number_that_is_alone_needs_no_sign() -> None:
    row = FilterRow("is:unread", "Unread", query="is:unread", unread=69)
    assert text(filter_line(row, 36, FilterRowLooks())).split() == ["Unread", "69"]


EMPTY = Circumstances(query="", subscribed=True, papers=0, refreshing=False)
SUNDAY = quiet(date(2026, 11, 22), date(2026, 11, 22))


@pytest.mark.parametrize(
    ("about", "what", "then"),
    [
        (EMPTY._replace(subscribed=False), "No categories followed", "c chooses"),
        (EMPTY._replace(subscribed=False), "No categories followed", "'arxtui demo'"),
        (EMPTY._replace(refreshing=True), "Fetching the first papers", "appear"),
        (EMPTY, "The cache is empty", "R fetches"),
        (EMPTY._replace(papers=9, query="is:unread"), "Nothing unread", "filter"),
        (EMPTY._replace(papers=9, query="is:unread", read=9), "All read", "filter"),
        (EMPTY._replace(papers=9, query="is:starred"), "Nothing starred", "s stars"),
        (EMPTY._replace(papers=9, query="day:2026-05-13"), "No papers here", "arrived"),
        (EMPTY._replace(papers=9, query="day:today"), "No papers here", "arrived"),
        (EMPTY._replace(papers=9, query="day:2026-11-22", quiet=SUNDAY), "No announcements on Sun 22 Nov", "] the one"),
        (
            EMPTY._replace(papers=9, query="day:2026-11-22 a", quiet=SUNDAY),
            "on Sun 22 Nov 2026",
            "nothing on weekends.",
        ),
        (EMPTY._replace(papers=9, query="day:2026-11-21..2026-11-22", quiet=SUNDAY), "No ann", "[ shows the newest"),
        (EMPTY._replace(papers=9, query="day:yesterday", quiet=SUNDAY, typing=True), "No announcements", "Enter keeps"),
        (EMPTY._replace(papers=9, query="is:read"), "Nothing marked read yet", "space marks a paper read"),
        (EMPTY._replace(papers=9, query="is:read", subscribed=False), "Nothing marked read yet", "space"),
        (EMPTY._replace(papers=9, query="is:toread"), "No papers here yet", "d says how far"),
        (EMPTY._replace(papers=9, query="is:queued"), "Nothing saved for offline reading", "w saves"),
        (EMPTY._replace(papers=9, query="has:note"), "No notes yet", "n writes a note"),
        (EMPTY._replace(papers=9, query="tag:thesis"), 'No paper has the tag "thesis"', "# tags the paper"),
        (EMPTY._replace(papers=9, query="tag:thesis a"), 'No paper matches "tag:thesis a"', "Backspace"),
        (EMPTY._replace(papers=9, query='list:"to read"'), 'The reading list "to read" is empty', "a puts a paper"),
        (EMPTY._replace(papers=9, query="is:starred", muted=2), "Nothing starred", "2 hidden by rules: X shows them."),
        (EMPTY._replace(papers=9, query="is:unread", muted=2), "Nothing unread", "2 hidden by rules: X shows them."),
        (EMPTY._replace(papers=9, query="day:2026-05-13", subscribed=False), "No paper matches", "Backspace"),
        (EMPTY._replace(papers=9, query="is:unread", subscribed=False), "Nothing unread", "categories that c chooses"),
        (EMPTY._replace(papers=9, muted=9), "No papers here", "9 hidden by rules: X shows them."),
        (EMPTY._replace(papers=9), "No papers here", "row Hidden"),
        (EMPTY._replace(papers=9, query="unicorns [b]"), 'No paper matches "unicorns [b]"', "& asks arXiv"),
        (EMPTY._replace(papers=9, query="has:review"), 'No paper matches "has:review"', "Backspace removes"),
        (EMPTY._replace(papers=9, query='"lower bound'), 'No paper matches "lower bound', "& asks arXiv"),
        (
            EMPTY._replace(papers=9, query='sort:bst "x"', misread=True, faults=("bst is no order", "b")),
            *('sort:bst "x" is not understood', "bst is no order; b"),
        ),
        (EMPTY._replace(papers=9, query="polygons", muted=6), "No paper", "6 hidden by rules: X shows them."),
        (EMPTY._replace(papers=9, query="polygons", muted=1), "No paper", "1 hidden by rules: X shows it."),
        (EMPTY._replace(trouble="the file is damaged"), "cannot be read", "damaged"),
        (EMPTY._replace(papers=None), "", ""),
    ],
)
def test_an_empty_list_names_the_reason_and_the_key_that_helps(about: Circumstances, what: str, then: str) -> None:
    shown = [paragraph for paragraph, _ in empty_list_text(about)] or ["", ""]
    assert what in shown[0]
    assert '""' not in shown[0]
    assert then in shown[1]


@pytest.mark.parametrize(("is_typing", "then"), [(False, "Backspace removes the last part."), (True, "Esc clears it.")])
def test_a_search_at_arxiv_is_not_offered_for_local_terms(is_typing: bool, then: str) -> None:
    about = EMPTY._replace(papers=9, query="has:review", typing=is_typing)
    assert [paragraph for paragraph, _ in empty_list_text(about)] == ['No paper matches "has:review"', then]


def test_the_queries_that_may_be_meant_are_below_with_the_chosen_one_marked_and_the_keys() -> None:
    about = EMPTY._replace(papers=9, query="pologons", offers=("polygons", "[b] or c"))
    for more, keys, lines in (
        ({}, "Tab or Enter takes it, ↑↓ choose", [("› polygons  ", "accent"), ("[b] or c", "text")]),
        ({"offered": 1}, "Tab or Enter takes it, ↑↓ choose", [("polygons", "text"), ("› [b] or c  ", "accent")]),
        ({"typing": True}, "Tab takes it, ↑↓ choose", [("› polygons  ", "accent"), ("[b] or c", "text")]),
        ({"offers": ("polygons",)}, "Tab or Enter takes it", [("› polygons  ", "accent")]),
        ({"elsewhere": True}, "F3 goes to the list to take it", [("› polygons  ", "accent"), ("[b] or c", "text")]),
    ):
        shown = empty_list_text(about._replace(**more))[2:]
        assert shown == [(" ", "text"), (f"Did you mean · {keys}", "dim"), *lines]


@pytest.mark.parametrize("query", ["", "is:unread", "is:starred", "is:read", "day:2026-05-13", "unicorns"])
@pytest.mark.parametrize("papers", [0, 9])
def test_an_order_leaves_out_no_paper_and_changes_nothing_of_why_a_list_is_empty(query: str, papers: int) -> None:
    about = EMPTY._replace(papers=papers, query=query)
    ordered = about._replace(query=f"{query} sort:old".strip())
    assert empty_list_text(ordered) == empty_list_text(about)


@pytest.mark.parametrize(
    ("about", "what"),
    [
        ({"notice": "The cache was deleted. Marks are kept", "refreshing": False}, "The cache was deleted"),
        ({"notice": "The cache was deleted. Marks are kept", "refreshing": True}, "Fetching the first papers"),
        ({"subscribed": False, "refreshing": True}, "No categories followed"),
        ({}, "The cache is empty"),
        ({"query": "is:starred"}, "The cache is empty"),
        ({"query": "queues"}, 'No paper matches "queues"'),
        ({"trouble": "disk full", "refreshing": True}, "The library cannot be read"),
        ({"papers": 9, "query": "is:unread", "read": 9, "read_this_week": 2}, "All read: 2 papers since Monday"),
        ({"papers": 9, "query": "is:unread", "read": 9, "read_this_week": 1}, "All read: 1 paper since Monday"),
        ({"papers": 9, "query": "is:unread", "read": 9}, "All read"),
        ({"papers": 9, "query": "is:unread"}, "Nothing unread"),
        ({"papers": 9, "query": "is:starred"}, "Nothing starred yet"),
        ({"papers": 9, "query": "is:starred sort:old"}, "Nothing starred yet"),
        ({"papers": 9, "query": "tag:thesis"}, 'No paper has the tag "thesis"'),
        ({"papers": 9, "query": "list:thesis"}, 'The reading list "thesis" is empty'),
        ({"papers": 9, "query": "queues"}, 'No paper matches "queues"'),
        ({"papers": 9, "query": 'ti:"a b"'}, 'No paper matches ti:"a b"'),
        ({"papers": 9, "query": "sort:bst", "misread": True}, '"sort:bst" is not understood'),
    ],
)
def test_an_empty_list_says_the_one_thing_that_explains_it(about: dict[str, Any], what: str) -> None:
    usual = Circumstances(query="", subscribed=True, papers=0, refreshing=False)
    assert empty_list_text(usual._replace(**about))[0] == (what, "strong")
