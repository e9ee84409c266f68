"""A list in groups: its headings, the way from group to group, the key and the setting, and triage."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.library.search import grouping
from arxtui.library.views import PaperGroup
from arxtui.light import changed
from arxtui.model.expr import Grouping
from arxtui.text import cells
from arxtui.tui.present.listing.headings import GroupHeadings
from arxtui.tui.state.query_edit import next_grouping, usual_grouping, with_grouping, without_temporary_terms
from arxtui.tui.state.row_cache import RowCache
from arxtui.tui.triage_screen import TriageScreen
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import QUIET, THREE_PANES, fill, reading

BY_CATEGORY = changed(QUIET, ui=changed(QUIET.ui, group="category"))
DC, LG = "cs.DC · Distributed, Parallel, and Cluster Computing", "cs.LG · Machine Learning"


@pytest.fixture
def mixed(paths: Paths) -> Paths:
    """A home with twelve papers of today: two of three in cs.DC, one in cs.LG."""
    papers = [paper(number, categories=("cs.LG" if number % 3 else "cs.DC",)) for number in range(1, 13)]
    fill(paths, papers, [announced(each, category=each.categories[0]) for each in papers])
    return paths


def test_a_heading_is_the_name_with_the_number_of_its_papers_and_the_name_is_cut_first() -> None:
    groups = [PaperGroup("black holes, spacetime", [9, 8]), PaperGroup("[b]queues\x1b[31m", [7])]
    headings = GroupHeadings(groups, RowCache([9, 8, 7], lambda _: ()))
    assert [row for row in range(3) if headings.begins(row)] == [0, 2]
    assert headings.line(1, 60) == [(" black holes, spacetime · 2 papers", "dim+bold")]
    assert headings.line(1, 24) == [(" black holes… · 2 papers", "dim+bold")]
    assert "\x1b" not in headings.line(2, 60)[0][0]
    assert all(cells(headings.line(row, width)[0][0]) <= width for row in range(3) for width in range(1, 60))


def test_the_ways_to_group_follow_one_another_and_the_usual_one_needs_no_term() -> None:
    query, seen = "is:unread", []
    for _ in range(4):
        query = with_grouping(query, next_grouping(query, Grouping.NONE), Grouping.NONE)
        seen.append(query)
    assert seen == [
        "is:unread group:topic",
        "is:unread group:category",
        "is:unread group:rules",
        "is:unread",
    ]
    assert with_grouping("is:unread", next_grouping("is:unread", Grouping.RULES), Grouping.RULES) == (
        "is:unread group:none"
    )


@pytest.mark.parametrize(
    ("query", "usual"),
    [
        ("is:unread", "topic"),
        ("is:unread cat:cs.DC", "topic"),
        ("day:2026-05-13", "topic"),
        ("", "none"),
        ("queues", "none"),
        ("is:unread OR queues", "none"),
        ("is:unread sort:foryou", "none"),
    ],
)
def test_the_setting_is_for_the_inbox_and_for_days(query: str, usual: str) -> None:
    assert usual_grouping(query, "topic") == usual


def test_a_rule_made_of_a_list_is_without_its_groups() -> None:
    assert without_temporary_terms("queues sort:old group:topic is:unread") == "queues"


async def test_the_key_groups_the_list_and_the_heading_says_how_once(mixed: Paths) -> None:
    async with reading(mixed, size=THREE_PANES) as reader:
        await reader.press("comma", "g", "comma", "g")
        await reader.until_listed("is:unread group:category")
        await reader.until_shown("group:category ×", "papers · newest first", f"{DC} · 4 papers", f"{LG} · 8 papers")
        await reader.press("comma", "g", "comma", "g")
        await reader.until_listed("is:unread")
        await reader.until_gone(f"{DC} ·")


async def test_keys_go_from_group_to_group_in_a_cycle(mixed: Paths) -> None:
    async with reading(mixed, BY_CATEGORY, size=THREE_PANES) as reader:
        await reader.until_shown(f"{DC} · 4 papers")
        rows = []
        for key in ")", ")", "(":
            await reader.press(key)
            rows.append(reader.main.papers.cursor)
        assert rows == [4, 0, 4]


async def test_without_groups_the_keys_say_how_to_make_some(mixed: Paths) -> None:
    async with reading(mixed, size=THREE_PANES) as reader:
        await reader.press(")")
        await reader.until_shown("groups of a list, which , g makes")


async def test_the_setting_groups_the_inbox_from_the_start_and_the_key_can_end_that(mixed: Paths) -> None:
    async with reading(mixed, BY_CATEGORY, size=THREE_PANES) as reader:
        await reader.until_shown(f"{DC} · 4 papers", "Unread", "by category, newest first")
        assert reader.main.session.view.query == "is:unread"
        await reader.press("colon", *"group none", "enter")
        await reader.until_listed("is:unread group:none")
        await reader.until_gone(f"{DC} ·")
        await reader.press("0")
        await reader.until_shown(f"{DC} · 4 papers")


async def test_triage_follows_the_groups_and_names_them(mixed: Paths) -> None:
    async with reading(mixed, BY_CATEGORY, size=THREE_PANES) as reader:
        await reader.until_shown(f"{DC} · 4 papers")
        screen = await reader.open("z", TriageScreen)
        shown = []
        for _ in range(12):
            assert screen.row
            shown.append(screen.row.category)
            await reader.until_shown(DC if screen.row.category == "cs.DC" else LG)
            await reader.press("space")
        assert shown == ["cs.DC"] * 4 + ["cs.LG"] * 8


async def test_triage_goes_from_group_to_group(mixed: Paths) -> None:
    async with reading(mixed, BY_CATEGORY, size=THREE_PANES) as reader:
        await reader.until_shown(f"{DC} · 4 papers")
        screen = await reader.open("z", TriageScreen)
        await reader.press(")")
        await reader.until_shown("5 of 12", LG)
        await reader.press(")")
        await reader.until_shown("This is the last group")
        await reader.press("j", "(")
        await reader.until_shown("1 of 12", DC)
        assert not screen.decided


async def test_triage_of_a_list_without_groups_says_how_to_make_them(mixed: Paths) -> None:
    async with reading(mixed, size=THREE_PANES) as reader:
        await reader.open("z", TriageScreen)
        await reader.press(")")
        await reader.until_shown("The list has no groups: , g in the list makes them")


async def test_the_groups_come_back_with_the_list_and_after_a_restart(mixed: Paths) -> None:
    async with reading(mixed, size=THREE_PANES) as reader:
        await reader.press("colon", *"group category", "enter")
        await reader.until_shown(f"{DC} · 4 papers")
        await reader.press(")", "j", "0")
        await reader.until_listed("is:unread")
        await reader.press("escape")
        await reader.until_shown(f"{LG} · 8 papers")
        assert reader.main.papers.cursor == 5
        title = reader.title
    async with reading(mixed, size=THREE_PANES) as reader:
        await reader.until_shown(f"{LG} · 8 papers")
        assert reader.title == title


async def test_a_list_that_is_too_long_says_why_it_has_no_groups(mixed: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouping, "MOST_BY_TOPIC", 5)
    async with reading(mixed, size=THREE_PANES) as reader:
        await reader.press("comma", "g")
        await reader.until_shown("Only lists of up to 5 papers are grouped by topic", "group:topic ×")
        assert reader.main.papers.count == 12


async def test_a_search_is_grouped_as_it_is_typed_and_without_day_headings(mixed: Paths) -> None:
    async with reading(mixed, size=THREE_PANES) as reader:
        await reader.search("made group:category")
        await reader.until_shown(f"{DC} · 4 papers", "12 matches")
