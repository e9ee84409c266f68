"""SVG from the network, written anew without anything that refers to the outside or that runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Protocol
from xml.parsers.expat import ExpatError, ParserCreate

from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.layers import KEEP_ALL, Plan
from arxtui.figures.outlines import NUMBER
from arxtui.light import NamedTuple, pattern
from arxtui.text import decode

WHOLE = (0.0, 0.0, 1.0, 1.0)
"""The view of a whole figure."""
_NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
_LEFT_OUT = frozenset("script foreignObject metadata title desc a:script iframe handler audio video set".split())
"""Elements that are left out with their content."""
_WITH_TEXT = frozenset({"text", "style"})
_ROOT_ONLY = frozenset({"width", "height", "viewBox", "preserveAspectRatio"})
_GLYPH = "data-text"
_RASTERS = ("data:image/png", "data:image/jpeg", "data:image/jpg", "data:image/gif", "data:image/webp")
_OUTSIDE = pattern(r"""@import[^;]*;?|@font-face\s*\{[^}]*\}?|url\((?!\s*["']?\s*#)[^)]*\)?""", re.IGNORECASE)
"""What a style may not have: other styles, and addresses other than those within the figure."""
_RAW_TEXT = pattern(r'data-text="([<&"])"')
"""MuPDF 1.21 writes the characters of glyphs as they are."""
_CONTROLS = pattern(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LENGTH = pattern(rf"\s*({NUMBER})\s*(px|pt|pc|in|cm|mm|em|ex|)\s*")
PIXELS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "em": 16, "ex": 8}
"""Lengths of the units of SVG and CSS."""
_LONGEST_ENTITY = 200
_HEAD = 65_536
"""Bytes in which the root of an SVG is expected."""
_SPECIAL = pattern(r"""[&<>"\n\r\t]""")
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", **{sign: f"&#{ord(sign)};" for sign in "\n\r\t"}}
)
_LARGEST = 64 << 20
"""Characters of a figure that is given to the renderer; entities could make it larger than its file."""
_FILLED_IN = (300.0, 150.0)
"""Size of a figure that names none, in pixels: that of HTML."""

View = tuple[float, float, float, float]
"""The part of a figure that is drawn: x, y, width and height as fractions of the figure."""


class Box(NamedTuple):
    """The coordinates that a figure draws in, and its size in pixels (96 to the inch)."""

    x: float
    y: float
    units_wide: float
    units_high: float
    width: float
    height: float


class _RootFound(Exception):  # noqa: N818 - ends a parse that needs no more
    pass


class _Writer:
    """Receives the parts of an SVG from expat, and writes those that are safe."""

    def __init__(self, size: tuple[int, int] | None, view: View, plan: Plan, *, glyphs: bool) -> None:
        self.box: Box | None = None
        self.has_text = False
        self._size = size
        self._view = view
        self._glyphs = glyphs
        self._written: list[str] = []
        self._length = 0
        self._plan = plan
        self._number = self._omitted_depth = self._text_depth = 0
        self._open: list[tuple[str, str]] = []
        self._closed = ""
        self._style: list[str] | None = None

    @property
    def svg(self) -> str:
        """The SVG as written."""
        return "".join(self._written)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Write the start of an element."""
        local = name.rpartition(":")[2]
        self._number += 1
        if self.box is None:
            self._root(local, attributes)
            return
        if self._omitted_depth or self._is_omitted(local, attributes):
            self._omitted_depth += 1
            return
        if self._text_depth or local in _WITH_TEXT:
            self._text_depth += 1
            self.has_text = self.has_text or local == "text"
            self._style = [] if local == "style" else self._style
        planned = self._planned(attributes)
        if planned or not attributes or local != "g":
            self._begin(local, planned)
        else:
            self._open.append(("", ""))

    def end(self, name: str) -> None:
        """Write the end of an element."""
        if self._omitted_depth:
            self._omitted_depth -= 1
            return
        self._text_depth -= bool(self._text_depth)
        if self._style is not None:
            self._write(_escape(_safe_style("".join(self._style))))
            self._style = None
        end, clip = self._open.pop()
        if end:
            self._write(end)
            self._closed = clip

    def _is_omitted(self, local: str, attributes: Mapping[str, str]) -> bool:
        return (
            local in _LEFT_OUT
            or (not self._glyphs and (_GLYPH in attributes or local == "text"))
            or (local == "clipPath" and attributes.get("id") in self._plan.clips)
            or self._plan.changes.get(self._number) == {}
        )

    def _planned(self, attributes: dict[str, str]) -> dict[str, str]:
        """Return the attributes of an element as it is drawn."""
        if "clip-path" not in attributes and self._number not in self._plan.changes:
            return attributes
        clip = self._plan.clips.get(attributes.get("clip-path", "")[5:-1])
        changes = dict(self._plan.changes.get(self._number, ()))
        if clip is not None:
            changes["clip-path"] = clip and f"url(#{clip})"
        return {name: value for name, value in {**attributes, **changes}.items() if value} if changes else attributes

    def _begin(self, local: str, attributes: Mapping[str, str]) -> None:
        """Write the start of an element, but not of a group with the clip of the group before, which goes on."""
        clip = attributes["clip-path"] if local == "g" and attributes.keys() == {"clip-path"} else ""
        if clip and clip == self._closed:
            self._written.pop()
            self._closed = ""
        else:
            self._write(f"<{local}{''.join(_safe_attributes(attributes))}>")
        self._open.append((f"</{local}>", clip))

    def text(self, data: str) -> None:
        """Write text, where there can be any."""
        if self._style is not None:
            self._style.append(data)
        elif self._text_depth and not self._omitted_depth:
            self._write(_escape(data))

    def entity(self, name: str, is_parameter: int, value: str | None, *outside: object) -> None:
        """Refuse entities but short texts, as drawing programs define them for namespaces."""
        if value is None or is_parameter or len(value) > _LONGEST_ENTITY or "&" in value:
            raise NotDrawnError("it defines entities")

    def _root(self, local: str, attributes: Mapping[str, str]) -> None:
        if local != "svg":
            raise NotDrawnError("it is no SVG")
        self.box = box = _box(attributes)
        if self._size is None:
            raise _RootFound
        x, y, width, height = self._view
        seen = (box.x + x * box.units_wide, box.y + y * box.units_high, width * box.units_wide, height * box.units_high)
        self._open.append(("</svg>", ""))
        others = {name: value for name, value in attributes.items() if name not in _ROOT_ONLY}
        self._write(
            f'<svg {_NAMESPACES} width="{self._size[0]}" height="{self._size[1]}" preserveAspectRatio="none" '
            f'viewBox="{" ".join(map(str, seen))}"{"".join(_safe_attributes(others))}>'
        )

    def _write(self, part: str) -> None:
        self._length += len(part)
        if self._length > _LARGEST:
            raise NotDrawnError("it is too large")
        self._written.append(part)
        self._closed = ""


def safe_svg(
    data: bytes,
    size: tuple[int, int],
    view: View = WHOLE,
    plan: Plan = KEEP_ALL,
    *,
    glyphs: bool = True,
) -> tuple[str, bool]:
    """Return an SVG that draws a ``view`` of this one in ``size`` pixels, and whether it has text that needs a font.

    References but ``#...`` and raster ``data:`` images are left out, with scripts, imported styles and entities;
    without ``glyphs``, its text and the drawn characters of MuPDF's SVG, too. Layers that the ``plan`` spares are not
    written. Unescaped characters of MuPDF 1.21 are repaired.

    Raises:
        NotDrawnError: the data is no well-formed SVG, defines entities or is too large.
    """
    writer = _Writer(size, view, plan, glyphs=glyphs)
    parse_svg(data, writer)
    return writer.svg, writer.has_text


def svg_box(data: bytes) -> Box:
    """Return the coordinates and the size of an SVG; only its root is read. Raises: NotDrawnError if it is no SVG."""
    writer = _Writer(None, WHOLE, KEEP_ALL, glyphs=True)
    with suppress(_RootFound):
        parse_svg(data[:_HEAD], writer)
    assert writer.box
    return writer.box


class Receiver(Protocol):
    """Receives the parts of an SVG from expat."""

    def start(self, name: str, attributes: dict[str, str], /) -> None:
        """Receive the start of an element."""

    def end(self, name: str, /) -> None:
        """Receive the end of an element."""

    def text(self, data: str, /) -> None:
        """Receive text."""

    def entity(self, name: str, is_parameter: int, value: str | None, /, *outside: object) -> None:
        """Receive the definition of an entity."""


def parse_svg(data: bytes, receiver: Receiver) -> None:
    """Parse an SVG, after the repair of unescaped characters of MuPDF 1.21. Raises: NotDrawnError if it is damaged."""
    text = _RAW_TEXT.sub(lambda match: f'data-text="{_escape(match[1])}"', _CONTROLS.sub(" ", decode(data)))
    parser = ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = receiver.start, receiver.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = receiver.text, receiver.entity
    try:
        parser.Parse(text.encode(), True)
    except ExpatError as error:
        raise NotDrawnError(f"its SVG is damaged in line {error.lineno}") from error


def _safe_attributes(attributes: Mapping[str, str]) -> Iterator[str]:
    for name, value in attributes.items():
        written = _safe_name(name)
        if written == "xlink:href":
            if value.strip().startswith("#") or value.strip().lower().startswith(_RASTERS):
                yield f' xlink:href="{_escape(value.strip())}"'
        elif written:
            yield f' {name}="{_escape(_safe_style(value) if "(" in value or name == "style" else value)}"'


@lru_cache(1_024)
def _safe_name(name: str) -> str:
    """Return the name with which an attribute is written; "" if it is left out."""
    prefix, _, local = name.rpartition(":")
    if local in ("href", "src"):
        return "xlink:href"
    is_unsafe = name in (_GLYPH, "xmlns") or local == "base" or local.lower().startswith("on")
    return "" if is_unsafe or prefix not in ("", "xml") else name


def _escape(text: str) -> str:
    return text.translate(_ESCAPES) if _SPECIAL.search(text) else text


def _safe_style(style: str) -> str:
    """Return a style without what is outside; none at all if its names are escaped."""
    return "" if "\\" in style else _OUTSIDE.sub("none", style)


def _box(attributes: Mapping[str, str]) -> Box:
    width, height = (_pixels(attributes.get(name, "")) for name in ("width", "height"))
    try:
        x, y, wide, high = map(float, attributes.get("viewBox", "").replace(",", " ").split())
        is_box = 0 < wide < 1e9 and 0 < high < 1e9 and abs(x) < 1e9 and abs(y) < 1e9
    except ValueError:
        is_box = False
    if not is_box:
        x, y, wide, high = 0.0, 0.0, width or _FILLED_IN[0], height or _FILLED_IN[1]
    if width and height:
        return Box(x, y, wide, high, width, height)
    scale = width / wide if width else height / high if height else 1.0
    return Box(x, y, wide, high, wide * scale, high * scale)


def _pixels(length: str) -> float:
    """Return a length in pixels; 0 if it is missing, relative or absurd."""
    match = _LENGTH.fullmatch(length)
    pixels = float(match[1]) * PIXELS[match[2]] if match else 0.0
    return pixels if 0 < pixels < 1e6 else 0.0
