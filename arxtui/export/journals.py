"""The publication of a paper, parsed from the journal reference that its authors wrote.

There is no standard for journal references. The forms of citation that most journals use clearly show volume, issue,
pages and year, and are parsed; any other reference is stored whole as the journal. Nothing is guessed.
"""

from __future__ import annotations

from re import I, Match
from typing import NamedTuple

from arxtui.patterns import pattern


class Publication(NamedTuple):
    """A journal reference. If it could not be parsed, ``journal`` is the whole reference, the other texts are empty,
    and ``year`` is None if it is unclear."""

    journal: str
    volume: str = ""
    number: str = ""
    pages: str = ""
    year: int | None = None


_JOURNAL = r'(?P<journal>[^\W\d_][^\d();"“]{0,100}?[^\W\d_:,;-][.)]?)'
_ISSUE = r"\d{1,4}(?:[-–/]\d{1,4})?"
_NO = r"(?:[Nn]o\.?|[Nn]umber|[Ii]ssue|[Ii]ss\.?|N\.?)\s?"
_VOLUME = (
    r"(?:(?:[Vv]ol\.?|[Vv]olume|V\.?)\s?)?(?P<volume>\d{1,5}[A-Z]?(?:[-–/]\d{1,4})?)"
    rf"(?:(?:\s?\(|[,:]?\s{_NO})(?P<number>{_ISSUE})\)?)?"
)
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?:[a-z]{1,6})?\.?"
_DATE = rf"(?:{_MONTH}(?:[/-]{_MONTH})?,?\s)?{_YEAR}"
_FIRST = r"(?:[A-Za-z]{1,3}\.?)?\d[\dA-Za-z]*(?:\.\d+)?(?:\([A-Z]\))?"
_PAGES = (
    r"(?:(?:pp?\.?|PP?\.|[Pp]ages?|[Aa]rt(?:\.|icle)?(?:\s(?:[Nn]umber|[Nn]o\.?|[Ii][Dd])\.?:?)?)\s?)?"
    rf"(?P<pages>{_FIRST}(?:\s?(?:-{{1,3}}|–|—)\s?{_FIRST})?)"
)

_CITATION_FORMS = tuple(
    map(
        pattern,
        (
            # Phys. Rev. D 95, 069903 (2017)   Appl. Phys. Lett. 99 (2), 112902 (2011)
            rf"{_JOURNAL},?\s?{_VOLUME}(?:[,:]\s?|\s){_PAGES},?\s?\({_DATE}\)",
            # Astrophys.J.668:1083-1102,2008   Archiv der Mathematik 87(2), 104-112, 2006
            rf"{_JOURNAL},?\s?{_VOLUME}[,:]\s?{_PAGES},\s?{_DATE}",
            # Nucl.Phys. B733 (2006) 132-159   J. Number Theory 133 (2013), No. 8, 2684-2698
            rf"{_JOURNAL},?\s?{_VOLUME},?\s?\({_DATE}\)[,:]?\s?(?:{_NO}(?P<late>{_ISSUE})[,:]?\s)?{_PAGES}",
            # Annals of Probability 2007, Vol. 35, No. 3, 1141-1171
            rf"{_JOURNAL},?\s\(?{_DATE}\)?[,:;]\s?{_VOLUME}[,:]\s?{_PAGES}",
            # 2015, ApJ, 800, 11   2013 JINST 8 P12006
            rf"{_YEAR},?\s{_JOURNAL},?\s{_VOLUME},?\s{_PAGES}",
            # J. Phys. A: Math. Theor. 2008 41 265501
            rf"{_JOURNAL}\s{_YEAR}\s{_VOLUME}[,:]?\s{_PAGES}",
            # EPTCS 26, 2010, pp. 169-180
            rf"{_JOURNAL},?\s{_VOLUME},\s{_DATE},\s{_PAGES}",
        ),
    )
)
_PROCEEDINGS = pattern(r".*\s[A-Z]{2,}")
"""The journal part of references such as ``PoS LAT2005 (2005) 112`` (here ``PoS LAT``): the digits that directly follow
are not a volume."""
_UNPUBLISHED = pattern(r"(?:submitted|accepted|to (?:appear|be)|scheduled|in press|forthcoming|published in)\b", I)
_YEARS = pattern(r"\(((?:19|20)\d\d)\)")
_FINAL_YEAR = pattern(r".*[,\s]((?:19|20)\d\d)")


def publication(reference: str) -> Publication:
    """Parse a journal reference; the parts keep their wording."""
    line = reference.strip(" .,;")
    if not _UNPUBLISHED.match(line):
        for form in _CITATION_FORMS:
            if (match := form.fullmatch(line)) and not _is_proceedings(match):
                parts = match.groupdict()
                number = parts["number"] or parts.get("late") or ""
                return Publication(parts["journal"], parts["volume"], number, parts["pages"], int(parts["year"]))
    return Publication(reference, year=_year(line))


def _is_proceedings(match: Match[str]) -> bool:
    return match.end("journal") == match.start("volume") and bool(_PROCEEDINGS.fullmatch(match["journal"]))


def _year(line: str) -> int | None:
    """Return the only year in parentheses, or else the year at the end, or else None."""
    years = set(_YEARS.findall(line))
    if len(years) == 1:
        return int(years.pop())
    final = None if years else _FINAL_YEAR.fullmatch(line)
    return int(final[1]) if final else None
