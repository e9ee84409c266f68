"""The date of a paper, and the day of its conversion: TeX's ``\\today`` on a page."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from arxtui.patterns import pattern

_SUBMITTED = pattern(r'id="watermark-tr"[^>]*>\s*arXiv:\S+\s+\[[^\]]*\]\s+(\d{1,2} [A-Z][a-z]{2} \d{4})')
_GENERATED = pattern(r"Generated\s+on\s+[A-Z][a-z]{2}\s+([A-Z][a-z]{2}\s+\d{1,2})\s+[\d:]+\s+(\d{4})\s+by\b")
_OXIDE = (b"LaTeXML oxide", b'intent=":literal"')
"""In the head of a page of LaTeXML oxide, and in each of its formulas."""
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


class Conversion(NamedTuple):
    """What a page says of itself: the day of the version's submission, the day of the conversion, and whether LaTeXML
    oxide made it, which tells no day."""

    submitted: date | None = None
    generated: date | None = None
    is_oxide: bool = False

    def is_day_of(self, text: str) -> bool:
        """Whether a text is only a date, and that of the conversion. On a page of LaTeXML oxide without the day of the
        submission, every date since arXiv has used it is taken for one."""
        day = _date_in(text)
        if day is None:
            return False
        if self.submitted is not None:
            return day > self.submitted + _LATE
        if self.generated is not None:
            return abs(day - self.generated) <= timedelta(days=1)
        return self.is_oxide and day >= _SINCE


def conversion_of(data: bytes, text: str) -> Conversion:
    """Return what a page says of its conversion; ``text`` is the page without comments."""
    submitted, generated = _SUBMITTED.search(text), _GENERATED.search(text)
    return Conversion(
        _date_in(submitted[1]) if submitted else None,
        _date_in(f"{generated[1]} {generated[2]}") if generated else None,
        any(sign in data for sign in _OXIDE),
    )


def _date_in(text: str) -> date | None:
    """Return the date that is all of a text, in words or numbers."""
    words = [word for word in _WORDS.findall(text.casefold()) if word not in _AROUND]
    numbers = [int(word) for word in words if word.isdecimal()]
    months = [month for word in words for month, names in enumerate(_MONTHS, 1) if word.startswith(tuple(names))]
    if len(words) != 3 or len(numbers) + len(months[:1]) != 3:
        return None
    year = max(numbers)
    first, *others = [number for number in numbers if number != year]
    try:
        return date(year, months[0], first) if months else date(year, *sorted((first, *others)))
    except (ValueError, TypeError):
        return None
