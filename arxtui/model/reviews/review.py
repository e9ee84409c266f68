"""Pith's reviews as cards in a listing."""

from __future__ import annotations

from datetime import date

from arxtui.model.counted import counted
from arxtui.model.frozen import frozen


@frozen
class Review:
    """One card of a Pith listing: a machine review of one version of an arXiv paper.

    ``theorem_links`` is None (not checked against the canon), 0 (checked, no link: the badge "Recognition") or the
    number of links. ``place`` counts this paper's cards on the page from the page's end, from 0: if no link has a
    version, (paper, place) is the review's identity, and 0 is the oldest review. ``votes`` is the number before the
    card's head, ``comments`` the last number after its abstract, ``other_counts`` the numbers before that one.
    """

    headline: str
    title: str
    category: str
    listed_on: date
    deck: str = ""
    deck_truncated: bool = False
    abstract: str = ""
    theorem_links: int | None = None
    has_figure: bool = False
    votes: int | None = None
    comments: int | None = None
    other_counts: tuple[int, ...] = ()
    arxiv_id: str | None = None
    version: int | None = None
    url: str | None = None
    place: int = 0
    source: str = "pith"

    @property
    def badge(self) -> str:
        """The badge as printed on the card: empty, ``Recognition``, ``1 theorem`` or ``N theorems``."""
        if self.theorem_links is None:
            return ""
        if self.theorem_links == 0:
            return "Recognition"
        return counted(self.theorem_links, "theorem")
