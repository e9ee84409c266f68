"""PDFs that the user keeps, one file for each version of a paper: ``2605.01234v2.pdf``, ``hep-th_9901001v1.pdf``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from arxtui.files import write_whole
from arxtui.store.errors import DiskFull, StoreError

_NO_ROOM = frozenset({28, 122})
"""Error numbers for a full disk: ``ENOSPC`` and ``EDQUOT``."""


class Pdfs:
    """The PDFs in a folder, which one process at a time can write. Version 0 means unknown."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, base: str, version: int) -> Path:
        """Return the path for the PDF of a paper's version, whether or not it exists."""
        return self._folder / f"{base.replace('/', '_')}{f'v{version}' if version else ''}.pdf"

    def newest(self, base: str) -> tuple[Path, int] | None:
        """Return the stored PDF of the newest version of a paper, and that version; None if there is none."""
        return max(self._stored(base), key=lambda each: each[1], default=None)

    def put(self, base: str, version: int, data: bytes) -> Path:
        """Write a PDF atomically. Raises StoreError if it cannot be written."""
        path = self.path(base, version)
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(path, data)
        except OSError as error:
            if error.errno in _NO_ROOM:
                raise DiskFull(f"There is no room left on the disk for the PDF {path}.") from error
            raise StoreError(f"The PDF {path} cannot be written: {error.strerror or error}.") from error
        return path

    def _stored(self, base: str) -> Iterator[tuple[Path, int]]:
        name = re.compile(rf"{re.escape(base.replace('/', '_'))}(?:v(\d+))?\.pdf")
        with suppress(OSError):
            for path in self._folder.glob(f"{base.replace('/', '_')}*.pdf"):
                if named := name.fullmatch(path.name):
                    yield path, int(named[1] or 0)
