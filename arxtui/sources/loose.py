"""feedparser, held so that it only ever parses: never a file, never an address, never a changed text."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import Any

from arxtui.sources.errors import SourceError
from arxtui.text import clean, decode

_DOCTYPE = re.compile(r"<!(?:DOCTYPE|ENTITY)\b", re.I)
DOCTYPE_REFUSED = "a document type declaration stands in it; arXiv sends none, and it could hide an attack"
# A second's work is about 2 MB: what is larger and broken is asked for again rather than pored over.
_LIMIT = 16 << 20
# Its time goes with the square of these. A feed of three thousand papers has 72,000 tags, of a few attributes each.
_MOST_TAGS = 100_000
_MOST_ATTRIBUTES = 200_000
_LONGEST_TAG = 4096
_LONG_TAG = re.compile(rf"<[A-Za-z][^<>]{{{_LONGEST_TAG}}}")


_LISTS = frozenset({"links", "authors", "tags"})


@dataclass(frozen=True, slots=True)
class Loose:
    """What feedparser made out: the feed's own elements, its entries, the format (``rss20``, ``atom10``), and what was
    wrong with the XML, if anything."""

    feed: dict[str, Any]
    entries: list[dict[str, Any]]
    version: str
    fault: str | None


def parse_loosely(data: bytes) -> Loose:
    """Read a feed, sound or broken. SourceError for what must not or cannot be read.

    Texts come as sent: nothing is taken for HTML and cleaned, no address resolved.
    """
    text = decode(data)
    if _DOCTYPE.search(text):
        raise SourceError(DOCTYPE_REFUSED)
    if len(data) > _LIMIT:
        raise SourceError(f"with {len(data) >> 20} MB too large for a feed")
    if text.count("<") > _MOST_TAGS or text.count("=") > _MOST_ATTRIBUTES:
        raise SourceError(f"with {text.count('<'):,} tags and {text.count('='):,} attributes too large for a feed")
    if _LONG_TAG.search(text):
        raise SourceError(f"a tag in it has more than {_LONGEST_TAG:,} characters")
    import feedparser

    try:
        found = feedparser.parse(
            io.BytesIO(text.encode("utf-8", "replace")),
            response_headers={"content-type": "application/xml; charset=utf-8"},
            sanitize_html=False,
            resolve_relative_uris=False,
        )
    # On broken input it lets through whatever its parsers raise.
    except Exception as error:
        raise SourceError(f"broken XML that cannot be mended ({type(error).__name__})") from error
    # Plain dictionaries: its own answer for keys that are not there.
    return Loose(_plain(found.feed), [_plain(entry) for entry in found.entries], found.version, _fault(found))


def _plain(held: Any) -> dict[str, Any]:
    """An element's values; an element of the name of one of feedparser's own lists puts a text in its place."""
    plain = dict(held)
    for name in _LISTS & plain.keys():
        value = plain[name]
        plain[name] = [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
    return plain


def _fault(found: Any) -> str | None:
    from feedparser.exceptions import CharacterEncodingOverride, NonXMLContentType

    if not found.bozo or isinstance(found.bozo_exception, (CharacterEncodingOverride, NonXMLContentType)):
        return None
    told = getattr(found.bozo_exception, "getMessage", None)
    return clean(str(told() if told else found.bozo_exception))


def cut_off(data: bytes, element: str, found: int) -> bool:
    """Whether the last of ``found`` elements was begun and never ended."""
    return len(re.findall(rf"</{element}\s*>", decode(data))) < found
