"""The user's own keys and sequences of keys, in the running reader."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, parse
from arxtui.config.text import ConfigError
from arxtui.light import changed
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.screens.help import HelpScreen
from arxtui.tui.screens.journal import JournalScreen
from arxtui.tui.triage_screen import TriageScreen
from tests.tui.reader import QUIET, Reader, fill_usually, reading


def with_keys(text: str) -> Settings:
    """Return settings for a test, with the keys of a configuration."""
    read = parse(text)
    return changed(QUIET, keys=read.keys, ui=read.ui)


def foot(reader: Reader) -> str:
    """Return the last line, with its no-break spaces replaced by blanks."""
    return reader.lines[-1].replace("\u00a0", " ")


async def test_a_command_runs_by_its_new_key_and_no_longer_by_its_old_one(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys('[keys]\ndown = "ctrl+n"\ntriage = "ö"\n')) as reader:
        await reader.press("j")
        assert reader.main.papers.cursor == 0
        await reader.press("ctrl+n", "down")
        assert reader.main.papers.cursor == 2
        await reader.press("z")
        assert reader.app.screen is reader.main
        await reader.press("ö")
        await reader.until(lambda: isinstance(reader.app.screen, TriageScreen))


async def test_a_key_sequence_shows_the_keys_that_may_follow_and_runs_when_it_is_whole(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys('[keys]\ntop = "g g"\nbottom = "g e"\n')) as reader:
        await reader.press("g")
        assert all(words in foot(reader) for words in ("g top", "e bottom", "Esc cancel"))
        await reader.press("e")
        assert reader.main.papers.cursor == reader.main.papers.count - 1
        assert "Esc cancel" not in foot(reader)
        await reader.press("g", "g")
        assert reader.main.papers.cursor == 0


async def test_a_sequence_is_left_by_escape_by_another_key_and_by_the_mouse(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys('[keys]\nbottom = "g e"\n')) as reader:
        await reader.press("g", "escape", "e")
        await reader.until(lambda: reader.app.screen is not reader.main)
        await reader.press("escape", "g", "x")
        assert "g x is not bound" in foot(reader)
        assert not reader.main.session.news.undoable
        await reader.press("g")
        assert "Esc cancel" in foot(reader)
        reader.app.begin_user_action()  # as a mouse button does; the pilot skips it
        await reader.pilot.pause()
        assert "Esc cancel" not in foot(reader)
        await reader.press("f3")
        assert "Esc cancel" not in foot(reader)


async def test_a_sequence_over_the_list_is_left_by_the_mouse_too(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys('[keys]\nbottom = "g e"\n')) as reader:
        await reader.open("V", JournalScreen)
        await reader.press("g")
        assert "Esc cancel" in foot(reader)
        reader.app.begin_user_action()
        await reader.pilot.pause()
        assert "Esc cancel" not in foot(reader)
        assert "Esc back" in foot(reader)


async def test_a_sequence_that_was_begun_does_not_go_on_in_a_screen_that_comes(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys('[keys]\nbottom = "g e"\n')) as reader:
        await reader.press("s", "s", "g")
        await reader.main.action_command("journal")
        await reader.until(lambda: isinstance(reader.app.screen, JournalScreen) and reader.app.screen.rows.count == 2)
        assert "Esc cancel" not in foot(reader)
        await reader.press("j")
        assert isinstance(reader.app.screen, JournalScreen)
        assert reader.app.screen.rows.cursor == 1
        assert "is not bound" not in reader.text


async def test_letters_of_a_sequence_are_typed_into_the_search_box(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys('[keys]\nbottom = "g e"\n')) as reader:
        await reader.search("ge")
        assert reader.main.session.view.query == "ge"


async def test_screens_over_the_list_move_by_the_same_keys(paths: Paths) -> None:
    fill_usually(paths)
    text = '[keys]\ndown = "ctrl+n"\nundo = "ctrl+x u"\njournal = "ctrl+x j"\nhelp = "ctrl+x h"\n'
    async with reading(paths, with_keys(text)) as reader:
        await reader.press("s", "s", "ctrl+x", "j")
        await reader.until(lambda: isinstance(reader.app.screen, JournalScreen) and reader.app.screen.rows.count == 2)
        assert "Ctrl+X u undo" in foot(reader)
        assert "Ctrl+X h help" in foot(reader)
        await reader.press("ctrl+n")
        assert isinstance(reader.app.screen, JournalScreen)
        assert reader.app.screen.rows.cursor == 1
        await reader.press("ctrl+x")
        assert "u undo" in foot(reader)
        await reader.press("u")
        await reader.until_shown("Undone: starred  ")


async def test_a_key_that_a_screen_over_the_list_has_for_itself_stays_when_a_command_gets_it(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys('[keys]\ndown = ["ctrl+n", "space"]\n')) as reader:
        await reader.press("space", "question_mark", "space")
        assert reader.main.papers.cursor == 1
        assert isinstance(reader.app.screen, HelpScreen)
        assert reader.app.screen.body.scroll_offset.y > 1


async def test_the_keys_of_one_reader_are_not_those_of_the_next(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys('[keys]\nsearch = "ctrl+f"\n')) as reader:
        assert "Ctrl+F search" in foot(reader)
    async with reading(paths) as reader:
        assert "/ search" in foot(reader)


def test_a_reader_whose_keys_have_a_fault_does_not_open(paths: Paths) -> None:
    with pytest.raises(ConfigError, match=r"line 2: \[keys\] undoo: there is no command"):
        ArxtuiApp(paths, with_keys('[keys]\nundoo = "x"\n'))
