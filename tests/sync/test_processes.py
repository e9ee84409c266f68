"""Several processes that use one upstream, and workers killed at random."""

from __future__ import annotations

import random
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.expr import EVERYTHING
from arxtui.model.ledger import Outcome
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from tests.fork_server import ForkServer
from tests.samples import sample
from tests.sync.processes import StartWorker, events
from tests.sync.upstream import Upstream, entry, many, write_config

INTERVAL = 0.15

PACED = """
import threading
from dataclasses import replace
from pathlib import Path
from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.sync.refresh.engine import refresh
home, own, interval = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
shared = Paths.under(home)
paths = replace(shared, cache=own)
settings = load(shared.config_file)
sys.exit(refresh(paths, settings, everything=False, emit=print, stop=threading.Event(), interval=interval))
"""


def test_three_processes_keep_the_pace_together(
    fork_server: ForkServer, paths: Paths, upstream: Upstream, tmp_path: Path
) -> None:
    upstream.entries = many(20)
    upstream.announced = [f"2605.{number:05}" for number in range(1, 11)]
    write_config(paths, upstream, "cs.DC")
    with ExitStack() as stack:
        arguments = [(paths.config.parent, tmp_path / name, str(INTERVAL)) for name in ("one", "two", "three")]
        started = [stack.enter_context(fork_server.start(PACED, *each)) for each in arguments]
        assert [process.wait(60) for process in started] == [0, 0, 0]
    arxiv = [hit for hit in upstream.server.log if not hit.path.startswith("/pith")]
    assert len(arxiv) == 9
    for before, after in pairwise(sorted(arxiv, key=lambda hit: hit.at)):
        assert before.finished is not None
        assert after.at - before.finished >= INTERVAL * 0.95


@pytest.mark.parametrize("seed", range(sample(1, 3)))
def test_workers_killed_at_random_lose_nothing_and_the_next_refresh_completes(
    paths: Paths, worker: StartWorker, upstream: Upstream, seed: int
) -> None:
    chance = random.Random(seed)
    write_config(paths, upstream, "cs.DC", "cs.PF")
    known: set[int] = set()
    for round_ in range(5):
        added = [entry(2000 + 10 * round_ + number) for number in range(5)]
        upstream.entries += added
        upstream.announced = [*upstream.announced, *(each.id.partition("v")[0] for each in added)]
        killed_after(worker, lines=chance.randrange(14))
        with Cache.open(paths.cache_db) as cache:
            assert cache.faults() == []
            now = set(cache.month_keys())
            assert known <= now
            known = now
            assert SearchIndex.open(paths.index).change_number <= cache.changes.latest()
    with worker("--all", "--events") as process:
        assert list(events(process.stdout))[-1].exit_code == 0
        assert process.wait(60) == 0
    with Cache.open(paths.cache_db) as cache:
        assert cache.faults() == []
        assert cache.count() == len(upstream.entries)
        assert {row.outcome for row in cache.ledger.all()} <= {Outcome.OK, Outcome.NOT_MODIFIED}
        index = SearchIndex.open(paths.index)
        assert (index.change_number, index.count(EVERYTHING)) == (cache.changes.latest(), cache.count())


def killed_after(worker: StartWorker, lines: int) -> None:
    """Run a worker and kill it after it has printed this many lines."""
    with worker("--all", "--events") as process:
        for _ in range(lines):
            process.stdout.readline()
        process.kill()
