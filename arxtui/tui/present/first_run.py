"""The first run: lines of the category chooser, and the page after the first choice: refresh schedule, file
locations and first keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.model.arxiv.taxonomy import OTHER_NAMES, covers
from arxtui.text import cells, clip, wrap
from arxtui.text.matching.categories import Choice
from arxtui.tui.keys.in_force import key_for, with_keys
from arxtui.tui.present.line import Line, Piece, cut, foreign, named_keys, pad, shown_path, size

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import RefreshSettings

_CODE_CELLS = 22
"""Width in cells of the code column on a wide terminal."""
_NARROW = 60
_NARROW_CODE_CELLS = 12
"""Maximum width of the code column on a narrow terminal, wide enough for ``astro-ph.CO``; longer codes move their
names."""
_HINTS = ("type a field or a code: machine learning, hep-th", "a field or a code: optics, hep-th")
"""Hints of the empty search box, longest first."""
_ALSO_CELLS = 6
"""Minimum width for a category's other names."""


def code_cells(rows: Iterable[Choice], width: int) -> int:
    """Return the width of the code column; on a narrow terminal, as wide as most of these rows need."""
    if width >= _NARROW:
        return _CODE_CELLS
    return min(max((cells(row.code) + 1 for row in rows), default=0), _NARROW_CODE_CELLS)


def choice_line(choice: Choice, chosen: Iterable[str], width: int, room: int, *, here: bool) -> list[Piece]:
    """Return the line of a category: a tick if it is chosen, a faint tick if its archive is. ``room`` is the width of
    the code column."""
    mine = choice.code in chosen
    covered = not mine and any(covers(code, choice.code) for code in chosen)
    code = ("  " if choice.within and width >= _NARROW else "") + choice.code
    room = max(room, cells(code) + 1)
    name = clip(choice.name, max(width - room - 6, 1))
    spare = width - room - 6 - cells(name)
    also = f" ({', '.join(OTHER_NAMES[choice.code])})" if choice.code in OTHER_NAMES and spare >= _ALSO_CELLS else ""
    return [
        (" › " if here else "   ", "accent"),
        ("✓ " if mine or covered else "· ", "accent" if mine else "faint"),
        (pad(code, room), "accent-strong" if mine else "text"),
        (name, "dim" if choice.within else "text"),
        (clip(also, max(spare, 1)), "faint"),
    ]


def title_line(width: int, step: str = "") -> list[Piece]:
    """Return the title line, with the step of the first run, in the longest form that fits."""
    whole: list[Piece] = [(" arxtui", "strong"), ("   Choose the arXiv categories to follow", "text")]
    stepped: list[Piece] = [*whole, (f"   {step}", "dim")]
    if step and size(stepped) <= width:
        return stepped
    return whole if size(whole) <= width else [(clip(" Choose the arXiv categories to follow", width), "strong")]


def done_line(chosen: Iterable[str], before: Iterable[str], width: int, *, here: bool) -> list[Piece]:
    """Return the row that ends the choice, with the categories to be followed."""
    codes = tuple(chosen)
    sign = (" › " if here else "   ", "accent")
    if codes:
        words = f"   {len(codes)} chosen: {', '.join(codes)}"
        return cut([sign, ("Done", "accent-strong"), (words, "text")], width - 1)
    words = "nothing chosen: no category is followed any more" if tuple(before) else "nothing chosen yet"
    return cut([sign, ("Done", "text"), (f"   {words}", "dim")], width - 1)


def search_hint(width: int) -> str:
    """Return the hint of the empty search box for a width."""
    return _HINTS[cells(_HINTS[0]) > width]


def key_line(keys: Sequence[tuple[str, str]], width: int) -> list[Piece]:
    """Return the keys, each with what it does. If they do not fit, use less space and one key per command, then drop
    keys after the first."""
    shown = list(keys)
    if size(named_keys(shown)) - _TRAILING <= width:
        return cut(named_keys(shown), width)
    while len(shown) > 2 and size(_compact_pieces(shown)) > width:
        del shown[1]
    return cut(_compact_pieces(shown), width)


def _compact_pieces(keys: Sequence[tuple[str, str]]) -> list[Piece]:
    return [piece for key, does in keys for piece in ((f" {key.split()[0]}", "accent"), (f" {does} ", "dim"))]


def no_match(text: str) -> list[Piece]:
    """Return the text shown if no category matches."""
    return [
        (f"No category matches {foreign(text)}", "strong"),
        ("Try a broader field (optics, statistics) or a code (cs.LG, hep). Esc clears the search.", "dim"),
    ]


_TRAILING = 2
"""Number of blanks at the end of a line of keys."""


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
