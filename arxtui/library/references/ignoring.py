"""Remarks in a BibTeX file that ignore what the check says of the entry behind them.

``% arxtui: ignore wrong, withdrawn -- reason`` stands in a line of its own before the entry: BibTeX skips what is
outside of entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from arxtui.patterns import pattern
from arxtui.text.lines import line_numbers
from arxtui.tuples import NamedTuple

_IGNORE = pattern(r"^[ \t]*%+[ \t]*arxtui:[ \t]*ignore\b([^\r\n]*)", re.M)
_REASON = "--"
_NAMES = pattern(r"[^\s,]+")


class Ignored(NamedTuple):
    """The verdicts that are ignored for the first entry behind a line."""

    line: int
    names: tuple[str, ...]


def ignored(text: str) -> Iterator[Ignored]:
    """Yield the remarks of a file in their order."""
    line_of = line_numbers(text)
    for match in _IGNORE.finditer(text):
        yield Ignored(line_of(match.start()), tuple(_NAMES.findall(match[1].partition(_REASON)[0])))
