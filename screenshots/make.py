"""Make the screenshots of the README from the demo.

python screenshots/make.py
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.config.settings import ArxivSettings, RefreshSettings, Settings, UiSettings, load
from arxtui.demo.fulltexts import has_html
from arxtui.demo.home import prepare
from arxtui.demo.papers.calendar import newest_day
from arxtui.demo.papers.corpus import make
from arxtui.demo.upstream import Upstream
from arxtui.light import changed
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.screens.picture import Canvas

HERE = Path(__file__).parent
STARRED = ("slash", "ctrl+u", *"is:starred", "enter")
READ = (*STARRED, "t", "g")
# name, columns, rows, theme, keys pressed before the screenshot is taken
Shot = tuple[str, int, int, str, Sequence[str]]
PICTURES: Sequence[Shot] = (
    ("wide", 150, 42, "dark", ("j", "j", "j")),
    ("medium", 100, 32, "dark", ("j",)),
    ("narrow", 80, 24, "dark", ()),
    ("light", 150, 42, "light", ("j",)),
    ("dark", 150, 42, "dark", ("slash", *"bounds")),
    # Search results narrowed to one category and without another.
    ("filters", 150, 42, "dark", ("slash", "ctrl+u", *"bounds", "enter", "f", *["j"] * 15, "plus", "j", "minus")),
    # Search results narrowed to three months, the newest and the two before it.
    (
        "months",
        100,
        32,
        "dark",
        ("slash", "ctrl+u", *"time", "enter", "f", "G", *["k"] * 4, "left", *["shift+left"] * 2),
    ),
    # The replacements of the day before the newest.
    ("day", 100, 32, "dark", ("left_square_bracket", "left_square_bracket", "left_parenthesis")),
    ("ledger", 100, 32, "dark", ("L",)),
    ("help", 120, 42, "dark", ("question_mark",)),
    # The ranking "for you", and the terms that made the score of its first paper.
    ("foryou", 150, 36, "dark", ("slash", "ctrl+u", *"is:unread sort:foryou", "enter", "exclamation_mark")),
    # The full text of the newest starred paper: formulas and a table; the target of a citation.
    ("reading", 100, 29, "dark", (*READ, *["right_square_bracket"] * 2)),
    ("citation", 100, 36, "dark", (*READ, "right_square_bracket", "tab", "tab", "enter")),
    # The references of that paper, and the papers around it.
    ("references", 100, 32, "dark", (*READ, "comma", "o", "j", "j")),
    ("around", 100, 24, "dark", (*READ, "comma", "n", "j", "tab")),
    # These keys change the user's data, so they come last: triage, one paper a screen, and the journal of all actions.
    ("triage", 100, 28, "dark", ("z", "space", "s", "x", "4")),
    ("journal", 100, 28, "dark", ("m", "m", "m", "number_sign", *"thesis/bounds", "enter", "V")),
)

FIGURE = (
    *("slash", "ctrl+u", *"has:fulltext -is:starred", "enter", "t", "g"),
    *(*["right_square_bracket"] * 3, *["tab"] * 4, "enter", "n"),
)
"""The keys that show the plot of the paper that :func:`fetch_figures` fetches over the whole screen."""
FIGURES: Sequence[Shot] = (
    ("figure", 150, 40, "dark", FIGURE),
    ("map", 100, 42, "light", (*FIGURE, "n", "n")),
)


def quiet(settings: Settings, theme: str) -> Settings:
    """Return the demo's settings in this theme, with no automatic refresh and with arXiv's own addresses on the
    screen."""
    arxiv = changed(ArxivSettings(), categories=settings.arxiv.categories)
    refresh = RefreshSettings(at_start=False, interval_minutes=0)
    return changed(settings, arxiv=arxiv, refresh=refresh, ui=UiSettings(theme=theme))


async def picture(paths: Paths, settings: Settings, size: tuple[int, int], keys: Sequence[str]) -> tuple[str, str]:
    """Open the reader and press the keys. Returns the screen as SVG and as text."""
    app = ArxtuiApp(paths, settings)
    async with app.run_test(size=size) as pilot:
        await settled(app)
        for key in keys:
            await pilot.press("space" if key == " " else key)
        await settled(app)
        svg = app.export_screenshot(title="arxtui")
        lines = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
    app.close()
    return svg, "".join(f"{line.rstrip()}\n" for line in lines)


def write(name: str, paths: Paths, settings: Settings, size: tuple[int, int], keys: Sequence[str]) -> None:
    """Write one screenshot of the README."""
    svg, _ = asyncio.run(picture(paths, settings, size, keys))
    (HERE / f"{name}.svg").write_text(svg, encoding="utf-8")


def take(paths: Paths, settings: Settings, pictures: Sequence[Shot]) -> None:
    """Write some screenshots of the README, in their order."""
    for name, columns, rows, theme, keys in pictures:
        write(name, paths, quiet(settings, theme), (columns, rows), keys)


def furnish(home: Path) -> None:
    """Fetch the full texts of the starred papers from the demo's upstream, and train a ranking."""
    fetch(home, "is:starred")
    run("rank", environ={"ARXTUI_HOME": str(home)})


def fetch_figures(home: Path) -> None:
    """Fetch the full text of a paper with a plot and a map that is not starred."""
    announced = f"cat:cs.DC is:new -is:starred -day:{newest_day(datetime.now(UTC))}"  # some of that day are not, yet
    listed = run("list", announced, "--json", environ={"ARXTUI_HOME": str(home)})
    papers = [json.loads(line)["id"] for line in listed.splitlines()]
    fetch(home, next(filter(has_html, papers)))


def fetch(home: Path, papers: str) -> None:
    """Fetch full texts from the demo's upstream."""
    with Upstream(make(newest_day(datetime.now(UTC)))) as upstream:
        prepare(home, upstream.url)
        run("fetch", papers, environ={"ARXTUI_HOME": str(home)})


def run(*words: str, environ: Mapping[str, str] | None = None) -> str:
    """Run an arxtui command to its end. Returns its output."""
    command = [sys.executable, "-m", "arxtui", *words]
    held = {**os.environ, **(environ or {})}
    return subprocess.run(
        command, check=True, env=held, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout


async def settled(app: ArxtuiApp) -> None:
    """Wait until the screen has stopped changing, and its figure is drawn."""
    before = ""
    for _ in range(200):
        await asyncio.sleep(0.15)
        now = app.export_screenshot(simplify=True)
        if now == before and all(canvas._strips for canvas in app.screen.query(Canvas)):
            return
        before = now
    raise TimeoutError("the screen never came to rest")


def main() -> None:
    """Build the demo's home and take every screenshot."""
    os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "demo"
        run("demo", "--home", str(home))
        furnish(home)
        paths = Paths.under(home)
        settings = load(paths.config_file)
        take(paths, settings, PICTURES)
        fetch_figures(home)
        take(paths, settings, FIGURES)
        empty = Paths.under(Path(folder) / "empty")
        empty.make()
        # The first screen of a new user: no key is pressed.
        write("first-run", empty, Settings(), (100, 30), ())


if __name__ == "__main__":
    main()
