"""The plain text of a PDF: lines joined to paragraphs by a heuristic, a heading for each page. Needs the extra ``pdf``.

pypdfium2 (https://pypdfium2.readthedocs.io) returns the text of a page with ``\\r\\n`` line ends, and ``\\x02`` (or
``\\ufffe``) for a hyphen at which a word was broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from statistics import quantiles

from arxtui.model.document import Block, Document, Heading, Origin, Paragraph, Text
from arxtui.sources.errors import SourceError
from arxtui.text import clean

MARK = b"%PDF-"
_HEAD, _TAIL = 1_024, 4_096
"""Bytes at the start and the end in which readers look for the header and ``%%EOF`` (ISO 32000-1, annex H)."""
_HYPHENS = ("\x02", "\ufffe")
_SHORT, _VERY_SHORT = 0.85, 0.6
"""A line ends a paragraph if it is shorter than the first share of the usual length and ends a sentence, or if it is
shorter than the second share."""
_END = tuple(".:;!?)]”\"'")


def pdf_refusal(data: bytes) -> str:
    """Return why the bytes are not a complete PDF, for the user; empty if they are one."""
    if MARK not in data[:_HEAD]:
        return "not a PDF"
    return "" if b"%%EOF" in data[-_TAIL:] else "a PDF that is cut off"


def can_read_pdf() -> bool:
    """Whether the PDF library is installed."""
    return find_spec("pypdfium2") is not None


def pdf_texts(data: bytes) -> list[str]:
    """Return the text of each page of a PDF.

    Call it in a separate process: the PDF library is written in C++, and the PDF is untrusted.

    Raises: SourceError if the data is no PDF, needs a password, or has no text (scanned pages).
    """
    if refusal := pdf_refusal(data):
        raise SourceError(refusal)
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(data) as opened:
            texts = [page.get_textpage().get_text_range() for page in opened]
    except pypdfium2.PdfiumError as error:
        raise SourceError(f"a PDF that cannot be read ({clean(str(error))})") from error
    if not any(map(clean, texts)):
        raise SourceError("a PDF without text: its pages are pictures")
    return texts


def pdf_document(texts: Sequence[str]) -> Document:
    """Build a document from the texts of the pages."""
    blocks = tuple(block for number, text in enumerate(texts, 1) for block in _blocks(number, text))
    return Document((), (), blocks, Origin.PDF)


def _blocks(number: int, text: str) -> Iterator[Block]:
    yield Heading(1, "", (Text(f"Page {number}"),), (f"page.{number}",))
    for paragraph in _paragraphs(list(_lines(text))):
        yield Paragraph((Text(paragraph),))


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the lines that are not blank; with each, whether its last word is continued on the next line."""
    for line in text.splitlines():
        if cleaned := clean(line):
            yield cleaned, line.endswith(_HYPHENS)


def _paragraphs(lines: Sequence[tuple[str, bool]]) -> Iterator[str]:
    usual = quantiles([len(line) for line, _ in lines], n=4)[2] if len(lines) > 1 else 0
    paragraph = ""
    for line, is_broken in lines:
        paragraph += line if is_broken else f"{line} "
        if not is_broken and len(line) < (_SHORT if line.endswith(_END) else _VERY_SHORT) * usual:
            yield paragraph.strip()
            paragraph = ""
    if paragraph:
        yield paragraph.strip()
