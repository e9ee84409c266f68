"""What the detail names and can be followed from there: authors, and addresses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arxtui.model.frozen import changed
from arxtui.text import cells
from arxtui.tui.present.line import Line, slice_pieces
from arxtui.tuples import NamedTuple

_CHOSEN = "+target"


class RecordTarget(NamedTuple):
    """An ``author`` (the name as the record has it), or else the address ``url``; ``paper`` is the id of another paper
    whose page it is. ``parts`` are the parts of lines that show it: (line, first character, last character + 1)."""

    author: str
    url: str
    paper: str
    parts: tuple[tuple[int, int, int], ...] = ()

    @property
    def name(self) -> str:
        """The name of the author, or the address."""
        return self.author or self.url


def record_targets(lines: Sequence[Line]) -> list[RecordTarget]:
    """Return the targets in reading order, each once."""
    found: dict[RecordTarget, list[tuple[int, int, int]]] = {}
    for number, line in enumerate(lines):
        for start, end, name in line.authors:
            found.setdefault(RecordTarget(name, "", ""), []).append((number, start, end))
        if line.url:
            size = sum(len(text) for text, _ in line.pieces)
            found.setdefault(RecordTarget("", line.url, line.paper), []).append((number, 1, size))
    return [target._replace(parts=tuple(parts)) for target, parts in found.items()]


def target_at(lines: Sequence[Line], targets: Iterable[RecordTarget], line: int, cell: int) -> RecordTarget | None:
    """Return the target at a cell of a line; anywhere on a line with an address this address."""
    if line >= len(lines):
        return None
    text = "".join(text for text, _ in lines[line].pieces)
    for target in targets:
        for number, start, end in target.parts:
            if number == line and (target.url or cells(text[:start]) <= cell < cells(text[:end])):
                return target
    return None


def with_target(lines: Sequence[Line], target: RecordTarget) -> list[Line]:
    """Return the lines with the chosen target marked."""
    result = list(lines)
    for number, start, end in target.parts:
        line = result[number]
        before, chosen, after = (slice_pieces(line.pieces, *each) for each in ((0, start), (start, end), (end, None)))
        marked = ((text, ink + _CHOSEN) for text, ink in chosen)
        result[number] = changed(line, pieces=(*before, *marked, *after))
    return result
