"""What an SVG can be drawn without: resvg draws each clip and each opacity on a layer of its own, which takes longer
than what is in it. A clip that cuts nothing is left out, neighbours with the same clip share one, and the opacity of
one path with one paint becomes that of its paint."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from arxtui.figures.outlines import IDENTITY, NUMBER, Box, Matrix, Outline
from arxtui.light import NamedTuple, pattern

REFERENCE = pattern(r"#([\w.:-]+)")
_CLIP = pattern(r"url\(#([\w.:-]+)\)")
_NUMBER = pattern(NUMBER)
_PLAIN = frozenset(("g", "path", "defs", "rect", "line", "polyline", "polygon", "circle", "ellipse"))
"""Elements whose extent is known."""
_EXTENDING = frozenset(("filter", "mask", "style", "class", "marker-start", "marker-mid", "marker-end"))
_OF_A_CLIP = frozenset(("id", "clipPathUnits"))
_OF_A_RECTANGLE = frozenset(("d", "transform"))
_OF_A_GROUP = frozenset(("opacity", "clip-path", "transform"))
_SLACK = 5e-5
"""How far beyond a clip nothing is seen, as a part of the figure's longer side."""
_DEEPEST = 20
"""The most clips within each other that are looked at."""
_ROUND, _CAPS = ("round", "bevel"), ("round", "butt")
_FARTHEST = 10.0
"""How far a mitre is beyond its corner, in halves of the stroke, if the figure does not say."""


class Plan(NamedTuple):
    """``clips`` are the clips that cut nothing (""), and those with the rectangle of another, by their names;
    ``changes`` are the attributes that elements have instead, by their numbers in the document ("" for none; an element
    that is not seen has no attributes)."""

    clips: Mapping[str, str] = MappingProxyType({})
    changes: Mapping[int, Mapping[str, str]] = MappingProxyType({})


KEEP_ALL = Plan()


class Paint(NamedTuple):
    """The only paint of a path, by the number of the path, and its opacity."""

    number: int
    name: str
    opacity: float


class _Group(NamedTuple):
    depth: int
    number: int
    opacity: float | None
    paints: list[Paint | None]


class Layers:
    """Receives the elements of a figure in their order."""

    def __init__(self, page: Box) -> None:
        self._page = page
        self._slack = _SLACK * max(page.width, page.height)
        self._rectangles: dict[str, Box] = {}
        self._names: set[str] = set()
        self._odd: set[str] = set()
        self._cutting: set[str] = set()
        self._around: list[tuple[int, str]] = []
        self._groups: list[_Group] = []
        self._changes: dict[int, Mapping[str, str]] = {}
        self._is_off = False

    @property
    def plan(self) -> Plan:
        """What was found in the whole figure."""
        if self._is_off:
            return KEEP_ALL
        first: dict[Box, str] = {}
        clips: dict[str, str] = {}
        for name, box in self._rectangles.items():
            if name not in self._odd:
                is_idle = name not in self._cutting or box.contains(self._page)
                same = "" if is_idle else first.setdefault(box, name)
                if same != name:
                    clips[name] = same
        return Plan(clips, self._changes)

    def started(
        self, number: int, local: str, attributes: Mapping[str, str], depth: int, matrix: Matrix, *, is_defined: bool
    ) -> None:
        """Receive the start of an element. One that ``is_defined`` is not drawn where it stands."""
        is_copy = local == "use" and "data-text" not in attributes
        if is_copy or local in ("style", "marker") or "url(" in attributes.get("style", ""):
            self._is_off = True
        if not is_defined and (local not in _PLAIN or not _EXTENDING.isdisjoint(attributes)):
            self._cutting.update(name for _, name in self._around)
            self._mixed()
        if local == "g" and "opacity" in attributes and not is_defined:
            opacity = _opacity(attributes["opacity"]) if attributes.keys() <= _OF_A_GROUP else None
            self._groups.append(_Group(depth, number, opacity, []))
        if clip := attributes.get("clip-path"):
            match = _CLIP.fullmatch(clip)
            if match is None:
                self._is_off = True
            elif is_defined or local not in ("g", "path") or matrix != IDENTITY or len(self._around) >= _DEEPEST:
                self._odd.add(match[1])
            else:
                self._around.append((depth, match[1]))

    def ended(self, depth: int) -> None:
        """Receive the end of an element."""
        if self._around and self._around[-1][0] == depth:
            self._around.pop()
        if self._groups and self._groups[-1].depth == depth:
            group = self._groups.pop()
            paint = group.paints[0] if len(group.paints) == 1 else None
            if group.opacity is not None and paint:
                self._changes[group.number] = {"opacity": ""}
                self._painted(paint._replace(opacity=paint.opacity * group.opacity))
            elif group.opacity == 0:
                self._changes[group.number] = {}
            elif group.paints:
                self._mixed()

    def clip(self, name: str, attributes: Mapping[str, str], matrix: Matrix) -> None:
        """Receive the start of a definition of a clip."""
        units = attributes.get("clipPathUnits", "userSpaceOnUse")
        if (
            name in self._names
            or matrix != IDENTITY
            or not attributes.keys() <= _OF_A_CLIP
            or units != "userSpaceOnUse"
        ):
            self._odd.add(name)
        self._names.add(name)

    def clip_part(self, name: str, attributes: Mapping[str, str], box: Box | None) -> None:
        """Receive an element of a definition of a clip, and the rectangle that it is; None if it is something else."""
        is_alone = self._rectangles.setdefault(name, box or self._page) is box
        if not is_alone or not attributes.keys() <= _OF_A_RECTANGLE:
            self._odd.add(name)

    @property
    def are_clipped(self) -> bool:
        """Whether what is drawn now is clipped."""
        return bool(self._around)

    @property
    def are_faded(self) -> bool:
        """Whether what is drawn now is in a group with an opacity."""
        return bool(self._groups)

    def drawn(self, box: Box | None, thickness: float, attributes: Mapping[str, str], *, has_joins: bool) -> None:
        """Receive the rectangle around an outline that is drawn with a stroke of this thickness; None if not known."""
        if box and thickness:
            is_sharp = attributes.get("stroke-linecap") not in _CAPS or (
                has_joins and attributes.get("stroke-linejoin") not in _ROUND
            )
            edge = thickness / 2 * (_FARTHEST if is_sharp else 1)
            box = Box(box.left - edge, box.top - edge, box.right + edge, box.bottom + edge)
        for _, name in self._around:
            clip = self._rectangles.get(name)
            if name not in self._cutting and not (clip and box and clip.contains(box, self._slack)):
                self._cutting.add(name)

    def painted(self, number: int, attributes: Mapping[str, str], paints: Mapping[str, str]) -> None:
        """Receive the opacities of the paints of a path."""
        own = _opacity(attributes.get("opacity", "1"))
        opacities = [(name, each) for name, opacity in paints.items() if (each := _opacity(opacity)) is not None]
        if own is None or len(opacities) != 1 or len(paints) != 1:
            self._mixed()
        else:
            ((name, opacity),) = opacities
            if "opacity" in attributes:
                self._painted(Paint(number, name, opacity * own))
            elif self._groups:
                self._groups[-1].paints.append(Paint(number, name, opacity))

    def _painted(self, paint: Paint) -> None:
        own = {"opacity": "", f"{paint.name}-opacity": f"{paint.opacity:.6f}"}
        self._changes[paint.number] = own if paint.opacity else {}
        if self._groups:
            self._groups[-1].paints.append(paint)

    def _mixed(self) -> None:
        """Note what is not one paint in the group around."""
        if self._groups:
            self._groups[-1].paints.extend((None, None))


@lru_cache(1_024)
def _opacity(text: str) -> float | None:
    """Return an opacity; None if it is no plain number."""
    return min(max(float(text), 0.0), 1.0) if _NUMBER.fullmatch(text) else None


def is_rectangle(outline: Outline) -> bool:
    """Whether an outline is a rectangle with level and upright edges."""
    if len(outline.contours) != 1 or outline.curves:
        return False
    corners = outline.contours[0]
    xs, ys = {x for x, _ in corners}, {y for _, y in corners}
    is_closed = len(corners) == 5 and corners[0] == corners[4]
    edges = pairwise(corners)
    return is_closed and len(xs) == len(ys) == 2 and all((x == u) != (y == v) for (x, y), (u, v) in edges)
