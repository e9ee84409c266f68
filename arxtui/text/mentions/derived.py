"""What is found in the texts of papers, which the cache stores beside them (decision 87)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arxtui.isolation import isolated
from arxtui.model.paper import Derived, Paper, Venue
from arxtui.model.views import LinkKind
from arxtui.text.mentions.links import links_in, mentions_code
from arxtui.text.mentions.venue import venues_of
from arxtui.text.tex import readable


def derive(paper: Paper) -> Derived:
    """Return what is found in the texts of a paper."""
    return _derive_some([paper])[0]


def try_derive(paper: Paper) -> Derived | None:
    """Return what :func:`derive` does. Returns None if it fails, and logs the error, so that a paper can be stored
    whatever its texts are."""
    return next(try_derive_all([paper]))


def try_derive_all(papers: Iterable[Paper]) -> Iterator[Derived | None]:
    """Yield what :func:`try_derive` returns for each of these papers."""
    return isolated(_derive_some, papers, lambda paper: f"the texts of the paper {paper.id!r} cannot be read")


def _derive_some(papers: list[Paper]) -> list[Derived]:
    """Derive step by step, so that the code of a step stays in the caches of the processor."""
    shown = [(readable(paper.title), readable(paper.abstract)) for paper in papers]
    venues = [venues_of(paper.comment, paper.journal_ref) for paper in papers]
    links = [_links(paper) for paper in papers]
    return [Derived(*texts, named, *linked) for texts, named, linked in zip(shown, venues, links, strict=True)]


def _links(paper: Paper) -> tuple[bool, bool]:
    text = f"{paper.abstract}\n{paper.comment or ''}"
    links = links_in(text)
    return any(link.kind is not LinkKind.PAPER for link in links), mentions_code(text, links)


def abstract_of(paper: Paper, derived: Derived | None) -> str:
    """Return the readable abstract of a paper, from what is stored if there is something."""
    return readable(paper.abstract) if derived is None else derived.abstract


def venues_in(paper: Paper, derived: Derived | None) -> tuple[Venue, ...]:
    """Return the venues that a paper names, from what is stored if there is something."""
    return venues_of(paper.comment, paper.journal_ref) if derived is None else derived.venues
