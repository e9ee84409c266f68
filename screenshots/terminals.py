"""Show figures over the whole screen of real terminals, and put each screenshot beside the figure as resvg draws it.

python -m screenshots.terminals FOLDER FIGURE.svg ... [--terminal kitty xterm ...] [--pictures sextants] [--theme dark]

Each sheet in the folder has some figures: at left the figure, at right the terminal, below both the list of its texts.
The start and the exit of the reader are PNGs of their own. Needs Xvfb, xdotool and the terminals, from Debian:
xvfb xdotool xterm kitty sakura tmux libgl1-mesa-dri fonts-dejavu-core.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, ImageGrab

from arxtui.figures.decoding import NotDrawnError, decode_picture
from arxtui.figures.drawing import Drawer, Sheet
from arxtui.figures.size import SVG, picture_size
from arxtui.model.document import Document, Float, Origin, Picture, Pictures, Text
from arxtui.model.fulltext import Figure, TextState
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import FigureRequest, Outcome, Page
from benchmarks.homes import CONFIG, build_of
from benchmarks.papers import made_up

FONT, POINTS = "DejaVu Sans Mono", 10
_LETTERS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
_DESKTOP = (1400, 900)
_PATIENCE, _LOOK, _STEADY = 60.0, 0.25, 0.6
"""Seconds until a screen is taken as it is, between two looks, and without a change after which it is complete."""
_WORDS = 3
"""The lines at the foot of the screen: the caption, a blank one and the keys."""
_EDGE = 4
"""Pixels around a terminal's cells."""
_LIST_LINES, _LIST_WIDTH = 14, 190


def _in_xterm(command: str, columns: int, rows: int) -> list[str]:
    return ["xterm", "-fa", FONT, "-fs", str(POINTS), "-geometry", f"{columns}x{rows}+0+0", "-e", "sh", "-c", command]


def _in_kitty(command: str, columns: int, rows: int) -> list[str]:
    options = {"font_family": FONT, "font_size": POINTS, "remember_window_size": "no", "cursor_blink_interval": 0}
    size = {"initial_window_width": f"{columns}c", "initial_window_height": f"{rows}c", "update_check_interval": 0}
    set_to = [word for name, value in {**options, **size}.items() for word in ("-o", f"{name}={value}")]
    return ["kitty", "--config", "NONE", *set_to, "sh", "-c", command]


def _in_vte(command: str, columns: int, rows: int) -> list[str]:
    size = ["-c", str(columns), "-r", str(rows)]
    return ["sakura", *size, "-f", f"{FONT} {POINTS}", "-e", f"sh -c {shlex.quote(command)}"]


def _in_tmux(command: str, columns: int, rows: int) -> list[str]:
    socket = f"arxtui-{os.getpid()}"
    session = rf"tmux -L {socket} -f /dev/null new-session {shlex.quote(command)} \; set status off"
    return _in_xterm(session, columns, rows)


TERMINALS: Mapping[str, Callable[[str, int, int], list[str]]] = {
    "kitty": _in_kitty,
    "xterm": _in_xterm,
    "vte": _in_vte,
    "tmux": _in_tmux,
}
_INHERITED = (
    "COLORTERM",
    "KITTY_WINDOW_ID",
    "KONSOLE_VERSION",
    "NO_COLOR",
    "STY",
    "TERM_PROGRAM",
    "TMUX",
    "VTE_VERSION",
)
"""Variables of the terminal that this program was started from."""


class Desktop:
    """A display of its own with one window."""

    def __init__(self, display: str) -> None:
        self._display = display
        self._box = (0, 0, *_DESKTOP)

    def look(self) -> Image.Image:
        """Return what the window shows."""
        return ImageGrab.grab(self._box, xdisplay=self._display).convert("RGB")

    def press(self, *keys: str) -> None:
        """Press keys, by X's names."""
        self._tool("key", "--delay", "60", *keys)

    def title(self) -> str:
        """Return the title of the window."""
        return self._tool("getwindowname", self._window())

    def focus(self) -> None:
        """Wait for the window and let it have the keys."""
        _until(lambda: bool(self._window()))
        self._tool("mousemove", *map(str, (_DESKTOP[0] - 1, _DESKTOP[1] - 1)))
        self._tool("windowfocus", self._window())
        self.steady()
        told = dict(line.split("=") for line in self._tool("getwindowgeometry", "--shell", self._window()).split("\n"))
        left, top, width, height = (int(told[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))
        self._box = left, top, left + width, top + height

    def steady(self, has: Callable[[Image.Image], bool] = lambda _: True) -> Image.Image:
        """Return the window once it has something and does not change any more."""
        before, since = self.look(), time.monotonic()
        end = since + _PATIENCE
        while time.monotonic() < end:
            time.sleep(_LOOK)
            now = self.look()
            if now.tobytes() != before.tobytes():
                before, since = now, time.monotonic()
            elif time.monotonic() - since > _STEADY and has(now):
                break
        return before

    def _window(self) -> str:
        found = self._tool("search", "--onlyvisible", "--class", "xterm|kitty|sakura")
        return found.split("\n")[-1]

    def _tool(self, *words: str) -> str:
        environ = {**os.environ, "DISPLAY": self._display}
        command = ["xdotool", *words]
        return subprocess.run(command, check=False, env=environ, stdout=subprocess.PIPE, text=True).stdout.strip()


def _until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError("no window appeared")
        time.sleep(_LOOK)


@contextmanager
def desktop() -> Iterator[tuple[Desktop, dict[str, str]]]:
    """Start a display. Yields it and the environment of the programs on it."""
    reader, writer = os.pipe()
    size = f"{_DESKTOP[0]}x{_DESKTOP[1]}x24"
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, pass_fds=(writer,), stderr=subprocess.DEVNULL) as server:
        os.close(writer)
        try:
            with os.fdopen(reader) as told:
                display = f":{told.readline().strip()}"
            environ = {name: value for name, value in os.environ.items() if name not in _INHERITED}
            yield Desktop(display), {**environ, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1", "LC_ALL": "C.UTF-8"}
        finally:
            server.terminate()


def furnish(home: Path, figures: Sequence[Path], pictures: str, theme: str) -> None:
    """Build a home with one paper, whose text has these figures."""
    made = next(iter(made_up(1)))
    paths = build_of(home, [made])
    paths.config_file.write_text(f'{CONFIG}[ui]\ntheme = "{theme}"\npictures = "{pictures}"\n')
    blocks = tuple(
        Float("figure", f"Figure {number}", (Text(file.stem),), (Pictures((Picture(file.name),)),))
        for number, file in enumerate(figures, 1)
    )
    now = datetime.now(UTC)
    page = Page(Origin.HTML, f"https://arxiv.example/html/{made.id}v1", b"<html>", now)
    requests = [FigureRequest(file.name, f"https://arxiv.example/html/{file.name}") for file in figures]
    with Cache.open(paths.cache_db) as cache:
        text = Document((Text(made.title),), (), blocks)
        cache.fulltexts.put(made.key, 1, page, text, 100, requests, Outcome(1, TextState.HAVE, "", now))
        for file in figures:
            cache.fulltexts.put_figure(made.key, 1, file.name, Figure(SVG, file.read_bytes()))


def photograph(
    name: str, figures: Sequence[Path], folder: Path, pictures: str, theme: str, size: tuple[int, int]
) -> list[Image.Image]:
    """Show figures in a terminal, one after the other. Returns a screenshot of each, and writes those of the start and
    of the exit."""
    with tempfile.TemporaryDirectory() as home, desktop() as (screen, environ):
        furnish(Path(home), figures, pictures, theme)
        reader = shlex.join([sys.executable, "-m", "arxtui"])
        command = f"echo before; {reader}; echo after; exec sleep 1000"
        environ["ARXTUI_HOME"] = home
        with subprocess.Popen(TERMINALS[name](command, *size), env=environ, stderr=subprocess.DEVNULL) as terminal:
            try:
                shots = _walk(screen, len(figures), folder / f"{name}-{pictures}-{theme}", size[1])
            finally:
                terminal.terminate()
                if name == "tmux":
                    subprocess.run(["tmux", "-L", f"arxtui-{os.getpid()}", "kill-server"], check=False)
    return shots


def _walk(screen: Desktop, count: int, name: Path, rows: int) -> list[Image.Image]:
    screen.focus()
    title = screen.title()
    screen.steady(lambda shot: _has(shot, rows - 2, rows, rows)).save(f"{name}-start.png")
    screen.press("t")
    screen.steady()
    screen.press("Tab", "Return")
    shots: list[Image.Image] = []
    for _ in range(count):
        shots.append(screen.steady(lambda shot: _has(shot, 0, rows - _WORDS, rows)))
        screen.press("n")
        time.sleep(_LOOK)
    for key in ("Escape", "q", "q"):  # the figure, the text, the reader
        screen.steady()
        screen.press(key)
    screen.steady(lambda shot: not _has(shot, rows - 2, rows, rows)).save(f"{name}-exit.png")
    sys.stdout.write(f"{name.name}: {count} figures; the title was {title!r}, and is {screen.title()!r}\n")
    return shots


def _has(image: Image.Image, first: int, last: int, rows: int) -> bool:
    """Whether there is something in these of the rows of a terminal."""
    top, bottom = (image.height * row // rows for row in (first, last))
    return len(image.crop((_EDGE, top + _EDGE, image.width - _EDGE, bottom - _EDGE)).getcolors(1 << 24) or ()) > 1


def sheet(pairs: Iterable[tuple[Path, Image.Image]]) -> Image.Image:
    """Return figures, each with its screenshot beside it and the list of its texts below."""
    with closing(Drawer()) as drawer:
        rows = [_row(drawer, figure, shot) for figure, shot in pairs]
    whole = Image.new("RGB", (max(row.width for row in rows), sum(row.height for row in rows)), "white")
    top = 0
    for row in rows:
        whole.paste(row, (0, top))
        top += row.height
    return whole


def _row(drawer: Drawer, file: Path, shot: Image.Image) -> Image.Image:
    data = file.read_bytes()
    try:
        size = picture_size(data, SVG) or (4.0, 3.0)
        scale = min(0.8 * shot.width / size[0], shot.height / size[1])
        width, height = (max(round(scale * each), 1) for each in size)
        figure = decode_picture(drawer.png(data, SVG, Sheet(width, height)))
        words, _ = drawer.text(data)
    except NotDrawnError as error:
        figure, words = Image.new("RGB", (400, shot.height), "white"), [str(error)]
    lines = [line for each in words for line in textwrap.wrap(each, _LIST_WIDTH)]
    height = shot.height + 14 * (min(len(lines), _LIST_LINES) + 2)
    row = Image.new("RGB", (round(1.8 * shot.width) + 10, height), "white")
    row.paste(figure, (0, 0))
    row.paste(shot, (round(0.8 * shot.width) + 10, 0))
    draw, font = ImageDraw.Draw(row), ImageFont.truetype(_LETTERS, 11)
    for number, line in enumerate([f"== {file.stem}", *lines[:_LIST_LINES]]):
        draw.text((4, shot.height + 2 + 14 * number), line, "black", font)
    return row


def main() -> None:
    """Take the screenshots and write the sheets."""
    parser = argparse.ArgumentParser(description="Show figures in real terminals, beside the figures themselves.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("figures", type=Path, nargs="+")
    parser.add_argument("--terminal", nargs="+", choices=TERMINALS, default=list(TERMINALS))
    parser.add_argument("--pictures", default="auto", help="as [ui] pictures")
    parser.add_argument("--theme", default="light")
    parser.add_argument("--size", default="100x31", help="columns and rows of the terminal, of which a figure has 28")
    parser.add_argument("--per-sheet", type=int, default=2)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    columns, rows = map(int, options.size.split("x"))
    for name in options.terminal:
        shots = photograph(name, options.figures, options.folder, options.pictures, options.theme, (columns, rows))
        pairs = list(zip(options.figures, shots, strict=True))
        for number in range(0, len(pairs), options.per_sheet):
            kind = f"{name}-{options.pictures}-{options.theme}"
            file = options.folder / f"{kind}-{number // options.per_sheet + 1:02}.png"
            sheet(pairs[number : number + options.per_sheet]).save(file)


if __name__ == "__main__":
    main()
