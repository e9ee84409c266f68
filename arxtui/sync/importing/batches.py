"""What other processes make of a stretch of a file, or of keys: all that the writers of cache and index need not do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from arxtui.model.arxiv.plausible import plausible
from arxtui.model.paper import Paper
from arxtui.search.bulk import to_json
from arxtui.search.document import Document, try_prepare
from arxtui.sources.stretches import Stretch
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import PreparedIntake, prepare_intake
from arxtui.store.sqlite.codes import source_code, source_names


@dataclass(frozen=True, slots=True)
class Parcel:
    """A stretch made ready for the tables, and, packed for the index, the documents of those of its papers that the
    cache did not know, under the day on which they were made."""

    through: int
    told: PreparedIntake
    documents: dict[int, str] = field(default_factory=dict)
    day: date = date.min


def make_ready(stretch: Stretch, cache: Path | None, day: date) -> Parcel:
    """Parse, hash and pack a stretch on a ``day`` (UTC), beyond which no date is believed; what the cache, if any is
    given, holds already is only named."""
    intake = plausible(stretch.intake(), day)
    keyed = dict(_keyed(intake.papers))
    held: dict[int, bytes] = {}
    if cache is not None:
        with Cache.open(cache, read_only=True) as known:
            held = known.papers.contents(keyed)
    sources = {history.id: history.sources for history in intake.histories}
    documents = _packed(
        Document(key, paper, (), day, _told_by(paper.source, *sources.get(paper.id, ())))
        for key, paper in keyed.items()
        if key not in held
    )
    return Parcel(stretch.through, prepare_intake(intake, held), documents, day)


def documents_of(ready: Iterable[Parcel], at: int) -> dict[int, str]:
    """The documents that say the right day for papers stored at ``at`` epoch seconds: that is when they are first heard
    of."""
    day = datetime.fromtimestamp(at, UTC).date()
    return {key: made for parcel in ready if parcel.day == day for key, made in parcel.documents.items()}


def packed_documents(cache: Path, keys: Sequence[int]) -> dict[int, str]:
    """The documents of papers as they stand in the cache; those that are gone are left out."""
    with Cache.open(cache, read_only=True) as known:
        return _packed(Document(*each) for each in known.documents(keys))


def _packed(documents: Iterable[Document]) -> dict[int, str]:
    """By key, without those that the index cannot hold."""
    made = ((document.key, try_prepare(document)) for document in documents)
    return {key: to_json(each) for key, each in made if each is not None}


def _keyed(papers: Iterable[Paper]) -> Iterator[tuple[int, Paper]]:
    for paper in papers:
        with suppress(ValueError):  # whose id is none is rejected when it is made ready
            yield paper.key, paper


def _told_by(*names: str) -> tuple[str, ...]:
    return source_names(sum({1 << source_code(name) for name in names}))
