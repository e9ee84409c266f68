"""The pages that a reader opens outside of the program: tiny ones."""

from __future__ import annotations

from html import escape

from arxtui.model.paper import Paper


def abs_page(paper: Paper) -> bytes:
    """The page of a paper as HTML."""
    title = escape(paper.title)
    page = (
        f"<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>[{paper.id}] {title}</title></head>"
        f"<body><h1>{title}</h1><blockquote>{escape(paper.abstract)}</blockquote>"
        "<p>This paper is made up.</p></body></html>\n"
    )
    return page.encode()


def pdf_page(paper: Paper) -> bytes:
    """A PDF of one page that names the paper."""
    line = f"arXiv:{paper.arxiv_id} is made up"
    drawn = f"BT /F1 14 Tf 72 720 Td ({line}) Tj ET".encode()
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources 6 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Font << /F1 5 0 R >> >>",
    )
    data = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    count = len(objects) + 1
    trailer = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return data + trailer % (count, table, count, len(data))
