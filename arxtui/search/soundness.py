"""Whether the index's files are as they were written: every one ends with a checksum.

The end of a file, as tantivy 0.27 writes it: what the file holds, a JSON object with its CRC-32 as ``crc``, the length
of that object as a little-endian 32-bit number, and the number 1337 likewise.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import Any, NamedTuple

_ENDINGS = ("fast", "fieldnorm", "idx", "pos", "store", "term")
_MAGIC = 1337
_TAIL = 8
_AT_ONCE = 1 << 20
META = "meta.json"
_UNREADABLE = (OSError, ValueError, KeyError, TypeError)


class _End(NamedTuple):
    """How many bytes stand before the end of a file, and their checksum as told there."""

    length: int
    crc: int


def cut_files(folder: Path) -> list[str]:
    """The names of files of an index that are missing or have no end. tantivy does not look, and panics over some."""
    return [name for name in _named(folder) if _end(folder / name) is None]


def unsound_files(folder: Path) -> list[str]:
    """The names of files of an index that are missing or damaged, sorted; none where there is no index. Reads all of
    them whole."""
    while True:
        before = _meta(folder)
        found = sorted(name for name in _named(folder) if not _is_sound(folder / name))
        # A commit in the meantime may have deleted what it made needless.
        if _meta(folder) == before:
            return found


def _meta(folder: Path) -> bytes:
    try:
        return (folder / META).read_bytes()
    except OSError:
        return b""


def _named(folder: Path) -> list[str]:
    """The files that the commit consists of; its list of them where that cannot be read."""
    try:
        return [name for segment in json.loads(_meta(folder))["segments"] for name in _of_segment(segment)]
    except _UNREADABLE:
        return [META] if folder.is_dir() and any(folder.iterdir()) else []


def _of_segment(segment: dict[str, Any]) -> list[str]:
    stem = segment["segment_id"].replace("-", "")
    deleted = segment["deletes"]
    return [*(f"{stem}.{ending}" for ending in _ENDINGS), *([f"{stem}.{deleted['opstamp']}.del"] if deleted else [])]


def _end(file: Path) -> _End | None:
    """None where there is none."""
    try:
        with file.open("rb") as opened:
            size = opened.seek(0, os.SEEK_END)
            opened.seek(max(size - _TAIL, 0))
            length, magic = (int.from_bytes(opened.read(4), "little") for _ in range(2))
            if magic != _MAGIC or length > size - _TAIL:
                return None
            opened.seek(size - _TAIL - length)
            return _End(size - _TAIL - length, int(json.loads(opened.read(length))["crc"]))
    except _UNREADABLE:
        return None


def _is_sound(file: Path) -> bool:
    end = _end(file)
    return end is not None and _checksum(file, end.length) == end.crc


def _checksum(file: Path, left: int) -> int | None:
    """Of the first ``left`` bytes; None when they cannot be read."""
    crc = 0
    try:
        with file.open("rb") as opened:
            while left and (piece := opened.read(min(left, _AT_ONCE))):
                crc, left = zlib.crc32(piece, crc), left - len(piece)
    except OSError:
        return None
    return crc
