"""The parts of a journal reference in any order: the name of the journal, then volume, issue, pages and date, with or
without labels. A reference with anything else in it is not parsed."""

from __future__ import annotations

from collections.abc import Sequence
from re import Match

from arxtui.light import NamedTuple, pattern

YEAR = r"(?:19\d\d|20[0-3]\d)"
MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|"
    r"Nov(?:ember)?|Dec(?:ember)?|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|Spring|Summer|Autumn|Fall|Winter)\.?"
)
_MONTHS = rf"{MONTH}(?:\s?[/-]\s?{MONTH})?"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
DATE = (
    rf"(?:(?:{_DAY}\s)?{_MONTHS}(?:\s?{_DAY})?,?\s?{YEAR}|{YEAR},?\s{_MONTHS}(?:\s{_DAY})?|{_DAY}/\d\d?/{YEAR}|"
    rf"{YEAR}[-/]\d\d(?:[-/]\d\d)?(?![\d-])|{YEAR})"
)
_VOLUME = r"(?:[A-Z]{0,2}-?\d{1,5}[A-Z]?(?:\s?[-–/&]\s?\d{1,4})?|[IVXLC]+(?:-\d{1,3})?)"
_ISSUE = r"[A-Z]{0,2}\d{1,3}[A-Za-z]?(?:\s?[-–/&+]{1,2}\s?\d{1,3})?"
_PAGE = r"(?:[A-Za-z]{1,4}[.-]?)?\d[\dA-Za-z]*(?:\([A-Z]\))?\+?"
_RANGE = rf"{_PAGE}(?:\s?(?:-{{1,3}}|–|—)\s?{_PAGE})?(?:-\d{{1,3}})?"
_OF_VOLUME = r"(?:[Vv]ol(?:ume)?s?|VOL(?:UME)?|[Vv])(?:[.:]\s?|\s|(?=\d))"
_OF_ISSUE = r"(?:[Nn](?:o|r|ro|um|umber|°)?|NO|[Ii]ss(?:ue)?s?|[Ff]asc(?:icule)?)(?:[.:]\s?|\s|-|(?=\d))"
_OF_PAGES = (
    r"(?:[Pp]ages?|[Pp]p|PP|p|P(?=[.:\s])|[Pp]gs?|[Pp]ag|[Pp]aper|[Aa]rt(?:icle)?(?:\s?(?:[Ii][Dd]|[Nn]o|[Nn]umber))?|"
    r"[Ii][Dd])[.:]*\s?"
)
_ITEM = pattern(
    "|".join(
        (
            rf"(?P<open>[(\[])?(?P<date>{DATE})(?(open)[)\]]|(?![\w:/-]))",
            r"[(\[]?\d{1,4}\s?(?:pp|pages|pgs)\b\.?[)\]]?",  # the number of pages
            rf"\(?{_OF_VOLUME}(?P<volume>{_VOLUME})\)?(?!\w)",
            rf"[(\[]?{_OF_ISSUE}(?P<issue>{_ISSUE})[)\]]?(?!\w)",
            rf"[(\[](?P<bracketed>{_ISSUE})[)\]]",
            rf"\(?{_OF_PAGES}(?P<pages>{_RANGE})\)?(?!\w)",
            r"(?P<lmcs>lmcs:\s?\d+)",
            rf"(?P<plain>{_RANGE})(?![\w(])",
            rf"(?P<outer>{_VOLUME})(?=\s?[(\[]{_ISSUE}[)\]])",
        )
    )
)
_GAP = pattern(r"[\s,;:.]*")
_START = pattern(
    rf"(?<=[\s,.:;)\]])(?=[(\[]?{DATE}\b|[A-Z]{{0,2}}-?\d|(?:{_OF_VOLUME}|{_OF_ISSUE}|{_OF_PAGES})(?:[A-Z]?\d|[IVXLC]+\b))"
)
_NAME = pattern(r"(?:[23]D\s)?(?:[^\W\d_]|\\[\"'`^~=.])(?:[^\d;\"“|]|\((?:\d|[A-Z]\d)\)){1,120}")
_NO_NAME = pattern(
    r"\bet\.?\s?al|\b[Ee]ds?\b|^(?:[Ii]n|Dans|Chapter|[Pp]ublished|[Tt]o)\b|^[A-Z]\.\s|\b(?:and|of|the|in|online|date|on)$|"
    r"\s:\s|[A-Z]\.\s[A-Z][a-z]+,|\b(?:Vol|Volume|Issue|Press)\b"
)
"""What is no name of a journal: a list of authors, a title in a book, a date of publication."""
_LONG = 4
"""A single number of more characters, or of as many that begin with a letter, is that of an article, not a volume."""


class Items(NamedTuple):
    """The parts of a reference; those that it does not have are empty."""

    journal: str
    volume: str = ""
    number: str = ""
    pages: str = ""
    date: str = ""


def items(line: str) -> Items | None:
    """Parse a reference; None if it has another form."""
    for start in _START.finditer(line):
        name = line[: start.end()].rstrip(" ,:;-")
        if _NAME.fullmatch(name) and not _NO_NAME.search(name) and (found := _all_items(line, start.end())):
            return _assigned(name.removesuffix(".") if name.endswith("..") or name.count(".") == 1 else name, found)
    return None


def _all_items(line: str, place: int) -> list[Match[str]]:
    """Return the items from a place to the end of the line; [] if anything else is there."""
    found: list[Match[str]] = []
    while place < len(line):
        item = _ITEM.match(line, place)
        gap = _GAP.match(line, item.end()) if item else None
        if not item or not gap:
            return []
        found.append(item)
        place = gap.end()
    return found


def _assigned(name: str, found: Sequence[Match[str]]) -> Items | None:
    """Give the numbers without labels their meaning by their order. Returns None if that is not clear."""
    volumes, issues, pages = (
        _texts(found, "volume"),
        _texts(found, "issue", "bracketed"),
        _texts(found, "pages", "lmcs"),
    )
    dates, plain = _texts(found, "date"), _texts(found, "plain", "outer")
    if len(dates) > 1 and len(set(dates)) == 1 and not volumes and not found[0]["open"]:
        volumes = dates[:1]
    if len({date[-4:] for date in dates}) > 1 or (volumes and plain and not _is_after(found, "plain", "volume")):
        return None
    if plain and not volumes and not (len(plain) == 1 and not pages and _is_article(plain[0])):
        volumes, plain = plain[:1], plain[1:]
    if plain and not pages:
        pages, plain = plain[-1:], plain[:-1]
    if plain and not issues:
        issues, plain = plain[:1], plain[1:]
    if plain or max(map(len, (volumes, issues, pages))) > 1 or not (dates or (volumes and pages)):
        return None
    if not volumes and (_texts(found, "bracketed") or (issues and not pages) or (name.isupper() and not pages)):
        return None
    if any(len(issue) > _LONG and issue.isdigit() for issue in issues) or set(issues) & {date[-4:] for date in dates}:
        return None
    if any(map(_is_range, volumes)) and not pages:
        return None
    return Items(name, *map("".join, (volumes, issues, pages, dates[:1])))


def _texts(found: Sequence[Match[str]], *kinds: str) -> list[str]:
    return [item[kind] for item in found for kind in kinds if item[kind]]


def _is_after(found: Sequence[Match[str]], later: str, earlier: str) -> bool:
    """Return whether no item of one kind stands before one of another kind."""
    kinds = [kind for item in found for kind in (later, earlier) if item[kind]]
    return earlier not in kinds[kinds.index(later) :] if later in kinds else True


def _is_article(text: str) -> bool:
    return len(text) > _LONG or (text[0].isalpha() and len(text) == _LONG)


def _is_range(text: str) -> bool:
    return not text.isdecimal() and text[-1].isdecimal() and text[0].isdecimal()
