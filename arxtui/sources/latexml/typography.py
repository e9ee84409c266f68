"""Signs of running text and code that LaTeXML writes in other ways than a line shows them."""

from __future__ import annotations

from arxtui.model.document import Inline, Style, Text
from arxtui.patterns import pattern

# A blank that is preserved. ``clean`` removes no-break spaces from texts, so one can mark a blank until the line ends.
HARD_BLANK = "\xa0"
# LaTeXML indents the lines of algorithms with spaces of one em (two cells) or of about half an em (one cell), and in a
# smaller or typewriter font with narrower spaces after them.
_NARROW_BLANKS = pattern("(?<=[\u2002\u2003])[\u2005\u200a] ?")
_WIDE_BLANKS = str.maketrans(
    {"\u2001": 2 * HARD_BLANK, "\u2003": 2 * HARD_BLANK, **dict.fromkeys("\u2000\u2002\u2004\u2007", HARD_BLANK)}
)
_COMMA_IN_LINE = pattern(r"(?<=[^\s,])\s+(?=,)")
_LOOSE_COMMA = pattern(r"(?:^|(?<=[^\s,]))\s+(?=,)")
_DASHES = pattern(r"(?<=\s)--(?=\s)|(?<!-)---(?!-)")
_DASH = {"--": "–", "---": "—"}
# Not A, which can be a word.
_DROP_CAPS = frozenset("BCDEFGHIJKLMNOPQRSTUVWXYZ")
_AFTER_DROP_CAP = pattern(r" [A-Z]+(?:['’-][A-Z]+)*(?![\w'’-])")


def with_hard_blanks(text: str) -> str:
    """Return a text of an algorithm in which the blanks that indent it are preserved."""
    return _NARROW_BLANKS.sub("", text).translate(_WIDE_BLANKS)


def with_dashes(text: str) -> str:
    """Return a text with the dashes that LaTeXML has left as typed: three hyphens, or two with a blank on both sides,
    which shows that they are no part of code."""
    return _DASHES.sub(lambda dash: _DASH[dash[0]], text)


def without_loose_commas(content: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Return a line without the blanks before its commas."""
    return tuple(
        run._replace(text=(_LOOSE_COMMA if index else _COMMA_IN_LINE).sub("", run.text))
        if isinstance(run, Text)
        else run
        for index, run in enumerate(content)
    )


def with_initial(content: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Return a paragraph with its drop cap, a bold capital, joined to the capitals after it: ``M OBILE``."""
    first, second = content[0], content[1] if len(content) > 1 else None
    if not (isinstance(first, Text) and first.style == Style.BOLD and first.text in _DROP_CAPS):
        return content
    if not isinstance(second, Text) or not _AFTER_DROP_CAP.match(second.text):
        return content
    return (Text(f"{first.text}{second.text[1:]}", second.style), *content[2:])
