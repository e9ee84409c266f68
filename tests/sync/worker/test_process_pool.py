"""The process pool of an import."""

from __future__ import annotations

import operator
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arxtui.sync.errors import HandLost
from arxtui.sync.worker.process_pool import NICENESS, Hands, cores
from tests.terminal.screen import wait_until


@pytest.fixture
def hands() -> Iterator[Hands]:
    with closing(Hands(2, here=0)) as made:
        yield made


def test_little_work_starts_no_process_and_what_follows_is_done_by_others() -> None:
    with closing(Hands(2)) as hands:
        assert {hands.submit(os.getpid).result() for _ in range(20)} == {os.getpid()}
        while hands.submit(sum, range(1_000_000)).result() and hands.submit(os.getpid).result() == os.getpid():
            pass
        others = {future.result() for future in [hands.submit(os.getpid) for _ in range(8)]}
    assert os.getpid() not in others
    assert 1 <= len(others) <= 2


def test_answers_come_to_whoever_asked(hands: Hands) -> None:
    asked = [hands.submit(operator.mul, number, 2) for number in range(50)]
    assert [future.result() for future in asked] == [number * 2 for number in range(50)]


def test_an_error_is_raised_where_the_answer_is_wanted_and_the_work_goes_on(hands: Hands) -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="invalid literal"):
            hands.submit(int, "ten").result()
    assert hands.submit(int, "10").result() == 10


def test_they_are_nicer_than_a_reader(hands: Hands) -> None:
    assert hands.submit(os.getpriority, os.PRIO_PROCESS, 0).result() >= NICENESS


def test_one_that_is_killed_is_told_in_words(hands: Hands) -> None:
    with pytest.raises(HandLost, match="ended from outside"):
        hands.submit(signal.raise_signal, signal.SIGKILL).result()


def test_closed_they_are_gone(hands: Hands) -> None:
    other = hands.submit(os.getpid).result()
    hands.close()
    assert not Path(f"/proc/{other}").exists()


def test_there_are_as_many_as_there_are_cores_up_to_six() -> None:
    with closing(Hands()) as made:
        assert made.count == min(cores(), 6)


_PARENT = """
import os, time
from arxtui.sync.worker.process_pool import Hands
hands = Hands(2, here=0)
print(*{hands.submit(os.getpid).result() for _ in range(20)}, flush=True)
for _ in range(4):
    hands.submit(time.sleep, 0.1)
time.sleep(1000)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes by /proc")
def test_they_end_when_whoever_they_work_for_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        others = [int(pid) for pid in parent.stdout.readline().split()]
        assert others
        parent.kill()
    wait_until(lambda: not any(_lives(pid) for pid in others), "the end of the processes")


def _lives(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
