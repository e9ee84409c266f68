"""Pith's review of a paper as its own page and Pith's machine access tell it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from arxtui.model.frozen import changed, frozen

MEANING_OF_RECOGNITION = (
    "Recognition counts links from the paper to theorems of Recognition Science, a formal canon in Lean kept by the "
    "institute that runs Pith. It is no award and no judgement of the paper."
)
"""What the badge is about (https://pith.science/canon)."""


class Part(StrEnum):
    """The sections that reviews are known to have, in the order of a page."""

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
"""What the sections are called, by Pith where its page has them."""


class Passage(NamedTuple):
    """A paragraph of a section, or with ``listed`` an item of a list."""

    text: str
    listed: bool = False


class Section(NamedTuple):
    """A section under its heading; ``part`` is None of one that is not known."""

    heading: str
    passages: tuple[Passage, ...]
    part: Part | None = None

    @classmethod
    def of(cls, part: Part, *texts: str) -> Section:
        """A known section of paragraphs."""
        return cls(HEADINGS[part], tuple(map(Passage, texts)), part)

    @property
    def text(self) -> str:
        """Its passages, one a line."""
        return "\n".join(passage.text for passage in self.passages)


class Told(NamedTuple):
    """Something else that a review says, under Pith's name for it."""

    name: str
    value: str


@frozen
class FullReview:
    """One review of one version of a paper. Texts are clean; empty and None mean not told.

    ``arxiv_id`` is without version. ``scores`` are the likes of confidence and novelty, ``recognition`` the line about
    the canon as printed (``2 theorem links``), ``reviewed_at`` aware UTC, ``url`` the review's page, ``links`` what
    else it leads to. ``extra`` is what else was said (keywords, authors, fields that are not known).
    """

    arxiv_id: str
    version: int | None = None
    title: str = ""
    sections: tuple[Section, ...] = ()
    verdict: str = ""
    scores: tuple[Told, ...] = ()
    recognition: str = ""
    model: str = ""
    reviewed_at: datetime | None = None
    category: str = ""
    url: str = ""
    links: tuple[str, ...] = ()
    extra: tuple[Told, ...] = ()

    @property
    def theorem_links(self) -> int | None:
        """None (not checked against the canon, or not told), 0 (checked, no link) or how many links."""
        if count := re.match(r"(\d{1,6}) ", self.recognition):
            return int(count[1])
        return 0 if self.recognition.startswith("no ") else None

    @property
    def identity(self) -> tuple[int, float, str]:
        """By what a review is told from the paper's others: version, time (epoch seconds), model; 0 and empty where
        they are not told."""
        return self.version or 0, self.reviewed_at.timestamp() if self.reviewed_at else 0.0, self.model

    def part(self, part: Part) -> str:
        """What a known section says; empty where the review has none."""
        return next((section.text for section in self.sections if section.part is part), "")


def is_same(one: FullReview, other: FullReview) -> bool:
    """Whether two tellings can be of one review: nothing that both tell differs; times count by the day."""
    pairs = (
        (one.arxiv_id, other.arxiv_id),
        (one.version, other.version),
        (one.model, other.model),
        (one.reviewed_at and one.reviewed_at.date(), other.reviewed_at and other.reviewed_at.date()),
    )
    return all(mine == theirs for mine, theirs in pairs if mine and theirs)


def joined(one: FullReview, other: FullReview) -> FullReview:
    """Two tellings of one review as one: what only ``other`` tells is added, nothing of either is lost."""
    gaps = {name: getattr(other, name) for name in ("version", "model", *SINGLE) if not getattr(one, name)}
    # Of two times of a day the later is the exact one: a day alone is its midnight.
    times = [each.reviewed_at for each in (one, other) if each.reviewed_at]
    lost = tuple(
        Told(name, getattr(other, name))
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
"""The fields of one value, of which a second one stands among what else was said."""


def _in_order(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Known sections in the order of a page, then the others; each stands once, and so does what each says."""
    order = list(Part)
    found: dict[tuple[Part | None, str], Section] = {}
    for section in sections:
        name = (section.part, "" if section.part else section.heading)
        before = found.setdefault(name, section._replace(passages=()))
        said = {passage.text for passage in before.passages}
        more = tuple(passage for passage in section.passages if passage.text not in said)
        found[name] = before._replace(passages=before.passages + more)
    return tuple(sorted(found.values(), key=lambda each: order.index(each.part) if each.part else len(order)))


def _once(values: Iterable[object]) -> tuple[object, ...]:
    return tuple(dict.fromkeys(values))
