"""Addresses are opened from the reader in a real terminal, by real programs."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from tests.builders import paper_json
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import wait_until

Fill = Callable[[Sequence[dict[str, Any]]], None]
PAGE = "https://arxiv.org/abs/2605.00001"


@pytest.fixture
def one_paper(fill: Fill) -> None:
    fill([paper_json(1, "Queues")])


@pytest.fixture
def remote(environ: dict[str, str]) -> dict[str, str]:
    """The environment of a session without a display, as over ssh."""
    return {**environ, "DISPLAY": "", "WAYLAND_DISPLAY": "", "SSH_CONNECTION": "there", "BROWSER": "", "TMUX": ""}


def program(folder: Path, name: str, script: str) -> str:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return str(file)


def test_over_ssh_the_address_is_copied_and_shown(one_paper: None, remote: dict[str, str]) -> None:
    with open_reader(remote) as reader:
        reader.shows("1/1")
        reader.send("o")
        reader.shows(f"No browser could be opened; copied {PAGE}")
        reader.shows("no graphical session, no $BROWSER")
        result = b"\x1b]52;c;" + base64.b64encode(PAGE.encode()) + b"\x07"
        reader.until(lambda: result in reader.raw, "the sequence for the clipboard")


def test_the_browser_of_the_environment_is_started_and_prints_nothing_on_the_screen(
    one_paper: None, remote: dict[str, str], tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    browser = program(tmp_path / "bin", "my-browser", f'echo "noise on the screen"; echo "$@" > {asked}')
    with open_reader({**remote, "BROWSER": f"no-such-browser:{browser} --tab %s"}) as reader:
        reader.shows("1/1")
        reader.send("o")
        wait_until(lambda: asked.exists() and asked.read_text() == f"--tab {PAGE}\n", "the address at the browser")
        reader.send("?")
        reader.shows("the keys used most")
        assert b"noise on the screen" not in reader.raw


def test_browsers_that_could_not_be_opened_are_named(one_paper: None, remote: dict[str, str], tmp_path: Path) -> None:
    broken = program(tmp_path / "bin", "broken", "exit 3")
    with open_reader({**remote, "BROWSER": f"no-such-browser:{broken}"}, columns=160) as reader:
        reader.shows("1/1")
        reader.send("o")
        reader.shows(f"No browser could be opened; copied {PAGE}")
        reader.shows("tried $BROWSER (no-such-browser: not found), $BROWSER (broken: exit 3)")


def test_a_text_browser_gets_the_terminal_and_gives_it_back(
    one_paper: None, remote: dict[str, str], tmp_path: Path
) -> None:
    browser = program(tmp_path / "bin", "w3m", 'test -t 0 && test -t 1 && echo "reading $1"; read -r line')
    with open_reader({**remote, "BROWSER": browser}) as reader:
        reader.shows("1/1")
        reader.send("o")
        reader.shows(f"reading {PAGE}")
        reader.send("\r")
        reader.send("?")
        reader.shows("the keys used most")
        reader.send("q")
        reader.send("q")
        assert reader.ended() == 0


def test_ctrl_c_in_a_text_browser_ends_the_browser_alone(
    one_paper: None, remote: dict[str, str], tmp_path: Path
) -> None:
    browser = program(tmp_path / "bin", "w3m", 'echo "reading $1"; exec sleep 600')
    with open_reader({**remote, "BROWSER": browser}) as reader:
        reader.shows("1/1")
        reader.send("o")
        reader.shows(f"reading {PAGE}")
        reader.send("\x03")
        reader.shows("tried $BROWSER (w3m: killed by signal 2)")
        reader.send("q")
        assert reader.ended() == 0


def test_the_opener_of_the_settings_gets_links_and_pdfs_too(
    paths: Paths, one_paper: None, remote: dict[str, str], tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    opener = program(tmp_path / "bin", "opener", f'echo "$@" >> {asked}')
    with paths.config_file.open("a") as config:
        config.write(f'[ui]\nopener = "{opener} --to {{url}} --new"\n')
    with open_reader({**remote, "BROWSER": "false"}) as reader:
        reader.shows("1/1")
        for number, keys in enumerate(("o", "p", "O\r"), 1):
            reader.send(keys)
            wait_until(
                lambda number=number: asked.exists() and len(asked.read_text().splitlines()) == number,  # type: ignore[misc]
                "the address at the opener",
            )
    pdf = PAGE.replace("abs", "pdf")
    assert asked.read_text().splitlines() == [f"--to {url} --new" for url in (PAGE, pdf, PAGE)]
