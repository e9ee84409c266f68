"""Copied text reaches the terminal's clipboard, also through tmux in its default configuration."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from arxtui.config.paths import Paths
from tests.builders import paper_json
from tests.terminal.conftest import READER, either_way
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import terminal, wait_until

Fill = Callable[[Sequence[dict[str, Any]]], None]


@pytest.fixture
def one_paper(fill: Fill) -> None:
    fill([paper_json(1, "Queues")])


@pytest.fixture
def tmux(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment for a tmux server of the test's own, which is stopped afterwards."""
    if not shutil.which("tmux"):
        pytest.skip("needs tmux")
    environ = {"TMUX_TMPDIR": str(tmp_path_factory.mktemp("tmux")), "TMUX": ""}
    yield environ
    ask_tmux(environ, "kill-server")


def ask_tmux(environ: dict[str, str], *command: str) -> bytes:
    """Return the output of a tmux command."""
    return subprocess.run(["tmux", *command], env={**os.environ, **environ}, capture_output=True, check=False).stdout


def bibtex(paths: Paths) -> bytes:
    """Return the BibTeX that the reader wrote to a file when it copied."""
    return (paths.state / "exports/clipboard.bib").read_bytes()


@either_way
def test_the_terminal_gets_the_copied_text(paths: Paths, one_paper: None, environ: dict[str, str]) -> None:
    with open_reader({**environ, "TMUX": ""}) as reader:
        reader.shows("1/1")
        reader.send("C")
        reader.shows("Copied 1 paper as bibtex")
        result = b"\x1b]52;c;" + base64.b64encode(bibtex(paths)) + b"\x07"
        reader.until(lambda: result in reader.raw, "the sequence for the clipboard")


def test_tmux_has_it_in_a_buffer_and_passes_it_to_the_terminal(
    paths: Paths, one_paper: None, environ: dict[str, str], tmux: dict[str, str]
) -> None:
    with terminal(("tmux", "-f", "/dev/null", "new-session", *READER), {**environ, **tmux}) as reader:
        reader.shows("1/1")
        reader.send("C")
        reader.shows("Copied 1 paper as bibtex")
        reader.until(lambda: base64.b64encode(bibtex(paths)) in reader.raw, "the sequence for the clipboard")
        wait_until(lambda: ask_tmux(tmux, "show-buffer") == bibtex(paths), "the buffer")
