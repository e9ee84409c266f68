"""The lines that a terminal would show after every frame that an app has painted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.screen import Screen
from textual.strip import Strip

from arxtui.tui.application import ArxtuiApp
from arxtui.tui.terminal.compositor import PatchUpdate

Frame = PatchUpdate | LayoutUpdate | ChopsUpdate
"""The last two are those of Textual's own screens."""


class Painted:
    """Receives every frame of an app. Tests look at their screens several times for each key: what was painted need not
    be painted again for that."""

    def __init__(self, app: ArxtuiApp) -> None:
        self._app = app
        self._frames: list[Frame] = []
        self._lines: defaultdict[int, dict[int, Strip]] = defaultdict(dict)
        self._display: Callable[[Screen[Any], Any], None] = app._display
        app._display = self._take  # type: ignore[method-assign, assignment]

    def _take(self, screen: Screen[Any], update: Any) -> None:
        if isinstance(update, Frame) and not self._app._batch_count:
            self._frames.append(update)
        self._display(screen, update)

    @property
    def strips(self) -> list[Strip]:
        """The rows of the screen; cells that nothing was painted into are blank."""
        for frame in self._frames:
            for x, y, strip in _pieces(frame):
                _put(self._lines[y], x, strip)
        self._frames.clear()
        width, height = self._app.size
        return [_joined(self._lines[y], width) for y in range(height)]


def _pieces(frame: Frame) -> Iterator[tuple[int, int, Strip]]:
    """Yield the strips of a frame with the cells where they begin."""
    if isinstance(frame, PatchUpdate):
        yield from ((patch.x, y, strip) for patch in frame._patches for y, strip in enumerate(patch.strips, patch.y))
    elif isinstance(frame, LayoutUpdate):
        yield from ((frame.region.x, y, Strip.join(line)) for y, line in enumerate(frame.strips, frame.region.y))
    else:
        for y, left, right in frame.spans:
            for x, strip in frame.chops[y].items():
                if strip and _overlap(x, strip, left, right):
                    yield x, y, strip


def _overlap(x: int, strip: Strip, left: int, right: int) -> bool:
    return x < right and left < x + strip.cell_length


def _put(line: dict[int, Strip], x: int, strip: Strip) -> None:
    """Paint a strip over what a line has there, by first cell."""
    end = x + strip.cell_length
    for left, old in [*line.items()]:
        right = left + old.cell_length
        if _overlap(left, old, x, end):
            del line[left]
            if left < x:
                line[left] = old.crop(0, x - left)
            if end < right:
                line[end] = old.crop(end - left, right - left)
    line[x] = strip


def _joined(line: dict[int, Strip], width: int) -> Strip:
    end, pieces = 0, []
    for left, strip in sorted(line.items()):
        if left > end:
            pieces.append(Strip.blank(left - end))
        pieces.append(strip)
        end = left + strip.cell_length
    return Strip.join(pieces) if end == width else Strip.join(pieces).adjust_cell_length(width)
