"""Full texts as pages: arXiv's HTML with its figures, ar5iv's HTML, and the responses for papers without HTML. And the
pages that a browser or PDF viewer opens: the abstract page of a paper, and its PDF."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from html import escape
from textwrap import wrap

from arxtui.demo.drawings import plot, site_map
from arxtui.demo.listings import HTML
from arxtui.demo.messages import Reply
from arxtui.demo.papers.manuscripts import Manuscript, manuscript
from arxtui.demo.wire.floats import MAP, PLOT
from arxtui.demo.wire.htmlpage import no_html, not_found
from arxtui.demo.wire.latexml import FIGURE, ar5iv_page, arxiv_page
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.paper import Paper

FindPaper = Callable[[ArxivId], Paper | None]
"""Returns the paper of an identifier at its version, or at the newest; None if there is none."""

_PDF_ALONE, _AR5IV_ALONE = "3", "7"
"""The last digits of the identifiers of papers that have no HTML anywhere, and only at ar5iv."""
_WIDTH, _HEIGHT, _MARGIN = 480, 280, 24
_PAPER, _AXIS, _BAR = 255, 40, 110


def has_html(base: str) -> bool:
    """Whether arXiv has HTML of a paper."""
    return base[-1] not in (_PDF_ALONE, _AR5IV_ALONE)


def is_on_ar5iv(base: str) -> bool:
    """Whether ar5iv has HTML of a paper."""
    return base[-1] != _PDF_ALONE


def html(rest: str, find: FindPaper, known: Sequence[Paper]) -> Reply:
    """Return the response to ``/html/<id>`` and to the figures below it; the paper cites some of the ``known`` ones."""
    name, _, file = rest.partition("/")
    paper = _find_paper(name, find)
    if paper is None:
        return Reply(404, no_html(name), HTML)
    if file:
        return _figure(paper, file) or Reply(404, not_found(), HTML)
    return Reply(200, arxiv_page(manuscript(paper, known)), HTML)


def ar5iv(rest: str, find: FindPaper, known: Sequence[Paper]) -> Reply:
    """Return the response to ``/ar5iv/<id>`` and ``/ar5iv/<id>/assets/x1.png``; if ar5iv does not have the paper, a
    redirect to its abstract page."""
    name, _, file = rest.partition("/")
    paper = _find_paper(name, find)
    if paper is None:
        return Reply(307, headers={"Location": f"/abs/{name}"})
    return (file and _figure(paper, FIGURE)) or Reply(200, ar5iv_page(manuscript(paper, known)), HTML)


def _find_paper(name: str, find: FindPaper) -> Paper | None:
    try:
        return find(ArxivId.parse(name))
    except ValueError:
        return None


def _figure(paper: Paper, name: str) -> Reply | None:
    """Return a figure of a paper; None if it has no such figure."""
    written = manuscript(paper)
    if name == FIGURE:
        return Reply(200, bars([each.share for each in written.results]), "image/png")
    if name not in (PLOT, MAP) or not written.is_illustrated:
        return None
    return Reply(200, plot(written.results, paper.id) if name == PLOT else site_map(), "image/svg+xml")


def bars(values: Sequence[float]) -> bytes:
    """Return a bar chart of values from 0 to 1 as a grey PNG (https://www.w3.org/TR/png-3/)."""
    room = (_WIDTH - 2 * _MARGIN) // len(values)
    rows = bytearray()
    for y in range(_HEIGHT):
        row = bytearray([_PAPER]) * _WIDTH
        row[_MARGIN - 2 : _MARGIN] = bytes([_AXIS]) * 2
        if _HEIGHT - _MARGIN <= y < _HEIGHT - _MARGIN + 2:
            row[_MARGIN - 2 : _WIDTH - _MARGIN] = bytes([_AXIS]) * (_WIDTH - 2 * _MARGIN + 2)
        level = (_HEIGHT - _MARGIN - y) / (_HEIGHT - 2 * _MARGIN)
        for place, value in enumerate(values):
            if 0 < level <= value:
                start = _MARGIN + place * room + room // 6
                row[start : start + 2 * room // 3] = bytes([_BAR]) * (2 * room // 3)
        rows += b"\0" + row
    head = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 0, 0, 0, 0)
    parts = (_chunk(b"IHDR", head), _chunk(b"IDAT", zlib.compress(bytes(rows), 9)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


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
