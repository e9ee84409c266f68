"""What a source told of a paper, as the values that stand in the tables: all the work that needs no database.

An entry can be handed from process to process, so that the writer of the cache has only to look up and to insert.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from arxtui.model.arxiv.ids import key_of
from arxtui.model.intake import Intake, Reject
from arxtui.model.paper import Paper
from arxtui.store.sqlite.codec import Packed, abstract_hash, detail_text, title_hash, unpack_packed
from arxtui.store.sqlite.codes import seconds, source_code
from arxtui.store.sqlite.connection import Row
from arxtui.store.sqlite.packed_json import pack_detail

_CONTENT_BYTES = 8


class OutdatedError(Exception):
    """The cache holds something else than it did when an entry was made: the entry has to be made again, whole."""


class Signs(NamedTuple):
    """By what a review finds its paper: title and abstract hash (``store.codec``), and the primary category."""

    category: str
    title_hash: int
    abstract_hash: int | None

    @property
    def name(self) -> int:
        """The best of the two hashes."""
        return self.title_hash if self.abstract_hash is None else self.abstract_hash


class Entry(NamedTuple):
    """The columns of ``paper`` up to ``source``, in their order, and those of ``detail``.

    ``content`` is the hash that decides changed or same. ``body`` is empty where the cache was seen to hold the very
    same, so that there is nothing to write; when it holds something else by the time of writing, that is OutdatedError.
    """

    key: int
    version: int | None
    category: str
    published: int | None
    updated: int | None
    title_hash: int
    abstract_hash: int | None
    content: bytes
    source: int
    title: str
    body: bytes

    @property
    def columns(self) -> Row:
        """Those of ``paper``."""
        return self[:9]


@dataclass(frozen=True, slots=True)
class Ready:
    """An intake with its papers made ready for the tables; ``rest`` is what else it holds."""

    entries: tuple[Entry, ...]
    rest: Intake


def ready(intake: Intake, held: Mapping[int, bytes] | None = None) -> Ready:
    """Make an intake ready. A paper whose id is none is rejected; one whose content is that of ``held``, by key, is not
    packed."""
    entries, refused = [], []
    for paper in intake.papers:
        try:
            key = key_of(paper.id)
        except ValueError as error:
            refused.append(Reject(paper.id, str(error)))
            continue
        entries.append(entry_of(key, paper, held.get(key) if held else None))
    return Ready(tuple(entries), replace(intake, papers=(), rejects=(*intake.rejects, *refused)))


def entry_of(key: int, paper: Paper, held: bytes | None = None) -> Entry:
    """A paper under its key, not packed when its content is ``held``. Times are cut to whole seconds."""
    text = detail_text(paper)
    published, updated = seconds(paper.published), seconds(paper.updated)
    content = _content(f"{paper.version} {published} {updated} {paper.title}\0", text)
    signs: tuple[int, int | None] = (0, None)
    body = b""
    if content != held:
        signs, body = (title_hash(paper.title), abstract_hash(paper.abstract)), pack_detail(text)
    row = key, paper.version, paper.primary_category, published, updated, *signs, content, source_code(paper.source)
    return Entry(*row, paper.title, body)


def paper_of(entry: Entry) -> Paper:
    """The inverse of :func:`entry_of`, where there is a body; ``id`` is empty for a pending key."""
    times = entry.version, entry.published, entry.updated
    return unpack_packed(Packed(entry.key, *times, entry.source, entry.title, entry.body))


def _content(columns: str, text: bytes) -> bytes:
    """Changes when anything a reader would see of the paper changes."""
    import hashlib  # slow to load, and reading needs none

    told = hashlib.blake2b(columns.encode("utf-8", "surrogatepass"), digest_size=_CONTENT_BYTES)
    told.update(text)
    return told.digest()
