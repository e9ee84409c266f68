"""Signs known by their outlines: Greek letters, operators and arrows of common fonts, and all of Computer Modern.

``known.tsv`` (made by ``python -m benchmarks.sign_outlines``) has a line for each: the sign, the number of its
contours, and its measures in thousandths. Measures are of the whole outline: edges, area, length, and the moments of
its area up to the third order, which two different letters do not have in common.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot
from pathlib import Path

from arxtui.figures.outlines import Outline

Measures = tuple[float, ...]
TABLE = Path(__file__).with_name("known.tsv")
TOLERANCE = 0.004
"""How far each measure may be off: coordinates are rounded to thousandths of an em."""
_TOP = 3
"""The measure by which signs are sorted."""


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
    return next((sign for sign, its in signs[first:last] if is_alike(own, its)), "")


@cache
def _table() -> dict[int, tuple[list[float], list[tuple[str, Measures]]]]:
    rows: dict[int, list[tuple[str, Measures]]] = defaultdict(list)
    for line in TABLE.read_text("utf-8").splitlines():
        sign, contours, *numbers = line.split("\t")
        rows[int(contours)].append((sign, tuple(int(number) / 1_000 for number in numbers)))
    for signs in rows.values():
        signs.sort(key=lambda each: each[1][_TOP])
    return {contours: ([its[_TOP] for _, its in signs], signs) for contours, signs in rows.items()}
