"""How two papers are related: the same work, parts of one work, or one commenting on the other.

The evidence is in the metadata alone: titles that are equal, that differ only in the number of a part, or of which
one names the other ("Comment on …", "Erratum: …"); nearly equal abstracts; common authors; the identifier of another
paper in a text about a withdrawal. Each result states its evidence.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property, lru_cache

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import id_of, name_of, plain_signs
from arxtui.model.counted import counted
from arxtui.model.paper import Paper
from arxtui.text import readable, words
from arxtui.text.mentions.identifiers import ids_in
from arxtui.text.mentions.titles import Remark, SeriesPart, differ_in_charges, part_of, remark_of, title_words

_NEAR, _SAME = 0.55, 0.85
"""The smallest overlap of two abstracts (the share of word sequences that both have) that counts as nearly equal: with
common authors, and without."""
_FAR = 0.3
"""Abstracts with a smaller share of common words overlap by less than _NEAR: in 200,000 papers, the pairs with that
overlap had at least 0.57 of their words in common, TeX included."""
_ALIKE = 0.08
"""With a smaller overlap, two works of one author may have the same short title by coincidence."""
_LONG_TITLE = 5
_ROW = 3
"""The number of words in a sequence."""
_SHORTEST = 30
"""The fewest words of an abstract that identifies a work: "This paper has been withdrawn" identifies none."""
_WITHDRAWAL_WORDS = (
    "withdrawn", "withdraws", "superseded", "replaced by", "duplicate", "merged in", "merged with", "subsumed",
    "absorbed",
)  # fmt: skip
_CACHED_NAMES = 4096
"""The size of the cache of author names. Large collaborations list the same thousands in each of their papers."""


class Relation(StrEnum):
    """The relation of the other paper to this one."""

    SAME = "same"
    PART = "part"
    TEXT = "text"
    """Its abstract is nearly the same, but its title is not."""
    COMMENT = "comment"
    REPLY = "reply"
    CORRECTION = "correction"
    SUBJECT = "subject"
    """It is what this paper comments on, replies to or corrects."""
    BESIDE = "beside"
    """It is about the same paper as this one."""
    INSTEAD = "instead"
    """One of the two names the other in a text about a withdrawal or a merger."""


_IN_WORDS = {
    Relation.SAME: "the same work",
    Relation.PART: "another part",
    Relation.TEXT: "much of the same abstract",
    Relation.COMMENT: "a comment on it",
    Relation.REPLY: "a reply to it",
    Relation.CORRECTION: "a correction of it",
    Relation.SUBJECT: "it is about",
    Relation.BESIDE: "about the same paper",
    Relation.INSTEAD: "one may replace the other",
}


class Related(NamedTuple):
    """A related paper: its relation, the evidence in words, and its readable title."""

    key: int
    kind: Relation
    why: str
    title: str

    def __str__(self) -> str:
        """``The same work: 2605.01234 · Title (the same title, 2 authors in common)``."""
        return f"{_IN_WORDS[self.kind].capitalize()}: {name_of(self.key)} · {self.title} ({self.why})"


class Work:
    """A paper with the features by which it is compared."""

    def __init__(self, key: int, paper: Paper) -> None:
        self.key = key
        self.paper = paper

    @cached_property
    def readable_title(self) -> str:
        """The title without TeX."""
        return readable(self.paper.title)

    @cached_property
    def title(self) -> tuple[str, ...]:
        """The words of the title."""
        return title_words(self.readable_title)

    @cached_property
    def remark(self) -> Remark | None:
        """The subject of the title, if the paper is a comment, a reply or a correction."""
        return remark_of(self.readable_title)

    @cached_property
    def part(self) -> SeriesPart | None:
        """The part of a series that the title names."""
        return part_of(self.readable_title)

    @cached_property
    def authors(self) -> frozenset[tuple[str, str]]:
        """(last name, first letter) of each author, folded."""
        return frozenset(filter(None, (_last_and_first(author.name) for author in self.paper.authors)))

    @cached_property
    def word_sequences(self) -> frozenset[tuple[str, ...]]:
        """All sequences of ``_ROW`` words in the abstract; empty if it is too short to compare."""
        abstract_words = words(readable(self.paper.abstract))
        if len(abstract_words) < _SHORTEST:
            return frozenset()
        return frozenset(zip(*(abstract_words[start:] for start in range(_ROW)), strict=False))

    @cached_property
    def instead(self) -> frozenset[str]:
        """The identifiers named in a text about a withdrawal or a merger."""
        return frozenset(named.base for text in self._about_withdrawal for named in ids_in(text))

    @cached_property
    def _about_withdrawal(self) -> list[str]:
        return [text for text in (self.paper.comment or "", self.paper.abstract) if _mentions_withdrawal(text)]

    def may_name(self, base: str) -> bool:
        """Return whether :attr:`instead` can have an identifier: a quick test, because few texts have its digits."""
        return any(_digits(base) in _digits(plain_signs(text)) for text in self._about_withdrawal)

    def may_have(self, title: tuple[str, ...]) -> bool:
        """Return whether the title can contain another one: a quick test, because few do."""
        return self._title_words.issuperset(title)

    @cached_property
    def _title_words(self) -> frozenset[str]:
        return frozenset(self.title)

    @cached_property
    def _tokens(self) -> frozenset[str]:
        """The words of the abstract as sent by upstream, with TeX and punctuation."""
        return frozenset(self.paper.abstract.split())

    def is_far_from(self, other: Work) -> bool:
        """Return whether the abstracts have so few words in common that :meth:`overlap` is small. Converts no TeX."""
        both = len(self._tokens & other._tokens)
        return both < _FAR * (len(self._tokens) + len(other._tokens) - both)

    def overlap(self, other: Work) -> float:
        """Return the share of both abstracts' word sequences that both have."""
        both = len(self.word_sequences & other.word_sequences)
        return both / max(len(self.word_sequences) + len(other.word_sequences) - both, 1)


@lru_cache(_CACHED_NAMES)
def _last_and_first(name: str) -> tuple[str, str] | None:
    folded = words(name)
    return (folded[-1], folded[0][0]) if folded else None


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))


def _mentions_withdrawal(text: str) -> bool:
    return any(map(text.lower().__contains__, _WITHDRAWAL_WORDS))


def related(work: Work, other: Work) -> Related | None:
    """Return the relation of another paper to ``work``; None if there is none."""
    for look in (_instead, _remark, _part, _same):
        if relation := look(work, other):
            return Related(other.key, *relation, other.readable_title)
    return None


def _instead(work: Work, other: Work) -> tuple[Relation, str] | None:
    if id_of(other.key) in work.instead:
        return Relation.INSTEAD, "this one names it and mentions a withdrawal or merger"
    if (base := id_of(work.key)) and other.may_name(base) and base in other.instead:
        return Relation.INSTEAD, "it names this one and mentions a withdrawal or merger"
    return None


def _remark(work: Work, other: Work) -> tuple[Relation, str] | None:
    mine = work.remark
    theirs = other.remark if mine or other.may_have(work.title) else None
    if mine and theirs and mine.about == theirs.about:
        return (Relation.BESIDE, "both titles name the same paper") if mine != theirs else None
    if theirs and theirs.names(work.title, by_author=bool(work.authors & other.authors)):
        return Relation(theirs.kind), "its title names this one"
    if mine and mine.names(other.title, by_author=bool(work.authors & other.authors)):
        return Relation.SUBJECT, "this title names it"
    return None


def _part(work: Work, other: Work) -> tuple[Relation, str] | None:
    mine = work.part
    theirs = other.part if other.may_have(mine.series if mine else work.title) else None
    numbered = mine and theirs and mine.series == theirs.series and mine.number != theirs.number
    # The first part often has no number.
    first = (mine and mine.series == other.title) or (theirs and theirs.series == work.title)
    common = len(work.authors & other.authors) if numbered or first else 0
    return (Relation.PART, f"the same title except for the part, {_in_common(common)}") if common else None


def _same(work: Work, other: Work) -> tuple[Relation, str] | None:
    titled = work.title == other.title != () and not differ_in_charges(work.readable_title, other.readable_title)
    is_far = work.is_far_from(other)
    common = len(work.authors & other.authors) if titled or not is_far else 0
    if is_far and not (titled and common):
        return None
    overlap = work.overlap(other)
    unknown = not (work.word_sequences and other.word_sequences)
    evidence = f"{overlap:.0%} of the abstract"
    if titled and common and (unknown or overlap >= _ALIKE or len(work.title) >= _LONG_TITLE):
        return Relation.SAME, ", ".join(
            filter(None, ("the same title", _in_common(common), "" if unknown else evidence))
        )
    if overlap >= (_NEAR if common else _SAME):
        # With a different title the paper may be a sequel or another volume of a report.
        return Relation.TEXT, ", ".join(filter(None, (evidence, _in_common(common))))
    return None


def _in_common(authors: int) -> str:
    return f"{counted(authors, 'author')} in common" if authors else ""
