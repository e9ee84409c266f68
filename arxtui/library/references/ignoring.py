"""Remarks in a BibTeX file that ignore what the check says of the entry behind them.

``% arxtui: ignore wrong, withdrawn -- reason`` stands in a line of its own before the entry: BibTeX skips what is
outside of entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from arxtui.patterns import pattern

_IGNORE = pattern(r"^[ \t]*%+[ \t]*arxtui:[ \t]*ignore\b([^\r\n]*)", re.M)
_REASON = "--"
_NAMES = pattern(r"[^\s,]+")


class Ignored(NamedTuple):
    """The verdicts that are ignored for the first entry behind a line."""

    line: int
    names: tuple[str, ...]


def ignored(text: str) -> Iterator[Ignored]:
    """Yield the remarks of a file in their order."""
    line = place = 0
    for match in _IGNORE.finditer(text):
        line += text.count("\n", place, match.start())
        place = match.start()
        yield Ignored(line + 1, tuple(_NAMES.findall(match[1].partition(_REASON)[0])))
