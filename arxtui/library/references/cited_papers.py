"""Which papers of the cache the works of a bibliography are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arxtui.library.papers.records import read_papers
from arxtui.library.references.found import Found, record_of
from arxtui.library.references.matching import CitedWork, JournalPlace, Likeness, place_of_reference, place_of_work
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.expr import Field, Word
from arxtui.store.cache.works import settled_key
from arxtui.text.mentions.titles import title_words

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.model.document import Work
    from arxtui.model.paper import Paper

_MAX_COMPARED = 20
"""The number of papers whose titles are compared with an entry: those with most of its words."""
_MAX_PLACED = 100
"""The number of papers with the volume and the page of an entry in their journal references that are compared."""
_MAX_WORDS = 100
"""The number of words of an entry without a recognised title that are searched for."""
_ARXIV_ID = "arXiv id"
IDENTIFIERS = (_ARXIV_ID, "DOI")
"""By what a paper was found if an identifier names it."""


class CitedPapers:
    """Finds the papers that works are, by identifier, by title, or by the place in a journal."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._looked_up: dict[tuple[str, range], Sequence[int]] = {}

    @contextmanager
    def looked_up(self, works: Iterable[Work]) -> Iterator[None]:
        """Look up the titles of those works that have no arXiv id, at once; they are resolved in the context."""
        cited = (CitedWork(work, "") for work in works if not work.arxiv)
        wanted = {(each.work.title, each.years) for each in cited if each.title}
        self._looked_up = dict(zip(wanted, self._context.cache.papers.titled(wanted), strict=True))
        try:
            yield
        finally:
            self._looked_up = {}

    def resolved(self, works: Sequence[Work], text: str) -> tuple[Found | None, ...]:
        """Return the papers that the works of one entry are: by arXiv id, else by DOI, else by title, authors and
        year, else, without a title, by journal, volume and page."""
        # Of several works in one entry, each is searched for in its own fields alone.
        return tuple(self._resolved(CitedWork(work, text if len(works) == 1 else work.title)) for work in works)

    def resolved_all(self, entries: Iterable[tuple[Sequence[Work], str]]) -> Iterator[tuple[Found | None, ...]]:
        """Yield what :meth:`resolved` returns of the works and the text of each of these entries."""
        every = list(entries)
        with self.looked_up(work for works, _ in every for work in works):
            for works, text in every:
                yield self.resolved(works, text)

    def named(self, work: Work, text: str) -> list[Found]:
        """Return the papers whose identifiers a work has, whatever its title is: first that of the arXiv id, else the
        only one with a DOI of the work; none if the first is not clear."""
        identified = list(self._identified(CitedWork(work, text)))
        is_clear = identified and (identified[0].by == _ARXIV_ID or len(identified) == 1)
        return identified if is_clear else []

    def _resolved(self, cited: CitedWork) -> Found | None:
        identified = list(self._identified(cited))
        if certain := next((each for each in identified if each.certain), None):
            return certain
        if cited.work.arxiv and not identified:
            return None  # what it names is not stored
        found = self._titled(cited) or self._placed(cited) or next(iter(identified), None)
        return found if found and found.certain else self._kept(cited) or found

    def _kept(self, cited: CitedWork) -> Found | None:
        """Return the work that the user kept: the index may not have it yet, and a new cache has only what is in the
        library."""
        if not cited.title and not cited.text:
            return None
        key = settled_key(self._context.cache.papers, record_of(cited.work, cited.text))
        is_known = self._context.cache.papers.contents([key]) or self._context.user_file.saved_record(key)
        return Found(key, True, "DOI" if cited.work.dois else "title") if is_known else None

    def _identified(self, cited: CitedWork) -> Iterator[Found]:
        """Yield the papers with an identifier of the work. One is certain if it is the only paper with the identifier,
        and the entry does not describe another paper."""
        arxiv = cited.work.arxiv
        named: list[tuple[Sequence[int], str]] = [((ArxivId.parse(arxiv).key,), _ARXIV_ID)] if arxiv else []
        named += [(self.with_doi(doi), "DOI") for doi in cited.work.dois]
        for keys, by in named:
            for key, paper in read_papers(self._context.cache, self._context.user_file, keys).items():
                yield Found(key, len(keys) == 1 and not cited.contradicts(paper), by)

    def with_doi(self, doi: str) -> Sequence[int]:
        """Return the papers with a DOI, at most two."""
        return self._context.index().find(Word(doi, Field.DOI), limit=2).keys

    def _titled(self, cited: CitedWork) -> Found | None:
        """Return the paper with the title of the work."""
        papers = self._context.cache.papers
        found = _best(cited, papers.get_all(self._with_title(cited)))  # much faster than a search
        if found and found.certain:
            return found
        titles = papers.titles(self._candidates(cited.search_words))
        return _best(cited, papers.get_all(key for key, title in titles.items() if cited.titled(title)))

    def _with_title(self, cited: CitedWork) -> Sequence[int]:
        if not cited.title:
            return ()
        wanted = cited.work.title, cited.years
        keys = self._looked_up.get(wanted)
        return self._context.cache.papers.titled([wanted])[0] if keys is None else keys

    def _placed(self, cited: CitedWork) -> Found | None:
        """Return the paper that appeared where an entry without a title says, certain if the entry names its first
        author; none if several did, or too many have the numbers."""
        place = None if cited.title else place_of_work(cited.work)
        if place is None:
            return None
        keys = self._at_place(place)
        papers = self._context.cache.papers.get_all(keys)
        others = ((key, place_of_reference(paper.journal_ref or "")) for key, paper in papers.items())
        same = [key for key, other in others if other and place.is_same(other)]
        if len(same) != 1 or len(keys) == _MAX_PLACED:
            return None
        [key] = same
        return Found(key, cited.names_first_author(papers[key]), "journal")

    def _at_place(self, place: JournalPlace) -> Sequence[int]:
        return self._context.index().find(place.query, limit=_MAX_PLACED).keys

    def _candidates(self, search_words: tuple[str, ...]) -> Sequence[int]:
        return self._context.index().keys_titled(search_words[:_MAX_WORDS], _MAX_COMPARED)


def _best(cited: CitedWork, papers: Mapping[int, Paper]) -> Found | None:
    """Return the paper that a work is. Of several, the longest title is meant; of several with this title, none is
    certain."""
    best: list[tuple[Likeness, int, int]] = sorted(
        ((likeness, _length(paper), key) for key, paper in papers.items() if (likeness := cited.likeness(paper))),
        reverse=True,
    )
    if not best:
        return None
    likeness, _, key = best[0]
    rivals = [each for each in best if each[:2] == best[0][:2]]
    return Found(key, likeness is Likeness.CERTAIN and len(rivals) == 1, "title")


def _length(paper: Paper) -> int:
    return len(title_words(paper.title))
