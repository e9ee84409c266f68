"""Pages of a harvest on the disk, from their arrival until they are taken in: a kill has none of them fetched again."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from pathlib import Path

from arxtui.files import write_whole

_LASTING = 86_400.0
"""Seconds after which a page that nobody went on with is not believed to be what upstream would answer."""


class Spool:
    """One file a page, named after its address. A disk that does not take one costs no more than to ask again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for left in folder.glob("*"):
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > _LASTING:
                    left.unlink()

    def kept(self, url: str) -> bytes | None:
        """The page at an address, where it has arrived."""
        with suppress(OSError):
            return self._file(url).read_bytes()
        return None

    def keep(self, url: str, body: bytes) -> None:
        """A page has arrived."""
        file = self._file(url)
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(file, body, durable=False)

    def drop(self, url: str) -> None:
        """A page is taken in, or of no use."""
        with suppress(OSError):
            self._file(url).unlink()

    def clear(self) -> None:
        """None of the pages is of use: one that could not be read came with the others."""
        for left in self._folder.glob("*"):
            with suppress(OSError):
                left.unlink()

    def _file(self, url: str) -> Path:
        return self._folder / f"{hashlib.blake2b(url.encode(), digest_size=12).hexdigest()}.xml"
