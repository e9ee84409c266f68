"""Kill a refresh and a marking process at random moments again and again, and count the losses: none is allowed.

Used by the tests (20 rounds) and by ``benchmarks/soak.py`` (200).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from arxtui.config.paths import Paths
from arxtui.model.arxiv.ids import key_of
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from tests.fork_server import Done, ForkServer
from tests.forked import run

_ACTS = ("--star", "--unstar", "--read", "--hide", "--unhide")


@dataclass(slots=True)
class Soak:
    """A home whose processes are killed. ``acknowledged`` are the marks that each paper must have after all acts that
    exited with status 0."""

    paths: Paths
    fork_server: ForkServer
    ids: Sequence[str]
    chance: random.Random
    acknowledged: dict[str, dict[str, bool]] = field(default_factory=dict)
    kills: int = 0
    acts: int = 0
    longest: dict[str, float] = field(default_factory=lambda: {"refresh": 0.25, "mark": 0.03})
    """The longest time, in seconds, after which a process is killed, by verb; halved when one has ended before."""

    def round(self) -> None:
        """Kill one refresh at a random moment of its pass and one marking process at a random moment of its act; then
        mark a paper without a kill."""
        self._attack("refresh", "--all")
        self._act(self.chance.choice(self.ids), self.chance.choice(_ACTS), is_attacked=True)
        self._act(self.chance.choice(self.ids), self.chance.choice(_ACTS), is_attacked=False)

    def verify(self) -> list[str]:
        """Return all faults of the home, in words; empty if there are none."""
        wrong = []
        with Cache.open(self.paths.cache_db) as cache, LibraryFile.open(self.paths.library_db) as library:
            wrong += [f"cache.db: {fault}" for fault in cache.faults()]
            wrong += [f"library.db: {fault}" for fault in library.faults()]
            marks = library.marks.of([key_of(base) for base in self.acknowledged])
            for base, expected in self.acknowledged.items():
                held = marks[key_of(base)]
                wrong += [
                    f"{base}: {name} should be {value}"
                    for name, value in expected.items()
                    if getattr(held, name) != value
                ]
        return wrong

    def recover(self) -> list[str]:
        """Run one refresh to its end. Returns the faults afterwards, in words."""
        code = self._run("refresh", "--all").status
        wrong = [] if code == 0 else [f"the last refresh ended with {code}"]
        with Cache.open(self.paths.cache_db, read_only=True) as cache:
            behind = cache.changes.latest() - SearchIndex.open(self.paths.index).change_number
        return wrong + ([f"the index is {behind} changes behind"] if behind else [])

    def _act(self, base: str, act: str, *, is_attacked: bool) -> None:
        done = self._attack("mark", base, act) if is_attacked else self._run("mark", base, act)
        self.acts += 1
        name = {"star": "starred", "read": "unread", "hide": "hidden"}[act.removeprefix("--").removeprefix("un")]
        held = self.acknowledged.setdefault(base, {})
        if done.status == 0:
            held[name] = act in ("--star", "--hide")
        else:
            held.pop(name, None)

    def _attack(self, verb: str, *words: str) -> Done:
        done = self._run(verb, *words, seconds=self.chance.uniform(0.0, self.longest[verb]))
        self.kills += done.killed
        self.longest[verb] /= 1 if done.killed else 2
        return done

    def _run(self, *words: str, seconds: float | None = None) -> Done:
        return run(self.fork_server, self.paths.config.parent, *words, seconds=seconds)
