"""A process that writes parts of a long export, with a library of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arxtui.library.export_writer import ExportEntry, ExportTask, ExportWriter
from arxtui.library.facade import Library


def entries(task: ExportTask, keys: Sequence[int]) -> list[ExportEntry]:
    """Return the entries of papers, in the order given; unknown papers are left out."""
    return _writer(task).entries(keys)


@lru_cache(maxsize=1)
def _writer(task: ExportTask) -> ExportWriter:
    """Open the library for an export. It stays open until the process ends, because each part needs it again."""
    library = Library.open(task.paths, task.settings)
    return ExportWriter(task, library.papers, library.reviews)
