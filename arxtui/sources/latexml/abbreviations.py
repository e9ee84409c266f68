"""Blanks behind abbreviations, which LaTeXML oxide loses if glossaries-extra writes them: ``\\gls{ris} has`` is
"RIShas". Nothing marks the places, but the first use of each abbreviation is behind its long form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from arxtui.model.document import Block, Formula, Reference, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.content import inlines, rewritten

_SHORT = "(?=[a-z]*[A-Z][a-z]*[A-Z])[A-Za-z]+"
_GLUED = pattern(rf"\(({_SHORT})\)[a-z]{{2}}")
_FIRST_USE = pattern(rf"(?<![A-Za-z])((?:[A-Za-z]+[ -]){{1,9}})\(({_SHORT})\)")
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
    words = {word for each in texts for word in _WORD.findall(each)} - _ENDINGS
    names = "|".join(sorted(short, key=len, reverse=True))
    before = re.compile(rf"(?<![A-Za-z])(?:{names})(?=([a-z]{{2,}})|\([a-z]+ )|\((?:{names})\)(?=[a-z]{{2}})")
    at_end = re.compile(rf"(?<![A-Za-z])(?:{names})\)?\Z")

    def separated(found: re.Match[str]) -> str:
        return f"{found[0]} " if found[1] is None or found[1] in words else found[0]

    def with_blanks(parts: Sequence[Any]) -> Iterator[Any]:
        for part, behind in zip_longest(parts, parts[1:]):
            if type(part) is Text:
                shown = before.sub(separated, part.text)
                is_glued = _is_apart(behind) and at_end.search(shown)
                part = part._replace(text=f"{shown} " if is_glued else shown)
            yield part

    return tuple(rewritten(blocks, with_blanks))


def _is_apart(run: Any) -> bool:
    """Whether a blank is before a run if it follows a word: a reference, a formula that is no script of the word."""
    return type(run) is Reference or (type(run) is Formula and not run.tex.startswith(("_", "^", "{")))


def _introduced(texts: Iterable[str]) -> Iterator[str]:
    """Yield the abbreviations behind their long forms, whose words begin with their capitals in this order."""
    for text in texts:
        for words, short in _FIRST_USE.findall(text) if "(" in text else ():
            initials = iter(word[0].lower() for word in words.replace("-", " ").split())
            if all(capital.lower() in initials for capital in short if capital.isupper()):
                yield short
