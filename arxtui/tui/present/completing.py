"""What a name that is being typed may become."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from arxtui.text import fold
from arxtui.tui.present.line import Piece, cut, foreign, size

_OFFERED = 20
_MORE: Piece = ("  …", "dim")


class Offer(NamedTuple):
    """A name that is there, and the whole answer once it is taken."""

    name: str
    answer: str


Completer = Callable[[str], list[Offer]]
"""Gives what an answer that is being typed may become."""


class Assistance(NamedTuple):
    """Help with an answer: what may ``complete`` it, and the answers given ``earlier`` or ``later`` than the one shown,
    of those that begin with what was typed."""

    complete: Completer
    earlier: Callable[[str], str]
    later: Callable[[str], str]


def offers(answer: str, names: Sequence[str]) -> list[Offer]:
    """Names, of several that commas part, for the last one: those that begin so, then those that hold it. A minus
    before a name stays."""
    before, comma, last = answer.rpartition(",")
    head = f"{before}{comma} " if comma else ""
    typed = last.strip()
    minus = "-" if typed.startswith("-") else ""
    asked = fold(typed.removeprefix("-"))
    folded = [(name, fold(name)) for name in names]
    found = [name for name, spelt in folded if spelt.startswith(asked)]
    found += [name for name, spelt in folded if asked in spelt and not spelt.startswith(asked)]
    return [Offer(name, f"{head}{minus}{name}") for name in found[:_OFFERED] if fold(name) != asked or name != typed]


def offers_line(offered: Sequence[Offer], chosen: int, width: int) -> list[Piece]:
    """The names side by side, from the chosen one on, at most ``width`` cells: whole names, and an ellipsis for those
    that have no room."""
    if not offered:
        return []
    pieces: list[Piece] = [("Tab ", "accent"), (foreign(offered[chosen].name), "text")]
    others = [*offered[chosen + 1 :], *offered[:chosen]]
    for number, offer in enumerate(others, 1):
        name = (f"  {foreign(offer.name)}", "dim")
        if size([*pieces, name]) + (size([_MORE]) if number < len(others) else 0) > width:
            return cut([*pieces, _MORE], width)
        pieces.append(name)
    return cut(pieces, width)
