"""feedparser, held so that it only ever parses: never a file, never an address, never a changed text."""

from __future__ import annotations

import io
import re
from typing import Any

from arxtui.sources.errors import SourceError
from arxtui.text import clean, decode

_DOCTYPE = re.compile(r"<!(?:DOCTYPE|ENTITY)\b", re.I)
DOCTYPE_REFUSED = "a document type declaration stands in it; arXiv sends none, and it could hide an attack"
# A second's work is about 2 MB: what is larger and broken is asked for again rather than pored over.
_LIMIT = 16 << 20


def parse_loosely(data: bytes) -> Any:
    """feedparser's result for a feed, sound or broken. SourceError for what it must not or cannot read.

    Texts come as sent: nothing is taken for HTML and cleaned, no address resolved.
    """
    text = decode(data)
    if _DOCTYPE.search(text):
        raise SourceError(DOCTYPE_REFUSED)
    if len(data) > _LIMIT:
        raise SourceError(f"broken XML, and with {len(data) >> 20} MB too large to be mended")
    import feedparser

    try:
        return feedparser.parse(
            io.BytesIO(text.encode("utf-8", "replace")),
            response_headers={"content-type": "application/xml; charset=utf-8"},
            sanitize_html=False,
            resolve_relative_uris=False,
        )
    # On broken input it lets through whatever its parsers raise.
    except Exception as error:
        raise SourceError(f"broken XML that cannot be mended ({type(error).__name__})") from error


def fault(found: Any) -> str | None:
    """What is wrong with the XML that ``found`` was made of; None when it is sound."""
    if not found.bozo:
        return None
    from feedparser.exceptions import CharacterEncodingOverride, NonXMLContentType

    error = found.bozo_exception
    if isinstance(error, (CharacterEncodingOverride, NonXMLContentType)):
        return None
    getter = getattr(error, "getMessage", None)
    return clean(str(getter() if getter else error))


def cut_off(data: bytes, element: str, found: int) -> bool:
    """Whether the last of ``found`` elements was begun and never ended."""
    return len(re.findall(rf"</{element}\s*>", decode(data))) < found
