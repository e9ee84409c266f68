"""How well ``arxtui check`` tells right entries from wrong ones.

    python -m benchmarks.check --home DIR [--each 20000] [--faults 500] [--seed 1] [--files FILE.bib...] [--show]

Drawn records of the home are written in the form of arXiv's own BibTeX (title, authors, year, eprint) and checked: as
they are, without the identifier, and with one planted fault each: another word in the title, two other authors (of
papers with at least two), the identifier of another drawn paper, a year three off, and an invented title with and
without the identifier. ``--files`` are checked as they are. ``--show`` prints the flagged right entries, and the faults
that were not seen. Then whole processes of ``arxtui check`` are measured, each with a file of a hundred entries: with
identifiers, without, and with titles made of the halves of two, which no paper has. A home is not changed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from arxtui.library.facade import Library
from arxtui.library.references.checking import BibFile
from arxtui.library.references.comparing import Verdict
from arxtui.model.paper import Paper
from arxtui.text.bibtex import BibEntry, bib_entries
from arxtui.text.decode import decode_file
from benchmarks.homes import borrowed
from benchmarks.report import median, ms, table

_AT_ONCE = 2_000
_IN_FILE = 100
_RUNS = 9
_MEASURE = """
import resource, subprocess, sys, time
begin = time.perf_counter()
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
_SPACED_ACCENT = re.compile(r"(\\[^\w\s]) ")
_NONSENSE = "made up words of a title that nobody wrote about gravel and teapots".split()


def _entry(paper: Paper, **others: str) -> BibEntry:
    year = str(paper.published.year) if paper.published else ""
    authors = " and ".join(_inverted(author.name) for author in paper.authors)
    fields = {"title": paper.title, "author": authors, "year": year, "eprint": paper.id, "archiveprefix": "arXiv"}
    return BibEntry("misc", paper.id, {name: value for name, value in {**fields, **others}.items() if value}, 1)


def _inverted(name: str) -> str:
    given, _, family = _SPACED_ACCENT.sub(r"\1", name).rpartition(" ")
    return f"{family}, {given}" if given else name


def _planted(paper: Paper, other: Paper, rng: random.Random) -> Iterator[tuple[str, BibEntry]]:
    """Yield (kind, entry) with one fault each."""
    title = paper.title.split()
    places = [place for place, word in enumerate(title) if word.isalpha() and len(word) > 3]
    if places:
        title[rng.choice(places)] = rng.choice(("gravel", "teapots", "made"))
        yield "word of the title", _entry(paper, title=" ".join(title))
    if len(paper.authors) > 1:
        names = [_inverted(author.name) for author in paper.authors]
        names[rng.randrange(len(names))] = "Nonesuch, Nora"
        names[-1] = "Teapot, Tim"
        yield "authors", _entry(paper, author=" and ".join(names))
    yield "another paper's id", _entry(paper, eprint=other.id)
    if paper.published:
        yield "year", _entry(paper, year=str(paper.published.year + rng.choice((-3, 3))))
    invented = " ".join(rng.sample(_NONSENSE, 7))
    yield "invented title", _entry(paper, title=invented)
    yield "invented title, no id", _entry(paper, title=invented, eprint="")


def measure(library: Library, each: int, faults: int, seed: int, *, show: bool) -> None:
    """Print the verdicts of each kind of entries."""
    rng = random.Random(seed)
    keys = sorted(rng.sample(list(library.search.listing("").keys), each))
    counts: dict[str, Counter[str]] = {}
    for start in range(0, len(keys), _AT_ONCE):
        papers = [record.paper for record in library.papers.records(keys[start : start + _AT_ONCE])]
        count_verdicts(library, counts, [("right", _entry(paper)) for paper in papers], show=show)
        count_verdicts(
            library, counts, [("right, title only", _entry(paper, eprint="")) for paper in papers], show=show
        )
    drawn = [record.paper for record in library.papers.records(rng.sample(keys, faults))]
    planted = [pair for place, paper in enumerate(drawn) for pair in _planted(paper, drawn[place - 1], rng)]
    count_verdicts(library, counts, planted, show=show)
    print_verdicts("Entries made from records", counts)


def count_verdicts(
    library: Library, counts: dict[str, Counter[str]], entries: list[tuple[str, BibEntry]], *, show: bool
) -> None:
    """Check entries, each with its kind, and count the verdicts and the time of each kind."""
    for kind, entry in entries:
        begin = time.process_time()
        [checked] = library.bibliographies.check([BibFile("", [entry])])
        count = counts.setdefault(kind, Counter())
        count["µs"] += round((time.process_time() - begin) * 1e6)
        count[checked.verdict] += 1
        is_right = kind.startswith("right") or kind.endswith("no id")
        if show and checked.verdict.is_problem == is_right:
            problems = [each.text for each in checked.problems]
            print(f"{kind}: {entry.key}: {entry.fields.get('title', '')[:120]}: {checked.verdict} {problems}")


def measure_commands(library: Library, home: Path, seed: int) -> None:
    """Print the time and the memory of whole processes."""
    rng = random.Random(seed)
    papers = [
        each.paper for each in library.papers.records(rng.sample(list(library.search.listing("").keys), _IN_FILE))
    ]
    titles = [paper.title.split() for paper in papers]
    halves = [[*one[: len(one) // 2], *other[len(other) // 2 :]] for one, other in pairwise([*titles, titles[0]])]
    files = {
        "with identifiers": map(_entry, papers),
        "title, authors and year": (_entry(paper, eprint="") for paper in papers),
        "titles of no paper": (
            _entry(paper, eprint="", title=" ".join(title)) for paper, title in zip(papers, halves, strict=True)
        ),
    }
    runs: dict[str, list[tuple[float, float, int]]] = {}
    with TemporaryDirectory() as folder:
        for name, entries in files.items():
            Path(folder, name).write_text("".join(map(_written, entries)))
        for _ in range(_RUNS):
            for name in files:
                runs.setdefault(name, []).append(_run(Path(folder, name), home))
    rows = []
    for name, measured in runs.items():
        clock, cpu, memory = zip(*measured, strict=True)
        rows.append((name, ms(min(clock)), ms(median(clock)), ms(median(cpu)), f"{max(memory) >> 10} MB"))
    table(f"arxtui check, {_IN_FILE} entries", ("entries", "clock, least", "median", "CPU, median", "resident"), rows)


def _written(entry: BibEntry) -> str:
    fields = ",\n".join(f"  {name} = {{{value}}}" for name, value in entry.fields.items())
    return f"@{entry.kind}{{{entry.key},\n{fields}\n}}\n\n"


def _run(file: Path, home: Path) -> tuple[float, float, int]:
    """Return the seconds by the clock and of CPU time, and the resident kilobytes of a process that checks a file."""
    command = [sys.executable, "-m", "arxtui", "check", "--all", str(file)]
    environ = {**os.environ, "ARXTUI_HOME": str(home.absolute())}
    # A process has at least the resident size of the one that starts it, which is a small one here.
    small = [sys.executable, "-I", "-S", "-c", _MEASURE, *command]
    clock, cpu, kilobytes = subprocess.run(
        small, env=environ, check=True, capture_output=True, text=True
    ).stdout.split()
    return float(clock), float(cpu), int(kilobytes)


def print_verdicts(title: str, counts: dict[str, Counter[str]]) -> None:
    """Print the counts of each kind."""
    verdicts = [verdict for verdict in Verdict if any(count[verdict] for count in counts.values())]
    rows = []
    for kind, count in counts.items():
        each = count["µs"] / 1000 / sum(count[verdict] for verdict in Verdict)
        rows.append((kind, *(f"{count[verdict]:,}" for verdict in verdicts), f"{each:.2f}"))
    table(title, ("entries", *verdicts, "ms each"), rows)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--each", type=int, default=20_000)
    parser.add_argument("--faults", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=Path, nargs="*", default=())
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    with borrowed(options.home, options.seed) as (library, *_):
        measure(library, options.each, options.faults, options.seed, show=options.show)
        counts: dict[str, Counter[str]] = {}
        for file in options.files:
            count_verdicts(
                library,
                counts,
                [("right", each) for each in bib_entries(decode_file(file.read_bytes()).text)],
                show=True,
            )
        if counts:
            print_verdicts("Files", counts)
        measure_commands(library, options.home, options.seed)


if __name__ == "__main__":
    main()
