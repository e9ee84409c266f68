"""A page's bytes as the text that is parsed: repaired where it is XML, and refused where parsing it would not end."""

from __future__ import annotations

import re
from collections.abc import Iterable

from arxtui.patterns import pattern
from arxtui.sources.errors import SourceError
from arxtui.text import decode

_LARGEST = 64 * 2**20
_MOST_ELEMENTS = 2_000_000
# A parser of HTML looks through the open elements at a tag, and opens formatting anew in each paragraph that begins
# before it is closed: the time and the memory are these sums over all tags. Papers of a megabyte have 500,000 of the
# first and 10,000 of the second.
_MOST_STEPS = 50_000_000
_MOST_REOPENED = 2_000_000

# In every kind of page these have no text that anyone sees; what stands in them could be mistaken for tags.
_UNSEEN = pattern(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))|"
    r"<(script|style|title|textarea)(?=[\s/>]).*?(?:</\1(?=[\s/>])[^>]*>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTES = r"""(?:[\s/]++|[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'>][^\s>]*+|))?+)*+"""
# A tag, and where it begins an element without others in it, that element. The plain forms that almost every tag has
# are tried first: it takes a quarter less time.
_TAG = pattern(rf"""<(/)?([a-zA-Z][^\s/>]*+)(?:>|(?: [\w:-]++="[^"]*+")++>|{_ATTRIBUTES}>)(?(1)|(?:[^<]*+(</)\2>)?)""")
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_END_IS_OPTIONAL = frozenset("p li dt dd td th tr tbody thead tfoot option html head body".split())
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_ALONE, _PLAIN, _OPENED_ANEW = -1, 0, 1
_KINDS = {
    form: kind
    for names, kind in ((_VOID | _END_IS_OPTIONAL, _ALONE), (_FORMATTING, _OPENED_ANEW))
    for name in names
    for form in (name, name.upper())
}
_SMALL = 8 * 2**20

_XHTML = pattern(r"\s*(?:<\?xml\b|<!DOCTYPE\b[^>]*\bXHTML\b)", re.IGNORECASE)
_EMPTY = pattern(r"<([a-zA-Z][\w:.-]*)([^<>]*)/>")
_EMPTY_DRAWING = pattern(
    r"<(path|rect|circle|ellipse|line|polyline|polygon|use|stop|mspace|mprescripts|none)(?=[\s/])([^<>]*)/>"
)


def prepared(data: bytes) -> str:
    """The page's text without comments and scripts. SourceError when parsing it would take too long or too much."""
    if len(data) > _LARGEST:
        raise SourceError(f"the page has {len(data) / 2**20:.0f} MB, more than any paper")
    text = decode(data)
    text = _closed(text, _EMPTY) if _XHTML.match(text) else _closed(text, _EMPTY_DRAWING)
    text = _UNSEEN.sub(" ", text)
    _check_nesting(text)
    return text


def _closed(text: str, empty: re.Pattern[str]) -> str:
    """XML's ``<a/>`` as ``<a></a>``: in HTML the slash means nothing, and the element would hold all that follows."""
    if "/>" not in text:
        return text
    return empty.sub(lambda tag: tag[0] if tag[1] in _VOID else f"<{tag[1]}{tag[2]}></{tag[1]}>", text)


def _check_nesting(text: str) -> None:
    """Adds up what the parser has to do. An end tag counts only for the element opened last, in the same letters: never
    too little."""
    opened: list[str] = []
    elements = steps = reopened = formatting = 0
    for end, name, ended in _tags(text):
        kind = _KINDS.get(name, _PLAIN)
        if not end:
            elements += 1
            if not ended and kind != _ALONE:
                opened.append(name)
                formatting += kind
        elif opened and opened[-1] == name:
            opened.pop()
            formatting -= kind
        steps += len(opened) + 1
        reopened += formatting
    if elements > _MOST_ELEMENTS:
        raise SourceError(f"the page has {elements:,} elements, more than any paper")
    if steps > _MOST_STEPS or reopened > _MOST_REOPENED:
        raise SourceError("the page's elements are nested too deep to be read")


def _tags(text: str) -> Iterable[tuple[str, str, str]]:
    """Slash, name, and slash of its end where it is an element without others. A list of all is sooner made than each
    by itself, but a large page's takes too much room."""
    if len(text) < _SMALL:
        return _TAG.findall(text)
    return ((tag[1], tag[2], tag[3]) for tag in _TAG.finditer(text))
