"""The body of a made-up paper, determined by the paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random

from arxtui.demo.papers.topics import TOPICS
from arxtui.demo.papers.writing import Writer
from arxtui.model.paper import Author, Paper
from arxtui.text import readable

_RELATED = 6
_CITED = 4
"""The number of other papers of the demo that one cites."""
_ARCHIVED = 2020
"""The year of papers that are cited and that the demo's library does not have."""
_ROWS = 4
_ILLUSTRATED = "cs.DC"
"""The category whose papers, cross-lists among them, have a plot, a diagram and a map, too."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A row of the table and a bar of the figure: a name, a share from 0 to 1, a factor."""

    name: str
    share: float
    factor: float


@dataclass(frozen=True, slots=True)
class Related:
    """A cited work: its title, what is said of it, its authors and year, and its arXiv id ("" if the paper does not
    name it)."""

    title: str
    text: str
    authors: str = "A. Example and B. Måns"
    year: int = 2024
    arxiv: str = ""


@dataclass(frozen=True, slots=True)
class Manuscript:
    """The content of a full text: the paper, two formulas in TeX without dollars (``bound``, ``form``), related works,
    each with a paragraph, and measurements."""

    paper: Paper
    bound: str
    form: str
    related: tuple[Related, ...]
    results: tuple[Measurement, ...]

    @property
    def is_illustrated(self) -> bool:
        """Whether there are a plot, a diagram and a map beside the bars."""
        return _ILLUSTRATED in self.paper.categories


def manuscript(paper: Paper, known: Sequence[Paper] = ()) -> Manuscript:
    """Return the manuscript of a paper; always the same for the same papers. It cites some of the ``known`` ones that
    are older and of its field, every other one by its id, and one that is not among them."""
    rng = Random(f"{paper.id} in full")  # noqa: S311 (papers, not secrets)
    topic = next((each for each in TOPICS if each.category == paper.primary_category), TOPICS[0])
    writer = Writer(topic, rng)
    written = [writer.write() for _ in range(_RELATED)]
    methods = rng.sample(topic.methods, min(_ROWS, len(topic.methods)))
    *others, last = (Related(text.title, text.abstract) for text in written)
    archived = replace(last, year=_ARCHIVED, arxiv=f"{_ARCHIVED % 100}{paper.id[2:]}")
    return Manuscript(
        paper,
        rng.choice(topic.bounds).strip("$"),
        rng.choice(topic.forms).strip("$"),
        (*(*_cited(paper, known), *others)[: _RELATED - 1], archived),
        tuple(Measurement(readable(name), rng.uniform(0.2, 0.95), rng.uniform(1.1, 4.8)) for name in methods),
    )


def archived_paper(identifier: str, papers: Iterable[Paper]) -> Paper | None:
    """Return the older paper with an id that one of the ``papers`` cites; arXiv has it, the demo's library has not.
    None if none does."""
    paper = next((each for each in papers if f"{_ARCHIVED % 100}{each.id[2:]}" == identifier), None)
    if paper is None:
        return None
    last = manuscript(paper).related[-1]
    day = datetime(_ARCHIVED, int(paper.id[2:4]), 15, tzinfo=UTC)
    return Paper(
        *(last.arxiv, last.title, last.text, tuple(map(Author, last.authors.split(" and "))), paper.categories),
        *(1, day, day),
    )


def cited_papers(paper: Paper, known: Sequence[Paper]) -> list[Paper]:
    """Return the papers of the demo that a paper cites: some of the older ones of its field."""
    older = [each for each in known if each.id < paper.id and each.primary_category == paper.primary_category]
    rng = Random(f"{paper.id} cites")  # noqa: S311 (papers, not secrets)
    return rng.sample(older, min(_CITED, len(older)))


def _cited(paper: Paper, known: Sequence[Paper]) -> Iterator[Related]:
    for place, each in enumerate(cited_papers(paper, known)):
        names = " and ".join(author.name for author in each.authors[:2])
        year = each.published.year if each.published else 2026
        yield Related(each.title, each.abstract, names, year, "" if place % 2 else each.id)
