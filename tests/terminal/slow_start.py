"""A program that stops at a moment of its start until it is let go: the slowest of machines, without a clock."""

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
    """Python stops when it is about to import ``module``; with none, before anything of the program."""

    def __init__(self, folder: Path, module: str) -> None:
        self._folder = folder
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(f"MODULE = {module!r}\n{_STOP}")

    @property
    def environ(self) -> Mapping[str, str]:
        """What the program has to be started with."""
        return {"PYTHONPATH": str(self._folder)}

    def wait(self) -> None:
        """Wait until the program has come to the module."""
        wait_until((self._folder / "reached").exists, "the import")

    def go_on(self) -> None:
        """Let it go on."""
        (self._folder / "go").touch()
