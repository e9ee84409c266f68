"""Real records: what a scan of the texts finds, the index finds."""

from __future__ import annotations

import gzip
from itertools import islice
from pathlib import Path

import pytest

from arxtui.model.expr import EVERYTHING, And, Category, Expr, Field, Not, Or, Phrase, Word
from arxtui.model.paper import Paper
from arxtui.search.index import SearchIndex
from arxtui.search.writer import Document, update
from arxtui.sources.records import parse_record
from arxtui.text import readable, words


class Corpus:
    """Two thousand real papers, their words by key, and their index."""

    def __init__(self, file: Path, path: Path) -> None:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            papers = [paper for line in lines for paper in parse_record(line).papers]
        self.papers: dict[int, Paper] = {paper.key: paper for paper in papers}
        left = iter(self.papers.items())
        done = 0
        while batch := [Document(key, paper) for key, paper in islice(left, 700)]:
            done += len(batch)
            update(path, batch, done)
        self.index = SearchIndex.open(path)
        self.words = {key: _words(paper) for key, paper in self.papers.items()}

    def scanned(self, expr: Expr) -> set[int]:
        """The keys that a query means, by looking at every paper."""
        return {key for key in self.papers if self._holds(key, expr)}

    def _holds(self, key: int, expr: Expr) -> bool:
        match expr:
            case Word(text, field, prefix):
                asked = words(text)
                return any(_has(told, asked, prefix) for told in self._texts(key, field))
            case Phrase(text, field):
                return any(_has(told, words(text), False) for told in self._texts(key, field))
            case Category(pattern):
                return any(_in_category(each, pattern) for each in self.papers[key].categories)
            case Not(part):
                return not self._holds(key, part)
            case And(parts):
                return all(self._holds(key, part) for part in parts)
            case Or(parts):
                return any(self._holds(key, part) for part in parts)
        raise AssertionError(expr)

    def _texts(self, key: int, field: Field) -> list[list[str]]:
        told = self.words[key]
        return [text for texts in told.values() for text in texts] if field is Field.ANY else told[field]


def _words(paper: Paper) -> dict[Field, list[list[str]]]:
    return {
        Field.TITLE: [words(readable(paper.title))],
        Field.ABSTRACT: [words(readable(paper.abstract))],
        Field.AUTHOR: [words(readable(author.name)) for author in paper.authors],
    }


def _has(told: list[str], asked: list[str], prefix: bool) -> bool:
    for start in range(len(told) - len(asked) + 1):
        here = told[start : start + len(asked)]
        last_fits = here[-1].startswith(asked[-1]) if prefix else here[-1] == asked[-1]
        if here[:-1] == asked[:-1] and last_fits:
            return True
    return False


def _in_category(category: str, pattern: str) -> bool:
    return category.startswith(pattern[:-1]) if pattern.endswith("*") else category == pattern


@pytest.fixture(scope="module")
def corpus(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return Corpus(shared / "data" / "papers-2k.jsonl.gz", tmp_path_factory.mktemp("real"))


QUERIES = [
    EVERYTHING,
    Word("we"),
    Word("quantum"),
    Word("learn", prefix=True),
    Word("neu", prefix=True),
    Word("non-linear"),
    Word("state-of-the-ar", prefix=True),
    Phrase("neural networks"),
    Phrase("we show that"),
    Word("wang", Field.AUTHOR),
    Word("schrodinger"),
    Word("erdos"),
    Word("2", Field.TITLE),
    Phrase("state of the art", Field.ABSTRACT),
    Category("cs.LG"),
    Category("math.*"),
    And((Word("model"), Category("cs.*"), Not(Word("learning")))),
    Or((Word("galaxy"), Word("galaxies"), Word("stellar", Field.TITLE))),
    And((Word("data"), Or((Word("graph", prefix=True), Word("network", prefix=True))), Not(Category("cs.CV")))),
    Not(Word("the")),
]


@pytest.mark.parametrize("query", QUERIES, ids=str)
def test_the_index_finds_what_a_scan_of_every_paper_finds(corpus: Corpus, query: Expr) -> None:
    expected = corpus.scanned(query)
    hits = corpus.index.find(query, limit=5_000)
    assert list(hits.keys) == sorted(expected, reverse=True)
    assert hits.total == len(expected)


def test_a_paper_is_found_by_every_word_of_its_title(corpus: Corpus) -> None:
    for key, paper in islice(corpus.papers.items(), 0, None, 20):
        asked = tuple(Word(word, Field.TITLE) for word in words(readable(paper.title)))
        assert key in corpus.index.find(And(asked), limit=100).keys


def test_counts_by_category_are_those_of_the_papers(corpus: Corpus) -> None:
    counts = corpus.index.counts_by_category(Word("model"))
    matching = corpus.scanned(Word("model"))
    for category in ("cs.LG", "math.PR", "hep-th", "quant-ph"):
        expected = sum(category in corpus.papers[key].categories for key in matching)
        assert counts.get(category, 0) == expected
