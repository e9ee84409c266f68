"""Restoration of a backup: its library, settings and stylesheet replace the present ones.

All are replaced or none is. The new files are complete and checked, in a folder of the data directory, before
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

from arxtui import locks
from arxtui.config.paths import Paths
from arxtui.config.text import MAX_SIZE
from arxtui.files import open_replacement, sync_file, sync_folder
from arxtui.library.backup.archive import ArchiveError, extract_files
from arxtui.library.backup.backups import CONFIG, LIBRARY, STYLE, BackupError, unfinished, unwritten
from arxtui.library.backup.incoming import Contents, Incoming, contents_of, refuse_programs
from arxtui.light import NamedTuple
from arxtui.scratch import scratch
from arxtui.store.errors import Damaged, NotOurs, StoreError
from arxtui.store.library import backups
from arxtui.store.library.adoption import adopt_library

_MAX_LIBRARY_SIZE, _MAX_STYLE_SIZE = 4 << 30, 64 << 10
"""The largest accepted sizes of the library and the stylesheet in a backup, in bytes."""


class Restored(NamedTuple):
    """The files that contain what was replaced. ``broken`` is the copy, byte for byte, of a library that could not be
    read; None if the library was readable."""

    copies: tuple[Path, ...]
    broken: Path | None = None


def restore(
    paths: Paths, file: Path, at: datetime, name: str = "", *, agree: Callable[[Contents], bool] = refuse_programs
) -> Restored:
    """Restore what a backup contains. ``name`` is its name in messages; by default the path.

    The whole backup is checked before anything is changed. ``agree`` gets the contents and returns whether to accept
    the settings that run programs, too.

    Raises:
        BackupError: The file is no backup.
        ConfigError: The settings in the backup are invalid.
        StoreError: The library in the backup is damaged, or newer than this program.
    """
    name, pending = name or str(file), paths.unfinished_restore
    paths.make()
    with suppress(BackupError, StoreError, OSError):  # this restoration replaces one that cannot be finished
        finish(paths, at)
    with unfinished(paths.data, str(paths.data)) as folder:
        ready, config = folder / "ready", folder / CONFIG
        ready.mkdir()
        _extract(file, folder, name)
        left_out = adopt_library(folder / LIBRARY, ready / LIBRARY)
        settings = Incoming.read(config, paths.config_file, f"{CONFIG} in {name}")
        if not agree(contents_of(ready / LIBRARY, settings, left_out)):
            settings.leave_out_programs()
        for each in (config, folder / STYLE):
            if each.exists():
                each.rename(ready / each.name)
        with _locked(ready):
            try:
                for each in ready.iterdir():
                    sync_file(each)
                shutil.rmtree(pending, ignore_errors=True)
                ready.rename(pending)
                sync_folder(paths.data)
            except OSError as error:
                raise unwritten(str(pending), error) from error
            try:
                return _exchange(paths, at)
            except (BackupError, StoreError, OSError):
                if (pending / LIBRARY).exists():  # nothing has been changed yet
                    shutil.rmtree(pending)
                raise


def finish(paths: Paths, at: datetime) -> Restored | None:
    """Finish a restoration that was killed; returns None if there is none. Waits for a restoration in progress. Raises
    the errors of :func:`restore`; the restoration then remains to be finished."""
    with _locked(paths.unfinished_restore) as is_there:
        return _exchange(paths, at) if is_there else None


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
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
    """Move the prepared files into place and keep copies of what they replace: first the library, then the settings
    and the stylesheet."""
    pending, copies, broken = paths.unfinished_restore, [], None
    library = pending / LIBRARY
    if library.exists():
        if copy := _keep_library(paths, pending, at):
            copies.append(copy[0])
            broken = copy[0] if copy[1] else None
        backups.put_in_place(library, paths.library_db)
        library.unlink()
    for new, present in ((pending / STYLE, paths.style_file), (pending / CONFIG, paths.config_file)):
        if not new.exists():
            continue
        try:
            with locks.exclusive(present):
                copies += _keep_present(present, new, at)
                _copy_file(new, present)
        except OSError as error:
            raise BackupError(
                f"the library is restored, but {present} cannot be written "
                f"({error.strerror or error}); the next start of arxtui tries again"
            ) from error
    shutil.rmtree(pending)
    return Restored(tuple(copies), broken)


def _extract(file: Path, folder: Path, name: str) -> None:
    """Extract library, settings and stylesheet; ignore everything else in the archive. Raises BackupError."""
    try:
        extract_files(file, folder, {LIBRARY: _MAX_LIBRARY_SIZE, CONFIG: MAX_SIZE, STYLE: _MAX_STYLE_SIZE})
    except ArchiveError as error:
        raise BackupError(f"{name} is not a backup, or only a part of one: {error}") from error
    except OSError as error:
        raise BackupError(f"{name} cannot be read: {error.strerror or error}") from error
    if not (folder / LIBRARY).exists():
        raise BackupError(f"{name} is not a backup: it contains no {LIBRARY}")


def _keep_library(paths: Paths, folder: Path, at: datetime) -> tuple[Path, bool] | None:
    """Copy the present library. Returns the copy and whether the library is broken; None if there is no library."""
    if not paths.library_db.exists():
        return None
    copy = folder / "replaced.db"
    try:
        backups.copy_library(paths.library_db, copy)
        return _move_copy(copy, paths.library_db, "replaced", at), False
    except (Damaged, NotOurs):
        try:
            backups.copy_files(paths.library_db, copy)
            return _move_copy(copy, paths.library_db, "damaged", at), True
        except OSError as error:
            raise unwritten(f"a copy of {paths.library_db}", error) from error


def _keep_present(present: Path, new: Path, at: datetime) -> Iterator[Path]:
    if present.exists() and present.read_bytes() != new.read_bytes():
        with scratch(present.parent) as folder:
            copy = folder / present.name
            _copy_file(present, copy)
            yield _move_copy(copy, present, "replaced", at)


def _move_copy(copy: Path, file: Path, what: str, at: datetime) -> Path:
    """Move a copy of ``file``, with its write-ahead log, to a new name beside the file and return it. An identical
    earlier copy is reused."""
    log = copy.with_name(f"{copy.name}-wal")
    for earlier in file.parent.glob(f"{file.name}.{what}-*.bak"):
        if not log.exists() and filecmp.cmp(copy, earlier, shallow=False):
            copy.unlink()
            return earlier
    name = f"{file.name}.{what}-{at.astimezone():%Y%m%d-%H%M%S}"
    # A second restoration within the same second must not overwrite the copies of the first one.
    names = map(file.with_name, chain((f"{name}.bak",), (f"{name}-{number}.bak" for number in count(2))))
    target = next(path for path in names if not path.exists())
    if log.exists():
        log.replace(target.with_name(f"{target.name}-wal"))
    copy.replace(target)
    sync_file(target)
    return target


def _copy_file(draft: Path, file: Path) -> None:
    """Copy a file to another name, atomically."""
    with draft.open("rb") as source, open_replacement(file, mode=0o600) as target:
        shutil.copyfileobj(source, target)
