"""Welcome page after the first choice of categories: refresh schedule, file locations and first keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.text import wrap
from arxtui.tui.keys.in_force import key_for, with_keys
from arxtui.tui.present.line import Line, foreign, shown_path

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import RefreshSettings

_MEASURE = 76
_INDENT = "   "
_NAME_CELLS = 12


def welcome_lines(paths: Paths, refresh: RefreshSettings, width: int) -> list[Line]:
    """Return three short sections, wrapped to a width."""
    sections: Sequence[tuple[str, Iterator[Line]]] = (
        ("How often arXiv is contacted", _prose(_how_often(refresh), width)),
        ("Where files are stored", _places(paths, width)),
        (
            "How to begin",
            _prose(
                with_keys(
                    "{down} and {up} go through the list, {toggle_read} marks a paper read, {toggle_star} stars it, "
                    "{read_text} opens its full text. {help} shows all keys. "
                )
                + "'arxtui demo' opens a made-up library to try everything; it does not touch yours.",
                width,
            ),
        ),
    )
    return [line for title, lines in sections for line in (Line(((f" {title}", "strong"),)), *lines, Line())]


def _how_often(refresh: RefreshSettings) -> str:
    when = [
        *(["when arxtui starts"] if refresh.at_start else []),
        *([f"every {refresh.interval_minutes} minutes while it is open"] if refresh.interval_minutes else []),
    ]
    key = key_for("refresh")
    times = (
        f"arXiv is contacted {' and '.join(when)}, for what is due"
        if when
        else f"arXiv is contacted when you press {key}"
    )
    return (
        f"{times}: new papers are announced once a day, Sunday to Thursday. Requests are at least three seconds apart. "
        f"{key} fetches now; 'arxtui service install' refreshes in the background."
    )


def _places(paths: Paths, width: int) -> Iterator[Line]:
    for name, path, words in (
        ("settings", paths.config_file, ""),
        ("your work", paths.data, "marks, notes, tags: 'arxtui backup' saves them"),
        ("papers", paths.cache, "can be fetched again, and may be deleted"),
    ):
        yield from _place(name, path, words, width)


def _place(name: str, path: Path, words: str, width: int) -> Iterator[Line]:
    room = max(min(width, _MEASURE) - len(_INDENT) - _NAME_CELLS, 10)
    for number, part in enumerate(wrap(foreign(shown_path(path)), room)):
        yield Line(((f"{_INDENT}{'' if number else name:<{_NAME_CELLS}}", "dim"), (part, "accent")))
    for part in wrap(words, room) if words else ():
        yield Line(((f"{_INDENT}{'':<{_NAME_CELLS}}", "dim"), (part, "text")))


def _prose(text: str, width: int) -> Iterator[Line]:
    for line in wrap(text, max(min(width, _MEASURE) - len(_INDENT), 10)):
        yield Line(((f"{_INDENT}{line}", "text"),))
