"""A theme is previewed, chosen, and saved in the configuration; without a choice, the theme follows the terminal."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from shlex import join

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import UiSettings, load
from arxtui.config.values import AUTO, OWN, TEXTUAL
from arxtui.light import changed
from arxtui.tui.main_screen import MainScreen
from arxtui.tui.screens.themes import ThemePicker
from arxtui.tui.services import poller
from arxtui.tui.terminal.input_parser import BackgroundReported
from arxtui.tui.themes import look, theme_for
from tests.cli.command import COMMAND, environ
from tests.tui.reader import QUIET, Reader, fill_usually, reading

AUTOMATIC = changed(QUIET, ui=UiSettings(theme=AUTO))


def ground(reader: Reader) -> str:
    """Return the background colour that is painted in the second row of the list."""
    strip = reader.app.screen._compositor.render_strips()[5]
    colours = [segment.style.bgcolor for segment in strip if segment.style and segment.style.bgcolor]
    return colours[-1].get_truecolor().hex


@pytest.fixture
def config(paths: Paths) -> Paths:
    fill_usually(paths)
    paths.config_file.write_text("# mine\n[arxiv]\ncategories = ['cs.DC'] # queues\n")
    return paths


async def test_the_cursor_previews_enter_keeps_and_the_file_has_it(config: Paths) -> None:
    async with reading(config, size=(120, 30)) as reader:
        await reader.open("f9", ThemePicker)
        assert (reader.app.theme, ground(reader)) == ("dark", look("dark").background)
        await reader.press("j")
        await reader.until(lambda: ground(reader) == look("light").background)
        assert "calm, light background" in reader.text
        assert "Made-up paper number 60" in reader.text
        await reader.press("enter")
        await reader.until_shown('Theme "light" saved as [ui] theme in config.toml')
        assert ground(reader) == look("light").background
        assert reader.main.session.settings.ui.theme == "light"  # as in the file, to which the last frame belongs
    assert config.config_file.read_text() == (
        "# mine\n[arxiv]\ncategories = ['cs.DC'] # queues\n\n[ui]\ntheme = \"light\"\n"
    )


async def test_leaving_takes_the_preview_back(config: Paths) -> None:
    async with reading(config, size=(120, 30)) as reader:
        for key in ("escape", "ctrl+c", "f9"):
            await reader.open("f9", ThemePicker)
            await reader.press("G", "k")
            await reader.until(lambda: reader.app.theme == "ansi-dark")
            await reader.press(key)
            await reader.until(lambda: isinstance(reader.app.screen, MainScreen) and reader.app.theme == "dark")
            await reader.until(lambda: ground(reader) == look("dark").background)
    assert load(config.config_file).ui.theme == AUTO


async def test_a_theme_is_found_by_its_name_or_its_ground(config: Paths) -> None:
    async with reading(config, size=(120, 30)) as reader:
        picker = await reader.open("f9", ThemePicker)
        await reader.press("slash", *"gruv")
        assert picker._list.count == 1
        assert reader.app.theme == "gruvbox"
        await reader.press("enter", "escape")
        assert picker._list.count > len(TEXTUAL)
        assert picker._theme
        assert picker._theme.name == "gruvbox", "the cursor stays"
        await reader.press("slash", *"nosuch theme")
        assert "nosuch theme" in reader.text, "the narrow picker shows the whole answer"
        await reader.press("enter")
        assert "No such theme" in reader.text
        await reader.press("enter", "escape", "slash", *"-light", "j", "backspace", "enter", "j", "enter")
        await reader.until_shown('Theme "textual-light" saved')
        assert reader.app.screen is reader.main


async def test_every_theme_can_be_shown(config: Paths) -> None:
    async with reading(config, size=(80, 24)) as reader:
        picker = await reader.open("f9", ThemePicker)
        await reader.press("g")
        for name in (AUTO, *OWN, *TEXTUAL):
            assert picker._theme
            assert picker._theme.name == name
            assert reader.app.theme == theme_for(name, dark=True)
            await reader.press("j")
        assert reader.app.is_running


async def test_a_file_that_cannot_be_written_is_reported_and_the_theme_stays_on_the_screen(config: Paths) -> None:
    async with reading(config, size=(120, 30)) as reader:
        await reader.open("f9", ThemePicker)
        await reader.press("j")
        config.config_file.write_text("[ui\n")  # only now: the reader names a fault of the file when it sees it
        await reader.press("enter")
        await reader.until_shown("could not be saved", "config.toml")
        assert reader.app.theme == "light"
    assert config.config_file.read_text() == "[ui\n"


async def test_without_colours_there_is_nothing_to_choose(config: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with reading(config, size=(120, 30)) as reader:
        await reader.press("f9")
        await reader.until_shown("Colours are switched off (NO_COLOR)")


async def test_an_automatic_theme_follows_the_terminal(config: Paths) -> None:
    async with reading(config, AUTOMATIC) as reader:
        assert (reader.app.theme, reader.app.watches_background) == ("dark", True)
        for dark, theme in ((False, "light"), (True, "dark")):
            reader.app.post_message(BackgroundReported(dark=dark))
            await reader.until(lambda theme=theme: ground(reader) == look(theme).background)  # type: ignore[misc]


async def test_a_theme_that_was_chosen_follows_nobody(config: Paths) -> None:
    async with reading(config, size=(120, 30)) as reader:
        reader.app.post_message(BackgroundReported(dark=False))
        await reader.press("j")
        assert (reader.app.theme, reader.app.watches_background) == ("dark", False)


@pytest.mark.parametrize(
    ("expected", "theme"), [("0;15", "light"), ("15;0", "dark"), ("15;default;0", "dark"), ("x", "dark")]
)
async def test_a_terminal_that_says_nothing_may_have_said_it_in_the_environment(
    config: Paths, monkeypatch: pytest.MonkeyPatch, expected: str, theme: str
) -> None:
    monkeypatch.setenv("COLORFGBG", expected)
    async with reading(config, AUTOMATIC) as reader:
        assert reader.app.theme == theme


_NAMES = [f"name-{number}" for number in range(3)]
_CATEGORIES = ["math.AG", "math.CO", "hep-th"]


def _shell(home: Path, *commands: Sequence[str]) -> subprocess.Popen[bytes]:
    """Run commands one after the other in a shell; it ends at the first that fails."""
    script = " && ".join(join([*COMMAND, *command]) for command in commands)
    return subprocess.Popen(["sh", "-c", script], env=environ(home), stdout=subprocess.DEVNULL)


async def test_themes_and_settings_written_by_three_shells_at_the_same_time_are_all_kept(
    config: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poller, "POLL_SECONDS", 3600.0)  # its message about the shells' changes would replace others
    comments = "# a long file takes long to change\n" * 1500
    config.config_file.write_text(comments + config.config_file.read_text())
    async with reading(config, size=(120, 30)) as reader:
        home = config.config.parent
        shells = (
            _shell(home, *(("rules", "add", name, "ti:paxos", "--star") for name in _NAMES)),
            _shell(home, *(("follow", name) for name in _NAMES)),
            _shell(home, *(("subscribe", code) for code in _CATEGORIES)),
        )
        while any(shell.poll() is None for shell in shells):
            await reader.open("f9", ThemePicker)
            await reader.press("j", "enter")
            await reader.until_shown(f'Theme "{reader.app.theme}" saved')
        kept = load(config.config_file)
        assert [shell.returncode for shell in shells] == [0, 0, 0]
        assert kept.ui.theme == reader.app.theme
    assert [rule.name for rule in kept.rules] == list(kept.follow.authors) == _NAMES
    assert kept.arxiv.categories == ("cs.DC", *_CATEGORIES)
    assert config.config_file.read_text().startswith(comments)
    assert [file.name for file in config.config.iterdir()] == ["config.toml"], "no lock is left behind"
