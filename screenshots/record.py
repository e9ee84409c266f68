"""Record the animated picture of the README from the demo, in a real terminal, as an SVG that needs no script.

python -m screenshots.record

Each row of the screen is drawn once, and a CSS animation shows it as long as it was visible in the terminal.
"""

from __future__ import annotations

import html
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from screenshots.make import furnish, run
from tests.terminal.screen import Terminal, terminal

FILE = Path(__file__).with_name("demo.svg")
COLUMNS, ROWS = 100, 28
_CELL, _LINE, _SIZE, _EDGE = 8.4, 18.0, 14, 12
_SETTLED = 0.4
"""Seconds without output after which a screen counts as complete."""
_FOREGROUND, _BACKGROUND = "d9dbe0", "16181d"
_NAMED = {"black": "000000", "red": "cd3131", "green": "0dbc79", "brown": "e5e510", "blue": "2472c8"}

_CTRL_U = "\x15"
# The keys typed, and the seconds for which the resulting screen is shown.
SCENES: Sequence[tuple[str, float]] = (
    ("", 2.0),
    ("j", 0.5),
    ("j", 0.5),
    ("j", 0.9),
    ("s", 1.6),
    ("/", 0.5),
    *((letter, 0.16) for letter in "bound"),
    ("s", 2.2),
    ("\r", 1.0),
    (f"/{_CTRL_U}is:starred", 1.0),
    ("\r", 0.8),
    ("t", 2.2),
    ("]", 1.2),
    ("]", 3.0),
    ("]", 2.6),
    ("q", 1.0),
    ("u", 2.4),
)


class Run(NamedTuple):
    """Neighbouring cells of one style; colours are six hexadecimal digits."""

    column: int
    text: str
    foreground: str
    background: str
    is_bold: bool


Row = tuple[Run, ...]


def recorded(screen: Terminal) -> Iterator[tuple[list[Row], float]]:
    """Play the scenes. Yields the rows of each screen and the seconds for which it is shown."""
    screen.shows("papers")
    for keys, seconds in SCENES:
        screen.send(keys)
        _settle(screen)
        yield [_row(screen.emulator, number) for number in range(ROWS)], seconds


def _settle(screen: Terminal) -> None:
    received = -1
    while received != len(screen.raw):
        received = len(screen.raw)
        screen.pump(_SETTLED)


def _row(emulator: Any, number: int) -> Row:
    cells = [(column, emulator.buffer[number][column]) for column in range(COLUMNS)]
    runs = []
    for look, group in groupby(cells, key=lambda cell: _look(cell[1])):
        held = list(group)
        runs.append(Run(held[0][0], "".join(cell.data for _, cell in held), *look))
    return tuple(each for each in runs if each.text.strip() or each.background != _BACKGROUND)


def _look(cell: Any) -> tuple[str, str, bool]:
    foreground, background = _colour(cell.fg, _FOREGROUND), _colour(cell.bg, _BACKGROUND)
    return (background, foreground, cell.bold) if cell.reverse else (foreground, background, cell.bold)


def _colour(name: str, default: str) -> str:
    return default if name == "default" else _NAMED.get(name, name)


def drawn(frames: Sequence[tuple[list[Row], float]]) -> str:
    """Return the animation as SVG."""
    seen: dict[tuple[int, Row], list[int]] = defaultdict(list)
    for frame, (rows, _) in enumerate(frames):
        for number, row in enumerate(rows):
            if row:
                seen[number, row].append(frame)
    starts = [sum(seconds for _, seconds in frames[:count]) for count in range(len(frames) + 1)]
    when = sorted({tuple(shown) for shown in seen.values()})
    looks = sorted({(each.foreground, each.is_bold) for _, row in seen for each in row})
    names = {look: f"f{number}" for number, look in enumerate(looks)}
    width, height = COLUMNS * _CELL + 2 * _EDGE, ROWS * _LINE + 2 * _EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">',
        "<title>arxtui: scan the list, star a paper, search, read the full text, undo</title>",
        "<style>",
        f"text{{font:{_SIZE}px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}}",
        "g rect{shape-rendering:crispEdges}",
        *(f".{names[look]}{{fill:#{look[0]}{';font-weight:bold' * look[1]}}}" for look in looks),
        *(_animation(f"a{number}", shown, starts) for number, shown in enumerate(when)),
        "</style>",
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="#{_BACKGROUND}"/>',
        f'<g transform="translate({_EDGE} {_EDGE})">',
        *(
            f'<g class="a{when.index(tuple(shown))}">{"".join(_cells(number, each, names) for each in row)}</g>'
            for (number, row), shown in sorted(seen.items(), key=lambda item: item[0][0])
        ),
        "</g></svg>",
    ]
    return "\n".join(parts) + "\n"


def _animation(name: str, shown: Sequence[int], starts: Sequence[float]) -> str:
    """Return the CSS animation that shows a row in these frames."""
    if len(shown) == len(starts) - 1:
        return ""
    steps, was_seen = [], None
    for frame, start in enumerate(starts[:-1]):
        is_seen = frame in shown
        if is_seen != was_seen:
            steps.append(f"{100 * start / starts[-1]:.2f}%{{opacity:{int(is_seen)}}}")
        was_seen = is_seen
    still = "" if 0 in shown else "opacity:0;"  # without animation, only the first frame is visible
    return f"@keyframes {name}{{{''.join(steps)}}}.{name}{{{still}animation:{name} {starts[-1]:g}s step-end infinite}}"


def _cells(number: int, each: Run, names: dict[tuple[str, bool], str]) -> str:
    x, width = each.column * _CELL, len(each.text) * _CELL
    rectangle = (
        f'<rect x="{x:.4g}" y="{number * _LINE:g}" width="{width:.4g}" height="{_LINE:g}" fill="#{each.background}"/>'
        if each.background != _BACKGROUND
        else ""
    )
    text = each.text.rstrip()
    lead = len(text) - len(text.lstrip())
    text = text.lstrip()
    if not text:
        return rectangle
    return (
        f'{rectangle}<text class="{names[each.foreground, each.is_bold]}" x="{x + lead * _CELL:.4g}" '
        f'y="{number * _LINE + 13.5:g}" textLength="{len(text) * _CELL:.4g}" lengthAdjust="spacingAndGlyphs">'
        f"{html.escape(text, quote=False)}</text>"
    )


def main() -> None:
    """Build the demo's home, play the scenes in a terminal, and write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "demo"
        run("demo", "--home", str(home))
        furnish(home)
        config = home / "config" / "config.toml"
        quiet = config.read_text().replace("at_start = true", "at_start = false")
        config.write_text(quiet.replace("interval_minutes = 1", "interval_minutes = 0"))
        environ = {"ARXTUI_HOME": str(home), "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
        with terminal([sys.executable, "-m", "arxtui"], {**os.environ, **environ}, COLUMNS, ROWS) as screen:
            FILE.write_text(drawn(list(recorded(screen))), encoding="utf-8")


if __name__ == "__main__":
    main()
