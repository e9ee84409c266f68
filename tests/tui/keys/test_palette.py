"""The palette shows keys and ranks commands by use; the help can be searched and begins with the current screen's
keys."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App
from textual.command import CommandList
from textual.widgets import Input, Static

from arxtui.config.paths import Paths
from arxtui.tui.actions import Area, Place
from arxtui.tui.command_line.prompt import verb_actions
from arxtui.tui.commands.everyday_words import EVERYDAY_WORDS
from arxtui.tui.keys import in_force
from arxtui.tui.present.help import help_lines
from arxtui.tui.present.line import FOREMOST
from arxtui.tui.screens.help import HelpScreen
from arxtui.tui.state.saved import CommandUses
from arxtui.tui.terminal import stock
from tests.tui.keys.test_typing import with_keys
from tests.tui.reader import LIMIT, Reader, fill_usually, reading


def listed(reader: Reader) -> list[str]:
    """Return the first lines of the entries in the palette."""
    options = reader.app.screen.query_one(CommandList).options
    return [str(option.prompt).split("\n")[0] for option in options]


async def test_the_palette_shows_the_keys_in_force(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys('[keys]\ntriage = "ctrl+x t"\nzotero = false\n')) as reader:
        await reader.press("ctrl+p")
        await reader.until(lambda: len(listed(reader)) > 50)
        assert "Triage mode   Ctrl+X t" in listed(reader)
        assert "Add to Zotero" in listed(reader)
        assert "Tag…   #   , t" in listed(reader)


async def test_a_key_of_the_palette_is_shown_whole_on_a_narrow_terminal(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(40, 12)) as reader:
        await reader.press("ctrl+p", *"read")
        await reader.until_shown("Mark read as the cursor passes\n  , r\n")


async def test_the_palette_names_its_own_keys_in_the_last_line(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(60, 20)) as reader:
        await reader.press("ctrl+p")
        await reader.until(lambda: reader.lines[-1].split() == ["Enter", "run", "↑↓", "choose", "Esc", "close"])


async def test_a_palette_painted_by_textual_lists_nothing_that_does_not_match() -> None:
    app: App[None] = App()
    async with app.run_test() as pilot:
        palette = stock.Palette(in_force.actions(), lambda _: lambda: None, {}, {}, Static())
        await app.push_screen(palette)
        await pilot.press(*"qqq")
        async with asyncio.timeout(LIMIT):
            while "No matches found" not in "".join(
                str(each.prompt) for each in palette.query_one(CommandList).options
            ):
                await pilot.pause()


async def test_the_message_of_a_letter_that_arrives_late_moves_no_choice(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("ctrl+p", *"swap", "down")
        palette = reader.app.screen
        await reader.until(lambda: palette.query_one(CommandList).highlighted == 1)
        typed = palette.query_one(Input)
        typed.post_message(Input.Changed(typed, "sw"))
        await reader.until(lambda: palette.query_one(CommandList).highlighted == 1)
        await reader.press("enter")
        await reader.until(lambda: reader.app.screen is reader.main)
        await reader.until_shown("TeX source")


async def test_commands_chosen_before_come_first_in_the_next_session_too(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("ctrl+p")
        await reader.until(lambda: len(listed(reader)) > 50)
        assert listed(reader)[0].startswith("Move down")
        await reader.press(*"swap", "down", "enter")
        await reader.until(lambda: reader.app.screen is reader.main)
    async with reading(paths) as reader:
        await reader.press("ctrl+p")
        await reader.until(lambda: len(listed(reader)) > 50)
        assert listed(reader)[0].startswith("Swap readable text")
        await reader.press(*"swap")
        assert listed(reader)[0].startswith("Swap readable text")
        assert listed(reader)[1].startswith("Swap titles")


@pytest.mark.parametrize("kept", [b"", b"[1]", b'{"undo": "x", "redo": -1, "tag": true}', b"\xff"])
def test_numbers_that_cannot_be_read_are_none(paths: Paths, kept: bytes) -> None:
    paths.make()
    paths.command_uses.write_bytes(kept)
    assert not CommandUses(paths.command_uses).counts


def test_uses_that_cannot_be_kept_are_counted_all_the_same(paths: Paths) -> None:
    uses = CommandUses(paths.state / "nowhere" / "commands.json")
    uses.add("undo")
    assert uses.counts["undo"] == 1


def headings(*arguments: object) -> list[str]:
    lines = help_lines(100, *arguments)  # type: ignore[arg-type]
    return [text.strip() for line in lines for text, ink in line.pieces[:1] if ink == "strong"]


def test_the_help_begins_with_the_signs_and_the_keys_of_the_pane() -> None:
    assert headings(Area.MAIN, Place.LIST)[:3] == ["Signs in the list", "Here, in the list", "Move"]
    assert headings(Area.MAIN, Place.FILTER)[:2] == ["Signs in the filter", "Here, in the filter"]
    assert headings(Area.TRIAGE)[:2] == ["In triage mode", "Move"]
    assert headings(Area.TEXT)[0] == "In a full text: move"
    assert headings(Area.MAIN, None, ("The journal", [("u", "undo")]))[0] == "The journal"


@pytest.mark.parametrize("width", [40, 60, 80, 100, 160])
def test_a_row_has_key_command_and_explanation(width: int) -> None:
    text = " ".join(
        "".join(piece for piece, _ in line.pieces) for line in help_lines(width, find="annotate journal newest")
    )
    assert "Nothing in the help has" in text
    words = " ".join(
        " ".join(
            "".join(piece for piece, _ in line.pieces) for line in help_lines(width, find="zotero collection")
        ).split()
    )
    assert words.startswith("Copy, export, open Z Add to Zotero")
    assert "selected in Zotero" in words


def test_on_a_narrow_terminal_short_keys_and_signs_are_beside_their_text() -> None:
    lines = ["".join(piece for piece, _ in line.pieces) for line in help_lines(40, find="starred")]
    assert any(line.startswith("   ★   starred") for line in lines)


@pytest.mark.parametrize(("size", "is_explained"), [((100, 30), True), ((40, 12), False)])
async def test_the_palette_explains_commands_where_there_is_room(
    paths: Paths, size: tuple[int, int], is_explained: bool
) -> None:
    fill_usually(paths)
    async with reading(paths, size=size) as reader:
        await reader.press("ctrl+p", *"triage mode")
        await reader.until_shown("Triage mode   z")
        assert ("one paper at a time" in reader.text) is is_explained


async def test_the_palette_finds_commands_by_the_words_of_their_explanations_too(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("ctrl+p", *"two lines")
        await reader.until(lambda: listed(reader) == ["Rows of one line or two   F8"])


def test_everyday_words_of_commands_are_not_in_their_descriptions_already() -> None:
    actions = {action.id: action for action in (*in_force.actions(), *verb_actions(in_force.actions()))}
    for id, words in EVERYDAY_WORDS.items():
        action = actions[id]
        said = f"{action.description} {action.label} {action.help}".lower().split()
        assert not set(words.split()) & set(said), id


def test_the_first_keys_of_a_footer_are_commands_that_it_shows() -> None:
    for place, ids in FOREMOST.items():
        assert [place in in_force.action(id).footer for id in ids] == [True] * len(ids)


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("dark", "Theme…   F9"),
        ("citation", "Copy BibTeX   C"),
        ("cite", "Copy BibTeX   C"),
        ("cited", "Cited by   , i"),
        ("sync", "Refresh   R"),
        ("last week", "Announcement day before   [   , h"),
        ("urls", "Links…   O"),
        ("references", "References   , b"),
        ("impact", "Cited by   , i"),
        ("statistics", ":stats"),
    ],
)
async def test_the_palette_finds_commands_by_everyday_words(filled: Paths, typed: str, command: str) -> None:
    async with reading(filled) as reader:
        await reader.press("ctrl+p", *typed)
        await reader.until(lambda: command in listed(reader)[:2])


async def test_a_verb_in_the_palette_begins_a_line(filled: Paths) -> None:
    async with reading(filled) as reader:
        await reader.press("ctrl+p", *":stats", "enter")
        await reader.until(lambda: reader.app.screen is reader.main and reader.lines[-1].startswith(" : stats"))


async def test_the_help_is_searched_as_one_types(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(100, 30)) as reader:
        screen = await reader.open("question_mark", HelpScreen)
        assert "Read and decide" in reader.text
        await reader.press("slash", *"zotero")
        await reader.until_gone("Read and decide")
        assert "Add to Zotero" in reader.text
        await reader.press("enter")
        assert "Esc end the search" in reader.lines[-1]
        await reader.press("escape")
        await reader.until_shown("Read and decide")
        await reader.press("slash", *"xyzzy")
        await reader.until_shown("Nothing in the help has “xyzzy”")
        await reader.press("escape")
        await reader.until_shown("Read and decide")
        assert screen.is_current
        await reader.press("escape")
        assert not screen.is_current
