"""Pictures of a page: where they are, and what their bytes are."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from arxtui.patterns import pattern
from arxtui.text import decode

SVG = "image/svg+xml"

_BASE = pattern(r"""<base\b[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_HEAD = 16_384
"""Bytes of a page in which a base address may stand."""
_SVG = pattern(r"(?>\s+|\ufeff|<\?.*?\?>|<!--.*?-->|<![^>]*>)*+<(?:\w+:)?svg[\s>/]", re.DOTALL)
_MARKS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)


def picture_base(page: bytes, url: str) -> str:
    """What the addresses of a full text's pictures are relative to; ``url`` is the page's own. The pictures of a paper
    lie in a folder of its name, beside or below which the page names none (https://arxiv.org/html/2402.08954v1)."""
    told = _BASE.search(decode(page[:_HEAD]))
    return urljoin(url, told[1]) if told else f"{url.partition('?')[0].rstrip('/')}/"


def picture_type(data: bytes) -> str | None:
    """The MIME type of a picture by its first bytes; None for what is no PNG, JPEG, GIF, WebP or SVG."""
    for mark, kind in _MARKS:
        if data.startswith(mark):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return SVG if _SVG.match(decode(data[:_HEAD])) else None
