"""Full texts and their figures, with the pages they were parsed from, and the results of requests for them.

Pages are stored so that a later program can parse them again without a request (docs/decisions/0020). PDFs that the
user keeps are files, one for each version of a paper: ``2605.01234v2.pdf``, ``hep-th_9901001v1.pdf``.
"""

from __future__ import annotations

import bz2
import hashlib
import json
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from arxtui.files import write_whole
from arxtui.light import NamedTuple
from arxtui.model.document import Document, Origin
from arxtui.model.fulltext import Figure, FulltextState, TextState
from arxtui.store.errors import Damaged, DiskFull, StoreError
from arxtui.store.sqlite.codes import moment_of
from arxtui.store.sqlite.connection import Database, Row, listed
from arxtui.store.texts import text_states
from arxtui.store.texts.citations import forget_citations
from arxtui.store.texts.documents import pack_document, unpack_document

EMBEDDED = "data:"
"""The start of the address of a figure that is embedded in the page itself (RFC 2397)."""
UNKNOWN_VERSION = 0
"""The version number of a text whose version is unknown."""
RENEWED = datetime(2026, 8, 11, tzinfo=UTC)
"""When arXiv had converted all its HTML again, with a program that reads more of TeX (arXiv/html_feedback#6179)."""
_AMONG = "key IN (SELECT value FROM json_each(?))"
_SVG = "image/svg+xml"
"""The only figure type that is stored compressed; the other types are compressed already."""
_NOT_FETCHED = Figure(reason="not fetched yet")
_NO_ROOM = frozenset({28, 122})
"""Error numbers for a full disk: ``ENOSPC`` and ``EDQUOT``."""


class Page(NamedTuple):
    """A page or PDF as fetched: its URL after redirects, its bytes, and the time of the fetch (aware UTC)."""

    origin: Origin
    url: str
    data: bytes
    fetched: datetime


class FigureRequest(NamedTuple):
    """A figure of a page that is to be fetched: its address in the page, its absolute URL, and the reason if it must
    not be fetched."""

    address: str
    url: str
    reason: str = ""


class Outcome(NamedTuple):
    """The result of the last request for a paper's text.

    ``version`` is the requested version. ``state`` is ``have``, ``none`` or ``failed``, ``reason`` says why, ``tried``
    is the time (aware UTC). ``next_due`` is the time of the next try (None: never). ``failures`` is the number of
    consecutive failures.
    """

    version: int
    state: TextState
    reason: str
    tried: datetime
    next_due: datetime | None = None
    failures: int = 0


class StoredText(NamedTuple):
    """The data about a stored text, without its content; ``readable`` is False if another parsing method produced
    it. ``broken_off``: upstream's conversion ended with an error before the end of the paper."""

    version: int
    origin: Origin
    fetched: datetime
    words: int
    readable: bool
    broken_off: bool = False

    def is_renewable(self, outcome: Outcome | None) -> bool:
        """Whether the text was fetched before arXiv converted all its HTML again, and no request was answered since."""
        is_answered = outcome and outcome.tried >= RENEWED and outcome.state is not TextState.FAILED
        return self.fetched < RENEWED and not is_answered


class Retention(NamedTuple):
    """The limits of the stored texts. While all texts together have more than ``limit`` bytes, texts of papers that are
    not ``safe`` can be deleted, the one read longest ago first. ``read`` gives, by key, the epoch seconds at which
    papers were last read."""

    limit: int
    safe: Collection[int]
    read: Mapping[int, float]


class Fulltexts:
    """The full texts in the cache. A version can be ``UNKNOWN_VERSION``. Methods raise StoreError as in
    ``store.cache``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def put(
        self,
        key: int,
        version: int,
        page: Page,
        document: Document,
        words: int,
        figures: Iterable[FigureRequest],
        outcome: Outcome | None = None,
    ) -> None:
        """Store a text, and the result of its request; ``outcome`` is None if a stored page was only parsed again.
        Figures that are already stored stay."""
        named, requests = (key, version), list(figures)
        body, packed = pack_document(document), bz2.compress(page.data)
        size = len(body) + len(packed)
        text = page.origin, text_states.READABLE, page.fetched.timestamp(), words, document.broken_off
        with self._db.transaction():
            forget_citations(self._db, [key])
            self._db.run("DELETE FROM fulltext_body WHERE key = ? AND version = ?", named)
            self._db.run(
                "INSERT INTO fulltext_body (key, version, document, url, page) VALUES (?, ?, ?, ?, ?)",
                (*named, body, page.url, packed),
            )
            addresses = json.dumps([stored_address(request.address) for request in requests])
            # Figures that could not be fetched are requested again with the text.
            self._db.run(
                "DELETE FROM figure WHERE key = ? AND version = ? "
                "AND (address NOT IN (SELECT value FROM json_each(?)) OR (body IS NULL AND ?))",
                (*named, addresses, outcome is not None),
            )
            self._db.run_many(
                "INSERT OR IGNORE INTO figure (key, version, address, url, reason) VALUES (?, ?, ?, ?, ?)",
                ((*named, stored_address(request.address), request.url, request.reason) for request in requests),
            )
            self._db.run(
                "INSERT OR REPLACE INTO fulltext (key, version, origin, readable, fetched, words, broken_off, size) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ? + "
                "(SELECT coalesce(sum(length(body)), 0) FROM figure WHERE key = ? AND version = ?))",
                (*named, *text, size, *named),
            )
            if outcome is not None:
                self._write(key, outcome)

    def write(self, key: int, outcome: Outcome) -> None:
        """Store the result of a request that brought no text."""
        with self._db.transaction():
            self._write(key, outcome)

    def put_figure(self, key: int, version: int, address: str, figure: Figure) -> None:
        """Store a requested figure, or the reason why it cannot be fetched. Does nothing if its text was deleted
        meanwhile."""
        body = zlib.compress(figure.data, 9) if figure.type == _SVG else figure.data
        named = (key, version, stored_address(address))
        with self._db.transaction():
            is_wanted = self._db.run(
                "UPDATE figure SET url = '', type = ?, body = ?, reason = ?, words = ? "
                "WHERE key = ? AND version = ? AND address = ?",
                (figure.type, body or None, figure.reason, "\n".join(figure.words), *named),
            )
            if is_wanted:
                self._db.run(
                    "UPDATE fulltext SET size = size + ? WHERE key = ? AND version = ?", (len(body), *named[:2])
                )

    def pending_figures(self, key: int, version: int) -> list[FigureRequest]:
        """Return the figures that are still to be fetched, in page order."""
        sql = (
            "SELECT address, url FROM figure WHERE key = ? AND version = ? AND body IS NULL AND reason = '' ORDER BY id"
        )
        return [FigureRequest(*row) for row in self._db.rows(sql, (key, version))]

    def unfinished(self, keys: Iterable[int]) -> dict[int, int]:
        """Return, by key, the newest version with figures still to be fetched, for those of these papers that have
        one."""
        sql = f"SELECT key, max(version) FROM figure WHERE {_AMONG} AND body IS NULL AND reason = '' GROUP BY key"  # noqa: S608
        return dict(self._db.rows(sql, (listed(keys),)))

    def document(self, key: int, version: int) -> Document | None:
        """Return a text; None if there is none that this program can read. Raises Damaged if it cannot be unpacked."""
        body = self._db.value(
            "SELECT document FROM fulltext_body JOIN fulltext USING (key, version) "
            "WHERE key = ? AND version = ? AND readable = ?",
            (key, version, text_states.READABLE),
        )
        if body is None:
            return None
        return unpack_document(body)

    def page(self, key: int, version: int) -> Page | None:
        """Return the page a text was parsed from; None if there is none. Raises Damaged if it cannot be unpacked."""
        row = self._db.row(
            "SELECT origin, url, page, fetched FROM fulltext_body JOIN fulltext USING (key, version) "
            "WHERE key = ? AND version = ?",
            (key, version),
        )
        if row is None:
            return None
        origin, url, packed, fetched = row
        try:
            return Page(Origin(origin), url, bz2.decompress(packed), _moment(fetched))
        except (OSError, ValueError, EOFError) as error:
            raise Damaged(f"A page in the cache cannot be read ({error}).") from error

    def figure(self, key: int, version: int, address: str) -> Figure:
        """Return a figure of a text, or the reason why it is not stored. Raises Damaged if it cannot be unpacked."""
        row = self._db.row(
            "SELECT type, body, reason, words FROM figure WHERE key = ? AND version = ? AND address = ?",
            (key, version, stored_address(address)),
        )
        if row is None:
            return Figure(reason="not known")
        kind, body, reason, words = row
        if body is None:
            return Figure(reason=reason) if reason else _NOT_FETCHED
        try:
            data = zlib.decompress(body) if kind == _SVG else body
            return Figure(kind, data, words=tuple(words.split("\n")) if words else ())
        except zlib.error as error:
            raise Damaged(f"A figure in the cache cannot be read ({error}).") from error

    def figure_words(self, key: int, version: int) -> dict[str, tuple[str, ...]]:
        """Return, by address, the text in the figures of a text, in lines; only of the figures that have any. The
        address of a figure embedded in the page is that of :func:`stored_address`."""
        sql = "SELECT address, words FROM figure WHERE key = ? AND version = ? AND words != ''"
        return {address: tuple(words.split("\n")) for address, words in self._db.rows(sql, (key, version))}

    def texts(self, keys: Iterable[int]) -> dict[int, list[StoredText]]:
        """Return the texts of those of these papers that have any, newest version first, unknown version last."""
        by_key: dict[int, list[StoredText]] = {}
        sql = (
            "SELECT key, version, origin, fetched, words, readable, broken_off FROM fulltext "  # noqa: S608
            f"WHERE {_AMONG} ORDER BY key, version DESC"
        )
        for key, version, origin, fetched, words, readable, broken_off in self._db.rows(sql, (listed(keys),)):
            is_readable = readable == text_states.READABLE
            text = StoredText(version, Origin(origin), _moment(fetched), words, is_readable, bool(broken_off))
            by_key.setdefault(key, []).append(text)
        return by_key

    def outcomes(self, keys: Iterable[int]) -> dict[int, Outcome]:
        """Return the results of requests for those of these papers whose text was ever requested."""
        sql = f"SELECT key, version, state, reason, tried, next_due, failures FROM fulltext_state WHERE {_AMONG}"  # noqa: S608
        return dict(map(_outcome, self._db.rows(sql, (listed(keys),))))

    def state(self, key: int) -> FulltextState:
        """Return the state of a paper's text."""
        best = next((text for text in self.texts([key]).get(key, ()) if text.readable), None)
        outcome = self.outcomes([key]).get(key)
        reason, again = (outcome.reason, outcome.next_due) if outcome else ("", None)
        if best is None:
            if outcome is None or outcome.state.is_stored:
                return FulltextState()
            return FulltextState(outcome.state, reason=reason, next_try=again)
        figures, missing = self._db.row(
            "SELECT count(*), count(*) - count(body) FROM figure WHERE key = ? AND version = ?", (key, best.version)
        ) or (0, 0)
        state = TextState.INCOMPLETE if best.broken_off else TextState.HAVE
        of_text = (best.origin, best.version or None, best.fetched, best.words, figures, missing)
        return FulltextState(state, *of_text, reason, again, best.is_renewable(outcome))

    def size(self, keys: Iterable[int]) -> int:
        """Return the bytes of the texts of these papers, including pages and figures."""
        sql = f"SELECT coalesce(sum(size), 0) FROM fulltext WHERE {_AMONG}"  # noqa: S608
        return int(self._db.value(sql, (listed(keys),)))

    def forget(self, retention: Retention, spare: int) -> int:
        """Delete texts by the rules of ``retention``, but none of the paper ``spare``. Returns the number of texts
        deleted."""
        with self._db.transaction():
            rows = self._db.rows("SELECT key, version, fetched, size FROM fulltext")
            gone = list(_excess_texts(rows, retention, spare))
            self._drop(gone)
        return len(gone)

    def drop(self, key: int, version: int) -> None:
        """Delete a text."""
        with self._db.transaction():
            self._drop([(key, version)])

    def _drop(self, texts: Sequence[tuple[int, int]]) -> None:
        for table in ("fulltext", "fulltext_body", "figure"):
            self._db.run_many(f"DELETE FROM {table} WHERE key = ? AND version = ?", texts)  # noqa: S608
        forget_citations(self._db, {key for key, _ in texts})
        # A deleted text can be requested again, even if a later request for a better version had no result.
        self._db.run_many(
            "DELETE FROM fulltext_state WHERE key = ? AND state <> 'failed' "
            "AND NOT EXISTS (SELECT 1 FROM fulltext WHERE fulltext.key = fulltext_state.key)",
            ((key,) for key, _ in texts),
        )

    def _write(self, key: int, outcome: Outcome) -> None:
        due = outcome.next_due.timestamp() if outcome.next_due else None
        self._db.run(
            "INSERT OR REPLACE INTO fulltext_state (key, version, state, reason, tried, next_due, failures) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (key, *outcome[:3], outcome.tried.timestamp(), due, outcome.failures),
        )


def stored_address(address: str) -> str:
    """Return the stored address of a figure; for a figure embedded in the page, a hash of its address, which contains
    the whole figure."""
    if not address.startswith(EMBEDDED):
        return address
    return f"within:{hashlib.blake2b(address.encode(), digest_size=16).hexdigest()}"


def _excess_texts(rows: Sequence[Row], retention: Retention, spare: int) -> Iterator[tuple[int, int]]:
    """Yield (key, version) of the texts to delete, the one read longest ago first. For a text never read, the time of
    its fetch counts."""
    size = sum(row[3] for row in rows)
    for key, version, _, bytes_freed in sorted(rows, key=lambda row: max(row[2], retention.read.get(row[0], 0.0))):
        if size <= retention.limit:
            return
        if key != spare and key not in retention.safe:
            size -= bytes_freed
            yield key, version


def _moment(seconds: float) -> datetime:
    moment = moment_of(seconds)
    assert moment is not None
    return moment


def _outcome(row: Row) -> tuple[int, Outcome]:
    key, version, state, reason, tried, next_due, failures = row
    return key, Outcome(version, TextState(state), reason, _moment(tried), moment_of(next_due), failures)


class Pdfs:
    """The PDFs in a folder, which one process at a time can write. Version 0 means unknown."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, base: str, version: int) -> Path:
        """Return the path for the PDF of a paper's version, whether or not it exists."""
        return self._folder / f"{base.replace('/', '_')}{f'v{version}' if version else ''}.pdf"

    def newest(self, base: str) -> tuple[Path, int] | None:
        """Return the stored PDF of the newest version of a paper, and that version; None if there is none."""
        return max(self._stored(base), key=lambda each: each[1], default=None)

    def put(self, base: str, version: int, data: bytes) -> Path:
        """Write a PDF atomically. Raises StoreError if it cannot be written."""
        path = self.path(base, version)
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(path, data)
        except OSError as error:
            if error.errno in _NO_ROOM:
                raise DiskFull(f"There is no room left on the disk for the PDF {path}.") from error
            raise StoreError(f"The PDF {path} cannot be written: {error.strerror or error}.") from error
        return path

    def _stored(self, base: str) -> Iterator[tuple[Path, int]]:
        name = re.compile(rf"{re.escape(base.replace('/', '_'))}(?:v(\d+))?\.pdf")
        with suppress(OSError):
            for path in self._folder.glob(f"{base.replace('/', '_')}*.pdf"):
                if named := name.fullmatch(path.name):
                    yield path, int(named[1] or 0)
