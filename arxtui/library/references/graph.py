"""Which papers cite which: the works of each stored text as they were looked up, kept up to date, and other sources."""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import chain
from math import inf
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.library.references.found import Found, Voice, signs, signs_of_work
from arxtui.library.references.matching import place_of_reference
from arxtui.library.references.refused import counts, refused
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import ArxivId, name_of
from arxtui.model.counted import counted
from arxtui.model.sources import CITATION_SOURCES, TEXT
from arxtui.reader.bibliography.entries import sources
from arxtui.reader.bibliography.works import entry_text, works_of
from arxtui.store.errors import Damaged, StoreError
from arxtui.store.texts.citations import Citation, MatchedText
from arxtui.store.texts.text_states import READABLE
from arxtui.text import readable
from arxtui.text.mentions.titles import title_words

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.references.reported import ReportedCitations
    from arxtui.model.document import Document, Work

METHOD = 100 * READABLE + 2
"""The number of the method by which works are looked up: of reading the texts, and of matching, whose number is raised
with each change of what ``matching`` finds."""
MOST_ENTRIES = 10_000
"""The number of entries of a text that are looked up: no bibliography of a paper is as long."""
_log = logs.Logger(__name__)


class Update(NamedTuple):
    """What an update left: the number of texts whose works are not looked up yet, and why, if a failure stopped it."""

    left: int = 0
    reason: str = ""

    @property
    def note(self) -> str:
        """What is not known, in words; empty if all is."""
        if not self.left:
            return ""
        texts = counted(self.left, "stored text")
        return f"the references of {texts} are not looked up{f': {self.reason}' if self.reason else ' yet'}"


class CitationGraph:
    """The citations that are known: those of stored texts, kept up to date, and those that other sources name.
    ``document`` returns the text of a paper, ``match`` the papers of the works of each entry, ``reported`` what sources
    of citations reported."""

    def __init__(
        self,
        context: LibraryContext,
        document: Callable[[int], Document | None],
        match: Callable[[Iterable[tuple[Sequence[Work], str]]], Iterable[Sequence[Found | None]]],
        reported: Callable[[], ReportedCitations],
    ) -> None:
        self._context = context
        self._cache = context.cache
        self._stored = context.cache.citations
        self._graph = context.cache.graph
        self._document = document
        self._match = match
        self._reported = reported

    def of(self, key: int) -> list[Citation] | None:
        """Return the works that the newest text of a paper cites, in the order of its bibliography, looked up in the
        present cache. None if no text is stored. Raises StoreError if the text cannot be read."""
        key = self._cache.aliases.of(key)
        text = MatchedText(key, METHOD, self._cache.count(), None)
        known = self._stored.matched(key)
        if known and known.entries is not None and known._replace(entries=None) == text:
            return self._stored.of(key)
        return self._looked_up(text)

    def texts(self) -> int:
        """Return the number of stored texts whose references are looked up."""
        return len(self._cache.with_text()) - len(self._stored.due(METHOD, 0))

    def entries(self, key: int) -> int:
        """Return the number of references of a text that was looked up."""
        known = self._stored.matched(self._cache.aliases.of(key))
        return (known.entries if known else None) or 0

    def is_known(self, key: int) -> bool:
        """Return whether any source says what a paper cites."""
        return any(each.whole for each in self._graph.statements(self._cache.aliases.of(key)))

    def cited(self, key: int) -> array[int]:
        """Return the papers of the cache that a paper certainly cites, in the order of its bibliography, then those
        that only other sources name, without the links that the user refused. Empty if nothing is known."""
        key = self._cache.aliases.of(key)
        refused = self.refused(key)
        of_text = (each.cited for each in self.of(key) or () if each.certain and each.cited is not None)
        of_sources = chain(self._reported().cited(key), reversed(self._graph.references(key) or ()))
        found = dict.fromkeys(chain(of_text, of_sources))
        here = self._cache.papers.contents(found)
        return array("q", (each for each in found if each in here and name_of(each) not in refused))

    def citing(self, key: int) -> dict[int, Sequence[int]]:
        """Return the papers that certainly cite a paper, newest first, with the numbers of the entries of their stored
        texts that name it; none if only another source says so."""
        key, dois, papers = self._cache.aliases.of(key), "", self._cache.count()
        if paper := self._cache.papers.get(key):
            place, dois = place_of_reference(paper.journal_ref or ""), paper.doi or ""
            found = signs(title_words(readable(paper.title)), place, dois.split())
            self._update(self._stored.unsettled(key, found, papers))
        self._reported().settle(self._cache.reports.unsettled(key, dois.lower().split(), papers))
        keys = (key, *self._cache.aliases.former_keys([key]).get(key, ()))
        known = chain(*self._graph.citing(keys).values())
        citing: dict[int, Sequence[int]] = dict.fromkeys(sorted(set(known), reverse=True), ())
        for each, cited in refused(self._context.user_file):
            if cited == key:
                citing.pop(each, None)
        for link in self._stored.to(keys):
            if link.key in citing and (link.certain or not link.found_by):
                citing[link.key] = (*citing[link.key], link.entry)
        return citing

    def voices(self, key: int) -> list[Voice]:
        """Return who says what a paper cites, each source once."""
        said = sorted(self._graph.statements(self._cache.aliases.of(key)), key=lambda each: each.whole)
        return [*{each.source: Voice(each.source, each.at, each.whole) for each in said}.values()]

    def voices_on(self, citing: int, cited: int) -> list[Voice]:
        """Return who says that a paper cites another one, the stored text first, each source once."""
        cited = self._cache.aliases.of(cited)
        keys = (cited, *self._cache.aliases.former_keys([cited]).get(cited, ()))
        said = dict(chain.from_iterable(self._graph.witnesses(citing, each) for each in keys))
        return sorted((Voice(*each) for each in said.items()), key=lambda each: each.name != TEXT)

    def other_sources(self) -> list[str]:
        """Return the names of the imported files."""
        return [name for name in self._graph.sources() if name not in (TEXT, *CITATION_SOURCES)]

    @property
    def shortcoming(self) -> str:
        """Why some papers that cite one may be missing although a source says so, in words; empty if none are."""
        return "who cites a paper is being worked out from an imported file" if self._graph.is_behind() else ""

    def counts(self, keys: Iterable[int]) -> dict[int, int]:
        """Return how many papers cite each of these papers, by key, of those that are cited."""
        return counts(self._cache, self._context.user_file, keys)

    def with_references(self, least: int, most: int | None) -> array[int]:
        """Return the ascending keys of the papers with this many references, by their texts, else by a source; None
        means no limit."""
        return array("q", self._stored.with_entries(least, sys.maxsize if most is None else most))

    def with_citations(self, least: int, most: int | None) -> array[int]:
        """Return the ascending keys of the papers of the cache that this many papers certainly cite, at least one."""
        found = set(self._graph.with_citations(least, sys.maxsize if most is None else most))
        for cited in {cited for _, cited in refused(self._context.user_file)}:
            number = len(self.citing(cited))
            found.discard(cited)
            if max(least, 1) <= number and (most is None or number <= most):
                found.add(cited)
        papers = self._cache.month_keys()
        return array("q", map(papers.at, reversed(papers.positions(found))))

    def refused(self, key: int) -> frozenset[str]:
        """Return the names of the papers that no reference of a paper is, as the user said."""
        return self._context.user_file.refusals.of(key)

    def update(self, patience: float | None = None) -> Update:
        """Look up the works of all reports and texts for which this was not done. ``patience`` limits the time to about
        that many seconds; without it, a look-up ends only when all are done."""
        until = inf if patience is None else time.monotonic() + patience
        self._reported().settle(self._cache.reports.due(self._cache.count()), until)
        return self._update(self._stored.due(METHOD, self._cache.count()), patience)

    def _update(self, due: Sequence[int], patience: float | None = None) -> Update:
        papers, begun = self._cache.count(), time.monotonic()
        for done, key in enumerate(due):
            self._context.go_on()
            if patience is not None and time.monotonic() - begun > patience:
                return Update(len(due) - done)
            try:
                self._updated(key, papers)
            except StoreError as error:  # another process writes, or the disk is full
                _log.warning("the references of %s were not stored: %s", name_of(key), error)
                return Update(len(due) - done, str(error))
        if due:
            self._fold()
        return Update()

    def _fold(self) -> None:
        """Bring the lists of who cites whom up to date; what another process or a full disk prevents is done later."""
        with suppress(StoreError):
            while self._graph.fold_next():
                self._context.go_on()

    def _updated(self, key: int, papers: int) -> None:
        text = MatchedText(key, METHOD, papers, None)
        try:
            self._looked_up(text, must_store=True)
        except Damaged:
            _log.exception("the text of %s could not be read", name_of(key))
            self._stored.put(text, (), self._stored.fetched(text.key))

    def _looked_up(self, text: MatchedText, *, must_store: bool = False) -> list[Citation] | None:
        """Look up the works of a text, and store what was found; None if no text is stored."""
        fetched, document = self._stored.fetched(text.key), self._document(text.key)
        if document is None:
            return None
        entries = list(sources(document))
        citations: list[Citation] = []
        read: list[tuple[Sequence[Work], str]] = []
        for source in entries[:MOST_ENTRIES]:
            self._context.go_on()
            read.append((works_of(source), entry_text(source)))
        for number, ((works, _), found) in enumerate(zip(read, self._match(read), strict=True), 1):
            self._context.go_on()
            matches = zip(works, found, strict=True)
            citations += (_citation((text.key, number, place), *match) for place, match in enumerate(matches))
        try:
            self._stored.put(text._replace(entries=len(entries)), citations, fetched)
        except StoreError:
            if must_store:
                raise
            _log.warning("the references of %s were not stored", name_of(text.key), exc_info=True)
        return citations


def _citation(place: tuple[int, int, int], work: Work, found: Found | None) -> Citation:
    sign = next(signs_of_work(work), None)
    if found:
        return Citation(*place, found.key, found.certain, found.by, sign)
    named = ArxivId.parse(work.arxiv).key if work.arxiv else None
    return Citation(*place, named, certain=False, found_by="", sign=sign)
