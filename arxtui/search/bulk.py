"""Writing many papers into the index: documents that other processes made, and commits far apart."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import tantivy

from arxtui.search import schema as fields
from arxtui.search.document import Prepared, of_state
from arxtui.search.errors import SearchError
from arxtui.search.version import current_folder
from arxtui.search.writer import delete, forget_older, open_index, open_writer, release

HEAP = 160_000_000
"""Bytes of working memory of the indexing thread. What fills it becomes a segment, committed or not: the larger, the
less is left to merge."""
_WORDS = frozenset({fields.TITLE, fields.ABSTRACT, fields.AUTHORS, fields.REVIEW, fields.COMMENT, fields.JOURNAL})
_PLAIN = _WORDS | {fields.OTHER, fields.BEGIN, fields.MONTH, fields.SUBMITTED}
"""Fields of letters, digits, colons and blanks alone: in JSON they stand as they are."""
_encoded = json.JSONEncoder(ensure_ascii=False).encode


def packed(prepared: Prepared) -> str:
    """A document as :meth:`BulkWriter.add` takes it: tantivy reads JSON faster than Python can build its documents."""
    held: dict[str, list[str]] = {}
    for name, text in prepared.texts:
        held.setdefault(name, []).append(f'"{text}"' if name in _PLAIN else _encoded(text))
    for name, number in prepared.numbers:
        held.setdefault(name, []).append(str(number))
    members = ",".join([f'"{name}":[{",".join(values)}]' for name, values in held.items()])
    return f"{{{members}}}"


class BulkWriter:
    """The one writer of the index, held for as long as much is to come; closing it waits for merges.

    ``rebuild`` begins anew, whatever state the index is in; until the first commit the old one stands. SearchBusy when
    another process is writing, SearchError when the index cannot be written.
    """

    def __init__(self, path: Path, *, rebuild: bool = False) -> None:
        self._path = path
        self._folder = current_folder(path)
        with self._told():
            self._index = open_index(self._folder, rebuild=rebuild)
            self._writer: tantivy.IndexWriter = open_writer(self._index, HEAP)
            if rebuild:
                self._writer.delete_all_documents()

    def add(self, documents: Iterable[str]) -> None:
        """Add papers that the index does not hold."""
        with self._told():
            for document in documents:
                self._writer.add_json(document)

    def remove(self, keys: Iterable[int]) -> None:
        """Drop papers, where the index holds them."""
        with self._told():
            for key in keys:
                delete(self._writer, self._index.schema, key)

    def commit(self, through: int) -> None:
        """What was written is found from now on; the index is built up to this change number."""
        with self._told():
            self._writer.delete_documents_by_term(fields.STATE, fields.STATE_TERM)
            self._writer.add_document(of_state(through))
            self._writer.commit()
        forget_older(self._path, through)

    def close(self, stop: threading.Event) -> None:
        """Let go of the index, without what was not committed, when merges are done or ``stop`` is set."""
        release(self._writer, stop)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (ValueError, OSError) as error:
            raise SearchError(f"The search index {self._folder} cannot be written: {error}") from error
