"""The baseline of the search benchmarks: the same query in tantivy-py's own functions on the same index.

The query has the same meaning. Each complete word is a ``term_query`` of the word and one of its plural. The incomplete
word is a ``regex_query`` (the only query of tantivy-py for all words with a prefix) and a ``term_query`` of its plural.
Each searches the two fields that contain every word, or the one field that the query names. A hyphenated word
(``self-atte``) is also a ``regex_phrase_query`` in each text; with few letters after the hyphen, its parts are searched
separately. A category is a ``term_query``, dates are a ``range_query``, and marks are a ``term_set_query`` of keys that
are already in memory. ``Searcher.search`` returns fifty papers in one call, ordered by the fast field of the key, or by
weight: then words in titles count more, and the keys are read from the fast field. The baseline checks no snapshot,
parses no query and reads no row.
"""

from __future__ import annotations

import tantivy
from tantivy import FieldType, Occur, Order, Query

from arxtui.search import schema as fields
from arxtui.search.translate import ADJACENT_FROM
from arxtui.search.version import current_folder
from arxtui.text.matching.forms import forms
from benchmarks.homes import Desk
from benchmarks.typed import Typed

FIRST = 50
_FIELDS = (fields.ABSTRACT, fields.OTHER)
_NAMED = {"ti": fields.TITLE, "au": fields.AUTHORS, "abs": fields.ABSTRACT}
_WITH_PLACES = (fields.TITLE, fields.ABSTRACT, fields.AUTHORS, fields.REVIEW)


class BareSearch:
    """The index of a home, opened once."""

    def __init__(self, desk: Desk) -> None:
        index = tantivy.Index.open(str(current_folder(desk.paths.index)))
        index.config_reader("manual")
        self._schema, self._searcher = index.schema, index.searcher()
        self._marked = {"unread": desk.unread, "starred": desk.starred}

    def newest(self, typed: Typed) -> list[int]:
        """Return the newest fifty keys."""
        hits = self._searcher.search(self._query(typed), FIRST, order_by_field=fields.KEY, order=Order.Desc).hits
        return [int(key) for key, _ in hits]

    def best(self, typed: Typed) -> list[int | float | None]:
        """Return the fifty keys with the highest weight."""
        hits = self._searcher.search(self._query(typed, ranked=True), FIRST, count=False).hits
        return list(self._searcher.fast_field_values(fields.KEY, [address for _, address in hits]))

    def count(self, typed: Typed) -> int:
        """Return the number of matches."""
        return int(self._searcher.search(self._query(typed), 1, order_by_field=fields.KEY).count)  # type: ignore[attr-defined]

    def categories(self, typed: Typed) -> dict[str, int]:
        """Return the number of matches in each category."""
        terms = {"by": {"terms": {"field": fields.CATEGORY, "size": 1_000}}}
        buckets = self._searcher.aggregate(self._query(typed), terms)["by"]["buckets"]
        return {bucket["key"]: bucket["doc_count"] for bucket in buckets}

    def _query(self, typed: Typed, *, ranked: bool = False) -> Query:
        parts = [self._word(word, ranked) for word in typed.whole]
        if typed.field:
            parts.append(Query.regex_query(self._schema, _NAMED[typed.field], f"{typed.begun}.*"))
        elif typed.begun:
            parts.append(self._beginning(typed.begun))
        if typed.category:
            parts.append(Query.term_query(self._schema, fields.CATEGORY, typed.category))
        if typed.since:
            since = typed.since.toordinal()
            parts.append(Query.range_query(self._schema, fields.PUBLISHED, FieldType.Unsigned, since, None))
        if typed.state:
            parts.append(Query.term_set_query(self._schema, fields.KEY, self._marked[typed.state]))
        if not parts:
            return Query.all_query()
        return _all_of(parts)

    def _beginning(self, begun: str) -> Query:
        *before, last = begun.split("-")
        joined = begun.replace("-", "")
        found = [Query.regex_query(self._schema, name, f"{joined}.*") for name in _FIELDS]
        found += [Query.term_query(self._schema, name, form) for form in forms(joined)[1:] for name in _FIELDS]
        if before and len(last) >= ADJACENT_FROM:
            row: list[str | tuple[int, str]] = [*before, f"{last}.*"]
            found += [Query.regex_phrase_query(self._schema, name, row) for name in _WITH_PLACES]
        elif before:
            whole = [self._anywhere(word) for word in before]
            begun_anywhere = _any_of([Query.regex_query(self._schema, name, f"{last}.*") for name in _FIELDS])
            found.append(_all_of([*whole, begun_anywhere]))
        return _any_of(found)

    def _anywhere(self, word: str) -> Query:
        return _any_of([Query.term_query(self._schema, name, word) for name in _FIELDS])

    def _word(self, word: str, ranked: bool) -> Query:
        found = [Query.term_query(self._schema, name, form) for form in forms(word) for name in _FIELDS]
        if ranked:
            found += [
                Query.boost_query(Query.term_query(self._schema, fields.TITLE, form), 2.0) for form in forms(word)
            ]
        return _any_of(found)


def _all_of(queries: list[Query]) -> Query:
    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Must, query) for query in queries])


def _any_of(queries: list[Query]) -> Query:
    return Query.boolean_query([(Occur.Should, query) for query in queries])
