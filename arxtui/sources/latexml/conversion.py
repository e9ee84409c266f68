"""What a page says of its own conversion: the engine that made it, and what is known to be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from selectolax.lexbor import LexborHTMLParser

from arxtui.model.counted import counted
from arxtui.patterns import pattern
from arxtui.text import decode

_ENGINE = pattern(r"<!--\s*Generated[^<>]{0,80}?\bby (LaTeXML[\w ]*?) ?\(version (\d[\w.]*)\)")
"""The comment in the head of each page, ``Generated on … by LaTeXML (version 0.8.8)``, without a day since 2026."""
_OXIDE = 'intent=":literal"'
"""In each formula of a page of latexml-oxide, and of no other engine."""
_HEAD = 20_000
_FATAL = pattern(r"(?is)\bfatal error\b.*\b(?:exited|truncated)\b")
"""LaTeXML's notice "Conversion to HTML had a Fatal error and exited abruptly. This document may be truncated or
damaged.", which arXiv and ar5iv add to what was converted before the error."""
_CITATION = "ltx_missing_citation"
_FEW = 3
"""Missing citations; a paper may have fewer by a mistake of its authors."""
_STACK = pattern(r"\\@(?:classz|acol)|\\halign\b")
"""Commands of TeX's own tables, which no paper has: the engine stopped within a table, without a word."""


def engine_of(data: bytes) -> str:
    """Return the program that made a page, with its version; "" if the page does not say it."""
    said = _ENGINE.search(decode(data[:_HEAD]))
    return f"{said[1]} {said[2]}" if said else "LaTeXML oxide" if _OXIDE.encode() in data else ""


def breaks_off(text: str, tree: LexborHTMLParser) -> bool:
    """Whether a page ends before the end of the paper: it says so, or it ends in the commands of a table, and the
    bibliography that it cites is not there."""
    if "ltx_ERROR" in text and any(_FATAL.search(node.text()) for node in tree.css(".ltx_ERROR")):
        return True
    return _lacks_bibliography(text) and _STACK.search(text) is not None


def flaws_of(text: str, found: Mapping[str, int]) -> Iterator[str]:
    """Yield what is known to be wrong on a page, in sentences; ``found``: how often, by kind."""
    if found.get("listing"):
        yield f"{counted(found['listing'], 'listing')} of it may hold text of the paper that follows the code."
    if _lacks_bibliography(text):
        yield "Its bibliography is missing."


def _lacks_bibliography(text: str) -> bool:
    return "ltx_bibliography" not in text and text.count(_CITATION) >= _FEW
