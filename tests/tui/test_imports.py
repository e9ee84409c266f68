"""The modules that the reader loads, and those that it must not load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

NEVER = ("httpx2", "httpcore2", "feedparser", "selectolax", "tomlkit", "arxtui.sync", "arxtui.http", "arxtui.sources")
LATER = ("textual.widgets._markdown", "textual.widgets._data_table", "textual.widgets._text_area", "webbrowser")
RULES = ("arxtui.library.rules.config", "arxtui.library.rules.following", "arxtui.library.rules.queries")
READING = ("arxtui.reader.layout", "arxtui.tui.screens.reading", "arxtui.text.math", "PIL", "textual_image")


def loaded_by(statement: str) -> set[str]:
    program = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_reader_knows_nothing_of_the_network_and_leaves_the_rest_for_later() -> None:
    loaded = loaded_by("import arxtui.tui.application, arxtui.library.facade")
    assert "textual" in loaded
    assert [name for name in (*NEVER, *LATER, *RULES, *READING) if name in loaded] == []


def test_reading_draws_no_picture_before_there_is_one() -> None:
    loaded = loaded_by("import arxtui.tui.application, arxtui.tui.screens.reading, arxtui.tui.screens.picture")
    assert [name for name in (*NEVER, "PIL", "textual_image") if name in loaded] == []


def test_a_reader_without_keys_of_its_own_loads_nothing_for_them(tmp_path: Path) -> None:
    loaded = loaded_by(
        "from pathlib import Path\n"
        "from arxtui.config.paths import Paths\nfrom arxtui.config.settings import Settings\n"
        "from arxtui.tui.application import ArxtuiApp\n"
        f"paths = Paths.under(Path({str(tmp_path)!r}))\npaths.make()\nArxtuiApp(paths, Settings()).close()"
    )
    assert "arxtui.tui.keys.dispatcher" in loaded
    own = {f"arxtui.tui.keys.{name}" for name in ("keymap", "presets", "user_keys")} | {"arxtui.config.keys"}
    assert loaded.isdisjoint(own)


def test_the_help_has_the_commands_of_screens_that_were_not_opened_yet() -> None:
    loaded = loaded_by("import arxtui.tui.application, arxtui.tui.screens.help")
    assert {"arxtui.tui.registry_triage", "arxtui.tui.reading.commands"} <= loaded
    assert [name for name in NEVER if name in loaded] == []


def test_the_way_in_is_light() -> None:
    assert "textual" not in loaded_by("import arxtui.tui.app")
