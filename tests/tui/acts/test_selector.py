"""Selected papers, and acts on all of them together: one act, one undo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType

import pytest
from textual.command import CommandList
from textual.widgets import Input

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.commands import outside, texts
from arxtui.tui.services import browser, selector
from arxtui.tui.terminal.palette import Palette
from arxtui.tui.verbs import Verb
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import QUIET, THREE_PANES, Reader, fill, fill_usually, reading


def found(paths: Paths, query: str) -> int:
    library = Library.open(paths, QUIET)
    try:
        return library.search.listing(query).total
    finally:
        library.close()


def picked(reader: Reader) -> list[str]:
    """Return the titles of the rows that are marked as selected."""
    panes = (line.split("│") for line in reader.lines if "│" in line)
    return [each[1] for each in panes if each[1].startswith("✓")]


async def until_found(reader: Reader, paths: Paths, numbers: Iterable[tuple[str, int]]) -> None:
    for query, number in numbers:
        await reader.until(lambda query=query, number=number: found(paths, query) == number)  # type: ignore[misc]


async def test_picked_papers_are_marked_at_once_and_one_undo_takes_it_back(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("m", "m", "j", "m")
        await reader.until_shown("3 selected · 17 left · Esc clears the selection")
        assert len(picked(reader)) == 3
        await reader.press("space")
        await reader.until_shown("Marked read: 3 papers · u undoes")
        assert (found(paths, "is:unread"), picked(reader)) == (17, [])
        await reader.press("u")
        await reader.until_shown("Undone: marked read, 3 papers")
        assert found(paths, "is:unread") == 20
        await reader.press("U")
        await reader.until_shown("Redone: marked read, 3 papers")
        assert found(paths, "is:unread") == 17


async def test_a_range_all_above_and_all_of_the_list_are_picked_by_one_key(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("j", "m", "j", "j", "M")
        await reader.until_shown("4 selected")
        await reader.press("escape", "circumflex_accent")
        await reader.until_shown("5 selected")
        await reader.press("j", "j", "M")
        await reader.until_shown("7 selected")
        await reader.press("k", "k", "percent_sign")
        await reader.until_shown("20 selected")
        await reader.press("m", "s")
        await reader.until_shown("Starred: 19 papers")
        await reader.press("percent_sign", "percent_sign")
        await reader.until_gone("selected")


async def test_a_range_needs_a_pick_to_begin_at(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("M")
        await reader.until_shown("m first")


async def test_an_act_that_fails_gives_the_picks_back_and_one_that_ends_keeps_later_ones(paths: Paths) -> None:
    def fail(library: Library, keys: Sequence[int]) -> None:
        raise ValueError("refused here")

    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("m", "m")
        context = reader.main.context
        targets = context.selector.targets()
        assert targets
        context.marker.do_to_selected(Verb("Try {}", fail), targets)
        await reader.until_shown("Refused here")
        assert len(picked(reader)) == 2
        await reader.press("m")
        context.selector.drop_if_done(targets)
        assert len(reader.main.session.selection) == 3
        await reader.press("k", "m")
        context.selector.drop_if_done(targets)
        assert not reader.main.session.selection


async def test_escape_drops_the_picks_before_anything_else(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.search("paper")
        await reader.press("enter", "m", "escape")
        await reader.until_gone("selected")
        assert reader.main.session.view.query == "paper"
        await reader.press("escape")
        await reader.until(lambda: reader.main.session.view.query == "is:unread")


async def test_picks_are_collected_from_several_lists(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.search('"number 60"')
        await reader.press("enter", "m")
        await reader.search('"number 59"')
        await reader.press("enter", "m", "x")
        await reader.until_shown("Hidden: 2 papers")
        assert found(paths, "is:hidden") == 2


async def test_the_list_says_how_many_of_its_papers_are_selected_and_how_many_are_left(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("percent_sign")
        await reader.until_shown("20 selected · 0 left")
        await reader.press("m")
        await reader.until_shown("19 selected · 1 left")
        await reader.search("number 59")
        await reader.press("enter")
        await reader.until_shown("1 selected · 0 left", "19 selected · Esc")
        await reader.press("escape", "escape")
        await reader.until_gone("selected")


async def test_selected_papers_of_which_the_list_shows_none_are_acted_on_after_a_question(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("m", "j", "m")
        await reader.until_shown("2 selected")
        await reader.search("ti:57")
        await reader.press("enter", "s")
        await reader.until_shown("Star 2 papers (none in this list)?")
        await reader.press("escape")
        assert found(paths, "is:starred") == 0
        await reader.press("s", "enter")
        await reader.until_shown("Starred: 2 papers")
        assert found(paths, "is:starred") == 2


async def test_where_all_are_so_already_the_mark_is_taken_back(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("s", "g", "m", "m", "s")
        await reader.until_shown("Starred: 1 paper")
        await reader.press("g", "m", "m", "s")
        await reader.until_shown("No longer starred: 2 papers")
        assert found(paths, "is:starred") == 0


@pytest.fixture
def many(paths: Paths) -> Paths:
    made = [paper(number) for number in range(1, 231)]
    fill(paths, made, [announced(each) for each in made])
    return paths


async def test_a_question_comes_first_where_many_are_meant(many: Paths) -> None:
    async with reading(many, size=THREE_PANES) as reader:
        await reader.press("percent_sign", "space")
        await reader.until_shown("Mark 230 papers read?  Enter yes · Esc no")
        await reader.press("escape")
        await reader.until_shown("230 selected")
        assert found(many, "is:unread") == 230
        await reader.press("space", *"xq")
        await reader.until_shown("Mark 230 papers read?  Enter yes · Esc no")
        assert reader.main.query_one("#answer", Input).value == ""
        await reader.press("n")
        await reader.until_shown("230 selected")
        assert found(many, "is:unread") == 230
        await reader.press("space", "enter")
        await reader.until_shown("Marked read: 230 papers · u undoes")
        await reader.press("u")
        await reader.until_shown("Undone: marked read, 230 papers")
        assert found(many, "is:unread") == 230


async def test_all_of_a_search_are_meant_though_only_the_first_are_there(many: Paths) -> None:
    async with reading(many, size=THREE_PANES) as reader:
        await reader.search("made")
        await reader.press("enter", "percent_sign", "number_sign", *"all", "enter")
        await reader.until_shown("Tagged all: 230 papers")
        assert found(many, "tag:all") == 230


async def test_one_key_marks_all_of_the_list_read_after_a_question(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("m", "P")
        await reader.until_shown("Mark all 20 papers of the list read?  Enter yes · Esc no")
        await reader.press("escape")
        await reader.until_gone("Mark all")
        assert found(paths, "is:unread") == 20
        await reader.press("P", "enter")
        await reader.until(lambda: found(paths, "is:unread") == 0)
        await reader.until_shown("20 papers", "u undoes")
        await reader.press("u")
        await reader.until(lambda: found(paths, "is:unread") == 20)


async def test_of_an_empty_list_nothing_is_marked_read(paths: Paths) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("P")
        await reader.until_shown("There is no paper in the list")


async def test_the_palette_finds_a_name_by_its_words_in_any_order(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        palette = await reader.open("ctrl+p", Palette)
        for typed in ("mark all", "all read", "read all", "mark all read"):
            await reader.press("ctrl+u", *typed)
            chosen = palette.query_one(CommandList).highlighted_option
            assert str(chosen and chosen.prompt).startswith("Mark all of the list read"), typed
        await reader.press("enter")
        await reader.until_shown("Mark all 20 papers of the list read?")


@pytest.mark.parametrize(
    ("module", "name", "key", "refusal"),
    [
        (browser, "_MAX_OPENED", "o", "Up to 2 pages are opened at once, and 3 papers are selected"),
        (browser, "_MAX_COPIED", "y", "Up to 2 papers are copied at once: E writes a file of 3"),
        (outside, "_MAX_FOR_ZOTERO", "Z", "Z adds up to 2 papers at once"),
        (texts, "_MAX_FETCHED", "W", "At most 2 papers can be fetched at once"),
        (selector, "_MAX_PAPERS", "s", "One act takes 2 papers at most, not 3"),
        (selector, "_CONFIRM_ABOVE", "s", "Star 3 papers?"),
    ],
)
async def test_the_largest_number_of_papers_is_still_taken_and_one_more_is_not(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, key: str, refusal: str
) -> None:
    monkeypatch.setattr(module, name, 2)
    monkeypatch.setattr(ArxtuiApp, "copy_to_clipboard", lambda self, text: None)
    fill_usually(paths)
    paths.config_file.write_text('[zotero]\nurl = "http://127.0.0.1:1"\n[arxiv]\nhtml_url = "http://127.0.0.1:1"\n')
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("m", "m", "m", key)
        await reader.until_shown(refusal)
        await reader.press("escape", "escape", "g", "m", "m", key)
        await reader.pilot.pause()
        await reader.until_gone(refusal)
        assert refusal.replace("3", "2") not in reader.text


async def test_a_range_is_selected_upwards_as_downwards(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press(*"jjjjjm", *"kkkk", "M")
        await reader.until_shown("4 selected")
        keys = set(reader.main.session.selection.targets().keys)
        assert keys == {paper(number).key for number in (55, 56, 57, 58)}
        await reader.press("k", "M")
        await reader.until_shown("5 selected")
