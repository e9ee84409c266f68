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
from typing import IO, NamedTuple

from arxtui.config.paths import Paths
from arxtui.library.search.regex import Looked
from arxtui.model.expr import Regex
from arxtui.search.errors import SearchError

SECONDS = 2.0
"""How long one query may look."""
_REMEMBERED = 8


class _Outcome(NamedTuple):
    """What became of a question: the cache's version, the papers it was about, those looked at, those found."""

    version: int
    keys: frozenset[int]
    seen: frozenset[int]
    found: tuple[frozenset[int], ...]

    def of(self, keys: Sequence[int]) -> Looked:
        """The same of some of the papers, in the same order: those looked at come first among them too."""
        seen = [key for key in keys if key in self.seen]
        return Looked(tuple([key for key in seen if key in found] for found in self.found), len(seen))


class TextSearch:
    """Looks for regular expressions in the texts of papers, ``seconds`` long at most, and remembers what it found until
    the cache changes: marking a paper, or counting, does not look again."""

    def __init__(self, paths: Paths, seconds: float = SECONDS) -> None:
        self._paths = paths
        self._seconds = seconds
        self._outcomes: dict[tuple[Regex, ...], _Outcome] = {}

    def look(self, asked: Sequence[Regex], keys: Sequence[int], version: int) -> Looked:
        """Which of the papers, newest first, have what is asked for, until the time is up. ``version`` is the cache's.
        SearchError when the texts cannot be read."""
        question = tuple(asked)
        known = self._outcomes.get(question)
        if known is None or known.version != version or not known.keys.issuperset(keys):
            known = self._ask(question, keys, version)
            self._outcomes = dict([*self._outcomes.items(), (question, known)][-_REMEMBERED:])
        return known.of(keys)

    def _ask(self, asked: Sequence[Regex], keys: Sequence[int], version: int) -> _Outcome:
        found: list[list[int]] = [[] for _ in asked]
        looked = 0
        for papers, more in self._answers(asked, keys):
            looked = papers
            for held, new in zip(found, more, strict=True):
                held.extend(new)
        return _Outcome(version, frozenset(keys), frozenset(keys[:looked]), tuple(map(frozenset, found)))

    def _answers(self, asked: Sequence[Regex], keys: Sequence[int]) -> Iterator[tuple[int, list[list[int]]]]:
        """(papers looked at so far, what was found in the last of them), until all are done or the time is up."""
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
            command = [sys.executable, "-m", "arxtui.library.search.regex_process"]
            child = subprocess.Popen(command, stdin=told, stdout=subprocess.PIPE, stderr=log, start_new_session=True)
        assert child.stdout is not None
        papers = 0
        try:
            for line in _lines(child.stdout, deadline):
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
    """Whole lines, until the end of the pipe or of the time."""
    held = b""
    while select.select([pipe], [], [], max(deadline - time.monotonic(), 0))[0]:
        more = os.read(pipe.fileno(), 1 << 16)
        if not more:
            return
        *lines, held = (held + more).split(b"\n")
        yield from lines
