"""The number of papers of a sample that are the same work, a part of it or a remark on it, and the share that the index
finds.

    python -m benchmarks.related --home DIR [--asked 300] [--shown 50] [--seed 1]

Every paper of the home is read once. Pairs that share a title, a series or a named title, or a few of the smallest
hashes of word sequences of their abstracts, are compared by arxtui's own rules. For ``--asked`` random pairs of the
result, the library is queried, which only sees what its index finds. ``--shown`` of the pairs are printed for
inspection.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path
from zlib import crc32

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.library.search.same_work import Related, Work, related
from arxtui.model.arxiv.ids import name_of
from arxtui.store.cache.database import Cache
from benchmarks.report import ms, percentile, table

_SMALLEST, _HASHES = 12, 3
"""The number of hashes of an abstract that are compared, and the number that two nearly identical abstracts share."""
_MOST_IN_A_BLOCK = 40
_AT_ONCE = 2_000


def main() -> None:
    """Count the pairs, query the library, and print both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--asked", type=int, default=300)
    parser.add_argument("--shown", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    paths = Paths.under(options.home)
    with Cache.open(paths.cache_db) as cache:
        papers, pairs = all_pairs(cache)
    kinds = Counter(str(told.kind) for _, told in pairs)
    alone = {key for key, _ in pairs} | {told.key for _, told in pairs}
    table(f"{papers:,} papers, {len(alone):,} with another beside them", ["kind", "pairs"], sorted(_rows(kinds)))
    chance = random.Random(options.seed)
    drawn = chance.sample(pairs, min(options.asked, len(pairs)))
    with closing(Library.open(paths, Settings())) as library:
        _ask(library, drawn)
        for key, told in drawn[: options.shown]:
            print(f"\n{told.kind}: {told.why}")
            for each in (key, told.key):
                record = library.papers.record(each)
                print(f"  {name_of(each)}  {record.title if record else ''}")


def all_pairs(cache: Cache) -> tuple[int, list[tuple[int, Related]]]:
    """Return the number of papers, and for each related pair the older key and the relation of the newer paper to
    it."""
    keys = sorted(cache.month_keys())
    blocks: dict[Hashable, list[int]] = defaultdict(list)
    for start in range(0, len(keys), _AT_ONCE):
        for key, paper in cache.papers.get_all(keys[start : start + _AT_ONCE]).items():
            for sign in _signs(Work(key, paper)):
                blocks[sign].append(key)
    few = [(sign, sorted(set(block))) for sign, block in blocks.items() if 1 < len(block) <= _MOST_IN_A_BLOCK]
    named = {pair for sign, block in few if not isinstance(sign, int) for pair in combinations(block, 2)}
    alike = Counter(pair for sign, block in few for pair in combinations(block, 2) if isinstance(sign, int))
    ordered = sorted(named | {pair for pair, hashes in alike.items() if hashes >= _HASHES})
    found = []
    for start in range(0, len(ordered), _AT_ONCE):
        chunk = ordered[start : start + _AT_ONCE]
        papers = cache.papers.get_all({key for pair in chunk for key in pair})
        works = {key: Work(key, paper) for key, paper in papers.items()}
        found += [(one, told) for one, other in chunk if (told := related(works[one], works[other]))]
    return len(keys), found


def _signs(work: Work) -> Iterator[Hashable]:
    """Yield the features that related papers share."""
    yield work.title
    yield name_of(work.key)
    yield from work.instead
    if work.remark:
        yield from (work.remark.about[:length] for length in range(3, len(work.remark.about) + 1))
    if work.part:
        yield work.part.series
    yield from sorted(crc32(" ".join(stretch).encode()) for stretch in work.word_sequences)[:_SMALLEST]


def _ask(library: Library, drawn: list[tuple[int, Related]]) -> None:
    found, took = 0, []
    for key, told in drawn:
        begun = time.perf_counter()
        found += told.key in {each.key for each in library.related.same_work(key)}
        took.append(time.perf_counter() - begun)
    share = f"{found} of {len(drawn)}"
    times = [ms(percentile(took, part)) for part in (0.5, 0.9, 0.99)]
    table("Asked of the library", ["found", "p50", "p90", "p99"], [[share, *times]])


def _rows(kinds: Counter[str]) -> Iterator[list[str]]:
    for kind, count in kinds.items():
        yield [kind, f"{count:,}"]


if __name__ == "__main__":
    main()
