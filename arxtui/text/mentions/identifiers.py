"""The arXiv identifiers that a text names: a bibliography, a mail, notes, a page.

arXiv's own reading is lax: it takes ``1234.1234``, and finds ``2501.12345`` in ``2501.123456``. Here a number counts
only where arXiv can have given it and the text says that it is arXiv's; an old identifier says so itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from arxtui.model.arxiv.ids import ArxivId
from arxtui.patterns import pattern

# A line's end that a mail program put in, with the blanks and marks of a reply around it.
_END = r"[ \t]*\r?\n[ \t>|]*"
_BREAK = rf"(?:{_END})?"

_HOST = r"(?:arxiv\.org|ar5iv\.org|alphaxiv\.org|lanl\.gov|huggingface\.co|scirate\.com)"
_ADDRESS = rf"(?<![\w-]){_HOST}/{_BREAK}(?:ftp/arxiv/papers/\d{{4}}/|(?:en/)?[\w-]+/{_BREAK})"
_NAMED = r"(?<![a-z\d])arxiv(?:\.org)?(?:\.(?=\S)|[\s:/({\[#-]|(?:pre|e-?)?prints?\b|(?:id|identifier|no|number)\b)*"
_ENTRY = r"\beprint\s*=\s*[{\"]\s*"
# So a bibliography of computer science (dblp.org) cites a preprint: volume = {abs/2605.01234}.
_VOLUME = r"(?<![\w/.])abs/"
_CUE = pattern(rf"{_ADDRESS}|{_NAMED}|{_ENTRY}|{_VOLUME}", re.I | re.A)

# Where the tags of an answer were stripped, the title follows at once, or a time.
_VERSION = r"(?:v([1-9]\d{0,2}?)(?=(?:19|20)\d\d-\d\d-\d\dT|(?!\d)))?"
_ARCHIVE = rf"([a-z]+(?:-{_BREAK}[a-z]+)?)(?:\.[a-z]{{2}})?"
_DIGIT = rf"{_BREAK}\d"
_WHOLE = pattern(rf"(?:(\d{{4}}\.\d{{4,5}})|{_ARCHIVE}/(\d{{7}}))(?!\d){_VERSION}", re.I | re.A)
_BROKEN = pattern(
    rf"(?:(\d(?:{_DIGIT}){{3}}{_BREAK}\.(?:{_DIGIT}){{4,5}})|{_ARCHIVE}{_BREAK}/((?:{_DIGIT}){{7}}))(?!\d){_VERSION}",
    re.I | re.A,
)
# Of an address that breaks in ``physi`` the rest is no paper of ``cs``.
_BEGUN = pattern(rf"[a-z]+{_END}", re.I | re.A)
_OLD_NUMBER = pattern(r"/\d{7}(?!\d)", re.A)
_OLD = pattern(rf"(?<![\w./-])()([a-z]+(?:-[a-z]+)?)(?:\.[A-Z]{{2}})?/(\d{{7}})(?!\d){_VERSION}", re.A)
_LONGEST_ARCHIVE, _LONGEST_REST = 12, 16

_BETWEEN = pattern(r"[\s,;]+")
_AROUND = "<>()[]{}\"'`.*•-"
_LONGEST_LIST = 1 << 20
_SOFT_END = pattern(r"=\r?\n")


def ids_in(text: str) -> list[ArxivId]:
    """The identifiers in a text, in their order, a paper once, in the version that is named first.

    Found are old and new ones, with or without a version, also where the end of a line breaks them: in addresses of
    arXiv, its mirrors, ar5iv and alphaXiv, in DOIs under 10.48550, after ``arXiv:``, in BibTeX's ``eprint``. A bare
    number counts only in a text that is nothing but a list of identifiers.
    """
    found = _listed(text) or [named for _, named in sorted(_named(_plain(text)))]
    papers: dict[str, ArxivId] = {}
    for each in found:
        papers.setdefault(each.base, each)
    return list(papers.values())


def _plain(text: str) -> str:
    """Without what mails and addresses put in the place of a line's end, a slash or a colon."""
    if "=\n" in text or "=\r" in text:
        text = _SOFT_END.sub("", text)
    return text.replace("%2F", "/").replace("%2f", "/").replace("%3A", ":") if "%" in text else text


def _listed(text: str) -> list[ArxivId]:
    """Those of a text that is nothing but a list of identifiers; empty for any other."""
    if len(text) > _LONGEST_LIST:
        return []
    try:
        return [ArxivId.parse(word) for each in _BETWEEN.split(text) if (word := each.strip(_AROUND))]
    except ValueError:
        return []


def _named(text: str) -> Iterator[tuple[int, ArxivId]]:
    """(place, identifier) of those that the text calls arXiv's, and of the old ones."""
    cut = set()
    for cue in _CUE.finditer(text):
        if cue.group().endswith("/") and (begun := _BEGUN.match(text, cue.end())):
            cut.add(begun.end())
        whole, broken = _WHOLE.match(text, cue.end()), _BROKEN.match(text, cue.end())
        if named := _read(whole) or _read(broken):
            yield cue.start(), named
    for number in _OLD_NUMBER.finditer(text):
        begin, end = number.span()
        old = _OLD.search(text, max(0, begin - _LONGEST_ARCHIVE), end + _LONGEST_REST)
        if old and old.start() not in cut and (named := _read(old)):
            yield begin, named


def _read(written: re.Match[str] | None) -> ArxivId | None:
    """What is written, without the line ends in it; None where arXiv cannot have given it."""
    if written is None:
        return None
    new, archive, number, version = written.groups()
    base = re.sub(_END, "", new or f"{archive}/{number}").lower()
    try:
        return ArxivId.parse(f"{base}v{version}" if version else base)
    except ValueError:
        return None
