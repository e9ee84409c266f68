"""Questions in other words (``some:``): how often the right paper comes first, and the time to find it.

    python -m benchmarks.some_words --home DIR [--papers 58000] [--items 1000] [--seed 7] [--time-only]

Each drawn paper is a known item: its title is the question, and an index of the newest papers' abstracts alone answers
it. The second figure is that of an index in which a random half of the title's words was taken out of the abstracts of
the drawn papers. Both are mean reciprocal ranks. Times are processor time for titles as questions in the home's own
index, which is not changed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from arxtui.config.paths import Paths
from arxtui.model.expr import EVERYTHING, And, Sort, Word
from arxtui.model.paper import Paper
from arxtui.search.document import Document
from arxtui.search.index import SearchIndex
from arxtui.search.some_words import MOST
from arxtui.search.writer import update
from arxtui.store.cache.database import Cache
from arxtui.text import readable, words
from benchmarks.report import ms, percentile, table

_AT_ONCE = 5_000


def main() -> None:
    """Measure quality, then times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--papers", type=int, default=58_000)
    parser.add_argument("--items", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--time-only", action="store_true")
    options = parser.parse_args()
    paths = Paths.under(options.home)
    with Cache.open(paths.cache_db, read_only=True) as cache:
        newest = list(cache.month_keys()[: options.papers])
        items = dict(_papers(cache, random.Random(options.seed).sample(newest, options.items)))
        if not options.time_only:
            halved = {key: _halved(paper) for key, paper in items.items()}
            rows = [
                ["as they are", *_reciprocal_ranks(_documents(cache, newest, {}), items)],
                ["without half of the title's words", *_reciprocal_ranks(_documents(cache, newest, halved), items)],
            ]
            header = ["abstracts", "all words must occur", "`some:`"]
            table(f"Title → own abstract, {len(items):,} of {len(newest):,} papers (MRR)", header, rows)
    times = []
    index = SearchIndex.open(paths.index)
    for paper in items.values():
        begun = time.process_time()
        index.with_some_words(_question(paper), EVERYTHING)
        times.append(time.process_time() - begun)
    figures = [ms(percentile(times, share)) for share in (0.5, 0.99, 1.0)]
    table(f"Processor time among {index.count(EVERYTHING):,} papers", ["median", "p99", "longest"], [figures])


def _reciprocal_ranks(documents: Iterator[Document], items: dict[int, Paper]) -> list[str]:
    """Return the mean reciprocal rank of each item among the papers that have all words of its title, and among those
    that have some."""
    with TemporaryDirectory() as folder:
        update(Path(folder), documents, 1)
        index = SearchIndex.open(Path(folder))
        ranks: tuple[list[float], list[float]] = ([], [])
        for key, paper in items.items():
            words_of = tuple(map(Word, words(_question(paper))))
            strict = index.find(And(words_of), limit=MOST, sort=Sort.BEST).keys
            some = index.with_some_words(_question(paper), EVERYTHING).keys
            for each, found in zip(ranks, (strict, some), strict=True):
                each.append(1 / (found.index(key) + 1) if key in found else 0.0)
    return [f"{sum(each) / len(each):.3f}" for each in ranks]


def _documents(cache: Cache, keys: Sequence[int], changed: dict[int, Paper]) -> Iterator[Document]:
    """Yield documents that have nothing but an abstract."""
    for key, paper in _papers(cache, keys):
        yield Document(key, Paper(paper.id, "", abstract=changed.get(key, paper).abstract))


def _papers(cache: Cache, keys: Sequence[int]) -> Iterator[tuple[int, Paper]]:
    for start in range(0, len(keys), _AT_ONCE):
        yield from cache.papers.get_all(keys[start : start + _AT_ONCE]).items()


def _question(paper: Paper) -> str:
    return readable(paper.title)


def _halved(paper: Paper) -> Paper:
    """Return the paper without a half of its title's words in its abstract; the same half in every run."""
    title = sorted(set(words(_question(paper))))
    gone = set(random.Random(paper.id).sample(title, len(title) // 2))
    return replace(paper, abstract=" ".join(word for word in paper.abstract.split() if not gone & set(words(word))))


if __name__ == "__main__":
    main()
