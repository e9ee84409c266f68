"""Places in an order in which there is always room between two.

A place is the digits of a decimal fraction without the zeros at its end: ``25`` stands after ``2`` and before ``3``. So
texts compare as places do, and a paper is moved without touching any other.
"""

from __future__ import annotations

from itertools import count

_FIRST = "5"
_STEPS = 10
"""Digits in which the places one after the other are counted."""


def after(place: str | None) -> str:
    """A place after this one, which is the last; the first of all for None."""
    return _FIRST if place is None else _stepped(place, 1)


def between(low: str | None, high: str | None) -> str:
    """A place after ``low`` and before ``high``; None is open."""
    if high is None:
        return after(low)
    if low is None:
        return _stepped(high, -1)
    for digits in count(1):
        below, above = _digits(low, digits), _digits(high, digits)
        if above - below > 1:
            return str((below + above) // 2).zfill(digits).rstrip("0")
    raise AssertionError


def _stepped(place: str, step: int) -> str:
    return str(_digits(place, _STEPS) + step).zfill(_STEPS).rstrip("0")


def _digits(place: str, digits: int) -> int:
    """The first digits of a place, as a number."""
    return int(place[:digits].ljust(digits, "0"))
