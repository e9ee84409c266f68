"""A paper as a reference: the data that all bibliography formats need."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from arxtui.export.journals import Publication, publication
from arxtui.export.people import Person, people
from arxtui.light import NamedTuple, pattern
from arxtui.model.arxiv.ids import is_work, split_key, year_month
from arxtui.model.dois import ARXIV_DOI
from arxtui.model.views import Record
from arxtui.text.mentions.withdrawal import withdrawal_of

if TYPE_CHECKING:
    from arxtui.model.paper import Paper
    from arxtui.model.reviews import FullReview

_ABSTRACT_PAGE = "https://arxiv.org/abs/"
_PREFIX = pattern(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.I)


class ExportOptions(NamedTuple):
    """Options of an export besides its format: the citation keys of its papers by integer key, if the format
    ``has_keys``, and whether the user's notes are included."""

    keys: Mapping[int, str]
    notes: bool = False


class Reference:
    """The bibliographic data of a record, computed on demand."""

    def __init__(
        self, record: Record, full_reviews: Sequence[FullReview] = (), own_entry: str = "", texkey: str = ""
    ) -> None:
        self.record = record
        self.full_reviews = full_reviews
        self.own_entry = own_entry
        """The BibTeX entry of a source of citations; empty if none is known."""
        self.texkey = texkey
        """The citation key that INSPIRE has for the paper; empty if none is known."""
        self.id = record.paper.id
        """The arXiv identifier; empty while only a review names the paper."""

    @property
    def title(self) -> str:
        """The readable title in one line."""
        return " ".join(self.record.title.split())

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """The authors; empty if they are unknown."""
        return people([author.name for author in self.record.paper.authors])

    @cached_property
    def publication(self) -> Publication | None:
        """The publication; None if the paper has no journal reference."""
        reference = " ".join((self.record.paper.journal_ref or "").split())
        return publication(reference) if reference else None

    @cached_property
    def dois(self) -> tuple[str, ...]:
        """The distinct DOIs of publishers, without prefixes. arXiv's own DOI is left out, because it only repeats the
        identifier."""
        return dois_of(self.record.paper)

    @property
    def submitted(self) -> date | None:
        """The day of the first version; None if it is unknown."""
        at = self.record.paper.published
        return at.date() if at else None

    @property
    def year(self) -> str:
        """The year of publication if the journal reference has one, otherwise the year of the first version; empty for
        a work outside arXiv of which no year is known."""
        if self.publication and self.publication.year:
            return str(self.publication.year)
        if first := self.record.paper.published:
            return str(first.year)
        return "" if is_work(self.record.key) else str(year_month(split_key(self.record.key)[0])[0])

    @property
    def url(self) -> str:
        """The address of the abstract page; without an identifier, that of a review; empty if there is none."""
        if self.id:
            return _ABSTRACT_PAGE + self.id
        return next((review.url for review in self.record.reviews if review.url), "")

    @property
    def withdrawal(self) -> str:
        """The words with which the paper was withdrawn; empty if it was not."""
        withdrawal = withdrawal_of(self.record.paper, listed=self.record.withdrawn)
        return withdrawal.words if withdrawal else ""

    @property
    def remarks(self) -> tuple[str, ...]:
        """Facts without a field of their own: the withdrawal, further DOIs, and what follows the citation in a journal
        reference."""
        words, further = self.withdrawal, self.dois[1:]
        withdrawal = f"Withdrawn: {words}" if words else ""
        dois = f"Also DOI {', '.join(further)}" if further else ""
        return tuple(filter(None, (withdrawal, dois, self.publication.more if self.publication else "")))


def dois_of(paper: Paper) -> tuple[str, ...]:
    """Return the distinct DOIs of a paper as ``Reference.dois``."""
    if not paper.doi:
        return ()
    values = paper.doi.replace("\\_", "_").split()
    dois = dict.fromkeys(_PREFIX.sub("", each.strip(",;"), 1) for each in values)
    return tuple(doi for doi in dois if doi and not doi.lower().startswith(ARXIV_DOI))
