"""Storing the data from a source: papers first, then the reviews and announcements that can refer to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import chain
from operator import itemgetter

from arxtui.light import NamedTuple
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import key_of
from arxtui.model.intake import Intake, Reject, Tally
from arxtui.model.paper import Announcement, History
from arxtui.store.cache import changes, reviews
from arxtui.store.cache.entries import PreparedIntake, prepare_intake
from arxtui.store.cache.paper_writer import PaperWriter, WriteResult, settled
from arxtui.store.cache.withdrawals import store_withdrawals
from arxtui.store.progress.imports import Harvests, HarvestStep, Imports, Progress
from arxtui.store.progress.ledger import queue_requests
from arxtui.store.sqlite.codec import title_hash
from arxtui.store.sqlite.codes import seconds, source_code, trust_in, type_code, type_of
from arxtui.store.sqlite.connection import Database, Row
from arxtui.store.texts.full_reviews import FullReviews
from arxtui.text import CONVERTER_VERSION

_BATCH = 5_000


def update_hashes(db: Database) -> None:
    """Update the hashes to the current converter version, in short transactions; returns immediately if they are
    current."""
    if db.value("SELECT value FROM meta WHERE name = 'converter'") == CONVERTER_VERSION:
        return
    last = -1
    while rows := db.rows("SELECT key, title FROM detail WHERE key > ? ORDER BY key LIMIT ?", (last, _BATCH)):
        last = rows[-1][0]
        hashes = [(title_hash(title), key) for key, title in rows]
        changes = ((new_hash, key, new_hash) for new_hash, key in hashes)
        with db.transaction():
            db.run_many("UPDATE paper SET title_hash = ? WHERE key = ? AND title_hash <> ?", changes)
    with db.transaction():
        db.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('converter', ?)", (CONVERTER_VERSION,))


# A version whose text is stored does not change, except that a missing time is added. Of two times, the one from the
# more trusted source is stored.
_VERSION = (
    "INSERT INTO version (key, number, updated, source, body) VALUES (?, ?, ?, ?, x'') "  # noqa: S608
    "ON CONFLICT (key, number) DO UPDATE SET updated = excluded.updated, "
    "source = CASE body WHEN x'' THEN excluded.source ELSE source END WHERE updated IS NULL "
    f"OR (body = x'' AND ({trust_in('excluded.source')}, -excluded.updated) > ({trust_in('source')}, -updated))"
)
_SOURCES = "UPDATE paper SET sources = sources | ? WHERE key = ? AND sources & ? <> ?"


# If two versions of a paper are announced on a day, the newer is stored. If a version is announced with two types, the
# first type in order is stored.
_INSERT = (
    "INSERT INTO announcement (day, category, key, type, version, archive) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (day, category, key) DO UPDATE SET type = excluded.type, version = excluded.version "
    "WHERE coalesce(excluded.version, 0) > coalesce(version, 0) "
    "OR (excluded.version IS version AND excluded.type < type)"
)
_NEWS = "UPDATE announcement SET archive = 0 WHERE day = ? AND category = ? AND key = ? AND archive"
_OUTDATED = "INSERT OR IGNORE INTO outdated (key) SELECT key FROM paper WHERE key = ? AND source >= 4"
_REPLACED = (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)


class IngestResult(NamedTuple):
    """The result of storing intakes, and the time in epoch seconds. ``numbers`` gives the key by change number for
    papers that were unknown before and stored unmerged. ``rejects`` are all records that were not stored."""

    tally: Tally
    at: int
    numbers: dict[int, int]
    rejects: tuple[Reject, ...]


def take(db: Database, intake: Intake, clock: Callable[[], datetime]) -> IngestResult:
    """Store the data from a source as :func:`ingest` does."""
    return ingest(db, [prepare_intake(intake)], clock)


def ingest(
    db: Database,
    prepared: Sequence[PreparedIntake],
    clock: Callable[[], datetime],
    progress: Progress | None = None,
    step: HarvestStep | None = None,
) -> IngestResult:
    """Store everything in one transaction, or nothing if this raises. ``clock`` is read while the write lock is held.

    ``progress`` is the progress of an import after this data, ``step`` that of a harvest.
    """
    update_hashes(db)
    rests = [each.rest for each in prepared]
    with db.transaction():
        batch = changes.Batch(db, clock())
        # An import reads files of any age; the data of a harvest, as of any other request, is current.
        live = progress is None or step is not None
        entries = list(settled(db, (entry for each in prepared for entry in each.entries)))
        written = PaperWriter(batch, live=live).merge(entries)
        withdrawn = _store_histories(db, (history for rest in rests for history in rest.histories))
        store_withdrawals(db, batch.at, written.fresh, withdrawn)
        reviews.attach_waiting(batch, written.fresh)
        reviewed = reviews.store_reviews(batch, [review for rest in rests for review in rest.reviews], live=live)
        FullReviews(db).take(review for rest in rests for review in rest.full_reviews)
        _clear_outdated(db, (entry.key for entry in entries if entry.source >= 4))
        announced = [_store_announcements(db, rest.announcements, archive=rest.archive) for rest in rests]
        rejects = tuple(chain(*(rest.rejects for rest in rests), *(refused for _, refused in announced)))
        named = [name for rest in rests for name in rest.named]
        known = queue_requests(db, named, batch.at)
        batch.finish()
        tally = _tally(written, reviewed) + Tally(
            announcements=sum(written for written, _ in announced), rejected=len(rejects), named=len(named), known=known
        )
        if progress is not None:
            Imports(db, clock).advance(progress, tally, rejects)
        if step is not None:
            Harvests(db).advance(step, [entry.key for entry in entries])
    return IngestResult(tally, batch.at, written.numbers, rejects)


def _tally(written: WriteResult, reviewed: Sequence[tuple[int, str]]) -> Tally:
    """Count the papers, and the reviews by what storing them did."""
    outcomes = Counter(outcome for _, outcome in reviewed)
    return Tally(
        new=written.new,
        changed=written.changed,
        same=written.same,
        reviews_new=outcomes["new"],
        reviews_changed=outcomes["changed"],
        reviews_same=outcomes["same"],
        reviewed_papers=len({key for key, _ in reviewed}),
    )


def _store_announcements(
    db: Database, announcements: Iterable[Announcement], *, archive: bool
) -> tuple[int, list[Reject]]:
    """Store announcements, inside a transaction. Returns (number inserted or changed, those refused for an invalid
    paper id).

    An announcement known only from an archive becomes news when a live source reports it too. A replacement without a
    version number from a live source marks its paper as outdated.
    """
    rows: list[tuple[int, str, int, int, int | None, bool]] = []
    refused: list[Reject] = []
    for announcement in announcements:
        try:
            key = key_of(announcement.id)
        except ValueError as error:
            refused.append(Reject(f"announcement of {announcement.id}", str(error)))
            continue
        rows.append(
            (
                announcement.day.toordinal(),
                announcement.category,
                key,
                type_code(announcement.type),
                announcement.version,
                archive,
            )
        )
    rows.sort(key=itemgetter(0, 1, 2))
    written = max(0, db.run_many(_INSERT, rows))
    if not archive:
        db.run_many(_NEWS, [row[:3] for row in rows])
        unnumbered = ((key, type_of(kind)) for _, _, key, kind, version, _ in rows if version is None)
        db.run_many(_OUTDATED, {(key,) for key, kind in unnumbered if kind in _REPLACED})
    return written, refused


def _clear_outdated(db: Database, keys: Iterable[int]) -> None:
    """Clear the "outdated" flag of papers whose newest version has been stored."""
    if db.value("SELECT max(key) FROM outdated") is not None:
        db.run_many("DELETE FROM outdated WHERE key = ?", ((key,) for key in keys))


def _store_histories(db: Database, histories: Iterable[History]) -> dict[int, int]:
    """Store versions of which only the time is known, and the sources of papers. The papers are in the same intake and
    already stored; papers without a valid id are skipped. Returns the withdrawn versions by key."""
    withdrawn: dict[int, int] = {}
    versions: list[Row] = []
    sources: list[Row] = []
    for history in histories:
        try:
            key = key_of(history.id)
        except ValueError:
            continue
        if history.withdrawn:
            withdrawn[key] = history.withdrawn
        versions += ((key, each.number, seconds(each.updated), source_code(each.source)) for each in history.versions)
        if bits := sum({1 << code for name in history.sources if (code := source_code(name))}):
            sources.append((bits, key, bits, bits))
    db.run_many(_VERSION, sorted(versions, key=itemgetter(0, 1)))
    db.run_many(_SOURCES, sources)
    return withdrawn
