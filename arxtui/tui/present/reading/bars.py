"""Head and foot line of the reading screen."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.light import NamedTuple
from arxtui.text import cells, clip
from arxtui.tui.present.line import Key, Piece, foreign, key_line, message_lines, size, spread

_LEAST_TITLE = 12
_LEAST_WITH_SECTION, _LEAST_WITH_FOUND_SECTION = 60, 80
"""Widths in cells from which the section stands beside the keys, and beside those of a search, too."""


class FootLine(NamedTuple):
    """Content of the foot: the section, the percentage read, the search text, the number of matches and the current
    match (from 1; 0: none), the keys of the screen, and a message that replaces the keys."""

    section: str = ""
    percent: int = 0
    find: str = ""
    matches: int = 0
    match: int = 0
    message: Sequence[Piece] = ()
    keys: Sequence[Key] = ()


def head_line(width: int, forms: Sequence[str], tabs: Sequence[Key], current: str) -> list[Piece]:
    """Return the first of the ``forms`` of the paper's name that fits, otherwise the last one, cut; and the tabs with
    their keys if there is more than one, with the name of the ``current`` one in bold."""
    right: list[Piece] = []
    for key, name in tabs if len(tabs) > 1 else ():
        right += [(f"   {key}", "accent"), (f" {name}", "strong" if name == current else "dim")]
    right.append((" ", "dim"))
    room = max(width - size(right) - 1, min(width - 2, _LEAST_TITLE))
    names = [foreign(each) for each in forms]
    name = next((each for each in names if cells(each) <= room), names[-1])
    return spread([(f" {clip(name, room)}", "dim")], right, width, gap=0)


def match_words(foot: FootLine) -> str:
    """Return the number of the current match and of all matches, as text."""
    return f"{foot.match:,}/{foot.matches:,}" if foot.matches else "nothing found"


def foot_lines(width: int, foot: FootLine, rows: int) -> list[list[Piece]]:
    """Return the foot lines. Left: the message, otherwise the keys and the section. Right: search and percentage, which
    are left out if the message needs more than the row; the message then gets up to ``rows`` lines."""
    right: list[Piece] = []
    least = _LEAST_WITH_FOUND_SECTION if foot.find else _LEAST_WITH_SECTION
    if foot.section and not foot.message and width >= least:
        right.append((f"{clip(foreign(foot.section), width // 3)}   ", "faint"))
    if foot.find:
        match_text = match_words(foot)
        right += [
            (f"/{clip(foreign(foot.find), 24)} ", "dim"),
            (match_text, "accent" if foot.matches else "fault"),
            ("   ", "dim"),
        ]
    right.append((f"{foot.percent:>3} % ", "dim"))
    room = max(width - size(right) - 2, 0)
    if foot.message and size(foot.message) >= room:
        return message_lines(foot.message, width, rows)
    left = message_lines(foot.message, room, 1)[0] if foot.message else key_line(foot.keys, room)
    return [spread(left, right, width, gap=1)]
