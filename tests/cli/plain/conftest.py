"""Scripts of plain mode, run in this process on a home with four papers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import run_here
from tests.cli.conftest import Said

Script = Callable[..., Said]


@pytest.fixture
def script(home: Path) -> Script:
    """Return a function that runs lines as a script of ``arxtui --plain``."""

    def run(*lines: str) -> Said:
        done = run_here(home, "--plain", stdin="".join(f"{line}\n" for line in lines).encode())
        return Said(done.returncode, done.stdout, done.stderr)

    return run
