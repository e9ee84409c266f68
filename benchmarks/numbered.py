"""What an import of files costs that name papers by numbers: Semantic Scholar's datasets, OpenAlex's snapshot.

    python -m benchmarks.numbered [--papers 100000] [--lines 2000000] [--seed 1]

Made-up files in their form: ``papers``, of which one in 70 is on arXiv, ``citations`` with sentences, of which one in
70 is between such papers, and works, of which one in 100 is on arXiv and names 40 others. Each is imported by a process
of its own; the rates are by processor time, the memory is the largest of the process that writes.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import table

_IMPORT = """
import runpy
try:
    runpy.run_module("arxtui", run_name="__main__", alter_sys=True)
finally:
    print(open("/proc/self/status").read())
"""
_WORDS = "as in the made-up work on clocks and locks of queues that nobody waits for, which says of shards ".split()
_OF_S2, _OF_OPENALEX = 70, 100


def _arxiv(number: int) -> str:
    return f"{15 + number // 90_000:02}{1 + number // 7_500 % 12:02}.{number % 7_500 + 1:05}"


def _papers(count: int) -> Iterator[str]:
    for number in range(_OF_S2, count * _OF_S2):
        name = "null" if number % _OF_S2 else f'"{_arxiv(number // _OF_S2)}"'
        yield (
            f'{{"corpusid":{number},"externalids":{{"ACL":null,"DBLP":null,"ArXiv":{name},"MAG":null,"CorpusId":'
            f'"{number}","PubMed":null,"DOI":null,"PubMedCentral":null}},"title":"On work {number}","year":2026}}\n'
        )


def _citations(count: int, lines: int, rng: random.Random) -> Iterator[str]:
    for number in range(lines):
        scale = 1 if number % _OF_S2 else _OF_S2
        citing, cited = (rng.randrange(1, count) * scale + (scale == 1) for _ in "ab")
        words = " ".join(rng.choices(_WORDS, k=40))
        yield (
            f'{{"citationid":{number},"citingcorpusid":{citing},"citedcorpusid":{cited},"isinfluential":false,'
            f'"contexts":["{words}"],"intents":[["background"]]}}\n'
        )


def _works(count: int, lines: int, rng: random.Random) -> Iterator[str]:
    for number in range(lines):
        doi = "" if number % _OF_OPENALEX else f"https://doi.org/10.48550/arxiv.{_arxiv(number // _OF_OPENALEX)}"
        cited = ",".join(f'"https://openalex.org/W{rng.randrange(count) * _OF_OPENALEX}"' for _ in range(40))
        words = ",".join(f'"{word}{rng.randrange(99)}":[{rng.randrange(99)}]' for word in rng.choices(_WORDS, k=150))
        yield (
            f'{{"id":"https://openalex.org/W{number}","doi":"{doi}","title":"On work {number}","locations":[],'
            f'"referenced_works":[{cited}],"abstract_inverted_index":{{{words}}}}}\n'
        )


def _import(home: Path, files: Iterable[Path]) -> tuple[float, int, str]:
    """Return the seconds of processor time, the peak of memory in MB, and what was printed."""
    command = [sys.executable, "-c", _IMPORT, "import", *map(str, files)]
    child = subprocess.Popen(command, env={**os.environ, "ARXTUI_HOME": str(home)}, stdout=subprocess.PIPE, text=True)
    assert child.stdout
    printed = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    peak = re.search(r"VmHWM:\s+(\d+)", printed)
    assert peak
    return used.ru_utime + used.ru_stime, int(peak[1]) >> 10, printed.partition("Name:")[0]


def main() -> None:
    """Write the files, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=100_000)
    parser.add_argument("--lines", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, rows = random.Random(options.seed), []
    with TemporaryDirectory() as name:
        folder = Path(name)
        for kind, lines in {
            "papers": _papers(options.papers),
            "citations": _citations(options.papers, options.lines, rng),
            "works": _works(options.papers, options.lines // 10, rng),
        }.items():
            file, size, count = folder / f"{kind}.gz", 0, 0
            with gzip.open(file, "wt", compresslevel=1) as stream:
                for line in lines:
                    stream.write(line)
                    size, count = size + len(line), count + 1
            home = folder / ("openalex" if kind == "works" else "s2")
            seconds, memory, printed = _import(home, [file])
            print(printed, end="")
            rate = size / 1e6 / seconds
            rows.append(
                (kind, f"{count:,}", f"{size / 1e6:,.0f} MB", f"{seconds:.1f} s", f"{rate:.0f} MB/s", f"{memory}")
            )
            print(f"numbers.db: {(home / 'cache' / 'numbers.db').stat().st_size / 1e6:.1f} MB")
    table("Import", ("file", "lines", "unpacked", "CPU", "rate", "peak MB"), rows)


if __name__ == "__main__":
    main()
