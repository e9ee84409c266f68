"""A line of the screen before it is painted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from arxtui.model.frozen import frozen
from arxtui.text import cells, clean, clip, wrap

Piece = tuple[str, str]
"""A text and the name of its ink (``themes.Look.inks``)."""


@frozen
class Line:
    """Pieces side by side; ``url`` is where a click on the line leads."""

    pieces: tuple[Piece, ...] = ()
    url: str | None = None


class _Characters:
    """Those that the screen has; one for all applications of a process."""

    ascii_only = False


def draw_in_ascii(*, ascii_only: bool) -> None:
    """Whether :func:`foreign` spells out what is not ASCII."""
    _Characters.ascii_only = ascii_only


def is_in_ascii() -> bool:
    """Whether the screen is."""
    return _Characters.ascii_only


def foreign(text: str) -> str:
    """Upstream text at the edge of the screen: cleaned once more, so that no escape can pass whoever made it, and
    spelled out (``alpha`` for ``α``) on a screen in ASCII, before it is given room."""
    cleaned = clean(text)
    if cleaned.isascii() or not is_in_ascii():
        return cleaned
    from arxtui.text.encodable import encodable  # few screens are in ASCII

    return encodable(cleaned, "ascii")


def shown_path(path: Path) -> str:
    """Where a file is, as people write it: ``~/papers.bib``."""
    whole = path.resolve()
    return f"~/{whole.relative_to(Path.home())}" if whole.is_relative_to(Path.home()) else str(whole)


def capitalised(words: str) -> str:
    """Words that stand by themselves, with a capital; a name that begins with a small letter (``arXiv``) keeps it."""
    first = words.partition(" ")[0].rstrip(",:")
    return words[:1].upper() + words[1:] if first.isalpha() and first.islower() else words


def pad(text: str, width: int) -> str:
    """``text`` cut or filled to exactly ``width`` cells, from the left."""
    shown = clip(text, width)
    return shown + " " * (width - cells(shown))


def flush_right(text: str, width: int) -> str:
    """``text`` cut or filled to exactly ``width`` cells, from the right."""
    shown = clip(text, width)
    return " " * (width - cells(shown)) + shown


def fitting(forms: Iterable[str], width: int) -> str:
    """The first of the forms that fits ``width`` cells, else what fits of the last."""
    form = ""
    for form in forms:
        if cells(form) <= width:
            return form
    return clip(form, width)


def size(pieces: Iterable[Piece]) -> int:
    """Cells of the pieces together."""
    return sum(cells(text) for text, _ in pieces)


def spread(left: list[Piece], right: list[Piece], width: int, *, gap: int = 2) -> list[Piece]:
    """Left and right pieces on one line of ``width`` cells; where both do not fit, the right ones are cut first."""
    room = max(width - size(left) - gap, 0)
    right = cut(right, room) if size(right) > room else right
    left = cut(left, width)
    return [*left, (" " * max(width - size(left) - size(right), 0), "text"), *right]


def cut(pieces: list[Piece], width: int) -> list[Piece]:
    """As many of the pieces as fit ``width`` cells, the last one clipped."""
    kept: list[Piece] = []
    for text, ink in pieces:
        if width <= 0:
            break
        shown = clip(text, width)
        kept.append((shown, ink))
        width -= cells(shown)
        if shown != text:
            break
    return kept


_LEAST_ROWS = 4


def message_rows(height: int) -> int:
    """Rows that a message may take of a screen of so many: half of them, so that its end, which has the path, the
    reason or the key, is there on a small screen too."""
    return max(height // 2, _LEAST_ROWS)


def message_lines(said: Sequence[Piece], width: int, rows: int) -> list[list[Piece]]:
    """What there is to say in a foot of ``width`` cells: broken at blanks into as many rows as it needs, at least one
    and at most ``rows``. What does not fit there is cut at a word, with an ellipsis."""
    whole = "".join(text for text, _ in said)
    texts = wrap(whole, max(width - 1, 1))
    lines: list[list[Piece]] = []
    at = 0
    for text in texts[:rows]:
        at = whole.index(text, at)
        is_cut = len(lines) == rows - 1 and len(texts) > rows
        shown = _whole_words(text, width - 2) if is_cut else text
        lines.append([(" ", "text"), *_between(said, at, at + len(shown)), *([("…", "dim")] if is_cut else [])])
        at += len(text)
    return lines or [[]]


def _whole_words(text: str, width: int) -> str:
    """The words at the beginning that fit; of a first word that does not, what fits of it."""
    lines = wrap(text, max(width, 1))
    return lines[0] if lines else ""


def _between(pieces: Iterable[Piece], start: int, end: int) -> list[Piece]:
    """The characters from ``start`` to ``end`` of the pieces' texts, each in its ink."""
    found, at = [], 0
    for text, ink in pieces:
        if part := text[max(start - at, 0) : max(end - at, 0)]:
            found.append((part, ink))
        at += len(text)
    return found


def named_keys(keys: Iterable[tuple[str, str]]) -> list[Piece]:
    """Keys, each with what it does."""
    return [piece for key, does in keys for piece in ((f" {key}", "accent"), (f" {does}  ", "dim"))]


def clip_center(text: str, width: int) -> str:
    """``text`` in the middle of ``width`` cells."""
    shown = clip(text, width)
    return " " * ((width - cells(shown)) // 2) + shown
