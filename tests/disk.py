"""A small disk that can be full, or mounted read-only."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_PIECE = 4_096


class SmallDisk:
    """A file system of its own, mounted at ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave no room at all."""
        with self._filler.open("ab", buffering=0) as filler:
            while True:
                try:
                    filler.write(bytes(_PIECE))
                except OSError:
                    return

    def free(self) -> None:
        """Make room again."""
        self._filler.unlink()

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Nothing can be written for a while. No file on the disk may be open for writing."""
        self._remount("ro")
        try:
            yield
        finally:
            self._remount("rw")

    def _remount(self, how: str) -> None:
        subprocess.run(("mount", "-o", f"remount,{how}", str(self.folder)), check=True, capture_output=True)


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[SmallDisk]:
    """Mount a small disk; the test is skipped where that is not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ("mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(folder))
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("a small disk can be mounted by root on Linux alone")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(("umount", "--lazy", str(folder)), check=True)
