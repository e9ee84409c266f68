"""HTML of anybody, parsed where that ends: not where its markup would take a parser minutes or gigabytes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arxtui.patterns import pattern
from arxtui.sources.errors import SourceError

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

_MOST_ELEMENTS = 1_000_000
"""Of a full text: 64 MB of LaTeXML's markup has fewer."""
_MOST_OF_A_LIST = 300_000
"""Of every other page: a day of all of arXiv has a third of that."""
# A parser of HTML looks through the open elements at a tag, and opens formatting anew in each paragraph that begins
# before it is closed: the time and the memory are these sums over all tags. Papers of a megabyte have 500,000 of the
# first and 10,000 of the second.
_MOST_STEPS = 50_000_000
_MOST_REOPENED = 2_000_000
_MOST_ATTRIBUTES = 500
"""Of one tag: a parser compares each with those before it."""

# In every kind of page these have no text that anyone sees; what stands in them could be mistaken for tags. The look
# at the sign behind the bracket passes over most tags.
_UNSEEN = pattern(
    r"<(?=[!st])(?:!--(?:-?>|.*?(?:--!?>|\Z))|"
    r"(script|style|title|textarea)(?=[\s/>]).*?(?:</\1(?=[\s/>])[^>]*+(?:>|\Z)|\Z))",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'>][^\s>]*+|))?+"""
# A tag, whether it has too many attributes, and where it begins an element without others in it, that element. The
# plain forms that almost every tag has are tried first: it takes a quarter less time. A tag that never ends reaches to
# the end of the page, as it does for a parser: nothing in it is looked at again.
_TAG = pattern(
    rf"""<(/)?([a-zA-Z][^\s/>]*+)(?:>|(?: [\w:-]++="[^"]*+"){{1,{_MOST_ATTRIBUTES}}}+>|"""
    rf"""(?:{_ATTRIBUTE}){{0,{_MOST_ATTRIBUTES}}}+((?:{_ATTRIBUTE})++)?+[\s/]*+(?:>|\Z))"""
    r"""(?(1)|(?:[^<]*+(</)\2>)?)"""
)
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_END_IS_OPTIONAL = frozenset("p li dt dd td th tr tbody thead tfoot option html head body".split())
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_ALONE, _PLAIN, _OPENED_ANEW = -1, 0, 1
_KINDS = {
    form: kind
    for names, kind in ((VOID | _END_IS_OPTIONAL, _ALONE), (_FORMATTING, _OPENED_ANEW))
    for name in names
    for form in (name, name.upper())
}
_SMALL = 8 * 2**20
TOO_DEEP = "the page's elements are nested too deep to be read"


def tree_of(text: str) -> LexborHTMLParser:
    """A page as a tree. SourceError when parsing it would take too long or too much."""
    from selectolax.lexbor import LexborHTMLParser

    check_markup(without_unseen(text), _MOST_OF_A_LIST)
    return LexborHTMLParser(text)


def without_unseen(text: str) -> str:
    """The text of a page without comments and scripts."""
    return _UNSEEN.sub(" ", text)


def check_markup(text: str, most: int = _MOST_ELEMENTS) -> None:
    """SourceError when parsing a page without comments would take too long or too much.

    What the parser has to do is added up. An end tag counts only for the element opened last, in the same letters:
    never too little.
    """
    opened: list[str] = []
    elements = steps = reopened = formatting = depth = 0
    for end, name, too_many, ended in _tags(text):
        if too_many:
            raise SourceError(f"a tag of the page has more than {_MOST_ATTRIBUTES} attributes")
        if end:
            if depth and opened[-1] == name:
                opened.pop()
                depth -= 1
                formatting -= _KINDS.get(name, _PLAIN)
        else:
            elements += 1
            if not ended and (kind := _KINDS.get(name, _PLAIN)) != _ALONE:
                opened.append(name)
                depth += 1
                formatting += kind
        steps += depth + 1
        reopened += formatting
    if elements > most:
        what = "paper" if most == _MOST_ELEMENTS else "list of papers"
        raise SourceError(f"the page has {elements:,} elements, more than any {what}")
    if steps > _MOST_STEPS or reopened > _MOST_REOPENED:
        raise SourceError(TOO_DEEP)


def _tags(text: str) -> Iterable[tuple[str, str, str, str]]:
    """Slash, name, attributes that are too many, and slash of its end where it is an element without others. A list of
    all is sooner made than each by itself, but a large page's takes too much room."""
    if len(text) < _SMALL:
        return _TAG.findall(text)
    return ((tag[1], tag[2], tag[3], tag[4]) for tag in _TAG.finditer(text))
