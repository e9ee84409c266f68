"""CPU time of a reader that nobody uses while another process stores papers, as a share of the time (Linux).

python -m benchmarks.idle --home DIR [--seconds 60] [--program PYTHON]

Another process stores and indexes one made-up paper a second in a temporary copy of the home, so that the cache changes
between two polls of the reader, as during an import. The baseline is the same reader while nothing is stored.
``--program`` is the Python of another installation, to compare an older version with this one.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.light import changed
from arxtui.model.intake import Intake
from arxtui.model.paper import Paper
from arxtui.store.cache.database import Cache
from arxtui.sync.indexing import update_index
from benchmarks.papers import made_up
from benchmarks.report import table
from benchmarks.terminal import Screen, program

_STARTED = b"\x1b[?2004h"
_SIZES = ((160, 45, "filter visible"), (80, 24, "filter not visible"))


def main() -> None:
    """Measure at two sizes, and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--program", default=sys.executable)
    options = parser.parse_args()
    rows = []
    papers = made_up(10_000)
    with tempfile.TemporaryDirectory(dir=options.home.parent) as folder:
        home = Path(folder) / "home"
        shutil.copytree(options.home, home)
        for columns, lines, name in _SIZES:
            environ = {"ARXTUI_HOME": str(home)}
            with program([options.program, "-P", "-m", "arxtui"], environ, columns, lines) as screen:
                screen.until(_STARTED)
                screen.settle(2.0, limit=20.0)
                idle = _share(screen, options.seconds)
                end = threading.Event()
                storing = threading.Thread(target=_store, args=(Paths.under(home), papers, end))
                storing.start()
                beside = _share(screen, options.seconds)
                end.set()
                storing.join()
                os.write(screen.descriptor, b"\x11")
                screen.wait()
            rows.append([name, f"{idle:.1%}", f"{beside:.1%}"])
    table(f"CPU time of an idle reader, {options.home}", ["", "nothing stored", "one paper a second"], rows)


def _share(screen: Screen, seconds: float) -> float:
    """Return the CPU time of the program, as a share of these seconds."""
    begun, cpu = time.perf_counter(), _cpu_seconds(screen.pid)
    screen.settle_until(begun + seconds - screen.started)
    return (_cpu_seconds(screen.pid) - cpu) / (time.perf_counter() - begun)


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _store(paths: Paths, papers: Iterator[Paper], end: threading.Event) -> None:
    for paper in papers:
        new = changed(paper, id=f"2005.9{paper.id[-4:]}")
        with Cache.open(paths.cache_db) as cache:
            cache.take(Intake(papers=(new,)))
            update_index(cache, paths.index, threading.Event(), lambda _: None)
        if end.wait(1.0):
            return


if __name__ == "__main__":
    main()
