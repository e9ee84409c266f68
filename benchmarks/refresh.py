"""A refresh of a few hundred papers, and one with nothing due, against Python's start and an older version (Linux).

python -m benchmarks.refresh [--home DIR] [--older CHECKOUT] [--runs 5]

Whole processes, ``arxtui refresh``, in turn. The made-up upstream of the demo is in this process and does not count.
Each run refreshes a new copy of the home, an empty one without ``--home``; then nothing is due. ``--older`` is a
checkout of another version, run by this Python with its path first. With strace, one more run counts threads and calls
of fdatasync and fsync.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from arxtui.demo.home import prepare
from arxtui.demo.papers.calendar import newest_day
from arxtui.demo.papers.corpus import make
from arxtui.demo.upstream import Upstream
from benchmarks.report import median, table

_SAMPLED = 0.02
_REFRESH = ["-P", "-m", "arxtui", "refresh", "--quiet"]


class Cost(NamedTuple):
    """CPU seconds, megabytes passed to write calls, and the largest resident size in megabytes."""

    cpu: float
    written: float
    resident: float


def measured(command: list[str], environ: dict[str, str]) -> Cost:
    """Run one process to its end. Raises CalledProcessError if it fails."""
    child = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL)
    proc = Path(f"/proc/{child.pid}")
    resident = written = 0
    # Sampled: the sizes that the kernel keeps of an ended child begin with those of its parent.
    while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        with suppress(OSError):
            resident = max(resident, _number(proc / "status", "VmHWM:"))
            written = max(written, _number(proc / "io", "wchar:"))
        time.sleep(_SAMPLED)
    with suppress(OSError):
        written = max(written, _number(proc / "io", "wchar:"))
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return Cost(usage.ru_utime + usage.ru_stime, written / 1e6, resident / 1e3)


def _number(file: Path, name: str) -> int:
    return next((int(row.split()[1]) for row in file.read_text().splitlines() if row.startswith(name)), 0)


def _traced(command: list[str], environ: dict[str, str]) -> tuple[int, int]:
    """Return the numbers of threads started and of calls that wait for the disk."""
    with tempfile.NamedTemporaryFile("r") as told:
        calls = "clone,clone3,fork,vfork,fdatasync,fsync"
        subprocess.run(["strace", "-f", "-qq", "-e", f"trace={calls}", "-o", told.name, *command], env=environ,
                       stdout=subprocess.DEVNULL, check=True)  # fmt: skip
        rows = [row.split(maxsplit=1)[1] for row in told]
    return sum(row.startswith("clone") for row in rows), sum(row.startswith(("fdatasync(", "fsync(")) for row in rows)


def main() -> None:
    """Run all in turn, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--older", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    programs = {"now": Path(__file__).parents[1]} | ({"older": options.older.absolute()} if options.older else {})
    passes: list[float] = []
    refreshes: dict[str, list[Cost]] = {name: [] for name in programs}
    idle: dict[str, list[Cost]] = {name: [] for name in programs}
    counts = dict.fromkeys(programs, (0, 0))
    strace = shutil.which("strace")
    with (
        Upstream(make(newest_day(datetime.now(UTC)))) as upstream,
        tempfile.TemporaryDirectory(dir=options.home and options.home.parent) as folder,
    ):
        home = Path(folder) / "home"
        for run in range(options.runs + bool(strace)):
            for name, checkout in programs.items():
                shutil.rmtree(home, ignore_errors=True)
                if options.home:
                    shutil.copytree(options.home, home)
                prepare(home, upstream.url)
                environ = {**os.environ, "ARXTUI_HOME": str(home), "PYTHONPATH": str(checkout)}
                command = [sys.executable, *_REFRESH]
                if run == options.runs:
                    counts[name] = _traced(command, environ)
                    continue
                passes.append(measured([sys.executable, "-c", "pass"], environ).cpu)
                refreshes[name].append(measured(command, environ))
                idle[name].append(measured(command, environ))
    bare = median(passes)
    rows = [
        [name, *_cells(told, bare), *(map(str, counts[name]) if strace else "--")] for name, told in refreshes.items()
    ]
    where = options.home or "an empty home"
    header = ["", "CPU ms", "x python -c pass", "x older", "MB written", "MB resident", "threads", "syncs"]
    table(f"A refresh, {where}, median of {options.runs} runs in turn", header, _compared(rows, refreshes))
    rows = [[name, *_cells(told, bare)] for name, told in idle.items()]
    table("A refresh with nothing due", header[:-2], _compared(rows, idle))


def _cells(told: list[Cost], bare: float) -> list[str]:
    cpu, written, resident = (median(list(each)) for each in zip(*told, strict=True))
    return [f"{cpu * 1000:.0f}", f"{cpu / bare:.1f}", f"{written:.2f}", f"{resident:.0f}"]


def _compared(rows: list[list[str]], told: dict[str, list[Cost]]) -> list[list[str]]:
    older = told.get("older") or told["now"]
    for row in rows:
        ratios = [one.cpu / other.cpu for one, other in zip(told[row[0]], older, strict=True)]
        row.insert(3, f"{median(ratios):.2f}")
    return rows


if __name__ == "__main__":
    main()
