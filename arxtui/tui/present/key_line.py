"""The keys of a screen in one line: the most important ones first, fewer where there is less room, the way out and
help to the last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arxtui.patterns import pattern
from arxtui.text import cells
from arxtui.tui.actions import KEY_NAMES, Action
from arxtui.tui.present.line import Piece, cut, size

Key = tuple[str, str]
"""A key as people write it, and what it does."""
_WORD = pattern(r"\S+")
_KEY = pattern(r"[a-zA-Z0-9]|F\d+|[Ss]pace|(?:Ctrl|Alt|Shift)\+\S+")
HELP: Key = ("?", "help")
_FIRST = {"?": 0, "Esc": 1, "q": 2}
"""The keys that are named first where room is short."""


def keys_of(actions: Iterable[Action], names: Iterable[str]) -> list[Key]:
    """The keys of the named actions of a registry, in the order of the names."""
    known = {action.id: action for action in actions}
    return [(known[name].key_names[0], known[name].label) for name in names]


def key_line(keys: Sequence[Key], width: int, gap: int = 1) -> list[Piece]:
    """As many of the keys as there is room for, in their order, ``gap`` cells behind each. Where room is short, help
    comes first, then the ways out, then the others from the first on."""
    chosen: set[int] = set()
    room = width
    for place in sorted(range(len(keys)), key=lambda place: _FIRST.get(keys[place][0], len(_FIRST))):
        room -= size(_pieces(keys[place], gap))
        if room < 0 and chosen:
            break
        chosen.add(place)
    return cut([piece for place in sorted(chosen) for piece in _pieces(keys[place], gap)], width)


def key_at(pieces: Sequence[Piece], cell: int) -> str | None:
    """The key whose name, or what it does, stands at a cell of a line; of two side by side (``j k``) the one there."""
    end = 0
    for place, (text, ink) in enumerate(pieces):
        begin, end = end, end + cells(text)
        if cell >= end:
            continue
        if ink == "accent":
            return _key_in(text, cell - begin)
        name, before = pieces[place - 1] if place else ("", "")
        return _key_in(name, 0) if (ink, before) == ("dim", "accent") and text.startswith(" ") else None
    return None


def _key_in(text: str, cell: int) -> str | None:
    """The key at a cell of a piece that names keys, else its first one; None where it names none."""
    words = list(_WORD.finditer(text))
    here = next((each[0] for each in words if cell < each.end()), words[-1][0] if words else "")
    return here if _KEY.fullmatch(here) or here in KEY_NAMES.values() else None


def _pieces(key: Key, gap: int) -> list[Piece]:
    name, does = key
    return [(f" {name}", "accent"), (f" {does}{' ' * gap}", "dim")]
