"""The source of a listing, which LaTeXML stores beside it for download: what the typeset lines have lost."""

from __future__ import annotations

import base64

from selectolax.lexbor import LexborNode

from arxtui.model.document import Inline, Line, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.content import Content, plain

_DATA = "data:text/plain;base64,"
_MAX_SIZE = 1 << 20
_ESCAPED = pattern(r"([^\w\s\\{}])\\[A-Za-z]+\{([^{}]*)\}\1")
"""A command in a source between two signs (``escapeinside`` of the packages), which marks what it contains."""
_TYPESET = {
    "“": ('"', "``"),
    "”": ('"', "''"),
    "‘": ("'", "`"),
    "’": ("'",),
    "–": ("--",),
    "—": ("---",),
    "…": ("...",),
    "␣": (" ",),
    "ˆ": ("^",),
    "˜": ("~",),
}
"""What TeX sets for characters of a source, and these characters."""


def source_lines(listing: LexborNode) -> list[str]:
    """Return the lines of the source; none if there is no source."""
    link = listing.css_first(".ltx_listing_data a")
    data = (link.attributes.get("href") if link else None) or ""
    if not data.startswith(_DATA) or len(data) > _MAX_SIZE:
        return []
    try:
        source = base64.b64decode(data[len(_DATA) :]).decode()
    except ValueError:  # no base64, or no UTF-8
        return []
    return [line.expandtabs(8).rstrip() for line in source.rstrip().split("\n")]


def with_source(lines: list[Line], source: list[str]) -> list[Line]:
    """Return the lines of a listing with the characters of its source, and with its indentation if they have none."""
    while lines and not lines[-1].content and len(lines) > len(source):
        lines = lines[:-1]
    if len(lines) != len(source):
        return lines
    source = [_ESCAPED.sub(r"\2", line) for line in source]
    is_flush = not any(plain(line.content).startswith(" ") for line in lines)
    if is_flush:
        return [_indented(line, written) for line, written in zip(lines, source, strict=True)]
    return [
        line._replace(content=_untypeset(line.content, written)) for line, written in zip(lines, source, strict=True)
    ]


def _indented(line: Line, source: str) -> Line:
    bare = source.lstrip(" ")
    content = _untypeset(line.content, bare)
    indent = " " * (len(source) - len(bare)) if content else ""
    return line._replace(content=(Text(indent), *content) if indent else content)


def _untypeset(content: Content, source: str) -> Content:
    """Return the content with the characters of the source; unchanged if it has other words."""
    runs: list[Inline] = []
    place = 0
    for run in content:
        if not isinstance(run, Text):
            return content
        text = ""
        for sign in run.text:
            written = next((each for each in (sign, *_TYPESET.get(sign, ())) if source.startswith(each, place)), None)
            if written is None:
                return content
            text += written
            place += len(written)
        runs.append(Text(text, run.style))
    return tuple(runs)
