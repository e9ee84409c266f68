"""An import that is killed at random moments again and again, then run to its end; and the content of the home
afterwards.

Used by the tests (a few kills) and by ``benchmarks/soak_import.py`` (fifty).
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from arxtui.config.paths import Paths
from arxtui.model.expr import EVERYTHING, Expr, Field, Sort, Word
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from tests.fork_server import Done, ForkServer, Kill
from tests.forked import PROGRAM

_WORDS = "bounded staleness cheap snapshots persistent queues gradient gossip lossy links fair barrier locks".split()
_CATEGORIES = ("cs.DC", "cs.LG", "math.PR", "hep-th")
_BESIDE = {
    "announcements": [{"day": "2026-05-13", "category": "cs.DC", "type": "new", "version": 1}],
    "reviews": [{"headline": "Cheap locks, looked at", "listed_on": "2026-05-13"}],
}

_IMPORT = f"""
from arxtui.sources import jsonlines
jsonlines.CHUNK = 200  # more transactions: more states in which a kill can leave an import
{PROGRAM}
"""


def write_dump(file: Path, count: int, chance: random.Random) -> Path:
    """Write a dump in arxtui's own format: papers, some of them repeated in other versions or with other texts,
    announcements, reviews, and invalid lines."""
    with file.open("w", encoding="utf-8") as lines:
        for number in range(1, count + 1):
            beside = _BESIDE if number % 100 == 0 else {}
            lines.write(json.dumps(_row(number, 1, chance) | beside) + "\n")
            if chance.random() < 0.1:
                lines.write(json.dumps(_row(chance.randint(1, number), chance.randint(1, 3), chance)) + "\n")
            if chance.random() < 0.01:
                lines.write('{"id": "2605.1", "title": "No such paper"}\n')
    return file


def _row(number: int, version: int, chance: random.Random) -> dict[str, Any]:
    return {
        "id": f"26{1 + number // 9000:02}.{number % 9000 + 1:05}",
        "version": version,
        "title": " ".join(chance.choices(_WORDS, k=6)).capitalize(),
        "abstract": " ".join(chance.choices(_WORDS, k=60)).capitalize() + ".",
        "authors": ["Ada Example", f"Björn Måns {number % 50}"],
        "categories": chance.sample(_CATEGORIES, 2),
        "published": "2026-05-01T10:00:00Z",
        "updated": f"2026-05-{version:02}T10:00:00Z",
    }


def killed_import(fork_server: ForkServer, home: Path, file: Path, seconds: float) -> bool:
    """Import, and kill the process after ``seconds``. Returns whether the process was still running."""
    return _import(fork_server, home, file, Kill(seconds=seconds)).killed


def whole_import(fork_server: ForkServer, home: Path, file: Path) -> int:
    """Import to the end. Returns the exit status."""
    return _import(fork_server, home, file, Kill()).status


def _import(fork_server: ForkServer, home: Path, file: Path, kill: Kill) -> Done:
    return fork_server.run(_IMPORT, "import", file, environ={"ARXTUI_HOME": str(home)}, kill=kill)


def faults(home: Path) -> list[str]:
    """Return the faults of a home, in words. A sound home has none, whether its imports were killed or not."""
    paths = Paths.under(home)
    with Cache.open(paths.cache_db) as cache:
        wrong = cache.faults()
        keys = list(cache.month_keys())
        if len(cache.documents(keys)) != len(keys) or sum(cache.counts_by_primary().values()) != len(keys):
            wrong.append("the list of papers is not that of the rows")
        index = SearchIndex.open(paths.index)
        if index.change_number > cache.changes.latest():
            wrong.append("the index is ahead of the cache")
    return wrong


def held(home: Path) -> dict[str, object]:
    """Return everything that the cache stores about every paper, and the results of the index; without change
    numbers."""
    paths = Paths.under(home)
    with Cache.open(paths.cache_db, read_only=True) as cache:
        keys = list(cache.month_keys())
        fields = {
            "papers": [
                (each.key, each.paper, each.sources, cache.papers.versions(each.key)) for each in cache.documents(keys)
            ],
            "announcements": [cache.announcements.of(key) for key in keys],
            "reviews": [cache.reviews(key) for key in keys],
            "counts": cache.counts_by_primary(),
        }
    index = SearchIndex.open(paths.index)
    asked: dict[str, Expr] = {"everything": EVERYTHING, **{word: Word(word, Field.TITLE) for word in _WORDS}}
    found = {name: list(index.find(expr, limit=len(keys) + 1, sort=Sort.NEW).keys) for name, expr in asked.items()}
    return {**fields, "found": found}
