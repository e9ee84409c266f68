"""Every paper of the real sample, exported, read back by other programs and compared field by field.

Run with ``python -m benchmarks.exports``; ``--sample N`` takes every Nth paper, ``--without biber`` skips biber, which
may not be installed and takes about ten minutes. The samples are in the folder ARXTUI_SHARED, or beside the checkout.
Prints the time each format takes per paper, and stops at the first field that differs after reading back.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from arxtui.export.forms import FORMS
from arxtui.model.views import Record
from arxtui.sources.records import parse_record
from arxtui.text import readable
from benchmarks.corpus.sample import shared_folder
from tests.export.readers import check_entry, exported, read_by_biber, read_by_bibtexparser, style
from tests.export.test_csl import check_item
from tests.export.test_csl import read as read_by_citeproc
from tests.export.test_forms import check_record
from tests.export.test_forms import read as read_by_rispy

FILES = ("papers-odd.jsonl", "papers-api-full.jsonl.gz", "papers-20k.jsonl.gz")


def main(arguments: Sequence[str] | None = None) -> int:
    """Export, read back and compare."""
    parser = argparse.ArgumentParser(description="Every paper of the real sample, exported and read back.")
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--without", choices=("biber",))
    options = parser.parse_args(arguments)
    records = load(shared_folder() / "data", options.sample)
    print(f"{len(records):,} papers")
    for form in FORMS:
        seconds = _timed(partial(exported, form, records))
        print(f"{form:9} {1e6 * seconds / len(records):7.0f} µs a paper")
    for reader, check in _readers(records).items():
        if reader != options.without:
            print(f"{reader:13} {_timed(check):7.1f} s, every field of every paper as it was")
    return 0


def load(data: Path, every: int) -> tuple[Record, ...]:
    """Return the papers of the samples, each once."""
    found: dict[int, Record] = {}
    for name in FILES:
        read = (data / name).read_bytes()
        for line in (gzip.decompress(read) if name.endswith(".gz") else read).decode().splitlines():
            for paper in parse_record(line).papers:
                found[paper.key] = Record(paper.key, paper, readable(paper.title))
    return tuple(found.values())[::every]


def _readers(records: tuple[Record, ...]) -> dict[str, Callable[[], None]]:
    keys, bibtex = style(records).keys, exported("bibtex", records)

    def by_bibtexparser() -> None:
        entries = read_by_bibtexparser(bibtex)
        for record in records:
            check_entry(record, entries[keys[record.key]])

    def by_biber() -> None:
        with tempfile.TemporaryDirectory() as folder:
            entries = read_by_biber(bibtex, Path(folder))
        for record in records:
            check_entry(record, entries[keys[record.key]], by_biber=True)

    def by_rispy() -> None:
        entries = read_by_rispy(records)
        for record in records:
            check_record(record, entries[keys[record.key]])

    def by_citeproc() -> None:
        items = read_by_citeproc(records)
        for record in records:
            check_item(record, items[keys[record.key].lower()])

    return {"bibtexparser": by_bibtexparser, "rispy": by_rispy, "citeproc-py": by_citeproc, "biber": by_biber}


def _timed(work: Callable[[], object]) -> float:
    """Return the seconds that the work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
