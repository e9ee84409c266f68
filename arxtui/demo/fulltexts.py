"""Full texts as pages: arXiv's HTML with its figures, ar5iv's HTML, and the responses for papers without HTML."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence

from arxtui.demo.listings import HTML
from arxtui.demo.messages import Reply
from arxtui.demo.papers.manuscripts import manuscript
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
    """Return the response to ``/html/<id>`` and ``/html/<id>/x1.png``; the paper cites some of the ``known`` ones."""
    name, _, file = rest.partition("/")
    paper = _find_paper(name, find)
    if paper is None:
        return Reply(404, no_html(name), HTML)
    if file:
        return _figure(paper) if file == FIGURE else Reply(404, not_found(), HTML)
    return Reply(200, arxiv_page(manuscript(paper, known)), HTML)


def ar5iv(rest: str, find: FindPaper, known: Sequence[Paper]) -> Reply:
    """Return the response to ``/ar5iv/<id>`` and ``/ar5iv/<id>/assets/x1.png``; if ar5iv does not have the paper, a
    redirect to its abstract page."""
    name, _, file = rest.partition("/")
    paper = _find_paper(name, find)
    if paper is None:
        return Reply(307, headers={"Location": f"/abs/{name}"})
    return _figure(paper) if file else Reply(200, ar5iv_page(manuscript(paper, known)), HTML)


def _find_paper(name: str, find: FindPaper) -> Paper | None:
    try:
        return find(ArxivId.parse(name))
    except ValueError:
        return None


def _figure(paper: Paper) -> Reply:
    return Reply(200, bars([each.share for each in manuscript(paper).results]), "image/png")


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
