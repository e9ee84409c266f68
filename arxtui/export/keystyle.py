"""The style of the citation keys of a BibTeX file: the template that gives keys like most of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from arxtui.patterns import pattern

_ID = pattern(r"(?P<before>(?:arXiv[:_.-]?)?)\d{4}\.\d{4,5}")
_YEAR_SECOND = pattern(
    r"(?P<author>[^\W\d_][\w'-]*?[^\W\d_])(?P<sign>[:_.+/-]?)(?P<year>(?:1[6-9]|20)\d\d|\d\d)(?P<other>[:_.+/-]?)(?P<rest>[^\W\d_]*)"
)
"""``lamport1978time``, ``Lamport:1978``, ``lamport78``, and INSPIRE's ``Aad:2012tfa``."""
_YEAR_LAST = pattern(
    r"(?P<author>[^\W\d_][^\W\d_'-]*)(?P<sign>[:_.+/-])(?P<rest>[^\W\d_]+)(?P=sign)(?P<year>(?:1[6-9]|20)\d\d)[a-z]?"
)
"""``lamport_time_1978``."""
_INSPIRE_LETTERS = (2, 3)
_LEAST = 0.5
"""The share of the keys that a style must have to be that of the file."""


def key_template(keys: Iterable[str], default: str) -> str:
    """Return a template of citation keys (``export.keys``) like most of the keys, or the default if they have no style
    in common."""
    known = [key for key in keys if key]
    found = Counter(template for key in known if (template := _template(key)))
    [(template, count)] = found.most_common(1) or [(default, 0)]
    return template if count > len(known) * _LEAST else default


def _template(key: str) -> str:
    """Return the template that gives keys like one, "" if it is of no known style."""
    if named := _ID.fullmatch(key):
        return f"{named['before']}{{id}}"
    if parts := _YEAR_LAST.fullmatch(key):
        sign = parts["sign"]
        return f"{_cased('author', parts['author'])}{sign}{_cased('word', parts['rest'])}{sign}{{year}}"
    parts = _YEAR_SECOND.fullmatch(key)
    if parts is None:
        return ""
    author, rest = _cased("author", parts["author"]), parts["rest"]
    year = "{year}" if len(parts["year"]) > len("78") else "{yy}"
    if parts["sign"] == ":" and rest.islower() and len(rest) in _INSPIRE_LETTERS:
        return "{texkey}" if author == "{Author}" and year == "{year}" else f"{author}:{year}{{letters}}"
    # A single letter tells apart works of one year.
    tail = "" if len(rest) < len("ab") else f"{parts['other']}{_cased('word', rest)}"
    return f"{author}{parts['sign']}{year}{tail}"


def _cased(name: str, word: str) -> str:
    return f"{{{name.title() if word[0].isupper() else name}}}"
