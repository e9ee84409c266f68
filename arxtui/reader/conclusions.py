"""The first sentences of a paper's conclusions."""

from __future__ import annotations

import re

from arxtui.light import pattern
from arxtui.model.document import Document, Heading, Paragraph
from arxtui.reader.survey import plain

_CONCLUDING = pattern(r"\b(?:conclu(?:sions?|ding)|summary|outlook)\b", re.I)
_MAX_LENGTH = 480
_SENTENCE = pattern(r"(?<=[.!?])\s+(?=[A-Z])")


def conclusions(document: Document) -> str:
    """Return the first sentences of the last section with a heading such as "Conclusions", in one paragraph; empty if
    there is no such section."""
    headings = [
        number
        for number, block in enumerate(document.blocks)
        if isinstance(block, Heading) and _CONCLUDING.search(plain(block.title))
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
    """Return whole sentences of at most ``_MAX_LENGTH`` characters in all; shorten the first sentence if it is
    longer."""
    result = ""
    for sentence in _SENTENCE.split(text):
        if len(result) + len(sentence) > _MAX_LENGTH:
            break
        result = f"{result} {sentence}".lstrip()
    return result or f"{text[:_MAX_LENGTH].rsplit(' ', 1)[0]} …"
