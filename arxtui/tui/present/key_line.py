"""The keys of a screen in one line: the most important ones first, fewer where there is less room, help to the last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arxtui.tui.actions import Action
from arxtui.tui.present.line import Piece, cut, size

Key = tuple[str, str]
"""A key as people write it, and what it does."""
HELP: Key = ("?", "help")


def keys_of(actions: Iterable[Action], names: Iterable[str]) -> list[Key]:
    """The keys of the named actions of a registry, in the order of the names."""
    known = {action.id: (action.key_names[0], action.label) for action in actions}
    return [known[name] for name in names]


def key_line(keys: Sequence[Key], width: int) -> list[Piece]:
    """As many of the keys as there is room for, and always the last one."""
    if not keys:
        return []
    last = _pieces(keys[-1])
    line: list[Piece] = []
    for key in keys[:-1]:
        pieces = _pieces(key)
        if size(line) + size(pieces) + size(last) > width:
            break
        line += pieces
    return cut([*line, *last], width)


def _pieces(key: Key) -> list[Piece]:
    name, does = key
    return [(f" {name}", "accent"), (f" {does} ", "dim")]
