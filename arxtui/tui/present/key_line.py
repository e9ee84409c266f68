"""The keys of a screen in one line: the most important ones first, fewer where there is less room, the way out and
help to the last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arxtui.tui.actions import Action
from arxtui.tui.present.line import Piece, cut, size

Key = tuple[str, str]
"""A key as people write it, and what it does."""
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


def _pieces(key: Key, gap: int) -> list[Piece]:
    name, does = key
    return [(f" {name}", "accent"), (f" {does}{' ' * gap}", "dim")]
