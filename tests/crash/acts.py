"""Random acts, undos, redos, restarts and kills on a library, compared with a model of the expected content.

Used by the tests and by ``benchmarks/soak_library.py``.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.model.intake import Intake
from arxtui.model.marks import Reading
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from tests.builders import DAY, NOW, paper
from tests.crash.shadow import Content, Shadow, Step
from tests.fork_server import ForkServer

PAPERS = tuple(paper(number) for number in range(1, 5))
KEYS = tuple(each.key for each in PAPERS)
_TAGS = ("thesis", "thesis/related", "book")
_LISTS = ("seminar", "course")
_MARKS = ("read", "unread", "star", "unstar", "hide", "unhide", "queue", "unqueue", "tag", "untag")
_LONGEST_BURST = 12
_PROGRAM = "from tests.crash.acts import main\nmain()"
_AN_ACT = 0.006
"""The approximate duration of an act, in seconds; longer when the machine is busy."""
_BACK_AND_FORTH = 0.35
"""The share of undos and redos among the steps."""


def prepared(folder: Path) -> Paths:
    """Return the paths of a new home whose cache contains the papers."""
    paths = Paths.under(folder)
    paths.make()
    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake(papers=PAPERS))
    return paths


def clock(count: int) -> datetime:
    """Return the time of a step."""
    return NOW + timedelta(seconds=count)


def take(library: Library, file: LibraryFile, step: Step) -> None:
    """Take a step. A step that the library refuses with an error message is not an act."""
    name, *result = step
    with suppress(LookupError, ValueError):
        match name:
            case "mark":
                what, keys, tag, by = result
                library.marks.apply(keys, what, tag, by=by)
            case "read_as":
                keys, state = result
                library.marks.read_as(keys, Reading(state) if state else None)
            case "deliver":
                day, keys = result
                file.inbox.deliver(date.fromordinal(day), keys)
            case _:
                _acts(library)[name](*result)


def _acts(library: Library) -> dict[str, Callable[..., object]]:
    return {
        "rate": library.marks.rate,
        "note": library.marks.note,
        "enlist": library.lists.enlist,
        "delist": library.lists.delist,
        "arrange": library.lists.arrange,
        "rename_list": library.lists.rename,
        "remove_list": library.lists.remove,
        "retag": library.tags.retag,
        "rename_tag": library.tags.rename,
        "remove_tag": library.tags.remove,
        "undo": library.journal.undo,
        "redo": library.journal.redo,
    }


def content(library: Library, file: LibraryFile) -> Content:
    """Return everything that the library shows."""
    days = {key: day.toordinal() for day, _, keys in file.inbox.days() for key in keys}
    lists = [(name, list(keys)) for name, keys in library.lists.all()]
    acts = [
        (act.number, act.what, act.by, act.undone is None, list(library.journal.papers_of(act.number)))
        for act in library.journal.acts(10_000)
    ]
    return Content(file.marks.of(KEYS), days, lists, acts)


@contextmanager
def opened(paths: Paths, count: int) -> Iterator[tuple[Library, LibraryFile, Callable[[], int]]]:
    """Open a library and its file. Yields both and a function that advances the library's clock by one step."""
    counter = itertools.count(count)
    now = [clock(count)]

    def tick() -> int:
        number = next(counter)
        now[0] = clock(number)
        return number

    with (
        closing(Library.open(paths, Settings(), lambda: now[0])) as library,
        LibraryFile.open(paths.library_db) as file,
    ):
        yield library, file, tick


@dataclass
class Attack:
    """A series of steps on one library. ``count`` is the number of steps taken."""

    fork_server: ForkServer
    paths: Paths
    chance: random.Random
    shadow: Shadow = field(default_factory=Shadow)
    count: int = 0
    kills: int = 0
    unheard: int = 0
    """The number of kills after which the journal contained a complete act that had not been acknowledged."""

    def run(self, rounds: int, *, kills: float) -> list[str]:
        """Take a few steps in each of ``rounds`` rounds; ``kills`` is the share of rounds in which the process is
        killed. Returns the faults."""
        wrong: list[str] = []
        for _ in range(rounds):
            done = len(self.shadow.acts)
            steps = [_step(self.chance, done) for _ in range(self.chance.randint(1, _LONGEST_BURST))]
            wrong += self._killed(steps) if self.chance.random() < kills else self._peaceful(steps)
        return wrong

    def _peaceful(self, steps: Sequence[Step]) -> list[str]:
        wrong = []
        with opened(self.paths, self.count) as (library, file, tick):
            for step in steps:
                self.count = tick()
                take(library, file, step)
                self.shadow.take(step, clock(self.count).timestamp())
                wrong += self._compared(content(library, file), self.shadow, step)
        self.count += 1
        return wrong

    def _killed(self, steps: Sequence[Step]) -> list[str]:
        steps = [step for step in steps if step[0] != "deliver"]
        acknowledged, later = self.chance.randint(0, len(steps)), self.chance.uniform(0, _AN_ACT)
        done = _burst(self.fork_server, self.paths, self.count, steps, acknowledged, later)
        self.kills += 1
        for step in steps[:done]:
            self.shadow.take(step, clock(self.count).timestamp())
            self.count += 1
        with opened(self.paths, self.count) as (library, file, _):
            held, faults = content(library, file), file.faults()
        if done < len(steps) and held != self.shadow.content(KEYS):
            self.shadow.take(steps[done], clock(self.count).timestamp())
            self.unheard += 1
        self.count += 1
        return faults + self._compared(held, self.shadow, ("kill", done, *steps))

    def _compared(self, held: Content, shadow: Shadow, after: Step) -> list[str]:
        expected = shadow.content(KEYS)
        names = [name for name in Content._fields if getattr(held, name) != getattr(expected, name)]
        return [f"{name} after {after}: {getattr(held, name)} should be {getattr(expected, name)}" for name in names]


def _burst(
    fork_server: ForkServer, paths: Paths, count: int, steps: Sequence[Step], acknowledged: int, later: float
) -> int:
    """Start a program that takes steps; kill it ``later`` seconds after it has acknowledged ``acknowledged`` of them.
    Returns the number of steps that the program acknowledged in all."""
    with fork_server.start(_PROGRAM, paths.config.parent, str(count)) as program:
        program.stdin.write(f"{json.dumps(steps)}\n")
        program.stdin.flush()
        heard = [program.stdout.readline() for _ in range(1 + acknowledged)]
        time.sleep(later)
        program.kill()
        heard += program.stdout.read().splitlines()
    return sum(bool(line.strip()) for line in heard) - 1


def _step(chance: random.Random, done: int) -> Step:
    """Return a random step, after ``done`` acts."""
    keys = chance.sample(KEYS, chance.randint(1, len(KEYS)))
    tag, other = chance.choice(_TAGS), chance.choice(_TAGS)
    name, another = chance.choice(_LISTS), chance.choice(_LISTS)
    acts: list[Step] = [
        ("mark", what := chance.choice(_MARKS), keys, tag if what.endswith("tag") else "", ""),
        ("mark", "tag", keys, tag, ""),
        ("enlist", keys[::-1], name),
        ("mark", "tag", keys, tag, "rule an example"),
        ("retag", keys, ["thesis", "book"], ["thesis/related"]),
        ("rate", keys, chance.choice((None, 1, 3, 5))),
        ("read_as", keys, chance.choice((None, *map(str, Reading)))),
        ("note", keys[0], chance.choice(("", "a", "b"))),
        ("enlist", keys, name),
        ("delist", keys, name),
        ("arrange", name, keys[0], chance.randint(1, len(KEYS))),
        ("rename_list", name, another),
        ("remove_list", name),
        ("rename_tag", tag, other),
        ("remove_tag", tag),
        ("deliver", DAY.toordinal() + chance.randint(0, 3), keys),
    ]
    any_act: Step = ("undo", chance.randint(1, done + 1))
    ways: list[Step] = [("undo", None), ("redo",), any_act, any_act]
    return chance.choice(ways if chance.random() < _BACK_AND_FORTH else acts)


def main() -> None:
    """Take the steps from standard input; acknowledge the opening of the library and each step."""
    paths, count = Paths.under(Path(sys.argv[1])), int(sys.argv[2])
    with opened(paths, count) as (library, file, tick):
        steps = json.loads(sys.stdin.readline())
        sys.stdout.write("open\n")
        sys.stdout.flush()
        for step in steps:
            tick()
            take(library, file, step)
            sys.stdout.write("done\n")
            sys.stdout.flush()
