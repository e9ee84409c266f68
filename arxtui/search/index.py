"""Reading the index: the papers that match a query, in an order, and their counts; and words that differ by one edit,
as suggestions for a search without results."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from tantivy import Query

from arxtui.model.expr import Expr, Field, Regex, Sort
from arxtui.model.paper import Paper
from arxtui.search import counting, open_index, similar, some_words
from arxtui.search.by_key import Hits, by_key, keys_in_order, narrow_key_set, split_excluded, total_of
from arxtui.search.counting import Counts
from arxtui.search.errors import SearchError
from arxtui.search.folder import DamagedIndexError, mark_damaged, open_folder, other_folders
from arxtui.search.months import MonthlyKeys, within_months
from arxtui.search.open_index import OpenIndex
from arxtui.search.schema import KEY, UPDATED, key_of_order
from arxtui.search.similar import Profile
from arxtui.search.some_words import SomeWords
from arxtui.search.translate import UnresolvedError, names_of
from arxtui.search.version import current_folder, stamp

MAX_RANKED = 10_000
"""The most papers of a list that is not in key order."""
_FETCHED_WHOLE = 20_000
"""Up to so many papers, a list is fetched in one go instead of month by month."""
_CORRUPT = "corrupt"
_Result = TypeVar("_Result")
_MIN_LETTERS = 3
_MAX_WORDS = 5
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


class SearchIndex:
    """A reader of the index, for one thread at a time. It sees the commit of the time when it was opened or last
    reloaded.

    ``change_number`` is the change number of the cache up to which the current version's index is built.
    ``needs_rebuild`` is True if that index is missing or damaged. While an older version's index has a higher change
    number, the older index answers; without any index, all results are empty. ``fault`` describes a problem in words,
    or is empty.

    All queries raise SearchError if the index cannot be read, and UnresolvedError for terms that only the library can
    resolve to keys.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open()

    @classmethod
    def open(cls, path: Path) -> SearchIndex:
        """Open the index in a folder, which can be missing. Never raises: see ``fault``."""
        return cls(path)

    def reload(self) -> bool:
        """Load commits made since the last load. Returns whether there were any. Cheap if there were none."""
        if not self.has_newer_commit() and (self._opened is None or self._opened.folder.exists()):
            return False
        self._open()
        return True

    def has_newer_commit(self) -> bool:
        """Whether there are commits that this reader does not see until it is reloaded."""
        return stamp(current_folder(self._path)) != self._stamp

    def find(self, expr: Expr, *, limit: int, sort: Sort = Sort.NEW) -> Hits:
        """Return the first ``limit`` papers; papers of equal rank are newest first. At most ``MAX_RANKED``, except
        in key order."""
        if limit < 1:
            return Hits(array("q"), self.count(expr))

        def run(opened: OpenIndex) -> Hits:
            match sort:
                case Sort.BEST:
                    return _best(opened, expr, min(limit, MAX_RANKED))
                case Sort.UPDATED:
                    return _last_updated(opened, expr, min(limit, MAX_RANKED))
                case _:
                    return by_key(opened, expr, limit, sort)

        return self._run(run, Hits(array("q")))

    def count(self, expr: Expr) -> int:
        """Return the number of matching papers."""
        return self._run(lambda opened: counting.count(opened, expr), 0)

    def keys(self, expr: Expr) -> array[int]:
        """Return the keys of all matching papers, ascending."""

        def run(opened: OpenIndex) -> array[int]:
            total = counting.count(opened, expr)
            return keys_in_order(opened, opened.query(expr), total, Sort.OLD)[0] if total else array("q")

        return self._run(run, array("q"))

    def matches_among(self, keys: Sequence[int], exprs: Sequence[Expr]) -> list[array[int]]:
        """Return the ascending keys of those of a few papers that match, for each query."""
        return self._run(lambda opened: counting.matches_among(opened, keys, exprs), [array("q") for _ in exprs])

    def counts(self, expr: Expr, go_on: Callable[[], None] = lambda: None) -> Counts:
        """Return the number of matching papers in total and by category, archive, month and badge. ``go_on`` is called
        before each of these counts and can raise to stop."""
        return self._run(lambda opened: counting.counts(opened, expr, go_on), Counts())

    def counts_by_category(self, expr: Expr) -> dict[str, int]:
        """Return the number of matching papers for each category, cross-lists included."""
        return self._run(lambda opened: counting.by_category(opened, expr), {})

    def sequence(self, expr: Expr, sort: Sort = Sort.NEW) -> Sequence[int]:
        """Return the keys of all matching papers; only the first ``MAX_RANKED`` if the order is not by key.

        A long list is fetched month by month when its rows are read, always from the commit that was current at the
        call; reading can raise SearchError.
        """
        if sort not in (Sort.NEW, Sort.OLD):
            return self.find(expr, limit=MAX_RANKED, sort=sort).keys

        def run(opened: OpenIndex) -> Sequence[int]:
            total = counting.count(opened, expr)
            if total <= _FETCHED_WHOLE or not opened.layout.has_prefixes:
                return by_key(opened, expr, max(total, 1), sort).keys
            query, months = opened.query(expr), counting.by_month(opened, expr)
            ordered = sorted(months, reverse=sort is Sort.NEW)
            return MonthlyKeys(ordered, lambda month, papers: self._month(opened, query, month, papers, sort))

        return self._run(run, array("q"))

    def supports_regex(self, regex: Regex) -> bool:
        """Whether tantivy can build an automaton for a regular expression that matches within single words."""
        if self._opened is None:
            return True
        try:
            self._opened.query(regex)
        except ValueError:
            return False
        return True

    def profile(self, paper: Paper) -> Profile:
        """Return the profile for similarity search of a paper, which can be missing from the index."""
        return self._run(lambda opened: similar.profile(opened, paper), Profile(paper))

    def keys_like(self, profile: Profile, limit: int) -> array[int]:
        """Return the papers that share the most distinctive words of a profile, best first, including the profile's own
        paper."""
        return self._run(lambda opened: similar.keys_like(opened, profile, limit), array("q"))

    def keys_titled(self, title: Iterable[str], limit: int) -> array[int]:
        """Return the papers whose titles share most of these folded words, best first."""
        return self._run(lambda opened: similar.keys_titled(opened, title, limit), array("q"))

    def papers_with(self, word: str) -> int:
        """Return the number of papers that contain a folded word."""
        return self._run(lambda opened: opened.papers_with(word), 0)

    def with_some_words(self, question: str, strict: Expr) -> SomeWords:
        """Return the papers that match ``strict`` and have some words of a question, best first; at most
        ``some_words.MOST``."""
        return self._run(lambda opened: some_words.with_some_words(opened, question, strict), SomeWords(array("q"), {}))

    def nearby(self, word: str) -> list[tuple[str, int]]:
        """Return (word, number of papers) for the folded words that differ from ``word`` by one edit, most frequent
        first."""
        return self._run(lambda opened: words_near(opened, word), [])

    def _month(self, opened: OpenIndex, query: Query, month: str, papers: int, sort: Sort) -> array[int]:
        def run(opened_now: OpenIndex) -> array[int]:
            return keys_in_order(opened_now, within_months(opened_now.index.schema, query, [month]), papers, sort)[0]

        return self._run(run, array("q"), opened)

    def _run(self, query: Callable[[OpenIndex], _Result], empty: _Result, opened: OpenIndex | None = None) -> _Result:
        """Run a query on the open index; ``empty`` without one. Marks the index as damaged if the query fails on
        corrupt files."""
        index = opened or self._opened
        if index is None:
            return empty
        try:
            return query(index)
        except UnresolvedError:
            raise
        except (ValueError, OSError) as error:
            raise self._failure(index, error) from error
        except BaseException as error:
            # For unexpected file contents tantivy panics; PanicException is not a subclass of Exception.
            if type(error).__name__ != "PanicException":
                raise
            mark_damaged(index.folder)
            raise SearchError(f"The search index {index.folder} cannot be read; it will be built again.") from error

    def _failure(self, index: OpenIndex, error: Exception) -> SearchError:
        if index.folder != current_folder(self._path):
            return SearchError("The search index is of an older version that cannot answer this; it is being rebuilt.")
        if _CORRUPT in str(error):
            mark_damaged(index.folder)
        return SearchError(f"The search index {index.folder} cannot be read: {error}")

    def _open(self) -> None:
        folder = current_folder(self._path)
        self._stamp = stamp(folder)
        self.fault = ""
        try:
            self._opened = open_folder(folder)
        except DamagedIndexError as error:
            self._opened = None
            self.fault = f"the search index is damaged: {error}"
        self.needs_rebuild = self._opened is None
        self.change_number = self._opened.change_number if self._opened else 0
        for other in other_folders(self._path):
            self._use_if_newer(other)
        if self._opened is None:
            self.fault = self.fault or "there is no search index yet"
        elif self._opened.folder != folder:
            self.fault = self.fault or "the search index belongs to another version of the program"

    def _use_if_newer(self, other: Path) -> None:
        """Use an older version's index if its change number is higher."""
        try:
            older = open_folder(other)
        except DamagedIndexError:
            return
        if older and older.change_number > (self._opened.change_number if self._opened else 0):
            self._opened = older


def _last_updated(opened: OpenIndex, expr: Expr, limit: int) -> Hits:
    result = opened.searcher.search(opened.query(expr), limit, order_by_field=UPDATED)
    return Hits(array("q", [key_of_order(order) for order, _ in result.hits]), total_of(result))


def _best(opened: OpenIndex, expr: Expr, limit: int) -> Hits:
    """Return the best papers first, in the two steps described in ``ranking``."""
    in_words = open_index.prefixes_as_words(expr)
    first = _by_weight(opened, in_words, limit)
    if in_words == expr or len(first.keys) == limit:
        return first if in_words == expr else Hits(first.keys, first.total, exact=False)
    rest = _by_weight(opened, expr, limit)
    first_keys = frozenset(first.keys)
    keys = array("q", [*first.keys, *(key for key in rest.keys if key not in first_keys)])
    return Hits(keys[:limit], max(rest.total, first.total), rest.exact)


def _by_weight(opened: OpenIndex, expr: Expr, limit: int) -> Hits:
    """Return papers in the order of their score; papers without a score follow, newest first."""
    if not open_index.has_weight(expr, opened.is_common):
        return by_key(opened, expr, limit, Sort.NEW)
    expr = narrow_key_set(opened, expr)
    rest, excluded = split_excluded(expr)
    hits = _ranked(opened, rest, excluded, limit)
    if excluded and len(hits.keys) == hits.total < limit and not hits.exact:  # more than MAX_RANKED to rank
        hits = _ranked(opened, expr, frozenset(), limit)
    if len(hits.keys) < min(limit, hits.total):
        # Papers that score zero are all equal, and can be most of the papers: list them by key.
        ranked_keys = frozenset(hits.keys)
        others = (key for key in by_key(opened, expr, limit, Sort.NEW).keys if key not in ranked_keys)
        return hits._replace(keys=array("q", [*hits.keys, *others][:limit]))
    return hits


def _ranked(opened: OpenIndex, expr: Expr, excluded: Container[int], limit: int) -> Hits:
    """Return the first papers with a positive score that are not excluded."""
    query, requested = opened.query(expr, ranked=True), limit + 1
    while True:
        hits = opened.searcher.search(query, requested, count=False).hits
        keys = opened.searcher.fast_field_values(KEY, [address for _, address in hits])
        scored = [(-score, -int(key or 0)) for (score, _), key in zip(hits, keys, strict=True) if key not in excluded]
        positive = [each for each in scored if each[0] < 0]
        # Among equal scores, tantivy prefers the documents it reads first: fetch all of the equals to find the newest.
        is_decided = len(positive) > limit and positive[limit - 1][0] < positive[-1][0]
        if is_decided or len(positive) < len(scored) or len(hits) < requested or requested >= MAX_RANKED:
            first = array("q", [-key for _, key in sorted(positive)[:limit]])
            return Hits(first, len(scored), exact=len(hits) < requested)
        requested = min(8 * requested, MAX_RANKED)


def words_near(opened: OpenIndex, word: str) -> list[tuple[str, int]]:
    """Return (word, number of papers) for the indexed words that result from inserting, deleting or replacing one
    letter or swapping two, most frequent first, at most ``_MAX_WORDS``. Empty for words shorter than three letters,
    because too many words are near them."""
    if len(word) < _MIN_LETTERS:
        return []
    names = names_of(Field.ANY, opened.layout)
    counted = [(other, sum(opened.searcher.doc_freq(name, other) for name in names)) for other in set(_edits(word))]
    common = sorted(((other, papers) for other, papers in counted if papers), key=lambda each: (-each[1], each[0]))
    return common[:_MAX_WORDS]


def _edits(word: str) -> Iterator[str]:
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        yield from (f"{head}{letter}{tail}" for letter in _LETTERS)
        if tail:
            yield head + tail[1:]
            yield from (f"{head}{letter}{tail[1:]}" for letter in _LETTERS if letter != tail[0])
        if len(tail) > 1 and tail[0] != tail[1]:
            yield f"{head}{tail[1]}{tail[0]}{tail[2:]}"
