"""Places in an order: between any two places there is room for a third.

A place is the digits of a decimal fraction without trailing zeros: ``25`` is after ``2`` and before ``3``. The texts
sort as the places do, and a paper can be moved without a change to any other.
"""

from __future__ import annotations

from itertools import count

_FIRST = "5"
_STEPS = 10
"""The number of digits in which consecutive places are counted."""


def after(place: str | None) -> str:
    """Return a place after ``place``, which is the last; for None, the first place of all."""
    return _FIRST if place is None else _step(place, 1)


def between(low: str | None, high: str | None) -> str:
    """Return a place after ``low`` and before ``high``; None is an open end."""
    if high is None:
        return after(low)
    if low is None:
        return _step(high, -1)
    for digits in count(1):
        below, above = _digits(low, digits), _digits(high, digits)
        if above - below > 1:
            return str((below + above) // 2).zfill(digits).rstrip("0")
    raise AssertionError


def _step(place: str, step: int) -> str:
    return str(_digits(place, _STEPS) + step).zfill(_STEPS).rstrip("0")


def _digits(place: str, digits: int) -> int:
    """Return the first digits of a place, as a number."""
    return int(place[:digits].ljust(digits, "0"))
