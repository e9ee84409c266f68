"""Backups: library, settings and stylesheet in one ``.tar.gz``. ``library.backup.restoration`` restores them."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.files import open_replacement, sync_file
from arxtui.scratch import scratch
from arxtui.store.library import backups

LIBRARY, CONFIG, STYLE = "library.db", "config.toml", "style.tcss"
"""The names of the files in a backup."""


class BackupError(Exception):
    """A backup could not be made or restored; the message says why, in words."""


def back_up(paths: Paths, file: Path) -> int:
    """Write the library, the settings and the stylesheet into a new file, atomically, and return its size in bytes.

    Raises:
        BackupError: The file exists already or cannot be written.
        StoreError: There is no library, or it cannot be read.
    """
    if file.exists():
        raise BackupError(f"{file} already exists; a backup does not overwrite files")
    with packed(paths, str(file), file.absolute().parent) as draft:
        try:
            draft.replace(file)
            sync_file(file)
        except OSError as error:
            raise unwritten(str(file), error) from error
    return file.stat().st_size


@contextmanager
def packed(paths: Paths, name: str, place: Path) -> Iterator[Path]:
    """Yield a temporary file in the folder ``place`` that contains the library, the settings and the stylesheet.

    ``name`` is the destination's name for error messages. Nothing is written outside ``place``, as the disk of the
    library may be full. Raises the errors of :func:`back_up`.
    """
    with unfinished(place, name) as folder:
        backups.copy_library(paths.library_db, folder / LIBRARY)
        draft = folder / "backup.tar.gz"
        try:
            with open_replacement(draft, mode=0o600) as stream, tarfile.open(fileobj=stream, mode="w:gz") as archive:
                archive.add(folder / LIBRARY, LIBRARY)
                for member, file in ((CONFIG, paths.config_file), (STYLE, paths.style_file)):
                    if file.is_file():
                        archive.add(file.resolve(), member)
        except OSError as error:
            raise unwritten(name, error) from error
        yield draft


@contextmanager
def unfinished(place: Path, name: str) -> Iterator[Path]:
    """Yield a temporary folder in ``place``. ``name`` is the destination's name for error messages. Raises BackupError
    if the folder cannot be made."""
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(scratch(place))
        except OSError as error:
            raise unwritten(name, error) from error
        yield folder


def unwritten(name: str, error: OSError) -> BackupError:
    """Return the error for a file that cannot be written, with the reason."""
    return BackupError(f"{name} cannot be written: {error.strerror or error}")
