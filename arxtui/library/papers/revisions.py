"""The differences between a new version of a paper and the version before, as far as both records are stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.model.arxiv.announce_types import AnnounceType
from arxtui.model.frozen import changed
from arxtui.model.views import Record, Revision
from arxtui.store.cache.database import Cache
from arxtui.text import fold, readable

if TYPE_CHECKING:
    from arxtui.model.paper import Paper

_REPLACED = (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)
_COMPARED_FIELDS: dict[str, Callable[[Paper], object]] = {
    "title": lambda paper: _text(paper.title),
    "abstract": lambda paper: _text(paper.abstract),
    "authors": lambda paper: [fold(readable(author.name)) for author in paper.authors],
    "categories": lambda paper: frozenset(paper.categories),
    "comment": lambda paper: _text(paper.comment),
    "journal reference": lambda paper: _text(paper.journal_ref),
    "DOI": lambda paper: paper.doi,
    "license": lambda paper: paper.license,
}


def with_revision(cache: Cache, record: Record) -> Record:
    """Return the record with the changes of its version, if that was announced as a replacement."""
    now = record.paper
    if not now.version or all(each.type not in _REPLACED for each in record.announcements):
        return record
    before = cache.papers.before(record.key, now.version)
    names = differences(before, now) if before else ()
    return changed(record, revision=Revision(before.version if before else None, now.version, names))


def differences(before: Paper, after: Paper) -> tuple[str, ...]:
    """Return the names of the fields that differ between two versions.

    Fields that either version lacks are skipped: sources leave out fields. Texts are compared in readable form, because
    sources write the same text in TeX or in Unicode.
    """
    return tuple(
        name
        for name, value_of in _COMPARED_FIELDS.items()
        if (then := value_of(before)) and (now := value_of(after)) and then != now
    )


def _text(source: str | None) -> str:
    return " ".join(readable(source).split()) if source else ""
