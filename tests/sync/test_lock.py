"""The worker lock: one worker at a time, and a dead worker does not keep the lock."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from arxtui.sync.errors import WorkerBusy
from arxtui.sync.lock import worker_lock
from tests.child import Child

HOLD = """
import sys
from pathlib import Path
from arxtui.sync.lock import worker_lock
with worker_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(state: Path) -> Child[str]:
    """Start a process that holds the lock until its standard input is closed."""
    process = Child([sys.executable, "-c", HOLD, str(state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_worker_says_who_holds_the_lock(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        with pytest.raises(WorkerBusy, match=str(process.pid)) as result, worker_lock(tmp_path):
            pass
        process.communicate()
    assert result.value.pid == process.pid
    with worker_lock(tmp_path):
        pass


def test_a_killed_worker_does_not_keep_the_lock(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.kill()
        process.wait()
    with worker_lock(tmp_path):
        pass


def test_the_lock_is_nobody_elses_to_read(tmp_path: Path) -> None:
    with worker_lock(tmp_path / "state"):
        modes = [stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "state", tmp_path / "state" / "worker.lock")]
    assert modes == [0o700, 0o600]


def test_a_lock_file_that_says_nothing_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "worker.lock").write_text("?")
    with worker_lock(tmp_path), pytest.raises(WorkerBusy), worker_lock(tmp_path):
        pass
