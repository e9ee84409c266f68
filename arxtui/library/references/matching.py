"""Whether a paper is the work that an entry of a bibliography names, by title, authors and year.

The title of the paper is the title of the entry or, if that was not recognised, stands in the entry between signs that
end a title: "Killing initial data" does not match "Killing initial data revisited". A match is certain only if the
titles are equal but for articles and single letters, their charges do not differ, the first author is named, and the
year is possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property

from rapidfuzz.distance import Indel, Levenshtein

from arxtui.model.document import Work
from arxtui.model.paper import Paper
from arxtui.patterns import pattern
from arxtui.text import readable
from arxtui.text.matching.words import words
from arxtui.text.mentions.titles import differ_in_charges, remark_of, title_words

LONG_TITLE = 4
"""The fewest words of a title that no other work has by chance: "Machine learning" is also a journal."""
_NEAR = 0.8
"""The share of words that nearly equal titles have in common."""
ALIKE = 0.5
"""The share of words that the title of an entry, or of another version, has in common with that of its paper."""
_EARLIEST, LATEST = -2, 6
"""The years from the first version of a preprint to a publication of it."""
_FILLERS = frozenset("a an the of on in for and to with s".split())
_SHORTEST_TYPO = 5
"""The fewest letters of a word that may lack a letter: in a shorter one, that is another word."""
_SHORTEST_NAME = 3
_PUNCTUATION = pattern(r"[.,;:!?()\[\]“”\"„«»]+|\s[-–—]\s|''|``")
_CONTINUES = frozenset(":(")
"""Signs after a title that also stand before a subtitle, or the number of a part."""
_PART = pattern(r"(?:part |paper )?(?:(?:[ivx]{1,4}|\d)\Z|(?:ii|iii|iv|vi{1,3}|ix)\b)")
_GROUP_WORDS = frozenset(("collaboration", "collaborations", "team", "consortium"))


class Likeness(IntEnum):
    """How much tells that a paper is the work."""

    NONE = 0
    PROBABLE = 1
    CERTAIN = 2


class CitedWork:
    """A work of an entry, prepared to be compared with papers. ``text`` is the whole entry."""

    def __init__(self, work: Work, text: str) -> None:
        self.work = work
        self.text = text

    @cached_property
    def title(self) -> tuple[str, ...]:
        """The words of the title; empty if it is not recognised."""
        return title_words(self.work.title)

    @property
    def search_words(self) -> tuple[str, ...]:
        """The words that papers with this title have."""
        return self.title or tuple(words(self.text))

    @cached_property
    def names(self) -> frozenset[str]:
        """The words of the authors' names; of the whole entry if they are not recognised."""
        return frozenset(words(" ".join(self.work.authors))) or self._all_names

    @cached_property
    def _all_names(self) -> frozenset[str]:
        return frozenset(words(self.text))

    @cached_property
    def _segments(self) -> tuple[list[str], dict[int, str], list[int]]:
        """The words of the entry, the sign after each word (by the number of words before it), and where segments
        between signs begin."""
        all_words: list[str] = []
        signs: dict[int, str] = {}
        starts: list[int] = []
        place = 0
        for match in (*_PUNCTUATION.finditer(self.text), None):
            starts.append(len(all_words))
            all_words += words(self.text[place : match.start() if match else None])
            signs[len(all_words)] = match[0].strip() if match else "."
            place = match.end() if match else place
        return all_words, signs, starts

    def likeness(self, paper: Paper) -> Likeness:
        """Return whether a paper is this work."""
        titled = self.titled(paper.title)
        if not titled:
            return titled
        named = self._named(paper)
        is_other = differ_in_charges(readable(paper.title), self.work.title or self.text)
        is_known = named is Likeness.CERTAIN and self._is_possible_year(paper) and not is_other
        return min(titled, named, Likeness.CERTAIN if is_known else Likeness.PROBABLE)

    def titled(self, title: str) -> Likeness:
        """Return whether a title, as received, is that of this work."""
        title_of = title_words(readable(title))
        return max(self._like_title(title_of), self._contains(title_of)) if title_of else Likeness.NONE

    def names_first_author(self, paper: Paper) -> bool:
        """Whether the entry names the first author of a paper."""
        return self._named(paper) is Likeness.CERTAIN

    def contradicts(self, paper: Paper) -> bool:
        """Whether the entry describes another paper than the one with its identifier: it has authors or a title, none
        of them this paper's. Identifiers of other papers are common where a program filled in the field."""
        title = title_words(readable(paper.title))
        if len(self.title) < LONG_TITLE and not self.work.authors:
            return False
        is_alike = Levenshtein.normalized_similarity(title, self.title) >= ALIKE or self._contains(title)
        return not is_alike and not any(self._is_named(author.name, self._all_names) for author in paper.authors)

    def _like_title(self, title: tuple[str, ...]) -> Likeness:
        """Compare a title with that of the entry."""
        if "".join(title) == "".join(self.title):
            return Likeness.CERTAIN
        if len(title) < LONG_TITLE or Levenshtein.normalized_similarity(title, self.title) < _NEAR:
            return Likeness.NONE
        edits = Levenshtein.editops(title, self.title).as_list()
        is_spelled_otherwise = all(is_spelling(title, self.title, *edit) for edit in edits)
        return Likeness.CERTAIN if is_spelled_otherwise else Likeness.PROBABLE

    def _contains(self, title: tuple[str, ...]) -> Likeness:
        """Look for a title between signs of the entry."""
        if len(title) < LONG_TITLE:
            return Likeness.NONE
        all_words, signs, starts = self._segments
        for number, start in enumerate(starts):
            end = start + len(title)
            if end in signs and tuple(all_words[start:end]) == title:
                before = " ".join(all_words[starts[number - 1] : start]) if number else ""
                following = next((each for each in starts if each > end), len(all_words))
                is_whole = signs[end][0] not in _CONTINUES and not _PART.match(" ".join(all_words[end:following]))
                return Likeness(is_whole + 1) if remark_of(f"{before}: title") is None else Likeness.NONE
        return Likeness.NONE

    def _named(self, paper: Paper) -> Likeness:
        """Return whether the entry names the first author of a paper, or another one."""
        found = [self._is_named(author.name, self.names) for author in paper.authors]
        return Likeness.CERTAIN if found[:1] == [True] else Likeness(any(found))

    def _is_named(self, author: str, names: frozenset[str]) -> bool:
        """Whether an author is among the words of names: by the last word of the name, or by the first if it may be
        the family name; a collaboration by a word anywhere in the entry."""
        author_words = words(author)
        if is_group(author):
            return not self._all_names.isdisjoint(each for each in author_words if each not in _GROUP_WORDS)
        first = author_words[0] if author_words and len(author_words[0]) >= _SHORTEST_NAME else ""
        return first in names or (bool(author_words) and author_words[-1] in names)

    def _is_possible_year(self, paper: Paper) -> bool:
        if not self.work.year.isdecimal() or not paper.published:
            return True
        return _EARLIEST <= int(self.work.year) - paper.published.year <= LATEST


def is_group(author: str) -> bool:
    """Whether an author is a collaboration."""
    return not _GROUP_WORDS.isdisjoint(words(author))


def is_spelling(title: Sequence[str], other: Sequence[str], kind: str, at: int, other_at: int) -> bool:
    """Return whether an edit from one title to the other concerns a word of no weight, or one letter of a long word."""
    if kind == "delete":
        return title[at] in _FILLERS
    if kind == "insert":
        return other[other_at] in _FILLERS
    before, after = title[at], other[other_at]
    is_typo = before[0] == after[0] and Indel.distance(before, after) == 1 and before.isalpha() and after.isalpha()
    return is_typo and min(len(before), len(after)) >= _SHORTEST_TYPO
