"""An import that is killed loses nothing, does nothing twice, and resumes where it stopped."""

from __future__ import annotations

import random
import time
from pathlib import Path

from tests.crash.imports import faults, held, killed_import, whole_import, write_dump
from tests.fork_server import ForkServer
from tests.samples import sample

KILLS = sample(3, 6)


def test_an_import_killed_again_and_again_ends_with_the_same_papers_as_an_undisturbed_one(
    fork_server: ForkServer, tmp_path: Path
) -> None:
    chance = random.Random(6)
    dump = write_dump(tmp_path / "dump.jsonl", sample(1_500, 9_000), chance)
    begun = time.monotonic()
    assert whole_import(fork_server, tmp_path / "spared", dump) == 0
    took = time.monotonic() - begun
    kills = 0
    while kills < KILLS:
        was_killed = killed_import(fork_server, tmp_path / "killed", dump, took * chance.uniform(0.1, 0.4))
        assert faults(tmp_path / "killed") == []
        kills += was_killed
        took /= 1 if was_killed else 2
    assert whole_import(fork_server, tmp_path / "killed", dump) == 0
    assert held(tmp_path / "killed") == held(tmp_path / "spared")
