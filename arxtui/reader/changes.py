"""What changed between two versions of a paper: its record part by part, its text section by section, word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arxtui.model.counted import counted
from arxtui.model.document import Block, Document, Heading, Paragraph, Style, Text
from arxtui.model.paper import Paper
from arxtui.reader.contents import Content, contents, footnotes, front, front_notes
from arxtui.reader.spans import text_of
from arxtui.text import readable
from arxtui.text.differences import ChangeKind, DiffRun, align, differences

_STYLES = {ChangeKind.KEPT: Style.PLAIN, ChangeKind.REMOVED: Style.STRIKE, ChangeKind.ADDED: Style.UNDERLINE}
_MARKS = {ChangeKind.KEPT: ("", ""), ChangeKind.REMOVED: ("[-", "-]"), ChangeKind.ADDED: ("{+", "+}")}
"""Of words in plain text."""
_FRONT = "Before the first section"


class Change(NamedTuple):
    """A part of a paper (``title``, the heading of a section) and the way from its old words to its new ones."""

    part: str
    runs: tuple[DiffRun, ...]

    @property
    def differs(self) -> bool:
        """Whether anything in it changed."""
        return any(run.kind is not ChangeKind.KEPT for run in self.runs)


def record_changes(before: Paper, after: Paper) -> tuple[Change, ...]:
    """The parts of the record that both tell or only one does, in readable form."""
    old, new = _record(before), _record(after)
    return tuple(Change(part, differences(old[part], new[part])) for part in old if old[part] or new[part])


def _record(paper: Paper) -> dict[str, str]:
    told = {
        "title": paper.title,
        "authors": ", ".join(author.name for author in paper.authors),
        "abstract": paper.abstract,
        "comment": paper.comment,
        "categories": " ".join(paper.categories),
        "journal reference": paper.journal_ref,
        "DOI": paper.doi,
    }
    # Sources may spell one text in TeX or in Unicode.
    return {part: readable(text or "") for part, text in told.items()}


def text_changes(before: Document, after: Document) -> tuple[Change, ...]:
    """The sections of both texts in the order of the new one, those that are gone where they were."""
    old, new = _sections(before), _sections(after)
    found: list[Change] = []
    at_old = at_new = 0
    common = align([each.heading for each in old], [each.heading for each in new])
    pairs = [(each.old + step, each.new + step) for each in common for step in range(each.size)]
    for place, other in [*pairs, (len(old), len(new))]:
        found += _between(old[at_old:place], new[at_new:other])
        if place < len(old):
            found.append(_change(old[place], new[other]))
        at_old, at_new = place + 1, other + 1
    return tuple(found)


class _Section(NamedTuple):
    heading: str
    text: str


_NOTHING = _Section("", "")


def _sections(document: Document) -> list[_Section]:
    sections: list[tuple[str, list[str]]] = [(_FRONT, list(_beside_front(document)))]
    for block in document.blocks:
        text, *notes = _texts(list(contents([block])))
        if isinstance(block, Heading):
            sections.append((" ".join(text.split()), []))
        elif text:
            sections[-1][1].append(text)
        sections[-1][1].extend(filter(None, notes))
    return [_Section(heading, "\n".join(texts)) for heading, texts in sections if texts or heading != _FRONT]


def _beside_front(document: Document) -> Iterator[str]:
    """What stands beside the title and the names, which themselves the record tells: affiliations, footnotes."""
    yield from filter(None, (text_of(0, [note]) for note in front_notes(document)))
    _, *notes = _texts(list(front(document)))
    yield from filter(None, notes)


def _texts(lines: Sequence[Content]) -> Iterator[str]:
    """What lines say, then what each footnote says that they call, those of footnotes last."""
    yield text_of(0, lines)
    called = [footnote for line in lines for footnote in footnotes(line)]
    for footnote in called:
        within = list(contents(footnote.blocks))
        yield text_of(0, within)
        called += (inner for line in within for inner in footnotes(line))


def _between(old: Sequence[_Section], new: Sequence[_Section]) -> Iterator[Change]:
    """Sections whose headings are not in both: as many as there were before are taken for those, renamed."""
    if len(old) == len(new):
        yield from map(_change, old, new)
    else:
        yield from (_change(section, _NOTHING) for section in old)
        yield from (_change(_NOTHING, section) for section in new)


def _change(old: _Section, new: _Section) -> Change:
    renamed = old.heading and new.heading and old.heading != new.heading
    heading = f"{old.heading} → {new.heading}" if renamed else new.heading or old.heading
    if old.heading == new.heading:
        return Change(heading, differences(old.text, new.text))
    # The heading itself was removed, added or changed.
    return Change(heading, differences(_with_heading(old), _with_heading(new)))


def _with_heading(section: _Section) -> str:
    return "\n".join(filter(None, (section.heading, section.text)))


def changed_document(title: str, changes: Sequence[Change], *, marked: bool = False) -> Document:
    """The parts that changed, removed words struck out and added ones underlined; with ``marked`` as
    ``[-removed-]{+added+}`` too. Paragraphs that stayed are counted, and so are parts."""
    blocks = [block for change in changes if change.differs for block in _blocks(change, marked=marked)]
    same = [change.part for change in changes if not change.differs]
    if same:
        blocks.append(_note(f"Unchanged: {', '.join(same)}."))
    return Document((Text(title),), (), tuple(blocks))


def _blocks(change: Change, *, marked: bool) -> Iterator[Block]:
    yield Heading(1, "", (Text(_capital(change.part)),))
    same = 0
    for paragraph in _paragraphs(change.runs):
        if all(run.kind is ChangeKind.KEPT for run in paragraph):
            same += bool(paragraph)
            continue
        if same:
            yield _note(_unchanged(same))
        same = 0
        yield Paragraph(tuple(_inline(run, marked=marked) for run in paragraph))
    if same:
        yield _note(_unchanged(same))


def _paragraphs(runs: Sequence[DiffRun]) -> Iterator[list[DiffRun]]:
    """The runs line by line."""
    line: list[DiffRun] = []
    for run in runs:
        first, *further = run.text.split("\n")
        line += [DiffRun(run.kind, first)] if first else []
        for text in further:
            yield line
            line = [DiffRun(run.kind, text)] if text else []
    yield line


def _inline(run: DiffRun, *, marked: bool) -> Text:
    opening, closing = _MARKS[run.kind] if marked else ("", "")
    return Text(f"{opening}{run.text}{closing}", _STYLES[run.kind])


def _note(words: str) -> Paragraph:
    return Paragraph((Text(words, Style.ITALIC),))


def _unchanged(paragraphs: int) -> str:
    return f"… {counted(paragraphs, 'paragraph')} unchanged …"


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
