"""Similar papers: their quality, against tantivy's own more-like-this, and the time to find them.

    python -m benchmarks.similar --home DIR [--each 400] [--seed 1] [--time-only]

Quality is judged by data that the comparison does not see. The authors of each drawn paper are removed from it. Papers
that share an author with a rare name count as similar, and so do papers of the same journal if it has few papers.
``authors`` is the share of such papers, of at most twenty, among the first twenty; ``first`` is the mean reciprocal
rank of the first such paper; ``journal`` is the share of the first twenty that are of the journal. The constants in
``search/similar.py`` were chosen with a few hundred papers drawn in another way.

Times are those of the first screen of ``~`` in the reader (the list and its rows), of a list that has other terms
beside ``like:``, and of ``related.same_work``, each for a paper not requested before. Papers of large collaborations
are measured as well: their records are the longest. Long-lived objects are excluded from garbage collection, as in the
reader. A home is not changed. Quality should be measured on the imported real sample.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import tantivy

from arxtui.library.facade import Library
from arxtui.library.search.similar import SimilarityCache
from arxtui.light import pattern
from arxtui.model.arxiv.ids import name_of
from arxtui.model.limits import MOST_SIMILAR
from arxtui.model.paper import Paper
from arxtui.search import schema as fields
from arxtui.search.index import SearchIndex
from arxtui.search.similar import similarity
from arxtui.search.version import current_folder
from arxtui.store.cache.database import Cache
from arxtui.text import readable, words
from benchmarks.homes import borrowed
from benchmarks.report import ms, percentile, table

_FIRST = 20
_RARE = range(2, 21)
"""The numbers of papers for which an author's name is taken to be that of one person."""
_JOURNAL = range(15, 251)
_ASKED = range(3, 61)
"""The numbers of papers with shared authors for which a paper is included."""
_NAMED = pattern(r"[^0-9(,]+")
_AT_ONCE = 5_000
_ARXIV = 3_000_000
_SCREEN = 40
_LARGE = 300
"""The least number of authors of a large collaboration; one paper in a thousand has as many."""
_DRAWN = 50_000
"""The number of papers searched for large collaborations."""

Find = Callable[[int, Paper], Sequence[int]]
_Asked = tuple[int, Paper, set[int]]


class Sample(NamedTuple):
    """Papers by authors with rare names, and by journals with few papers."""

    authors: dict[str, set[int]]
    journals: dict[str, set[int]]

    def by_author(self, key: int, paper: Paper) -> set[int]:
        """Return the keys of the papers that share an author."""
        return set().union(*(self.authors.get(author.name, ()) for author in paper.authors)) - {key}

    def by_journal(self, key: int, paper: Paper) -> set[int]:
        """Return the keys of the other papers of the same journal."""
        return self.journals.get(_journal(paper), set()) - {key}


def main() -> None:
    """Measure quality, then times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--each", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time-only", action="store_true")
    options = parser.parse_args()
    with borrowed(options.home, options.seed) as desk, Cache.open(desk.paths.cache_db) as cache:
        if not options.time_only:
            quality(cache, desk.paths.index, options.each, options.seed)
        times(cache, desk.library, options.each, options.seed)


def quality(cache: Cache, index: Path, each: int, seed: int) -> None:
    """Print one row for each way of finding similar papers."""
    sample, keys = _sample(cache), list(cache.month_keys())
    random.Random(seed).shuffle(keys)
    by_author, by_journal = _asked(cache, keys, sample, each)
    rows = []
    for name, find in _ways(cache, index):
        found = [(find(key, paper)[:_FIRST], relevant) for key, paper, relevant in by_author]
        places = [[at for at, key in enumerate(keys, 1) if key in relevant] for keys, relevant in found]
        shares = [len(at) / min(_FIRST, len(relevant)) for at, (_, relevant) in zip(places, found, strict=True)]
        first = [1 / at[0] if at else 0.0 for at in places]
        of_journal = [
            sum(other in relevant for other in find(key, paper)[:_FIRST]) / _FIRST
            for key, paper, relevant in by_journal
        ]
        rows.append([name, *(f"{sum(values) / max(len(values), 1):.3f}" for values in (shares, first, of_journal))])
    title = f"Similar papers, {len(by_author)} asked by author, {len(by_journal)} by journal"
    table(title, ["", "authors", "first", "journal"], rows)


def times(cache: Cache, library: Library, each: int, seed: int) -> None:
    """Print one row for each query."""
    keys = library.search.listing("").keys
    chance = random.Random(seed)
    places = chance.sample(range(len(keys)), min(_DRAWN, len(keys)))
    large = _of_large_collaborations(cache, [keys[place] for place in places])

    def drawn() -> list[int]:
        return [keys[chance.randrange(len(keys))] for _ in range(each)]

    def shown(key: int) -> object:
        return library.papers.rows([hit.key for hit in library.related.similar(key, _SCREEN).hits])

    def narrowed(key: int) -> object:
        return library.search.listing(f"like:{name_of(key)} cat:cs newer:1y")

    questions: list[tuple[str, Callable[[int], object], list[int]]] = [
        ("similar papers, a screen of them", shown, drawn()),
        ("with a category and a year", narrowed, drawn()),
        ("the same work", library.related.same_work, drawn()),
        ("similar papers, of large collaborations", shown, large[: len(large) // 2]),
        ("the same work, of large collaborations", library.related.same_work, large[len(large) // 2 :]),
    ]
    for _, question, _ in questions:
        question(keys[0])
    gc.collect()
    gc.freeze()
    rows = [[name, str(len(asked)), *_took(question, asked)] for name, question, asked in questions if asked]
    header = ["", "asked", "p50", "p90", "p99", "CPU p50", "p90", "p99"]
    table(f"Times, {len(keys):,} papers", header, rows)


def _took(question: Callable[[int], object], asked: Sequence[int]) -> list[str]:
    """Return p50, p90 and p99 of the query over the papers, in wall-clock time and in CPU time."""
    clock, processor = [], []
    for key in asked:
        begun, worked = time.perf_counter(), time.process_time()
        question(key)
        clock.append(time.perf_counter() - begun)
        processor.append(time.process_time() - worked)
    return [ms(percentile(took, share)) for took in (clock, processor) for share in (0.5, 0.9, 0.99)]


def _of_large_collaborations(cache: Cache, keys: Sequence[int]) -> list[int]:
    found = (cache.papers.get_all(keys[start : start + _AT_ONCE]) for start in range(0, len(keys), _AT_ONCE))
    return [key for papers in found for key, paper in papers.items() if len(paper.authors) >= _LARGE]


def _ways(cache: Cache, path: Path) -> Iterator[tuple[str, Find]]:
    index = SearchIndex.open(path)
    bare = tantivy.Index.open(str(current_folder(path)))
    searcher = bare.searcher()

    def more_like_this(**options: int) -> Find:
        def find(key: int, paper: Paper) -> Sequence[int]:
            told = {
                fields.TITLE: [" ".join(words(readable(paper.title)))],
                fields.ABSTRACT: [" ".join(words(readable(paper.abstract)))],
            }
            query = tantivy.Query.more_like_this_document_fields_query(bare.schema, told, **options)  # type: ignore[arg-type]
            found = searcher.search(query, _FIRST + 1, count=False).hits
            keys = searcher.fast_field_values(fields.KEY, [address for _, address in found])
            return [int(other or 0) for other in keys if other != key]

        return find

    def engine(key: int, paper: Paper) -> Sequence[int]:
        return [other for other in index.keys_like(index.profile(paper), _FIRST + 1) if other != key]

    def product(key: int, paper: Paper) -> Sequence[int]:
        return SimilarityCache(cache, lambda _: paper).of(index, key).keys

    def of_three_million(key: int, paper: Paper) -> Sequence[int]:
        told = index.profile(replace(paper, authors=()))
        told = told._replace(papers={word: papers * _ARXIV // cache.count() for word, papers in told.papers.items()})
        others = cache.papers.get_all([other for other in index.keys_like(told, MOST_SIMILAR + 1) if other != key])
        hits = [similarity(told, other, each) for other, each in others.items()]
        return [hit.key for hit in sorted(hits, key=lambda hit: -hit.score)]

    yield "more-like-this as it is", more_like_this()
    yield "more-like-this, words that occur once", more_like_this(min_term_frequency=1)
    yield "more-like-this, 50 words that occur once", more_like_this(min_term_frequency=1, max_query_terms=50)
    yield "the engine's part alone", engine
    yield "similar, without authors", lambda key, paper: product(key, replace(paper, authors=()))
    yield "the same, asked for the words that it would be among three million", of_three_million
    yield "similar, as it is (authors are seen)", product


def _sample(cache: Cache) -> Sample:
    keys = list(cache.month_keys())
    sample = Sample(defaultdict(set), defaultdict(set))
    for start in range(0, len(keys), _AT_ONCE):
        for key, paper in cache.papers.get_all(keys[start : start + _AT_ONCE]).items():
            for author in paper.authors:
                sample.authors[author.name].add(key)
            sample.journals[_journal(paper)].add(key)
    authors = {name: papers for name, papers in sample.authors.items() if len(papers) in _RARE}
    return Sample(
        authors, {name: papers for name, papers in sample.journals.items() if name and len(papers) in _JOURNAL}
    )


def _asked(cache: Cache, keys: Sequence[int], sample: Sample, each: int) -> tuple[list[_Asked], list[_Asked]]:
    """Return (key, paper, keys that count as similar) for ``each`` papers, by authors and by journal."""
    by_author: list[_Asked] = []
    by_journal: list[_Asked] = []
    for key in keys:
        paper = cache.papers.get(key)
        if paper is None:
            continue
        if len(by_author) < each and len(relevant := sample.by_author(key, paper)) in _ASKED:
            by_author.append((key, paper, relevant))
        if len(by_journal) < each and (relevant := sample.by_journal(key, paper)):
            by_journal.append((key, paper, relevant))
        if len(by_author) == len(by_journal) == each:
            break
    return by_author, by_journal


def _journal(paper: Paper) -> str:
    named = _NAMED.match(paper.journal_ref or "")
    return "".join(words(named[0])) if named else ""


if __name__ == "__main__":
    main()
