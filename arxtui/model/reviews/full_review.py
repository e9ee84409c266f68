"""Pith's full review of a paper, as on its page and in Pith's machine interface."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from arxtui.model.frozen import changed, frozen
from arxtui.tuples import NamedTuple

MEANING_OF_RECOGNITION = (
    "Recognition counts links from the paper to theorems of Recognition Science, a formal canon in Lean kept by the "
    "institute that runs Pith. It is neither an award nor a judgement of the paper."
)
"""The meaning of the badge (https://pith.science/canon)."""


class Part(StrEnum):
    """The known sections of a review, in the order of its page."""

    SUMMARY = "summary"
    PITH = "pith"
    READING = "reading"
    CORE_CLAIM = "core_claim"
    ARGUMENT = "argument"
    CONSEQUENCES = "consequences"
    EXTRAPOLATION = "extrapolation"
    PREMISE = "premise"
    FALSIFIER = "falsifier"


HEADINGS = {
    Part.SUMMARY: "In one line",
    Part.PITH: "The pith",
    Part.READING: "The reading",
    Part.CORE_CLAIM: "Core claim",
    Part.ARGUMENT: "What carries the argument",
    Part.CONSEQUENCES: "If this is right",
    Part.EXTRAPOLATION: "Where Pith is reading between the lines",
    Part.PREMISE: "Load-bearing premise",
    Part.FALSIFIER: "What would settle it",
}
"""The headings of the sections; Pith's own where its page has them."""


class Passage(NamedTuple):
    """A paragraph of a section or, with ``listed``, an item of a list."""

    text: str
    listed: bool = False


class Section(NamedTuple):
    """A section with its heading; ``part`` is None for an unknown section."""

    heading: str
    passages: tuple[Passage, ...]
    part: Part | None = None

    @classmethod
    def of(cls, part: Part, *texts: str) -> Section:
        """Return a known section with these paragraphs."""
        return cls(HEADINGS[part], tuple(map(Passage, texts)), part)

    @property
    def text(self) -> str:
        """The passages, one a line."""
        return "\n".join(passage.text for passage in self.passages)


class ReviewField(NamedTuple):
    """Another field of a review, under Pith's name for it."""

    name: str
    value: str


@frozen
class FullReview:
    """One review of one version of a paper. Texts are clean; empty and None mean that a field is unknown.

    ``arxiv_id`` has no version. ``scores`` are fields such as confidence and novelty. ``recognition`` is the line about
    the canon as printed (``2 theorem links``). ``reviewed_at`` is aware UTC. ``url`` is the review's page; ``links``
    are its other links. ``extra`` are all other fields (keywords, authors, unknown ones).
    """

    arxiv_id: str
    version: int | None = None
    title: str = ""
    sections: tuple[Section, ...] = ()
    verdict: str = ""
    scores: tuple[ReviewField, ...] = ()
    recognition: str = ""
    model: str = ""
    reviewed_at: datetime | None = None
    category: str = ""
    url: str = ""
    links: tuple[str, ...] = ()
    extra: tuple[ReviewField, ...] = ()

    @property
    def theorem_links(self) -> int | None:
        """The number of theorem links; 0 if the review was checked and has none, None if it was not checked or the
        field is unknown."""
        if count := re.match(r"(\d{1,6}) ", self.recognition):
            return int(count[1])
        return 0 if self.recognition.startswith("no ") else None

    @property
    def identity(self) -> tuple[int, float, str]:
        """What distinguishes the reviews of a paper: version, time (epoch seconds) and model; 0 or empty if unknown."""
        return self.version or 0, self.reviewed_at.timestamp() if self.reviewed_at else 0.0, self.model

    def part(self, part: Part) -> str:
        """Return the text of a known section; empty if the review does not have it."""
        return next((section.text for section in self.sections if section.part is part), "")


def is_same(one: FullReview, other: FullReview) -> bool:
    """Whether two records can be of the same review: no field that both have differs; times are compared by day."""
    pairs = (
        (one.arxiv_id, other.arxiv_id),
        (one.version, other.version),
        (one.model, other.model),
        (one.reviewed_at and one.reviewed_at.date(), other.reviewed_at and other.reviewed_at.date()),
    )
    return all(mine == theirs for mine, theirs in pairs if mine and theirs)


def joined(one: FullReview, other: FullReview) -> FullReview:
    """Merge two records of one review: fields that only ``other`` has are added, and nothing of either is lost."""
    gaps = {name: getattr(other, name) for name in ("version", "model", *SINGLE) if not getattr(one, name)}
    # Of two times on a day, the later is exact: a day without a time is stored as its midnight.
    times = [each.reviewed_at for each in (one, other) if each.reviewed_at]
    lost = tuple(
        ReviewField(name, getattr(other, name))
        for name in SINGLE
        if getattr(other, name) and getattr(one, name) not in ("", getattr(other, name))
    )
    return changed(
        one,
        **gaps,
        reviewed_at=max(times, default=None),
        sections=_in_order((*one.sections, *other.sections)),
        **{name: _once((*getattr(one, name), *getattr(other, name))) for name in ("scores", "links")},
        extra=_once((*one.extra, *other.extra, *lost)),
    )


SINGLE = ("title", "verdict", "recognition", "category", "url")
"""The fields with a single value; a second, different value is stored in ``extra``."""


def _in_order(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Merge sections: known ones in the order of a page, then the others. Each section, and each passage in it, occurs
    once."""
    order = list(Part)
    merged_sections: dict[tuple[Part | None, str], Section] = {}
    for section in sections:
        name = (section.part, "" if section.part else section.heading)
        before = merged_sections.setdefault(name, section._replace(passages=()))
        texts = {passage.text for passage in before.passages}
        more = tuple(passage for passage in section.passages if passage.text not in texts)
        merged_sections[name] = before._replace(passages=before.passages + more)
    return tuple(sorted(merged_sections.values(), key=lambda each: order.index(each.part) if each.part else len(order)))


def _once(values: Iterable[object]) -> tuple[object, ...]:
    return tuple(dict.fromkeys(values))
