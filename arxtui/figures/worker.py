"""The process that draws: ``python -m arxtui.figures.worker``. It reads requests and writes answers, each a line of
JSON with the number of bytes that follow it. What it draws came from the network, so that the process has limits of
time and memory, and opens no file unless a figure needs fonts. SVG becomes pixels by resvg
(https://github.com/linebender/resvg)."""

from __future__ import annotations

import gc
import json
import resource
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from math import floor
from typing import Any

from PIL import Image, WebPImagePlugin  # noqa: F401
from resvg_py import svg_to_bytes

from arxtui.figures.cells import SHAPES, Cells, Paper, cell_runs
from arxtui.figures.decoding import NotDrawnError, decode_picture
from arxtui.figures.layers import KEEP_ALL, Plan
from arxtui.figures.overlay import overlaid
from arxtui.figures.safe import WHOLE, View, safe_svg
from arxtui.figures.size import SVG
from arxtui.figures.text import FigureText, figure_text
from arxtui.text.decode import decode

_MOST_PIXELS = 16_000_000
_DPI = 96
_GROUND = "#ffffff"
_MEMORY = 1 << 30
"""Bytes of address space."""
_SECONDS = 10
"""Processor time of a drawing."""
_FILES = 256
_FIGURES = 4
"""Figures whose text is kept: enlarged or moved, a figure is drawn again."""
_TEXT = b"<text"
_LOOK, _WHITE, _BLACK = 64, 0xF0, 0x20
"""Pixels across and down by which a part of a picture is judged, the least brightness of white, and the most of
black."""
_MOST_WHITE, _LEAST_WHITE, _MOST_BOTH = 0.35, 0.25, 0.7
"""How much of it a drawing on white has: of white, or of white with so much of white and black."""


def render(
    svg: bytes,
    width: int,
    height: int,
    view: View = WHOLE,
    plan: Plan = KEEP_ALL,
    *,
    glyphs: bool = True,
) -> Image.Image:
    """Draw a ``view`` of an SVG from the network on white, stretched to ``width`` by ``height`` pixels, to a picture in
    RGB. ``plan`` and ``glyphs`` as in :func:`safe_svg`. A figure that never ends can only be stopped with its process.

    Raises:
        NotDrawnError: as :func:`safe_svg`, or resvg refuses the figure, or it would be too large.
    """
    if not 0 < width * height <= _MOST_PIXELS:
        raise NotDrawnError(f"it is too large: {width:,} by {height:,} pixels")
    text, has_text = safe_svg(svg, (width, height), view, plan, glyphs=glyphs)
    try:
        png = svg_to_bytes(svg_string=text, dpi=_DPI, background=_GROUND, skip_system_fonts=not has_text)
    except ValueError as error:
        raise NotDrawnError(f"resvg cannot draw it: {error}") from error
    with Image.open(BytesIO(png), formats=("PNG",)) as image:
        return image.convert("RGB")


def main() -> int:
    """Answer requests until there are none."""
    Image.preinit()  # loads what reads pictures, as the import of WebP's reader does; later, no file can be opened
    _limit(resource.RLIMIT_AS, _MEMORY)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, 0)
    gc.freeze()
    gc.disable()  # a drawing makes many objects, and few in circles
    while line := sys.stdin.buffer.readline():
        request = json.loads(line)
        data = sys.stdin.buffer.read(request["size"])
        try:
            kind, answer = "", _answer(request, data)
        except NotDrawnError as error:
            kind, answer = "fault", str(error).encode()
        except MemoryError:
            kind, answer = "fault", b"it needs too much memory"
        except Exception as error:  # one figure must not end the process, nor lose those that are kept
            kind, answer = "fault", f"it cannot be drawn ({type(error).__name__})".encode()
        sys.stdout.buffer.write(json.dumps({"size": len(answer), "kind": kind}).encode() + b"\n" + answer)
        sys.stdout.buffer.flush()
        gc.collect()
    return 0


def _answer(request: dict[str, Any], data: bytes) -> bytes:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    _limit(resource.RLIMIT_CPU, int(usage.ru_utime + usage.ru_stime) + _SECONDS)
    if request["text"] or request["type"] == SVG:
        decode(data)  # loads its codec; later, no file can be opened
    if request["text"]:
        text = _text(data)
        return json.dumps([text.lines(), text.letterings(), text.views()]).encode()
    if request["cells"]:
        return _cells(request, data)
    return _png(_picture(data, request["type"], request["width"], request["height"], request["view"]))


def _cells(request: dict[str, Any], data: bytes) -> bytes:
    """Draw a figure in cells; the text of an SVG is characters over the drawing, not a part of it."""
    kind, view = Cells(request["cells"]), request["view"]
    wide, high = SHAPES[kind].pixels
    known = _known_text(data) if request["type"] == SVG else None
    texts = [each.within(view) for each in known.letterings()] if known else []
    size = request["width"] * wide, request["height"] * high
    image = _picture(data, request["type"], *size, view, glyphs=not texts)
    if known:
        _paint_over(image, known.drawn_text(), view)
    paper = Paper(*request["paper"]) if request["paper"] else None
    photographs = [*_photographs(image, known.raster_images(), view)] if known else []
    return json.dumps(overlaid(*cell_runs(image, kind, paper, photographs), texts)).encode()


@lru_cache(_FIGURES)
def _text(data: bytes) -> FigureText:
    return figure_text(data, _render)


def _known_text(data: bytes) -> FigureText | None:
    try:
        return _text(data)
    except NotDrawnError:  # the drawing says so, or needs no text
        return None


def _paint_over(image: Image.Image, places: Iterable[View], view: View) -> None:
    """Give each of these places in a view of a picture the colour that most of what is around it has."""
    for left, top, right, bottom in (_pixels(place, view, image) for place in places):
        left, right = max(left - 1, 0), min(right + 2, image.width)
        top, bottom = max(top - 1, 0), min(bottom + 2, image.height)
        if left < right and top < bottom:
            outside = max(left - 1, 0), max(top - 1, 0), min(right + 1, image.width), min(bottom + 1, image.height)
            around = Counter(image.crop(outside).getdata())
            around.subtract(image.crop((left, top, right, bottom)).getdata())
            image.paste(around.most_common(1)[0][0], (left, top, right, bottom))


def _photographs(image: Image.Image, places: Iterable[View], view: View) -> Iterator[tuple[int, int, int, int]]:
    """Return those of the places in a view of a picture that are not mostly white, or black on white, as rectangles of
    pixels: lines on white can be pixels, too."""
    for left, top, right, bottom in (_pixels(place, view, image) for place in places):
        if left < right and top < bottom:
            part = image.crop((left, top, right, bottom)).convert("L").resize((_LOOK, _LOOK), Image.Resampling.NEAREST)
            counted = part.histogram()
            white, black = (sum(each) / (_LOOK * _LOOK) for each in (counted[_WHITE:], counted[:_BLACK]))
            if white < _MOST_WHITE and not (white > _LEAST_WHITE and white + black > _MOST_BOTH):
                yield left, top, right, bottom


def _pixels(place: View, view: View, image: Image.Image) -> tuple[int, int, int, int]:
    """Return the rectangle of a place within a view of a picture, in its pixels."""
    x, y, width, height = place
    left, right = (floor((each - view[0]) / view[2] * image.width) for each in (x, x + width))
    top, bottom = (floor((each - view[1]) / view[3] * image.height) for each in (y, y + height))
    return max(left, 0), max(top, 0), min(right, image.width), min(bottom, image.height)


def _picture(data: bytes, type: str, width: int, height: int, view: list[float], *, glyphs: bool = True) -> Image.Image:
    """Return a view of a picture in RGB, stretched to a size in pixels; transparent parts are white. ``glyphs`` as in
    :func:`safe_svg`."""
    if type == SVG:
        known = _known_text(data)
        plan = known.plan if known else KEEP_ALL
        _limit(resource.RLIMIT_NOFILE, _FILES if _TEXT in data else 0)  # fonts are files
        try:
            return render(data, width, height, (view[0], view[1], view[2], view[3]), plan, glyphs=glyphs)
        finally:
            _limit(resource.RLIMIT_NOFILE, _FILES)
    image = decode_picture(data)
    left, top = view[0] * image.width, view[1] * image.height
    box = (left, top, left + view[2] * image.width, top + view[3] * image.height)
    is_enlarged = box[2] - box[0] < width
    return image.resize((width, height), Image.Resampling.BICUBIC if is_enlarged else Image.Resampling.BOX, box)


def _render(svg: bytes, width: int, height: int, plan: Plan, *, glyphs: bool) -> Image.Image:
    """Draw as :func:`render` does, without fonts and other files."""
    _limit(resource.RLIMIT_NOFILE, 0)
    try:
        return render(svg, width, height, plan=plan, glyphs=glyphs)
    finally:
        _limit(resource.RLIMIT_NOFILE, _FILES)


def _png(image: Image.Image) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _limit(which: int, most: int) -> None:
    """Set a soft limit, where the system has it."""
    with suppress(ValueError, OSError):
        hard = resource.getrlimit(which)[1]
        resource.setrlimit(which, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
    raise SystemExit(main())
