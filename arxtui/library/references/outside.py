"""Works that are not on arXiv, as the entries of bibliographies describe them."""

from __future__ import annotations

from datetime import UTC, datetime

from arxtui.model.document import Work
from arxtui.model.paper import Author, Paper

CITATION = "citation"
"""The source (``model.sources``) of works that only a bibliography names."""
_EARLIEST_YEAR = 1000


def record_of(work: Work, text: str) -> Paper:
    """Return the record of a work without an arXiv id. ``text`` is its entry, which is the title if none was
    recognised."""
    number = f"({work.number})" if work.number else ""
    venue = f"{work.venue}." if f"{work.venue}. " in text else work.venue  # of an abbreviation
    volume = " ".join(filter(None, (venue, f"{work.volume}{number}")))
    place = ", ".join(filter(None, (volume, work.pages)))
    return Paper(
        id="",
        title=work.title or text,
        authors=tuple(map(Author, work.authors)),
        published=_january(work.year),
        journal_ref=" ".join(filter(None, (place, f"({work.year})" if work.year else ""))) if work.venue else None,
        doi=" ".join(work.dois) or None,
        source=CITATION,
    )


def _january(year: str) -> datetime | None:
    """Return the first day of a year; None if the text is none."""
    is_year = year.isascii() and year.isdecimal() and _EARLIEST_YEAR <= int(year) <= datetime.now(UTC).year + 1
    return datetime(int(year), 1, 1, tzinfo=UTC) if is_year else None
