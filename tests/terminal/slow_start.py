"""A program that pauses at given moments of its start until the test resumes it: simulates a slow machine without
timing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.terminal.screen import wait_until

_STOP = """
import os, sys, time
from importlib.abc import MetaPathFinder

HERE = os.path.dirname(__file__)


def stop(module):
    open(os.path.join(HERE, f"reached {module}"), "w").close()
    while not os.path.exists(os.path.join(HERE, f"go {module}")):
        time.sleep(0.005)


class Stop(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in MODULES:
            MODULES.remove(name)
            stop(name)
        return None


if "" in MODULES:
    stop("")
sys.meta_path.insert(0, Stop())
"""


class SlowStart:
    """Pauses Python just before it imports each of ``modules``, which are in the order of their imports; an empty name
    is the moment before any code of the program runs."""

    def __init__(self, folder: Path, *modules: str) -> None:
        self._folder = folder
        self._modules = list(modules)
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(f"MODULES = {self._modules!r}\n{_STOP}")

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment variables that make the program pause."""
        return {"PYTHONPATH": str(self._folder)}

    def wait(self) -> None:
        """Wait until the program has paused at the next moment."""
        wait_until((self._folder / f"reached {self._modules[0]}").exists, "the import")

    def go_on(self) -> None:
        """Resume the program, until the next moment."""
        (self._folder / f"go {self._modules.pop(0)}").touch()
