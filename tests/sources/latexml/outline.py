"""A readable outline of a full-text document, one line per part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from arxtui.model.document import (
    Block,
    Break,
    Cell,
    Document,
    Equation,
    Float,
    Footnote,
    Formula,
    Group,
    Heading,
    Inline,
    Items,
    Link,
    Listing,
    Paragraph,
    Picture,
    Pictures,
    Reference,
    Source,
    Style,
    Table,
    Text,
    Work,
)
from arxtui.sources.latexml import parse_document

PAGES = Path(__file__).parents[1] / "fixtures" / "latexml"
NAMES = sorted(path.name for path in PAGES.iterdir() if path.suffix in (".html", ".xhtml"))


def outline(document: Document) -> str:
    """Return the outline of a document.

    Inline parts are written as ``*bold*``, ``$formula$``, ``[text -> target]``, ``[text](address)`` and
    ``^mark{footnote}``; anchors follow a block as ``{anchor}``.
    """
    lines = [f"title: {line(document.title)}"]
    lines.extend(
        " | ".join([f"by: {line(person.name)}", *map(line, (*person.notes, *person.contacts))])
        for person in document.people
    )
    for block in document.blocks:
        lines.extend(outlined(block))
    lines.append(f"from: {document.origin}")
    lines.extend(f"unknown: {count} {name}" for name, count in document.unknown)
    lines.extend(f"fault: {fault}" for fault in document.faults)
    return "\n".join(lines) + "\n"


def line(content: tuple[Inline, ...]) -> str:
    return "".join(map(run, content))


def run(part: Inline) -> str:
    match part:
        case Text(text, style):
            return f"*{text}*" if style == Style.BOLD else f"<{style.name}:{text}>" if style else text
        case Formula(tex):
            return f"${tex}$"
        case Break():
            return " / "
        case Picture(address, alt, width, height):
            return f"(picture {address or 'none'} {alt!r} {width}x{height})"
        case Reference(content, target, cites):
            return f"[{'cites ' * cites}{line(content)} -> {target}]"
        case Link(content, url):
            return f"[{line(content)}]({url})"
        case Footnote(mark, blocks):
            return f"^{mark}{{{' / '.join(text.strip() for block in blocks for text in outlined(block))}}}"


def outlined(block: Block) -> Iterator[str]:
    """Yield the lines of a block, with nested blocks indented."""
    anchors = "".join(f" {{{anchor}}}" for anchor in getattr(block, "anchors", ()))
    head, inner = parts(block)
    yield f"{head}{anchors}"
    for each in inner:
        yield f"    {each}"


def parts(block: Block) -> tuple[str, Iterator[str]]:
    match block:
        case Heading(level, number, title):
            return f"{'#' * level} [{number}] {line(title)}", iter(())
        case Paragraph(content):
            return f"paragraph: {line(content)}", iter(())
        case Group(kind, title, blocks):
            return f"{kind}: {line(title)}", within(blocks)
        case Float(kind, tag, caption, blocks):
            return f"{kind}: [{tag}] {line(caption)}", within(blocks)
        case Source(label, blocks, _, work):
            return f"source: [{label}]", chain(within(blocks), described(work))
        case Pictures(pictures):
            return f"pictures: {line(pictures)}", iter(())
    return type(block).__name__.lower(), listed(block)


def listed(block: Block) -> Iterator[str]:
    match block:
        case Equation(rows):
            for row in rows:
                cells = " & ".join(f"{cell.alignment[0]} {line(cell.content)}" for cell in row.cells)
                yield f"{cells}  {row.number}{marks(row.anchors)}"
        case Items(items):
            for item in items:
                yield f"{line(item.mark)}{marks(item.anchors)}"
                yield from (f"    {each}" for each in within(item.blocks))
        case Table(table):
            yield from (" | ".join(map(cell_text, row)) for row in table)
        case Listing(lines, language):
            yield f"({language})"
            for each in lines:
                yield f"{each.number} > {line(each.content)}{marks(each.anchors)}".rstrip()


def cell_text(cell: Cell) -> str:
    looks = f"{cell.columns}x{cell.rows} {cell.alignment[0]}{'h' * cell.header} {cell.rules or '-'}"
    return f"{looks}: {'; '.join(text.removeprefix('paragraph: ').strip() for text in within(cell.blocks))}"


def described(work: Work | None) -> Iterator[str]:
    if work is not None:
        known = {name: value for name, value in work._asdict().items() if value}
        yield "work: " + "; ".join(
            f"{name} {' & '.join(value) if isinstance(value, tuple) else value}" for name, value in known.items()
        )


def within(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        yield from outlined(block)


def marks(anchors: tuple[str, ...]) -> str:
    return "".join(f" {{{anchor}}}" for anchor in anchors)


def page_outline(name: str) -> str:
    return outline(parse_document((PAGES / name).read_bytes()))


if __name__ == "__main__":
    (PAGES / "outlines").mkdir(exist_ok=True)
    for name in NAMES:
        (PAGES / "outlines" / f"{name}.txt").write_text(page_outline(name))
