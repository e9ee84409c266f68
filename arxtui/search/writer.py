"""Writing the index: one commit a batch, and with it the change number that the batch reaches."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable
from pathlib import Path

import tantivy

from arxtui.search import schema as fields
from arxtui.search.document import Document, of_prepared, of_state, prepared
from arxtui.search.errors import SearchBusy, SearchError
from arxtui.search.folder import UnsoundError, open_folder, other_folders, remove
from arxtui.search.version import current_folder

__all__ = ["Document", "update"]

_HEAP = 48_000_000
"""Bytes of working memory of the one indexing thread: what has grown so large is written out, committed or not."""

MERGING = 300.0
"""Seconds: three million papers are merged in about one minute."""
_LOOKS_UP = 0.05
_log = logging.getLogger(__name__)


def update(
    path: Path, documents: Iterable[Document | tuple[int, None]], through: int, *, rebuild: bool = False
) -> list[str]:
    """Replace these papers, drop those given as (key, None), and say that the index is built up to change ``through``.
    Returns the names of those that the index cannot hold, which it is without.

    All of it or, when killed, nothing. ``rebuild`` begins anew with these papers, whatever state the index is in; until
    that is committed the old one stands. SearchBusy when another process is writing, SearchError when the index cannot
    be written (a damaged one only with ``rebuild``).
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
            writer.add_document(of_state(through))
            writer.commit()
        finally:
            release(writer)
    except (ValueError, OSError) as error:
        raise SearchError(f"The search index {folder} cannot be written: {error}") from error
    forget_older(path, through)
    return left_out


def _write(
    writer: tantivy.IndexWriter, schema: tantivy.Schema, documents: Iterable[Document | tuple[int, None]]
) -> list[str]:
    left_out: list[str] = []
    for document in documents:
        delete(writer, schema, document[0])
        made = prepared(document) if isinstance(document, Document) else None
        if made is not None:
            writer.add_document(of_prepared(made))
        elif isinstance(document, Document):
            left_out.append(document.paper.id or document.paper.title)
    return left_out


def delete(writer: tantivy.IndexWriter, schema: tantivy.Schema, key: int) -> None:
    """Drop a paper, where the index holds it."""
    if key >= 0:
        # Not by term: the binding makes a signed term of the number, which no document of an unsigned field has.
        writer.delete_documents_by_query(tantivy.Query.term_query(schema, fields.KEY, key))


def open_index(folder: Path, *, rebuild: bool) -> tantivy.Index:
    """Open the index of this version, or begin it. SearchError for a damaged one, unless it is to be built anew."""
    try:
        if opened := open_folder(folder):
            return opened.index
    except UnsoundError as error:
        if not rebuild:
            raise SearchError(f"The search index {folder} is damaged: {error}") from error
        remove(folder)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    index = tantivy.Index(fields.schema(), path=str(folder))
    # Without this it would watch the folder in a thread of its own.
    index.config_reader("manual")
    return index


def open_writer(index: tantivy.Index, heap: int = _HEAP) -> tantivy.IndexWriter:
    """The writer of an index, with one thread that may hold ``heap`` bytes. SearchBusy when there is another."""
    try:
        writer = index.writer(heap, 1)
        # What a killed one has left of a commit has the very names that this one is to use.
        writer.garbage_collect_files()
        return writer
    except ValueError as error:
        if "LockBusy" in str(error):
            raise SearchBusy("The search index is being written by another process.") from error
        raise


def release(writer: tantivy.IndexWriter, stop: threading.Event | None = None) -> None:
    """Let go of the index after the merges that its commits began, so that small files do not pile up.

    They are waited for at most ``MERGING`` seconds and until ``stop`` is set. What is not merged by then is merged
    after a later commit; until this process ends, it goes on in the background and keeps the index.
    """
    merging = threading.Thread(target=writer.wait_merging_threads, name="merging", daemon=True)
    merging.start()
    until = time.monotonic() + MERGING
    while merging.is_alive() and time.monotonic() < until and not (stop and stop.is_set()):
        merging.join(_LOOKS_UP)


def _merge(writer: tantivy.IndexWriter) -> None:
    try:
        writer.wait_merging_threads()
    except (ValueError, OSError):
        _log.warning("segments of the search index could not be merged", exc_info=True)


def forget_older(path: Path, through: int) -> None:
    """Delete what other versions left, once this one is as far as they were."""
    for other in other_folders(path):
        try:
            opened = open_folder(other)
        except UnsoundError:
            opened = None
        if opened is None or opened.change_number <= through:
            remove(other)
