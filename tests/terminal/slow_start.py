"""A program that pauses at a given moment of its start until the test resumes it: simulates a slow machine without
timing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.terminal.screen import wait_until

_STOP = """
import os, sys, time
from importlib.abc import MetaPathFinder

HERE = os.path.dirname(__file__)


def stop():
    open(os.path.join(HERE, "reached"), "w").close()
    while not os.path.exists(os.path.join(HERE, "go")):
        time.sleep(0.005)


class Stop(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == MODULE:
            sys.meta_path.remove(self)
            stop()
        return None


if MODULE:
    sys.meta_path.insert(0, Stop())
else:
    stop()
"""


class SlowStart:
    """Pauses Python just before it imports ``module``; if ``module`` is empty, before any code of the program runs."""

    def __init__(self, folder: Path, module: str) -> None:
        self._folder = folder
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(f"MODULE = {module!r}\n{_STOP}")

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment variables that make the program pause."""
        return {"PYTHONPATH": str(self._folder)}

    def wait(self) -> None:
        """Wait until the program has paused."""
        wait_until((self._folder / "reached").exists, "the import")

    def go_on(self) -> None:
        """Resume the program."""
        (self._folder / "go").touch()
