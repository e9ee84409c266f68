"""The lines of a text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable


def line_numbers(text: str) -> Callable[[int], int]:
    """Return a function that returns the number of the line of a place in the text, from 1."""
    ends = [match.start() for match in re.finditer("\r?\n|\r", text)]
    return lambda place: bisect_left(ends, place) + 1
