"""The work of the process pool: batches of records for the cache, and documents for the index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from arxtui.model.arxiv.plausible import plausible
from arxtui.model.paper import Paper
from arxtui.search.document import Document, try_prepare_all
from arxtui.search.writer import to_json
from arxtui.sources.jsonlines import FilePart
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import PreparedIntake, prepare_intake
from arxtui.store.sqlite.codes import source_code, source_names
from arxtui.text.mentions.derived import try_derive_all


@dataclass(frozen=True, slots=True)
class ImportBatch:
    """A batch: part of a file prepared for the tables, and the index documents of its papers that are new to the cache,
    packed by key. ``day`` is the day on which the documents were built; ``through`` is the position in the file."""

    through: int
    ready_rows: PreparedIntake
    documents: dict[int, str] = field(default_factory=dict)
    day: date = date.min


def prepare(stretch: FilePart, cache: Path | None, day: date) -> ImportBatch:
    """Parse, hash and pack part of a file. Dates after ``day`` (UTC) are not believed. Papers that are already in the
    cache unchanged (if a ``cache`` is given) are only named."""
    intake = plausible(stretch.intake(), day)
    keyed = dict(_keyed(intake.papers))
    stored: dict[int, bytes] = {}
    if cache is not None:
        with Cache.open(cache, read_only=True) as opened:
            stored = opened.papers.contents(keyed)
    sources = {history.id: history.sources for history in intake.histories}
    fresh = {key: paper for key, paper in keyed.items() if key not in stored}
    derived = dict(zip(fresh, try_derive_all(fresh.values()), strict=True))
    documents = _packed(
        Document(key, paper, (), day, _sources_of(paper.source, *sources.get(paper.id, ())), derived[key])
        for key, paper in fresh.items()
    )
    return ImportBatch(stretch.through, prepare_intake(intake, stored, derived), documents, day)


def documents_of(batches: Iterable[ImportBatch], at: int) -> dict[int, str]:
    """Return the documents, by key, that were built on the day of ``at`` (epoch seconds), when the papers were stored.
    The others contain a wrong day of arrival."""
    day = datetime.fromtimestamp(at, UTC).date()
    return {key: document for batch in batches if batch.day == day for key, document in batch.documents.items()}


def packed_documents(cache: Path, keys: Sequence[int]) -> dict[int, str]:
    """Return the packed documents, by key, of the papers in the cache; deleted papers are left out."""
    with Cache.open(cache, read_only=True) as opened:
        return _packed(Document(*each) for each in opened.documents(keys, derived=True))


def _packed(documents: Iterable[Document]) -> dict[int, str]:
    """Return the packed documents by key, without those that the index cannot store."""
    return {prepared.key: to_json(prepared) for prepared in try_prepare_all(documents)}


def _keyed(papers: Iterable[Paper]) -> Iterator[tuple[int, Paper]]:
    for paper in papers:
        with suppress(ValueError):  # ``ready`` rejects papers with an invalid id
            yield paper.key, paper


def _sources_of(*names: str) -> tuple[str, ...]:
    return source_names(sum({1 << source_code(name) for name in names}))
