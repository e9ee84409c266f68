"""A document as Markdown: headings, lists, tables, formulas as TeX between dollar signs, footnotes, code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from re import Match
from textwrap import dedent
from typing import Any

from arxtui.light import pattern
from arxtui.model import document as doc
from arxtui.reader.contents import Content, contents, is_captioned_above, unwrapped
from arxtui.reader.front_matter import author_notes
from arxtui.reader.output.marked import MarkedText, escape, fence_of
from arxtui.reader.output.plain import plain
from arxtui.text.math.common_tex import common_tex

_DEEPEST = 24
"""The number of nested levels of blocks; deeper blocks are written as plain paragraphs."""
_CODE_WIDTH = 100
"""The width of a table that is written as a code block, in cells."""
_NUMBERED = pattern(r"\d{1,9}[.)]")
_LOWEST_HEADING = 6
_TEX_SIGNS = pattern(r"[\\{}$&#%_^~]")


def markdown(document: doc.Document) -> Iterator[str]:
    """Yield the lines of the document as Markdown."""
    return _Writer().document(document)


class _Writer:
    def __init__(self) -> None:
        self._text = MarkedText()
        self._depth = 0

    def document(self, document: doc.Document) -> Iterator[str]:
        sentences = (*document.warnings, *filter(None, [document.provenance]))
        front = [self._paragraph((doc.Text(sentence, doc.Style.ITALIC),)) for sentence in sentences]
        front += [[f"# {self._heading(document.title)}"]] if document.title else []
        notes = author_notes(document.people)
        names = [(*person.name, *_superscript(notes.marks_of(person))) for person in document.people]
        if names:
            front.append([", ".join(map(self._text.cell, names))])
        for note in notes.shared:
            mark = (*_superscript(notes.numbers[note]), doc.Text(" ")) if note in notes.numbers else ()
            front.append(self._paragraph((*mark, *note)))
        for name, contacts in notes.own:
            line = chain.from_iterable((doc.Text(" · "), *contact) for contact in contacts)
            front.append(self._paragraph((*name, *((doc.Text(": "),) if name else ()), *islice(line, 1, None))))
        yield from _join_spaced(front)
        is_first = not front
        for block in document.blocks:
            lines = self._block(block)
            if lines:
                yield from lines if is_first else ["", *lines]
                is_first = False
        yield from self._notes()

    def _notes(self) -> Iterator[str]:
        """Yield all footnotes; a footnote can add more of them."""
        for label, footnote in self._text.notes:
            yield from ("", *_hang(f"[^{label}]: ", 4, self._blocks(footnote.blocks)))

    def _blocks(self, blocks: Sequence[doc.Block]) -> list[str]:
        if self._depth >= _DEEPEST:
            return _join_spaced(map(self._paragraph, contents(blocks)))
        self._depth += 1
        lines = _join_spaced([self._block(block) for block in blocks])
        self._depth -= 1
        return lines

    def _block(self, block: doc.Block) -> list[str]:
        return _WRITERS[type(block)](self, block)

    def _paragraph(self, content: Content) -> list[str]:
        text = self._text.paragraph(content)
        return text.split("\n") if text else []

    def _heading(self, content: Content) -> str:
        text = self._text.cell(content)
        return f"{text[:-1]}\\#" if text.endswith("#") else text

    def heading(self, block: doc.Heading) -> list[str]:
        number = f"{escape(block.number)} " if block.number else ""
        return [f"{'#' * min(block.level + 1, _LOWEST_HEADING)} {number}{self._heading(block.title)}"]

    def paragraph(self, block: doc.Paragraph) -> list[str]:
        return self._paragraph(block.content)

    def _run_in(self, lead: Content, blocks: Sequence[doc.Block], style: doc.Style = doc.Style.PLAIN) -> list[str]:
        """Write blocks with ``lead`` before the first paragraph."""
        styled_lead = tuple(run._replace(style=run.style | style) if isinstance(run, doc.Text) else run for run in lead)
        if blocks and isinstance(blocks[0], doc.Paragraph):
            joint = (doc.Text(" "),) if styled_lead else ()
            return _join_spaced([self._paragraph((*styled_lead, *joint, *blocks[0].content)), self._blocks(blocks[1:])])
        return _join_spaced([self._paragraph(styled_lead), self._blocks(blocks)])

    def items(self, block: doc.Items) -> list[str]:
        numbers = [_number(item) for item in block.items]
        first = numbers[0] if numbers else None
        is_counted = first is not None and numbers == list(range(first, first + len(numbers)))
        style = doc.Style.BOLD if block.described else doc.Style.PLAIN
        pieces = []
        for item in block.items:
            if is_counted or _is_bullet(item):
                mark = f"{_mark(item)} " if is_counted else "- "
                pieces.append(_hang(mark, len(mark), self._blocks(item.blocks)))
            else:
                pieces.append(_hang("- ", 2, self._run_in(item.mark, item.blocks, style)))
        is_close = all(len(lines) == 1 for lines in pieces)
        return list(chain.from_iterable(pieces)) if is_close else _join_spaced(pieces)

    def group(self, block: doc.Group) -> list[str]:
        if block.kind == "abstract" and block.title:
            return _join_spaced([[f"## {self._heading(block.title)}"], self._blocks(block.blocks)])
        lines = self._run_in(block.title, block.blocks, doc.Style.ITALIC if block.kind == "proof" else doc.Style.BOLD)
        return [f"> {line}".rstrip() for line in lines] if block.kind == "quote" else lines

    def equation(self, block: doc.Equation) -> list[str]:
        notes: list[str] = []
        rows = [" & ".join(self._tex(cell.content, notes) for cell in row.cells) + _tag(row) for row in block.rows]
        if len(rows) > 1:
            kind = "align*" if any(row.number for row in block.rows) else "aligned"
            ends = [r" \\"] * (len(rows) - 1) + [""]
            rows = [f"\\begin{{{kind}}}", *map("".join, zip(rows, ends, strict=True)), f"\\end{{{kind}}}"]
        else:
            rows = [row.replace(" & ", " ") for row in rows]
        if any("$" in row for row in rows):
            return _fenced(rows, "math") + notes
        return ["$$", *rows, "$$", *notes] if rows else []

    def _tex(self, content: Content, notes: list[str]) -> str:
        parts = []
        for run in unwrapped(content):
            if isinstance(run, doc.Formula):
                parts.append(common_tex(run.tex))
            elif isinstance(run, doc.Text) and run.text.strip():
                parts.append(rf"\text{{{_TEX_SIGNS.sub(_tex_sign, run.text)}}}")
            elif isinstance(run, doc.Footnote | doc.Picture):
                notes.append(self._text.line((run,)))
        return " ".join(parts)

    def table(self, block: doc.Table) -> list[str]:
        if not all(_is_simple(cell) for row in block.rows for cell in row) or not block.rows:
            return _as_code(block)
        columns = max(map(len, block.rows))
        rows = [[self._cell(cell) for cell in row] + [""] * (columns - len(row)) for row in block.rows]
        if not all(cell.header for cell in block.rows[0]):
            rows.insert(0, [""] * columns)
        alignments = [_ALIGNMENTS[cell.alignment] for cell in max(block.rows, key=len)]
        return [_row(rows[0]), _row(alignments), *map(_row, rows[1:])]

    def _cell(self, cell: doc.Cell) -> str:
        return " ".join(self._text.cell(content) for content in contents(cell.blocks))

    def listing(self, block: doc.Listing) -> list[str]:
        return _as_code(block, block.language if block.language.isalnum() else "")

    def pictures(self, block: doc.Pictures) -> list[str]:
        return [" ".join(self._text.line((picture,)) for picture in block.pictures)]

    def captioned(self, block: doc.Float) -> list[str]:
        tag = (doc.Text(block.tag, doc.Style.BOLD), doc.Text(" ")) if block.tag else ()
        caption = self._paragraph((*tag, *block.caption))
        blocks = self._blocks(block.blocks)
        return _join_spaced([caption, blocks] if is_captioned_above(block) else [blocks, caption])

    def source(self, block: doc.Source) -> list[str]:
        label = (doc.Text(block.label),) if block.label else ()
        if not all(isinstance(part, doc.Paragraph) for part in block.blocks):
            return _hang("- ", 2, self._run_in(label, block.blocks))
        parts = [label, *contents(block.blocks)]
        joined = [run for part in filter(None, parts) for run in (doc.Text(" "), *part)]
        return _hang("- ", 2, self._paragraph(tuple(joined)))

    def rule(self, block: doc.Rule) -> list[str]:
        return ["---"]


def _superscript(text: str) -> Content:
    return (doc.Text(text, doc.Style.SUPER),) if text else ()


def _join_spaced(pieces: Iterable[Sequence[str]]) -> list[str]:
    """Join blocks of lines with an empty line between them."""
    lines: list[str] = []
    for piece in filter(None, pieces):
        lines += ["", *piece] if lines else piece
    return lines


def _hang(mark: str, indent: int, lines: list[str]) -> list[str]:
    first, *rest = lines or [""]
    return [f"{mark}{first}".rstrip(), *(f"{' ' * indent}{line}".rstrip() for line in rest)]


def _fenced(lines: list[str], language: str) -> list[str]:
    fence = fence_of(lines)
    return [f"{fence}{language}", *lines, fence]


def _as_code(block: doc.Block, language: str = "") -> list[str]:
    lines = list(plain(doc.Document((), (), (block,)), _CODE_WIDTH))
    return _fenced(dedent("\n".join(lines)).split("\n"), language)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _is_simple(cell: doc.Cell) -> bool:
    """Return whether a Markdown table can contain the cell: a line of text in one row and column."""
    is_line = len(cell.blocks) <= 1 and all(isinstance(block, doc.Paragraph) for block in cell.blocks)
    return is_line and cell.columns == cell.rows == 1


def _mark(item: doc.Item) -> str:
    return "".join(run.text for run in item.mark if isinstance(run, doc.Text)).strip()


def _number(item: doc.Item) -> int | None:
    """Return the number of an item if a Markdown list can express it, else None."""
    mark = _mark(item)
    return int(mark[:-1]) if len(item.mark) == 1 and _NUMBERED.fullmatch(mark) else None


def _is_bullet(item: doc.Item) -> bool:
    return not any(map(str.isalnum, _mark(item))) and all(isinstance(run, doc.Text) for run in item.mark)


def _tag(row: doc.EquationRow) -> str:
    number = _TEX_SIGNS.sub(_tex_sign, row.number)
    if not number:
        return ""
    return rf" \tag{{{number[1:-1]}}}" if number[0] + number[-1] == "()" else rf" \tag*{{{number}}}"


def _tex_sign(match: Match[str]) -> str:
    return {"\\": r"\backslash ", "~": r"\sim ", "^": r"\hat{}"}.get(match[0], f"\\{match[0]}")


_ALIGNMENTS = {doc.Alignment.LEFT: ":--", doc.Alignment.CENTRE: ":-:", doc.Alignment.RIGHT: "--:"}
_WRITERS: Mapping[type, Callable[[_Writer, Any], list[str]]] = {
    doc.Heading: _Writer.heading,
    doc.Paragraph: _Writer.paragraph,
    doc.Equation: _Writer.equation,
    doc.Items: _Writer.items,
    doc.Group: _Writer.group,
    doc.Table: _Writer.table,
    doc.Listing: _Writer.listing,
    doc.Pictures: _Writer.pictures,
    doc.Float: _Writer.captioned,
    doc.Source: _Writer.source,
    doc.Rule: _Writer.rule,
}
