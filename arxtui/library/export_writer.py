"""Writing of parts of an export: in this process, or in others with a library of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.model.arxiv.ids import name_of

if TYPE_CHECKING:
    from arxtui.export.references import Reference
    from arxtui.library.papers.papers import Papers
    from arxtui.library.papers.reviews import Reviews


class ExportTask(NamedTuple):
    """What an export writes: its format (a name in ``export.forms.FORMS``), whether with the user's notes, and from
    which library."""

    form: str
    notes: bool
    paths: Paths
    settings: Settings


class ExportWriter:
    """Writes parts of an export. With ``reads_once``, for an export of one part, the papers read for their citation
    keys are kept."""

    def __init__(self, task: ExportTask, papers: Papers, reviews: Reviews, *, reads_once: bool = False) -> None:
        self.task = task
        self._papers = papers
        self._reviews = reviews
        self._reads_once = reads_once
        self._references: list[Reference] = []

    def citation_keys(self, keys: Sequence[int]) -> dict[int, str]:
        """Return the citation keys of papers, which may clash with those of other papers."""
        from arxtui.export.keys import citation_key
        from arxtui.export.references import Reference

        if self._reads_once:
            references = self._references = self._read(keys)
        else:  # without reviews and marks: enough for citation keys
            references = list(map(Reference, self._papers.papers(keys)))
        template = self.task.settings.export.bibtex_key
        return {each.record.key: citation_key(each, template) for each in references}

    def entries(self, keys: Sequence[int], citation_keys: dict[int, str]) -> list[str]:
        """Return the texts of papers."""
        from arxtui.export.forms import FORMS
        from arxtui.export.references import ExportOptions

        entry, options = FORMS[self.task.form].entry, ExportOptions(citation_keys, self.task.notes)
        texts = []
        for reference in self._references or self._read(keys):
            # A paper that only a review named may have become an arXiv paper since the citation keys were computed.
            citation_keys.setdefault(reference.record.key, name_of(reference.record.key))
            texts.append(entry(reference, options))
        return texts

    def _read(self, keys: Sequence[int]) -> list[Reference]:
        from arxtui.export.references import Reference

        return [Reference(each, self._reviews.of_listed(each)) for each in self._papers.records(keys)]


def written_citation_keys(task: ExportTask, keys: Sequence[int]) -> dict[int, str]:
    """Return ``ExportWriter.citation_keys`` in a process without a library."""
    return _writer(task).citation_keys(keys)


def written_entries(task: ExportTask, keys: Sequence[int], citation_keys: dict[int, str]) -> list[str]:
    """Return ``ExportWriter.entries`` in a process without a library."""
    return _writer(task).entries(keys, citation_keys)


@lru_cache(maxsize=1)
def _writer(task: ExportTask) -> ExportWriter:
    """Open the library for an export. It stays open until the process ends, because each part needs it again."""
    from arxtui.library.facade import Library

    library = Library.open(task.paths, task.settings)
    return ExportWriter(task, library.papers, library.reviews)
