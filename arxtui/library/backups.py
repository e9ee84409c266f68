"""A backup: the library and the settings in one ``.tar.gz``, and the way back."""

from __future__ import annotations

import shutil
import tarfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from arxtui.config.paths import Paths
from arxtui.files import replaced, settle
from arxtui.library.archive import ArchiveError, take_out
from arxtui.library.incoming import Contents, Incoming, contents_of, taking_no_programs
from arxtui.scratch import scratch
from arxtui.store import backups
from arxtui.store.adoption import adopt_library
from arxtui.store.errors import Damaged, NotOurs

_LIBRARY, _CONFIG, _ADOPTED = "library.db", "config.toml", "adopted.db"
_MOST, _MOST_CONFIG = 4 << 30, 256 << 10
"""Bytes of each in a backup."""


class BackupError(Exception):
    """Why a backup was not made or not brought back, in words."""


def back_up(paths: Paths, file: Path) -> int:
    """Write library and settings into a new file, complete or not at all; its size in bytes. BackupError where it
    cannot be written or is there already; StoreError where there is no library, or it cannot be read."""
    if file.exists():
        raise BackupError(f"{file} is there already; a backup takes the place of none")
    with packed(paths, str(file), file.absolute().parent) as draft:
        try:
            _put(draft, file)
        except OSError as error:
            raise _unwritten(str(file), error) from error
    return file.stat().st_size


@contextmanager
def packed(paths: Paths, name: str, place: Path) -> Iterator[Path]:
    """Library and settings in one temporary file in the folder ``place``, to be copied to what is called ``name``.
    Nothing is written anywhere else: the disk of the library may be full. Errors as of :func:`back_up`."""
    with _scratch(place, name) as folder:
        backups.copy_library(paths.library_db, folder / _LIBRARY)
        draft = folder / "backup.tar.gz"
        try:
            with tarfile.open(draft, "x:gz") as archive:
                archive.add(folder / _LIBRARY, _LIBRARY)
                if paths.config_file.exists():
                    archive.add(paths.config_file.resolve(), _CONFIG)
        except OSError as error:
            raise _unwritten(name, error) from error
        yield draft


@contextmanager
def _scratch(place: Path, name: str) -> Iterator[Path]:
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(scratch(place))
        except OSError as error:
            raise _unwritten(name, error) from error
        yield folder


def _unwritten(name: str, error: OSError) -> BackupError:
    return BackupError(f"{name} cannot be written: {error.strerror or error}")


class Restored(NamedTuple):
    """The files in which what was replaced is kept; ``broken`` is the one of them that is a library that could not be
    read, byte for byte."""

    kept: tuple[Path, ...]
    broken: Path | None = None


def restore(
    paths: Paths, file: Path, at: datetime, name: str = "", *, agree: Callable[[Contents], bool] = taking_no_programs
) -> Restored:
    """Bring the library and the settings of a backup back. ``name`` is what to call the backup, where that is not its
    file's name.

    All of the backup is looked at before anything is changed, and ``agree`` is shown what is in it: whether the
    settings that run programs are taken too. BackupError for what is no backup, ConfigError for faulty settings in it,
    StoreError where its library is damaged or newer than this program.
    """
    name = name or str(file)
    paths.make()
    with _scratch(paths.data, str(paths.data)) as folder:
        _take_out(file, folder, name)
        library, config = folder / _ADOPTED, folder / _CONFIG
        left_out = adopt_library(folder / _LIBRARY, library)
        settings = Incoming.read(config, paths.config_file, f"{_CONFIG} in {name}")
        if not agree(contents_of(library, settings, left_out)):
            settings.leave_out_programs()
        replaced_library, is_broken = _keep_library(paths, folder, at)
        kept = [*replaced_library, *_keep_config(paths, config, at)]
        backups.put_in_place(library, paths.library_db)
        if config.exists():
            _put(config, paths.config_file)
    return Restored(tuple(kept), kept[0] if is_broken else None)


def _take_out(file: Path, folder: Path, name: str) -> None:
    """The two files by name, and nothing else that an archive may name."""
    try:
        take_out(file, folder, {_LIBRARY: _MOST, _CONFIG: _MOST_CONFIG})
    except ArchiveError as error:
        raise BackupError(f"{name} is no backup, or only a part of one: {error}") from error
    except OSError as error:
        raise BackupError(f"{name} cannot be read: {error.strerror or error}") from error
    if not (folder / _LIBRARY).exists():
        raise BackupError(f"{name} is no backup: there is no {_LIBRARY} in it")


def _keep_library(paths: Paths, folder: Path, at: datetime) -> tuple[list[Path], bool]:
    """The file that keeps what is replaced, if there is anything; whether it is a broken one."""
    if not paths.library_db.exists():
        return [], False
    copy = folder / "replaced.db"
    try:
        backups.copy_library(paths.library_db, copy)
    except (Damaged, NotOurs):
        return [_keep_broken(paths, folder, at)], True
    kept = _beside(paths.library_db, "replaced", at)
    copy.replace(kept)
    return [kept], False


def _keep_broken(paths: Paths, folder: Path, at: datetime) -> Path:
    kept = _beside(paths.library_db, "damaged", at)
    try:
        backups.copy_files(paths.library_db, folder / kept.name)
        for copy in folder.glob(f"{kept.name}*"):
            settle(copy)
            copy.replace(kept.with_name(copy.name))
    except OSError as error:
        raise _unwritten(str(kept), error) from error
    return kept


def _keep_config(paths: Paths, wanted: Path, at: datetime) -> Iterator[Path]:
    held = paths.config_file
    if wanted.exists() and held.exists() and held.read_bytes() != wanted.read_bytes():
        kept = _beside(held, "replaced", at)
        _put(held, kept)
        yield kept


def _beside(file: Path, what: str, at: datetime) -> Path:
    """A name that no file has: a second restoration within the second must not take what the first one kept."""
    name = f"{file.name}.{what}-{at.astimezone():%Y%m%d-%H%M%S}"
    names = chain((f"{name}.bak",), (f"{name}-{number}.bak" for number in count(2)))
    return next(path for path in map(file.with_name, names) if not path.exists())


def _put(draft: Path, file: Path) -> None:
    """A copy under another name, whole or not at all."""
    with draft.open("rb") as made, replaced(file, mode=0o600) as into:
        shutil.copyfileobj(made, into)
