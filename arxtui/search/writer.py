"""Writing the index: one commit per batch, which also stores the change number that the batch reaches; and bulk writing
of documents prepared by other processes, with few commits."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from json.encoder import encode_basestring
from pathlib import Path

import tantivy

from arxtui.search import schema as fields
from arxtui.search.document import Document, PreparedDocument, state_document, to_tantivy, try_prepare
from arxtui.search.errors import SearchBusy, SearchError
from arxtui.search.folder import DamagedIndexError, open_folder, other_folders, remove
from arxtui.search.version import current_folder

__all__ = ["Document", "update"]

_HEAP = 48_000_000
"""Bytes of working memory of the one indexing thread. When the memory is full, tantivy writes a segment, committed or
not."""

MERGE_TIMEOUT = 300.0
"""Seconds to wait for merges at most: merging three million papers takes about one minute."""
_POLL_INTERVAL = 0.05
"""Seconds between two checks of the stop event."""
_log = logging.getLogger(__name__)


def update(
    path: Path, documents: Iterable[Document | tuple[int, None]], through: int, *, rebuild: bool = False
) -> list[str]:
    """Replace papers, delete those given as (key, None), and store ``through`` as the change number that the index has
    reached. Returns the names of papers that the index cannot store; they are left out.

    The update is atomic: if the process is killed, nothing changes. ``rebuild`` starts from an empty index, whatever
    state the old index is in; the old index stays valid until the commit. Raises SearchBusy if another process is
    writing, SearchError if the index cannot be written (a damaged one only without ``rebuild``).
    """
    folder = current_folder(path)
    try:
        index = open_index(folder, rebuild=rebuild)
        writer = open_writer(index)
        try:
            if rebuild:
                writer.delete_all_documents()
            left_out = _write(writer, index.schema, documents)
            writer.delete_documents_by_term(fields.STATE, fields.STATE_TERM)
            writer.add_document(state_document(through))
            writer.commit()
        finally:
            release(writer)
    except (ValueError, OSError) as error:
        raise SearchError(f"The search index {folder} cannot be written: {error}") from error
    delete_older(path, through)
    return left_out


def _write(
    writer: tantivy.IndexWriter, schema: tantivy.Schema, documents: Iterable[Document | tuple[int, None]]
) -> list[str]:
    left_out: list[str] = []
    for document in documents:
        delete(writer, schema, document[0])
        prepared = try_prepare(document) if isinstance(document, Document) else None
        if prepared is not None:
            writer.add_document(to_tantivy(prepared))
        elif isinstance(document, Document):
            left_out.append(document.paper.id or document.paper.title)
    return left_out


def delete(writer: tantivy.IndexWriter, schema: tantivy.Schema, key: int) -> None:
    """Delete a paper; a key that is not in the index is ignored."""
    if key >= 0:
        # Not by term: the Python binding makes a signed term of the number, which never matches an unsigned field.
        writer.delete_documents_by_query(tantivy.Query.term_query(schema, fields.KEY, key))


def open_index(folder: Path, *, rebuild: bool) -> tantivy.Index:
    """Open or create the index of this version. Raises SearchError if it is damaged and ``rebuild`` is False."""
    try:
        if existing := open_folder(folder):
            return existing.index
    except DamagedIndexError as error:
        if not rebuild:
            raise SearchError(f"The search index {folder} is damaged: {error}") from error
        remove(folder)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    index = tantivy.Index(fields.schema(), path=str(folder))
    # By default, tantivy watches the folder in a separate thread.
    index.config_reader("manual")
    return index


def open_writer(index: tantivy.Index, heap: int = _HEAP) -> tantivy.IndexWriter:
    """Return the writer of an index, with one thread and ``heap`` bytes of memory. Raises SearchBusy if the index has
    another writer."""
    try:
        writer = index.writer(heap, 1)
        # A writer that was killed during a commit leaves files with the names that this writer will use.
        writer.garbage_collect_files()
        return writer
    except ValueError as error:
        if "LockBusy" in str(error):
            raise SearchBusy("The search index is being written by another process.") from error
        raise


def release(writer: tantivy.IndexWriter, stop: threading.Event | None = None) -> None:
    """Release the index after its merges, so that small files do not pile up.

    Waits at most ``MERGE_TIMEOUT`` seconds and until ``stop`` is set. Merges that are unfinished by then continue in
    the background and keep the index locked until this process ends; the rest is merged after a later commit.
    """
    merging = threading.Thread(target=_merge, args=(writer,), name="merging", daemon=True)
    merging.start()
    deadline = time.monotonic() + MERGE_TIMEOUT
    while merging.is_alive() and time.monotonic() < deadline and not (stop and stop.is_set()):
        merging.join(_POLL_INTERVAL)


def _merge(writer: tantivy.IndexWriter) -> None:
    try:
        writer.wait_merging_threads()
    except (ValueError, OSError):
        _log.warning("segments of the search index could not be merged", exc_info=True)


def delete_older(path: Path, through: int) -> None:
    """Delete the indexes of other versions that are not ahead of change number ``through``."""
    for other in other_folders(path):
        try:
            older = open_folder(other)
        except DamagedIndexError:
            older = None
        if older is None or older.change_number <= through:
            remove(other)


BULK_HEAP = 80_000_000
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
            self._writer: tantivy.IndexWriter = open_writer(self._index, BULK_HEAP)
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
