"""Glyphs to labels: words and lines by position, baseline and angle, with scripts, accents and ligatures.

Signs that are near enough for one label can be of several: texts over each other, and ticks that nearly touch.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from math import atan2, degrees, hypot
from statistics import median

from arxtui.figures.bars import UNDER, bars
from arxtui.figures.groups import (
    ACCENTS,
    LEVEL,
    NEXT_GAP,
    NUMBER_GAP,
    NUMBER_SIGNS,
    SAME_SIZE,
    Sign,
    groups_of,
    ink,
    is_advance,
    is_hanging,
    is_inside,
    sign_of,
    without_doubles,
    without_marks,
)
from arxtui.figures.outlines import Box, box_around
from arxtui.figures.signs import MINUS, UNREAD, forms, read_signs, size_of
from arxtui.figures.svg import Drawing, Glyph
from arxtui.light import pattern
from arxtui.text import clean
from arxtui.text.math.inline import to_line
from arxtui.text.math.tree import MathStyle, Row, Script, Symbol

_OVER = 0.35
"""The part of a letter that another one can cover in one text (of italic letters, and of kerning)."""
_BACK = 0.7
"""How far back the scripts of a letter begin after each other, in ems."""
_PART_GAP = 0.3
"""The widest gap between two parts of a text, in ems."""
_RAISED = 0.7
"""How far a script is from its line at most."""
_STEP = 0.66
"""The widest advance from a digit to the next, in ems."""
_DEGREES = ("∘", "◦")
"""Raised, TeX's sign of a degree."""
_VOID = 0.05
"""How near a sign begins to a blank without a width, in ems."""
_NUMBERS = NUMBER_SIGNS - {MINUS}
_TICK = pattern(r" −(?: [\d.,])+| 1 0(?:\^[−\d])+")
_TICKS = pattern(f"(?:{_TICK.pattern}){{2,}}")
_WORD_GAP = 0.23
"""The least gap between two words."""
_NEAR = 8
"""How many signs before and after an accent its letter is looked for."""
_LINE = 0.9
"""The least distance of two lines of a text, in ems."""
_TEXT_GAP = 0.4
"""The least gap between two words whose widths are estimated."""
_TALL = frozenset("()[]{}⟨⟩|∥√∑∏∫")
"""Signs that can be larger than the line they are in."""
_ROOT = "√"
"""TeX has its baseline at its top."""
_OVERHANG = 0.06
"""How far an f reaches over the blank after it, in ems."""
_EXPONENTS = frozenset("eE")
_CLOSING = frozenset(")]},;/")
_DIGITS = pattern(r"[\d.,]*\d[\d.,]*[⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉₋]*|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉₋]+")
_TOUCHING = pattern(
    r"[−-][⁰¹²³⁴⁵⁶⁷⁸⁹]|[\d₀₁₂₃₄₅₆₇₈₉][⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+\d|\d[eE][+−-]?\d+(?:[.,]|[eE])"
    r"|\d(?:_\(\d[^()]*\)|[₀₁₂₃₄₅₆₇₈₉]+)[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]"
)
"""A number that goes on after its exponent, has another number below it, or only an exponent after its sign."""
_DOTTED = pattern(r"[−-]?\d*\.(\d+)[−-]?\.(\d+)")
"""``0.51.0``: the second number has as many decimals as the first."""
_UNREAD_RUN = pattern(f"{UNREAD}[{UNREAD}·×^]*")


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
    texts: list[list[Sign]] = []
    last = None
    for sign in sorted(signs, key=lambda sign: sign.glyph.order):
        is_other = last is None or (
            sign.start < last.start - _BACK * sign.size
            or sign.lines != texts[-1][-1].lines
            or sign.left - last.right > NEXT_GAP * sign.size
        )
        if not texts or (is_other and sign.glyph.text):
            texts.append([])
        texts[-1].append(sign)
        last = sign if sign.glyph.text or last is None else last
    for text in _joined_backwards(texts):
        yield sorted(text, key=_left)


def _left(sign: Sign) -> float:
    return sign.left


def _joined_backwards(texts: Iterable[list[Sign]]) -> list[list[Sign]]:
    """Join texts that are drawn from their last part to their first (ROOT): each ends where the one before begins."""
    joined: list[list[Sign]] = []
    for text in texts:
        if joined and _is_before(max(text, key=_left), min(joined[-1], key=_left)):
            joined[-1] = [*text, *joined[-1]]
        else:
            joined.append(text)
    return joined


def _is_before(first: Sign, second: Sign) -> bool:
    """Whether a sign is right before another of its text; numbers of one size are ticks beside each other."""
    em = max(first.size, second.size)
    is_script = min(first.size, second.size) < SAME_SIZE * em
    if not is_script and (abs(first.base - second.base) > LEVEL * em or {first.text, second.text} <= _NUMBERS):
        return False
    return abs(second.left - first.right) < _PART_GAP * em and abs(second.base - first.base) < _RAISED * em


def _ticks_apart(signs: list[Sign]) -> Iterator[list[Sign]]:
    """Divide signs that are ticks which almost touch: ``−2000−1000``, or ``10⁰10¹``."""
    largest = max(sign.size for sign in signs)
    text = "".join(f"^{sign.text}" if sign.size < SAME_SIZE * largest else f" {sign.text}" for sign in signs)
    if len(text) != 2 * len(signs) or not _TICKS.fullmatch(text):
        yield signs
        return
    for tick in _TICK.finditer(text):
        yield signs[tick.start() // 2 : tick.end() // 2]


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text of a figure.

    ``box`` is the rectangle around its ink, in the figure's coordinates (y grows downwards); ``angle`` is its direction
    in degrees, counterclockwise: 90 reads upwards. ``size`` is the size of its letters, in the same units; ``colour``
    is ``#rrggbb``. ``base`` is where its baseline is, across its direction (y for level text). ``is_complete`` is false
    if a sign is not read; a number beside such a sign is not in ``text``.
    """

    text: str
    box: Box
    angle: int
    size: float
    colour: str
    base: float
    is_complete: bool = True


def labels_of(drawing: Drawing) -> list[tuple[Label, list[Glyph]]]:
    """Return the labels of a figure with the glyphs of each; a lone bar among the forms is none."""
    glyphs = [*without_marks(drawing.glyphs), *forms(drawing), *bars(drawing)]
    widest = 1.5 * max(map(size_of, (glyph.matrix for glyph in glyphs)), default=0.0)
    lines = [shape.order for shape in drawing.shapes if shape.stroke and not _is_bar(shape.box, widest)]
    by_angle: dict[int, list[Sign]] = defaultdict(list)
    angle = 0
    for glyph, text in zip(glyphs, read_signs(glyphs), strict=True):
        if text and size_of(glyph.matrix) > 0:
            turn = degrees(atan2(-glyph.matrix[1], glyph.matrix[0]))
            angle = angle if abs(turn - angle) < 1 else round(turn)  # small letters have rough matrices
            by_angle[angle].append(sign_of(glyph, text, bisect_left(lines, glyph.order)))
    advances = _advances(drawing.glyphs)
    result = []
    for angle, signs in by_angle.items():
        cut = {sign.glyph.order: sign for sign in signs if not is_inside(sign.glyph)}
        signs = [sign for sign in signs if sign.glyph.order not in cut]
        texts = _text_lines([sign for sign in signs if sign.glyph.is_font_text])
        drawn = [sign for sign in signs if not sign.glyph.is_font_text]
        in_order = {sign.glyph.order: sign for sign in drawn}
        for group in (*texts, *chain.from_iterable(map(parted, groups_of(without_doubles(drawn))))):
            if any(sign.glyph.text.strip() or sign.text.isalnum() or sign.text == UNREAD for sign in group):
                label = _label(group, angle % 360, advances)
                is_number = any(map(str.isdecimal, label.text))
                if is_number and (_is_torn(group, in_order) or (cut and _is_cut(group, cut))):
                    label = replace(label, text=UNREAD, is_complete=False)
                if label.text:
                    result.append((label, [sign.glyph for sign in group]))
    result.sort(key=lambda each: (round(each[0].box.top), each[0].box.left))
    return result


def _is_cut(signs: Sequence[Sign], cut: Mapping[int, Sign]) -> bool:
    """Whether the figure cuts off a sign right before or after one of these."""
    for sign in signs:
        for first, second in ((cut.get(sign.glyph.order - 1), sign), (sign, cut.get(sign.glyph.order + 1))):
            if first and second and first.glyph.font == second.glyph.font:
                is_level = abs(first.base - second.base) < LEVEL * sign.size
                if is_level and abs(second.left - first.right) < sign.size / 2:
                    return True
    return False


def _is_torn(signs: Sequence[Sign], in_order: Mapping[int, Sign]) -> bool:
    """Whether the next digit of a number is in another label, as where ticks lie over each other."""
    own = {sign.glyph.order for sign in signs}
    for sign in signs:
        for first, second in ((in_order.get(sign.glyph.order - 1), sign), (sign, in_order.get(sign.glyph.order + 1))):
            if first and second and not own.issuperset((first.glyph.order, second.glyph.order)):
                is_number = first.text in NUMBER_SIGNS and second.text.isdecimal() and first.size == second.size
                step = (second.start - first.start) / first.size
                if is_number and 0 < step < _STEP and abs(second.base - first.base) < _VOID * first.size:
                    return True
    return False


def _text_lines(signs: Sequence[Sign]) -> list[list[Sign]]:
    """Return the lines of elements of text; scripts and minus signs can be elements of their own (R, ROOT)."""
    lines: list[list[Sign]] = []
    for sign in signs:
        if not lines or not _is_same_text(lines[-1], sign):
            lines.append([])
        lines[-1].append(sign)
    return _joined_backwards(lines)


def _is_same_text(line: Sequence[Sign], sign: Sign) -> bool:
    """Whether a character belongs to a line of the characters before it."""
    first, last = line[0], line[-1]
    if sign.glyph.font == last.glyph.font:
        return sign.base - first.base < _LINE * sign.size or sign.start > last.start
    shift, gap = (sign.base - first.base) / first.size, (sign.left - last.right) / first.size
    return sign.size < SAME_SIZE * first.size and abs(gap) < _TEXT_GAP and 0.06 < abs(shift) < _LINE


def _is_bar(box: Box, widest: float) -> bool:
    """Whether a line can be the bar over a letter."""
    return box.width < widest and box.height < box.width / 8


def _advances(glyphs: Sequence[Glyph]) -> dict[str, float]:
    """Return the advance of each monospaced font, in ems. Digits have one width in other fonts, too."""
    steps: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for first, second in pairwise(glyphs):
        if not first.is_font_text and first.font == second.font and first.matrix[:4] == second.matrix[:4]:
            step = hypot(second.matrix[4] - first.matrix[4], second.matrix[5] - first.matrix[5])
            steps[first.font].append((first.text, round(step / (size_of(first.matrix) or 1.0), 2)))
    result = {}
    for font, widths in steps.items():
        others = [width for text, width in widths if not text.isdecimal()]
        width, count = Counter(others or [0.0]).most_common(1)[0]
        if len({text for text, _ in widths}) > 5 and count > 0.6 * len(others) and width > 0.4:
            result[font] = width
    return result


def _label(signs: list[Sign], angle: int, advances: dict[str, float]) -> Label:
    signs, marks = _accents([sign for sign in signs if not _is_void(sign, signs)])
    size = max((sign.size for sign in signs if sign.text not in _TALL), default=signs[0].size)
    main = [sign for sign in signs if sign.size > SAME_SIZE * size]
    base = median(sign.base for sign in main)
    if max(abs(sign.base - base) for sign in main) > LEVEL * size:  # scripts as large as their base
        base = min(main, key=lambda sign: sign.left).base
    text = clean(_withheld(_joined(signs, base, size, marks, advances)))
    colours = Counter(sign.glyph.colour for sign in signs)
    box = box_around(box for sign in signs if (box := ink(sign.glyph))) or Box(0.0, 0.0, 0.0, 0.0)
    if _is_run_together(text):
        text = UNREAD
    is_complete = UNREAD not in text and not any(UNREAD in sign.text for sign in signs)
    return Label(text, box, angle, size, colours.most_common(1)[0][0], base, is_complete)


def _is_void(blank: Sign, signs: Sequence[Sign]) -> bool:
    """Whether a blank has no width: the next sign begins where it does (plotly)."""
    near = _VOID * blank.size
    return blank.glyph.ems is None and any(
        sign is not blank and sign.glyph.ems is not None and abs(sign.start - blank.start) < near for sign in signs
    )


def _accents(signs: list[Sign]) -> tuple[list[Sign], dict[int, str]]:
    """Separate the accents: return the other signs, and the marks over each of them by its identity."""
    marks: dict[int, str] = {}
    rest = []
    for place, sign in enumerate(signs):
        mark = ACCENTS.get(sign.text)
        near = signs[max(0, place - _NEAR) : place + _NEAR] if mark else ()
        base = next((each for each in near if each.glyph.ems is not None and _is_over(sign, each)), None)
        if base is not None and mark:
            marks[id(base)] = marks.get(id(base), "") + mark
        else:
            rest.append(sign)
    return rest or signs, marks


def _is_over(accent: Sign, base: Sign) -> bool:
    return (
        accent is not base
        and base.text.isalnum()
        and base.left - 0.1 * base.size <= accent.middle <= base.right + 0.15 * base.size
        and (
            accent.top >= base.bottom - 0.25 * base.size
            if accent.text == UNDER
            else accent.bottom <= base.top + 0.25 * base.size
        )
    )


def _joined(signs: list[Sign], base: float, size: float, marks: dict[int, str], advances: dict[str, float]) -> str:
    """Write the signs of a line, with scripts and blanks."""
    text = ""
    scripts: dict[int, str] = {-1: "", 1: ""}
    ends: dict[int, Sign] = {}
    for sign in sorted(signs, key=lambda sign: sign.left + min(sign.right, sign.left + sign.size / 2)):
        level = _level(sign, base, size)
        shown = unicodedata.normalize("NFC", sign.text + marks.get(id(sign), ""))
        if level == 0:
            text += _scripted(scripts)
            scripts = {-1: "", 1: ""}
            before = max(ends.values(), key=lambda end: end.right, default=None)
            text += " " * bool(before and text != MINUS and _is_apart(before, sign, advances)) + shown
            ends = {0: sign}
        else:
            before = ends.get(level)
            is_apart = before and scripts[level] != MINUS and _is_apart(before, sign, advances)
            scripts[level] += " " * bool(is_apart) + shown
            ends[level] = sign
    return text + _scripted(scripts)


def _level(sign: Sign, base: float, size: float) -> int:
    """Return -1 for a superscript, 1 for a subscript, 0 for a sign on the line."""
    shift = (sign.base - base) / size
    if (
        sign.glyph.ems is None
        or (sign.text in _TALL and (sign.size > size or is_hanging(sign.glyph)))
        or (sign.text == _ROOT and sign.size > SAME_SIZE * size)
        or (sign.size > SAME_SIZE * size and abs(shift) < LEVEL)
    ):
        return 0
    return 1 if shift > 0.06 else -1 if shift < -0.12 else 0


def _scripted(scripts: dict[int, str]) -> str:
    if scripts[-1].strip() in _DEGREES and not scripts[1]:
        return "°"
    sub, sup = (Symbol(script.strip()) if script.strip() else None for script in (scripts[1], scripts[-1]))
    return to_line(Script(Row(()), sub, sup), MathStyle.TEXT) if sub or sup else ""


def _is_apart(first: Sign, second: Sign, advances: dict[str, float]) -> bool:
    """Whether there is a gap of a word between two signs that follow each other."""
    if first.glyph.ems is None or second.glyph.ems is None:
        return False
    size = max(first.size, second.size)
    if first.glyph.is_font_text:
        return (second.left - first.right) / size > _TEXT_GAP
    advance = advances.get(first.glyph.font) if first.glyph.font == second.glyph.font else None
    if advance:
        return (second.start - first.start) / size > 1.4 * advance
    is_wide = (
        NUMBER_SIGNS.issuperset(first.text + second.text)
        or (first.size < second.size and second.text in _CLOSING)
        or (first.text.isdecimal() and second.text in _EXPONENTS)
    )
    if is_wide and is_advance(first, second):
        return False
    gap = (second.left - first.right) / size + _OVERHANG * (first.text == "f" and second.text.isalpha())
    return gap > (NUMBER_GAP if is_wide else _WORD_GAP)


def _is_run_together(text: str) -> bool:
    """Whether a text is of several numbers that are drawn over each other, or without a gap."""
    match = _DOTTED.fullmatch(text)
    return bool(_TOUCHING.search(text) or (match and len(match[1]) > len(match[2])))


def _withheld(text: str) -> str:
    """Leave out numbers beside a sign that is not read."""
    if UNREAD not in text:
        return text
    words = text.split()
    near = [UNREAD in "".join(words[max(0, place - 1) : place + 2]) for place in range(len(words))]
    shown = [
        _UNREAD_RUN.sub(UNREAD, _DIGITS.sub(UNREAD, word)) if is_near else word
        for word, is_near in zip(words, near, strict=True)
    ]
    return " ".join(shown)
