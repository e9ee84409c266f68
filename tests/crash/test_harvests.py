"""A harvest that is killed loses no records, and repeats only the request that was in progress."""

from __future__ import annotations

import random
import time
from pathlib import Path

from tests.crash.harvests import configure, fetched, killed_harvest, repository, whole_harvest
from tests.crash.imports import faults, held
from tests.fork_server import ForkServer
from tests.samples import sample
from tests.sync.harvest.harvesting import running

KILLS = sample(3, 6)
PAGES = sample(20, 40)
RECORDS = sample(50, 150) * PAGES


def test_killed_again_and_again_it_ends_complete_and_each_kill_costs_one_page_at_most(
    fork_server: ForkServer, tmp_path: Path
) -> None:
    chance = random.Random(4)
    with (
        running(repository(RECORDS, RECORDS // PAGES)) as served,
        running(repository(RECORDS, RECORDS)) as beside,
    ):
        served.now = beside.now
        killed, spared = configure(tmp_path / "killed", served.url), configure(tmp_path / "spared", beside.url)
        begun = time.monotonic()
        assert whole_harvest(fork_server, spared) == 0
        took = time.monotonic() - begun
        kills = 0
        while kills < KILLS:
            was_killed = killed_harvest(fork_server, killed, took * chance.uniform(0.2, 0.8))
            assert faults(killed) == []
            kills += was_killed
            took /= 1 if was_killed else 2
        # A harvest that completed before its kill requests the records changed since then, once.
        assert whole_harvest(fork_server, killed) == 0
        assert held(killed) == held(spared)
        lists = [asked for asked in fetched(served) if "from=" not in asked]
        assert len(lists) == PAGES
        assert sum(fetched(served)[asked] for asked in lists) <= PAGES + kills
