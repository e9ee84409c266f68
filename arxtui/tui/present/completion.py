"""Completion of names that are being typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arxtui.light import NamedTuple
from arxtui.text import cells, fold
from arxtui.tui.present.line import Piece, cut, foreign, size

_MAX_OFFERS = 20
_TAB, _GAP = "Tab ", 2
_MORE: Piece = ("  …", "dim")


class Offer(NamedTuple):
    """A name that can be completed, and the whole answer with this name."""

    name: str
    answer: str


Completer = Callable[[str], list[Offer]]
"""Function that returns the completions of an answer that is being typed."""


class Assistance(NamedTuple):
    """Support for typing an answer: ``complete`` returns completions; ``earlier`` and ``later`` return former answers
    that start with the typed text."""

    complete: Completer
    earlier: Callable[[str], str]
    later: Callable[[str], str]


def offers(answer: str, names: Sequence[str]) -> list[Offer]:
    """Return completions of the last of several names separated by commas: names that start with the typed text, then
    names that contain it. A minus before the name stays."""
    before, comma, last = answer.rpartition(",")
    head = f"{before}{comma} " if comma else ""
    typed = last.strip()
    minus = "-" if typed.startswith("-") else ""
    prefix = fold(typed.removeprefix("-"))
    folded = [(name, fold(name)) for name in names]
    matches = [name for name, spelt in folded if spelt.startswith(prefix)]
    matches += [name for name, spelt in folded if prefix in spelt and not spelt.startswith(prefix)]
    return [
        Offer(name, f"{head}{minus}{name}") for name in matches[:_MAX_OFFERS] if fold(name) != prefix or name != typed
    ]


def offers_line(offered: Sequence[Offer], chosen: int, width: int) -> list[Piece]:
    """Return the names side by side, starting with the chosen one, at most ``width`` cells wide. Names are not cut; an
    ellipsis replaces those that do not fit."""
    if not offered:
        return []
    first, *others = _in_turn(offered, chosen)
    pieces: list[Piece] = [(_TAB, "accent"), (foreign(first.name), "text")]
    for number, offer in enumerate(others, 1):
        name = (f"{' ' * _GAP}{foreign(offer.name)}", "dim")
        if size([*pieces, name]) + (size([_MORE]) if number < len(others) else 0) > width:
            return cut([*pieces, _MORE], width)
        pieces.append(name)
    return cut(pieces, width)


def offer_at(offered: Sequence[Offer], chosen: int, cell: int) -> Offer | None:
    """Return the offer whose name is at a cell of the line; None if there is none."""
    end = cells(_TAB)
    for offer in _in_turn(offered, chosen):
        begin, end = end, end + cells(foreign(offer.name))
        if begin <= cell < end:
            return offer
        end += _GAP
    return None


def _in_turn(offered: Sequence[Offer], chosen: int) -> list[Offer]:
    """Return the offers in the order in which the line shows them."""
    return [*offered[chosen:], *offered[:chosen]]
