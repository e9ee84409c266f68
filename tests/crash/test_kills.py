"""No operation that writes loses data when it is killed; repeated, it has the same result as without a kill."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.kills import killing
from tests.fork_server import ForkServer, Kill
from tests.samples import sample
from tests.traced import is_possible

ROUNDS = sample(14, 48)
_WRITING = """
for number in range(9):
    os.write(file, b"x")
    os.write(1, f"{number} ".encode())
"""


def test_some_kills_of_everything_that_writes_lose_nothing(fork_server: ForkServer, tmp_path: Path) -> None:
    with killing(fork_server, tmp_path, seed=5) as killer:
        wrong = [words for number in range(ROUNDS) for words in killer.round(number)]
        assert wrong == []
        assert all(count.kills and count.is_sound for count in killer.counts.values())
        if is_possible():
            assert all(count.writes > 50 and count.at_writes for count in killer.counts.values())


def test_a_fork_is_killed_just_before_the_write_that_is_named(tmp_path: Path) -> None:
    if not is_possible():
        pytest.skip("the system calls of a process cannot be counted here")
    with ForkServer("import os, sys") as fork_server:
        work = f"file = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)\n{_WRITING}"
        spared = fork_server.run(work, tmp_path / "spared", counted=True)
        assert (spared.status, spared.writes, spared.said.split()) == (0, 18, list("012345678"))
        killed = fork_server.run(work, tmp_path / "killed", kill=Kill(write=9))
        assert (killed.killed, killed.said.split()) == (True, list("0123"))
        assert (tmp_path / "killed").read_bytes() == b"xxxx"


def test_the_changes_of_a_fork_end_with_it() -> None:
    with ForkServer("import sys\nheld = []") as fork_server:
        assert fork_server.run("held.append(1); print(len(held)); sys.exit(3)").said == "1\n"
        assert fork_server.run("held.append(1); print(len(held)); sys.exit(3)").status == 3
        assert fork_server.run("while True: pass", kill=Kill(seconds=0.05)).killed
        failed = fork_server.run("raise ValueError('so')")
        assert (failed.status, "ValueError: so" in failed.said) == (1, True)
