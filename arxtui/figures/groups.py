"""Glyphs that belong together: chained by angle, baseline and gap."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import atan2, hypot
from statistics import median

from arxtui.figures.outlines import Box
from arxtui.figures.signs import UNREAD, size_of
from arxtui.figures.svg import Glyph
from arxtui.light import NamedTuple

_GAP = 0.5
"""The widest gap between two signs of a label, in ems."""
NEXT_GAP = 0.8
"""The same if the second follows the first in the document."""
NUMBER_GAP = 0.3
"""The same between two numbers, which can be two ticks."""
_WORD = 0.2
"""The least gap between two words, in ems."""
_NUMBER_PARTS = frozenset("0123456789.,")
NUMBER_SIGNS = _NUMBER_PARTS | frozenset("\N{MINUS SIGN}-")
_DIGIT, _POINT = 0.66, 0.45
"""The widest advances of a digit and of a full stop in common fonts, in ems."""
_RAISED = 0.7
"""How far an exponent is above its line at most, in ems (R: 0.6)."""
_LOWERED = 0.4
"""How far an index is below its line at most, in ems."""
_LOWEST = 0.55
"""The same right beside its letter, as below an exponent."""
_RELATIONS = frozenset("=<>≤≥≈∼∝→±")
"""Signs with wide blanks around them."""
_TOUCHING = 0.15
"""The widest gap between two signs of a label between which a line is drawn elsewhere, in ems."""
_BRACKETS = frozenset("()[]{}⟨⟩|")
_ATTACHED = frozenset((*".,:;)]}", UNREAD))
LEVEL = 0.09
"""How far signs of one size on the same line are from its baseline, in ems."""
_STRAIGHT = 0.03
"""How far the digits of one number are from its baseline, in ems at most: two numbers can touch."""
ACCENTS = {
    **dict.fromkeys("^\u02c6\u0302", "\u0302"),
    **dict.fromkeys("~\u02dc\u0303", "\u0303"),
    **dict.fromkeys("¯\u02c9\u0304", "\u0304"),
    **dict.fromkeys("\u02d9\u0307", "\u0307"),
    "´": "\u0301",
    "`": "\u0300",
    **dict.fromkeys("¨\u0308", "\u0308"),
    "\u02c7": "\u030c",
    **dict.fromkeys("˚\u030a", "\u030a"),
    **{mark: mark for mark in "\u20d7\u0331"},
}
"""Signs that are drawn over a letter, or under it, as the marks of Unicode that follow it."""
_OVERLAP = 0.7
"""How far a sign can lie over the one before it, in ems: an index below an exponent."""
SAME_SIZE = 0.85
"""A sign smaller than this, compared with its neighbour, is a script."""
_MOST_NEIGHBOURS = 60
_MOST_ROWS = 16
"""The most rows above and below a sign in which its neighbours are looked for, each two letters high."""
_BLANK = 0.25
"""Width of a blank in ems."""
_HANGING = -0.6
_AXIS = 0.25
"""The middle of a bracket above the baseline, in ems."""
_MARKS = frozenset("o+×x*•∗⋆△▽◦·◇□")
_MANY_MARKS = 8
"""As many signs that are alike, of a font without another sign, are the marks of a plot and no text, unless they stand
raised behind other signs, as TeX's degrees do."""
_SAMPLE = 8
"""How many of the signs are looked at."""
_FOOT = 0.3
"""How far above the baseline the foot of a raised sign is, and behind another sign its left side, in ems at most."""
_SAME_TURN = 0.02


class Sign(NamedTuple):
    """A glyph in the frame of its label: ``left`` and ``right`` along the line, ``base`` (the baseline), ``top`` and
    ``bottom`` across it, downwards. ``lines`` is how many lines the figure draws before it."""

    text: str
    left: float
    right: float
    base: float
    top: float
    bottom: float
    size: float
    start: float
    glyph: Glyph
    lines: int

    @property
    def middle(self) -> float:
        """The middle along the line."""
        return (self.left + self.right) / 2


def without_marks(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Leave out the marks of plots that are letters of a font of their own."""
    fonts: dict[str, list[Glyph]] = defaultdict(list)
    for glyph in glyphs:
        fonts[glyph.font].append(glyph)
    marks = {
        font
        for font, members in fonts.items()
        if len(members) >= _MANY_MARKS and members[0].text in _MARKS and len({each.text for each in members}) == 1
    }
    others = [sign_of(glyph, glyph.text, 0) for glyph in glyphs if glyph.font not in marks] if marks else []
    marks = {font for font in marks if not all(_is_raised(each, others) for each in fonts[font][:_SAMPLE])}
    return [glyph for glyph in glyphs if glyph.font not in marks]


def _is_raised(glyph: Glyph, others: Sequence[Sign]) -> bool:
    """Whether a glyph stands right behind another sign, above its baseline."""
    sign = sign_of(glyph, glyph.text, 0)
    return any(
        abs(sign.left - other.right) < _FOOT * other.size
        and other.top - other.size < sign.bottom < other.base - _FOOT * other.size
        and abs(_turn(other.glyph) - _turn(glyph)) < _SAME_TURN
        for other in others
    )


def _turn(glyph: Glyph) -> float:
    """Return the direction of a glyph's line, in radians."""
    return atan2(glyph.matrix[1], glyph.matrix[0])


def ink(glyph: Glyph) -> Box | None:
    """Return the rectangle around a glyph in the figure; None for a blank."""
    return glyph.ems.moved(glyph.matrix) if glyph.ems else None


def is_inside(glyph: Glyph) -> bool:
    """Whether some of a glyph is within the part of the figure in which it shows."""
    box = ink(glyph)
    return not (box and glyph.clip) or box.overlaps(glyph.clip)


def sign_of(glyph: Glyph, text: str, lines: int) -> Sign:
    """Return a glyph that reads ``text`` in the frame of its direction, and before which ``lines`` are drawn."""
    a, b, _, _, x, y = glyph.matrix
    length = hypot(a, b) or 1.0
    along = (a / length, b / length)
    size = size_of(glyph.matrix)
    start, base = x * along[0] + y * along[1], y * along[0] - x * along[1]
    left, low, right, high = glyph.ems or Box(0.0, 0.0, _BLANK, 0.0)
    if is_hanging(glyph):
        base -= ((low + high) / 2 - _AXIS) * size
    return Sign(
        text,
        start + left * length,
        start + right * length,
        base,
        base - high * size,
        base - low * size,
        size,
        start,
        glyph,
        lines,
    )


def without_doubles(signs: Sequence[Sign]) -> list[Sign]:
    """Leave out texts that are drawn again at their place, as ROOT does for bold letters; but no sign that two texts
    over each other have in common."""
    seen: set[tuple[str, float, int, int]] = set()
    kept = []
    for text in _as_drawn(signs):
        places = [_place(sign) for sign in text]
        doubles = [not seen.isdisjoint(_around(*place)) for place in places]
        if not all(doubles):
            kept += text
        seen.update(places)
    return kept


def _place(sign: Sign) -> tuple[str, float, int, int]:
    step = sign.size * 0.12
    return sign.text, round(sign.size, 1), round(sign.start / step), round(sign.base / step)


def _around(text: str, size: float, column: int, row: int) -> Iterator[tuple[str, float, int, int]]:
    return ((text, size, column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1))


def _as_drawn(signs: Sequence[Sign]) -> Iterator[list[Sign]]:
    """Divide signs in the order in which they are drawn into texts."""
    text: list[Sign] = []
    for sign in signs:
        last = text[-1] if text else sign
        em = max(sign.size, last.size)
        is_next = sign.glyph.order <= last.glyph.order + 1 and abs(sign.base - last.base) < em
        if not is_next or not -_GAP * em < sign.left - last.right < _GAP * em:
            if text:
                yield text
            text = []
        text.append(sign)
    if text:
        yield text


def groups_of(signs: list[Sign]) -> Iterator[list[Sign]]:
    """Divide signs of one direction into labels: a sign belongs to its neighbours to the right."""
    signs.sort(key=lambda sign: sign.left)
    sizes = [sign.size for sign in signs] or [1.0]
    largest, height = max(sizes), 2 * median(sizes)
    reach = min(_MOST_ROWS, 1 + int(largest / height))
    rows: dict[int, list[int]] = defaultdict(list)
    for place, sign in enumerate(signs):
        rows[int(sign.base // height)].append(place)
    heads = list(range(len(signs)))

    def head(place: int) -> int:
        while heads[place] != place:
            heads[place] = heads[heads[place]]
            place = heads[place]
        return place

    for place, sign in enumerate(signs):
        row = int(sign.base // height)
        for each in range(row - reach, row + reach + 1):
            candidates = rows.get(each, [])
            first = bisect_left(candidates, place + 1)
            for other in candidates[first : first + _MOST_NEIGHBOURS]:
                if signs[other].left > sign.right + NEXT_GAP * largest:
                    break
                if _is_joined(sign, signs[other]):
                    heads[head(other)] = head(place)
    groups: dict[int, list[Sign]] = defaultdict(list)
    for place, sign in enumerate(signs):
        groups[head(place)].append(sign)
    yield from groups.values()


def is_hanging(glyph: Glyph) -> bool:
    """Whether a sign hangs from its baseline, as TeX's large brackets do."""
    return glyph.ems is not None and glyph.ems.top < _HANGING and glyph.ems.bottom < -_HANGING


def is_advance(first: Sign, second: Sign) -> bool:
    """Whether a sign begins where the digit or full stop before it ends: a 1 has wide blanks in its advance."""
    widest = _DIGIT if first.text.isdecimal() else _POINT if first.text == "." else 0.0
    return first.glyph.font == second.glyph.font and (second.start - first.start) / first.size < widest


def _is_joined(first: Sign, second: Sign) -> bool:
    """Whether two signs, the second not left of the first, are of one label."""
    em = max(first.size, second.size)
    ratio = min(first.size, second.size) / em
    gap = (second.left - first.right) / em
    shift = (second.base - first.base) / em
    is_next = second.glyph.order == first.glyph.order + 1 or first.text in _RELATIONS
    widest = NEXT_GAP if is_next else _GAP
    if not -_OVERLAP < gap < widest or (gap > _WORD and not is_next and _is_other(first.glyph, second.glyph)):
        return False
    if first.lines != second.lines and _is_apart(first, second, gap, shift if ratio > SAME_SIZE else 0.0):
        return False
    if ACCENTS.keys() & {first.text, second.text} and gap < 0:
        return abs(shift) < _OVERLAP
    if any(sign.text in _BRACKETS and is_hanging(sign.glyph) for sign in (first, second)):
        return abs(shift) < _OVERLAP
    if ratio > SAME_SIZE:
        is_far = gap > NUMBER_GAP and not is_advance(first, second)
        if is_far and first.text[-1:].isdecimal() and second.text in _NUMBER_PARTS:
            return False
        if first.text.isdecimal() and second.text.isdecimal() and _STRAIGHT < abs(shift) < LEVEL:
            return False
        most = 0.45 if -0.1 < gap < 0.3 else 0.3
        return -most < shift < (_LOWEST if abs(gap) < _TOUCHING and second.text.isalpha() else most)
    if first.size < second.size:  # after a script
        return gap > -0.1 and -0.4 < shift < 0.6
    lowest = _LOWEST if abs(gap) < _TOUCHING else _LOWERED
    return -0.3 < gap < 0.35 and -(_RAISED if second.text in NUMBER_SIGNS else 0.6) < shift < lowest


def _is_other(first: Glyph, second: Glyph) -> bool:
    """Whether two signs have neither their font nor their colour in common."""
    return first.font != second.font and first.colour != second.colour


def _is_apart(first: Sign, second: Sign, gap: float, shift: float) -> bool:
    """Whether two signs are of two labels if a line is drawn between them, as the marks of ticks are."""
    if second.text in _ATTACHED and -_TOUCHING < gap < 2 * _TOUCHING and abs(shift) < LEVEL:
        return False
    is_number = (first.text + second.text).isalnum() and (first.text.isdecimal() or second.text.isdecimal())
    return is_number or abs(gap) > _TOUCHING or abs(shift) > LEVEL
