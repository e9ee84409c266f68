"""Restoration of a backup: its library and settings replace the present ones.

Both are replaced or neither is. The new files are complete and checked, in a folder of the data directory, before
anything is changed. Each file leaves that folder when it is in place, so that the next start of the program can finish
a restoration that was killed.
"""

from __future__ import annotations

import filecmp
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from arxtui import locks
from arxtui.config.paths import Paths
from arxtui.files import replaced, settle, settle_folder
from arxtui.library.backup.archive import ArchiveError, take_out
from arxtui.library.backup.backups import CONFIG, LIBRARY, BackupError, unfinished, unwritten
from arxtui.library.backup.incoming import Contents, Incoming, contents_of, taking_no_programs
from arxtui.scratch import scratch
from arxtui.store.errors import Damaged, NotOurs, StoreError
from arxtui.store.library import backups
from arxtui.store.library.adoption import adopt_library

_MOST, _MOST_CONFIG = 4 << 30, 256 << 10
"""The largest accepted sizes of the library and the settings in a backup, in bytes."""


class Restored(NamedTuple):
    """The files that contain what was replaced. ``broken`` is the copy, byte for byte, of a library that could not be
    read; None if the library was readable."""

    kept: tuple[Path, ...]
    broken: Path | None = None


def restore(
    paths: Paths, file: Path, at: datetime, name: str = "", *, agree: Callable[[Contents], bool] = taking_no_programs
) -> Restored:
    """Restore the library and the settings of a backup. ``name`` is the backup's name in messages; by default the path.

    The whole backup is checked before anything is changed. ``agree`` gets the contents and returns whether to accept
    the settings that run programs, too.

    Raises:
        BackupError: The file is no backup.
        ConfigError: The settings in the backup are invalid.
        StoreError: The library in the backup is damaged, or newer than this program.
    """
    name, pending = name or str(file), paths.unfinished_restore
    paths.make()
    with suppress(BackupError, StoreError, OSError):  # # this restoration replaces one that cannot be finished
        finish(paths, at)
    with unfinished(paths.data, str(paths.data)) as folder:
        ready, config = folder / "ready", folder / CONFIG
        ready.mkdir()
        _take_out(file, folder, name)
        left_out = adopt_library(folder / LIBRARY, ready / LIBRARY)
        settings = Incoming.read(config, paths.config_file, f"{CONFIG} in {name}")
        if not agree(contents_of(ready / LIBRARY, settings, left_out)):
            settings.leave_out_programs()
        if config.exists():
            config.rename(ready / CONFIG)
        with _held(ready):
            try:
                for each in ready.iterdir():
                    settle(each)
                shutil.rmtree(pending, ignore_errors=True)
                ready.rename(pending)
                settle_folder(paths.data)
            except OSError as error:
                raise unwritten(str(pending), error) from error
            try:
                return _exchange(paths, at)
            except (BackupError, StoreError, OSError):
                if (pending / LIBRARY).exists():  # # nothing has been changed yet
                    shutil.rmtree(pending)
                raise


def finish(paths: Paths, at: datetime) -> Restored | None:
    """Finish a restoration that was killed; returns None if there is none. Waits for a restoration in progress. Raises
    the errors of :func:`restore`; the restoration then remains to be finished."""
    with _held(paths.unfinished_restore) as is_there:
        return _exchange(paths, at) if is_there else None


@contextmanager
def _held(folder: Path) -> Iterator[bool]:
    """Lock the folder. Yields whether the folder exists and is locked by this process alone."""
    try:
        descriptor = locks.open_folder(folder)
    except (FileNotFoundError, NotADirectoryError):
        yield False
        return
    try:
        with suppress(OSError):  # file systems without locks
            locks.lock(descriptor)
        yield folder.exists() and os.path.samestat(os.fstat(descriptor), folder.stat())
    finally:
        os.close(descriptor)


def _exchange(paths: Paths, at: datetime) -> Restored:
    """Move the prepared files into place and keep copies of what they replace: first the library, then the settings."""
    pending, kept, broken = paths.unfinished_restore, [], None
    library, config = pending / LIBRARY, pending / CONFIG
    if library.exists():
        if held := _keep_library(paths, pending, at):
            kept.append(held[0])
            broken = held[0] if held[1] else None
        backups.put_in_place(library, paths.library_db)
        library.unlink()
    if config.exists():
        try:
            kept += _keep_config(paths, config, at)
            _put(config, paths.config_file)
        except OSError as error:
            raise BackupError(
                f"the library is that of the backup, but {paths.config_file} cannot be written "
                f"({error.strerror or error}); the next start of arxtui tries again"
            ) from error
    shutil.rmtree(pending)
    return Restored(tuple(kept), broken)


def _take_out(file: Path, folder: Path, name: str) -> None:
    """Extract the library and the settings; ignore everything else in the archive. Raises BackupError."""
    try:
        take_out(file, folder, {LIBRARY: _MOST, CONFIG: _MOST_CONFIG})
    except ArchiveError as error:
        raise BackupError(f"{name} is no backup, or only a part of one: {error}") from error
    except OSError as error:
        raise BackupError(f"{name} cannot be read: {error.strerror or error}") from error
    if not (folder / LIBRARY).exists():
        raise BackupError(f"{name} is no backup: there is no {LIBRARY} in it")


def _keep_library(paths: Paths, folder: Path, at: datetime) -> tuple[Path, bool] | None:
    """Copy the present library. Returns the copy and whether the library is broken; None if there is no library."""
    if not paths.library_db.exists():
        return None
    copy = folder / "replaced.db"
    try:
        backups.copy_library(paths.library_db, copy)
        return _kept(copy, paths.library_db, "replaced", at), False
    except (Damaged, NotOurs):
        try:
            backups.copy_files(paths.library_db, copy)
            return _kept(copy, paths.library_db, "damaged", at), True
        except OSError as error:
            raise unwritten(f"a copy of {paths.library_db}", error) from error


def _keep_config(paths: Paths, wanted: Path, at: datetime) -> Iterator[Path]:
    held = paths.config_file
    if held.exists() and held.read_bytes() != wanted.read_bytes():
        with scratch(held.parent) as folder:
            copy = folder / held.name
            _put(held, copy)
            yield _kept(copy, held, "replaced", at)


def _kept(copy: Path, file: Path, what: str, at: datetime) -> Path:
    """Move a copy of ``file``, with its write-ahead log, to a new name beside the file and return it. An identical
    earlier copy is reused."""
    log = copy.with_name(f"{copy.name}-wal")
    for same in file.parent.glob(f"{file.name}.{what}-*.bak"):
        if not log.exists() and filecmp.cmp(copy, same, shallow=False):
            copy.unlink()
            return same
    name = f"{file.name}.{what}-{at.astimezone():%Y%m%d-%H%M%S}"
    # A second restoration within the same second must not overwrite the copies of the first one.
    names = map(file.with_name, chain((f"{name}.bak",), (f"{name}-{number}.bak" for number in count(2))))
    kept = next(path for path in names if not path.exists())
    if log.exists():
        log.replace(kept.with_name(f"{kept.name}-wal"))
    copy.replace(kept)
    settle(kept)
    return kept


def _put(draft: Path, file: Path) -> None:
    """Copy a file to another name, atomically."""
    with draft.open("rb") as made, replaced(file, mode=0o600) as into:
        shutil.copyfileobj(made, into)
