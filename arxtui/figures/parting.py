"""Signs that are near enough for one label, and are of several: texts over each other, and ticks that nearly touch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from arxtui.figures.groups import SAME_SIZE, Sign
from arxtui.patterns import pattern

_OVER = 0.35
"""The part of a letter that another one can cover in one text (of italic letters, and of kerning)."""
_BACK = 0.7
"""How far back the scripts of a letter begin after each other, in ems."""
_TICK = pattern(r" −(?: [\d.,])+| 1 0(?:\^[−\d])+")
_TICKS = pattern(f"(?:{_TICK.pattern}){{2,}}")


def parted(signs: list[Sign]) -> Iterator[list[Sign]]:
    """Divide the signs of a label, in the order of their left edges, into those of several."""
    is_over = _is_interleaved(signs) or _is_overprinted(signs)
    for text in _texts_apart(signs) if is_over else (signs,):
        yield from _ticks_apart(text)


def _is_interleaved(signs: list[Sign]) -> bool:
    """Whether signs of one text stand between those of another: lines are drawn between the two texts."""
    changes = [first.lines for first, second in pairwise(signs) if first.lines != second.lines]
    return len(changes) > len(set(changes))


def _is_overprinted(signs: list[Sign]) -> bool:
    """Whether letters lie over each other, as those of two texts do. The signs are in the order of their left edges."""
    letters = [sign for sign in signs if sign.text.isalnum() and sign.glyph.text]
    for first, second in pairwise(letters):
        across = min(first.right, second.right) - second.left
        down = min(first.bottom, second.bottom) - max(first.top, second.top)
        narrow = min(first.right - first.left, second.right - second.left)
        low = min(first.bottom - first.top, second.bottom - second.top)
        if across > _OVER * narrow and down > _OVER * low:
            return True
    return False


def _texts_apart(signs: list[Sign]) -> Iterator[list[Sign]]:
    """Divide texts over each other by the order in which they are drawn: a text begins left of where another ends, or
    after a line."""
    text: list[Sign] = []
    end = float("-inf")
    for sign in sorted(signs, key=lambda sign: sign.glyph.order):
        is_other = sign.start < end - _BACK * sign.size or sign.lines != text[-1].lines if text else False
        if is_other and sign.glyph.text:
            yield sorted(text, key=lambda sign: sign.left)
            text = []
        text.append(sign)
        end = sign.start if sign.glyph.text else end
    yield sorted(text, key=lambda sign: sign.left)


def _ticks_apart(signs: list[Sign]) -> Iterator[list[Sign]]:
    """Divide signs that are ticks which almost touch: ``−2000−1000``, or ``10⁰10¹``."""
    largest = max(sign.size for sign in signs)
    text = "".join(f"^{sign.text}" if sign.size < SAME_SIZE * largest else f" {sign.text}" for sign in signs)
    if len(text) != 2 * len(signs) or not _TICKS.fullmatch(text):
        yield signs
        return
    for tick in _TICK.finditer(text):
        yield signs[tick.start() // 2 : tick.end() // 2]
