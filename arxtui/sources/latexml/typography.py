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
_DASHES = pattern(r"(?<=\s)---?(?=\s)")
_DASH = {"--": "–", "---": "—"}
_AFTER_INITIAL = pattern(r" ?[^\W\d_a-z]{2}")


def with_hard_blanks(text: str) -> str:
    """Return a text of an algorithm in which the blanks that indent it are preserved."""
    return _NARROW_BLANKS.sub("", text).translate(_WIDE_BLANKS)


def with_dashes(text: str) -> str:
    """Return a text with the dashes that LaTeXML has left as typed: a blank on both sides shows that they are no part
    of code."""
    return _DASHES.sub(lambda dash: _DASH[dash[0]], text)


def with_initial(content: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Return a paragraph with its large initial (``lettrine``) joined to the rest of the word."""
    first, rest = content[0], content[1] if len(content) > 1 else None
    if isinstance(first, Text) and first.style is Style.BOLD and isinstance(rest, Text):
        initial = first.text.strip()
        if len(initial) == 1 and initial.isupper() and initial not in "AI" and _AFTER_INITIAL.match(rest.text):
            return (Text(initial, first.style), Text(rest.text.lstrip(), rest.style), *content[2:])
    return content
