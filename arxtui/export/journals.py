"""The publication of a paper, parsed from the journal reference that its authors wrote.

There is no standard for journal references. The forms of citation that most journals use clearly show volume, issue,
pages and year, and are parsed; any other reference is stored whole as the journal. Nothing is guessed.
"""

from __future__ import annotations

from itertools import islice
from re import I, Match

from arxtui.export.journal_items import DATE, MONTH, YEAR, items
from arxtui.light import NamedTuple, pattern


class Publication(NamedTuple):
    """A journal reference. If it could not be parsed, ``journal`` is the whole reference, the other texts are empty,
    and ``year`` is None if it is unclear. Of a paper in proceedings (``is_proceedings``), ``journal`` is their title.
    ``more`` is what follows the citation: an erratum, a translation, a remark."""

    journal: str
    volume: str = ""
    number: str = ""
    pages: str = ""
    year: int | None = None
    is_proceedings: bool = False
    more: str = ""


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
_DIGITS = 4
"""The number of digits of a year that is not abbreviated."""
_UNPUBLISHED = pattern(r"(?:submitted|accepted|to (?:appear|be)|scheduled|in press|forthcoming|published in)\b", I)
_POS = pattern(
    rf"(?:PoS|Proceedings of Science)[\s,]*\(?(?P<volume>[A-Za-z][A-Za-z0-9&-]*?[ -]?(?P<of>\d{{2,4}}))\)?[,:\s]*"
    rf"(?:\((?P<year>{YEAR})\))?[,:\s]*(?P<pages>\d{{1,4}})(?:,?\s?\(?(?P<late>{YEAR})\)?)?"
)
"""Proceedings of Science: the meeting is the volume."""
_TAIL = pattern(
    r"\s*[;[]|[.,]?\s+[Ee]rrat|,?\s+https?:|,?\s+(?:DOI|doi|ISSN|ISBN)\b|\s-\s(?=[A-Z])|"
    r"\.?\s*\((?:[^()\d]{3,}|\d+ \w+)\)$|\s\((?=[A-Z][^()]* (?:issue|transl))"
)
"""The beginning of what follows a citation: an erratum, a translation, a remark, an address."""
_TAILS = 4
"""The number of places at which a reference is cut at most."""
_MEETING = pattern(
    r"\b(?i:proc(?:eedings?|s)?|conf(?:erence)?|workshops?|symposi(?:um|a)|congress|meeting|colloquium|coll?oque|"
    r"congr(?:\\`e|è)s|school)\b|\w : [A-Z][^()]*\(\d{4}\)$|\b(?:AAAI|ACL|AISTATS|COLING|COLT|CVPR|ECAI|ECCV|EMNLP|"
    r"GECCO|ICALP|ICASSP|ICCV|ICLR|ICML|ICRA|IJCAI|INFOCOM|INTERSPEECH|IROS|ISIT|ISMIR|KDD|MICCAI|NAACL|NIPS|NeurIPS|"
    r"SIGIR|STACS|UAI|WWW)\b"
)
_IN = pattern(r"(?:in|dans)\b[:\s]\s*", I)
_PAGED = pattern(
    rf"(?P<title>.+?)[,.:]?\s\(?(?:pp?\.|pp|[Pp]ages?:?)\s?(?P<pages>\d+(?:\s?(?:-{{1,3}}|–|—)\s?\d+)?)\)?[.,]?"
    rf"(?:\s\(?{DATE}\)?)?"
)
_PAGE_COUNT = pattern(r"[(\[]?\d+ ?(?:pages|pp)?[)\]]?")
_VOLUME_LABEL = pattern(r",?\s[Vv](?:ol)?\.$")
_BIBCODE = pattern(rf"({YEAR})[A-Z][\w&.]{{14}}")
_FINAL_YEAR = pattern(rf"(?:,\s?|[(\s]|{MONTH}\s)({YEAR})\)?$")
_DATED = pattern(rf"\((?:[^()]*[\s,./])?({YEAR})(?:[\s,][^()\d]*)?\)")
_DATES = pattern(rf"(?<![\w:./-])(?:{MONTH}\s?(?:\d\d?(?:\s?-\s?\d\d?)?)?,?\s?|\d\d?/\d\d?/)({YEAR})(?![\w-])")
_A_YEAR = pattern(YEAR)
_YEARS = pattern(rf"(?<![\w/:–-])(?<!p\.)(?<!p\. )({YEAR})(?![\w–-]|\s?[-–]\s?\d)")


def publication(reference: str) -> Publication:
    """Parse a journal reference; the parts keep their wording."""
    line = reference.strip(" .,;")
    if not _UNPUBLISHED.match(line):
        if parsed := _citation(line):
            return parsed
        for tail in islice(_TAIL.finditer(line), _TAILS):
            parsed = _citation(line[: tail.start()].rstrip(" .,;"))
            if parsed and (parsed.volume or parsed.pages):
                return parsed._replace(more=_more(line[tail.start() :]))
        if _MEETING.search(line):
            return _proceedings(line)
    return Publication(reference, year=_year(line))


def _citation(line: str) -> Publication | None:
    """Parse a citation of a journal without anything after it."""
    if match := _POS.fullmatch(line):
        year = match["year"] or match["late"] or match["of"]
        return Publication("PoS", match["volume"], "", match["pages"], int(year) if len(year) == _DIGITS else None)
    for form in _CITATION_FORMS:
        if (match := form.fullmatch(line)) and not _is_proceedings(match) and "et al" not in match["journal"]:
            parts = match.groupdict()
            number = parts["number"] or parts.get("late") or ""
            return Publication(
                _VOLUME_LABEL.sub("", parts["journal"]), parts["volume"], number, parts["pages"], int(parts["year"])
            )
    found = items(line)
    if found is None or (_MEETING.search(found.journal) and (not found.volume or _A_YEAR.fullmatch(found.volume))):
        return None
    dated = _A_YEAR.search(found.date) or _A_YEAR.fullmatch(found.volume)
    return Publication(found.journal, found.volume, found.number, found.pages, int(dated[0]) if dated else None)


def _more(tail: str) -> str:
    """Return what follows a citation, without a number of pages."""
    text = tail.strip(" ;,.-")
    return "" if _PAGE_COUNT.fullmatch(text) else text.removeprefix("[").removesuffix("]").strip()


def _is_proceedings(match: Match[str]) -> bool:
    return match.end("journal") == match.start("volume") and bool(_PROCEEDINGS.fullmatch(match["journal"]))


def _proceedings(line: str) -> Publication:
    """Return the paper of a meeting: what stands before the pages is its title, otherwise the whole line."""
    title = _IN.sub("", line, 1) if _IN.match(line) else line
    if paged := _PAGED.fullmatch(title):
        return Publication(paged["title"], pages=paged["pages"], year=_year(line), is_proceedings=True)
    found = items(title)
    if found and found.pages and not found.number and (not found.volume or _A_YEAR.fullmatch(found.volume)):
        title = title[: title.rindex(found.pages)].rstrip(" ,:;(")
        return Publication(title, pages=found.pages, year=_year(line), is_proceedings=True)
    return Publication(title, year=_year(line), is_proceedings=True)


def _year(line: str) -> int | None:
    """Return the year at the end, or else the only year in parentheses, of a date, or in the line. Returns None if the
    year is unclear."""
    if final := _BIBCODE.fullmatch(line) or _FINAL_YEAR.search(line):
        return int(final[1])
    for form in (_DATED, _DATES, _YEARS):
        if years := set(form.findall(line)):
            return int(years.pop()) if len(years) == 1 else None
    return None
