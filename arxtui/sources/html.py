"""Parsing of HTML from untrusted sources. Markup that would take a parser minutes or gigabytes is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable

from selectolax.lexbor import LexborHTMLParser

from arxtui.light import pattern
from arxtui.sources.errors import SourceError

_MAX_ELEMENTS = 1_000_000
"""Elements in the page of a full text: 64 MB of LaTeXML's markup have fewer."""
_MAX_LIST_ELEMENTS = 300_000
"""Elements in any other page: the listing of one day of all of arXiv has a third of that."""
# At each tag, an HTML parser walks through the open elements; in each new paragraph, it opens formatting elements again
# that were not closed. Time and memory grow with these sums over all tags. Papers of a megabyte have about 500,000
# steps and 10,000 reopened elements.
_MAX_STEPS = 50_000_000
_MAX_REOPENED = 2_000_000
_MAX_ATTRIBUTES = 500
"""Attributes of one tag: a parser compares each of them with all before it."""

# Elements without visible text in every kind of page; their content could be mistaken for tags. The lookahead at the
# character after the bracket skips most tags quickly.
_INVISIBLE = pattern(
    r"<(?=[!st])(?:!--(?:-?>|.*?(?:--!?>|\Z))|"
    r"(script|style|title|textarea)(?=[\s/>]).*?(?:</\1(?=[\s/>])[^>]*+(?:>|\Z)|\Z))",
    re.IGNORECASE | re.DOTALL,
)
_BLANK = r" \t\n\r\f"
"""The white space of tags: other white space is part of a name. Listing it is faster than ``\\s``."""
_ATTRIBUTE = (
    rf"""[{_BLANK}/]*+[^{_BLANK}/>][^{_BLANK}/>=]*+"""
    rf"""(?:[{_BLANK}]*+=[{_BLANK}]*+(?:"[^"]*+"|'[^']*+'|[^{_BLANK}"'>][^{_BLANK}>]*+|))?+"""
)
# A tag; a group that matches if it has too many attributes; and, if it begins an element without child elements, that
# element. The simple forms that almost all tags have are tried first, which saves a quarter of the time. A tag without
# end extends to the end of the page, as in a parser, so that nothing is scanned twice.
_TAG = pattern(
    rf"""<(/)?([a-zA-Z][^{_BLANK}/>]*+)(?:>|(?: [a-zA-Z0-9:-]++="[^"]*+"){{1,{_MAX_ATTRIBUTES}}}+>|"""
    rf"""(?:{_ATTRIBUTE}){{0,{_MAX_ATTRIBUTES}}}+((?:{_ATTRIBUTE})++)?+[{_BLANK}/]*+(?:>|\Z))"""
    r"""(?(1)|(?:[^<]*+(</)\2>)?)"""
)
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_END_IS_OPTIONAL = frozenset("p li dt dd td th tr tbody thead tfoot option html head body".split())
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_NEVER_OPEN, _ORDINARY, _REOPENED = -1, 0, 1
_KINDS = {
    form: kind
    for names, kind in ((VOID | _END_IS_OPTIONAL, _NEVER_OPEN), (_FORMATTING, _REOPENED))
    for name in names
    for form in (name, name.upper())
}
_SMALL_PAGE = 8 * 2**20
TOO_DEEP = "the page's elements are nested too deep to be read"


def parse_tree(text: str) -> LexborHTMLParser:
    """Parse a page into a tree. Raises: SourceError if parsing would take too much time or memory."""
    check_markup(" ".join(visible_parts(text)), _MAX_LIST_ELEMENTS)
    return LexborHTMLParser(text)


def visible_parts(text: str) -> list[str]:
    """Return the parts of a page between comments, scripts, styles, titles and text areas."""
    return _INVISIBLE.split(text)[::2]  # the others are the names of elements


def check_markup(text: str, limit: int = _MAX_ELEMENTS) -> None:
    """Check that a parser can handle a page, given without comments and scripts.

    The parser's work is estimated from the tags. An end tag closes only the element opened last, spelled in the same
    case; so the estimate is never too low.

    Raises: SourceError if parsing would take too much time or memory.
    """
    opened: list[str] = []
    elements = steps = reopened = formatting = depth = 0
    for end, name, too_many, ended in _tags(text):
        if too_many:
            raise SourceError(f"a tag of the page has more than {_MAX_ATTRIBUTES} attributes")
        if end:
            if depth and opened[-1] == name:
                opened.pop()
                depth -= 1
                formatting -= _KINDS.get(name, _ORDINARY)
        else:
            elements += 1
            if not ended and (kind := _KINDS.get(name, _ORDINARY)) != _NEVER_OPEN:
                opened.append(name)
                depth += 1
                formatting += kind
        steps += depth + 1
        reopened += formatting
    if elements > limit:
        what = "paper" if limit == _MAX_ELEMENTS else "list of papers"
        raise SourceError(f"the page has {elements:,} elements, more than any {what}")
    if steps > _MAX_STEPS or reopened > _MAX_REOPENED:
        raise SourceError(TOO_DEEP)


def _tags(text: str) -> Iterable[tuple[str, str, str, str]]:
    """Find all tags. For each: the slash of an end tag, the name, the attributes beyond the limit, and the slash of the
    end tag if the element has no child elements.

    A list is faster than an iterator, but takes too much memory for a large page.
    """
    if len(text) < _SMALL_PAGE:
        return _TAG.findall(text)
    return ((tag[1], tag[2], tag[3], tag[4]) for tag in _TAG.finditer(text))
