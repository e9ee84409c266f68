"""Where a work appeared: the journal, the volume and the first page or the number of the article.

That is what entries of physics and astronomy say in place of a title. Journals are abbreviated in many ways, and the
letter of a section stands behind the name or at the volume: ``Phys. Rev. D 70``, ``Phys.Rev.D70``, ``PRD 70``.
"""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.export.journals import publication
from arxtui.model.document import Work
from arxtui.model.expr import And, Expr, Field, Or, Word
from arxtui.patterns import pattern
from arxtui.text import readable
from arxtui.text.matching.words import words
from arxtui.tuples import NamedTuple

_VOLUME = pattern(r"(?i)([a-z]*)\s?0*(\d+)\s?([a-z]?)(?:\s?[-–/&].*)?")
_PAGE = pattern(r"(?i)(?:pp?[.\s]\s?)?([a-z]{0,4})\.?-?0*(\d[\da-z]*)")
_AMPERSAND = pattern(r"\b([A-Z]+)\s?&\s?([A-Z]+)\b")
_SUBTITLE = pattern(r"(?<=\b[A-G]):.*")
_SECTIONS = frozenset("abcdefgx")
_FILLERS = frozenset("of the and in on for de la le di der die das und fur et des ser series".split())
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
    name = [each for each in name if each not in _FILLERS]
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
