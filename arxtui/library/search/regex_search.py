"""Looking through texts in a process of its own, which can be ended in the middle of a word: Python cannot interrupt a
regular expression."""

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
from arxtui.library.search.regex import Looked
from arxtui.model.expr import Regex
from arxtui.search.errors import SearchError

SECONDS = 2.0
"""How long one query may look."""
_REMEMBERED = 8
_SILENCE = 0.05
"""Seconds after which somebody who waits for an answer is told that there is none yet."""
_Answer = tuple[int, list[list[int]]]
"""How many papers were looked at so far, and what was found in the last of them for each expression."""


class _Scan:
    """The looking through one list of papers: those that were seen so far, and those found for each expression."""

    def __init__(self, asked: Sequence[Regex], keys: Sequence[int], version: int, answers: Iterator[_Answer]) -> None:
        self.version = version
        self.goes_on = True
        self.papers = frozenset(keys)
        self._keys = keys
        self._answers = answers
        self._seen: set[int] = set()
        self._found: list[set[int]] = [set() for _ in asked]

    def go_on(self, patience: float | None) -> None:
        """Look on for so many seconds at most, or to the end."""
        until = None if patience is None else time.monotonic() + patience
        for papers, more in self._answers:
            self._seen.update(self._keys[len(self._seen) : papers])
            for held, new in zip(self._found, more, strict=True):
                held.update(new)
            if until is not None and time.monotonic() >= until:
                return
        self.goes_on = False

    def of(self, keys: Sequence[int]) -> Looked:
        """What was found of some of the papers, in the same order: those seen come first among them too."""
        seen = [key for key in keys if key in self._seen]
        return Looked(tuple([key for key in seen if key in found] for found in self._found), len(seen), self.goes_on)


class TextSearch:
    """Looks for regular expressions in the texts of papers, ``seconds`` long at most, and remembers what it found until
    the cache changes: marking a paper, or counting, does not look again."""

    def __init__(self, paths: Paths, seconds: float = SECONDS) -> None:
        self._paths = paths
        self._seconds = seconds
        self._scans: dict[tuple[Regex, ...], _Scan] = {}

    def look(self, asked: Sequence[Regex], keys: Sequence[int], version: int, patience: float | None = None) -> Looked:
        """Which of the papers, newest first, have what is asked for, until the time is up. ``version`` is the cache's.
        With ``patience`` what was found in about so many seconds; whoever asks the same again gets more, while it
        ``goes_on``. SearchError when the texts cannot be read."""
        question = tuple(asked)
        scan = self._scans.pop(question, None)
        if scan is None or scan.version != version or not scan.papers.issuperset(keys):
            scan = _Scan(question, keys, version, self._answers(question, keys))
        if scan.goes_on:
            scan.go_on(patience)
        ended = [(each, other) for each, other in self._scans.items() if not other.goes_on]
        self._scans = dict([*ended, (question, scan)][-_REMEMBERED:])
        return scan.of(keys)

    def _answers(self, asked: Sequence[Regex], keys: Sequence[int]) -> Iterator[_Answer]:
        """Until all papers are looked at, or the time is up."""
        if not keys:
            return
        deadline = time.monotonic() + self._seconds
        request = {
            "cache": str(self._paths.cache_db),
            "library": str(self._paths.library_db),
            "asked": [(each.pattern, each.field.value) for each in asked],
            "keys": list(keys),
            "seconds": self._seconds,
        }
        with tempfile.TemporaryFile("w+") as told, self._paths.log_file.open("ab") as log:
            json.dump(request, told)
            told.seek(0)
            command = [sys.executable, "-P", "-m", "arxtui.library.search.regex_process"]
            child = subprocess.Popen(command, stdin=told, stdout=subprocess.PIPE, stderr=log, start_new_session=True)
        assert child.stdout is not None
        papers = 0
        try:
            for line in _lines(child.stdout, deadline):
                found: list[list[int]] = [[] for _ in asked]
                if line:
                    papers, found = json.loads(line)
                yield papers, found
        finally:
            over = time.monotonic() >= deadline
            child.kill()
            child.stdout.close()
            child.wait()
        if papers < len(keys) and not over:
            raise SearchError(f"The texts could not be looked through; {self._paths.log_file} says why.")


def _lines(pipe: IO[bytes], deadline: float) -> Iterator[bytes]:
    """Whole lines, until the end of the pipe or of the time; an empty one while nothing comes."""
    held = b""
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([pipe], [], [], min(left, _SILENCE))[0]:
            yield b""
        elif more := os.read(pipe.fileno(), 1 << 16):
            *lines, held = (held + more).split(b"\n")
            yield from lines
        else:
            return
