"""Scratch folders for unfinished files, made by several processes in one place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.child import Child

_WORKER = """
import sys
from pathlib import Path
from arxtui.scratch import scratch
print("ready", flush=True)
sys.stdin.readline()
for _ in range(300):
    with scratch(Path(sys.argv[1])) as folder:
        (folder / "draft").write_text("mine")
        assert (folder / "draft").read_text() == "mine"
"""


def test_nobody_takes_the_folder_of_another_for_abandoned(tmp_path: Path) -> None:
    workers = [
        Child(
            [sys.executable, "-c", _WORKER, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for worker in workers:
        assert worker.stdout
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin
        worker.stdin.write("go\n")
        worker.stdin.flush()
    assert [worker.communicate()[1] for worker in workers] == [""] * 4
    assert list(tmp_path.iterdir()) == []
