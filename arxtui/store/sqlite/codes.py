"""The numbers that represent enumerations and times in the tables."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.marks import Reading
from arxtui.model.sources import SOURCES

# 0 is an unnamed source.
_SOURCE_CODES = {"": 0, **{source.name: source.code for source in SOURCES.values()}}
_SOURCE_NAMES = {code: name for name, code in _SOURCE_CODES.items()}
_BY_TRUST = sorted(SOURCES.values(), key=lambda source: source.trust, reverse=True)
_TYPES = (AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)
_READINGS = (None, Reading.TO_READ, Reading.READING, Reading.READ)
_SETS_CACHED = 256
_TYPE_CODES = {kind: code for code, kind in enumerate(_TYPES)}

PITH = _SOURCE_CODES["pith"]
"""The source code of a paper known only from a review."""
CITATION = _SOURCE_CODES["citation"]
"""The source code of a work known only from bibliographies."""


def source_code(name: str) -> int:
    """Return the number of a source; 0 for an unknown one."""
    return _SOURCE_CODES.get(name, 0)


def source_name(code: int) -> str:
    """Return the source of a number, the inverse of :func:`source_code`."""
    return _SOURCE_NAMES[code]


@lru_cache(_SETS_CACHED)
def source_names(bits: int) -> tuple[str, ...]:
    """Return the sources whose bits (``1 << code``) are set, most trusted first."""
    return tuple(source.name for source in _BY_TRUST if bits >> source.code & 1)


def trust_in(column: str) -> str:
    """Return the SQL expression for the trust in the source whose number is in a column."""
    whens = " ".join(f"WHEN {source.code} THEN {source.trust}" for source in SOURCES.values())
    return f"CASE {column} {whens} ELSE -1 END"


def type_code(kind: AnnounceType) -> int:
    """Return the number of an announcement type."""
    return _TYPE_CODES[kind]


def type_of(code: int) -> AnnounceType:
    """Return the announcement type of a number, the inverse of :func:`type_code`."""
    return _TYPES[code]


def reading_code(reading: Reading | None) -> int:
    """Return the number of a reading state; 0 for none."""
    return _READINGS.index(reading)


def reading_of(code: int) -> Reading | None:
    """Return the reading state of a number, the inverse of :func:`reading_code`."""
    return _READINGS[code]


def seconds(moment: datetime | None) -> int | None:
    """Return the epoch seconds of a time, rounded down; None for None."""
    return None if moment is None else int(moment.timestamp() // 1)


def moment_of(value: float | None) -> datetime | None:
    """Return the aware UTC time of epoch seconds. Returns None for None and for values outside the calendar, which a
    damaged file can contain."""
    try:
        return None if value is None else datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        return None
