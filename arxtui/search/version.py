"""The version of the index, where it lies and what tells its commits apart, known without loading the engine."""

from __future__ import annotations

from pathlib import Path

from arxtui.text import CONVERTER_VERSION

SCHEMA_VERSION = 5
VERSION = f"{SCHEMA_VERSION}.{CONVERTER_VERSION}"
"""An index of another version is built anew: its fields, or the words in them, are others."""


def current_folder(path: Path) -> Path:
    """Where the index of this version is, or would be."""
    return path / VERSION


def stamp(folder: Path) -> tuple[int, int, int]:
    """Differs when another commit has been made since; zeros when there is no index."""
    try:
        stat = (folder / "meta.json").stat()
    except OSError:
        return (0, 0, 0)
    return (stat.st_mtime_ns, stat.st_size, stat.st_ino)
