"""Measuring, clipping and wrapping of text by terminal cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from arxtui.light import pattern

# Wide characters of scripts in which a line may break anywhere.
_WIDE = "\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60\U00020000-\U0003fffd"
# Characters of one cell: Latin, Greek and Cyrillic letters, dashes, quotation marks. Most texts have no others.
_NARROW = pattern("(?! )[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u0482\u2010-\u2027\u2030-\u205e]*")
_TOKEN = pattern(f" +|[{_WIDE}]|[^ {_WIDE}]+")
_NARROW_TOKEN, _FIRST_WIDE = pattern(" +|[^ ]+"), _WIDE[0]
"""The same for texts without wide characters, which compiles in a fortieth of the time."""


def cells(text: str) -> int:
    """Return the number of terminal cells that ``text`` takes; control characters take none."""
    if text.isascii() and text.isprintable():
        return len(text)
    return _of_rich()[0](text)


@cache
def _of_rich() -> tuple[Callable[[str], int], Callable[[str], tuple[list[tuple[int, int, int]], int]]]:
    """Import rich on its first use only: return its functions that measure a text and divide it into graphemes."""
    from rich.cells import cell_len, split_graphemes

    return cell_len, split_graphemes


def clip(text: str, width: int) -> str:
    """Return ``text``, or the part of it that fits into ``width`` cells with an ellipsis. Blanks at its end may be lost
    without an ellipsis."""
    if cells(text) <= width:
        return text
    if width <= 0:
        return ""
    if cells(bare := text.rstrip()) <= width:
        return bare
    return _head(text, width - 1).rstrip() + "…"


def wrap(text: str, width: int) -> list[str]:
    """Split text into lines of at most ``width`` cells. A newline starts a new line; an empty text has no lines.

    Lines break at blanks and between Chinese and Japanese characters; a word that is too long breaks anywhere. Only the
    blanks at a break are dropped. A character wider than ``width`` gets a line of its own. A width below 1 counts as 1.
    """
    lines: list[str] = []
    for paragraph in text.split("\n") if text else ():
        if (paragraph.isascii() and paragraph.isprintable()) or _NARROW.fullmatch(paragraph):
            _wrap_narrow(paragraph, max(width, 1), lines)
        else:
            _wrap_cells(paragraph, max(width, 1), lines)
    return lines


def _wrap_narrow(text: str, width: int, lines: list[str]) -> None:
    start, end = 0, len(text)
    while end - start > width:
        cut = text.rfind(" ", start, start + width + 1)
        if cut <= start:
            cut = start + width
        lines.append(text[start:cut].rstrip())
        start = cut
        while start < end and text[start] == " ":
            start += 1
    if start < end or not start:
        lines.append(text[start:].rstrip())


def _wrap_cells(text: str, width: int, lines: list[str]) -> None:
    line, used = "", 0
    for token in (_TOKEN if max(text, default="") >= _FIRST_WIDE else _NARROW_TOKEN).findall(text):
        size = cells(token)
        if used + size <= width:
            line, used = line + token, used + size
            continue
        if line.strip(" "):
            lines.append(line.rstrip(" "))
        if token[0] == " ":
            line, used = "", 0
            continue
        *full, line = _split_word(token, width)
        lines.extend(full)
        used = cells(line)
    if line.strip(" ") or not text.strip(" "):
        lines.append(line.rstrip(" "))


def _head(text: str, width: int) -> str:
    """Return as much of the beginning of the text as fits into ``width`` cells."""
    if text.isascii() and text.isprintable():
        return text[:width]
    end = used = 0
    for _, after, size in graphemes(text):
        if used + size > width:
            break
        end, used = after, used + size
    while cells(text[:end]) > width:
        end -= 1
    return text[:end]


def _split_word(word: str, width: int) -> list[str]:
    """Split a word into parts that fit into ``width`` cells; at least one."""
    parts = []
    start = used = 0
    joined = "\u200d" in word
    for begin, after, size in graphemes(word):
        # A joiner that joins nothing has another width alone than within a text.
        if begin > start and (used + size > width or (joined and cells(word[start:after]) > width)):
            parts.append(word[start:begin])
            start, used = begin, 0
        used += size
    return [*parts, word[start:]]


def graphemes(text: str) -> list[tuple[int, int, int]]:
    """Return (start, end, cells) of each character including its combining marks."""
    return _of_rich()[1](text)[0]
