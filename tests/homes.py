"""Homes that many tests start from: each is built once in a process and then copied."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Hashable
from pathlib import Path

_made: dict[Hashable, tempfile.TemporaryDirectory[str]] = {}


def as_made(folder: Path, what: Hashable, make: Callable[[], object]) -> None:
    """Fill ``folder`` with what ``make`` writes there. ``make`` is called once for each key ``what``; later calls copy
    its result.

    ``folder`` must be empty, and ``make`` must close every file.
    """
    if what in _made:
        shutil.copytree(_made[what].name, folder, dirs_exist_ok=True)
        return
    make()
    kept = tempfile.TemporaryDirectory(prefix="arxtui-made-")
    shutil.copytree(folder, kept.name, dirs_exist_ok=True)
    _made[what] = kept
