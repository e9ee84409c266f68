"""The size of a picture by its first bytes, without decoding it."""

from __future__ import annotations

from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.safe import svg_box
from arxtui.light import pattern

SVG = "image/svg+xml"
_MOST_SEGMENTS = 2_000
_JPEG_START = b"\xff\xd8"
_JPEG_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Markers with which the data of a JPEG can begin (ITU-T T.81, table B.1)."""
_WEBP = pattern(rb"RIFF.{4}WEBP(?:VP8X.{8}(?P<x>.{6})|VP8L.{4}/(?P<l>.{4})|VP8 .{4}...\x9d\x01\x2a(?P<v>.{4}))", 16)
"""RFC 9649, sections 2.5 to 2.7."""


def picture_size(data: bytes, type: str) -> tuple[float, float] | None:
    """Return the width and height in pixels of a picture of this MIME type; None if the data has none."""
    reader = _READERS.get(type)
    try:
        size = reader(data) if reader else None
    except NotDrawnError:
        return None
    return size if size and all(size) else None


def _png(data: bytes) -> tuple[float, float] | None:
    return (_big(data[16:20]), _big(data[20:24])) if data[12:16] == b"IHDR" else None


def _gif(data: bytes) -> tuple[float, float] | None:
    if data[:3] != b"GIF":
        return None
    return _little(data[6:8]), _little(data[8:10])


def _jpeg(data: bytes) -> tuple[float, float] | None:
    at = len(_JPEG_START)
    if not data.startswith(_JPEG_START):
        return None
    for _ in range(_MOST_SEGMENTS):
        if data[at : at + 1] != b"\xff" or at + 9 > len(data):
            return None
        if data[at + 1 : at + 2] == b"\xff":  # fill bytes
            at += 1
        elif data[at + 1] in _JPEG_FRAMES:
            return _big(data[at + 7 : at + 9]), _big(data[at + 5 : at + 7])
        else:
            at += 2 + _big(data[at + 2 : at + 4])
    return None


def _webp(data: bytes) -> tuple[float, float] | None:
    match = _WEBP.match(data)
    if not match:
        return None
    if canvas := match["x"]:
        return _little(canvas[:3]) + 1, _little(canvas[3:]) + 1
    if lossless := match["l"]:
        bits = _little(lossless)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return _little(match["v"][:2]) & 0x3FFF, _little(match["v"][2:]) & 0x3FFF


def _svg(data: bytes) -> tuple[float, float]:
    box = svg_box(data)
    return box.width, box.height


def _big(data: bytes) -> int:
    return int.from_bytes(data)


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


_READERS = {"image/png": _png, "image/gif": _gif, "image/jpeg": _jpeg, "image/webp": _webp, SVG: _svg}
