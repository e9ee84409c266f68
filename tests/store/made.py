"""Made-up papers and reviews with every field filled in, and helpers that store them."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from arxtui.model.intake import Intake, Tally
from arxtui.model.paper import Announcement, Author, Link, Paper
from arxtui.model.reviews import Review
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import Entry, entry_of
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.types import Keep
from arxtui.store.sqlite.codec import Packed
from arxtui.store.sqlite.packed_json import pack_json, unpack_json
from tests.builders import DAY, NOW, paper

STALENESS = Paper(
    id="2605.01234",
    version=2,
    title=r"Bounded Staleness for $\epsilon$-Sharded Optimizers",
    abstract=r"We study $O(n \log n)$ sharded optimizers. Stale gradients cost a third less than feared.",
    authors=(Author("Ada Example", ("Example University", "Måns Institute")), Author("Björn Måns")),
    categories=("cs.DC", "cs.LG"),
    published=datetime(2026, 5, 12, 17, 59, 59, tzinfo=UTC),
    updated=datetime(2026, 5, 14, 3, 4, 5, tzinfo=UTC),
    comment="Accepted at EXAMPLE '26, 12 pages",
    journal_ref="Example J. 12 (2026) 1-12",
    doi="10.0000/example.1",
    license="http://creativecommons.org/licenses/by/4.0/",
    links=(
        Link("https://arxiv.org/abs/2605.01234v2", "alternate", "", "text/html"),
        Link("https://arxiv.org/pdf/2605.01234v2", "related", "pdf", "application/pdf"),
    ),
    source="api",
)

QUEUES = Paper(
    id="hep-th/9901001",
    version=1,
    title="Cheap Snapshots in Persistent Queues",
    abstract="A queue that forgets nothing is shown to be cheap.",
    authors=(Author("C. Sample"),),
    categories=("hep-th",),
    published=datetime(1999, 1, 4, tzinfo=UTC),
    updated=datetime(1999, 1, 4, tzinfo=UTC),
    source="api",
)

CARD = Review(
    headline="Stale gradients cost a third less than feared",
    title=STALENESS.title,
    category="cs.DC",
    listed_on=DAY,
    deck="Bounding delay per shard keeps the rate",
    abstract=STALENESS.abstract,
    theorem_links=0,
    has_figure=True,
    votes=0,
    comments=0,
)
"""A review card read from saved text, which contains no paper identifier."""

SECOND_CARD = replace(CARD, headline="A second look finds the same third", deck="Now with a proof", place=1)


LONG_PAPERS = [paper(number, abstract=random.Random(number).randbytes(50_000).hex()) for number in range(1, 41)]
"""Their records take two megabytes."""
LONG_KEYS = [each.key for each in LONG_PAPERS]


def take(
    cache: Cache,
    *papers: Paper,
    reviews: tuple[Review, ...] = (),
    announcements: tuple[Announcement, ...] = (),
) -> Tally:
    """Store papers, reviews and announcements in one intake."""
    return cache.take(Intake(papers=papers, reviews=reviews, announcements=announcements))


def packed(*papers: Paper) -> Keep:
    """Return a callback that supplies the packed records of these papers, for an act that stores them in the
    library."""
    rows = {paper.key: Packed(*_columns(entry_of(paper.key, paper))) for paper in papers}
    return lambda keys: [rows[key] for key in keys if key in rows]


def fill_with_undone_stars(cache_db: Path, library_db: Path, undone: Sequence[int] = LONG_KEYS[5:]) -> None:
    """Store the long papers, star those of ``undone`` and undo that, then star the others."""
    with Cache.open(cache_db) as cache, LibraryFile.open(library_db) as library:
        take(cache, *LONG_PAPERS)
        library.marks.apply(undone, "star", NOW, cache.papers.packed)
        library.journal.undo(NOW)
        library.marks.apply([key for key in LONG_KEYS if key not in undone], "star", NOW, cache.papers.packed)


def _columns(entry: Entry) -> tuple[Any, ...]:
    times = entry.version, entry.published, entry.updated
    return entry.key, *times, entry.source, entry.title, entry.body


def sources(cache: Cache, key: int) -> tuple[str, ...]:
    """Return the names of the sources that reported a paper, the most detailed source first."""
    (document,) = cache.documents([key])
    return document.sources


WITHOUT_DERIVED = ("ALTER TABLE detail DROP COLUMN derived", "DELETE FROM meta WHERE name IN ('derived', 'repacked')")
"""The statements that turn a cache into one of version 22."""
WITHOUT_REPORTS = (
    *WITHOUT_DERIVED,
    *(f"DROP TABLE {name}" for name in ("report", "reported_work", "request_count")),
)
"""The statements that turn a cache into one of version 20."""
WITHOUT_GRAPH = (
    *WITHOUT_REPORTS,
    *(f"DROP TABLE {name}" for name in ("citation_source", "reference_list", "citing_list", "fresh_citation")),
)
"""The statements that turn a cache into one of version 19."""
WITHOUT_CITATIONS = (*WITHOUT_GRAPH, "DROP TABLE cited_text", "DROP TABLE citation")
"""The statements that turn a cache into one of version 18."""


def without_steps_after(version: int) -> tuple[str, ...]:
    """Return the statements that turn a cache into one of an older version, from 12 on."""
    return (
        "ALTER TABLE fulltext DROP COLUMN broken_off",
        "DROP TABLE withdrawn",
        "ALTER TABLE figure DROP COLUMN words",
        *WITHOUT_CITATIONS,
        f"PRAGMA user_version = {version}",
    )


def make_older(cache_db: Path) -> None:
    """Turn a cache into one of an older program, with all details packed by deflate. No process may have it open."""
    with closing(sqlite3.connect(cache_db)) as db:
        for key, body in db.execute("SELECT key, body FROM detail").fetchall():
            deflated = pack_json(unpack_json(body))
            assert deflated[0] != body[0], "packed in another form"
            db.execute("UPDATE detail SET body = ? WHERE key = ?", (deflated, key))
        for statement in without_steps_after(13):
            db.execute(statement)
        db.commit()


def formats(cache_db: Path) -> set[bytes]:
    """Return the formats in which the details of a cache are packed: the first byte of each."""
    with closing(sqlite3.connect(cache_db)) as db:
        return {form for (form,) in db.execute("SELECT substr(body, 1, 1) FROM detail")}
