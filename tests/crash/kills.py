"""One kill a round: an operation of the program on a new home is killed at one of its writes or at a random moment. The
content of the home is checked afterwards, and again when the operation has been repeated.

Used by the tests (some dozens of kills) and by ``benchmarks/kills.py`` (ten thousand).
"""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import gcd
from pathlib import Path
from typing import Protocol

from arxtui.config.paths import Paths
from tests.fork_server import Done, ForkServer, Kill
from tests.traced import is_possible


@dataclass(frozen=True)
class Act:
    """Python code to run in a fork, its arguments, and the home that the code works on."""

    home: Path
    work: str
    arguments: Sequence[str | Path] = ()

    def run(self, fork_server: ForkServer, kill: Kill, *, counted: bool = False) -> Done:
        """Run the code."""
        environ = {"ARXTUI_HOME": str(self.home)}
        return fork_server.run(self.work, *self.arguments, environ=environ, kill=kill, counted=counted)


class Operation(Protocol):
    """An operation of the program, and the checks that it lost nothing."""

    name: str

    def prepare(self, home: Path) -> None:
        """Make the home that each round starts from."""

    def act(self, home: Path) -> Act:
        """Return the act that is killed. When it is repeated, it must complete."""

    def after(self, home: Paths, done: Done) -> list[str]:
        """Return what is lost or wrong after the act, in words; ``done`` says whether the act was killed."""

    def lies(self, home: Paths) -> list[str]:
        """Return the false statements of the home about its own state, in words."""

    def seen(self, home: Paths) -> Mapping[str, object]:
        """Return everything that the home contains after the act has completed, by name."""


@dataclass
class Count:
    """The results of the rounds of one operation. ``writes`` and ``seconds`` are measured on an act that is not killed;
    ``spared`` counts the acts that ended before their kill."""

    writes: int
    seconds: float
    kills: int = 0
    spared: int = 0
    at_writes: set[int] = field(default_factory=set)
    lost: list[str] = field(default_factory=list)
    lies: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether no round had a fault."""
        return not (self.lost or self.lies or self.errors)


_AT_WRITES = 3
"""Of each four kills of an operation, three are at a write (see :func:`_scattered`) and one is at a random moment."""


class Killer:
    """Kills operations round after round, in their order; an operation can be listed several times. A round depends
    only on the seed and the number of the round."""

    def __init__(self, folder: Path, operations: Sequence[Operation], fork_server: ForkServer, seed: int) -> None:
        self._folder = folder
        self._operations = operations
        self._fork_server = fork_server
        self._seed = seed
        self._expected: dict[str, Mapping[str, object]] = {}
        self._homes = 0
        self.counts: dict[str, Count] = {}
        for operation in dict.fromkeys(operations):
            operation.prepare(self._template(operation))
            self._measure(operation)

    def round(self, number: int) -> list[str]:
        """Run one round with one kill. Returns the faults, in words."""
        cycle, place = divmod(number, len(self._operations))
        operation = self._operations[place]
        count = self.counts[operation.name]
        home = self._fresh(operation)
        turn = cycle * self._operations.count(operation) + self._operations[:place].count(operation)
        kill = self._kill(count, turn, random.Random(f"{self._seed} {number}"))
        act = operation.act(home)
        done = act.run(self._fork_server, kill)
        count.kills += done.killed
        count.spared += not done.killed
        if done.killed and kill.write:
            count.at_writes.add(kill.write)
        paths = Paths.under(home)
        where = f"round {number}, {operation.name}, {kill}"
        errors = [] if done.killed or done.status == 0 else [f"exit {done.status}: {done.said}"]
        lost, lies = operation.after(paths, done), operation.lies(paths)
        again = act.run(self._fork_server, Kill())
        errors += [] if again.status == 0 else [f"done again it ended with {again.status}: {again.said}"]
        seen = operation.seen(paths)
        lost += [f"{what} differ" for what, held in self._expected[operation.name].items() if held != seen[what]]
        for words, found in ((lost, count.lost), (lies, count.lies), (errors, count.errors)):
            found += [f"{where}: {each}" for each in words]
        return [f"{where}: {each}" for each in (*lost, *lies, *errors)]

    def _kill(self, count: Count, turn: int, chance: random.Random) -> Kill:
        before, place = divmod(turn, _AT_WRITES + 1)
        if place < _AT_WRITES and count.writes:
            return Kill(write=_scattered(before * _AT_WRITES + place, count.writes))
        return Kill(seconds=chance.uniform(0, 1.1 * count.seconds))

    def _measure(self, operation: Operation) -> None:
        home = self._fresh(operation)
        begun = time.monotonic()
        done = operation.act(home).run(self._fork_server, Kill())
        took = time.monotonic() - begun
        assert done.status == 0, done.said
        self._expected[operation.name] = operation.seen(Paths.under(home))
        writes = 0
        if is_possible():
            writes = operation.act(self._fresh(operation)).run(self._fork_server, Kill(), counted=True).writes
        self.counts[operation.name] = Count(writes, took)

    def _template(self, operation: Operation) -> Path:
        return self._folder / operation.name.replace(" ", "-")

    def _fresh(self, operation: Operation) -> Path:
        """Return a new copy of the operation's home. Each round has its own path, because a child of the killed process
        can still write to the previous home."""
        shutil.rmtree(self._folder / f"home {self._homes}", ignore_errors=True)
        self._homes += 1
        home = self._folder / f"home {self._homes}"
        shutil.copytree(self._template(operation), home)
        return home


def _scattered(number: int, writes: int) -> int:
    """Return the write, counted from 1, at which kill ``number`` (from 0) happens. The first kill is in the middle, the
    next ones are far apart, and each write has had one after ``writes`` kills."""
    step = next(each for each in range(round(writes * 0.618), writes + 1) if gcd(each, writes) == 1)
    return (writes // 2 + number * step) % writes + 1


@contextmanager
def killing(fork_server: ForkServer, folder: Path, seed: int) -> Iterator[Killer]:
    """Yield a killer of all operations that write; their homes and upstream are under ``folder``."""
    from tests.crash.operations import operations

    with operations(folder) as listed:
        yield Killer(folder, listed, fork_server, seed)
