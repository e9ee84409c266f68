"""Papers that have only some of the words of a question, best first: the last resort of a search.

Each content word of the question is looked for in its forms, in the indexed words with the same stem (Snowball's
English stemmer), and in the terms that papers use for an everyday word. Only the best of these counts, by BM25 in the
abstract or the title (a disjunction maximum), so that a rare form does not outweigh a second word. The first papers are
then ordered by their score times the square root of the share of the question that they have, in which a word counts by
the square root of its idf. ``benchmarks/some_words.py`` measures these numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import log1p, sqrt

import tantivy
from tantivy import Occur, Query

from arxtui.light import NamedTuple
from arxtui.model.expr import Expr
from arxtui.search import schema as fields
from arxtui.search.open_index import OpenIndex
from arxtui.text.matching.everyday import TERMS, content_words
from arxtui.text.matching.forms import forms

MOST = 200
"""The number of papers that are found: a question in other words has no exact number of answers."""
_STEM, _TERM, _TITLE = 0.6, 0.5, 0.5
"""What another word with the same stem, another term, and a word in the title count, compared with the word itself in
the abstract."""
_MOST_STEMMED = 8
_MOST_LOOKED_AT = 250
_SHORTEST_STEM = 3
_MAX_POSTINGS = 400_000
"""The largest sum of the postings of the words that choose the papers, in all their forms, the rarest words first: the
engine reads all of them. The other words count only in the order of the papers found."""


class _AnyForm(NamedTuple):
    """The query for a word in any of its forms, and the number of postings that the engine reads for it."""

    query: Query
    postings: int


class SomeWords(NamedTuple):
    """The papers that have some of the words of a question, best first, and the words that each of them has."""

    keys: array[int]
    words: dict[int, tuple[str, ...]]


def with_some_words(opened: OpenIndex, question: str, strict: Expr) -> SomeWords:
    """Return the best papers that match ``strict`` and have at least one word of a question."""
    groups = {
        word: any_form
        for word in content_words(question)
        if not opened.is_common(word) and (any_form := _any_form(opened, word)).postings
    }
    if not groups:
        return SomeWords(array("q"), {})
    wanted = Query.boolean_query([(Occur.Should, query) for query in _choosing(groups.values())])
    within = Query.const_score_query(opened.query(strict), 0.0)
    result = opened.searcher.search(
        Query.boolean_query([(Occur.Must, within), (Occur.Must, wanted)]), MOST, count=False
    )
    keys = _keys(opened, result)
    found = _words_of(opened, groups, keys)
    weights = {word: sqrt(_idf(opened, word)) for word in groups}
    whole = sum(weights.values())
    score = {
        key: hit[0] * sqrt(sum(weights[word] for word in found[key]) / whole)
        for key, hit in zip(keys, result.hits, strict=True)
    }
    order = array("q", sorted(keys, key=lambda key: (-score[key], -key)))
    return SomeWords(order, {key: found[key] for key in order})


def _any_form(opened: OpenIndex, word: str) -> _AnyForm:
    weights = {**dict.fromkeys(TERMS.get(word, ()), _TERM), **dict.fromkeys(_same_stem(opened, word), _STEM)}
    weights.update(dict.fromkeys(forms(word), 1.0))
    schema = opened.index.schema
    queries, postings = [], 0
    for form, weight in weights.items():
        for name, share in ((fields.ABSTRACT, 1.0), (fields.TITLE, _TITLE)):
            if papers := opened.searcher.doc_freq(name, form):
                term = Query.term_query(schema, name, form, "freq")
                queries.append(Query.boost_query(term, weight * share))
                postings += papers
    return _AnyForm(Query.disjunction_max_query(queries, 0.0), postings)


def _same_stem(opened: OpenIndex, word: str) -> Sequence[str]:
    """Return the most frequent words of abstracts that have the stem of a word."""
    stem = _stem(word)
    if len(stem) < _SHORTEST_STEM:
        return ()
    start = stem[:-1] if stem.endswith("i") else stem  # the stem of "study" and "studies" is "studi"
    near = opened.searcher.terms_with_prefix(fields.ABSTRACT, start, limit=_MOST_LOOKED_AT)
    same = [(papers, other) for other, papers in near if _stem(other) == stem]
    return [other for _, other in sorted(same, reverse=True)[:_MOST_STEMMED]]


@lru_cache(1 << 14)
def _stem(word: str) -> str:
    return next(iter(_stemmer().analyze(word)), word)


@lru_cache(1)
def _stemmer() -> tantivy.TextAnalyzer:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace())
    return builder.filter(tantivy.Filter.stemmer("english")).build()


def _words_of(opened: OpenIndex, groups: Mapping[str, _AnyForm], keys: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Return the words that each of at most ``MOST`` papers has, by one search in which each word scores a power of
    two: sums of ``MOST_WORDS`` of them are exact in the engine's scores of 24 bits."""
    # One by one: a set of so few keys takes three times as long.
    among = Query.boolean_query(
        [(Occur.Should, Query.term_query(opened.index.schema, fields.KEY, key)) for key in keys]
    )
    each_word = [
        (Occur.Should, Query.const_score_query(group.query, float(1 << place)))
        for place, group in enumerate(groups.values())
    ]
    within = (Occur.Must, Query.const_score_query(among, 0.0))
    result = opened.searcher.search(Query.boolean_query([within, *each_word]), MOST, count=False)
    return {
        key: tuple(word for place, word in enumerate(groups) if int(hit[0]) >> place & 1)
        for key, hit in zip(_keys(opened, result), result.hits, strict=True)
    }


def _choosing(groups: Iterable[_AnyForm]) -> list[Query]:
    """Return the words that choose the papers: the rarest within ``_MAX_POSTINGS``, at least one."""
    rarest_first = sorted(groups, key=lambda group: group.postings)
    sums = accumulate(group.postings for group in rarest_first)
    within = [group.query for group, postings in zip(rarest_first, sums, strict=True) if postings <= _MAX_POSTINGS]
    return within or [rarest_first[0].query]


def _idf(opened: OpenIndex, word: str) -> float:
    papers = max(opened.searcher.doc_freq(fields.ABSTRACT, form) for form in forms(word))
    return log1p(opened.searcher.num_docs / (papers + 0.5))


def _keys(opened: OpenIndex, result: tantivy.SearchResult) -> list[int]:
    values = opened.searcher.fast_field_values(fields.KEY, [address for _, address in result.hits])
    return [int(key or 0) for key in values]
