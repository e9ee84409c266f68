"""Reading of BibTeX files (https://ctan.org/pkg/btxdoc): each entry with its line, readable or not.

An entry ends where the next one begins, so a missing brace does not swallow those behind it, and the time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from arxtui.light import NamedTuple, pattern
from arxtui.text.lines import line_numbers

_START = pattern(r"(?:^|(?<=[})\r]))[ \t]*@[ \t]*([A-Za-z]+)[ \t\r\n]*[{(]", re.M)
_KEY = pattern(r"\s*([^\s,{}()=\"#%']*)\s*(,|(?=[})]\s*$))")
_REMARK = r"%[^\r\n]*+"
"""BibTeX has no remarks within entries, but biber has, and they are common."""
_GAP = rf"(?:[\s,]++|{_REMARK})*+"
_NAME = pattern(_GAP + r"([A-Za-z][^\s={}\"#%,]*)\s*=\s*")
_BARE = pattern(r"[^\s,{}\"#]+")
_BRACES_AND_QUOTES = pattern(r"\\.|[{}\"]", re.S)
_JOINED = pattern(r"\s*#\s*")
_BEHIND_VALUE = pattern(rf"(?:\s++|{_REMARK})*+[,}})]")
_END = pattern(_GAP + r"[})]")
_OTHERS = frozenset({"comment", "preamble"})
_MOST_EXPANDED = 20 << 20
"""The characters that macros of a file may stand for in all: those of a few definitions can stand for any number."""


class Place(NamedTuple):
    """Where the value of a field stands in the file, with its braces: a half-open range of characters, and the line of
    the name before it."""

    start: int
    end: int
    line: int


class BibEntry(NamedTuple):
    """An entry: its type and fields by name in lower case, its key, and the number of its first line. ``fault`` says
    why it cannot be read to its end, "" if it can. ``places`` has the fields as well."""

    kind: str
    key: str
    fields: dict[str, str]
    line: int
    fault: str = ""
    places: Mapping[str, Place] = {}


class _FaultError(Exception):
    """What is wrong with an entry, in words."""


class _Macros(dict[str, str]):
    """What macros stand for, by their names in lower case."""

    left = _MOST_EXPANDED

    def expanded(self, name: str) -> str:
        """Return what a name stands for: itself if it is no macro."""
        value = self.get(name.lower())
        if value is None:
            return name
        self.left -= len(value)
        if self.left < 0:
            raise _FaultError("the macros of the file stand for more than can be read")
        return value


def bib_entries(text: str) -> Iterator[BibEntry]:
    """Yield every entry of a BibTeX file, those with errors too, and definitions of macros that have errors."""
    starts = list(_START.finditer(text))
    line_of = line_numbers(text)
    macros = _Macros()
    for match, following in zip_longest(starts, starts[1:]):
        kind = match[1].lower()
        begin = match.end()
        body = text[begin : following.start() if following else None]
        line = line_of(match.start(1))
        if kind in _OTHERS:
            continue
        if kind == "string":
            if fault := _fault(body, 0, macros, {}, macros):
                yield BibEntry(kind, "", {}, line, fault)
            continue
        named = _KEY.match(body)
        if named is None:
            yield BibEntry(kind, "", {}, line, "its key is not followed by a comma")
            continue
        fields: dict[str, str] = {}
        spans: dict[str, tuple[int, int, int]] = {}
        fault = _fault(body, named.end(), fields, spans, macros)
        places = {
            name: Place(begin + start, begin + end, line_of(begin + name_start))
            for name, (name_start, start, end) in spans.items()
        }
        yield BibEntry(kind, named[1], fields, line, fault, places)


def _fault(
    body: str, place: int, fields: dict[str, str], spans: dict[str, tuple[int, int, int]], macros: _Macros
) -> str:
    """Read the fields of an entry from a place on: their values, and where the name and the value of each begin and the
    value ends. Return what is wrong with the entry, "" if nothing is."""
    try:
        while named := _NAME.match(body, place):
            value, place = _value(body, named.end(), macros)
            fields.setdefault(named[1].lower(), value)
            spans.setdefault(named[1].lower(), (named.start(1), named.end(), place))
            if not _BEHIND_VALUE.match(body, place):
                raise _FaultError(f"no comma follows the field {named[1]}")
    except _FaultError as error:
        return str(error)
    return "" if _END.match(body, place) else "it has no end"


def _value(body: str, place: int, macros: _Macros) -> tuple[str, int]:
    """Return the value of a field, whose parts ``#`` joins, and the place behind it."""
    parts: list[str] = []
    while True:
        sign = body[place : place + 1]
        if sign in ("{", '"'):
            end = _closing(body, place)
            parts.append(body[place + 1 : end])
            place = end + 1
        elif bare := _BARE.match(body, place):
            parts.append(macros.expanded(bare[0]))
            place = bare.end()
        else:
            raise _FaultError("a field has no value")
        joined = _JOINED.match(body, place)
        if joined is None:
            return "".join(parts), place
        place = joined.end()


def _closing(body: str, place: int) -> int:
    """Return where the brace or quote at a place is closed."""
    depth, is_quoted = 0, body[place] == '"'
    for match in _BRACES_AND_QUOTES.finditer(body, place + is_quoted):
        if match[0] == '"' and is_quoted and not depth:
            return match.start()
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if match[0] == "}" and not depth and not is_quoted:
            return match.start()
    raise _FaultError("a brace or quote is not closed")
