"""The pages that a browser or PDF viewer opens: the abstract page of a paper, and its PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap

from arxtui.demo.papers.manuscripts import Manuscript
from arxtui.model.paper import Paper

_MEASURE, _LINES = 88, 52


def abs_page(paper: Paper) -> bytes:
    """Return the abstract page of a paper as HTML."""
    title = escape(paper.title)
    page = (
        f"<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>[{paper.id}] {title}</title></head>"
        f"<body><h1>{title}</h1><blockquote>{escape(paper.abstract)}</blockquote>"
        "<p>This paper is made up.</p></body></html>\n"
    )
    return page.encode()


def pdf_page(written: Manuscript) -> bytes:
    """Return the PDF of a whole paper; formulas are printed as TeX."""
    lines = list(_lines(written))
    pages = [lines[start : start + _LINES] for start in range(0, len(lines), _LINES)]
    kids = b" ".join(b"%d 0 R" % (4 + 2 * number) for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        b"<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >>",
    ]
    for page in pages:
        content = _content_stream(page)
        size, place = b"/MediaBox [0 0 595 842]", len(objects) + 2
        objects.append(b"<< /Type /Page /Parent 2 0 R %s /Contents %d 0 R /Resources 3 0 R >>" % (size, place))
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return _file(objects)


def _lines(written: Manuscript) -> Iterator[str]:
    paper = written.paper
    yield f"arXiv:{paper.arxiv_id} is made up"
    sections = [
        ("", paper.title),
        ("", ", ".join(author.name for author in paper.authors)),
        ("Abstract", paper.abstract),
    ]
    sections += [(f"Related work: {each.title}", each.text) for each in written.related]
    for heading, text in sections:
        yield from ("", *wrap(heading, _MEASURE), *wrap(text, _MEASURE))


def _content_stream(lines: Sequence[str]) -> bytes:
    shown = b"".join(b"(%s) Tj T*\n" % _escaped(line) for line in lines)
    return b"BT /F1 11 Tf 14 TL 56 780 Td\n%sET" % shown


def _escaped(line: str) -> bytes:
    encoded = line.encode("cp1252", "replace")
    return encoded.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _file(objects: Sequence[bytes]) -> bytes:
    """Return a PDF file of numbered objects; the first is the root (ISO 32000-1, 7.5)."""
    data = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    count = len(objects) + 1
    trailer = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return data + trailer % (count, table, count, len(data))
