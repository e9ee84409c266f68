"""Lines of inked text, before they are painted, and the keys of a screen in one line. If room for keys is short, the
help key and the way back are kept longest."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path

from arxtui.config.keys import read_keys
from arxtui.light import frozen, pattern
from arxtui.text import cells, clean, clip, wrap
from arxtui.text.encodable import encodable
from arxtui.tui.actions import Action, Area, Fact, Place
from arxtui.tui.keys import in_force

Piece = tuple[str, str]
"""A text and the name of its ink (``themes.Look.inks``)."""


@frozen
class Line:
    """Pieces side by side. ``url`` is the address that a click on the line opens, ``paper`` the id of the paper whose
    page it is, if it is another one. ``authors`` are the names in the line: first character, last character + 1, and
    the name as the record has it. ``ground`` is the ink under the whole line."""

    pieces: tuple[Piece, ...] = ()
    url: str | None = None
    paper: str = ""
    authors: tuple[tuple[int, int, str], ...] = ()
    ground: str = ""


class _Characters:
    """The screen's character set, shared by all apps of the process."""

    ascii_only = False


def draw_in_ascii(*, ascii_only: bool) -> None:
    """Set whether :func:`foreign` spells out non-ASCII characters."""
    _Characters.ascii_only = ascii_only


def is_in_ascii() -> bool:
    """Return whether the screen is limited to ASCII."""
    return _Characters.ascii_only


def foreign(text: str) -> str:
    """Return upstream text that is safe to show. Clean the text again, so that no escape sequence reaches the terminal,
    and on an ASCII screen spell it out (``alpha`` for ``α``) before its width is measured."""
    cleaned = clean(text)
    return encodable(cleaned, "ascii") if is_in_ascii() and not cleaned.isascii() else cleaned


def shown_path(path: Path) -> str:
    """Return a path in its usual form: ``~/papers.bib``."""
    whole = path.resolve()
    return f"~/{whole.relative_to(Path.home())}" if whole.is_relative_to(Path.home()) else str(whole)


def capitalised(words: str) -> str:
    """Return words with a capital first letter; a first word with inner capitals (``arXiv``) stays."""
    first = words.partition(" ")[0].rstrip(",:")
    return words[:1].upper() + words[1:] if first.isalpha() and first.islower() else words


def pad(text: str, width: int) -> str:
    """Return ``text`` cut or filled to exactly ``width`` cells, left-aligned."""
    shown = clip(text, width)
    return shown + " " * (width - cells(shown))


def flush_right(text: str, width: int) -> str:
    """Return ``text`` cut or filled to exactly ``width`` cells, right-aligned."""
    shown = clip(text, width)
    return " " * (width - cells(shown)) + shown


def fitting(forms: Iterable[str], width: int) -> str:
    """Return the first of the forms that fits ``width`` cells; if none fits, the last one, cut."""
    form = ""
    for form in forms:
        if cells(form) <= width:
            return form
    return clip(form, width)


def size(pieces: Iterable[Piece]) -> int:
    """Return the width of the pieces in cells."""
    return sum(cells(text) for text, _ in pieces)


def spread(left: list[Piece], right: list[Piece], width: int, *, gap: int = 2) -> list[Piece]:
    """Return left and right pieces on one line of ``width`` cells. If both do not fit, the right ones are cut first."""
    room = max(width - size(left) - gap, 0)
    right = cut(right, room) if size(right) > room else right
    left = cut(left, width)
    return [*left, (" " * max(width - size(left) - size(right), 0), "text"), *right]


def cut(pieces: list[Piece], width: int) -> list[Piece]:
    """Return as many of the pieces as fit ``width`` cells, the last one cut."""
    fitting_pieces: list[Piece] = []
    for text, ink in pieces:
        if width <= 0:
            break
        shown = clip(text, width)
        fitting_pieces.append((shown, ink))
        width -= cells(shown)
        if shown != text:
            break
    return fitting_pieces


_MIN_MESSAGE_ROWS = 4


def message_rows(height: int) -> int:
    """Return the maximum number of rows of a message on a screen of this height: half of them, so that the end of the
    message, with a path, reason or key, is visible on a small screen too."""
    return max(height // 2, _MIN_MESSAGE_ROWS)


def message_lines(message: Sequence[Piece], width: int, rows: int) -> list[list[Piece]]:
    """Wrap a message to ``width`` cells and at least one, at most ``rows`` lines. A longer message is cut at a word,
    with an ellipsis."""
    whole = "".join(text for text, _ in message)
    texts = wrap(whole.lstrip(), width - 1)
    lines: list[list[Piece]] = []
    position = 0
    for text in texts[:rows]:
        position = whole.index(text, position)
        is_cut = len(lines) == rows - 1 and len(texts) > rows
        shown = _whole_words(text, width - 2) if is_cut else text
        pieces = slice_pieces(message, position, position + len(shown))
        lines.append([(" ", "text"), *pieces, *([("…", "dim")] if is_cut else [])])
        position += len(text)
    return lines or [[]]


def _whole_words(text: str, width: int) -> str:
    """Return the first words that fit; if the first word does not fit, cut it."""
    lines = wrap(text, width)
    return lines[0] if lines else ""


def slice_pieces(pieces: Iterable[Piece], start: int, end: int | None) -> list[Piece]:
    """Return the part of the pieces from character ``start`` to ``end`` (None: the end), with its inks."""
    parts, position = [], 0
    for text, ink in pieces:
        if part := text[max(start - position, 0) : None if end is None else max(end - position, 0)]:
            parts.append((part, ink))
        position += len(text)
    return parts


def named_keys(keys: Iterable[tuple[str, str]]) -> list[Piece]:
    """Return keys, each with what it does."""
    return [piece for key, does in keys for piece in ((f" {key}", "accent"), (f" {does}  ", "dim"))]


def clip_center(text: str, width: int) -> str:
    """Return ``text`` centred in ``width`` cells."""
    shown = clip(text, width)
    return " " * ((width - cells(shown)) // 2) + shown


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
