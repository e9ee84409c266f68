"""Images of a full text: their base address, and the type of their bytes."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from arxtui.light import pattern
from arxtui.text import decode

SVG = "image/svg+xml"

_BASE = pattern(r"""<base\b[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_HEAD = 16_384
"""Bytes at the start of a page in which a base address or the root of an SVG is expected."""
_SVG = pattern(r"(?>\s+|\ufeff|<\?.*?\?>|<!--.*?-->|<![^>]*>)*+<(?:\w+:)?svg[\s>/]", re.DOTALL)
_MARKS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)


def picture_base(page: bytes, url: str) -> str:
    """Return the base address for the images of a full text; ``url`` is the address of the page.

    Without ``<base>``, the images are in a folder named like the page (https://arxiv.org/html/2402.08954v1).
    """
    match = _BASE.search(decode(page[:_HEAD]))
    return urljoin(url, match[1]) if match else f"{url.partition('?')[0].rstrip('/')}/"


def picture_type(data: bytes) -> str | None:
    """Return the MIME type of an image by its first bytes. Returns None if it is no PNG, JPEG, GIF, WebP or SVG."""
    for mark, kind in _MARKS:
        if data.startswith(mark):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return SVG if _SVG.match(decode(data[:_HEAD])) else None
