"""Lines of the categories to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arxtui.model.arxiv.taxonomy import OTHER_NAMES, covers
from arxtui.text import cells, clip
from arxtui.text.matching.categories import Choice
from arxtui.tui.present.line import Piece, cut, foreign, named_keys, pad, size

_CODE_CELLS = 22
"""Cells of the codes on a wide and on a narrow terminal."""
_NARROW = 60
_HINTS = ("type a field or a code: machine learning, hep-th", "a field or a code: optics, hep-th")
"""What the empty search box says, as the room is."""
_ALSO_CELLS = 6
"""Cells at least for what else a category is called."""


def code_cells(rows: Iterable[Choice], width: int) -> int:
    """The width of the column of codes: on a narrow terminal no more than those of these rows need."""
    return _CODE_CELLS if width >= _NARROW else max((cells(row.code) + 1 for row in rows), default=0)


def choice_line(choice: Choice, chosen: Iterable[str], width: int, room: int, *, here: bool) -> list[Piece]:
    """The line of a choice; a tick when it is chosen, a faint one when its whole archive is. ``room`` are the cells of
    the column of codes."""
    mine = choice.code in chosen
    covered = not mine and any(covers(code, choice.code) for code in chosen)
    code = ("  " if choice.within and width >= _NARROW else "") + choice.code
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
    """What the screen is for, and how far a first run is, in as many words as fit."""
    whole: list[Piece] = [(" arxtui", "strong"), ("   Choose the arXiv categories to follow", "text")]
    stepped: list[Piece] = [*whole, (f"   {step}", "dim")]
    if step and size(stepped) <= width:
        return stepped
    return whole if size(whole) <= width else [(clip(" Choose the arXiv categories to follow", width), "strong")]


def done_line(chosen: Iterable[str], before: Iterable[str], width: int, *, here: bool) -> list[Piece]:
    """The row that ends the choosing: what will be followed then."""
    codes = tuple(chosen)
    sign = (" › " if here else "   ", "accent")
    if codes:
        return cut([sign, ("Done", "accent-strong"), (f"   {len(codes)} chosen: {', '.join(codes)}", "text")], width)
    words = "nothing chosen: no category is followed any more" if tuple(before) else "nothing chosen yet"
    return cut([sign, ("Done", "text"), (f"   {words}", "dim")], width)


def search_hint(width: int) -> str:
    """What the empty search box says in so many cells."""
    return _HINTS[cells(_HINTS[0]) > width]


def key_line(keys: Sequence[tuple[str, str]], width: int) -> list[Piece]:
    """The keys, each with what it does now; where not all fit, they stand closer, one key for each deed, and those
    after the first give way."""
    shown = list(keys)
    if size(named_keys(shown)) - _TRAILING <= width:
        return cut(named_keys(shown), width)
    while len(shown) > 2 and size(_close(shown)) > width:
        del shown[1]
    return cut(_close(shown), width)


def _close(keys: Sequence[tuple[str, str]]) -> list[Piece]:
    return [piece for key, does in keys for piece in ((f" {key.split()[0]}", "accent"), (f" {does} ", "dim"))]


def no_match(text: str) -> list[Piece]:
    """What stands in the place of the rows when no category is found."""
    return [
        (f"No category matches {foreign(text)}", "strong"),
        ("Try a broader field (optics, statistics) or a code (cs.LG, hep). Esc clears the search.", "dim"),
    ]


_TRAILING = 2
"""Blanks at the end of a line of keys."""
