"""An import of dblp in progress: a file of runs, each appended whole, from which an interrupted import goes on.

A run has the records of a part of the dump, in 256 groups by the first bits of the titles' hashes. When the dump is
read to its end, the groups of all runs with the same bits are merged, one after the other, so that memory is bounded.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from arxtui import locks
from arxtui.files import sync
from arxtui.light import NamedTuple
from arxtui.model.dblp import DblpRecord
from arxtui.store.dblp.works import Line, pack, to_line, unpack
from arxtui.store.errors import Busy, Damaged

GROUPS = 256
_MAGIC = b"dblprun1"
_HEADER = struct.Struct(f"<8s16sQQQ10s{GROUPS}II")
RUN = 40 << 20
"""The bytes of the dump whose records are a run, which is all that is in memory."""


class _Run(NamedTuple):
    """Where the groups of a run begin in the file, and how long they are."""

    start: int
    sizes: tuple[int, ...]


class PartialDblp:
    """The file, locked. ``through`` is the position in the dump whose records are in it, ``count`` their number,
    ``rejected`` the number of those that could not be read, and ``changed`` the latest day of a change."""

    def __init__(self, stream: BinaryIO, identity: bytes) -> None:
        self._stream = stream
        self._identity = identity
        self._runs: list[_Run] = []
        self._groups: list[list[Line]] = [[] for _ in range(GROUPS)]
        self._waiting = self._flushed = 0
        self.through = self.count = self.rejected = 0
        self.changed = ""
        self._read_runs()
        self._flushed = self.through

    @classmethod
    def open(cls, path: Path, identity: bytes) -> PartialDblp:
        """Open the file for the dump with an identity (16 bytes); what is in it of another dump is dropped. Raises Busy
        if another process imports dblp, OSError."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        stream = path.open("a+b")
        try:
            if not locks.is_alone(stream.fileno()):
                raise Busy("another process is importing dblp")
            return cls(stream, identity)
        except BaseException:
            stream.close()
            raise

    @property
    def total(self) -> int:
        """The number of records, with those that are not written yet."""
        return self.count + self._waiting

    def close(self) -> None:
        """Close the file; what was added since the last run is not in it."""
        self._stream.close()

    def add(self, records: Iterable[DblpRecord], through: int, rejected: int, changed: str) -> None:
        """Add the next records of the dump, up to a position. Raises OSError."""
        for line in map(to_line, records):
            self._groups[line.hash >> 56].append(line)
            self._waiting += 1
        self.through, self.changed = through, max(changed, self.changed)
        self.rejected += rejected
        if through - self._flushed >= RUN:
            self.flush()

    def flush(self) -> None:
        """Write what was added, and sync it to the disk. Raises OSError; the runs before stay."""
        frames = [pack(group, is_final=False) for group in self._groups]
        payload = b"".join(frames)
        header = _HEADER.pack(
            _MAGIC, self._identity, self.through, self._waiting, self.rejected, self.changed.encode("ascii", "replace"),
            *map(len, frames), zlib.crc32(payload),
        )  # fmt: skip
        start = self._stream.seek(0, 2)
        self._stream.write(header + payload)
        self._stream.flush()
        sync(self._stream.fileno())
        self._runs.append(_Run(start + _HEADER.size, tuple(map(len, frames))))
        self.count += self._waiting
        self._waiting, self._flushed = 0, self.through
        for group in self._groups:
            group.clear()

    def groups(self) -> Iterator[list[Line]]:
        """Yield the lines of each group, sorted by their hashes. Raises Damaged, OSError."""
        for number in range(GROUPS):
            lines: list[Line] = []
            for run in self._runs:
                self._stream.seek(run.start + sum(run.sizes[:number]))
                try:
                    lines += map(Line, *unpack(self._stream.read(run.sizes[number]), is_final=False))
                except ValueError as error:
                    raise Damaged(f"The unfinished import of dblp is damaged ({error}): import it again.") from error
            lines.sort()
            yield lines

    def _read_runs(self) -> None:
        """Find the runs that are whole, and drop what is behind them."""
        end = 0
        self._stream.seek(0)
        while len(head := self._stream.read(_HEADER.size)) == _HEADER.size:
            magic, identity, through, count, rejected, changed, *sizes, checksum = _HEADER.unpack(head)
            payload = self._stream.read(sum(sizes))
            if (magic, identity) != (_MAGIC, self._identity) or zlib.crc32(payload) != checksum:
                break
            self._runs.append(_Run(end + _HEADER.size, tuple(sizes)))
            end += _HEADER.size + len(payload)
            self.through, self.rejected = through, rejected
            self.changed = changed.rstrip(b"\0").decode("ascii", "replace")
            self.count += count
        self._stream.truncate(end)
