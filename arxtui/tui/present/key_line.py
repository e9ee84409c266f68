"""Key line: the keys of a screen in one line. If room is short, the help key and the way back are kept longest."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from arxtui.config.keys import read_keys
from arxtui.patterns import pattern
from arxtui.text import cells
from arxtui.tui.actions import Action, Area, Fact, Place
from arxtui.tui.keys import in_force
from arxtui.tui.present.line import Piece, cut, size

NO_BREAK = "\u00a0"
_INKS_OF_WORDS = ("dim", "text")
"""The inks of the words that describe the key before them."""
Key = tuple[str, str]
"""A key's name, and what it does."""
FOREMOST = {
    Place.LIST: ("choose", "read_text", "toggle_read", "toggle_star", "search", "toggle_hidden", "show_filter"),
    Place.DETAIL: ("next_paper", "back", "toggle_read", "toggle_star", "next_pane"),
}
"""The commands that a pane's footer shows before the others, by what people do there most."""
_WORDS_IN_PANE = {(Place.DETAIL, "next_pane"): "author"}
"""What a command does in a pane, where its label says less."""
_ENDS = (("Enter", "keep"), ("Esc", "drop"))
"""The keys that end a search."""
_WORD = pattern(r"[^ ]+")


def help_key() -> list[Key]:
    """Return the help key; an empty list if it has none."""
    return keys_of(["help"])


def keys_of(names: Iterable[str], area: Area = Area.MAIN, words: Mapping[str, str] = {}) -> list[Key]:
    """Return the first key in force of each named command that has one, in the given order. ``words`` replaces the
    labels of commands."""
    named = (in_force.action(name, area) for name in names)
    return [(first_key(action), words.get(action.id, action.label)) for action in named if action.keys]


def hints(place: Place, facts: Container[Fact]) -> list[Key]:
    """Return (key, label) of the commands that the footer shows for a pane while these facts hold, in order."""
    if place is Place.SEARCH:
        offers = [("Tab", "take it"), ("↑↓", "other suggestions"), *_ENDS] if Fact.OFFERED in facts else []
        return [*(offers or [*_ENDS, ("↑↓", "move")]), ("Ctrl+U", "clear")]
    actions = [action for action in in_force.actions() if action.keys]
    urgent = [action for action in actions if action.first_when and action.first_when in facts]
    useful = [
        action
        for action in actions
        if place in action.footer and all(need in facts for need in action.needs) and action not in urgent
    ]
    order = {id: number for number, id in enumerate(FOREMOST.get(place, ()))}
    useful.sort(key=lambda action: order.get(action.id, len(order)))
    return [(first_key(action), _WORDS_IN_PANE.get((place, action.id), action.label)) for action in (*urgent, *useful)]


def first_key(action: Action) -> str:
    """Return the first key of a command, as footers name it. A sequence is one word, so that a click presses all of
    it."""
    name = action.key_names[0]
    return name if action.by_digit else unbroken(name)


def unbroken(text: str) -> str:
    """Return a text without places for a line break."""
    return text.replace(" ", NO_BREAK)


def key_line(keys: Sequence[Key], width: int, gap: int = 1) -> list[Piece]:
    """Return as many of the keys as fit, in their order, with ``gap`` cells after each. If room is short, help has
    priority, then the way back, then the others from the first on; leaving the program comes last."""
    chosen: set[int] = set()
    room = width
    for place in sorted(range(len(keys)), key=lambda place: _rank(keys[place])):
        room -= size(_pieces(keys[place], gap))
        if room < 0 and chosen:
            break
        chosen.add(place)
    return cut([piece for place in sorted(chosen) for piece in _pieces(keys[place], gap)], width)


def key_at(pieces: Sequence[Piece], cell: int) -> str | None:
    """Return the key at a cell of a line, or the key that the words at this cell belong to. For two keys side by side
    (``j k``), return the one at the cell."""
    end = 0
    for place, (text, ink) in enumerate(pieces):
        begin, end = end, end + cells(text)
        if cell >= end:
            continue
        if ink == "accent":
            return _key_in(text, cell - begin)
        name, before = pieces[place - 1] if place else ("", "")
        return _key_in(name, 0) if before == "accent" and ink in _INKS_OF_WORDS and text.startswith(" ") else None
    return None


def _key_in(text: str, cell: int) -> str | None:
    """Return the key at a cell of a piece that names keys; the last one if the cell is behind them. Returns None if the
    text is not a key."""
    words = list(_WORD.finditer(text))
    here = next((each[0] for each in words if cell < each.end()), words[-1][0] if words else "").replace(NO_BREAK, " ")
    try:
        read_keys(here)
    except ValueError:
        return None
    return here


def _rank(key: Key) -> int:
    """Return the priority of a key if room is short; 0 is the highest."""
    name, does = key
    return 0 if does == "help" else 1 if name == "Esc" else 3 if does == "quit" else 2


def key_pieces(keys: Iterable[Key]) -> list[Piece]:
    """Return all of the keys for a text of several lines, without line breaks between a key and what it does."""
    named = (((f" {name}", "accent"), (f"{unbroken(f' {does}')} ", "dim")) for name, does in keys)
    return [piece for pieces in named for piece in pieces]


def _pieces(key: Key, gap: int) -> list[Piece]:
    name, does = key
    return [(f" {name}", "accent"), (f" {does}{' ' * gap}", "dim")]
