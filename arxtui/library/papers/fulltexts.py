"""Full texts: those in the cache, the fetch state of each, and the positions where the user stopped reading; and Pith's
full reviews."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.library.papers import records
from arxtui.light import NamedTuple, deferred
from arxtui.model.arxiv.ids import id_of, is_on_arxiv, name_of, not_on_arxiv
from arxtui.model.fulltext import Figure, FulltextState, ReadingPlace
from arxtui.model.ledger import plain_reason
from arxtui.model.reviews import Part
from arxtui.text import readable
from arxtui.text.mentions.withdrawal import Withdrawal, withdrawal_of

with deferred():
    from arxtui.library.papers import reading
    from arxtui.store.texts.fulltexts import Pdfs, Retention, StoredText

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries
    from arxtui.model.document import Document
    from arxtui.model.reviews import FullReview
    from arxtui.model.views import Record


_MEGABYTE = 1_000_000


class LocalPdf(NamedTuple):
    """A stored PDF and its version (None if unknown)."""

    path: Path
    version: int | None


class Fulltexts:
    """The stored full texts. A ``version`` of None means the newest, or an unknown one."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = queries

    def document(self, key: int, version: int | None = None) -> Document | None:
        """Return the full text of a paper; None if it is not stored. A notice says that a newer version is withdrawn.
        Raises StoreError if it cannot be read."""
        now = self._cache.aliases.of(key)
        stored = self._stored(now, version)
        document = self._cache.fulltexts.document(now, stored.version) if stored else None
        if stored is None or document is None:
            return None
        if words := self._cache.fulltexts.figure_words(now, stored.version):
            document = reading.with_figure_words(document, words)
        if paper := self._cache.papers.get(now):
            document = reading.with_catalogue(document, paper)
            if self._cache.withdrawals.among([now]) and (withdrawal := withdrawal_of(paper, listed=True)):
                notice = _withdrawal_words(withdrawal, paper.version, stored.version)
                document = document._replace(notices=(*document.notices, notice))
        return document

    def state(self, key: int) -> FulltextState:
        """Return the fetch state of a paper's full text."""
        now = self._cache.aliases.of(key)
        return records.read_state(self._cache, now, records.read_marks(self._cache, self._user_file, [now])[now])

    def versions(self, key: int) -> tuple[int, ...]:
        """Return the known versions of a paper whose full texts are stored, newest first."""
        return tuple(text.version for text in self._stored_texts(self._cache.aliases.of(key)) if text.version)

    def figure(self, key: int, address: str, version: int | None = None) -> Figure:
        """Return a figure of a full text by its address there. A figure that is not stored has no data, but a
        ``reason``."""
        now = self._cache.aliases.of(key)
        stored = self._stored(now, version)
        return self._cache.fulltexts.figure(now, stored.version, address) if stored else Figure(reason="not known")

    def pdf(self, key: int) -> LocalPdf | None:
        """Return the newest PDF of a paper that ``arxtui fetch --pdf`` has stored; None if there is none."""
        base = id_of(self._cache.aliases.of(key))
        newest = Pdfs(self._context.paths.pdfs).newest(base) if base else None
        return LocalPdf(newest[0], newest[1] or None) if newest else None

    def place(self, key: int) -> ReadingPlace | None:
        """Return the position where the user stopped reading a paper; None if there is none."""
        return self._user_file.places.of(self._cache.aliases.of(key))

    def keep_place(self, key: int, block: int, character: int, version: int | None = None, words: str = "") -> None:
        """Store the position where the user stopped reading: a character in a block of the text of a version, and the
        words there."""
        place = ReadingPlace(block, character, version, self._context.now(), words)
        self._user_file.places.put(self._cache.aliases.of(key), place)

    def kept(self) -> Sequence[int]:
        """Return the ascending keys of the papers whose texts are never deleted: the starred and the queued ones."""
        return sorted(self._queries.resolver().papers_with_retained_texts())

    def size(self) -> int:
        """Return the size in bytes of the full texts of starred and queued papers, with their pages and figures."""
        return self._cache.fulltexts.size(self.kept())

    def keeping(self) -> Retention:
        """Return the rules for deleting full texts: the size limit, the papers to keep, and when each text was last
        read."""
        limit = self._context.settings.fulltext.keep_mb * _MEGABYTE
        return Retention(limit, frozenset(self.kept()), self._user_file.places.read_at())

    def _stored(self, key: int, version: int | None) -> StoredText | None:
        return next((text for text in self._stored_texts(key) if version in (None, text.version or None)), None)

    def _stored_texts(self, key: int) -> list[StoredText]:
        return [text for text in self._cache.fulltexts.texts([key]).get(key, ()) if text.readable]


def in_words(state: FulltextState, now: datetime | None = None) -> str:
    """Describe the state of a full text in words, with times in the local time zone; empty if the text was not
    requested. ``now`` is aware; None means the present."""
    again = f"; next request {_when(state.next_try, now or datetime.now(UTC))}" if state.next_try else ""
    match state.state:
        case "have" | "incomplete":
            return _here(state) + (f" ({plain_reason(state.reason)}{again})" if state.reason else "")
        case "none":
            return f"none: {plain_reason(state.reason)}{again}"
        case "failed":
            return f"not stored: {plain_reason(state.reason)}{again}"
        case "queued":
            return "queued; the next refresh or 'arxtui fetch --queued' fetches it"
        case _:
            return ""


def why_absent(state: FulltextState, key: int, command: str = "arxtui fetch") -> str:
    """Say in words why a full text is not here; if it was not requested, which ``command`` fetches it."""
    if words := in_words(state):
        return words
    if is_on_arxiv(key):
        return f"not stored; '{command} {name_of(key)}' fetches it"
    return f"not available: the paper is {not_on_arxiv(key)}"


def _when(due: datetime, now: datetime) -> str:
    return f"{due.astimezone():%a %d %b %H:%M}" if due > now else "with the next refresh"


def _here(state: FulltextState) -> str:
    assert state.fetched is not None
    version = f"of v{state.version}, " if state.version else ""
    return f"{state.summary}; {version}fetched {state.fetched.astimezone():%d %b %Y}"


def _withdrawal_words(withdrawal: Withdrawal, withdrawn: int | None, read: int | None) -> str:
    """Return the notice above the text of version ``read`` that version ``withdrawn`` was withdrawn."""
    said = f": “{readable(withdrawal.words)}”" if withdrawal.words else ""
    return f"{withdrawal.of(withdrawn)}{said}. {f'This is v{read}.' if read else 'This is an earlier version.'}"


class Reviews:
    """Full reviews, which are fetched one by one: lists contain only headlines."""

    def __init__(self, context: LibraryContext, texts: Fulltexts) -> None:
        self._cache = context.cache
        self._texts = texts

    def whole(self, key: int) -> tuple[FullReview, ...]:
        """Return the full reviews of a paper: newest version first and, within a version, newest review first."""
        return self._cache.full_reviews.of(self._cache.aliases.of(key))

    def lacking(self) -> list[str]:
        """Return the names of starred and queued papers, newest first, that Pith has reviewed but whose full review is
        missing."""
        reviewed = [row.key for row in self._cache.rows(reversed(self._texts.kept())) if row.reviews]
        return [name_of(key) for key in reviewed if not any(map(_is_whole, self.whole(key)))]

    def of_listed(self, record: Record) -> tuple[FullReview, ...]:
        """Return the full reviews of a record that has a review in the lists; otherwise none."""
        return self._cache.full_reviews.of(record.key) if record.reviews else ()


def _is_whole(review: FullReview) -> bool:
    """Whether the review contains more than a list's headline does."""
    return bool(review.part(Part.CORE_CLAIM))
