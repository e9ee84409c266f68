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

from arxtui.sync.errors import PoolProcessLost
from arxtui.sync.worker.process_pool import NICENESS, ProcessPool, cores
from tests.child import Child
from tests.terminal.screen import wait_until


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    with closing(ProcessPool(2, local_seconds=0)) as made:
        yield made


def test_little_work_starts_no_process_and_further_work_is_done_by_worker_processes() -> None:
    with closing(ProcessPool(2)) as pool:
        assert {pool.submit(os.getpid).result() for _ in range(20)} == {os.getpid()}
        while pool.submit(sum, range(1_000_000)).result() and pool.submit(os.getpid).result() == os.getpid():
            pass
        others = {future.result() for future in [pool.submit(os.getpid) for _ in range(8)]}
    assert os.getpid() not in others
    assert 1 <= len(others) <= 2


def test_answers_reach_the_caller(pool: ProcessPool) -> None:
    asked = [pool.submit(operator.mul, number, 2) for number in range(50)]
    assert [future.result() for future in asked] == [number * 2 for number in range(50)]


def test_results_of_a_map_come_in_order_and_only_a_few_calls_are_made_ahead(pool: ProcessPool) -> None:
    pairs = iter([(number, 2) for number in range(50)])
    results = pool.map(operator.mul, pairs)
    assert next(results) == 0
    assert next(pairs) == (5, 2)
    assert list(results) == [number * 2 for number in range(1, 50) if number != 5]


def test_an_error_is_raised_where_the_answer_is_wanted_and_the_work_goes_on(pool: ProcessPool) -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="invalid literal"):
            pool.submit(int, "ten").result()
    assert pool.submit(int, "10").result() == 10


def test_they_are_nicer_than_a_reader(pool: ProcessPool) -> None:
    assert pool.submit(os.getpriority, os.PRIO_PROCESS, 0).result() >= NICENESS


def test_one_that_is_killed_is_reported_in_words(pool: ProcessPool) -> None:
    with pytest.raises(PoolProcessLost, match="helper process was killed"):
        pool.submit(signal.raise_signal, signal.SIGKILL).result()


def test_closed_they_are_gone(pool: ProcessPool) -> None:
    other = pool.submit(os.getpid).result()
    pool.close()
    assert not Path(f"/proc/{other}").exists()


def test_there_are_as_many_as_there_are_cores_up_to_six() -> None:
    with closing(ProcessPool()) as made:
        assert made.count == min(cores(), 6)


_PARENT = """
import os, time
from arxtui.sync.worker.process_pool import ProcessPool
pool = ProcessPool(2, local_seconds=0)
print(*{pool.submit(os.getpid).result() for _ in range(20)}, flush=True)
for _ in range(4):
    pool.submit(time.sleep, 0.1)
time.sleep(1000)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes by /proc")
def test_they_end_when_whoever_they_work_for_is_killed() -> None:
    with Child([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE, text=True) as parent:
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
