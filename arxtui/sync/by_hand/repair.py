"""Repair of the cache and the search index, which can be fetched or built again. The library is not touched."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from arxtui.config.paths import Paths
from arxtui.model.counted import counted
from arxtui.model.expr import EVERYTHING
from arxtui.search.errors import SearchBusy
from arxtui.search.folder import other_folders, remove
from arxtui.search.index import SearchIndex
from arxtui.search.soundness import damaged_files
from arxtui.search.version import current_folder
from arxtui.store.cache.database import Cache
from arxtui.store.errors import Damaged, NotOurs
from arxtui.store.recovery.rebuild import RebuildResult, count_damaged, finish, rebuild
from arxtui.sync.indexing import clear_failure, update_index
from arxtui.sync.lock import index_lock, worker_lock

Progress = Callable[[str], object]
"""A callback that gets the progress, in words."""


def repair(paths: Paths, progress: Progress, stop: threading.Event | None = None) -> Iterator[str]:
    """Repair the cache, then the index; yields what was done, in words.

    Raises:
        WorkerBusy: a refresh is running.
        SearchBusy: another process is writing the index.
        StoreError, SearchError: the repair is not possible (full disk, a file of a newer version).
    """
    stop = stop or threading.Event()
    with worker_lock(paths.state), index_lock(paths.state, stop, 0.0) as other:
        if other is not None:
            who = f" (process {other})" if other else ""
            raise SearchBusy(f"Another process is writing the search index{who}; repair when it is done.")
        yield from _repair_cache(paths, progress)
        yield from _repair_index(paths, progress, stop)


def _repair_cache(paths: Paths, progress: Progress) -> Iterator[str]:
    at = datetime.now(UTC)
    if aside := finish(paths.cache_db, at):
        yield f"an interrupted repair was completed: the cache was rebuilt; the damaged file was saved as {aside}"
    if _is_sound(paths, at, progress):
        return
    saved = rebuild(paths.cache_db, at, lambda papers: progress(f"saving what can be read: {counted(papers, 'paper')}"))
    yield f"the cache was rebuilt: {_salvage_message(saved)}; the damaged file was saved as {saved.aside}"


def _is_sound(paths: Paths, at: datetime, progress: Progress) -> bool:
    progress("checking the cache")
    try:
        with Cache.open(paths.cache_db) as cache:
            if cache.faults():
                return False
    except (Damaged, NotOurs):
        return False
    return not count_damaged(
        paths.cache_db, at, lambda papers: progress(f"checking the cache: {counted(papers, 'paper')}")
    )


def _salvage_message(saved: RebuildResult) -> str:
    if not saved.papers:
        return (
            "nothing in it could be read; 'arxtui refresh' fetches papers again, "
            "'arxtui import FILE' imports dumps again"
        )
    texts = f", {counted(saved.texts, 'full text')}" if saved.texts else ""
    message = f"{counted(saved.papers, 'paper')} and {counted(saved.reviews, 'review')}{texts} were saved"
    if saved.doubtful:
        incomplete = counted(saved.doubtful, "of the papers is", "of the papers are")
        message += f", {incomplete} incomplete: a refresh or an import completes them"
    if saved.lost:
        lost = counted(saved.lost, "paper is", "papers are")
        message += f", {lost} lost: 'arxtui refresh' or 'arxtui import FILE' restores them"
    return message


def _repair_index(paths: Paths, progress: Progress, stop: threading.Event) -> Iterator[str]:
    progress("checking the search index")
    notes: list[str] = []
    with Cache.open(paths.cache_db) as cache:
        if files := damaged_files(current_folder(paths.index)):
            damaged = counted(len(files), "file of the search index was", "files of the search index were")
            notes.append(f"{damaged} damaged or missing")
        elif _is_of_other_papers(SearchIndex.open(paths.index), cache):
            notes.append("the search index did not match the papers in the cache")
        if notes:
            shutil.rmtree(paths.index, ignore_errors=True)
        before = SearchIndex.open(paths.index).change_number
        progress("building the search index")
        reached = update_index(cache, paths.index, stop, notes.append)
        clear_failure(cache)
        if reached != before:
            notes.append(
                f"the search index was rebuilt: {counted(SearchIndex.open(paths.index).count(EVERYTHING), 'paper')}"
            )
        for other in other_folders(paths.index):
            remove(other)
            notes.append(f"the search index of another version ({other.name}) was removed")
    yield from notes


def _is_of_other_papers(index: SearchIndex, cache: Cache) -> bool:
    is_current = not index.needs_rebuild and cache.changes.lag(index.change_number) == 0
    return is_current and index.count(EVERYTHING) != cache.count()
