"""A record of the dblp computer science bibliography."""

from __future__ import annotations

from arxtui.light import NamedTuple
from arxtui.model.dois import ARXIV_DOI

PREPRINTS = "CoRR"
"""The venue of arXiv's preprints."""


class DblpRecord(NamedTuple):
    """A publication: its key in dblp (``conf/nips/Example24``), its type (``inproceedings``; with ``informal`` or
    ``withdrawn`` behind it), readable title without the full stop, authors in their order, year (0 if unknown), venue,
    DOIs in lower case without an address, and arXiv id without the version ("" if it has none)."""

    key: str
    kind: str
    title: str
    authors: tuple[str, ...] = ()
    year: int = 0
    venue: str = ""
    dois: tuple[str, ...] = ()
    arxiv: str = ""

    @property
    def name(self) -> str:
        """The name by which the record is cited and found."""
        return f"dblp:{self.key}"

    @property
    def is_published(self) -> bool:
        """Whether it is more than a preprint, no data set, and not withdrawn."""
        return self.venue != PREPRINTS and not {"informal", "withdrawn", "data"} & set(self.kind.split())

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The DOIs, with that of arXiv for its papers."""
        return (*self.dois, arxiv_doi(self.arxiv)) if self.arxiv else self.dois


def arxiv_doi(identifier: str) -> str:
    """Return the DOI that arXiv gives to a paper, in lower case."""
    return f"{ARXIV_DOI}{identifier}".lower()
