"""Bulk writing of the index: documents prepared by other processes, with few commits."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from json.encoder import encode_basestring
from pathlib import Path

import tantivy

from arxtui.search import schema as fields
from arxtui.search.document import PreparedDocument, state_document
from arxtui.search.errors import SearchError
from arxtui.search.version import current_folder
from arxtui.search.writer import delete, delete_older, open_index, open_writer, release

HEAP = 80_000_000
"""Bytes of working memory of the indexing thread. When the memory is full, its content, about 40,000 papers, becomes a
segment, committed or not; larger memory means fewer segments to merge."""
_WORDS = frozenset({fields.TITLE, fields.ABSTRACT, fields.AUTHORS, fields.REVIEW, fields.COMMENT, fields.JOURNAL})
_PLAIN = _WORDS | {fields.OTHER, fields.BEGIN, fields.MONTH, fields.SUBMITTED}
"""Fields that contain only letters, digits, colons and blanks, so their text needs no JSON escaping."""


def to_json(prepared: PreparedDocument) -> str:
    """Return a document as JSON for :meth:`BulkWriter.add`: tantivy reads JSON faster than Python can build its
    documents."""
    members = [
        f'"{name}":["' + '","'.join(texts) + '"]'
        if name in _PLAIN
        else f'"{name}":[' + ",".join(map(encode_basestring, texts)) + "]"
        for name, texts in prepared.texts.items()
    ]
    members += [f'"{name}":[{number}]' for name, number in prepared.numbers.items()]
    return "{" + ",".join(members) + "}"


class BulkWriter:
    """The writer of the index for a long run. It holds the index's write lock until :meth:`close`, which waits for
    merges.

    ``rebuild`` starts from an empty index, whatever state the old index is in; the old index stays valid until the
    first commit. Raises SearchBusy if another process is writing, SearchError if the index cannot be written.
    """

    def __init__(self, path: Path, *, rebuild: bool = False) -> None:
        self._path = path
        self._folder = current_folder(path)
        with self._translate_errors():
            self._index = open_index(self._folder, rebuild=rebuild)
            self._writer: tantivy.IndexWriter = open_writer(self._index, HEAP)
            if rebuild:
                self._writer.delete_all_documents()

    def add(self, documents: Iterable[str]) -> None:
        """Add papers that are not in the index."""
        with self._translate_errors():
            for document in documents:
                self._writer.add_json(document)

    def remove(self, keys: Iterable[int]) -> None:
        """Delete papers from the index; keys that are not in the index are ignored."""
        with self._translate_errors():
            for key in keys:
                delete(self._writer, self._index.schema, key)

    def commit(self, through: int) -> None:
        """Commit the changes, so that searches see them, and store ``through`` as the change number that the index has
        reached."""
        with self._translate_errors():
            self._writer.delete_documents_by_term(fields.STATE, fields.STATE_TERM)
            self._writer.add_document(state_document(through))
            self._writer.commit()
        delete_older(self._path, through)

    def close(self, stop: threading.Event) -> None:
        """Release the index, discarding uncommitted changes, when merges are done or ``stop`` is set."""
        release(self._writer, stop)

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except (ValueError, OSError) as error:
            raise SearchError(f"The search index {self._folder} cannot be written: {error}") from error
