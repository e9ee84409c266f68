"""The spool: a harvest's pages on disk from arrival until they are stored, so that a kill loses none of them."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from pathlib import Path

from arxtui.files import write_whole

_MAX_AGE = 86_400.0
"""Seconds. Older pages of an abandoned harvest are deleted: upstream can return other pages by then."""


class Spool:
    """One file per page, named after a hash of the page's URL. Write errors are ignored: the page is fetched again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for file in folder.glob("*"):
            with suppress(OSError):
                if time.time() - file.stat().st_mtime > _MAX_AGE:
                    file.unlink()

    def get(self, url: str) -> bytes | None:
        """Return the stored page of a URL; None if there is none."""
        with suppress(OSError):
            return self._file(url).read_bytes()
        return None

    def put(self, url: str, body: bytes) -> None:
        """Store a page that has arrived."""
        file = self._file(url)
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(file, body, durable=False)

    def drop(self, url: str) -> None:
        """Delete a page that is in the cache now, or is not usable."""
        with suppress(OSError):
            self._file(url).unlink()

    def clear(self) -> None:
        """Delete all pages, since one that arrived with them was not readable."""
        for file in self._folder.glob("*"):
            with suppress(OSError):
                file.unlink()

    def _file(self, url: str) -> Path:
        return self._folder / f"{hashlib.blake2b(url.encode(), digest_size=12).hexdigest()}.xml"
