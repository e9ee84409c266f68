"""The first sentences of a paper's conclusions."""

from __future__ import annotations

import re

from arxtui.model.document import Document, Heading, Paragraph
from arxtui.patterns import pattern
from arxtui.reader.survey import plain

_HEADED = pattern(r"\b(?:conclu(?:sions?|ding)|summary|outlook)\b", re.I)
_LONGEST = 480
_SENTENCE = pattern(r"(?<=[.!?])\s+(?=[A-Z])")


def conclusions(document: Document) -> str:
    """Return the first sentences of the last section with a heading such as "Conclusions", in one paragraph; empty if
    there is no such section."""
    headings = [
        number
        for number, block in enumerate(document.blocks)
        if isinstance(block, Heading) and _HEADED.search(plain(block.title))
    ]
    if not headings:
        return ""
    for block in document.blocks[headings[-1] + 1 :]:
        if isinstance(block, Heading) and block.level <= 1:
            break
        if isinstance(block, Paragraph) and (text := " ".join(plain(block.content).split())):
            return _first_sentences(text)
    return ""


def _first_sentences(text: str) -> str:
    """Return whole sentences of at most ``_LONGEST`` characters in all; shorten the first sentence if it is longer."""
    told = ""
    for sentence in _SENTENCE.split(text):
        if len(told) + len(sentence) > _LONGEST:
            break
        told = f"{told} {sentence}".lstrip()
    return told or f"{text[:_LONGEST].rsplit(' ', 1)[0]} …"
