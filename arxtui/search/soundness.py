"""Checks of the index files against the checksum at the end of each file.

A file of tantivy 0.27 ends with: a JSON object with the CRC-32 of the content as ``crc``, the length of that object as
a little-endian 32-bit number, and the number 1337 in the same form.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import Any

from arxtui.light import NamedTuple

_ENDINGS = ("fast", "fieldnorm", "idx", "pos", "store", "term")
_MAGIC = 1337
_TAIL = 8
_CHUNK = 1 << 20
META = "meta.json"
_UNREADABLE = (OSError, ValueError, KeyError, TypeError)


class _End(NamedTuple):
    """The number of bytes before the end record of a file, and the checksum stored there."""

    length: int
    crc: int


def truncated_files(folder: Path) -> list[str]:
    """Return the names of index files that are missing or have no end record. tantivy does not check this and panics
    for some files."""
    return [name for name in _committed_files(folder) if _end(folder / name) is None]


def damaged_files(folder: Path) -> list[str]:
    """Return the sorted names of index files that are missing or damaged; empty if there is no index. Reads every file
    completely."""
    while True:
        before = _meta(folder)
        damaged = sorted(name for name in _committed_files(folder) if not _is_sound(folder / name))
        # A commit during the check can delete files, so check again if there was one.
        if _meta(folder) == before:
            return damaged


def _meta(folder: Path) -> bytes:
    try:
        return (folder / META).read_bytes()
    except OSError:
        return b""


def _committed_files(folder: Path) -> list[str]:
    """Return the files of the commit, or the commit's list of files itself if it cannot be read."""
    try:
        return [name for segment in json.loads(_meta(folder))["segments"] for name in _segment_files(segment)]
    except _UNREADABLE:
        return [META] if folder.is_dir() and any(folder.iterdir()) else []


def _segment_files(segment: dict[str, Any]) -> list[str]:
    stem = segment["segment_id"].replace("-", "")
    deleted = segment["deletes"]
    return [*(f"{stem}.{ending}" for ending in _ENDINGS), *([f"{stem}.{deleted['opstamp']}.del"] if deleted else [])]


def _end(file: Path) -> _End | None:
    """Return the end record of a file; None if it is missing or unreadable."""
    try:
        with file.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(size - _TAIL, 0))
            length, magic = (int.from_bytes(stream.read(4), "little") for _ in range(2))
            if magic != _MAGIC or length > size - _TAIL:
                return None
            stream.seek(size - _TAIL - length)
            return _End(size - _TAIL - length, int(json.loads(stream.read(length))["crc"]))
    except _UNREADABLE:
        return None


def _is_sound(file: Path) -> bool:
    end = _end(file)
    return end is not None and _checksum(file, end.length) == end.crc


def _checksum(file: Path, left: int) -> int | None:
    """Return the CRC-32 of the first ``left`` bytes; None if the file cannot be read."""
    crc = 0
    try:
        with file.open("rb") as stream:
            while left and (chunk := stream.read(min(left, _CHUNK))):
                crc, left = zlib.crc32(chunk, crc), left - len(chunk)
    except OSError:
        return None
    return crc
