"""Signs and blanks of running text and code that LaTeXML writes in other ways than a line shows them, or loses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import ascii_letters
from typing import Any

from arxtui.light import pattern
from arxtui.model.document import Block, Formula, Inline, Reference, Style, Text
from arxtui.sources.latexml.content import inlines, rewritten

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


_SHORT = "(?=[a-z]*[A-Z][a-z]*[A-Z])[A-Za-z]+"
_GLUED = pattern(rf"\(({_SHORT})\)[a-z]{{2}}")
_FIRST_USE = pattern(rf"(?<![A-Za-z])((?:[A-Za-z]+[ -]){{1,9}})\(({_SHORT})\)")
_IN_BRACKETS = pattern(r"\([A-Za-z]+\)")
_WORD = pattern(r"(?<![A-Za-z])[a-z]{2,}")
_FEWEST = 3
"""The fewest abbreviations without a blank behind their first use by which a page shows the fault."""
_ENDINGS = frozenset(["es", "ed", "ing"])
"""Endings of abbreviations themselves."""


def with_blanks_behind_abbreviations(text: str, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks of a page, whose HTML is ``text``, with the blanks that it has lost behind abbreviations.

    LaTeXML oxide loses them if glossaries-extra writes the abbreviations: ``\\gls{ris} has`` is "RIShas". Nothing marks
    the places, but the first use of each abbreviation is behind its long form. A word is only taken off an abbreviation
    if it is on the page by itself, too: it may be part of a name.
    """
    glued = set(_GLUED.findall(text))
    if len(glued) < _FEWEST:
        return blocks
    texts = [run.text for run in inlines(blocks) if isinstance(run, Text)]
    short = set(_introduced(texts))
    if len(short & glued) < _FEWEST:
        return blocks
    words = {*_WORD.findall("\n".join(texts))} - _ENDINGS
    names = "|".join(sorted(short, key=len, reverse=True))
    # Alternatives that all begin with a letter or bracket, before anything else, are found faster.
    before = re.compile(rf"(?:{names}|\((?:{names})\))(?=([a-z]{{2,}})|(?<!\))\([a-z]+ )")
    longest = max(map(len, short)) + 1
    at_end = re.compile(rf"(?<![A-Za-z])(?:{names})\)?\Z")

    def separated(found: re.Match[str]) -> str:
        text, start = found.string, found.start()
        is_name = text[start] == "(" or (
            (found[1] is None or found[1] in words) and not (start and text[start - 1] in ascii_letters)
        )
        return f"{found[0]} " if is_name else found[0]

    def with_blanks(parts: list[Any]) -> list[Any]:
        for place, part in enumerate(parts):
            if type(part) is Text:
                shown = before.sub(separated, part.text)
                if any(map(_is_apart, parts[place + 1 : place + 2])) and at_end.search(shown, len(shown) - longest):
                    shown += " "
                if shown != part.text:
                    parts[place] = part._replace(text=shown)
        return parts

    return tuple(rewritten(blocks, with_blanks))


def _is_apart(run: Any) -> bool:
    """Whether a blank is before a run if it follows a word: a reference, a formula that is no script of the word."""
    return type(run) is Reference or (type(run) is Formula and not run.tex.startswith(("_", "^", "{")))


def _introduced(texts: Iterable[str]) -> Iterator[str]:
    """Yield the abbreviations behind their long forms, whose words begin with their capitals in this order."""
    for text in texts:
        for words, short in _FIRST_USE.findall(text) if _IN_BRACKETS.search(text) else ():
            initials = iter(word[0].lower() for word in words.replace("-", " ").split())
            if all(capital.lower() in initials for capital in short if capital.isupper()):
                yield short
