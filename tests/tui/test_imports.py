"""The modules that the reader loads, and those that it must not load."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent

import pytest

NEVER = ("httpx2", "httpcore2", "feedparser", "selectolax", "tomlkit", "arxtui.sync", "arxtui.http", "arxtui.sources")
LATER = ("textual.widgets._markdown", "textual.widgets._data_table", "textual.widgets._text_area", "webbrowser")
RULES = ("arxtui.library.rules.config", "arxtui.library.rules.queries")
FIGURES = ("arxtui.figures", "arxtui.tui.pictures.graphics", "arxtui.tui.pictures.strips", "resvg_py")
READING = ("arxtui.reader.layout", "arxtui.tui.reading.screen", "arxtui.text.math", "PIL")


STEPS = {
    "start": "import arxtui.tui.start",
    "reader": "import arxtui.tui.application, arxtui.library.facade",
    "opened": """
        from pathlib import Path
        from arxtui.config.paths import Paths
        from arxtui.config.settings import Settings
        paths = Paths.under(Path(sys.argv[1]))
        paths.make()
        arxtui.tui.application.ArxtuiApp(paths, Settings()).close()""",
    "help": "import arxtui.tui.screens.help",
    "pictures": "import arxtui.tui.reading.screen, arxtui.tui.screens.picture",
}
"""Statements that one interpreter runs one after the other, by name."""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The modules that are loaded after each step."""
    steps = (f"{dedent(statement)}\nprint(*sys.modules)" for statement in STEPS.values())
    program = "\n".join(("import sys", *steps))
    home = str(tmp_path_factory.mktemp("home"))
    done = subprocess.run([sys.executable, "-c", program, home], capture_output=True, text=True, check=True)
    return {step: set(line.split()) for step, line in zip(STEPS, done.stdout.splitlines(), strict=True)}


def test_the_way_in_is_light(loaded: dict[str, set[str]]) -> None:
    assert "textual" not in loaded["start"]


def test_the_reader_knows_nothing_of_the_network_and_leaves_the_rest_for_later(loaded: dict[str, set[str]]) -> None:
    assert "textual" in loaded["reader"]
    assert loaded["reader"].isdisjoint((*NEVER, *LATER, *RULES, *READING, *FIGURES))


def test_a_reader_without_keys_of_its_own_loads_nothing_for_them(loaded: dict[str, set[str]]) -> None:
    assert "arxtui.tui.keys.dispatcher" in loaded["opened"]
    own = {"arxtui.tui.keys.keymap", "arxtui.tui.keys.presets", "arxtui.tui.user_keys"}
    assert loaded["opened"].isdisjoint(own)


def test_the_help_has_the_commands_of_screens_that_were_not_opened_yet(loaded: dict[str, set[str]]) -> None:
    assert {"arxtui.tui.commands.triage_mode", "arxtui.tui.reading.commands"} <= loaded["help"]
    assert loaded["help"].isdisjoint(NEVER)


def test_reading_draws_no_picture_before_there_is_one(loaded: dict[str, set[str]]) -> None:
    assert loaded["pictures"].isdisjoint((*NEVER, "PIL", "resvg_py", "arxtui.figures.worker", "arxtui.figures.worker"))
