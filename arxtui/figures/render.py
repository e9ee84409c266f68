"""SVG to pixels, by resvg (https://github.com/linebender/resvg)."""

from __future__ import annotations

from io import BytesIO

from PIL import Image
from resvg_py import svg_to_bytes

from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.safe import WHOLE, View, safe_svg

_MOST_PIXELS = 16_000_000
_DPI = 96


def render(svg: bytes, width: int, height: int, view: View = WHOLE, *, glyphs: bool = True) -> bytes:
    """Draw a ``view`` of an SVG from the network, stretched to ``width`` by ``height`` pixels. ``glyphs`` as in
    :func:`safe_svg`.

    Returns the pixels as RGBA, row by row. A figure that never ends can only be stopped with its process.

    Raises:
        NotDrawnError: as :func:`safe_svg`, or resvg refuses the figure, or it would be too large.
    """
    return rendered(svg, width, height, view, glyphs=glyphs).tobytes()


def rendered(svg: bytes, width: int, height: int, view: View = WHOLE, *, glyphs: bool = True) -> Image.Image:
    """Draw as :func:`render` does, to a picture in RGBA."""
    if not 0 < width * height <= _MOST_PIXELS:
        raise NotDrawnError(f"it is too large: {width:,} by {height:,} pixels")
    text, has_text = safe_svg(svg, (width, height), view, glyphs=glyphs)
    try:
        png = svg_to_bytes(svg_string=text, dpi=_DPI, skip_system_fonts=not has_text)
    except ValueError as error:
        raise NotDrawnError(f"resvg cannot draw it: {error}") from error
    with Image.open(BytesIO(png), formats=("PNG",)) as image:
        return image.convert("RGBA")
