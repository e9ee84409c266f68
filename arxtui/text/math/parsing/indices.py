"""Indices that stand one after another although one is raised and the next lowered.

``F^{\\mu}_{\\phantom{\\mu}\\nu}`` has its second index lowered, ``F_{\\nu}^{\\phantom{\\nu}\\mu}`` its second raised.
Authors say so by the room that they leave in one script for what stands in the other.
"""

from __future__ import annotations

from arxtui.text.math.tree import EMPTY, Kind, Node, Row, Script, Space, Symbol

_ROOM_OF_ITS_OWN = frozenset([Kind.PUNCT, Kind.REL, Kind.BIN])

Run = Row | None
"""Signs side by side, or None for the room left for others."""


def in_order(base: Node, sub: Node, sup: Node) -> Node:
    """``base`` with both scripts: one after the other where one leaves room for the other, else one over the other."""
    lower, upper = _runs(sub), _runs(sup)
    if lower == [None] or upper == [None]:
        return _script(base, None if lower == [None] else sub, None if upper == [None] else sup)
    if None not in lower and None not in upper:
        return Script(base, sub, sup)
    placed = _merged(lower, upper)
    if placed is None:
        return Script(base, sub, sup)
    items: list[Node] = []
    for low, high in placed:
        items.append(_script(EMPTY if items else base, low, high))
    return Row(tuple(items))


def _script(base: Node, sub: Node | None, sup: Node | None) -> Node:
    return base if sub is None and sup is None else Script(base, sub, sup)


def _runs(script: Node) -> list[Run]:
    """What a script is made of. Room beside commas and operators is their own, and none is left at the end."""
    runs: list[Run] = []
    items = script.items if type(script) is Row else (script,)
    for place, item in enumerate(items):
        if type(item) is not Space:
            if runs and runs[-1] is not None:
                item, runs = Row((*runs[-1].items, item)), runs[:-1]
            runs.append(item if type(item) is Row else Row((item,)))
        elif item.cells and not any(map(_has_own_room, items[max(place - 1, 0) : place + 2])) and runs[-1:] != [None]:
            runs.append(None)
    return runs[:-1] if len(runs) > 1 and runs[-1] is None else runs


def _has_own_room(node: Node) -> bool:
    return type(node) is Symbol and node.kind in _ROOM_OF_ITS_OWN


def _merged(lower: list[Run], upper: list[Run]) -> list[tuple[Run, Run]] | None:
    """Lowered and raised signs in their order; None where signs of both stand in one place."""
    found: list[tuple[Run, Run]] = []
    for place in range(max(len(lower), len(upper))):
        low = lower[place] if place < len(lower) else None
        high = upper[place] if place < len(upper) else None
        if low is not None and high is not None:
            return None
        if low is not None or high is not None:
            found.append((low, high))
    return found
