"""Differences between two versions of a paper: of its record field by field, of its text section by section, word by
word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.light import NamedTuple
from arxtui.model.counted import counted
from arxtui.model.document import Block, Document, Heading, Paragraph, Style, Text
from arxtui.model.paper import Paper
from arxtui.reader.contents import Content, contents, footnotes
from arxtui.reader.front_matter import front, front_notes
from arxtui.reader.spans import text_of
from arxtui.text import readable
from arxtui.text.differences import ChangeKind, DiffRun, align, differences

_STYLES = {ChangeKind.KEPT: Style.PLAIN, ChangeKind.REMOVED: Style.STRIKE, ChangeKind.ADDED: Style.UNDERLINE}
_MARKS = {ChangeKind.KEPT: ("", ""), ChangeKind.REMOVED: ("[-", "-]"), ChangeKind.ADDED: ("{+", "+}")}
"""The signs around unchanged, removed and added words in plain text."""
_FRONT = "Before the first section"


class PartChange(NamedTuple):
    """A part of a paper (``title``, or the heading of a section) and its runs of unchanged, removed and added words."""

    part: str
    runs: tuple[DiffRun, ...]

    @property
    def differs(self) -> bool:
        """Whether anything in this part changed."""
        return any(run.kind is not ChangeKind.KEPT for run in self.runs)


def record_changes(before: Paper, after: Paper) -> tuple[PartChange, ...]:
    """Return the changes of all record fields that at least one version has, compared in readable form."""
    old, new = _record(before), _record(after)
    return tuple(PartChange(part, differences(old[part], new[part])) for part in old if old[part] or new[part])


def _record(paper: Paper) -> dict[str, str]:
    fields = {
        "title": paper.title,
        "authors": ", ".join(author.name for author in paper.authors),
        "abstract": paper.abstract,
        "comment": paper.comment,
        "categories": " ".join(paper.categories),
        "journal reference": paper.journal_ref,
        "DOI": paper.doi,
    }
    # One source can write a text in TeX and another in Unicode.
    return {part: readable(text or "") for part, text in fields.items()}


def text_changes(before: Document, after: Document) -> tuple[PartChange, ...]:
    """Return the changes of all sections in the order of the new text; removed sections stand at their old position."""
    old, new = _sections(before), _sections(after)
    changes: list[PartChange] = []
    at_old = at_new = 0
    common = align([each.heading for each in old], [each.heading for each in new])
    pairs = [(each.old + step, each.new + step) for each in common for step in range(each.size)]
    for old_index, new_index in [*pairs, (len(old), len(new))]:
        changes += _unmatched(old[at_old:old_index], new[at_new:new_index])
        if old_index < len(old):
            changes.append(_section_change(old[old_index], new[new_index]))
        at_old, at_new = old_index + 1, new_index + 1
    return tuple(changes)


class _TextSection(NamedTuple):
    heading: str
    text: str


_NO_SECTION = _TextSection("", "")


def _sections(document: Document) -> list[_TextSection]:
    sections: list[tuple[str, list[str]]] = [(_FRONT, list(_front_texts(document)))]
    for block in document.blocks:
        text, *notes = _texts(list(contents([block])))
        if isinstance(block, Heading):
            sections.append((" ".join(text.split()), []))
        elif text:
            sections[-1][1].append(text)
        sections[-1][1].extend(filter(None, notes))
    return [_TextSection(heading, "\n".join(texts)) for heading, texts in sections if texts or heading != _FRONT]


def _front_texts(document: Document) -> Iterator[str]:
    """Yield the texts beside title and author names: affiliations and footnotes. Title and names are part of the
    record."""
    yield from filter(None, (text_of(0, [note]) for note in front_notes(document)))
    _, *notes = _texts(list(front(document._replace(broken_off=False, engine="", flaws=(), notices=()))))
    yield from filter(None, notes)


def _texts(lines: Sequence[Content]) -> Iterator[str]:
    """Yield the text of the lines, then the text of each footnote they call; footnotes of footnotes come last."""
    yield text_of(0, lines)
    called = [footnote for line in lines for footnote in footnotes(line)]
    for footnote in called:
        within = list(contents(footnote.blocks))
        yield text_of(0, within)
        called += (inner for line in within for inner in footnotes(line))


def _unmatched(old: Sequence[_TextSection], new: Sequence[_TextSection]) -> Iterator[PartChange]:
    """Yield the changes of sections whose headings differ. If there are as many old as new sections, pair them as
    renamed."""
    if len(old) == len(new):
        yield from map(_section_change, old, new)
    else:
        yield from (_section_change(section, _NO_SECTION) for section in old)
        yield from (_section_change(_NO_SECTION, section) for section in new)


def _section_change(old: _TextSection, new: _TextSection) -> PartChange:
    renamed = old.heading and new.heading and old.heading != new.heading
    heading = f"{old.heading} → {new.heading}" if renamed else new.heading or old.heading
    if old.heading == new.heading:
        return PartChange(heading, differences(old.text, new.text))
    # The heading itself was removed, added or changed, so it is compared, too.
    return PartChange(heading, differences(_with_heading(old), _with_heading(new)))


def _with_heading(section: _TextSection) -> str:
    return "\n".join(filter(None, (section.heading, section.text)))


def changed_document(title: str, changes: Sequence[PartChange], *, marked: bool = False) -> Document:
    """Return a document of the changed parts, with removed words struck out and added words underlined. With
    ``marked``, they are marked instead: ``[-removed-]{+added+}``. Unchanged paragraphs are only counted, and unchanged
    parts only named."""
    blocks = [block for change in changes if change.differs for block in _blocks(change, marked=marked)]
    same = [change.part for change in changes if not change.differs]
    if same:
        blocks.append(_italic(f"Unchanged: {', '.join(same)}."))
    return Document((Text(title),), (), tuple(blocks))


def _blocks(change: PartChange, *, marked: bool) -> Iterator[Block]:
    yield Heading(1, "", (Text(_capital(change.part)),))
    same = 0
    for paragraph in _paragraphs(change.runs):
        if all(run.kind is ChangeKind.KEPT for run in paragraph):
            same += bool(paragraph)
            continue
        if same:
            yield _italic(_unchanged(same))
        same = 0
        yield Paragraph(tuple(_marked_text(run, marked=marked) for run in paragraph))
    if same:
        yield _italic(_unchanged(same))


def _paragraphs(runs: Sequence[DiffRun]) -> Iterator[list[DiffRun]]:
    """Yield the runs of each line."""
    line: list[DiffRun] = []
    for run in runs:
        first, *further = run.text.split("\n")
        line += [DiffRun(run.kind, first)] if first else []
        for text in further:
            yield line
            line = [DiffRun(run.kind, text)] if text else []
    yield line


def _marked_text(run: DiffRun, *, marked: bool) -> Text:
    opening, closing = _MARKS[run.kind] if marked else ("", "")
    return Text(f"{opening}{run.text}{closing}", Style.PLAIN if marked else _STYLES[run.kind])


def _italic(words: str) -> Paragraph:
    return Paragraph((Text(words, Style.ITALIC),))


def _unchanged(paragraphs: int) -> str:
    return f"… {counted(paragraphs, 'paragraph')} unchanged …"


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
