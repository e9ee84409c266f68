"""feedparser, restricted to parsing: it never opens a file or an address, and never alters a text."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import Any

from arxtui.sources.errors import SourceError
from arxtui.text import clean, decode

_DOCTYPE = re.compile(r"<!(?:DOCTYPE|ENTITY)\b", re.I)
DOCTYPE_REFUSED = "it contains a document type declaration; arXiv sends none, and it could hide an attack"
# It parses about 2 MB a second. A broken feed larger than this is better fetched again.
_MAX_SIZE = 16 << 20
# Parsing time grows with the square of these numbers. A feed of 3,000 papers has 72,000 tags with a few attributes
# each.
_MAX_TAGS = 100_000
_MAX_ATTRIBUTES = 200_000
_MAX_TAG_LENGTH = 4096
_LONG_TAG = re.compile(rf"<[A-Za-z][^<>]{{{_MAX_TAG_LENGTH}}}")


_LISTS = frozenset({"links", "authors", "tags"})


@dataclass(frozen=True, slots=True)
class ParsedFeed:
    """A feed as read by feedparser: the elements of the feed itself, its entries, the format (``rss20``, ``atom10``),
    and the fault of the XML, if any."""

    feed: dict[str, Any]
    entries: list[dict[str, Any]]
    version: str
    fault: str | None


def parse_loosely(data: bytes) -> ParsedFeed:
    """Parse a feed, even if its XML is broken.

    Texts are returned as sent: HTML is not cleaned, relative addresses are not resolved.

    Raises: SourceError if the feed is refused (document type declaration, size) or cannot be parsed.
    """
    text = decode(data)
    if _DOCTYPE.search(text):
        raise SourceError(DOCTYPE_REFUSED)
    if len(data) > _MAX_SIZE:
        raise SourceError(f"too large for a feed: {len(data) >> 20} MB")
    if text.count("<") > _MAX_TAGS or text.count("=") > _MAX_ATTRIBUTES:
        raise SourceError(f"too large for a feed: {text.count('<'):,} tags and {text.count('='):,} attributes")
    if _LONG_TAG.search(text):
        raise SourceError(f"a tag in it has more than {_MAX_TAG_LENGTH:,} characters")
    from feedparser import exceptions, parse

    try:
        parsed = parse(
            io.BytesIO(text.encode("utf-8", "replace")),
            response_headers={"content-type": "application/xml; charset=utf-8"},
            sanitize_html=False,
            resolve_relative_uris=False,
        )
    # On broken input, feedparser lets any exception of its parsers through.
    except Exception as error:
        raise SourceError(f"broken XML that cannot be repaired ({type(error).__name__})") from error
    harmless = (exceptions.CharacterEncodingOverride, exceptions.NonXMLContentType)
    is_sound = not parsed.bozo or isinstance(parsed.bozo_exception, harmless)
    fault = None if is_sound else _message(parsed.bozo_exception)
    # Plain dictionaries, because feedparser's own dictionaries return substitutes for missing keys.
    return ParsedFeed(_plain(parsed.feed), [_plain(entry) for entry in parsed.entries], parsed.version, fault)


def _plain(element: Any) -> dict[str, Any]:
    """Convert an element to a plain dictionary. An element with the name of one of feedparser's lists has a text
    instead of the list; it becomes an empty list."""
    plain = dict(element)
    for name in _LISTS & plain.keys():
        value = plain[name]
        plain[name] = [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
    return plain


def _message(error: Exception) -> str:
    get_message = getattr(error, "getMessage", None)
    return clean(str(get_message() if get_message else error))


def ends_within(data: bytes, element: str, count: int) -> bool:
    """Whether the document ends within an element: it has fewer end tags than the ``count`` elements."""
    return len(re.findall(rf"</{element}\s*>", decode(data))) < count
