"""What another paper is to one: the same work, a part of it, or what is said of it.

Nothing says so but the papers themselves: titles that are the same, that differ in the number of a part, or of which
one names the other ("Comment on …", "Erratum: …"); abstracts that are nearly the same; authors in common; the
identifier of another in a text that tells of a withdrawal. Each finding says what it rests on.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

from arxtui.model.arxiv.ids import id_of, name_of
from arxtui.model.counted import counted
from arxtui.model.paper import Paper
from arxtui.text import readable, words
from arxtui.text.mentions.identifiers import ids_in
from arxtui.text.mentions.titles import Remark, SeriesPart, part_of, remark_of, title_words

_NEAR, _SAME = 0.55, 0.85
"""The share of the stretches of two abstracts that both have: from which on, by common authors, they are nearly the
same, and by whomever."""
_ALIKE = 0.08
"""Less than this, and two works of one author may have the same short title."""
_LONG_TITLE = 5
_ROW = 3
"""Words of a stretch."""
_SHORTEST = 30
"""Words from which on an abstract tells a work: "This paper has been withdrawn" tells none."""
_GONE = (
    "withdrawn", "withdraws", "superseded", "replaced by", "duplicate", "merged in", "merged with", "subsumed",
    "absorbed",
)  # fmt: skip
_NAMES_KEPT = 4096
"""Large collaborations name the same thousands in each of their papers."""


class Kind(StrEnum):
    """What the other paper is."""

    SAME = "same"
    PART = "part"
    TEXT = "text"
    """Its abstract is nearly the same, its title is not."""
    COMMENT = "comment"
    REPLY = "reply"
    CORRECTION = "correction"
    SUBJECT = "subject"
    """What this paper comments on, answers or corrects."""
    BESIDE = "beside"
    """About the same paper as this one."""
    INSTEAD = "instead"
    """Named where this paper speaks of a withdrawal or a merger, or the other way round."""


_IN_WORDS = {
    Kind.SAME: "the same work",
    Kind.PART: "another part",
    Kind.TEXT: "much of the same abstract",
    Kind.COMMENT: "a comment on it",
    Kind.REPLY: "a reply to it",
    Kind.CORRECTION: "a correction of it",
    Kind.SUBJECT: "it is about",
    Kind.BESIDE: "about the same paper",
    Kind.INSTEAD: "one may stand for the other",
}


class Related(NamedTuple):
    """Another paper, what it is to the one asked about, what that rests on, in words, and its title, readable."""

    key: int
    kind: Kind
    why: str
    title: str

    def __str__(self) -> str:
        """``The same work: 2605.01234 · Title (the same title, 2 authors in common)``."""
        return f"{_IN_WORDS[self.kind].capitalize()}: {name_of(self.key)} · {self.title} ({self.why})"


class Work:
    """A paper as it is compared."""

    def __init__(self, key: int, paper: Paper) -> None:
        self.key = key
        self.paper = paper

    @cached_property
    def title(self) -> tuple[str, ...]:
        """The words of the title."""
        return title_words(readable(self.paper.title))

    @cached_property
    def remark(self) -> Remark | None:
        """What the title says it is about, where it is a comment, a reply or a correction."""
        return remark_of(readable(self.paper.title))

    @cached_property
    def part(self) -> SeriesPart | None:
        """The part of a series that the title says it is."""
        return part_of(readable(self.paper.title))

    @cached_property
    def authors(self) -> frozenset[tuple[str, str]]:
        """(last name, first letter) of each author, folded."""
        return frozenset(filter(None, (_last_and_first(author.name) for author in self.paper.authors)))

    @cached_property
    def stretches(self) -> frozenset[tuple[str, ...]]:
        """Every few words in a row of the abstract; none of one that is too short to tell."""
        told = words(readable(self.paper.abstract))
        if len(told) < _SHORTEST:
            return frozenset()
        return frozenset(zip(*(told[start:] for start in range(_ROW)), strict=False))

    @cached_property
    def instead(self) -> frozenset[str]:
        """The identifiers that it names where it says that something is gone."""
        texts = (self.paper.comment or "", self.paper.abstract)
        told = (ids_in(text) for text in texts if _tells_of_the_end(text))
        return frozenset(named.base for each in told for named in each)

    def overlap(self, other: Work) -> float:
        """The share of both abstracts' stretches that are in both."""
        both = len(self.stretches & other.stretches)
        return both / max(len(self.stretches) + len(other.stretches) - both, 1)


@lru_cache(_NAMES_KEPT)
def _last_and_first(name: str) -> tuple[str, str] | None:
    folded = words(name)
    return (folded[-1], folded[0][0]) if folded else None


def _tells_of_the_end(text: str) -> bool:
    lowered = text.lower()
    return any(sign in lowered for sign in _GONE)


def related(work: Work, other: Work) -> Related | None:
    """What another paper is to a paper; None for nothing that is told here."""
    for look in (_instead, _remark, _part, _same):
        if found := look(work, other):
            return Related(other.key, *found, readable(other.paper.title))
    return None


def _instead(work: Work, other: Work) -> tuple[Kind, str] | None:
    if id_of(other.key) in work.instead:
        return Kind.INSTEAD, "this one names it and speaks of a withdrawal or a merger"
    if id_of(work.key) in other.instead:
        return Kind.INSTEAD, "it names this one and speaks of a withdrawal or a merger"
    return None


def _remark(work: Work, other: Work) -> tuple[Kind, str] | None:
    mine, theirs = work.remark, other.remark
    if mine and theirs and mine.about == theirs.about:
        return (Kind.BESIDE, "both titles name the same paper") if mine != theirs else None
    if theirs and theirs.names(work.title, by_author=bool(work.authors & other.authors)):
        return Kind(theirs.kind), "its title names this one"
    if mine and mine.names(other.title, by_author=bool(work.authors & other.authors)):
        return Kind.SUBJECT, "this title names it"
    return None


def _part(work: Work, other: Work) -> tuple[Kind, str] | None:
    common = len(work.authors & other.authors)
    if not common:
        return None
    mine, theirs = work.part, other.part
    numbered = mine and theirs and mine.series == theirs.series and mine.number != theirs.number
    # The first part often has no number.
    first = (mine and mine.series == other.title) or (theirs and theirs.series == work.title)
    if numbered or first:
        return Kind.PART, f"the same title but for the part, {_in_common(common)}"
    return None


def _same(work: Work, other: Work) -> tuple[Kind, str] | None:
    common, overlap = len(work.authors & other.authors), work.overlap(other)
    unknown = not (work.stretches and other.stretches)
    titled = work.title == other.title != ()
    told = f"{overlap:.0%} of the abstract"
    if titled and common and (unknown or overlap >= _ALIKE or len(work.title) >= _LONG_TITLE):
        return Kind.SAME, ", ".join(filter(None, ("the same title", _in_common(common), "" if unknown else told)))
    if overlap >= (_NEAR if common else _SAME):
        # Of another title it may be a sequel, or a volume of the same report, as well as the same work.
        return Kind.TEXT, ", ".join(filter(None, (told, _in_common(common))))
    return None


def _in_common(authors: int) -> str:
    return f"{counted(authors, 'author')} in common" if authors else ""
