"""Small enumerations and times as the numbers that stand in the tables."""

from __future__ import annotations

from datetime import UTC, datetime

from arxtui.model.arxiv.announce_types import AnnounceType
from arxtui.model.marks import Reading

# The numbers are part of the files, and ascend with what a source knows (model.merge.SOURCES): a source between two of
# these takes a migration. 0 is a source that did not say its name.
_SOURCE_NAMES = ("", "pith", "listing", "rss", "jsonl", "oai", "api")
_SOURCE_CODES = {name: code for code, name in enumerate(_SOURCE_NAMES)}
_TYPES = (AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)
_READINGS = (None, Reading.TO_READ, Reading.READING, Reading.READ)
_TYPE_CODES = {kind: code for code, kind in enumerate(_TYPES)}

PITH = _SOURCE_CODES["pith"]
"""The code of the source that a paper known only from a review has."""


def source_code(name: str) -> int:
    """The number of a source; 0 for one that has none."""
    return _SOURCE_CODES.get(name, 0)


def source_name(code: int) -> str:
    """The inverse of :func:`source_code`."""
    return _SOURCE_NAMES[code]


def source_names(bits: int) -> tuple[str, ...]:
    """The sources whose bits (``1 << code``) are set, the one that knows most first."""
    codes = range(len(_SOURCE_NAMES) - 1, 0, -1)
    return tuple(_SOURCE_NAMES[code] for code in codes if bits >> code & 1)


def type_code(kind: AnnounceType) -> int:
    """The number of an announcement type."""
    return _TYPE_CODES[kind]


def type_of(code: int) -> AnnounceType:
    """The inverse of :func:`type_code`."""
    return _TYPES[code]


def reading_code(reading: Reading | None) -> int:
    """The number of a reading state; 0 for none."""
    return _READINGS.index(reading)


def reading_of(code: int) -> Reading | None:
    """The inverse of :func:`reading_code`."""
    return _READINGS[code]


def seconds(moment: datetime | None) -> int | None:
    """Epoch seconds, rounded down."""
    return None if moment is None else int(moment.timestamp() // 1)


def moment_of(value: float | None) -> datetime | None:
    """Aware UTC; None also for what no calendar holds, which a damaged file may say."""
    try:
        return None if value is None else datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        return None
