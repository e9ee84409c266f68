"""Small enumerations and times as the numbers that stand in the tables."""

from __future__ import annotations

from datetime import UTC, datetime

from arxtui.model.arxiv.announce_types import AnnounceType
from arxtui.model.marks import Reading
from arxtui.model.sources import SOURCES

# 0 is a source that did not say its name.
_SOURCE_CODES = {"": 0, **{source.name: source.code for source in SOURCES.values()}}
_SOURCE_NAMES = {code: name for name, code in _SOURCE_CODES.items()}
_BY_TRUST = sorted(SOURCES.values(), key=lambda source: source.trust, reverse=True)
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
    return tuple(source.name for source in _BY_TRUST if bits >> source.code & 1)


def trust_in(column: str) -> str:
    """SQL for how much the source knows whose number stands in a column."""
    whens = " ".join(f"WHEN {source.code} THEN {source.trust}" for source in SOURCES.values())
    return f"CASE {column} {whens} ELSE -1 END"


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
