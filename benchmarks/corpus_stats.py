"""The statistics of corpora side by side, the sample first. Words are those that the search index would store.

    python -m benchmarks.corpus_stats FILE.jsonl... [--processes 2]

Vocabularies are measured in nested random shares of each corpus. Heaps' law V = K n^β is fitted to these, and the slope
of Zipf's law to the words of rank 10 to 10,000.
"""

from __future__ import annotations

import argparse
import gzip
import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from arxtui.model.arxiv.ids import year_month
from benchmarks.corpus.counts import SIZES, WordCounts
from benchmarks.corpus.growth import zipf_slope
from benchmarks.corpus.sample import real_sample, sample_lines
from benchmarks.corpus.statistics import MEASURES, Statistics, counted
from benchmarks.report import table

_PERCENTILES = (0.01, 0.1, 0.5, 0.9, 0.99)
_COMMONEST = 20
_LARGEST_CATEGORIES = 10
_MONTHS = (12, 120, 240, 320, 360, 400, 420, 426)
"""Months (numbered as in ``model.ids``) whose number of papers is printed."""


def main() -> None:
    """Count each corpus in several processes, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    sample = real_sample()
    names = ["sample" if sample else "sample (made up)", *(file.name for file in options.files)]
    with multiprocessing.Pool(options.processes) as pool:
        columns = []
        for file in (None, *options.files):
            parts = [(file, part, options.processes) for part in range(options.processes)]
            first, *others = pool.starmap(_counted_part, parts)
            for other in others:
                first.merge(other)
            columns.append(first)
    for title, rows in _tables(columns[0]):
        cells = [rows(column) for column in columns]
        labels = [label for label, _ in cells[0]]
        table(title, ["", *names], [[label, *(dict(cell).get(label, "") for cell in cells)] for label in labels])


def _counted_part(file: Path | None, part: int, parts: int) -> Statistics:
    """Return the statistics of every ``parts``-th line."""
    return counted(islice(sample_lines(real_sample()) if file is None else _lines(file), part, None, parts))


def _lines(file: Path) -> Iterator[str]:
    with gzip.open(file, "rt", encoding="utf-8") if file.suffix == ".gz" else file.open(encoding="utf-8") as lines:
        yield from lines


_Rows = Callable[[Statistics], list[tuple[str, str]]]


def _tables(sample: Statistics) -> list[tuple[str, _Rows]]:
    """Return the titles of the tables, each with a function that makes a column. The commonest words and categories are
    those of the sample."""
    commonest = [word for word, _ in sample.texts.papers.most_common(_COMMONEST)]
    largest = [code for code, _ in sample.categories.most_common(_LARGEST_CATEGORIES)]
    return [
        ("Words of titles and abstracts", lambda column: _words(column.texts)),
        ("Words of authors' names", lambda column: _words(column.names)),
        ("Lengths", _lengths),
        (
            f"Papers that have each of the sample's {_COMMONEST} commonest words",
            lambda column: [(word, f"{column.texts.papers[word] / column.papers:.1%}") for word in commonest],
        ),
        (
            "Papers in the sample's largest categories",
            lambda column: [(code, f"{column.categories[code] / column.papers:.1%}") for code in largest],
        ),
        (
            "Papers in some months",
            lambda column: [("{}-{:02}".format(*year_month(month)), f"{column.months[month]:,}") for month in _MONTHS],
        ),
    ]


def _words(counts: WordCounts) -> list[tuple[str, str]]:
    curve, law = counts.curve(), counts.law()
    ranked = sorted(counts.occurrences.values(), reverse=True)
    in_one = sum(papers == 1 for papers in counts.papers.values())
    return [
        *((f"1/{1 / size:.0f}: words, different", f"{n:,}, {v:,}") for size, (n, v) in zip(SIZES, curve, strict=True)),
        ("Heaps' law", f"{law.k:.1f} n^{law.beta:.3f}"),
        ("slope of Zipf's law", f"{zipf_slope(ranked):.2f}"),
        ("different words that occur once", f"{ranked.count(1) / len(ranked):.1%}"),
        ("different words of one paper", f"{in_one / len(ranked):.1%}"),
        ("words of the 100 commonest", f"{sum(ranked[:100]) / sum(ranked):.1%}"),
    ]


def _lengths(column: Statistics) -> list[tuple[str, str]]:
    rows = [("papers", f"{column.papers:,}"), ("different categories", f"{len(column.categories)}")]
    for name in MEASURES:
        lengths = column.lengths[name]
        mean = sum(length * papers for length, papers in lengths.items()) / column.papers
        points = ", ".join(str(_percentile(lengths, share)) for share in _PERCENTILES)
        rows.append((f"{name}: mean; p1, p10, p50, p90, p99", f"{mean:.1f}; {points}"))
    return rows


def _percentile(lengths: Counter[int], share: float) -> int:
    left = share * lengths.total()
    for length in sorted(lengths):
        left -= lengths[length]
        if left < 0:
            return length
    return max(lengths, default=0)


if __name__ == "__main__":
    main()
