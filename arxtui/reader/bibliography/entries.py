"""The entries of a document's bibliography in the order of the page, each with its works and the sentences that cite
it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Document, Heading, Source, Work
from arxtui.reader.bibliography.works import entry_text, works_of
from arxtui.reader.contents import Content, blocks_in, contents, footnotes, targets_in
from arxtui.reader.spans import Leaf, Leaves
from arxtui.reader.survey import plain

_RAISED = "⁰¹²³⁴-⁹⁽⁾⁻"
_END = pattern(
    rf"[.!?][\"'”’)\]]{{0,3}}(?:\s?[{_RAISED}][{_RAISED},–\s]{{0,40}})?\s{{1,3}}(?=[“‘\"'(\[]?[^\W\d_a-z])|[。！？．]"
)
"""The end of a sentence, with the raised citations behind its full stop."""
_ABBREVIATED = pattern(
    r"(?:\b(?:[A-Z]|al|cf|vs|viz|resp|approx|ca|Dr|Prof|Mr|Mrs|St|No|Nos|Vol|Figs?|Eqs?|Eqns?|Refs?|Secs?|Sect|Tabs?|"
    r"Thms?|Lem|Props?|Defs?|Cor|Chap|Ch|App|pp?)|\be\.g|\bi\.e)\.$"
)
_LONGEST = 1000
"""The number of characters after which a sentence is cut: a page without full stops has no sentences."""


class Citation(NamedTuple):
    """A place where the text cites an entry: the index of the block, the heading of the section ("" before the first),
    and the sentence."""

    block: int
    section: str
    sentence: str


def citations_of(document: Document, entry_of: Mapping[str, int]) -> dict[int, list[Citation]]:
    """Return the citations of the entries, in the order of the text, by the entry that ``entry_of`` has for an anchor.
    A sentence that cites an entry twice is one citation."""
    cited: dict[int, dict[Citation, None]] = {}
    section = ""
    for index, block in enumerate(document.blocks):
        if type(block) is Heading:
            section = plain(block.title)
        if type(block) is Source:
            continue
        for content in _lines_with_notes(contents([block])):
            if any(target in entry_of for target in targets_in(content)):
                for entry, sentence in _sentences(next(Leaves(index, [content])), entry_of):
                    cited.setdefault(entry, {})[Citation(index, section, sentence)] = None
    return {entry: list(places) for entry, places in cited.items()}


def _lines_with_notes(lines: Iterator[Content]) -> Iterator[Content]:
    """Yield lines, each followed by those of the footnotes that it calls."""
    stack = [lines]
    while stack:
        line = next(stack[-1], None)
        if line is None:
            stack.pop()
            continue
        yield line
        stack += [contents(note.blocks) for note in footnotes(line)]


def _sentences(line: Leaf, entry_of: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    """Yield (entry, the sentence that cites it) for the citations in a line."""
    starts = list(_starts(line.text))
    for span in line.spans:
        if span.target in entry_of:
            place = bisect_right(starts, span.start - line.start) - 1
            end = starts[place + 1] if place + 1 < len(starts) else None
            yield entry_of[span.target], " ".join(line.text[starts[place] : end].split())


def _starts(text: str) -> Iterator[int]:
    """Yield where the sentences of a text begin, and the parts of one that is too long."""
    begin = 0
    for match in _END.finditer(text):
        stop = match.start() + 1
        if not _ABBREVIATED.search(text, max(begin, stop - 10), stop):
            yield from range(begin, match.end(), _LONGEST)
            begin = match.end()
    yield from range(begin, max(len(text), begin + 1), _LONGEST)


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
