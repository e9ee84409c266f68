"""The path of parsed data to the screen: every text that would be painted or printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from itertools import islice
from typing import Any

from arxtui.config.settings import ArxivSettings
from arxtui.export.jsonform import record_to_json, to_line
from arxtui.library.papers.links import Addresses
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.document import Document
from arxtui.model.intake import Intake
from arxtui.model.paper import Paper
from arxtui.model.reviews import FullReview, Review
from arxtui.model.views import Record, Row
from arxtui.reader.output.plain import plain_lines
from arxtui.reader.reviewed import reviewed_document
from arxtui.store.cache.entries import entry_of, paper_of
from arxtui.store.texts.documents import pack_document, unpack_document
from arxtui.text import cells, readable
from arxtui.tui import commands  # noqa: F401 - lines name keys, which it declares
from arxtui.tui.present.line import Line
from arxtui.tui.present.listing.columns import Columns
from arxtui.tui.present.listing.rows import ListLooks, paper_row
from arxtui.tui.present.reading.lines import line_pieces
from arxtui.tui.present.record import RecordLooks, record_lines

_WIDTH = 72
_TODAY = date(2026, 5, 13)
_ADDRESSES = Addresses.of(ArxivSettings())
_MOST_PAPERS, _MOST_LINES = 12, 400
"""The largest numbers of papers and lines shown of one payload, because a reader also sees only some at a time."""
_LOOKS = (RecordLooks(all_authors=True), RecordLooks(tex=True))


def shown(parsed: Iterable[Any]) -> Iterator[str]:
    """Yield the texts of all lines after storing the data in the cache and reading it back.

    Raises AssertionError if a line of the list has the wrong width, or if the cache returns something else.
    """
    for held in parsed:
        match held:
            case Intake():
                yield from _intake(held)
            case FullReview():
                yield from _document(reviewed_document([held]))
            case Document():
                kept = unpack_document(pack_document(held))
                assert kept == held, "the cache gives another document back"
                yield from _document(kept)


def _intake(intake: Intake) -> Iterator[str]:
    yield from intake.notes
    for reject in intake.rejects[:_MOST_PAPERS]:
        yield f"{reject.place}: {reject.reason}"
    reviews: dict[str, list[Review]] = {}
    for review in intake.reviews[:_MOST_PAPERS]:
        reviews.setdefault(review.arxiv_id or "", []).append(review)
    for paper in intake.papers[:_MOST_PAPERS]:
        yield from _paper(paper, reviews.pop(paper.id, []))
    for name, cards in reviews.items():
        stub = Paper("", cards[0].title, cards[0].abstract, categories=(cards[0].category,), source="pith")
        yield from _paper(replace(stub, id=name if _is_id(name) else ""), cards)
    for each in intake.full_reviews[:_MOST_PAPERS]:
        yield from _document(reviewed_document([each]))


def _is_id(name: str) -> bool:
    try:
        return bool(ArxivId.parse(name))
    except ValueError:
        return False


def _paper(paper: Paper, reviews: list[Review]) -> Iterator[str]:
    key = paper.key if paper.id else 1
    kept = replace(paper_of(entry_of(key, paper)), id=paper.id)
    record = Record(key, kept, readable(kept.title), reviews=tuple(reviews))
    for looks in _LOOKS:
        yield from _lines(record_lines(record, _WIDTH, looks, _ADDRESSES))
    row = Row(key, paper.id or None, kept.version, record.title, kept.title, _TODAY, kept.primary_category)
    columns = Columns.fit(_WIDTH, [row], _TODAY)
    for tex in (False, True):
        pieces = paper_row(row, columns, ListLooks(tex=tex), here=True)
        assert sum(cells(text) for text, _ in pieces) == _WIDTH, "a row of the list is of another width"
        yield from (text for text, _ in pieces)
    yield to_line(record_to_json(record))


def _document(document: Document) -> Iterator[str]:
    for line in islice(plain_lines(document, _WIDTH, _WIDTH), _MOST_LINES):
        yield from (text for text, _ in line_pieces(line))


def _lines(lines: Iterable[Line]) -> Iterator[str]:
    for line in lines:
        yield from (text for text, _ in line.pieces)
