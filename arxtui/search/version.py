"""The version of the index, its folder and the stamp of its latest commit. This module does not import tantivy."""

from __future__ import annotations

from pathlib import Path

from arxtui.text import CONVERTER_VERSION

SCHEMA_VERSION = 6
VERSION = f"{SCHEMA_VERSION}.{CONVERTER_VERSION}"
"""The version of the index. An index of another version has other fields, or other words in them, and is rebuilt."""


def current_folder(path: Path) -> Path:
    """Return the folder of this version's index, whether or not it exists."""
    return path / VERSION


def stamp(folder: Path) -> tuple[int, int, int]:
    """Return a value that changes with each commit; zeros if there is no index."""
    try:
        stat = (folder / "meta.json").stat()
    except OSError:
        return (0, 0, 0)
    return (stat.st_mtime_ns, stat.st_size, stat.st_ino)
