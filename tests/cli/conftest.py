"""A home with a few papers, and a function that runs the command in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from arxtui.cli.main import main
from tests.cli.command import log_of_its_own, write_papers
from tests.homes import as_made


class Said(NamedTuple):
    """The result of a command: exit status, standard output, standard error."""

    code: int
    out: str
    err: str


Call = Callable[..., Said]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, which the command uses."""
    home = tmp_path / "home"
    monkeypatch.setenv("ARXTUI_HOME", str(home))
    monkeypatch.delenv("COLUMNS", raising=False)
    return home


@pytest.fixture
def call(home: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    """Return a function that runs a command line in this process. No command may print a message without words."""

    def run(*arguments: str) -> Said:
        with log_of_its_own():
            code = main(arguments)
        said = Said(code, *capsys.readouterr())
        assert "\n\n" not in f"\n{said.err}", f"an empty line among the messages of {arguments}: {said.err!r}"
        return said

    return run


@pytest.fixture
def filled(home: Path, call: Call, tmp_path: Path) -> Path:
    """The home, with four papers in its cache."""
    as_made(home, "four papers", lambda: call("import", str(write_papers(tmp_path / "papers.jsonl"))))
    return home
