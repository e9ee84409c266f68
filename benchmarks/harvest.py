"""A harvest over the loopback address, against an import of the same records and against the minimum time of its pace.

    python -m benchmarks.harvest [--records 100000] [--page 2500] [--runs 3] [--paced 40] [--interval 3.0]

The pages are rendered in advance in the format ``arXivRaw`` and served by a separate process. ``arxtui import`` reads
the same bytes as one file, and the same papers as JSON lines, which is faster. Only at the loopback address can the
pause between requests be zero.

The minimum time of a paced harvest is that of the same requests with their responses discarded: the responses, and the
intervals between them. On both sides the time includes the start and the end of the programs. The server's log shows
where the remaining time goes: before the first request, between requests, and after the last response.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from arxtui.demo.oai import specs_of
from arxtui.demo.wire.oai import Record, document, records, resumption_token
from arxtui.model.paper import Paper, Version
from arxtui.sources.records import parse_record
from benchmarks.corpus.sample import plain_line, real_sample
from benchmarks.ingest import lines
from benchmarks.report import median, table

_FIRST_DAY = date(2005, 9, 16)
_A_DAY = 300
_MIDNIGHT = datetime(2100, 1, 1, tzinfo=UTC)
_PACED = """
import sys, threading
from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.model.harvest import Order
from arxtui.sync.harvest.harvester import harvest
paths = Paths.find()
interval = float(sys.argv[1])
sys.exit(harvest(
    paths, load(paths.config_file), Order(), emit=lambda event: None, stop=threading.Event(), interval=interval
))
"""
_FLOOR = """
import sys
from pathlib import Path
from arxtui.http.client import Client
from arxtui.sources.arxiv.urls import records_url, resumption_url
from arxtui.model.harvest import Order
base, interval, pages, state = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
with Client(state, interval=interval) as client:
    for page in range(pages):
        url = resumption_url(base, f"{page:04}") if page else records_url(base, Order())
        client.get(url, service="arxiv")
"""


class Run(NamedTuple):
    """Seconds of wall-clock time and of CPU time, in all processes."""

    wall: float
    cpu: float


@dataclass
class Served:
    """A running server. ``hits`` is filled when the server has ended: when each request arrived and was answered."""

    base: str
    hits: list[tuple[float, float]] = field(default_factory=list)


class Material(NamedTuple):
    """The same records as pages, as one file of the pages, and as JSON lines."""

    pages: Path
    oai: Path
    lines: Path


def render(folder: Path, papers: Sequence[Paper], page: int) -> Material:
    """Write the records in all three forms."""
    pages = folder / "pages"
    pages.mkdir(parents=True)
    told = [_record(number, paper) for number, paper in enumerate(papers)]
    with (folder / "oai.xml").open("wb") as whole:
        for number, begin in enumerate(range(0, len(told), page)):
            token = f"{number + 1:04}" if begin + page < len(told) else ""
            element = resumption_token(token, _MIDNIGHT, len(told), begin)
            body = records(told[begin : begin + page], "arXivRaw", element)
            data = document(datetime.now(UTC), {"verb": "ListRecords", "metadataPrefix": "arXivRaw"}, body)
            (pages / f"{number:04}.xml").write_bytes(data)
            whole.write(data)
    (folder / "papers.jsonl").write_text("".join(map(plain_line, papers)), encoding="utf-8")
    return Material(pages, folder / "oai.xml", folder / "papers.jsonl")


def _record(number: int, paper: Paper) -> Record:
    at = paper.updated or paper.published
    versions = [Version(each, at, "api") for each in range(1, (paper.version or 1) + 1)]
    return Record(paper, _FIRST_DAY + timedelta(days=number // _A_DAY), versions, specs_of(paper))


@contextmanager
def served(pages: Path) -> Iterator[Served]:
    """Serve these pages from a process of its own within the context."""
    command = [sys.executable, "-m", "benchmarks.harvest_server", str(pages)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        told = Served(f"{server.stdout.readline().strip()}/oai")
        yield told
        for line in server.communicate()[0].splitlines():
            at, finished = map(float, line.split())
            told.hits.append((at, finished))


def timed(home: Path, *command: str) -> Run:
    """Time a command in a home from the start of the program to its end."""
    begun = time.perf_counter()
    environ = {**os.environ, "ARXTUI_HOME": str(home)}
    child = subprocess.Popen([sys.executable, *command], env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert child.stderr is not None
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, said.decode()
    return Run(time.perf_counter() - begun, used.ru_utime + used.ru_stime)


def harvest(home: Path, base: str, *command: str) -> Run:
    """Time a harvest into an empty home."""
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text(f'[arxiv]\noai_url = "{base}"\n', encoding="utf-8")
    return timed(home, *(command or ("-m", "arxtui", "harvest")))


def compare(folder: Path, material: Material, base: str, runs: int) -> dict[str, list[Run]]:
    """Run the harvest and the imports in turn."""
    found: dict[str, list[Run]] = {"harvest": [], "the pages as a file": [], "the papers as JSON lines": []}
    for number in range(runs):
        homes = [folder / f"{number}-{place}" for place in range(3)]
        found["harvest"].append(harvest(homes[0], base))
        for home, (name, file) in zip(homes[1:], list(_files(material)), strict=True):
            found[name].append(timed(home, "-m", "arxtui", "import", str(file)))
    return found


def _files(material: Material) -> Iterator[tuple[str, Path]]:
    yield "the pages as a file", material.oai
    yield "the papers as JSON lines", material.lines


def main() -> None:
    """Print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--page", type=int, default=2_500)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--paced", type=int, default=40, help="requests of the paced harvest; 0 for none")
    parser.add_argument("--interval", type=float, default=3.0, help="seconds between two of them")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.runs:
            material = render(folder, _papers(options.records), options.page)
            with served(material.pages) as server:
                found = compare(folder, material, server.base, options.runs)
            _print(options.records, found)
        if options.paced:
            count = options.paced * options.page
            _pace(folder / "paced", count, options.page, options.paced, options.interval)


def _papers(count: int) -> list[Paper]:
    """Return real papers if the sample is available, otherwise made-up ones."""
    told = (parse_record(line) for line in lines(count, real=real_sample() is not None))
    return [paper for intake in told for paper in intake.papers]


def _print(count: int, found: dict[str, list[Run]]) -> None:
    own = found["harvest"]
    rows = []
    for name, runs in found.items():
        wall, cpu = median([run.wall for run in runs]), median([run.cpu for run in runs])
        ratio = median([run.wall / mine.wall for run, mine in zip(runs, own, strict=True)])
        cells = [f"{wall:.2f} s", f"{count / wall:,.0f}", f"{cpu / count * 1e6:.0f} µs", f"{ratio:.2f}"]
        rows.append([name if runs is own else f"import of {name}", *cells])
    kind = "real" if real_sample() else "made-up"
    header = ["", "wall", "records/s", "CPU a record", "speed of the harvest against it"]
    table(f"Harvest of {count:,} {kind} records, median of {len(own)}", header, rows)


def _pace(folder: Path, count: int, page: int, requests: int, interval: float) -> None:
    material = render(folder, _papers(count), page)
    with served(material.pages) as server:
        floor = timed(folder, "-c", _FLOOR, server.base, str(interval), str(requests), str(folder / "floor"))
        answers = timed(folder, "-c", _FLOOR, server.base, "0", str(requests), str(folder / "answers"))
        begun = time.monotonic()
        own = harvest(folder / "home", server.base, "-c", _PACED, str(interval))
    strict = requests * interval + answers.wall
    hits = server.hits[-requests:]
    between = sum(later[0] - before[1] - interval for before, later in pairwise(hits))
    rows = [
        ["bare requests at that pace", f"{floor.wall:.2f} s", f"{own.wall / floor.wall - 1:+.2%}"],
        [f"{requests} x {interval:g} s and the answers", f"{strict:.2f} s", f"{own.wall / strict - 1:+.2%}"],
        ["harvest", f"{own.wall:.2f} s", ""],
        ["of it before the first request", f"{hits[0][0] - begun:.2f} s", ""],
        ["of it between requests, beyond the interval", f"{between:.2f} s", ""],
        ["of it after the last answer", f"{begun + own.wall - hits[-1][1]:.2f} s", ""],
    ]
    table(f"{requests} requests of {page:,} records, {interval:g} s apart", ["", "wall", "harvest over it"], rows)


if __name__ == "__main__":
    main()
