"""``arxtui read``: papers' full texts, laid out or as Markdown."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from arxtui.cli.support import output, pager
from arxtui.cli.support.exits import FAILED, OK, BadCommandError, CommandError
from arxtui.cli.support.files import InputFile
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of, with_piped
from arxtui.cli.support.text_lines import harmless, laid_out, unread_data, with_texts
from arxtui.library.papers.fulltexts import why_absent
from arxtui.light import deferred
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.counted import counted
from arxtui.model.document import Document, Group, Origin, Paragraph, Person, Text
from arxtui.reader import markdown, report
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_with_drawings
from arxtui.text import clean, readable

with deferred():
    from arxtui.figures import svg

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.views import Record

_WIDTH = 80
"""The line width in cells if the output is a pipe."""
_ORIGINS = {Origin.HTML: "arXiv's HTML", Origin.AR5IV: "ar5iv", Origin.PDF: "the PDF, plain text"}
_BLOCK_NAMES = {
    "Heading": "headings",
    "Paragraph": "paragraphs",
    "Equation": "displayed equations",
    "Items": "lists",
    "Group": "theorems, proofs, quotes and the like",
    "Table": "tables",
    "Float": "figures, tables and algorithms with captions",
    "Pictures": "rows of pictures",
    "Listing": "listings",
    "Source": "bibliography entries",
    "Rule": "rules",
}


def run(options: argparse.Namespace) -> int:
    """Print the full texts. Without a full text, print the abstract and return exit status 1."""
    if bool(options.ids) == (options.file is not None):
        raise BadCommandError("name a paper, or a saved page with --file")
    if options.file is not None:
        document, drawings = _parse_saved_page(options.file)
        _print(document, options, lambda address: drawings.get(address) or _file_beside(options.file, address))
        return OK
    with open_library() as library:
        papers = [(key_of(library, name), _version_in(name)) for name in with_piped(options.ids)]
        return max(_read(library, key, version, options) for key, version in papers)


def _read(library: Library, key: int, version: int | None, options: argparse.Namespace) -> int:
    document = library.texts.document(key, options.version or version)
    if document is None:
        return _without_text(library, key, options)
    _print(
        document, options, lambda address: unread_data(library.texts.figure(key, address, options.version or version))
    )
    return OK


def _print(document: Document, options: argparse.Namespace, figure: Callable[[str], bytes]) -> None:
    if options.report:
        for line in _report(document):
            output.line(harmless(line))
    else:
        pager.show(_lines(with_texts(document, figure), options))


def _without_text(library: Library, key: int, options: argparse.Namespace) -> int:
    """Print why there is no full text and how to get it, then the abstract."""
    state, available = library.texts.state(key), ", ".join(f"v{version}" for version in library.texts.versions(key))
    if available:
        output.say(f"arxtui: this version of the full text is not stored, only {available}")
    else:
        words = why_absent(state, key)
        is_unavailable = state.state == "none"
        message = (
            f"there is no full text{words.removeprefix('none')}" if is_unavailable else f"the full text is {words}"
        )
        output.say(f"arxtui: {message}")
    record = library.papers.record(key)
    if record is not None and record.paper.abstract and not options.report:
        output.say("This is its abstract.")
        pager.show(_lines(_abstract(record), options))
    return FAILED


def _abstract(record: Record) -> Document:
    """Return the abstract as a document, for a paper without full text."""
    paragraphs = tuple(Paragraph((Text(clean(each)),)) for each in readable(record.paper.abstract).split("\n"))
    people = tuple(Person((Text(readable(author.name)),)) for author in record.paper.authors)
    return Document((Text(record.title),), people, (Group("abstract", (Text("Abstract"),), paragraphs),))


def _parse_saved_page(file: InputFile) -> tuple[Document, dict[str, bytes]]:
    """Return a saved page and its drawings. Raises CommandError if it is not a paper, OSError if it cannot be read."""
    data = file.read()
    try:
        return parse_with_drawings(data)
    except SourceError as error:
        raise CommandError(f"{file.name}: {error}") from error


def _file_beside(page: InputFile, address: str) -> bytes:
    """Return a figure that was saved with a page: a file in its folder or below it. Empty if there is none."""
    if page.is_standard:
        return b""
    folder = page.path.resolve().parent
    try:
        path = (folder / unquote(address)).resolve()
        is_near = path.is_relative_to(folder) and path.is_file() and path.stat().st_size <= svg.MOST_BYTES
        return path.read_bytes() if is_near else b""
    except (OSError, ValueError):
        return b""


def _lines(document: Document, options: argparse.Namespace) -> Iterator[str]:
    if options.markdown:
        return map(harmless, markdown(document))
    width = options.width or output.width() or _WIDTH
    measure = options.width or (output.measure() if output.width() else _WIDTH)
    return laid_out(document, width, measure)


def _report(document: Document) -> Iterator[str]:
    counts = report(document)
    yield f"From {_ORIGINS[document.origin]}"
    for kind, name in _BLOCK_NAMES.items():
        if counts.blocks[kind]:
            yield f"{counts.blocks[kind]:7,} {name}"
    yield f"{counts.footnotes:7,} footnotes"
    yield f"{counts.formulas:7,} formulas; left as TeX: {len(counts.as_tex):,} different ones"
    yield from (f"    {tex}" for tex in counts.as_tex)
    yield f"{len(document.unknown):7,} unknown elements, shown as text"
    yield from (f"    {name}, {counted(count, 'time')}" for name, count in document.unknown)
    yield f"{len(document.faults):7,} errors in the upstream conversion"
    yield from (f"    {fault}" for fault in document.faults)


def _version_in(name: str) -> int | None:
    """Return the version in an identifier, or None."""
    try:
        return ArxivId.parse(name).version
    except ValueError:
        return None
