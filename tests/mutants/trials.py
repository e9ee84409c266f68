"""Parse and show mutants of payloads, in forks, so that a mutant that ends or hangs the process is noticed.

Shared by the tests (some hundreds) and by ``benchmarks/mutants.py`` (a million).
"""

from __future__ import annotations

import faulthandler
import json
import mmap
import os
import re
import resource
import select
import signal
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from tests.mutants.parsers import Parser, parsers
from tests.mutants.screen import shown

Read = Callable[[bytes], list[Any]]
LONGEST = 2.0
"""Seconds of CPU time that parsing and showing a mutant may take."""
LARGEST = 500 << 20
"""Bytes of memory that the process may use for it."""
_PATIENCE = 60.0
"""Seconds of wall-clock time without a result after which a process counts as hanging."""
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_FULL = 99
"""The exit status of a fork that exceeded the memory limit."""
_PLACE = struct.Struct("=q")


class Outcome(StrEnum):
    """The outcome of a mutant; only the first two are correct."""

    READ = "read"
    REFUSED = "refused"
    ESCAPE = "escape"
    ERROR = "error"
    HANG = "hang"
    MEMORY = "memory"


class Fault(NamedTuple):
    """A mutant with a wrong outcome."""

    number: int
    parser: str
    outcome: Outcome
    words: str


@dataclass
class Tally:
    """Counts of (parser, outcome), the faults, the longest time in seconds, and the largest memory in bytes."""

    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    seconds: float = 0.0
    memory: int = 0

    def add(self, other: Tally) -> None:
        """Add the tally of a batch."""
        self.outcomes += other.outcomes
        self.faults += other.faults
        self.seconds, self.memory = max(self.seconds, other.seconds), max(self.memory, other.memory)


class Trials:
    """Numbered mutants; the outcome of a mutant depends on the seed and its number alone."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    @cached_property
    def parsers(self) -> dict[str, Parser]:
        """All parsers by name."""
        return parsers()

    @cached_property
    def _all(self) -> Sequence[bytes]:
        return [each for parser in self.parsers.values() for each in parser.payloads if len(each) < 1 << 16]

    def mutant(self, number: int) -> tuple[str, bytes]:
        """Return the name of its parser, and the mutant."""
        names = list(self.parsers)
        name = names[number % len(names)]
        chance = Random(f"{self._seed} {number}")
        return name, self.parsers[name].mutant(self._all, chance)

    def batch(self, numbers: Iterable[int]) -> Tally:
        """Run these mutants in a fork of this process. A mutant that ends the fork or hangs is a fault, and another
        fork continues with the rest."""
        left = list(numbers)
        tally = Tally()
        assert self._all
        while left:
            done, reached, end = self._forked(left)
            tally.add(done)
            if end:
                name, _ = self.mutant(reached)
                tally.faults.append(Fault(reached, name, *end))
                tally.outcomes[name, end[0]] += 1
            left = left[left.index(reached) + 1 :]
        return tally

    def _forked(self, numbers: Sequence[int]) -> tuple[Tally, int, tuple[Outcome, str] | None]:
        """Run mutants in a fork. Returns the tally of those that finished, the last number that was started, and the
        fault if that one ended the fork or hung."""
        place = mmap.mmap(-1, _PLACE.size)
        ends, sends = os.pipe()
        child = os.fork()
        if child == 0:
            faulthandler.disable()  # a crash of the fork is a result, not a fault of the tests
            os.close(ends)
            _work(self, numbers, place, sends)
        os.close(sends)
        heard = b""
        hung = False
        while True:
            if not hung and not select.select([ends], [], [], _PATIENCE)[0]:
                hung = True
                os.kill(child, signal.SIGKILL)
            if not (piece := os.read(ends, 1 << 16)):
                break
            heard += piece
        os.close(ends)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        (reached,) = _PLACE.unpack(place[:])
        if code in (0, _FULL):
            return _tally(heard), reached, None
        words = f"nothing came of it in {_PATIENCE:g} seconds" if hung else f"the process ended with {code}"
        return _tally(heard), reached, (Outcome.HANG if hung else Outcome.ERROR, words)


def _work(trials: Trials, numbers: Sequence[int], place: mmap.mmap, sends: int) -> None:
    """In the fork: run each mutant, write its outcome as a line, and exit."""
    code = 1
    before = _held()  # a fork starts with the peak memory of its parent
    try:
        with os.fdopen(sends, "wb", buffering=0) as result:
            for number in numbers:
                place[:] = _PLACE.pack(number)
                name, data = trials.mutant(number)
                made = _held()  # making the mutant can take more memory than parsing it
                begun = time.process_time()
                outcome, words = _outcome(trials.parsers[name], data)
                took, peak = time.process_time() - begun, _held()
                held = peak - before if peak > made else 0
                if outcome in (Outcome.READ, Outcome.REFUSED) and held > LARGEST:
                    outcome, words = Outcome.MEMORY, f"{held >> 20:,} MB for {len(data):,} bytes"
                elif outcome in (Outcome.READ, Outcome.REFUSED) and took > LONGEST:
                    outcome, words = Outcome.HANG, f"{took:.1f} seconds for {len(data):,} bytes"
                result.write(json.dumps([number, name, outcome, words, took, held]).encode() + b"\n")
                if outcome is Outcome.MEMORY:
                    # The peak memory of a process never decreases, so the rest runs in a new fork.
                    os._exit(_FULL)
        code = 0
    finally:
        os._exit(code)


def _outcome(parser: Parser, data: bytes) -> tuple[Outcome, str]:
    try:
        parsed = parser.read(data)
    except parser.errors as error:
        if str(error) and not isinstance(error, UnicodeError):
            return Outcome.REFUSED, ""
        return Outcome.ERROR, f"{type(error).__name__}: {error}"
    except Exception as error:
        return Outcome.ERROR, f"{type(error).__name__}: {error}"
    try:
        for text in shown(parsed):
            if found := _STEERING.search(text):
                return Outcome.ESCAPE, f"{found[0]!r} in {text[:80]!r}"
    except Exception as error:
        return Outcome.ERROR, f"on the way to the screen: {type(error).__name__}: {error}"
    return Outcome.READ, ""


def _held() -> int:
    """Return the peak memory of this process in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def _tally(heard: bytes) -> Tally:
    tally = Tally()
    for line in heard.splitlines():
        number, name, outcome, words, seconds, memory = json.loads(line)
        tally.outcomes[name, outcome] += 1
        tally.seconds, tally.memory = max(tally.seconds, seconds), max(tally.memory, memory)
        if outcome not in (Outcome.READ, Outcome.REFUSED):
            tally.faults.append(Fault(number, name, Outcome(outcome), words))
    return tally
