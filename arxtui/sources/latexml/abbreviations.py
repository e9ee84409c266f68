"""Blanks behind abbreviations, which LaTeXML oxide loses if glossaries-extra writes them: ``\\gls{ris} has`` is
"RIShas". Nothing marks the places, but the first use of each abbreviation is behind its long form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import ascii_letters
from typing import Any

from arxtui.model.document import Block, Formula, Reference, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.content import inlines, rewritten

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

    A word is only taken off an abbreviation if it is on the page by itself, too: it may be part of a name.
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
