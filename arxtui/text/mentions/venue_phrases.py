"""The venue that a sentence names: the words are cut out and mapped to the usual short name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from arxtui.light import NamedTuple, pattern
from arxtui.text.mentions.venue_names import acronyms, bare, journals, long_names, spaced, written_journals
from arxtui.text.tex import readable

_TEX = pattern(r"\\(?:em|it|bf|sl|tt|emph|textit|textbf)\b|[{}$~]|\\(?=[&\s])|``|''")
_NOISE = pattern(r"arXiv:\s?\S+|https?://\S+|doi:?\s?10\.\S+|\[[^\]]*\]", re.I)

_ORDINAL = (
    r"(?:\d+\s?(?:st|nd|rd|th)|(?-i:[XVI]{2,})(?:th|st|nd|rd)?|(?:(?:twenty|thirty|fort?y|fifty|sixty)[-\s]?)?"
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth?|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|"
    r"fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|fortieth))"
)
_KIND = (
    "(?:publication|consideration|presentation|inclusion|oral|poster|spotlight|highlight|short|long|full|regular|main|"
    "invited|peer[- ]reviewed|given|presented|published|accepted|appear|version|manuscript|talk|lecture|conference|"
    "workshop|journal|demo|research|industry|review|special|refereed|upcoming|forthcoming|annual|paper|article|"
    "contribution|track|issue|volume|chapter|letter|part|session)"
)
_LEADING = pattern(
    r"[\s:,\"'`“”‘’(\[]+"
    r"|(?:as|in|into|on|to|at|by|for|from|with|of|be|and|an?|the|this|our|is|was|it|been|has|publish|findings of)\b"
    r"(?=[\s:])"
    r"|(?:publication|consideration|presentation|inclusion|published|presented|accepted|submission)\b"
    r"(?=\s+(?:as|in|into|on|to|at|by|for|with)\b)"
    rf"|(?-i:{_KIND})s?\b(?=\s+(?:as|in|into|on|to|at|by|for|with|the|an?|{_KIND})\b|\s*[,:(])"
    rf"|(?-i:(?:{_KIND}|Oral|Spotlight|Poster|Highlight|Short|Full|Main|Workshop|Conference)s?\b(?=\s+[\"'“]?[A-Z\d]))"
    r"|(?:(?:conference|workshop|pre|post|joint)[- ]?)?(?:proceedings?\b|proc\b\.?)(?:\s+(?:of|for|from|to))?"
    rf"|(?:19|20)\d\d\b|{_ORDINAL}\b",
    re.I,
)
_MONTH = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
# The look-ahead for the first character of a stop comes first, so that the rest is not tried at every letter.
_STOP = pattern(
    r"(?=[\s,;|(\d])(?:[;|]|\s[-–—]{1,3}\s"
    r"|,?\s*\(?\b\d+\s*(?:\+\s*\d+\s*)?(?:pp?\b|pages?|pgs|figures?|figs?|tables?)"
    r"|,?\s(?:with|w/|where|which|who|after|under|doi|see|this|that|these|edited|eds?|held|organi[sz]ed|pages|pp|without|"
    r"available|revised|code|project|please|following|title|based|entitled|subject|pending|vol(?:ume)?s?|no|issue|"
    r"special issue|dedicated|for possible|typeset|postscript|comments|will|has|is|are|was|uses?|includes?|including|"
    r"containing|due|since|before|minor)\b"
    r"|,?\s(?:and|but)\s+(?:to|will|was|is|has|presented|published|accepted|available|in|the|at|as)\b|\sv\d\b"
    r"|[\s,(]+(?:in press|in print|accepted|submitted|to appear)\b"
    rf"|,?\s*(?:on\s+)?\(?(?:\d+/\d+/\d+|{_MONTH}\.?\s+\d|{_DAY}\s*[-–]?\s*(?:{_DAY}\s+)?{_MONTH}\b))"
)
"""For :func:`lowered` texts."""
_SENTENCE = pattern(r"(?<![\w&])(?P<word>[\w&]+)[)\"”]?\.(?=\s|$)")
_ABBREVIATED = frozenset(
    "commun astron astrophys quantum instrum geophys comput combin statist integr differ monthly theoret control optim "
    "symp trans proc conf workshop journ european philos suppl mathem engin physik condens europhys algebr relativ "
    "commut transform intern inform meteor gravit cosmol notices radiat plasma nonlin electron polon mater".split()
)
_NEXT = pattern(
    r"\s+(?:This|The|We|It|Our|See|Some|Comments?|Typ\w+|Minor|Final|Code|Contact|Revised|Accepted|Published|Submitted|In|"
    r"To|Added|Version|Figures?)\b"
)
_LONGEST_ABBREVIATION = 5

_YEAR = r"(?:19|20)\d\d"
_YEARS = pattern(rf"(?<![\d.:/-])({_YEAR})(?![\d/-]|\.\d)")
_LAST_YEAR = pattern(rf"(?<![\d-])({_YEAR})(?![\d-])")
_IN_BRACKETS = pattern(rf"\((?:\w+\.? )?({_YEAR})\)")
_SUFFIX = rf"[\s'’`-]{{0,2}}(?P<year>{_YEAR}|(?<=['’`-])\d\d|(?<=[A-Z])\d\d)?(?!\w)"
_CAPITALS = r"[A-Z][A-Za-z\d&+]*[A-Z][A-Za-z&+/-]*"
_BRACKETED = pattern(rf"[(\[\"“](?P<name>(?:[A-Z]+ )?{_CAPITALS}){_SUFFIX}\s*(?:[)\],\"”]|$)")
_SHORT = pattern(rf"(?P<name>(?:[A-Z]+ )?{_CAPITALS}){_SUFFIX}")
_ALONE = pattern(rf"(?P<name>{_CAPITALS}(?: [A-Z]{{2,}})?)[\s'’-](?P<year>{_YEAR})(?=\.?\s*(?:$|[,;(]))")
# The look-ahead for the first character comes first, so that the rest is not tried at every letter.
_VOLUME = pattern(
    r"(?=[\s,:({\d]|\b[vniaps])"
    r"(?:[\s,:(]*\b(?:vol(?:ume)?s?|no|issue|art(?:icle)?|pp?|pages?|series|special)\b\.?|[\s,:({]*\d)",
    re.I,
)
_HEAD_ENDS = pattern(r"[:,(]")
_MEETING = pattern(
    r"\b(?:proceedings|proc\b|conference|conf\b|workshops?|symposium|symp\b|colloquium|congress|meeting|school)", re.I
)
_WORKSHOPS = ("ITW", "SLT")
_WORKSHOP = pattern(r"\bworkshops?\b", re.I)
_CALLED = pattern(
    r"(?:[A-Z][\w&/.-]*\s+){0,4}(?:Conference|Symposium|Workshop|Congress|Colloquium|Journal|Transactions)\b(?!\s+(?:version|"
    r"paper|submission|format))"
)
_TRAILING = pattern(r"(?:[\s,:;(\"'`“”\[&/)–-]|(?<=\s)(?:on|in|at|of|for|by|the|and|to)(?=[\s,]*$))+$")
_TRAILING_SIGNS = frozenset(" ,:;(\"'`“”[&/)–-")
_TRAILING_WORDS = frozenset("on in at of for by the and to".split())
_NO_VENUE = frozenset(
    "journal journals conference publication publications arxiv review form revised version press print book volume "
    "editor editors springer elsevier ieee acm wiley world scientific jan january february march april may june july "
    "august september october november december thesis phd lncs spie iop aip aps siam ifip pmlr spring fall summer "
    "winter latex revtex text article final english french accepted published submitted supplementary appendix authors "
    "author of the a an on in for and by to at manuscript part workshop proceedings international us usa uk cern bnl "
    "nasa eso oral poster github zenodo youtube request".split()
)
_CAPITALISED = pattern(r"[A-Z][A-Za-z]+")
_WORD = pattern(r"[A-Z][A-Za-z&]*")
_MAX_WORDS = 14
_MAX_LENGTH = 300


class NamedVenue(NamedTuple):
    """A venue at the beginning of a text: its name, its year if given there, the position where its words end, and
    whether a year or a volume belongs to them."""

    name: str
    year: int | None
    end: int
    has_number: bool


def lowered(text: str) -> str:
    """Return a text in lower case with unchanged positions, for patterns of lower-case letters."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(character.lower()[0] for character in text)


def plain_comment(text: str) -> str:
    """Return a comment without TeX, addresses and identifiers, on one line."""
    if "\\" in text or "{" in text or "~" in text or "`" in text:
        text = _TEX.sub(" ", readable(text))
    if "http" in text or "arXiv" in text or "10." in text or "[" in text:
        text = _NOISE.sub(" ", text)
    return " ".join(text.split())


def venue_at_start(text: str, *, reference: bool = False) -> NamedVenue | None:
    """Return the venue that a text begins with, perhaps after "for publication in the proceedings of"; None if there is
    none.

    If the text is a journal ``reference``, its last year counts.
    """
    *leading, last = _starts(text)
    for start in (*(begin for begin in leading if _may_be_known(text, begin)), last):
        end = _phrase_end(text, start)
        phrase = _trim(text[start:end])
        if journal := _journal(phrase):
            return NamedVenue(journal, _year_of(text, reference=reference), end, has_number=False)
    if not phrase or len(phrase) > _MAX_LENGTH:
        return None
    venue = _conference(phrase) or _unknown_conference(phrase)
    if venue is None:
        return None
    name, year = venue
    year = year or _year_of(text, reference=reference)
    return NamedVenue(name, year, end, has_number=year is not None)


def journal_of(reference: str) -> NamedVenue | None:
    """Return the known journal that a reference begins with, right before its volume; None for any other text."""
    journal = _journal(reference)
    return (
        NamedVenue(journal, _year_of(reference, reference=True), len(reference), has_number=True) if journal else None
    )


def known_venue(text: str) -> NamedVenue | None:
    """Return the venue that a text begins with, if its name is known or contains "Conference", "Journal" or the like;
    else None.
    """
    *_, start = _starts(text)
    if venue := _known_by_name(text[start:]):
        return venue._replace(end=start + venue.end)
    return venue_at_start(text) if _CALLED.match(text, start) else None


def _known_by_name(text: str) -> NamedVenue | None:
    if (short := _ALONE.match(text)) and short["name"].lower() not in _NO_VENUE:
        return NamedVenue(short["name"], int(short["year"]), short.end("year"), has_number=True)
    if not _may_be_known(text, 0):
        return None
    if short := _acronym().match(text):
        name = _with_workshop(acronyms()[short["name"]], text[: _phrase_end(text, 0)], bool(short["workshop"]))
        year = _as_year(short["year"]) or _year_of(text[: _phrase_end(text, 0)], reference=True)
        return NamedVenue(name, year, short.end(), has_number=year is not None)
    stop = _phrase_end(text, 0)
    if journal := _journal(text[:stop]):
        volume = _VOLUME.search(text[:stop])
        end = volume.start() if volume else stop
        return NamedVenue(journal, _year_of(text[:stop], reference=True), end, has_number=volume is not None)
    return None


def _starts(text: str) -> Iterator[int]:
    """Yield the positions where a name may begin: the start of the text, and after each leading word."""
    start = 0
    while match := _LEADING.match(text, start):
        if match.end() == start:
            break
        yield start
        start = match.end()
    yield start


def _phrase_end(text: str, start: int) -> int:
    """Return where the words that may name a venue end."""
    stop = _STOP.search(lowered(text), start)
    end = stop.start() if stop else len(text)
    phrase = text[start:end]
    for match in _SENTENCE.finditer(phrase) if "." in phrase else ():
        if not _is_abbreviated(match["word"]):
            return start + match.end("word")
        if _NEXT.match(text, start + match.end()):
            return start + match.end()
    return end


def _is_abbreviated(word: str) -> bool:
    if word.lower() in _ABBREVIATED:
        return True
    return len(word) <= _LONGEST_ABBREVIATION and not (word.isupper() and len(word) > 1) and word != "ApJ"


def _trim(phrase: str) -> str:
    if phrase[-1:] in _TRAILING_SIGNS or phrase.rpartition(" ")[2] in _TRAILING_WORDS:
        return _TRAILING.sub("", phrase)
    return phrase


def _may_be_known(text: str, start: int) -> bool:
    match = _WORD.match(text, start)
    return match is not None and match[0].lower() in _first_words()


@cache
def _first_words() -> frozenset[str]:
    matches = map(_WORD.match, (*acronyms(), *written_journals()))
    return frozenset(word[0].lower() for word in matches if word)


def _journal(phrase: str) -> str | None:
    names = journals()
    volume = _VOLUME.search(phrase)
    head = phrase[: volume.start()] if volume else phrase
    first = _HEAD_ENDS.split(head, 1)[0]
    return names.get(bare(head)) or (names.get(bare(first)) if len(first) < len(head) else None)


@cache
def _first_acronyms() -> frozenset[str]:
    """Return the first words of the acronyms, also with the W of a workshop: a quick test, because most phrases contain
    none.
    """
    words = {name.split()[0] for name in acronyms()}
    return frozenset(words | {f"{name}W" for name in words})


@cache
def _acronym() -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, acronyms()), key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z-])(?P<name>{names})(?P<workshop>W)?(?![a-z]){_SUFFIX}")


def _conference(phrase: str) -> tuple[str, int | None] | None:
    short = _acronym().search(phrase) if _first_acronyms().intersection(_CAPITALISED.findall(phrase)) else None
    if short and (len(short["name"]) > 2 or short["year"]):
        return _with_workshop(acronyms()[short["name"]], phrase, bool(short["workshop"])), _as_year(short["year"])
    long_name = _long_name(phrase)
    own = _BRACKETED.search(phrase)
    if own and own["name"].lower() not in _NO_VENUE and not (long_name and long_name.endswith(own["name"])):
        return own["name"], _as_year(own["year"])
    return (
        (_with_workshop(long_name, phrase, workshop=False), _as_year(own["year"]) if own else None)
        if long_name
        else None
    )


def _long_name(phrase: str) -> str | None:
    """Return the usual short name of the conference whose long name is in the phrase; every long name has at least
    three words.
    """
    words = spaced(phrase)
    return next((name for written, name in long_names() if written in words), None) if words.count(" ") > 2 else None


def _with_workshop(name: str, phrase: str, workshop: bool) -> str:  # noqa: FBT001
    return f"{name} workshop" if workshop or (_WORKSHOP.search(phrase) and name not in _WORKSHOPS) else name


def _unknown_conference(phrase: str) -> tuple[str, int | None] | None:
    if (short := _SHORT.fullmatch(phrase.partition(",")[0])) and short["name"].lower() not in _NO_VENUE:
        return short["name"], _as_year(short["year"])
    if not _MEETING.search(phrase) and (volume := _VOLUME.search(phrase)):
        phrase = phrase[: volume.start()]
    name = re.split(r",|\(|\s['\"“]|:", phrase)[0]
    name = _trim(" ".join(_YEARS.sub("", _trim(name)).split()))
    return (name, None) if _is_name(name) else None


def _is_name(name: str) -> bool:
    name_words = name.split()
    if not name_words or len(name_words) > _MAX_WORDS or not (name[0].isupper() or name[1:2].isupper()):
        return False
    return len(bare(name)) > 2 and any(word.lower().strip(".,") not in _NO_VENUE for word in name_words)


def _as_year(written: str | None) -> int | None:
    if not written:
        return None
    number = int(written)
    return number if number > 99 else 1900 + number if number > 85 else 2000 + number


def _year_of(text: str, *, reference: bool) -> int | None:
    if bracketed := _IN_BRACKETS.search(text):
        return int(bracketed[1])
    years = _LAST_YEAR.findall(text) if reference else _YEARS.findall(text, 0, 160)
    return int(years[-1 if reference else 0]) if years else None
