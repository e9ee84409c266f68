"""Footnotes that the class revtex repeats among the references, with the authors' macros half expanded there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arxtui.model.document import Document, Footnote, Paragraph, Source, Text
from arxtui.sources.latexml.content import plain, rewritten

_ALIKE = 40
"""The number of characters before a macro in which a reference must agree with a footnote."""


def with_repeated_notes(document: Document, errors: frozenset[str]) -> Document:
    """Return a document with the words of footnotes in the references that repeat them. ``errors`` are the texts that
    upstream could not convert."""
    if not any(isinstance(block, Source) and _before_error(block, errors) for block in document.blocks):
        return document
    notes = [(_words(note.blocks), note) for note in _footnotes(document.blocks)]

    def repeat(block: Any) -> Any:
        before = _before_error(block, errors) if isinstance(block, Source) else ""
        if len(before) < _ALIKE:
            return block
        note = next((note for words, note in notes if words.startswith(before)), None)
        return block if note is None else block._replace(blocks=note.blocks)

    return document._replace(blocks=rewritten(document.blocks, lambda parts: map(repeat, parts)))


def _before_error(source: Source, errors: frozenset[str]) -> str:
    """Return the words of a reference before the first macro in it; "" if there is none."""
    match source.blocks:
        case (Paragraph(content), *_):
            for place, run in enumerate(content):
                if isinstance(run, Text) and run.text in errors:
                    return " ".join(plain(content[:place]).split())
    return ""


def _words(blocks: tuple[Any, ...]) -> str:
    first = blocks[0] if blocks else None
    return " ".join(plain(first.content).split()) if isinstance(first, Paragraph) else ""


def _footnotes(part: Any) -> Iterator[Footnote]:
    if isinstance(part, Footnote):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _footnotes(each)
