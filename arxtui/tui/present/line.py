"""Lines of inked text, before they are painted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from arxtui.model.frozen import frozen
from arxtui.text import cells, clean, clip, wrap

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
    if cleaned.isascii() or not is_in_ascii():
        return cleaned
    from arxtui.text.encodable import encodable  # imported late: few screens are in ASCII

    return encodable(cleaned, "ascii")


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
