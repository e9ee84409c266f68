"""Code and algorithms: blanks are preserved, lines are not broken, and line numbers have a column of their own.

Some authors typeset prose as code, for instance prompts for language models: its long lines are wrapped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.document import Listing
from arxtui.patterns import pattern
from arxtui.reader.blocks.prose import HARD, Prose
from arxtui.reader.lines import Line, Role, Run, drawn, width_of
from arxtui.reader.sheet import Sheet
from arxtui.reader.spans import dressed
from arxtui.reader.wrapping import wrapped

if TYPE_CHECKING:
    from arxtui.reader.setting import Setter

_MARGIN = _BEFORE_TEXT = 2
_OF_NO_LANGUAGE = frozenset(["", "text", "plain", "plaintext", "none", "markdown", "Markdown"])
_NARROWEST = 20
_FEWEST_WORDS = 8
_MOSTLY = 0.85
_WORD = pattern(r"[\"'(\[“‘*]*[^\W\d_]+(?:[-’'/][^\W\d_]+)*[\"')\]”’*.,;:!?]*|\d+[.):]?|[-–—•*]")


def listing(setter: Setter, block: Listing, measure: int) -> Sheet:
    """Lay out the lines. If one line is wide, all are, so that they scroll sideways together."""
    rows: list[tuple[list[Run], Prose, tuple[str, ...]]] = []
    for line in block.lines:
        number = list(setter.runs(dressed(setter.spans(), Role.NUMBER)))
        rows.append((number, Prose(setter.spans(), measure), line.anchors))
    gutter = max([width_of(number) for number, _, _ in rows], default=0)
    room = measure - (gutter + _BEFORE_TEXT if gutter else _MARGIN)
    wraps = block.language in _OF_NO_LANGUAGE
    made: list[Line] = []
    anchors: dict[str, int] = {}
    for number, prose, names in rows:
        anchors.update(dict.fromkeys(names, len(made)))
        for runs in _wrapped(prose, room) if wraps and _is_long_prose(prose, room) else _lines(prose):
            made.append(setter.line(_with_number(number, runs, gutter)))
            number = []
    wide = any(line.width > measure for line in made)
    sheet = Sheet([line._replace(wide=True) for line in made] if wide else made)
    sheet.anchors = anchors
    return sheet


def _is_long_prose(prose: Prose, room: int) -> bool:
    """Return whether a line is wider than ``room`` and most of it is words with their punctuation."""
    if prose.width(0, len(prose.text)) <= room or room < _NARROWEST:
        return False
    words = prose.text.split()
    plain = sum(_WORD.fullmatch(word) is not None for word in words)
    return len(words) >= _FEWEST_WORDS and plain >= _MOSTLY * len(words)


def _wrapped(prose: Prose, room: int) -> list[list[Run]]:
    """Return the lines of wrapped prose, all with the indent of the first."""
    indent = min(len(prose.text) - len(prose.text.lstrip()), room // 3)
    blank = [drawn(" " * indent)] if indent else []
    return [[*blank, *runs] for runs in wrapped(prose, room - indent)]


def _with_number(number: list[Run], runs: list[Run], gutter: int) -> list[Run]:
    if not runs and not number:
        return []
    if not gutter:
        return [drawn(" " * _MARGIN), *runs]
    return [drawn(" " * (gutter - width_of(number))), *number, drawn(" " * _BEFORE_TEXT), *runs]


def _lines(prose: Prose) -> list[list[Run]]:
    lines: list[list[Run]] = []
    start = 0
    while (end := prose.mask.find(HARD, start)) >= 0:
        lines.append(prose.runs(start, end))
        start = end + 1
    return [*lines, prose.runs(start, len(prose.mask))]
