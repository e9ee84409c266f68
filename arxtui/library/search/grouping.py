"""Listings in groups: by topic, by primary category, by rules and the user's own ranking."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from arxtui.library.views import Listing, PaperGroup
from arxtui.light import changed
from arxtui.model.arxiv.taxonomy import category_name
from arxtui.model.expr import GROUPS, Grouping
from arxtui.model.rules import Effect
from arxtui.ranking.topics import MOST as MOST_BY_TOPIC
from arxtui.ranking.topics import Text, topics
from arxtui.store.progress.rule_matches import contains
from arxtui.text import readable

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries

MOST = 20_000
"""The largest number of papers that are grouped by category or rules: all of their keys are read and sorted."""
_FOR_YOU = 1.0
"""The least score, in standard deviations of new papers, of the papers in the group "For you"."""
_FEWEST = 10_000
"""The number of papers that a smaller library is taken for when words are weighed: all its words would be frequent."""
OTHER, FOR_YOU, NO_RULE = "Other papers", "For you", "No rule"


def grouped(
    context: LibraryContext,
    queries: Queries,
    listing: Listing,
    grouping: Grouping,
    complete: Callable[[Listing], Listing],
    before: Listing | None = None,
) -> Listing:
    """Return the listing in groups, or with the reason why it has none. ``complete`` returns all papers of a listing.
    Within a group, papers keep their order. If the listing is part of the one in groups ``before``, each paper stays in
    its group."""
    most = MOST_BY_TOPIC if grouping is Grouping.TOPIC else MOST
    if listing.total <= most:
        listing = complete(listing)  # until then the total can be a lower bound
    if not listing.complete or listing.total > most:
        return changed(
            listing, ungrouped=f"Only lists of up to {most:,} papers are grouped {GROUPS[grouping]}: more take too long"
        )
    keys = list(listing.keys)
    if before and is_part(listing, before):
        groups = _as_before(keys, before.groups)
    else:
        groups = _GROUPS[grouping](context, queries, keys)
    ordered = array("q", chain.from_iterable(group.keys for group in groups))
    return changed(listing, keys=ordered, total=len(ordered), groups=groups, sections=())


def is_part(listing: Listing, whole: Listing) -> bool:
    """Return whether a listing has the query of another one and none but its papers."""
    return listing.query == whole.query and set(listing.keys) <= set(whole.keys)


def _as_before(keys: Sequence[int], groups: Sequence[PaperGroup]) -> tuple[PaperGroup, ...]:
    group_of = {key: place for place, group in enumerate(groups) for key in group.keys}
    return _partition(keys, group_of.get, dict(enumerate(group.name for group in groups)), OTHER)


def _by_topic(context: LibraryContext, queries: Queries, keys: Sequence[int]) -> tuple[PaperGroup, ...]:
    index, papers = context.index(), context.cache.papers.readable(keys)
    known = [key for key in keys if key in papers]
    texts = [
        Text(readable(paper.title), readable(paper.abstract), paper.primary_category)
        for paper in map(papers.__getitem__, known)
    ]
    count = max(context.cache.count(), _FEWEST)

    def share_of(word: str) -> float:
        context.go_on()
        return index.papers_with(word) / count

    found = topics(texts, share_of)
    topic_of = {known[paper]: place for place, topic in enumerate(found) for paper in topic.papers}
    return _partition(keys, topic_of.get, dict(enumerate(topic.name for topic in found)), OTHER)


def _by_category(context: LibraryContext, queries: Queries, keys: Sequence[int]) -> tuple[PaperGroup, ...]:
    """Group by primary category: the followed ones first, in their order, then the others, the largest first."""
    category_of = context.cache.papers.categories(keys)
    sizes = Counter(category_of.values())
    followed = {code: place for place, code in enumerate(context.categories)}
    codes = sorted(sizes, key=lambda code: (followed.get(code, len(followed)), -sizes[code], code))
    names = {code: name if (name := category_name(code)) == code else f"{code} · {name}" for code in codes}
    return _partition(keys, category_of.get, names, OTHER)


def _by_rules(context: LibraryContext, queries: Queries, keys: Sequence[int]) -> tuple[PaperGroup, ...]:
    """Group by the first rule that matches a paper, in the order of the rules, then by the user's own ranking."""
    rules = queries.rules()
    shown = [each for each in rules.queries if each.rule.effects != (Effect.MUTE,)] if rules else []
    names: dict[Hashable, str] = {}
    rule_of: dict[int, Hashable] = {}
    for number, (query, matched) in enumerate(zip(shown, rules.matched(shown) if rules else (), strict=True)):
        names[number] = query.rule.name
        rule_of.update((key, number) for key in keys if key not in rule_of and contains(matched, key))
    scores = context.cache.ranking_scores.scores(key for key in keys if key not in rule_of)
    rule_of.update((key, FOR_YOU) for key, score in scores.items() if score >= _FOR_YOU)
    return _partition(keys, rule_of.get, {**names, FOR_YOU: FOR_YOU}, NO_RULE)


_GROUPS = {Grouping.TOPIC: _by_topic, Grouping.CATEGORY: _by_category, Grouping.RULES: _by_rules}


def _partition(
    keys: Sequence[int], group_of: Callable[[int], Hashable], names: Mapping[Any, str], other: str
) -> tuple[PaperGroup, ...]:
    """Return the groups that have papers, in the order of ``names``, and the papers of no group last."""
    found: dict[Hashable, array[int]] = {group: array("q") for group in (*names, None)}
    for key in keys:
        group = group_of(key)
        found[group if group in found else None].append(key)
    return tuple(PaperGroup(names.get(group, other), each) for group, each in found.items() if each)
