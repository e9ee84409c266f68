"""The data of a paper as values for the table columns: all preparation that needs no database.

An entry can be sent from one process to another, so that the process that writes the cache only looks up and inserts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import key_of
from arxtui.model.intake import Intake, Reject
from arxtui.model.paper import Derived, Paper
from arxtui.store.cache.works import key_of_work
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.codec import Packed, abstract_hash, detail_text, title_hash, unpack_packed
from arxtui.store.sqlite.codes import seconds, source_code
from arxtui.store.sqlite.connection import Row
from arxtui.store.sqlite.packed_derived import StoredDerived, pack_derived
from arxtui.store.sqlite.packed_json import pack_detail
from arxtui.text.mentions.derived import try_derive
from arxtui.text.mentions.withdrawal import withdrawal_of

_CONTENT_BYTES = 8


class OutdatedError(Exception):
    """The cache's content has changed since an entry was prepared without a body. The entry must be prepared again,
    with its body."""


class MatchHashes(NamedTuple):
    """The values by which a review is matched with its paper: title and abstract hash (``store.sqlite.codec``), and the
    primary category."""

    category: str
    title_hash: int
    abstract_hash: int | None

    @property
    def best_hash(self) -> int:
        """The abstract hash if there is one, otherwise the title hash."""
        return self.title_hash if self.abstract_hash is None else self.abstract_hash


class Entry(NamedTuple):
    """The columns of ``paper`` up to ``source``, in their order, and those of ``detail``.

    ``withdrawn``: comment or abstract say that this version is withdrawn.

    ``content`` is the hash that decides whether a paper has changed. ``body`` is empty if the cache had equal content
    when the entry was prepared; if that content has changed by the time of writing, OutdatedError is raised.
    ``derived`` is None if it is still to be derived from the body.
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
    withdrawn: bool = False
    derived: StoredDerived = None

    @property
    def columns(self) -> Row:
        """The columns of ``paper``."""
        return self[:9]


@dataclass(frozen=True, slots=True)
class PreparedIntake:
    """An intake with its papers prepared for the tables; ``rest`` is the intake without papers."""

    entries: tuple[Entry, ...]
    rest: Intake


def prepare_intake(
    intake: Intake,
    stored_hashes: Mapping[int, bytes] | None = None,
    derived: Mapping[int, Derived | None] | None = None,
) -> PreparedIntake:
    """Prepare an intake. Papers with an invalid id are rejected; those without one are works outside arXiv. Papers
    whose content equals that in ``stored_hashes``, by key, are not packed. ``derived`` gives, by key, what is already
    derived from papers."""
    entries, refused, derived = [], [], derived or {}
    for paper in intake.papers:
        try:
            key = key_of(paper.id) if paper.id else key_of_work(paper)
        except ValueError as error:
            refused.append(Reject(paper.id, str(error)))
            continue
        entry = _unpacked(key, paper, stored_hashes.get(key) if stored_hashes else None)
        found = derived.get(key)
        entries.append(entry._replace(derived=pack_derived(found, paper)) if found and entry.body else entry)
    # Packed one after the other, because the dictionary fills the caches of the processor.
    return PreparedIntake(tuple(map(_packed, entries)), replace(intake, papers=(), rejects=(*intake.rejects, *refused)))


def entry_of(key: int, paper: Paper) -> Entry:
    """Return the entry of a paper. Times are cut to whole seconds."""
    return _packed(_unpacked(key, paper))


def _packed(entry: Entry) -> Entry:
    """Return an entry of :func:`_unpacked` with its body packed."""
    return entry._replace(body=pack_detail(entry.body)) if entry.body else entry


def _unpacked(key: int, paper: Paper, stored_hash: bytes | None = None) -> Entry:
    """Return the entry of a paper with the JSON of its details as body; without body if its content hash equals
    ``stored_hash``."""
    text = detail_text(paper)
    published, updated = seconds(paper.published), seconds(paper.updated)
    content = _content_hash(f"{paper.version} {published} {updated} {paper.title}\0", text)
    signs: tuple[int, int | None] = (0, None)
    body = b""
    if content != stored_hash:
        signs, body = (title_hash(paper.title), abstract_hash(paper.abstract)), text
    row = key, paper.version, paper.primary_category, published, updated, *signs, content, source_code(paper.source)
    return Entry(*row, paper.title, body, withdrawal_of(paper) is not None)


def paper_of(entry: Entry) -> Paper:
    """Return the paper of an entry with a body, the inverse of :func:`entry_of`; ``id`` is empty for a pending key."""
    times = entry.version, entry.published, entry.updated
    return unpack_packed(Packed(entry.key, *times, entry.source, entry.title, entry.body))


def derive_packed(paper: Paper) -> StoredDerived:
    """Return what is derived from a paper in the form that is stored; None if that fails."""
    derived = try_derive(paper)
    return None if derived is None else pack_derived(derived, paper)


def derive_details(key: int, title: str, body: bytes) -> StoredDerived:
    """Return what :func:`derive_packed` does for a paper with these details; None if they cannot be read."""
    try:
        return derive_packed(unpack_packed(Packed(key, None, None, None, 0, title, body)))
    except Damaged:
        return None


def _content_hash(columns: str, text: bytes) -> bytes:
    """Return a hash that changes when any visible part of the paper changes."""
    hasher = hashlib.blake2b(columns.encode("utf-8", "surrogatepass"), digest_size=_CONTENT_BYTES)
    hasher.update(text)
    return hasher.digest()
