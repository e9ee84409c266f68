"""The body of a made-up paper, determined by the paper."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from arxtui.demo.papers.topics import TOPICS
from arxtui.demo.papers.writing import Writer
from arxtui.model.paper import Paper
from arxtui.text import readable

_RELATED = 6
_SOURCES = 8
_ROWS = 4


@dataclass(frozen=True, slots=True)
class Measurement:
    """A row of the table and a bar of the figure: a name, a share from 0 to 1, a factor."""

    name: str
    share: float
    factor: float


@dataclass(frozen=True, slots=True)
class Manuscript:
    """The content of a full text: the paper, two formulas in TeX without dollars (``bound``, ``form``), paragraphs on
    related work as (title of that work, text), and measurements."""

    paper: Paper
    bound: str
    form: str
    related: tuple[tuple[str, str], ...]
    results: tuple[Measurement, ...]

    @property
    def sources(self) -> tuple[str, ...]:
        """The titles of the cited works."""
        return tuple(title for title, _ in self.related)


def manuscript(paper: Paper) -> Manuscript:
    """Return the manuscript of a paper; always the same for the same paper."""
    rng = Random(f"{paper.id} in full")  # noqa: S311 (papers, not secrets)
    topic = next((each for each in TOPICS if each.category == paper.primary_category), TOPICS[0])
    writer = Writer(topic, rng)
    written = [writer.write() for _ in range(_RELATED)]
    methods = rng.sample(topic.methods, min(_ROWS, len(topic.methods)))
    return Manuscript(
        paper,
        rng.choice(topic.bounds).strip("$"),
        rng.choice(topic.forms).strip("$"),
        tuple((text.title, text.abstract) for text in written),
        tuple(Measurement(readable(name), rng.uniform(0.2, 0.95), rng.uniform(1.1, 4.8)) for name in methods),
    )
