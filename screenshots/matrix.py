"""Take screenshots of every screen in several sizes and themes, for inspection before a release.

python screenshots/matrix.py FOLDER [--browser chromium] [--only SCREEN ...] [--theme THEME ...] [--home HOME]

Each screenshot is written as text and as SVG; with a browser, each screen and theme is also one PNG with all sizes.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from make import FIGURE, READ, STARRED, fetch_figures, furnish, picture, quiet, run

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, UiSettings, load

SIZES = ((160, 45), (120, 35), (80, 24), (60, 20), (40, 12))
THEMES = ("dark", "light", "ansi")
SCREENS: Mapping[str, Sequence[str]] = {
    "list": ("j", "j"),
    "two-lines": ("f8", "j"),
    "filter": ("f",),
    "detail": ("j", "j", "f4"),
    "search": ("slash", *"bounds"),
    "nothing": ("slash", "ctrl+u", *"zeppelin", "enter"),
    "selection": ("m", "m", "m"),
    "tag": ("number_sign", *"thes"),
    "command-line": ("colon", *"ta", "tab"),
    "sequence": ("comma",),
    "output": ("colon", *"stats", "enter"),
    "links": ("O",),
    "note": ("n", *"Check the second lemma."),
    "palette": ("ctrl+p", *"read"),
    "themes": ("f9",),
    "help": ("question_mark",),
    "categories": ("c",),
    "rules": ("e",),
    "new-rule": ("slash", "ctrl+u", *"bounds", "enter", "I"),
    "ledger": ("L",),
    "reading": READ,
    "contents": (*READ, "c"),
    "footnote": (*READ, "tab", "tab", "enter"),
    "review": (*READ, "2"),
    "score": ("slash", "ctrl+u", *"is:unread sort:foryou", "enter", "exclamation_mark"),
    "day": ("left_square_bracket",),
    "triage": ("z",),
    "journal": ("V",),
    "groups": ("comma", "g"),
    "reading-history": ("comma", "V"),
    "references": (*READ, "comma", "o"),
    "find": (*READ, "slash", *"bound", "enter"),
    "figure": (*READ, *["right_square_bracket"] * 3),
    "plot": FIGURE,
    "map": (*FIGURE, "n", "n"),
    "texts": (*FIGURE, "t"),
    "tree": (*STARRED, "comma", "n"),
    "others-say": (*STARRED, "comma", "w"),
    "missing": ("comma", "m"),
    "offer": ("slash", "ctrl+u", *"why machines fold bounds", "enter"),
    "some-words": ("slash", "ctrl+u", *"why machines fold bounds", "enter", "tab"),
    "question": ("P",),
    "export": ("E",),
    "check": ("comma", "x", *"refs.bib", "enter"),
    "all-keys": ("question_mark", "question_mark"),
}
"""Screens on the demo's home, with the keys that lead to them."""
FIRST_SCREENS: Mapping[str, Sequence[str]] = {"first-run": (), "first-search": (*"graph",)}
"""Screens on an empty home, with the keys that lead to them."""
_FONT_WIDTH, _MARGIN = 12.2, 40


def screens(home: Path, empty: Path) -> Iterator[tuple[str, Sequence[str], Paths, Settings]]:
    """Return all screens: name, keys, home and settings."""
    demo, fresh = Paths.under(home), Paths.under(empty)
    for name, keys in SCREENS.items():
        yield name, keys, demo, load(demo.config_file)
    fresh.make()
    for name, keys in FIRST_SCREENS.items():
        yield name, keys, fresh, Settings()


def take(folder: Path, name: str, keys: Sequence[str], paths: Paths, settings: Settings) -> list[Path]:
    """Write the screenshots of a screen in a theme, each on its own copy of the home. Returns the SVG files."""
    files = []
    for columns, rows in SIZES:
        with tempfile.TemporaryDirectory() as temporary:
            home = Path(shutil.copytree(paths.config.parent, Path(temporary) / "home"))
            svg, text = asyncio.run(picture(Paths.under(home), settings, (columns, rows), keys))
        file = folder / f"{name}-{columns}x{rows}.svg"
        file.write_text(svg, encoding="utf-8")
        file.with_suffix(".txt").write_text(text, encoding="utf-8")
        files.append(file)
    return files


def render(browser: str, files: Sequence[Path], target: Path) -> None:
    """Draw the screenshots on one page with a browser."""
    images = [
        f'<img src="{file.name}" width="{round(columns * _FONT_WIDTH) + _MARGIN}">'
        for file, (columns, _) in zip(files, SIZES, strict=True)
    ]
    large, small = "<br>".join(images[:2]), "<br>".join(images[2:])
    page = target.with_suffix(".html")
    page.write_text(
        f'<body style="background:#888;display:flex;margin:0"><div>{large}</div><div>{small}</div></body>',
        encoding="utf-8",
    )
    with tempfile.TemporaryDirectory() as profile:
        options = (
            *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
            *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
            *(f"--user-data-dir={profile}", "--window-size=3050,2120", f"--screenshot={target}", page.as_uri()),
        )
        subprocess.run([browser, *options], check=True, capture_output=True)


def main() -> None:
    """Take the screenshots selected on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--browser")
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--theme", nargs="*", default=THEMES)
    parser.add_argument("--home", type=Path, help="a home to copy, in place of a new one of the demo")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    folder = options.folder.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary) / "demo"
        if options.home:
            shutil.copytree(options.home, home)
        else:
            run("demo", "--home", str(home))
            furnish(home)
            fetch_figures(home)
        os.chdir(temporary)
        exported = run("export", "is:starred", "--format", "bibtex", environ={"ARXTUI_HOME": str(home)})
        Path("refs.bib").write_text(exported.replace("= {20", "= {19"), encoding="utf-8")  # every year is wrong
        for theme in options.theme:
            for name, keys, paths, settings in screens(home, Path(temporary) / "empty"):
                if options.only and name not in options.only:
                    continue
                shown = quiet(settings, theme) if paths.config_file.exists() else Settings(ui=UiSettings(theme=theme))
                files = take(folder, f"{name}-{theme}", keys, paths, shown)
                if options.browser:
                    render(options.browser, files, folder / f"{name}-{theme}.png")


if __name__ == "__main__":
    main()
