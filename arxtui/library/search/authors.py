"""The authors of the papers of a query, by their number of papers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from arxtui.library.rules.name_forms import form_of
from arxtui.library.search.key_sets import key_set
from arxtui.library.views import AuthorCounts
from arxtui.model.expr import And, Expr
from arxtui.query.chips import author_term
from arxtui.store.cache.keys import MonthKeys
from arxtui.text import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries

_SHOWN = 10
_CANDIDATES = 200
"""How many of the most frequent names are counted exactly: the order of a sample is not that of all papers."""
_MOST_PAPERS = 5_000
_MOST_NAMES = 50_000
"""How many papers, evenly drawn from the list, and names of their authors are looked at: a tenth of a second.
In large collaborations a paper has thousands."""


def count_authors(context: LibraryContext, queries: Queries, text: str) -> AuthorCounts:
    """Return the authors with the most papers of a query, each with the exact number of papers that the query has with
    the author's term added."""
    unresolved = queries.parse(text).expr
    keys = _all_keys(context, queries.resolve(unresolved))
    context.go_on()
    names, sampled = _most_frequent(context, keys[:: -(-len(keys) // _MOST_PAPERS) or 1])
    followed = context.settings.follow.authors
    authors: list[tuple[str, int, bool]] = []
    for name in names:
        context.go_on()
        expr = queries.resolve(And((unresolved, queries.parse(author_term(name)).expr)))
        known = key_set(expr)
        if papers := context.index().count(expr) if known is None else len(known.keys):
            authors.append((name, papers, any(form_of(each, [name]) for each in followed)))
    authors.sort(key=lambda author: (-author[1], author[0]))
    return AuthorCounts(tuple(authors[:_SHOWN]), sampled if sampled < len(keys) else 0)


def _all_keys(context: LibraryContext, expr: Expr) -> Sequence[int]:
    known = key_set(expr)
    if known is None:
        return context.index().sequence(expr)
    return known.among(context.cache.month_keys() if known.inverted else MonthKeys(()))


def _most_frequent(context: LibraryContext, keys: Sequence[int]) -> tuple[list[str], int]:
    """Return the names that the most of these papers have, and the number of papers looked at. Spellings that differ in
    case and accents alone are one name, in its most frequent spelling."""
    spellings: Counter[str] = Counter()
    stored, looked_at, room = context.cache.papers.readable(keys), 0, _MOST_NAMES
    for key in keys:
        if room <= 0:
            break
        looked_at += 1
        if paper := stored.get(key):
            spellings.update({author.name for author in paper.authors})
            room -= len(paper.authors)
    papers: Counter[tuple[str, ...]] = Counter()
    names: dict[tuple[str, ...], str] = {}
    for name, number in spellings.most_common():
        if folded := tuple(words(name)):
            papers[folded] += number
            names.setdefault(folded, name)
    ordered = sorted(papers, key=lambda folded: (-papers[folded], folded))
    return [names[folded] for folded in ordered[:_CANDIDATES]], looked_at
