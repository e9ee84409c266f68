"""Line breaking to a width, ragged or justified."""

from __future__ import annotations

from arxtui.reader.blocks.prose import ANYWHERE, BLANK, HARD, SOFT, Prose
from arxtui.reader.lines import Run
from arxtui.text.width import cells
from arxtui.tuples import NamedTuple

_GAIN = 8
"""How many cells a break after a hyphen must gain to be preferred to a break at a blank."""
_LOOSEST = 2
"""The maximum width of a blank in a justified line, in cells."""


class Slice(NamedTuple):
    """The part of a text that is one line; ``is_last`` if it ends a paragraph or a line set by the author."""

    start: int
    end: int
    is_last: bool


def break_lines(prose: Prose, width: int, outdent: int = 0) -> list[Slice]:
    """Return the lines of a text, each at most ``width`` cells wide. Only a single wider character exceeds the width,
    and the first line, which can be wider by ``outdent``."""
    slices: list[Slice] = []
    mask = prose.mask
    start = 0
    while True:
        end = mask.find(HARD, start)
        _break_paragraph(prose, start, len(mask) if end < 0 else end, max(width, 1), outdent, slices)
        if end < 0:
            return slices
        if end == start and slices:
            slices.append(Slice(start, start, is_last=True))
        start = end + 1


def wrap_runs(prose: Prose, width: int, outdent: int = 0, *, justified: bool = False) -> list[list[Run]]:
    """Return the runs of each line."""
    slices = break_lines(prose, width, outdent)
    if not justified:
        return [prose.runs(line.start, line.end) for line in slices]
    return [_justify(prose, line, width if index else width + outdent) for index, line in enumerate(slices)]


def _break_paragraph(prose: Prose, start: int, end: int, width: int, outdent: int, slices: list[Slice]) -> None:
    mask = prose.mask
    start = _past_blanks(mask, start, end)
    while (limit := prose.reach(start, width if slices else width + outdent)) < end:
        cut = _line_end(mask, start, limit)
        following = _past_blanks(mask, cut, end)
        slices.append(Slice(start, _before_blanks(mask, start, cut), following == end))
        start = following
    if start < end:
        slices.append(Slice(start, _before_blanks(mask, start, end), is_last=True))


def _line_end(mask: str, start: int, limit: int) -> int:
    """Return where the line ends that begins at ``start`` and can extend to ``limit``."""
    blank = mask.rfind(BLANK, start, limit + 1)
    soft = mask.rfind(SOFT, start, limit) + 1
    cut = max(soft if soft > blank + _GAIN or blank <= start else blank, mask.rfind(ANYWHERE, start, limit) + 1)
    return cut if cut > start else limit


def _past_blanks(mask: str, index: int, end: int) -> int:
    while index < end and mask[index] == BLANK:
        index += 1
    return index


def _before_blanks(mask: str, start: int, end: int) -> int:
    while end > start and mask[end - 1] == BLANK:
        end -= 1
    return end


def _justify(prose: Prose, line: Slice, width: int) -> list[Run]:
    """Return the line with its blanks widened to fill the width, or unchanged if the blanks would become too wide."""
    start, end, is_last = line
    gaps = [index for index in range(start, end) if prose.mask[index] == BLANK]
    room = width - prose.width(start, end)
    if is_last or room <= 0 or not gaps or room > (_LOOSEST - 1) * len(gaps):
        return prose.runs(start, end)
    each, rest = divmod(room, len(gaps))
    # The remaining cells go to the right blanks of one line and the left blanks of another, so that no rivers form.
    wider = range(rest) if start % 2 else range(len(gaps) - rest, len(gaps))
    runs: list[Run] = []
    for index, gap in enumerate(gaps):
        runs += prose.runs(start, gap)
        [blank] = prose.runs(gap, gap + 1)
        runs.append(blank._replace(text=" " * (1 + each + (index in wider))))
        start = gap + 1
    runs += prose.runs(start, end)
    # A joiner before a blank takes that blank's cell.
    return runs if cells("".join([run.text for run in runs])) == width else prose.runs(line.start, end)
