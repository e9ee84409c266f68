"""The entries of a bibliography held against the papers of the cache."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz.distance import Levenshtein

from arxtui.export.journals import publication
from arxtui.library.references.bibfile import CitedEntry, cited_entry
from arxtui.library.references.matching import is_group, is_spelling
from arxtui.model.arxiv.ids import name_of
from arxtui.text import readable
from arxtui.text.matching.words import title_key, words
from arxtui.text.mentions.titles import title_words

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.papers.papers import Papers
    from arxtui.library.references.references import References
    from arxtui.model.views import Record
    from arxtui.text.bibtex import BibEntry

_ALIKE = 0.5
"""The share of words that the title of an entry has in common with that of its paper, if the paper is meant."""
_LATEST = 6
"""The years after the first version in which a work may appear."""
_MOST_EDITS = 5
"""The words of a title that are named as wrong."""
_SHORTEST_NAME = 2
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))


class Verdict(StrEnum):
    """What is known of an entry."""

    VERIFIED = "verified"
    WRONG = "wrong"
    """The paper is in the cache, and a field differs from it."""
    OTHER = "other paper"
    """The identifier is another paper's."""
    IMPOSSIBLE = "impossible"
    """arXiv cannot have assigned the identifier."""
    WITHDRAWN = "withdrawn"
    TWICE = "twice"
    """An entry before it names the same work."""
    UNREADABLE = "unreadable"
    UNKNOWN = "cannot tell"
    """It names no paper of the cache: not on arXiv, newer, or not stored."""

    @property
    def is_problem(self) -> bool:
        """Whether somebody should look at the entry."""
        return self not in (Verdict.VERIFIED, Verdict.UNKNOWN)


class Checked(NamedTuple):
    """An entry, what is known of it, the name of its paper ("" if none is known), what is wrong in words, and hints:
    what is no mistake, but could be better."""

    entry: BibEntry
    verdict: Verdict
    paper: str = ""
    problems: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()


class BibliographyCheck:
    """Checks entries with the papers of the cache, without a network."""

    def __init__(self, context: LibraryContext, references: References, papers: Papers) -> None:
        self._context = context
        self._references = references
        self._papers = papers

    def check(self, entries: Iterable[BibEntry]) -> Iterator[Checked]:
        """Yield each entry, checked. Raises StoreError and SearchError as every part."""
        seen: dict[str, str] = {}
        for entry in entries:
            if entry.fault:
                yield Checked(entry, Verdict.UNREADABLE, "", (entry.fault,))
                continue
            checked, work_name = self._checked(cited_entry(entry))
            first = seen.setdefault(work_name, entry.key) if work_name else entry.key
            if first != entry.key and not checked.verdict.is_problem:
                checked = checked._replace(verdict=Verdict.TWICE, problems=(f"it is the same work as {first}",))
            yield checked

    def _checked(self, cited: CitedEntry) -> tuple[Checked, str]:
        """Return the checked entry, and a name of its work by which another entry for it is recognised."""
        entry, work = cited.entry, cited.work
        if cited.impossible:
            return Checked(entry, Verdict.IMPOSSIBLE, "", (f"arXiv has no identifier {cited.impossible}",)), ""
        text = f"{' '.join(work.authors)}. {work.title}. {work.venue} ({work.year})"
        [found] = self._references.resolved([work], text)
        key = self._papers.key_of(work.arxiv) if work.arxiv else None
        if key is None and found and (found.certain or found.by != "title"):
            key = found.key
        record = self._papers.record(key) if key is not None else None
        if record is None:
            near = (f"the nearest paper is {name_of(found.key)}",) if found else ()
            by_title = f"{title_key(work.title)} {work.authors[:1]}"
            work_name = work.arxiv or next(iter(work.dois), "").casefold() or by_title
            return Checked(entry, Verdict.UNKNOWN, "", (), near), work_name
        name = name_of(record.key)
        own, titles = title_words(work.title), list(map(title_words, self._titles(record)))
        if work.title and not _is_alike(own, titles):
            meant = f"; this is {name_of(found.key)}" if found and found.certain and found.key != record.key else ""
            said = f"{work.arxiv or work.dois[0]} is “{record.title}”{meant}"
            return Checked(entry, Verdict.OTHER, name, (said,)), ""
        title = _title_problems(own, titles, record.title)
        remarks = [*title, *_author_problems(cited, record), *_year_problems(cited, record)]
        wrong = tuple(said for said, is_hint in remarks if not is_hint)
        hints = (*(said for said, is_hint in remarks if is_hint), *_hints(cited, record))
        if record.withdrawn:
            return Checked(entry, Verdict.WITHDRAWN, name, ("the paper is withdrawn", *wrong), hints), name
        return Checked(entry, Verdict.WRONG if wrong else Verdict.VERIFIED, name, wrong, hints), name

    def _titles(self, record: Record) -> Iterator[str]:
        """Yield the title of the newest version, and of the stored older ones."""
        yield record.title
        for version in record.versions:
            older = self._context.cache.papers.get(record.key, version.number)
            if older and version.number != record.paper.version:
                yield readable(older.title)


def _is_alike(own: Sequence[str], titles: Sequence[Sequence[str]]) -> bool:
    """Whether the title of an entry can be a wrong form of one of the paper's: it shares half of the words, or is a
    part of it."""
    alike = max(Levenshtein.normalized_similarity(title, own) for title in titles)
    return alike >= _ALIKE or any(_is_part(own, title) for title in titles)


def _title_problems(own: Sequence[str], titles: Sequence[Sequence[str]], newest: str) -> Iterator[tuple[str, bool]]:
    """Yield what is wrong with the title, word by word, and whether that is only a hint."""
    if not own or any("".join(own) == "".join(title) for title in titles):
        return
    edits = Levenshtein.editops(titles[0], own).as_list()
    is_hint = all(is_spelling(titles[0], own, *edit) for edit in edits) or _is_part(own, titles[0])
    said = ", ".join(_edit_words(titles[0], own, *edit) for edit in edits[:_MOST_EDITS])
    yield f"title: {said} (“{newest}”)", is_hint


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


def _author_problems(cited: CitedEntry, record: Record) -> Iterator[tuple[str, bool]]:
    """Yield the authors whom the paper does not have, and whether some are left out."""
    authors = record.paper.authors
    if not authors or not cited.work.authors or any(is_group(author.name) for author in authors):
        return
    known = {word for author in authors for word in _name_words(author.name)}
    named = {name: _family_words(name) for name in cited.work.authors if not is_group(name)}
    strangers = [name for name, family in named.items() if family and not family & known]
    if strangers:
        yield f"authors: {', '.join(strangers)} {'is' if len(strangers) == 1 else 'are'} not among them", False
    elif len(cited.work.authors) < len(authors) and not cited.is_cut:
        yield f"authors: {len(cited.work.authors)} of {len(authors)}, without “and others”", True


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


def _year_problems(cited: CitedEntry, record: Record) -> Iterator[tuple[str, bool]]:
    """Yield that the year cannot be that of a version or of a publication; if it is a year off, as a hint."""
    paper, year = record.paper, cited.work.year
    days = [day.year for day in (paper.published, paper.updated, *(each.updated for each in record.versions)) if day]
    appeared = publication(paper.journal_ref) if paper.journal_ref else None
    if not year.isdecimal() or not days:
        return
    known = {*days, *([appeared.year] if appeared and appeared.year else [])}
    off = min(abs(int(year) - each) for each in known)
    if off and not (cited.is_published and min(days) <= int(year) <= min(days) + _LATEST):
        yield f"year: {year}, but its versions are of {', '.join(map(str, sorted(known)))}", off == 1


def _hints(cited: CitedEntry, record: Record) -> Iterator[str]:
    paper = record.paper
    if not cited.is_published and (paper.doi or paper.journal_ref):
        yield f"published since: {' '.join(filter(None, (paper.journal_ref, paper.doi)))}"
    if cited.version and paper.version and cited.version < paper.version:
        yield f"it is of v{cited.version}; the newest is v{paper.version}"
