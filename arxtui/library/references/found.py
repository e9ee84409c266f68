"""A reference that was found, what identifies the works of references, who says that they are cited, and works that are
not on arXiv as the entries of bibliographies describe them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from arxtui.library.references.matching import JournalPlace, place_of_work
from arxtui.light import NamedTuple
from arxtui.model.document import Work
from arxtui.model.paper import Author, Paper
from arxtui.model.sources import source_label
from arxtui.text.mentions.titles import title_words

_SHORTEST_TITLE = 4
"""The fewest words of a title that names a work by itself."""
CITATION = "citation"
"""The source (``model.sources``) of works that only a bibliography names."""
_EARLIEST_YEAR = 1000


class Found(NamedTuple):
    """A paper of the cache that a reference names: its key, whether that is certain or only probable, and by what it
    was found (``arXiv id``, ``DOI``, ``title``, ``journal``)."""

    key: int
    certain: bool
    by: str


class Voice(NamedTuple):
    """A source that says what papers cite: its name, as of when (epoch seconds) it says so, and whether it says all
    that a paper cites, or was asked only who cites another one."""

    name: str
    at: float
    whole: bool = True

    @property
    def words(self) -> str:
        """Its name on the screen, and the day."""
        return f"{source_label(self.name)} ({datetime.fromtimestamp(self.at, UTC):%Y-%m-%d})"

    def to_json(self) -> dict[str, object]:
        """Return it as a JSON object."""
        return {"source": self.name, "as_of": datetime.fromtimestamp(self.at, UTC).isoformat()}


def signs_of_work(work: Work) -> Iterator[int]:
    """Yield hashes of what identifies a work besides its arXiv id."""
    return signs(title_words(work.title), place_of_work(work), work.dois)


def signs(title: tuple[str, ...], place: JournalPlace | None, dois: Iterable[str]) -> Iterator[int]:
    """Yield hashes of what identifies a work: a title that is long enough, the place in a journal, DOIs."""
    words = [" ".join(title)] if len(title) >= _SHORTEST_TITLE else []
    places = [f"{place.name[0][0]} {place.volume} {place.page}"] if place else []
    for identity in (*words, *places, *(doi.casefold() for doi in dois)):
        yield int.from_bytes(hashlib.blake2b(identity.encode(), digest_size=8).digest(), "big", signed=True)


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
