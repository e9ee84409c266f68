"""Homes that many tests begin with: made once in a process, and copied."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Hashable
from pathlib import Path

_made: dict[Hashable, tempfile.TemporaryDirectory[str]] = {}


def as_made(folder: Path, what: Hashable, make: Callable[[], object]) -> None:
    """Fill an empty folder as ``make`` does, and closes; with a copy where it has done so for ``what`` before."""
    if what in _made:
        shutil.copytree(_made[what].name, folder, dirs_exist_ok=True)
        return
    make()
    kept = tempfile.TemporaryDirectory(prefix="arxtui-made-")
    shutil.copytree(folder, kept.name, dirs_exist_ok=True)
    _made[what] = kept
