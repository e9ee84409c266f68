"""Indices that follow each other although one is a superscript and the next a subscript.

In ``F^{\\mu}_{\\phantom{\\mu}\\nu}`` the second index is a subscript, in ``F_{\\nu}^{\\phantom{\\nu}\\mu}`` a
superscript. Authors leave space in one script for the index in the other.
"""

from __future__ import annotations

from itertools import takewhile

from arxtui.text.math.tree import EMPTY, AtomKind, Node, Row, Script, Space, Symbol

_ROOM_OF_ITS_OWN = frozenset([AtomKind.PUNCT, AtomKind.REL, AtomKind.BIN])

IndexRun = Row | None
"""Adjacent signs, or None for the space left for signs in the other script."""


def order_scripts(base: Node, sub: Node, sup: Node) -> Node:
    """Return ``base`` with both scripts: in succession if one leaves space for the other, else one above the other."""
    lower, upper = _runs(sub), _runs(sup)
    if lower == [None] or upper == [None]:
        return _script(base, None if lower == [None] else sub, None if upper == [None] else sup)
    if (None not in lower and None not in upper) or _is_kern(sup, lower[0]) or _is_kern(sub, upper[0]):
        return Script(base, sub, sup)
    placed = _merge(lower, upper)
    if placed is None:
        return Script(base, sub, sup)
    items: list[Node] = []
    for low, high in placed:
        items.append(_script(EMPTY if items else base, low, high))
    return Row(tuple(items))


def _script(base: Node, sub: Node | None, sup: Node | None) -> Node:
    return base if sub is None and sup is None else Script(base, sub, sup)


def _runs(script: Node) -> list[IndexRun]:
    """Split a script into signs and spaces. Space beside commas and operators is theirs; that at the end is dropped."""
    runs: list[IndexRun] = []
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


def _is_kern(script: Node, signs: IndexRun) -> bool:
    """Whether the space before a script, if any, is less than half as wide as ``signs`` in the other one: in print, the
    script stands above or below them, not after them."""
    items = script.items if type(script) is Row else (script,)
    room = sum(item.cells for item in takewhile(lambda item: type(item) is Space, items) if type(item) is Space)
    width = sum(len(item.text) if type(item) is Symbol else 1 for item in signs.items) if signs else 0
    return 0 < 2 * room < width


def _merge(lower: list[IndexRun], upper: list[IndexRun]) -> list[tuple[IndexRun, IndexRun]] | None:
    """Return subscripts and superscripts in order. Returns None if both have signs in the same place."""
    pairs: list[tuple[IndexRun, IndexRun]] = []
    for place in range(max(len(lower), len(upper))):
        low = lower[place] if place < len(lower) else None
        high = upper[place] if place < len(upper) else None
        if low is not None and high is not None:
            return None
        if low is not None or high is not None:
            pairs.append((low, high))
    return pairs
