"""Whether a paper is the work that an entry of a bibliography names, by title, authors and year, or by where it
appeared: the journal, the volume and the first page or the number of the article."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property

from rapidfuzz.distance import Indel, Levenshtein

from arxtui.export.journals import publication
from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Work
from arxtui.model.expr import And, Expr, Field, Or, Word
from arxtui.model.paper import Paper
from arxtui.text import readable
from arxtui.text.matching.words import words
from arxtui.text.mentions.titles import differ_in_charges, remark_of, title_words

_VOLUME = pattern(r"(?i)([a-z]*)\s?0*(\d+)\s?([a-z]?)(?:\s?[-–/&].*)?")
_PAGE = pattern(r"(?i)(?:pp?[.\s]\s?)?([a-z]{0,4})\.?-?0*(\d[\da-z]*)")
_AMPERSAND = pattern(r"\b([A-Z]+)\s?&\s?([A-Z]+)\b")
_SUBTITLE = pattern(r"(?<=\b[A-G]):.*")
_SECTIONS = frozenset("abcdefgx")
_FILLERS_OF_JOURNALS = frozenset("of the and in on for de la le di der die das und fur et des ser series".split())
_MONTHS = 12
"""The volume of some journals is a month, in some references with its year: JHEP ``05``, ``0105``."""


class JournalPlace(NamedTuple):
    """A place in a journal: the folded words of its name, the letter of its section, volume and first page without
    zeros before them, and the year ("" and None if unknown)."""

    name: tuple[str, ...]
    section: str
    volume: str
    page: str
    year: int | None

    def is_same(self, other: JournalPlace) -> bool:
        """Whether it can be the same place; the years may differ by one."""
        is_dated = self.year is None or other.year is None or abs(self.year - other.year) <= 1
        return self[2:4] == other[2:4] and is_dated and _is_same_journal(self, other)

    @property
    def query(self) -> Expr:
        """The papers whose journal reference has the volume, the page and the year, however they are written."""
        number, last = self.volume, self.name[-1]
        numbers = {number, number.zfill(2)}
        if self.year and int(number) <= _MONTHS:
            numbers.add(f"{self.year % 100:02}{number.zfill(2)}")
        initials = "".join(word[0] for word in (*self.name, *self.section))
        section = self.section or (last[-1] if last[-1] in _SECTIONS else "")  # "PRD"
        volumes = {f"{name}{each}" for each in numbers for name in ("", last, initials, section)} | {
            f"{number}{section}"
        }
        letters = self.page.rstrip("0123456789") if self.page[:1].isalpha() else ""
        digits = self.page[len(letters) :]
        pages = {f"{letters}{digits.zfill(size)}" for size in range(7)}
        years = {str(self.year + off) for off in (-1, 0, 1)} if self.year else set()
        return And(tuple(map(_any_of, filter(None, (volumes, pages, years)))))


def place_of_work(work: Work) -> JournalPlace | None:
    """Return where an entry says that its work appeared; None if it does not."""
    return _place(work.venue, work.volume, work.pages, int(work.year) if work.year.isdecimal() else None)


def place_of_reference(journal_ref: str) -> JournalPlace | None:
    """Return the place that the journal reference of a record names; None if it has another form."""
    parsed = publication(readable(journal_ref))
    return _place(parsed.journal, parsed.volume, parsed.pages, parsed.year)


def _place(journal: str, volume: str, pages: str, year: int | None) -> JournalPlace | None:
    numbered, paged = _VOLUME.fullmatch(volume.strip()), _PAGE.match(pages.strip())
    name = words(_AMPERSAND.sub(r"\1\2", _SUBTITLE.sub("", journal)))
    name = [each for each in name if each not in _FILLERS_OF_JOURNALS]
    if not numbered or not paged or not name:
        return None
    section = (numbered[1] or numbered[3]).lower()
    if not section and len(name) > 1 and name[-1] in _SECTIONS:
        section = name.pop()
    page = (paged[1] + paged[2]).lower()
    number = numbered[2]
    if year and number.zfill(4)[:2] == f"{year % 100:02}" and 1 <= int(number) - year % 100 * 100 <= _MONTHS:
        number = str(int(number) - year % 100 * 100)
    if name[-1] in ("lett", "letters") and paged[1].lower() == "l":
        name.pop()  # the letters of a journal have its volumes
    return JournalPlace(tuple(name), section, number, page, year)


def _any_of(texts: set[str]) -> Expr:
    return Or(tuple(Word(text, Field.JOURNAL) for text in sorted(texts)))


def _is_same_journal(one: JournalPlace, other: JournalPlace) -> bool:
    if len(one.name) == len(other.name) and one.section == other.section:
        return all(map(_is_abbreviation, one.name, other.name))
    whole = [(*each.name, *each.section) for each in (one, other)]
    short, long = sorted(whole, key=len)
    return len(short) == 1 and _is_acronym(short[0], long)


def _is_abbreviation(one: str, other: str) -> bool:
    """Whether one word has the letters of the other in their order, from the first: ``intl`` of ``international``."""
    short, long = sorted((one, other), key=len)
    rest = iter(long)
    return short[0] == long[0] and all(letter in rest for letter in short)


def _is_acronym(word: str, parts: Sequence[str]) -> bool:
    """Whether a word consists of the beginnings of words, one letter or more of each: ``apj``."""
    if not parts:
        return not word
    return any(
        _is_abbreviation(word[:size], parts[0]) and _is_acronym(word[size:], parts[1:])
        for size in range(1, len(word) - len(parts) + 2)
    )


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

    @cached_property
    def years(self) -> range:
        """The years in which the first version can have been submitted; empty if the work has no year."""
        year = int(self.work.year) if self.work.year.isdecimal() else None
        return range(0) if year is None else range(year - LATEST, year - _EARLIEST + 1)

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

    @cached_property
    def _all_words(self) -> frozenset[str]:
        return frozenset(self._segments[0])

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
        if not self._all_words.issuperset(title):
            return Likeness.NONE
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
        return not self.years or not paper.published or paper.published.year in self.years


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
