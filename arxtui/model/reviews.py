"""Pith's reviews: as cards in a listing, as full reviews, and the merge of records from files of any age."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Any, TypeVar

from arxtui.light import NamedTuple, changed, frozen
from arxtui.model.counted import counted


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


_Item = TypeVar("_Item", bound=Hashable)


def merged_card(one: Review, other: Review) -> Review:
    """Merge two records of one card. Of two different values the larger is used: counts grow, and texts may be cut."""
    values = {name: max(getattr(one, name), getattr(other, name), key=_size) for name in _CARD}
    return changed(
        one,
        **values,
        deck_truncated=one.deck_truncated and other.deck_truncated,
        has_figure=one.has_figure or other.has_figure,
        place=min(one.place, other.place),
    )


_CARD = (
    *("title", "category", "abstract", "theorem_links", "votes", "comments", "other_counts", "arxiv_id", "version"),
    *("url", "source"),
)
"""The fields of a card for which the larger value is used."""


def merged_review(one: FullReview, other: FullReview) -> FullReview:
    """Merge two records of one full review. Of two different values of a field the longer is used, and the other is
    stored in ``extra``."""
    single, spare = _single(one, other)
    times = [each.reviewed_at for each in (one, other) if each.reviewed_at]
    extra = [tuple(each for each in review.extra if each.name not in SINGLE) for review in (one, other)]
    return changed(
        one,
        **single,
        version=one.version or other.version,
        model=one.model or other.model,
        reviewed_at=max(times, default=None),
        sections=_sections(one.sections, other.sections),
        scores=_all_of(one.scores, other.scores),
        links=_all_of(one.links, other.links),
        extra=(*_all_of(*extra), *spare),
    )


def _single(one: FullReview, other: FullReview) -> tuple[dict[str, str], list[ReviewField]]:
    """Return the fields with a single value, and the values that were not used."""
    single: dict[str, str] = {}
    spare: list[ReviewField] = []
    for name in SINGLE:
        values = {getattr(one, name), getattr(other, name)}
        values |= {each.value for each in (*one.extra, *other.extra) if each.name == name}
        single[name], *rest = sorted(values, key=_size, reverse=True)
        spare += [ReviewField(name, value) for value in rest if value]
    return single, spare


def _sections(one: Iterable[Section], other: Iterable[Section]) -> tuple[Section, ...]:
    """Merge sections: known ones in the order of a page, then the others. Each section, and each passage in it, occurs
    once."""
    mine, theirs = _by_name(one), _by_name(other)
    order = list(Part)
    names = sorted(
        _all_of(tuple(mine), tuple(theirs)), key=lambda name: order.index(name[0]) if name[0] else len(order)
    )
    return tuple(_section(name, [each[name] for each in (mine, theirs) if name in each]) for name in names)


_Name = tuple[Part | None, str]


def _by_name(sections: Iterable[Section]) -> Mapping[_Name, Section]:
    by_name: dict[_Name, Section] = {}
    for section in sections:
        name = (section.part, "" if section.part else section.heading)
        before = by_name.get(name)
        by_name[name] = section._replace(passages=(*before.passages, *section.passages)) if before else section
    return by_name


def _section(name: _Name, records: list[Section]) -> Section:
    texts: tuple[str, ...] = ()
    listed: set[str] = set()
    for section in records:
        texts = _all_of(texts, tuple(passage.text for passage in section.passages))
        listed |= {passage.text for passage in section.passages if passage.listed}
    heading = max((section.heading for section in records), key=_size)
    return Section(heading, tuple(Passage(text, text in listed) for text in texts), name[0])


def _all_of(one: tuple[_Item, ...], other: tuple[_Item, ...]) -> tuple[_Item, ...]:
    """Return every item once. The order is that of a record that has all items, if there is one; otherwise one that
    does not depend on the records."""
    one, other = tuple(dict.fromkeys(one)), tuple(dict.fromkeys(other))
    both = set(one) | set(other)
    whole = [each for each in (one, other) if len(each) == len(both)]
    plain = tuple(sorted(both, key=repr))
    return max(whole, key=lambda each: (each != plain, repr(each)), default=plain)


def _size(value: Any) -> tuple[int, str]:
    """Return a sort key for values of one kind: None first, then numbers by value, texts and lists by length."""
    if value is None:
        return 0, ""
    return value if isinstance(value, int) else len(value), repr(value)
