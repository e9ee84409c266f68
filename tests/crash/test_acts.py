"""After any sequence of acts, undos, redos, restarts and kills, the library contains what its user did."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.crash.acts import Attack, prepared
from tests.fork_server import ForkServer
from tests.samples import sample

SEQUENCES = 40


@pytest.mark.parametrize("seed", range(sample(2, 4)))
def test_random_sequences_of_acts_undos_restarts_and_kills_give_the_models_state(
    fork_server: ForkServer, tmp_path: Path, seed: int
) -> None:
    kills = 0
    for number in range(SEQUENCES // 4):
        attack = Attack(fork_server, prepared(tmp_path / str(number)), random.Random(100 * seed + number))
        assert attack.run(5, kills=0.1) == []
        assert any(mark for mark in attack.shadow.acts)
        kills += attack.kills
    assert kills
