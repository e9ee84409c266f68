"""The checks of ``arxtui doctor``: everything that can be checked without the network.

A full check reads all of the cache and the index. The quick one takes the same time for any number of papers; it reads
the whole library, which only grows with what the user does (decision 74).
"""

from __future__ import annotations

import locale
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.config.settings import UiSettings, load
from arxtui.config.terminals import TRUE_COLOUR, colours_of
from arxtui.config.text import ConfigError
from arxtui.figures.terminals import pictures_in_words
from arxtui.library.rules.queries import check_rules
from arxtui.model.counted import counted
from arxtui.model.expr import EVERYTHING
from arxtui.model.ledger import plain_reason
from arxtui.search.errors import SearchError
from arxtui.search.index import SearchIndex
from arxtui.search.soundness import damaged_files
from arxtui.search.version import current_folder
from arxtui.store.cache.database import Cache
from arxtui.store.errors import Damaged, NotOurs, StoreError
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.schema import LIBRARY
from arxtui.store.recovery.rebuild import count_damaged, is_unfinished

_RECENT = timedelta(days=7)
"""How long a failed request for papers is reported."""
_REPAIR_HINT = "'arxtui doctor --repair' repairs it"

Progress = Callable[[str], object]
"""A callback that gets the progress, in words."""


class State(StrEnum):
    """The result of a check; ``UNCHECKED`` if a quick check leaves it out."""

    OK = "ok"
    UNCHECKED = "unchecked"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Check:
    """A part of the program, the state of that part, and the result of the check in words."""

    part: str
    state: State
    words: str


def examine(paths: Paths, environ: Mapping[str, str] = os.environ, progress: Progress | None = None) -> Iterator[Check]:
    """Check the configuration, the databases, the index, the permissions, the requested papers, Pith's access, the
    terminal and its figures, in this order. With ``progress``, the check is a full one."""
    yield _config(paths)
    yield _cache(paths, progress)
    yield _library(paths)
    yield _index(paths, progress)
    yield from _readable_by_others(paths)
    yield from _requested(paths)
    yield from _pith(paths)
    yield _terminal(environ)
    yield _figures(paths, environ)


def _config(paths: Paths) -> Check:
    try:
        settings = load(paths.config_file)
        check_rules(settings, paths.config_file)
    except ConfigError as error:
        return Check("config", State.FAULT, str(error))
    if not settings.arxiv.categories:
        return Check("config", State.WARNING, "no categories are followed: arxtui subscribe cs.DC")
    return Check("config", State.OK, f"{paths.config_file}; followed: {', '.join(settings.arxiv.categories)}")


def _cache(paths: Paths, progress: Progress | None) -> Check:
    if is_unfinished(paths.cache_db):
        words = "its repair was interrupted; 'arxtui doctor --repair' finishes it"
        return Check("cache", State.FAULT, words)
    try:
        with Cache.open(paths.cache_db) as cache:
            if progress:
                progress("checking the cache")
            faults = cache.faults() if progress else cache.faults_at_ends()
            papers = 0 if faults else cache.count()
        if progress and not faults:
            faults = _damaged_records(paths, progress)
    except StoreError as error:
        return Check("cache", State.FAULT, str(error))
    if faults:
        return Check("cache", State.FAULT, f"damaged ({_in_short(faults)}); {_REPAIR_HINT}")
    return Check("cache", State.OK, f"{paths.cache_db}; {counted(papers, 'paper')}")


def _damaged_records(paths: Paths, progress: Progress) -> list[str]:
    now = datetime.now(UTC)
    damaged = count_damaged(paths.cache_db, now, lambda read: progress(f"checking the cache: {counted(read, 'paper')}"))
    return [f"{counted(damaged, 'record')} of it cannot be read"] if damaged else []


def _in_short(faults: list[str]) -> str:
    return faults[0] if len(faults) == 1 else f"{faults[0]}, and {len(faults) - 1:,} more"


def _pith(paths: Paths) -> Iterator[Check]:
    """Warn if access to Pith's machine interface is switched off because its responses were invalid."""
    with suppress(StoreError), Cache.open(paths.cache_db) as cache:
        entry = cache.ledger.get("pith.mcp", "answers")
        now = datetime.now(UTC)
        if entry is not None and entry.is_credible(now) and entry.next_due > now:
            yield Check("pith", State.WARNING, plain_reason(entry.reason))


def open_folders(paths: Paths) -> list[Path]:
    """Return the folders of the user's data that other users of the machine can enter. A folder that the program makes
    is private."""
    folders = [folder for folder in (paths.data, paths.state) if os.name == "posix" and folder.exists()]
    return [folder for folder in folders if folder.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)]


def _readable_by_others(paths: Paths) -> Iterator[Check]:
    if folders := [str(folder) for folder in open_folders(paths)]:
        words = f"other users can read {' and '.join(folders)}, your library included; {_REPAIR_HINT}"
        yield Check("permissions", State.WARNING, words)


def _requested(paths: Paths) -> Iterator[Check]:
    """Warn if papers requested by name or announced did not arrive, for instance because arXiv refuses an
    identifier."""
    with suppress(StoreError), Cache.open(paths.cache_db) as cache:
        entries = [cache.ledger.get(source, "papers") for source in ("arxiv.add", "arxiv.complete")]
        waiting = len(cache.requested.names())
        last = max(filter(None, entries), key=lambda entry: entry.attempted, default=None)
        if last is not None and last.reason and last.attempted > datetime.now(UTC) - _RECENT:
            missing = f"; {counted(waiting, 'paper')} requested by name will be requested again" if waiting else ""
            yield Check("papers", State.WARNING, f"{plain_reason(last.reason)}{missing}")


def _library(paths: Paths) -> Check:
    try:
        with LibraryFile.open(paths.library_db) as library:
            faults, unread = library.faults(), len(library.inbox.unread())
            starred = len(library.marks.having("starred"))
    except (Damaged, NotOurs) as error:
        advice = "" if LIBRARY.advice in str(error) else f"{LIBRARY.advice} "
        return Check("library", State.FAULT, f"{error} {advice}{_copies(paths.library_db)}")
    except StoreError as error:
        return Check("library", State.FAULT, str(error))
    if faults:
        words = f"damaged ({_in_short(faults)}). {LIBRARY.advice} {_copies(paths.library_db)}"
        return Check("library", State.FAULT, words)
    return Check("library", State.OK, f"{paths.library_db}; {starred:,} starred, {unread:,} unread")


def _copies(file: Path) -> str:
    """Describe the copies of the library that migrations made, and how to restore one without a backup."""
    copies = sorted(file.parent.glob(f"{file.name}.v*.bak"), key=lambda each: each.stat().st_mtime, reverse=True)
    if not copies:
        return f"There is no backup of it here; keep {file}: other tools may still read it."
    text = ", ".join(f"{each} (of {datetime.fromtimestamp(each.stat().st_mtime, UTC):%Y-%m-%d})" for each in copies)
    return (
        f"Backups: {text}. To restore one, close arxtui, move {file} and the files with the same name and a"
        f" suffix such as -wal elsewhere, then copy {copies[0].name} to {file.name}."
    )


def _index(paths: Paths, progress: Progress | None) -> Check:
    try:
        index = SearchIndex.open(paths.index)
        with Cache.open(paths.cache_db) as cache:
            behind, papers = cache.changes.lag(index.change_number), cache.count()
            failure = cache.ledger.get("search.index", "papers")
        if failure is not None and (behind or index.needs_rebuild):
            lag = f"{counted(behind, 'change')} behind" if behind else index.fault
            return Check("index", State.FAULT, f"{lag}, {failure.reason}; {_REPAIR_HINT}")
        if index.needs_rebuild:
            return Check("index", State.WARNING, f"{index.fault}: the next refresh builds it")
        if progress:
            progress("checking the index")
        if progress and (files := damaged_files(current_folder(paths.index))):
            return Check("index", State.FAULT, f"damaged ({_in_short(files)}); {_REPAIR_HINT}")
        indexed = index.count(EVERYTHING)
    except StoreError:
        return Check("index", State.WARNING, "cannot be compared with the cache, which cannot be read")
    except SearchError as error:
        return Check("index", State.FAULT, f"{error}; {_REPAIR_HINT}")
    if behind is None:
        return Check("index", State.WARNING, "belongs to a deleted cache: the next refresh builds it again")
    if behind:
        return Check("index", State.WARNING, f"{counted(behind, 'change')} behind: the next refresh catches up")
    if indexed != papers:
        return Check("index", State.FAULT, f"holds {counted(indexed, 'paper')}, the cache {papers:,}; {_REPAIR_HINT}")
    return Check("index", State.OK, f"{paths.index}; up to date")


def _terminal(environ: Mapping[str, str]) -> Check:
    if not sys.stdout.isatty():
        return Check("terminal", State.WARNING, "standard output is not a terminal; the reader needs one")
    columns, rows = shutil.get_terminal_size()
    description = (
        f"{environ.get('TERM', 'no TERM')}, {columns}x{rows}, {_colours(environ)}, {locale.getpreferredencoding()}"
    )
    if environ.get("TERM", "dumb") == "dumb":
        return Check("terminal", State.FAULT, f"{description}: TERM must name a terminal that can move the cursor")
    if "utf" not in locale.getpreferredencoding().lower():
        return Check("terminal", State.WARNING, f"{description}: without UTF-8, accents and math cannot be shown")
    if columns < 40 or rows < 12:
        return Check("terminal", State.WARNING, f"{description}: the reader needs 40x12")
    return Check("terminal", State.OK, description)


def _figures(paths: Paths, environ: Mapping[str, str]) -> Check:
    setting = UiSettings.pictures
    with suppress(ConfigError):  # reported by an earlier check
        setting = load(paths.config_file).ui.pictures
    return Check("figures", State.OK, pictures_in_words(setting, environ))


def _colours(environ: Mapping[str, str]) -> str:
    number = colours_of(environ)
    return {0: "no colours (NO_COLOR)", TRUE_COLOUR: "16.7 million colours"}.get(number, f"{number} colours")
