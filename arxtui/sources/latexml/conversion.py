"""What a page says of its own conversion: the engine and the day, and what is known to be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from selectolax.lexbor import LexborHTMLParser

from arxtui.light import NamedTuple, pattern
from arxtui.model.counted import counted
from arxtui.text import decode

_ENGINE = pattern(r"<!--\s*Generated[^<>]{0,80}?\bby (LaTeXML[\w ]*?) ?\(version (\d[\w.]*)\)")
"""The comment in the head of each page, ``Generated on … by LaTeXML (version 0.8.8)``, without a day since 2026."""
_OXIDE = "LaTeXML oxide"
_OXIDE_MATH = b'intent=":literal"'
"""In each formula of a page of LaTeXML oxide, and of no other engine."""
_HEAD = 20_000
_SUBMITTED = pattern(r'id="watermark-tr"[^<>]*>\s*arXiv:\S{1,40}\s+\[[^\]]{0,40}\]\s+(\d{1,2} [A-Z][a-z]{2} \d{4})')
_GENERATED = pattern(r"Generated\s+on\s+[A-Z][a-z]{2}\s+([A-Z][a-z]{2}\s+\d{1,2})\s+[\d:]+\s+(\d{4})\s+by\b")
_SINCE = date(2026, 8, 11)
"""The day on which arXiv began to convert with LaTeXML oxide."""
_LATE = timedelta(days=3)
"""How much later than the day of the submission a paper's own date may be."""
_WORDS = pattern(r"[^\W\d_]+|\d+")
_AROUND = frozenset("compiled date dated de draft last of on printed rd st th nd the typeset updated version".split())
_MONTHS = tuple(
    names.split()
    for names in (
        "jan ene gen, feb fév, mar mär, apr avr abr, may mai mag, jun juin giu, jul juil lug, aug aoû ago, sep set, "
        "oct okt ott, nov, dec dez déc dic"
    ).split(",")
)
"""The beginnings of the names of the months in several languages."""

_FATAL = pattern(r"(?is)(?>.*?\bfatal error\b).*\b(?:exited|truncated)\b")
"""LaTeXML's notice "Conversion to HTML had a Fatal error and exited abruptly. This document may be truncated or
damaged.", which arXiv and ar5iv add to what was converted before the error."""
_CITATION = "ltx_missing_citation"
_FEW = 3
"""Missing citations; a paper may have fewer by a mistake of its authors."""
_STACK = pattern(r"\\@(?:classz|acol)|\\halign\b")
"""Commands of TeX's own tables, which no paper has: the engine stopped within a table, without a word."""


class Conversion(NamedTuple):
    """What a page says of itself: the program that made it, with its version ("" if unknown), the day of the version's
    submission, and the day of the conversion, which LaTeXML oxide does not tell."""

    engine: str = ""
    submitted: date | None = None
    generated: date | None = None

    @property
    def is_by_oxide(self) -> bool:
        """Whether LaTeXML oxide made the page."""
        return self.engine.startswith(_OXIDE)

    def is_day_of(self, text: str) -> bool:
        """Whether a text is only a date, and that of the conversion: TeX's ``\\today``. On a page of LaTeXML oxide
        without the day of the submission, every date since arXiv has used it is taken for one."""
        day = _date_in(text)
        if day is None:
            return False
        if self.submitted is not None:
            return day > self.submitted + _LATE
        if self.generated is not None:
            return abs(day - self.generated) <= timedelta(days=1)
        return self.is_by_oxide and day >= _SINCE


def conversion_of(data: bytes, text: str) -> Conversion:
    """Return what a page says of its conversion; ``text`` is the page without comments."""
    said = _ENGINE.search(decode(data[:_HEAD]))
    submitted, generated = _SUBMITTED.search(text), _GENERATED.search(text)
    return Conversion(
        f"{said[1]} {said[2]}" if said else _OXIDE if _OXIDE_MATH in data else "",
        _date_in(submitted[1]) if submitted else None,
        _date_in(f"{generated[1]} {generated[2]}") if generated else None,
    )


def _date_in(text: str) -> date | None:
    """Return the date that is all of a text, in words or numbers."""
    words = [word for word in _WORDS.findall(text.casefold()) if word not in _AROUND]
    numbers = [int(word) for word in words if word.isdecimal() and len(word) <= len(str(date.max.year))]
    months = [month for word in words for month, names in enumerate(_MONTHS, 1) if word.startswith(tuple(names))]
    if len(words) != 3 or len(numbers) + len(months[:1]) != 3:
        return None
    year = max(numbers)
    first, *others = [number for number in numbers if number != year]
    try:
        return date(year, months[0], first) if months else date(year, *sorted((first, *others)))
    except (ValueError, TypeError):
        return None


def breaks_off(text: str, tree: LexborHTMLParser) -> bool:
    """Whether a page ends before the end of the paper: it says so, or it ends in the commands of a table, and the
    bibliography that it cites is not there."""
    if "ltx_ERROR" in text and any(_FATAL.match(node.text()) for node in tree.css(".ltx_ERROR")):
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
