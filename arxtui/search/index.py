"""Reading the index: the papers that match a query, in an order, and their counts."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from tantivy import Query

from arxtui.model.expr import Expr, Regex, Sort
from arxtui.model.paper import Paper
from arxtui.search import counting, ranking, similar
from arxtui.search.by_key import Hits, by_key, keys_in_order, narrowed, total_of, without_barred
from arxtui.search.counting import Counts
from arxtui.search.errors import SearchError
from arxtui.search.folder import UnsoundError, condemn, open_folder, other_folders
from arxtui.search.months import within
from arxtui.search.nearby import words_near
from arxtui.search.opened import Opened
from arxtui.search.schema import KEY, UPDATED, key_of_order
from arxtui.search.sequence import MonthlyKeys
from arxtui.search.similar import Profile
from arxtui.search.translate import UnresolvedError
from arxtui.search.version import current_folder, stamp

RANKED_AT_MOST = 10_000
"""The most papers of a list that is not in key order."""
_AT_ONCE = 20_000
"""Up to so many papers, a list is fetched in one go instead of month by month."""
_CORRUPT = "corrupt"
_Answer = TypeVar("_Answer")


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
        if not self.is_behind_commits() and (self._opened is None or self._opened.folder.exists()):
            return False
        self._open()
        return True

    def is_behind_commits(self) -> bool:
        """Whether there are commits that this reader does not see until it is reloaded."""
        return stamp(current_folder(self._path)) != self._stamp

    def find(self, expr: Expr, *, limit: int, sort: Sort = Sort.NEW) -> Hits:
        """Return the first ``limit`` papers; papers of equal rank are newest first. At most ``RANKED_AT_MOST``, except
        in key order."""
        if limit < 1:
            return Hits(array("q"), self.count(expr))

        def ask(opened: Opened) -> Hits:
            match sort:
                case Sort.BEST:
                    return _best(opened, expr, min(limit, RANKED_AT_MOST))
                case Sort.UPDATED:
                    return _updated(opened, expr, min(limit, RANKED_AT_MOST))
                case _:
                    return by_key(opened, expr, limit, sort)

        return self._ask(ask, Hits(array("q")))

    def count(self, expr: Expr) -> int:
        """Return the number of matching papers."""
        return self._ask(lambda opened: counting.count(opened, expr), 0)

    def keys(self, expr: Expr) -> array[int]:
        """Return the keys of all matching papers, ascending."""

        def ask(opened: Opened) -> array[int]:
            total = counting.count(opened, expr)
            return keys_in_order(opened, opened.query(expr), total, Sort.OLD)[0] if total else array("q")

        return self._ask(ask, array("q"))

    def counts(self, expr: Expr, go_on: Callable[[], None] = lambda: None) -> Counts:
        """Return the number of matching papers in total and by category, archive, month and badge. ``go_on`` is called
        before each of these counts and can raise to stop."""
        return self._ask(lambda opened: counting.counts(opened, expr, go_on), Counts())

    def counts_by_category(self, expr: Expr) -> dict[str, int]:
        """Return the number of matching papers for each category, cross-lists included."""
        return self._ask(lambda opened: counting.by_category(opened, expr), {})

    def sequence(self, expr: Expr, sort: Sort = Sort.NEW) -> Sequence[int]:
        """Return the keys of all matching papers; only the first ``RANKED_AT_MOST`` if the order is not by key.

        A long list is fetched month by month when its rows are read, always from the commit that was current at the
        call; reading can raise SearchError.
        """
        if sort not in (Sort.NEW, Sort.OLD):
            return self.find(expr, limit=RANKED_AT_MOST, sort=sort).keys

        def ask(opened: Opened) -> Sequence[int]:
            total = counting.count(opened, expr)
            if total <= _AT_ONCE or not opened.layout.helped:
                return by_key(opened, expr, max(total, 1), sort).keys
            query, months = opened.query(expr), counting.by_month(opened, expr)
            ordered = sorted(months, reverse=sort is Sort.NEW)
            return MonthlyKeys(ordered, lambda month, papers: self._month(opened, query, month, papers, sort))

        return self._ask(ask, array("q"))

    def takes(self, regex: Regex) -> bool:
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
        return self._ask(lambda opened: similar.profile(opened, paper), similar.nothing_of(paper))

    def keys_like(self, profile: Profile, limit: int) -> array[int]:
        """Return the papers that share the most distinctive words of a profile, best first, including the profile's own
        paper."""
        return self._ask(lambda opened: similar.keys_like(opened, profile, limit), array("q"))

    def keys_titled(self, title: Iterable[str], limit: int) -> array[int]:
        """Return the papers whose titles share most of these folded words, best first."""
        return self._ask(lambda opened: similar.keys_titled(opened, title, limit), array("q"))

    def nearby(self, word: str) -> list[tuple[str, int]]:
        """Return (word, number of papers) for the folded words that differ from ``word`` by one edit, most frequent
        first."""
        return self._ask(lambda opened: words_near(opened, word), [])

    def _month(self, opened: Opened, query: Query, month: str, papers: int, sort: Sort) -> array[int]:
        def ask(now: Opened) -> array[int]:
            return keys_in_order(now, within(now.index.schema, query, [month]), papers, sort)[0]

        return self._ask(ask, array("q"), opened)

    def _ask(self, question: Callable[[Opened], _Answer], empty: _Answer, opened: Opened | None = None) -> _Answer:
        asked = opened or self._opened
        if asked is None:
            return empty
        try:
            return question(asked)
        except UnresolvedError:
            raise
        except (ValueError, OSError) as error:
            raise self._failure(asked, error) from error
        except BaseException as error:
            # For unexpected file contents tantivy panics; PanicException is not a subclass of Exception.
            if type(error).__name__ != "PanicException":
                raise
            condemn(asked.folder)
            raise SearchError(f"The search index {asked.folder} cannot be read; it will be built again.") from error

    def _failure(self, asked: Opened, error: Exception) -> SearchError:
        if asked.folder != current_folder(self._path):
            return SearchError("The search index is of an older version that cannot answer this; it is being rebuilt.")
        if _CORRUPT in str(error):
            condemn(asked.folder)
        return SearchError(f"The search index {asked.folder} cannot be read: {error}")

    def _open(self) -> None:
        folder = current_folder(self._path)
        self._stamp = stamp(folder)
        self.fault = ""
        try:
            self._opened = open_folder(folder)
        except UnsoundError as error:
            self._opened = None
            self.fault = f"the search index is damaged: {error}"
        self.needs_rebuild = self._opened is None
        self.change_number = self._opened.change_number if self._opened else 0
        for other in other_folders(self._path):
            self._prefer(other)
        if self._opened is None:
            self.fault = self.fault or "there is no search index yet"
        elif self._opened.folder != folder:
            self.fault = self.fault or "the search index is of another version of the program"

    def _prefer(self, other: Path) -> None:
        try:
            older = open_folder(other)
        except UnsoundError:
            return
        if older and older.change_number > (self._opened.change_number if self._opened else 0):
            self._opened = older


def _updated(opened: Opened, expr: Expr, limit: int) -> Hits:
    found = opened.searcher.search(opened.query(expr), limit, order_by_field=UPDATED)
    return Hits(array("q", [key_of_order(order) for order, _ in found.hits]), total_of(found))


def _best(opened: Opened, expr: Expr, limit: int) -> Hits:
    """Return the best papers first, in the two steps described in ``ranking``."""
    whole = ranking.in_whole_words(expr)
    first = _weighed(opened, whole, limit)
    if whole == expr or len(first.keys) == limit:
        return first if whole == expr else Hits(first.keys, first.total, exact=False)
    rest = _weighed(opened, expr, limit)
    held = frozenset(first.keys)
    keys = array("q", [*first.keys, *(key for key in rest.keys if key not in held)])
    return Hits(keys[:limit], max(rest.total, first.total), rest.exact)


def _weighed(opened: Opened, expr: Expr, limit: int) -> Hits:
    if not ranking.weighs(expr, opened.is_common):
        return by_key(opened, expr, limit, Sort.NEW)
    expr = narrowed(opened, expr)
    rest, barred = without_barred(expr)
    hits = _ranked(opened, rest, barred, limit)
    if barred and len(hits.keys) == hits.total < limit and not hits.exact:  # more than RANKED_AT_MOST to rank
        hits = _ranked(opened, expr, frozenset(), limit)
    if len(hits.keys) < min(limit, hits.total):
        # Papers that score zero are all equal, and can be most of the papers: list them by key.
        held = frozenset(hits.keys)
        others = (key for key in by_key(opened, expr, limit, Sort.NEW).keys if key not in held)
        return hits._replace(keys=array("q", [*hits.keys, *others][:limit]))
    return hits


def _ranked(opened: Opened, expr: Expr, barred: Container[int], limit: int) -> Hits:
    """Return the first papers with a positive score that are not barred."""
    query, asked = opened.query(expr, ranked=True), limit + 1
    while True:
        found = opened.searcher.search(query, asked, count=False).hits
        keys = opened.searcher.fast_field_values(KEY, [address for _, address in found])
        kept = [(-score, -int(key or 0)) for (score, _), key in zip(found, keys, strict=True) if key not in barred]
        weighty = [each for each in kept if each[0] < 0]
        # Among equal scores, tantivy prefers the documents it reads first: fetch all of the equals to find the newest.
        is_told = len(weighty) > limit and weighty[limit - 1][0] < weighty[-1][0]
        if is_told or len(weighty) < len(kept) or len(found) < asked or asked >= RANKED_AT_MOST:
            first = array("q", [-key for _, key in sorted(weighty)[:limit]])
            return Hits(first, len(kept), exact=len(found) < asked)
        asked = min(8 * asked, RANKED_AT_MOST)
