"""What the check of a bibliography says of its entries, and their fields compared with those of the paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from enum import StrEnum
from typing import TYPE_CHECKING

from rapidfuzz.distance import Levenshtein

from arxtui.export.journals import publication
from arxtui.export.references import dois_of
from arxtui.library.references.matching import ALIKE, LATEST, is_group, is_spelling
from arxtui.light import NamedTuple, pattern
from arxtui.text import readable
from arxtui.text.matching.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arxtui.library.references.bibfile import CitedEntry
    from arxtui.model.views import Record
    from arxtui.text.bibtex import BibEntry


class Verdict(StrEnum):
    """What is known of an entry. The names are stable: files and scripts contain them."""

    VERIFIED = "verified"
    WRONG = "wrong"
    OTHER = "other-paper"
    IMPOSSIBLE = "impossible"
    WITHDRAWN = "withdrawn"
    TWICE = "twice"
    MISSING = "missing"
    UNREADABLE = "unreadable"
    UNUSED = "unused-ignore"
    UNKNOWN = "cannot-tell"

    @property
    def is_problem(self) -> bool:
        """Whether somebody should look at the entry."""
        return self not in (Verdict.VERIFIED, Verdict.UNKNOWN, Verdict.UNUSED)

    @property
    def words(self) -> str:
        """What it means."""
        return _WORDS[self]


_WORDS = {
    Verdict.VERIFIED: "title, authors and year are those of the paper, of a stored version of it, or of a work of dblp",
    Verdict.WRONG: "a field differs: words of the title, authors who are not the paper's, or a year that none of its "
    "versions has",
    Verdict.OTHER: "an identifier is that of a paper with another title",
    Verdict.IMPOSSIBLE: "arXiv cannot have assigned the identifier",
    Verdict.WITHDRAWN: "the paper is withdrawn",
    Verdict.TWICE: "an entry before it is the same work, or has the same key",
    Verdict.MISSING: "the document cites a key that no entry has",
    Verdict.UNREADABLE: "the entry, or the definition of a macro, is no correct BibTeX; the others are checked",
    Verdict.UNUSED: "a remark ignores a verdict that the entry does not have",
    Verdict.UNKNOWN: "no paper of the cache, and no work of dblp if that is imported: of another field, newer, or not "
    "stored. Such an entry can be right or wrong",
}


class Remark(NamedTuple):
    """What is wrong with a field ("" for the entry), in words, or a hint: what is no mistake, but could be better."""

    field: str
    words: str
    is_hint: bool = False

    @property
    def text(self) -> str:
        """The words, with the name of the field."""
        return f"{self.field}: {self.words}" if self.field else self.words


class Fix(NamedTuple):
    """A change of a field: ``new`` in place of ``old``, which stands there once; at the end of the value if ``old`` is
    empty; a field behind the one named ``after`` if the entry does not have it."""

    field: str
    new: str
    old: str = ""
    after: str = ""
    is_safe: bool = False


class Checked(NamedTuple):
    """An entry, or a place that cites a missing one: the name of its file, what is known of it, the name of its paper
    ("" if none is known), that of its record in dblp ("" if the paper is known, or none), what is wrong, hints, whether
    a remark in the file ignores the verdict, and the changes that would correct the entry."""

    file: str
    entry: BibEntry
    verdict: Verdict
    paper: str = ""
    dblp: str = ""
    problems: tuple[Remark, ...] = ()
    hints: tuple[Remark, ...] = ()
    is_ignored: bool = False
    fixes: tuple[Fix, ...] = ()

    @classmethod
    def compared(cls, file: str, entry: BibEntry, remarks: Sequence[Remark], withdrawn: str = "") -> Checked:
        """Return an entry, compared with its work, from what is remarked; ``withdrawn`` says that the work is."""
        problems = tuple(each for each in remarks if not each.is_hint)
        hints = tuple(each for each in remarks if each.is_hint)
        if withdrawn:
            return cls(file, entry, Verdict.WITHDRAWN, problems=(Remark("", withdrawn), *problems), hints=hints)
        return cls(file, entry, Verdict.WRONG if problems else Verdict.VERIFIED, problems=problems, hints=hints)

    @property
    def work(self) -> str:
        """The name of its paper or record, "" if none is known."""
        return self.paper or self.dblp

    @property
    def is_problem(self) -> bool:
        """Whether somebody should look at it."""
        return self.verdict.is_problem and not self.is_ignored

    def line_of(self, remark: Remark) -> int:
        """Return the line of the field that a remark is about, otherwise that of the entry."""
        place = self.entry.places.get(remark.field)
        return place.line if place else self.entry.line


_MOST_EDITS = 5
"""The words of a title that are named as wrong."""
_RE = pattern(r"re\Z")
_NAMED_SIGNS = frozenset(("sqrt", "x", "times"))
"""Words in place of signs that are in no word: √ and ×."""
_COUNTED = ("volume", "number", "edition", "chapter")
_SHORTEST_NAME = 2
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))


def is_alike(own: Sequence[str], titles: Sequence[Sequence[str]]) -> bool:
    """Whether the title of an entry can be a wrong form of one of the paper's: it shares half of the words, or is a
    part of it."""
    alike = max(Levenshtein.normalized_similarity(title, own) for title in titles)
    return alike >= ALIKE or any(_is_part(own, title) for title in titles)


class Edition(NamedTuple):
    """What distinguishes works with one title and first author: the year of an entry, and its volume and the like;
    each "" if it is not known."""

    year: str
    numbers: tuple[str, ...]

    @classmethod
    def of(cls, cited: CitedEntry) -> Edition:
        """Return the edition that an entry cites."""
        return cls(cited.work.year, tuple(cited.entry.fields.get(name, "") for name in _COUNTED))

    def is_other(self, other: Edition) -> bool:
        """Whether these are two works: parts, editions, or texts of several years."""
        are_apart = bool(self.year and other.year) and abs(int(self.year) - int(other.year)) > 1
        return are_apart or any(a and b and a != b for a, b in zip(self.numbers, other.numbers, strict=True))


def title_remarks(own: Sequence[str], titles: Sequence[Sequence[str]], newest: str) -> Iterator[Remark]:
    """Yield what is wrong with the title, word by word, as a hint if that is only its spelling."""
    if not own or any("".join(own) == "".join(title) for title in titles):
        return
    edits = Levenshtein.editops(titles[0], own).as_list()
    is_hint = all(_is_spelled(titles[0], own, *edit) for edit in edits) or _is_part(own, titles[0])
    said = ", ".join(_edit_words(titles[0], own, *edit) for edit in edits[:_MOST_EDITS])
    yield Remark("title", f"{said} (“{newest}”)", is_hint=is_hint)


def _is_spelled(title: Sequence[str], own: Sequence[str], kind: str, at: int, own_at: int) -> bool:
    """Whether an edit changes only the spelling: also the American one, or a sign of a formula that has a name."""
    if kind == "replace" and _american(title[at]) == _american(own[own_at]):
        return True
    changed = {"delete": title[at : at + 1], "insert": own[own_at : own_at + 1]}.get(kind, ())
    return not _NAMED_SIGNS.isdisjoint(changed) or is_spelling(title, own, kind, at, own_at)


def _american(word: str) -> str:
    return _RE.sub("er", word.replace("s", "z"))


def _is_part(own: Sequence[str], title: Sequence[str]) -> bool:
    """Whether a title is a part of another one, from its beginning or to its end."""
    return bool(own) and own in (title[: len(own)], title[-len(own) :])


def _edit_words(title: Sequence[str], own: Sequence[str], kind: str, at: int, own_at: int) -> str:
    match kind:
        case "delete":
            return f"“{title[at]}” is missing"
        case "insert":
            return f"“{own[own_at]}” is not in it"
        case _:
            return f"“{own[own_at]}” for “{title[at]}”"


def author_remarks(cited: CitedEntry, authors: Sequence[str]) -> Iterator[Remark]:
    """Yield the authors whom the work does not have, and whether some are left out."""
    if not authors or not cited.work.authors or any(map(is_group, authors)):
        return
    known = _by_word(authors)
    named = [name for name in cited.work.authors if not is_group(name)]
    strangers = [name for name in named if _family_words(name) and not _is_among(name, known)]
    if strangers:
        are = "is" if len(strangers) == 1 else "are"
        yield Remark("author", f"{', '.join(strangers)} {are} not among them")
    elif len(cited.work.authors) < len(authors) and not cited.is_cut:
        yield Remark("author", f"{len(cited.work.authors)} of {len(authors)}, without “and others”", is_hint=True)


def _name_words(name: str) -> set[str]:
    """Return the words of a name; umlauts also in their spelling with e."""
    plain = words(readable(name))
    joined = "".join(plain[-2:]) if len(plain) > 1 else ""
    return {form for word in (*plain, joined) if len(word) >= _SHORTEST_NAME for form in _forms(word)}


def _family_words(name: str) -> set[str]:
    """Return the words by which an author of an entry is known: the last, or the longest where that is an initial;
    empty if all are initials."""
    plain = [word for word in words(name) if len(word) >= _SHORTEST_NAME]
    last = words(name)[-1:]
    return _forms(plain[-1] if last == plain[-1:] else max(plain, key=len)) if plain else set()


def _forms(word: str) -> set[str]:
    plain = word
    for spelled, letter in _UMLAUTS:
        plain = plain.replace(spelled, letter)
    return {word, plain}


def names_author(cited: CitedEntry, author: str) -> bool:
    """Whether one of the authors of an entry can be an author."""
    return any(is_author(name, [author]) for name in cited.work.authors)


def is_author(name: str, authors: Iterable[str]) -> bool:
    """Whether a name can be that of one of the authors: the family name of one, and given names that can be theirs."""
    return _is_among(name, _by_word(authors))


def _by_word(authors: Iterable[str]) -> dict[str, list[frozenset[str]]]:
    """Return the words of the names that have a word."""
    found: dict[str, list[frozenset[str]]] = {}
    for author in authors:
        whole = frozenset(words(readable(author)))
        for word in _name_words(author):
            found.setdefault(word, []).append(whole)
    return found


def _is_among(name: str, known: Mapping[str, Sequence[frozenset[str]]]) -> bool:
    family, own = _family_words(name), frozenset(words(readable(name)))
    return any(
        _are_alike(own - other - family, other - own - family) for word in family for other in known.get(word, ())
    )


def _are_alike(given: Set[str], other: Set[str]) -> bool:
    """Whether given names can be those of one person: one begins as the other, or they have two letters in common as
    short forms have (Bill and William), or one has none."""
    is_initial = not {word[0] for word in given}.isdisjoint(word[0] for word in other)
    return not given or not other or is_initial or not _pairs(given).isdisjoint(_pairs(other))


def _pairs(names: Iterable[str]) -> set[str]:
    return {name[at : at + 2] for name in names for at in range(len(name) - 1)}


def years_of_versions(record: Record) -> set[int]:
    """Return the years in which versions of a paper were submitted, as far as they are known."""
    paper = record.paper
    return {day.year for day in (paper.published, paper.updated, *(each.updated for each in record.versions)) if day}


def year_remarks(cited: CitedEntry, record: Record, publications: Iterable[int] = ()) -> Iterator[Remark]:
    """Yield that the year cannot be that of a version or of a publication; as a hint if it is a year off, or that of a
    publication before the first version: one in thirty was submitted years after it had appeared. ``publications`` are
    years in which the paper appeared."""
    journal_ref, year, years = record.paper.journal_ref, cited.work.year, years_of_versions(record)
    if not year.isdecimal() or not years:
        return
    appeared = publication(journal_ref).year if journal_ref else None
    known = years.union([appeared] if appeared else [], publications)
    off, since = min(abs(int(year) - each) for each in known), int(year) - min(years)
    is_dated = appeared is not None and not dois(record).isdisjoint(map(str.casefold, cited.work.dois))
    is_later = cited.is_published and not is_dated and 0 <= since <= LATEST
    is_earlier = cited.is_published and appeared is None and since < 0
    if off and not is_later:
        said = f"{year}, but its versions are of {', '.join(map(str, sorted(known)))}"
        yield Remark("year", said, is_hint=off == 1 or is_earlier)


def dois(record: Record) -> frozenset[str]:
    """Return the DOIs of publishers that a paper has, in one case."""
    return frozenset(map(str.casefold, dois_of(record.paper)))


def hints(cited: CitedEntry, record: Record) -> Iterator[Remark]:
    """Yield what the cache knows of the paper, and the entry does not say."""
    paper = record.paper
    if not cited.is_published and (paper.doi or paper.journal_ref):
        said = " ".join(filter(None, (paper.journal_ref, paper.doi)))
        yield Remark("", f"published since: {said}", is_hint=True)
    if cited.version and paper.version and cited.version < paper.version:
        yield Remark("", f"it is of v{cited.version}; the newest is v{paper.version}", is_hint=True)
