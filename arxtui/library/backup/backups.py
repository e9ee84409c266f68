"""A backup: the library and the settings in one ``.tar.gz``. The way back is ``library.backup.restoration``."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.files import open_replacement, sync_file
from arxtui.scratch import scratch
from arxtui.store.library import backups

LIBRARY, CONFIG = "library.db", "config.toml"
"""What the two files are called in a backup."""


class BackupError(Exception):
    """Why a backup was not made or not brought back, in words."""


def back_up(paths: Paths, file: Path) -> int:
    """Write library and settings into a new file, complete or not at all; its size in bytes. BackupError where it
    cannot be written or is there already; StoreError where there is no library, or it cannot be read."""
    if file.exists():
        raise BackupError(f"{file} is there already; a backup takes the place of none")
    with packed(paths, str(file), file.absolute().parent) as draft:
        try:
            draft.replace(file)
            sync_file(file)
        except OSError as error:
            raise unwritten(str(file), error) from error
    return file.stat().st_size


@contextmanager
def packed(paths: Paths, name: str, place: Path) -> Iterator[Path]:
    """Library and settings in one temporary file in the folder ``place``, to be copied to what is called ``name``.
    Nothing is written anywhere else: the disk of the library may be full. Errors as of :func:`back_up`."""
    with unfinished(place, name) as folder:
        backups.copy_library(paths.library_db, folder / LIBRARY)
        draft = folder / "backup.tar.gz"
        try:
            with open_replacement(draft, mode=0o600) as stream, tarfile.open(fileobj=stream, mode="w:gz") as archive:
                archive.add(folder / LIBRARY, LIBRARY)
                if paths.config_file.exists():
                    archive.add(paths.config_file.resolve(), CONFIG)
        except OSError as error:
            raise unwritten(name, error) from error
        yield draft


@contextmanager
def unfinished(place: Path, name: str) -> Iterator[Path]:
    """A folder in ``place`` for what is to be called ``name``. BackupError where none can be made."""
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(scratch(place))
        except OSError as error:
            raise unwritten(name, error) from error
        yield folder


def unwritten(name: str, error: OSError) -> BackupError:
    """That a file cannot be written, and why."""
    return BackupError(f"{name} cannot be written: {error.strerror or error}")
