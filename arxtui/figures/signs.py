"""Signs whose character is missing or wrong, told by their outline.

matplotlib before 3.11 draws each sign above U+00FF of its Type 3 fonts as a form, so that the minus of a number is no
text. Fonts that do not name their glyphs, as MATLAB's figures with TeX labels have, give wrong characters: ``:`` for a
full stop, ``6`` for a lambda. A sign that is known by its outline is that sign; where the outline contradicts the
character, it is unread.

``known.tsv`` (made by ``python -m benchmarks.sign_outlines``) has a line for each known sign (Greek letters, operators
and arrows of common fonts, and all of Computer Modern): the sign, the number of its contours, and its measures in
thousandths. Measures are of the whole outline: edges, area, length, and the moments of its area up to the third order,
which two different letters do not have in common.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise, product
from math import hypot
from pathlib import Path

from arxtui.figures.outlines import Box, Matrix, Outline, Point, box_of
from arxtui.figures.svg import Drawing, Glyph, Shape

Measures = tuple[float, ...]
TABLE = Path(__file__).with_name("known.tsv")
TOLERANCE = 0.004
"""How far each measure may be off: coordinates are rounded to thousandths of an em."""
_TOP = 3
"""The measure by which signs are sorted."""
UNREAD = "\N{REPLACEMENT CHARACTER}"
"""Stands for a sign that is not read, and for a number beside one."""
MINUS = "\N{MINUS SIGN}"
_DASHES = frozenset("-\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}")
TWINS = ({"⟨", "("}, {"⟩", ")"}, {"⊕", "⊗"})
"""Signs with the same measures, which something else tells apart."""
_KEPT = ({"^", "\u0302"}, {"~", "\u0303"}, {"~", "∼"}, *TWINS)
"""Signs with the outline of another: a power can be written with the mark that is put over a letter."""
_ROUGH = 0.012
"""How far the ends of a level line are from one height at most, in ems."""
_CONTOURS = {
    **dict.fromkeys("1235", (1,)),
    "7": (1,),
    "0": (2, 3),
    "4": (1, 2),
    "6": (2,),
    "8": (3,),
    "9": (2,),
    **dict.fromkeys(".,/+<>()[]", (1,)),
    **dict.fromkeys(":;=!", (2,)),
    "✓": (1,),
    "⌦": (2, 3, 4),
}
"""How many contours these characters have in common fonts (a dotted zero has three, an open four one; macOS writes a
check mark for a theta, and a delete key for an omega)."""
_LARGEST_FORM = 1.6
"""Size of a sign in ems."""
_FORM_UNITS = 1000
"""Units in an em of a Type 3 font of matplotlib."""
_ROUNDING = 0.6
"""Error of a font size that is read from a matrix with three decimals, times the units."""
_SCRIPTS = (1 / 0.7, 1.0, 0.7, 0.49)
"""The sizes of matplotlib's scripts, and of what has one: all those of a figure can be forms."""
_MOST_ALIKE = 3
"""A matrix that more shapes share is that of a drawing."""
_JOINED = frozenset("fijlt")
"""Letters of ligatures."""
_OFF = 0.08
"""How much narrower than both of its letters a ligature is at most, in ems; twice as much, how much wider."""
_BEGINNING, _END = 0.6, 0.7
"""The least parts of letters that are in a ligature of them."""
_MOST_POINTS = 200
_LIGATURES = range(0xFB00, 0xFB07)
_PRIVATE = ("Co", "Cc", "Cf", "Cs", "Cn")


def measures(outline: Outline) -> Measures:
    """Measure an outline in ems: left, bottom, right and top edge, area, length, and moments about the middle of the
    edges, in units of half of the longer side; () if it has no area."""
    box = outline.box()
    if box is None or not box.width or not box.height:
        return ()
    middle_x, middle_y = box.middle
    unit = max(box.width, box.height) / 2
    length = 0.0
    sums = [0.0] * 8
    for contour in outline.contours:
        points = [((x - middle_x) / unit, (y - middle_y) / unit) for x, y in contour]
        for (x, y), (u, v) in pairwise([*points, points[0]]):
            length += hypot(u - x, v - y)
            cross = x * v - u * y
            sums[0] += cross / 2
            sums[1] += cross * (x + u) / 6
            sums[2] += cross * (y + v) / 6
            sums[3] += cross * (x * x + x * u + u * u) / 12
            sums[4] += cross * (2 * x * y + x * v + u * y + 2 * u * v) / 24
            sums[5] += cross * (y * y + y * v + v * v) / 12
            sums[6] += cross * (x**3 + x * x * u + x * u * u + u**3) / 20
            sums[7] += cross * (y**3 + y * y * v + y * v * v + v**3) / 20
    if not sums[0]:
        return ()
    scale = unit * unit if sums[0] > 0 else -unit * unit  # contours turn right in TrueType, left in PostScript
    return (*box, sums[0] * scale, length * unit / 10, *(each * scale for each in sums[1:]))


def is_alike(first: Sequence[float], second: Sequence[float], tolerance: float = TOLERANCE) -> bool:
    """Whether two outlines have the same measures."""
    return all(abs(one - other) <= tolerance for one, other in zip(first, second, strict=True))


@lru_cache(4_096)
def known_sign(outline: Outline) -> str:
    """Return the sign that has this outline in ems; "" if it is not known."""
    own = measures(outline)
    if not own:
        return ""
    tops, signs = _table().get(len(outline.contours), ([], []))
    first = bisect_left(tops, own[_TOP] - TOLERANCE)
    last = bisect_left(tops, own[_TOP] + TOLERANCE)
    alike = list(dict.fromkeys(sign for sign, its in signs[first:last] if is_alike(own, its)))
    return next((sign for sign in alike if len(alike) == 1 or _is_own(sign, outline)), "")


def _is_own(sign: str, outline: Outline) -> bool:
    """Whether an outline is that of a sign, and not of its twin: round brackets have curves, and the cross within a
    circle has level lines if it is upright."""
    if sign in "⟨⟩()":
        return bool(outline.curves) == (sign in "()")
    edges = (edge for contour in outline.contours for edge in pairwise(contour))
    return sign not in "⊕⊗" or any(abs(y - v) < _ROUGH < abs(x - u) / 10 for (x, y), (u, v) in edges) == (sign == "⊕")


@cache
def _table() -> dict[int, tuple[list[float], list[tuple[str, Measures]]]]:
    rows: dict[int, list[tuple[str, Measures]]] = defaultdict(list)
    for line in TABLE.read_text("utf-8").splitlines():
        sign, contours, *numbers = line.split("\t")
        rows[int(contours)].append((sign, tuple(int(number) / 1_000 for number in numbers)))
    for signs in rows.values():
        signs.sort(key=lambda each: each[1][_TOP])
    return {contours: ([its[_TOP] for _, its in signs], signs) for contours, signs in rows.items()}


def size_of(matrix: Matrix) -> float:
    """Return the size of an em, in units of the figure."""
    return hypot(matrix[2], matrix[3])


def forms(drawing: Drawing) -> Iterator[Glyph]:
    """Find the shapes that have the size of a sign of this figure's text; each is returned as a glyph without text."""
    sizes = {round(size_of(glyph.matrix) * shrunk, 1) for glyph in drawing.glyphs for shrunk in _SCRIPTS}
    alike = Counter(shape.matrix for shape in drawing.shapes)
    for shape in drawing.shapes:
        if alike[shape.matrix] <= _MOST_ALIKE and (form := _form(shape, sizes)):
            yield form


def _form(shape: Shape, sizes: Iterable[float]) -> Glyph | None:
    scale = size_of(shape.matrix)
    size = min(sizes, key=lambda size: abs(size - scale * _FORM_UNITS), default=0.0)
    if shape.stroke or not shape.fill or shape.outline is None or abs(size - scale * _FORM_UNITS) > _ROUNDING:
        return None
    outline = shape.outline.moved((1 / _FORM_UNITS, 0, 0, 1 / _FORM_UNITS, 0, 0))
    ems = outline.box()
    if ems is None or max(ems.width, ems.height) > _LARGEST_FORM:
        return None
    a, b, c, d, e, f = shape.matrix
    units = float(_FORM_UNITS)
    return Glyph(
        "", "", outline, (a * units, b * units, c * units, d * units, e, f), ems, shape.fill, shape.order, None
    )


_DOT = 0.22
"""The largest dot of an i, in ems."""
_WIDEST_F = 0.47
_WIDER = 1.3
"""A letter f that is so much wider than another of its font is a ligature (MuPDF gives its first letter)."""


def _ligatures(glyphs: Sequence[Glyph]) -> set[tuple[str, Box]]:
    """Return the fonts and rectangles of ligatures: which of ff, fi and fl they are is not known."""
    found: dict[str, set[Box]] = {}
    for glyph in glyphs:
        if glyph.text == "f" and glyph.ems:
            found.setdefault(glyph.font, set()).add(glyph.ems)
    result = set()
    for font, kinds in found.items():
        narrowest = min(ems.width for ems in kinds)
        for ems in kinds:
            if ems.width > _WIDER * narrowest:
                result.add((font, ems))
    return result


def read_signs(glyphs: Sequence[Glyph]) -> list[str]:
    """Return the text of each glyph; :data:`UNREAD` where it is unknown or cannot be what its outline shows. In a font
    with a contradiction only letters are believed: they are where all encodings of TeX have them."""
    doubtful = {glyph.font for glyph in glyphs if glyph.text and _contradicts(glyph)}
    ligatures = _ligatures(glyphs)
    texts = [
        _known(glyph)
        or (
            _ligature(glyph)
            if glyph.text == "f" and ((glyph.font, glyph.ems) in ligatures or _is_ligature(glyph))
            else _read(glyph, is_doubtful=glyph.font in doubtful)
        )
        for glyph in glyphs
    ]
    if UNREAD not in texts:
        return texts
    signs = list(zip(glyphs, texts, strict=True))
    letters = {(text, glyph.outline) for glyph, text in signs if text in _JOINED}
    return [_of_letters(glyph, letters) if text == UNREAD else text for glyph, text in signs]


def _of_letters(glyph: Glyph, letters: Iterable[tuple[str, Outline]]) -> str:
    """Return the two letters of a ligature of which the figure has the outlines, too: it begins as the first (or that
    is its text), and ends as the longest part of the second (the dot of an i can be missing)."""
    ems, points = glyph.ems, {point for contour in glyph.outline.contours for point in contour}
    if ems is None or len(points) > _MOST_POINTS:
        return UNREAD
    firsts, lasts = set(), set()
    for text, outline in letters:
        box = outline.box()
        if box is None:
            continue
        longest = max(outline.contours, key=lambda contour: max(y for _, y in contour) - min(y for _, y in contour))
        if glyph.text == text or _part(longest, points, 0.0) > _BEGINNING:
            firsts.add((text, box.width))
        if _part(longest, points, ems.right - box.right) > _END:
            lasts.add((text, box.width))
    pairs = product(firsts, lasts)
    found = {first + last for (first, one), (last, other) in pairs if -_OFF < ems.width - one - other < 2 * _OFF}
    return found.pop() if len(found) == 1 else UNREAD


def _part(contour: Sequence[Point], points: Iterable[Point], shift: float) -> float:
    """Return which part of a contour is among points if it is moved to the right."""
    found = sum(any(abs(x + shift - u) < _ROUGH and abs(y - v) < _ROUGH for u, v in points) for x, y in contour)
    return found / len(contour)


def _is_ligature(glyph: Glyph) -> bool:
    """Whether an upright f is wider than any letter f, or has other contours."""
    ems = glyph.ems
    return ems is not None and (len(glyph.outline.contours) > 1 or (ems.top > -0.05 and ems.width > _WIDEST_F))


def _ligature(glyph: Glyph) -> str:
    """Return ``fi`` for a ligature with one dot that is not wider than that; others are not known."""
    boxes = [box for contour in glyph.outline.contours if (box := box_of(contour))]
    dots = [box for box in boxes if max(box.width, box.height) < _DOT and box.top > 2 * _DOT]
    return "fi" if len(dots) == 1 and glyph.ems and glyph.ems.width < 3 * _DOT else UNREAD


def _known(glyph: Glyph) -> str:
    """Return the sign that the outline of a glyph is known as, or "" if it is unknown or that of its own character."""
    known = known_sign(glyph.outline)
    is_same = unicodedata.normalize("NFKC", glyph.text) == unicodedata.normalize("NFKC", known)
    return "" if is_same or {known, glyph.text} <= _DASHES or {known, glyph.text} in _KEPT else known


def _read(glyph: Glyph, *, is_doubtful: bool) -> str:
    text = glyph.text
    if glyph.ems is None:
        return " " if not text.strip() else ""
    if len(text) == 1 and ord(text) in _LIGATURES:
        return unicodedata.normalize("NFKC", text)
    is_letter = text.isalpha() and text.isascii()
    is_unknown = not text.strip() or any(sign == UNREAD or unicodedata.category(sign) in _PRIVATE for sign in text)
    if not is_unknown and (is_letter or not is_doubtful):
        return MINUS if text in _DASHES and is_bar(glyph.ems, glyph) else text
    if is_bar(glyph.ems, glyph):
        return MINUS
    if is_doubtful and _is_dot(glyph.ems, glyph):
        return "."
    return _bracket(glyph.ems, glyph) or UNREAD


_WIDE_BAR = 0.45
"""Least width of a minus sign in ems; a hyphen is narrower."""


def is_bar(ems: Box, glyph: Glyph) -> bool:
    """Whether a glyph is one flat bar at the height of a minus sign."""
    return (
        len(glyph.outline.contours) == 1
        and ems.width > _WIDE_BAR
        and ems.height < ems.width / 4
        and 0.12 < ems.middle[1] < 0.5
    )


def _is_dot(ems: Box, glyph: Glyph) -> bool:
    """Whether a glyph is a full stop."""
    return len(glyph.outline.contours) == 1 and max(ems.width, ems.height) < 0.25 and abs(ems.top) < 0.05


def _bracket(ems: Box, glyph: Glyph) -> str:
    """Return the round bracket that a glyph is, or ""."""
    if len(glyph.outline.contours) != 1 or ems.height < 1.0 or ems.height < 3 * ems.width or not glyph.outline.curves:
        return ""
    points = glyph.outline.contours[0]
    ends = [x for x, y in points if min(y - ems.top, ems.bottom - y) < ems.height / 8]
    belly = [x for x, y in points if min(y - ems.top, ems.bottom - y) > ems.height / 3]
    if not ends or not belly:
        return ""
    shift = (sum(belly) / len(belly) - sum(ends) / len(ends)) / ems.width
    return "(" if shift < -0.3 else ")" if shift > 0.3 else ""


def _contradicts(glyph: Glyph) -> bool:
    """Whether the outline of a glyph cannot be its character's."""
    ems, text = glyph.ems, glyph.text
    if ems is None or text == UNREAD or glyph.is_font_text:
        return False
    count = len(glyph.outline.contours)
    if text.isascii() and text.isdecimal():
        return count not in _CONTOURS[text] or not 0.35 < ems.height < 1.0 or not -0.35 < ems.top < 0.15
    if text in _DASHES:
        return count != 1 or ems.height > ems.width
    if text in ".,":
        return count != 1 or ems.width > 0.4
    return text in _CONTOURS and count not in _CONTOURS[text]
