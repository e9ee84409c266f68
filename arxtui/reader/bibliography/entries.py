"""The entries of a document's bibliography in the order of the page, each with its works and the sentences that cite
it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from arxtui.model.document import Document, Source, Work
from arxtui.reader.bibliography.citations import Citation, citations_of
from arxtui.reader.bibliography.works import entry_text, works_of
from arxtui.reader.contents import blocks_in


class Entry(NamedTuple):
    """An entry of a bibliography: its number on the page (from 1), its label as printed, its text in one line, the
    works that it names (none if it is a remark), and where the text cites it."""

    number: int
    label: str
    text: str
    works: tuple[Work, ...]
    citations: tuple[Citation, ...]


def entries(document: Document) -> tuple[Entry, ...]:
    """Return every entry of the bibliography, or of all bibliographies, of a document."""
    found = list(sources(document))
    cited = citations_of(document, {anchor: place for place, source in enumerate(found) for anchor in source.anchors})
    return tuple(
        Entry(place + 1, source.label, entry_text(source), works_of(source), tuple(cited.get(place, ())))
        for place, source in enumerate(found)
    )


def sources(document: Document) -> Iterator[Source]:
    """Yield the entries at any depth as they are in the document."""
    stack = [iter(document.blocks)]
    while stack:
        for block in stack[-1]:
            if type(block) is Source:
                yield block
            elif inner := blocks_in(block):
                stack.append(iter(inner))
                break
        else:
            stack.pop()
