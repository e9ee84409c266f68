"""The search of texts in a separate process, which can be killed at any time: Python cannot interrupt a regular
expression."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import IO

from arxtui.config.paths import Paths
from arxtui.library.search.regex import ScanResult
from arxtui.model.expr import Regex
from arxtui.search.errors import SearchError

SECONDS = 10.0
"""The time limit of one query's search, in seconds."""
_CACHED_SCANS = 8
_POLL_SECONDS = 0.05
"""Seconds without a result after which a waiting caller gets an empty one."""
_Answer = tuple[int, list[list[int]]]
"""The number of papers searched so far, and the matches of each expression in the last batch."""


class _Scan:
    """The search of one list of papers: the papers searched so far, and the matches of each expression."""

    def __init__(
        self, expressions: Sequence[Regex], keys: Sequence[int], version: int, answers: Iterator[_Answer]
    ) -> None:
        self.version = version
        self.goes_on = True
        self.papers = frozenset(keys)
        self._keys = keys
        self._answers = answers
        self._seen: set[int] = set()
        self._found: list[set[int]] = [set() for _ in expressions]

    def go_on(self, patience: float | None) -> None:
        """Continue the search for at most ``patience`` seconds; None means to the end."""
        until = None if patience is None else time.monotonic() + patience
        for papers, more in self._answers:
            self._seen.update(self._keys[len(self._seen) : papers])
            for matches, new in zip(self._found, more, strict=True):
                matches.update(new)
            if until is not None and time.monotonic() >= until:
                return
        self.goes_on = False

    def of(self, keys: Sequence[int]) -> ScanResult:
        """Return the matches among some of the papers, in their order. The searched papers must come first among them,
        too."""
        seen = [key for key in keys if key in self._seen]
        return ScanResult(
            tuple([key for key in seen if key in matches] for matches in self._found), len(seen), self.goes_on
        )


class TextSearch:
    """Searches the texts of papers for regular expressions, for at most ``seconds``, and caches the results until the
    cache database changes: marking or counting papers does not repeat the search."""

    def __init__(self, paths: Paths, seconds: float = SECONDS) -> None:
        self._paths = paths
        self._seconds = seconds
        self._scans: dict[tuple[Regex, ...], _Scan] = {}

    def look(
        self, expressions: Sequence[Regex], keys: Sequence[int], version: int, patience: float | None = None
    ) -> ScanResult:
        """Return which of the papers, newest first, match each expression.

        ``version`` is the data version of the cache. With ``patience``, return after about that many seconds: while the
        result ``goes_on``, the next call with the same expressions returns more. Raises SearchError if the texts cannot
        be read.
        """
        key = tuple(expressions)
        scan = self._scans.pop(key, None)
        if scan is None or scan.version != version or not scan.papers.issuperset(keys):
            scan = _Scan(key, keys, version, self._answers(key, keys))
        if scan.goes_on:
            scan.go_on(patience)
        ended = [(each, other) for each, other in self._scans.items() if not other.goes_on]
        self._scans = dict([*ended, (key, scan)][-_CACHED_SCANS:])
        return scan.of(keys)

    def _answers(self, expressions: Sequence[Regex], keys: Sequence[int]) -> Iterator[_Answer]:
        """Run the search process and yield its results until all papers are searched or the time limit is reached."""
        if not keys:
            return
        deadline = time.monotonic() + self._seconds
        request = {
            "cache": str(self._paths.cache_db),
            "library": str(self._paths.library_db),
            "asked": [(each.pattern, each.field.value) for each in expressions],
            "keys": list(keys),
            "seconds": self._seconds,
        }
        with tempfile.TemporaryFile("w+") as stdin, self._paths.log_file.open("ab") as log:
            json.dump(request, stdin)
            stdin.seek(0)
            command = [sys.executable, "-P", "-m", "arxtui.library.search.regex_process"]
            child = subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=log, start_new_session=True)
        assert child.stdout is not None
        papers = 0
        try:
            for line in _lines(child.stdout, deadline):
                matches: list[list[int]] = [[] for _ in expressions]
                if line:
                    papers, matches = json.loads(line)
                yield papers, matches
        finally:
            is_timed_out = time.monotonic() >= deadline
            child.kill()
            child.stdout.close()
            child.wait()
        if papers < len(keys) and not is_timed_out:
            raise SearchError(f"The texts could not be searched; {self._paths.log_file} says why.")


def _lines(pipe: IO[bytes], deadline: float) -> Iterator[bytes]:
    """Yield whole lines until the end of the pipe or the deadline; an empty line for each interval without data."""
    rest = b""
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([pipe], [], [], min(left, _POLL_SECONDS))[0]:
            yield b""
        elif more := os.read(pipe.fileno(), 1 << 16):
            *lines, rest = (rest + more).split(b"\n")
            yield from lines
        else:
            return
