"""arXiv identifiers in a text, such as a bibliography, a mail, notes or a web page.

arXiv's own parser is lax: it accepts ``1234.1234``, and finds ``2501.12345`` in ``2501.123456``. Here a number counts
only if arXiv can have assigned it and the text marks it as arXiv's; an old identifier needs no mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from arxtui.light import pattern
from arxtui.model.arxiv.ids import SITES, ArxivId, plain_signs

# A line break that a mail program inserted, with the blanks and quote marks of a reply around it.
_END = r"[ \t]*\r?\n[ \t>|]*"
_BREAK = rf"(?:{_END})?"

_ADDRESS = rf"(?<![\w-]){SITES}/{_BREAK}(?:ftp/arxiv/papers/\d{{4}}/|(?:en/)?[\w-]+/{_BREAK})"
# Also "arxivId = {", as Mendeley writes it, and "arxiv_id": " and "ArXiv": " of JSON.
_NAMED = (
    r"(?<![a-z\d])arxiv(?:\.org)?(?:\.(?=\S)|[\s:/({\[#\"'=_-]|(?:pre|e-?)?prints?\b|(?:id|identifier|no|number)\b)*"
)
_ENTRY = r"\b(?:eprint|archive_?id)\s*=\s*[{\"]\s*"
# The form in which dblp.org's BibTeX cites a preprint: volume = {abs/2605.01234}.
_VOLUME = r"(?<![\w/.])abs/"
_CUE = pattern(rf"{_ADDRESS}|{_NAMED}|{_ENTRY}|{_VOLUME}", re.I | re.A)

# Where the tags of a response were stripped, the title or a time follows immediately.
_VERSION = r"(?:v([1-9]\d{0,2}?)(?=(?:19|20)\d\d-\d\d-\d\dT|(?!\d)))?"
_ARCHIVE = rf"([a-z]+(?:-{_BREAK}[a-z]+)?(?:\.[a-z]{{2}})?{_BREAK}/)"
_CLASS = r"(?:[a-z]+(?:-[a-z]+)?(?:\.[a-z-]+)?/)?"
_DIGIT = rf"{_BREAK}\d"
_WHOLE = pattern(rf"(?:({_CLASS}\d{{4}}\.\d{{4,5}})|{_ARCHIVE}(\d{{7}}))(?!\d){_VERSION}", re.I | re.A)
_BROKEN = pattern(
    rf"(?:(\d(?:{_DIGIT}){{3}}{_BREAK}\.(?:{_DIGIT}){{4,5}})|{_ARCHIVE}((?:{_DIGIT}){{7}}))(?!\d){_VERSION}",
    re.I | re.A,
)
# If an address breaks in the middle of ``physi``, the rest is not a paper of ``cs``.
_BEGUN = pattern(rf"[a-z]+{_END}", re.I | re.A)
_OLD_NUMBER = pattern(r"(?:/|(?<=[a-z])_?)\d{7}(?!\d)", re.A)
_OLD = pattern(rf"(?<![\w./-])()([a-z]+(?:-[a-z]+)?(?:\.[A-Z]{{2}})?/|[a-z]+-[a-z]+_?)(\d{{7}})(?!\d){_VERSION}", re.A)
_LONGEST_ARCHIVE, _LONGEST_REST = 12, 16

_BETWEEN = pattern(r"[\s,;]+")
_AROUND = "<>()[]{}\"'`.*•-"
_LONGEST_LIST = 1 << 20
_SOFT_END = pattern(r"=\r?\n")


def ids_in(text: str) -> list[ArxivId]:
    """Return the identifiers in a text, in order; each paper once, in the version that is mentioned first.

    Old and new identifiers are found, with or without a version, also if a line break splits them: in addresses of
    arXiv, its mirrors, ar5iv and alphaXiv, in DOIs under 10.48550, after ``arXiv:``, in the fields of BibTeX and JSON.
    A bare number counts only in a text that is nothing but a list of identifiers.
    """
    text = plain_signs(text)
    ids = _id_list(text) or [arxiv_id for _, arxiv_id in sorted(_marked_ids(_without_escapes(text)))]
    papers: dict[str, ArxivId] = {}
    for arxiv_id in ids:
        papers.setdefault(arxiv_id.base, arxiv_id)
    return list(papers.values())


def _without_escapes(text: str) -> str:
    """Remove the soft line breaks of mails and decode the escaped slashes and colons of addresses."""
    if "=\n" in text or "=\r" in text:
        text = _SOFT_END.sub("", text)
    return text.replace("%2F", "/").replace("%2f", "/").replace("%3A", ":") if "%" in text else text


def _id_list(text: str) -> list[ArxivId]:
    """Return the identifiers of a text that is nothing but a list of identifiers; empty for any other text."""
    if len(text) > _LONGEST_LIST:
        return []
    try:
        return [ArxivId.parse(word) for part in _BETWEEN.split(text) if (word := part.strip(_AROUND))]
    except ValueError:
        return []


def _marked_ids(text: str) -> Iterator[tuple[int, ArxivId]]:
    """Yield (position, identifier) of the identifiers that the text marks as arXiv's, and of the old ones."""
    broken_ends = set()
    for cue in _CUE.finditer(text):
        if cue.group().endswith("/") and (begun := _BEGUN.match(text, cue.end())):
            broken_ends.add(begun.end())
        whole, broken = _WHOLE.match(text, cue.end()), _BROKEN.match(text, cue.end())
        if arxiv_id := _parse_match(whole) or _parse_match(broken):
            yield cue.start(), arxiv_id
    for number in _OLD_NUMBER.finditer(text):
        begin, end = number.span()
        old = _OLD.search(text, max(0, begin - _LONGEST_ARCHIVE), end + _LONGEST_REST)
        if old and old.start() not in broken_ends and (arxiv_id := _parse_match(old)):
            yield begin, arxiv_id


def _parse_match(match: re.Match[str] | None) -> ArxivId | None:
    """Return the identifier of a match, without line breaks; None if arXiv cannot have assigned it."""
    if match is None:
        return None
    new, archive, number, version = match.groups()
    base = re.sub(_END, "", new or f"{archive}{number}")
    try:
        return ArxivId.parse(f"{base}v{version}" if version else base)
    except ValueError:
        return None
