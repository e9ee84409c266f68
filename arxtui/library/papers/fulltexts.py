"""Full texts: what is here of them, how they stand, and where the user stopped reading."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arxtui.library.papers import records
from arxtui.model.arxiv.ids import id_of
from arxtui.model.fulltext import Figure, FulltextState, ReadingPlace
from arxtui.model.ledger import plain_reason

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries
    from arxtui.model.document import Document
    from arxtui.store.texts.fulltexts import Retention, StoredText

_MEGABYTE = 1_000_000


class LocalPdf(NamedTuple):
    """A PDF that is kept, and the version that it is of (None: not known)."""

    path: Path
    version: int | None


class Fulltexts:
    """What can be read. A version is None where the newest is meant, and where nobody knows it."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = queries

    def document(self, key: int, version: int | None = None) -> Document | None:
        """The full text of a paper; None where there is none. StoreError when it cannot be read."""
        now = self._cache.aliases.of(key)
        held = self._held(now, version)
        return self._cache.fulltexts.document(now, held.version) if held else None

    def state(self, key: int) -> FulltextState:
        """How the full text of a paper stands."""
        now = self._cache.aliases.of(key)
        return records.read_state(self._cache, now, records.read_marks(self._cache, self._user_file, [now])[now])

    def versions(self, key: int) -> tuple[int, ...]:
        """The known versions of a paper whose full texts are here, the newest first."""
        return tuple(text.version for text in self._here(self._cache.aliases.of(key)) if text.version)

    def figure(self, key: int, address: str, version: int | None = None) -> Figure:
        """A figure of a full text by its address there; without data where it is not here, which ``reason`` says."""
        now = self._cache.aliases.of(key)
        held = self._held(now, version)
        return self._cache.fulltexts.figure(now, held.version, address) if held else Figure(reason="not known")

    def pdf(self, key: int) -> LocalPdf | None:
        """The newest PDF of a paper that ``arxtui fetch --pdf`` has kept."""
        from arxtui.store.texts.pdfs import Pdfs  # few are

        base = id_of(self._cache.aliases.of(key))
        newest = Pdfs(self._context.paths.pdfs).newest(base) if base else None
        return LocalPdf(newest[0], newest[1] or None) if newest else None

    def place(self, key: int) -> ReadingPlace | None:
        """Where the user stopped reading a paper."""
        return self._user_file.places.of(self._cache.aliases.of(key))

    def keep_place(self, key: int, block: int, character: int, version: int | None = None) -> None:
        """The user stops reading at a character of a block of the text of a version."""
        place = ReadingPlace(block, character, version, self._context.now())
        self._user_file.places.put(self._cache.aliases.of(key), place)

    def kept(self) -> Sequence[int]:
        """Ascending keys of the papers whose texts are never forgotten: the starred and the queued ones."""
        return sorted(self._queries.resolver().keep_their_texts())

    def size(self) -> int:
        """Bytes of the full texts of starred and queued papers, with their pages and figures."""
        return self._cache.fulltexts.size(self.kept())

    def keeping(self) -> Retention:
        """Which texts may be forgotten when there are too many."""
        from arxtui.store.texts.fulltexts import Retention

        limit = self._context.settings.fulltext.keep_mb * _MEGABYTE
        return Retention(limit, frozenset(self.kept()), self._user_file.places.read_at())

    def _held(self, key: int, version: int | None) -> StoredText | None:
        return next((text for text in self._here(key) if version in (None, text.version or None)), None)

    def _here(self, key: int) -> list[StoredText]:
        return [text for text in self._cache.fulltexts.texts([key]).get(key, ()) if text.readable]


def in_words(state: FulltextState, now: datetime | None = None) -> str:
    """How a full text stands ``now`` (aware; None: by the clock), for people; empty while nobody wants it. Times are
    the reader's own."""
    again = f"; asked again {_when(state.next_try, now or datetime.now(UTC))}" if state.next_try else ""
    match state.state:
        case "have":
            return _here(state) + (f" ({plain_reason(state.reason)}{again})" if state.reason else "")
        case "none":
            return f"none: {plain_reason(state.reason)}{again}"
        case "failed":
            return f"not here: {plain_reason(state.reason)}{again}"
        case "queued":
            return "queued; the next refresh or 'arxtui fetch --queued' fetches it"
        case _:
            return ""


def _when(due: datetime, now: datetime) -> str:
    return f"{due.astimezone():%a %d %b %H:%M}" if due > now else "with the next refresh"


def _here(state: FulltextState) -> str:
    assert state.fetched is not None
    version = f"of v{state.version}, " if state.version else ""
    return f"{state.summary}; {version}fetched {state.fetched.astimezone():%d %b %Y}"
