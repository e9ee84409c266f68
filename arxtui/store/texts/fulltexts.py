"""Full texts and their figures, with the pages they were read from, and what became of asking for them.

A page is kept so that a later program can read it anew without asking for it (docs/decisions/0020).
"""

from __future__ import annotations

import bz2
import hashlib
import json
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from arxtui.model.document import Document, Origin
from arxtui.model.fulltext import Figure, FulltextState, TextState
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.codes import moment_of
from arxtui.store.sqlite.connection import Database, Row, listed
from arxtui.store.texts import text_states
from arxtui.store.texts.documents import pack_document, unpack_document

WITHIN = "data:"
"""How the address of a figure begins that is written in the page itself (RFC 2397)."""
UNKNOWN_VERSION = 0
"""The number under which a text stands whose version nobody knows."""
_AMONG = "key IN (SELECT value FROM json_each(?))"
_SVG = "image/svg+xml"
"""The one type of figures that is not compressed by itself."""
_NOT_YET = Figure(reason="not fetched yet")


class Page(NamedTuple):
    """A page or a PDF as it was fetched, its address after redirects, and when (aware UTC)."""

    origin: Origin
    url: str
    data: bytes
    fetched: datetime


class Wish(NamedTuple):
    """A figure of a page: its address there, the whole one, and why it is not to be fetched where it is not."""

    address: str
    url: str
    reason: str = ""


class Outcome(NamedTuple):
    """What became of the last time that a paper's text was asked for: of which ``version``; ``have``, ``none`` or
    ``failed``, and why; when (aware UTC); when it is worth asking again (None: never); and how often it was asked in
    vain, one failure after the other."""

    version: int
    state: TextState
    reason: str
    tried: datetime
    next_due: datetime | None = None
    failures: int = 0


class Text(NamedTuple):
    """A text that is here, without itself; ``readable`` is False where another version of the program read it."""

    version: int
    origin: Origin
    fetched: datetime
    words: int
    readable: bool


class Keeping(NamedTuple):
    """What may be forgotten: texts of papers that are not ``safe``, the one read longest ago first, while all together
    are more than ``limit`` bytes. ``read`` has epoch seconds by key, of papers that were read."""

    limit: int
    safe: Collection[int]
    read: Mapping[int, float]


class Fulltexts:
    """The full texts of the cache. Versions are ``UNKNOWN_VERSION`` where nobody knows them; StoreError as in
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
        figures: Iterable[Wish],
        outcome: Outcome | None = None,
    ) -> None:
        """Keep a text, and what became of asking for it; None where its page was merely read anew. Of its figures those
        that are here already stay."""
        named, wishes = (key, version), list(figures)
        body, packed = pack_document(document), bz2.compress(page.data)
        size = len(body) + len(packed)
        with self._db.transaction():
            self._db.run("DELETE FROM fulltext_body WHERE key = ? AND version = ?", named)
            self._db.run(
                "INSERT INTO fulltext_body (key, version, document, url, page) VALUES (?, ?, ?, ?, ?)",
                (*named, body, page.url, packed),
            )
            addresses = json.dumps([_short(wish.address) for wish in wishes])
            # What could not be had is asked for again with the text.
            self._db.run(
                "DELETE FROM figure WHERE key = ? AND version = ? "
                "AND (address NOT IN (SELECT value FROM json_each(?)) OR (body IS NULL AND ?))",
                (*named, addresses, outcome is not None),
            )
            self._db.run_many(
                "INSERT OR IGNORE INTO figure (key, version, address, url, reason) VALUES (?, ?, ?, ?, ?)",
                ((*named, _short(wish.address), wish.url, wish.reason) for wish in wishes),
            )
            self._db.run(
                "INSERT OR REPLACE INTO fulltext (key, version, origin, readable, fetched, words, size) "
                "VALUES (?, ?, ?, ?, ?, ?, ? + "
                "(SELECT coalesce(sum(length(body)), 0) FROM figure WHERE key = ? AND version = ?))",
                (*named, page.origin, text_states.READABLE, page.fetched.timestamp(), words, size, *named),
            )
            if outcome is not None:
                self._write(key, outcome)

    def write(self, key: int, outcome: Outcome) -> None:
        """Write down what became of asking for a text that was not got."""
        with self._db.transaction():
            self._write(key, outcome)

    def put_figure(self, key: int, version: int, address: str, figure: Figure) -> None:
        """Keep a figure that was wished for, or why it cannot be had; nothing when its text was forgotten meanwhile."""
        body = zlib.compress(figure.data, 9) if figure.type == _SVG else figure.data
        named = (key, version, _short(address))
        with self._db.transaction():
            is_wanted = self._db.run(
                "UPDATE figure SET url = '', type = ?, body = ?, reason = ? "
                "WHERE key = ? AND version = ? AND address = ?",
                (figure.type, body or None, figure.reason, *named),
            )
            if is_wanted:
                self._db.run(
                    "UPDATE fulltext SET size = size + ? WHERE key = ? AND version = ?", (len(body), *named[:2])
                )

    def wishes(self, key: int, version: int) -> list[Wish]:
        """The figures that are still to be fetched, in the order of the page."""
        sql = (
            "SELECT address, url FROM figure WHERE key = ? AND version = ? AND body IS NULL AND reason = '' ORDER BY id"
        )
        return [Wish(*row) for row in self._db.rows(sql, (key, version))]

    def unfinished(self, keys: Iterable[int]) -> dict[int, int]:
        """The newest version whose figures are not all fetched, of those of these papers that have one."""
        sql = f"SELECT key, max(version) FROM figure WHERE {_AMONG} AND body IS NULL AND reason = '' GROUP BY key"  # noqa: S608
        return dict(self._db.rows(sql, (listed(keys),)))

    def document(self, key: int, version: int) -> Document | None:
        """A text; None when there is none, or none that this program can read. Damaged when it cannot be unpacked."""
        body = self._db.value(
            "SELECT document FROM fulltext_body JOIN fulltext USING (key, version) "
            "WHERE key = ? AND version = ? AND readable = ?",
            (key, version, text_states.READABLE),
        )
        if body is None:
            return None
        return unpack_document(body)

    def page(self, key: int, version: int) -> Page | None:
        """What a text was read from. Damaged when it cannot be unpacked."""
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
        """A figure of a text, or why it is not here. Damaged when it cannot be unpacked."""
        row = self._db.row(
            "SELECT type, body, reason FROM figure WHERE key = ? AND version = ? AND address = ?",
            (key, version, _short(address)),
        )
        if row is None:
            return Figure(reason="not known")
        kind, body, reason = row
        if body is None:
            return Figure(reason=reason) if reason else _NOT_YET
        try:
            return Figure(kind, zlib.decompress(body) if kind == _SVG else body)
        except zlib.error as error:
            raise Damaged(f"A figure in the cache cannot be read ({error}).") from error

    def texts(self, keys: Iterable[int]) -> dict[int, list[Text]]:
        """The texts of those of these papers that have any, the newest version first, those of no known version
        last."""
        found: dict[int, list[Text]] = {}
        sql = (
            "SELECT key, version, origin, fetched, words, readable FROM fulltext "  # noqa: S608
            f"WHERE {_AMONG} ORDER BY key, version DESC"
        )
        for key, version, origin, fetched, words, readable in self._db.rows(sql, (listed(keys),)):
            text = Text(version, Origin(origin), _moment(fetched), words, readable == text_states.READABLE)
            found.setdefault(key, []).append(text)
        return found

    def outcomes(self, keys: Iterable[int]) -> dict[int, Outcome]:
        """What became of asking for those of these papers that were ever asked for."""
        sql = f"SELECT key, version, state, reason, tried, next_due, failures FROM fulltext_state WHERE {_AMONG}"  # noqa: S608
        return dict(map(_outcome, self._db.rows(sql, (listed(keys),))))

    def state(self, key: int) -> FulltextState:
        """How the text of a paper stands."""
        best = next((text for text in self.texts([key]).get(key, ()) if text.readable), None)
        outcome = self.outcomes([key]).get(key)
        reason, again = (outcome.reason, outcome.next_due) if outcome else ("", None)
        if best is None:
            if outcome is None or outcome.state is TextState.HAVE:
                return FulltextState()
            return FulltextState(outcome.state, reason=reason, next_try=again)
        figures, missing = self._db.row(
            "SELECT count(*), count(*) - count(body) FROM figure WHERE key = ? AND version = ?", (key, best.version)
        ) or (0, 0)
        told = (best.origin, best.version or None, best.fetched, best.words, figures, missing)
        return FulltextState(TextState.HAVE, *told, reason, again)

    def size(self, keys: Iterable[int]) -> int:
        """Bytes of the texts of these papers, with their pages and figures."""
        sql = f"SELECT coalesce(sum(size), 0) FROM fulltext WHERE {_AMONG}"  # noqa: S608
        return int(self._db.value(sql, (listed(keys),)))

    def forget(self, keeping: Keeping, spare: int) -> int:
        """Make room by the rules of ``keeping``, but not at the cost of the paper ``spare``; how many texts went."""
        with self._db.transaction():
            rows = self._db.rows("SELECT key, version, fetched, size FROM fulltext")
            gone = list(_too_much(rows, keeping, spare))
            self._drop(gone)
        return len(gone)

    def drop(self, key: int, version: int) -> None:
        """Forget a text."""
        with self._db.transaction():
            self._drop([(key, version)])

    def _drop(self, texts: Sequence[tuple[int, int]]) -> None:
        for table in ("fulltext", "fulltext_body", "figure"):
            self._db.run_many(f"DELETE FROM {table} WHERE key = ? AND version = ?", texts)  # noqa: S608
        # What is not here any more may be asked for again, also where nothing better was found meanwhile.
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


def _short(address: str) -> str:
    """The address under which a figure stands: one that is written in the page itself has no other."""
    if not address.startswith(WITHIN):
        return address
    return f"within:{hashlib.blake2b(address.encode(), digest_size=16).hexdigest()}"


def _too_much(rows: Sequence[Row], keeping: Keeping, spare: int) -> Iterator[tuple[int, int]]:
    """(key, version) of what has to go, the text read longest ago first; one never read was of use when it came."""
    size = sum(row[3] for row in rows)
    for key, version, _, bytes_freed in sorted(rows, key=lambda row: max(row[2], keeping.read.get(row[0], 0.0))):
        if size <= keeping.limit:
            return
        if key != spare and key not in keeping.safe:
            size -= bytes_freed
            yield key, version


def _moment(seconds: float) -> datetime:
    moment = moment_of(seconds)
    assert moment is not None
    return moment


def _outcome(row: Row) -> tuple[int, Outcome]:
    key, version, state, reason, tried, next_due, failures = row
    return key, Outcome(version, TextState(state), reason, _moment(tried), moment_of(next_due), failures)
