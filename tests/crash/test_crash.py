"""Kills of refreshes and marking processes at random moments lose no data."""

from __future__ import annotations

import random
from pathlib import Path

from tests.crash.home import attacked
from tests.fork_server import ForkServer
from tests.samples import sample

ROUNDS = sample(5, 20)


def test_rounds_of_kills_lose_nothing(fork_server: ForkServer, tmp_path: Path) -> None:
    with attacked(fork_server, tmp_path, random.Random(20)) as soak:
        for _ in range(ROUNDS):
            soak.round()
        wrong = soak.verify() + soak.recover() + soak.verify()
        assert not wrong
        assert soak.kills >= ROUNDS // 2
        assert soak.acknowledged
