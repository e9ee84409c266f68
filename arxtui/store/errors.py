"""Errors of the database files, with messages for the user.

StoreError
  ├── NewerFile   written by a newer version of the program
  ├── NotOurs     a file of another program
  ├── Damaged     cannot be read as the file or record it should be
  ├── Busy        locked by another process for longer than the busy timeout
  ├── DiskFull    no space left
  └── ReadOnly    on a disk, or in a directory, that cannot be written
"""

from __future__ import annotations


class StoreError(Exception):
    """A database could not be opened, read or written. The message names the file and says what to do."""


class NewerFile(StoreError):  # noqa: N818 - the names say what the file is
    """The file was written by a newer version of the program."""


class NotOurs(StoreError):  # noqa: N818
    """The file belongs to another program, or is the other of this program's two databases."""


class Damaged(StoreError):  # noqa: N818
    """The file, or a record in it, cannot be read."""


class Busy(StoreError):  # noqa: N818
    """Another process locked the database for longer than the busy timeout."""


class DiskFull(StoreError):  # noqa: N818
    """The disk has no space left for the database."""


class ReadOnly(StoreError):  # noqa: N818
    """The database can be read but not written."""
