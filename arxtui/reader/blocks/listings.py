"""Code and algorithms: blanks are preserved, lines are not broken, and line numbers have a column of their own.

Some authors typeset prose as code, for instance prompts for language models: its long lines are wrapped, and so are
those of an algorithm, which has formulas, and comments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.light import pattern
from arxtui.model.document import Listing
from arxtui.reader.blocks.prose import HARD, Prose, wrap_runs
from arxtui.reader.canvas import Canvas
from arxtui.reader.lines import Line, Role, Run, decoration, width_of
from arxtui.reader.spans import with_role

if TYPE_CHECKING:
    from arxtui.reader.typesetter import Typesetter

_MARGIN = _BEFORE_TEXT = 2
_PROSE_LANGUAGES = frozenset(["", "text", "plain", "plaintext", "none", "markdown", "Markdown"])
_NARROWEST = 20
_HANGING = 4
"""The extra indent, in cells, of a continued line of an algorithm, or of a comment."""
_COMMENT = pattern(r"\s*(?:#|//|%|--)")
_MIN_WORDS = 8
_WORD_SHARE = 0.85
_WORD = pattern(r"[\"'(\[“‘*]*[^\W\d_]+(?:[-’'/][^\W\d_]+)*[\"')\]”’*.,;:!?]*|\d+[.):]?|[-–—•*]")


def listing(typesetter: Typesetter, block: Listing, measure: int) -> Canvas:
    """Lay out the lines. If one line is wide, all are, so that they scroll sideways together."""
    rows: list[tuple[list[Run], Prose, tuple[str, ...]]] = []
    for line in block.lines:
        number = list(typesetter.runs(with_role(typesetter.spans(), Role.NUMBER)))
        rows.append((number, Prose(typesetter.spans(), measure), line.anchors))
    gutter = max([width_of(number) for number, _, _ in rows], default=0)
    room = measure - (gutter + _BEFORE_TEXT if gutter else _MARGIN)
    wraps = block.language in _PROSE_LANGUAGES
    is_algorithm = any(span.role is Role.MATH for _, prose, _ in rows for span in prose.spans)
    lines: list[Line] = []
    anchors: dict[str, int] = {}
    for number, prose, names in rows:
        anchors.update(dict.fromkeys(names, len(lines)))
        is_wrapped = wraps and room >= _NARROWEST and prose.width(0, len(prose.text)) > room
        is_wrapped = is_wrapped and (is_algorithm or _is_words(prose.text))
        hanging = _HANGING if is_algorithm or _COMMENT.match(prose.text) else 0
        for runs in _wrap(prose, room, hanging) if is_wrapped else _lines(prose):
            lines.append(typesetter.line(_with_number(number, runs, gutter)))
            number = []
    wide = any(line.width > measure for line in lines)
    canvas = Canvas([line._replace(wide=True) for line in lines] if wide else lines)
    canvas.anchors = anchors
    return canvas


def _is_words(text: str) -> bool:
    """Return whether most of a line is words with their punctuation."""
    words = text.split()
    plain_words = sum(_WORD.fullmatch(word) is not None for word in words)
    return len(words) >= _MIN_WORDS and plain_words >= _WORD_SHARE * len(words)


def _wrap(prose: Prose, room: int, hanging: int) -> list[list[Run]]:
    """Return the wrapped lines, with the indent of the first, and all but the first with ``hanging`` more."""
    indent = min(len(prose.text) - len(prose.text.lstrip()), room // 3)
    first, *others = wrap_runs(prose, room - indent - hanging, hanging)
    return [_indented(indent, first), *(_indented(indent + hanging, runs) for runs in others)]


def _indented(indent: int, runs: list[Run]) -> list[Run]:
    return [decoration(" " * indent), *runs] if indent else runs


def _with_number(number: list[Run], runs: list[Run], gutter: int) -> list[Run]:
    if not runs and not number:
        return []
    if not gutter:
        return [decoration(" " * _MARGIN), *runs]
    return [decoration(" " * (gutter - width_of(number))), *number, decoration(" " * _BEFORE_TEXT), *runs]


def _lines(prose: Prose) -> list[list[Run]]:
    lines: list[list[Run]] = []
    start = 0
    while (end := prose.mask.find(HARD, start)) >= 0:
        lines.append(prose.runs(start, end))
        start = end + 1
    return [*lines, prose.runs(start, len(prose.mask))]
