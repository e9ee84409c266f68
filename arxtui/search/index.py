"""Reading the index: which papers a query means, in which order, how many."""

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
"""How far down a list that is not in the order of keys can be read."""
_AT_ONCE = 20_000
_CORRUPT = "corrupt"
_Answer = TypeVar("_Answer")


class SearchIndex:
    """A reader of the index, for one thread at a time; it sees the commit it was opened or last reloaded at.

    ``change_number`` is that of the cache up to which this version's index is built. ``needs_rebuild`` when there is
    none of this version, or it is damaged. While an older version's index is further than this version's, it is the one
    that answers; without any, nothing is found. ``fault`` says in words what is not in order, else it is empty.

    All questions raise SearchError when the index cannot be read, and UnresolvedError for a query with terms that only
    the library can make into keys.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open()

    @classmethod
    def open(cls, path: Path) -> SearchIndex:
        """Open the index in a folder, which need not be there. Never fails: see ``fault``."""
        return cls(path)

    def reload(self) -> bool:
        """See what was committed since; whether there was anything. Costs next to nothing when there was not."""
        if not self.is_behind_commits() and (self._opened is None or self._opened.folder.exists()):
            return False
        self._open()
        return True

    def is_behind_commits(self) -> bool:
        """Whether there are commits that this reader does not see until it is reloaded."""
        return stamp(current_folder(self._path)) != self._stamp

    def find(self, expr: Expr, *, limit: int, sort: Sort = Sort.NEW) -> Hits:
        """The first ``limit`` papers, equals newest first; at most ``RANKED_AT_MOST`` in any order but that of keys."""
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
        """How many papers match."""
        return self._ask(lambda opened: counting.count(opened, expr), 0)

    def keys(self, expr: Expr) -> array[int]:
        """The keys of all matching papers, ascending."""

        def ask(opened: Opened) -> array[int]:
            total = counting.count(opened, expr)
            return keys_in_order(opened, opened.query(expr), total, Sort.OLD)[0] if total else array("q")

        return self._ask(ask, array("q"))

    def counts(self, expr: Expr, go_on: Callable[[], None] = lambda: None) -> Counts:
        """How many of the matching papers there are by category, archive, month and badge. ``go_on`` is called before
        each of these, and may raise to end it."""
        return self._ask(lambda opened: counting.counts(opened, expr, go_on), Counts())

    def counts_by_category(self, expr: Expr) -> dict[str, int]:
        """How many of the matching papers each category has, cross-lists included."""
        return self._ask(lambda opened: counting.by_category(opened, expr), {})

    def sequence(self, expr: Expr, sort: Sort = Sort.NEW) -> Sequence[int]:
        """The keys of all matching papers; of those not in the order of keys the first ``RANKED_AT_MOST``.

        A long list is fetched month by month as it is looked at, of the commit that is seen now; looking may raise
        SearchError.
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
        """Whether a regular expression within single words is small enough for an automaton of tantivy's."""
        if self._opened is None:
            return True
        try:
            self._opened.query(regex)
        except ValueError:
            return False
        return True

    def profile(self, paper: Paper) -> Profile:
        """What a paper is told by among those of the index, of which it need not be one."""
        return self._ask(lambda opened: similar.profile(opened, paper), similar.nothing_of(paper))

    def keys_like(self, profile: Profile, limit: int) -> array[int]:
        """The papers that share most of a profile's telling words, best first, its own among them."""
        return self._ask(lambda opened: similar.keys_like(opened, profile, limit), array("q"))

    def keys_titled(self, title: Iterable[str], limit: int) -> array[int]:
        """The papers whose titles share most of these folded words, best first."""
        return self._ask(lambda opened: similar.keys_titled(opened, title, limit), array("q"))

    def nearby(self, word: str) -> list[tuple[str, int]]:
        """(word, papers) of the folded words one letter off, the commonest first."""
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
            # What tantivy does not expect of its files ends as a panic, which is no Exception in Python.
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
    """Best first, in the two steps that ``ranking`` tells of."""
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
    if barred and len(hits.keys) == hits.total < limit and not hits.exact:  # more are to be ranked than can be sifted
        hits = _ranked(opened, expr, frozenset(), limit)
    if len(hits.keys) < min(limit, hits.total):
        # What weighs nothing is all the same, and may be most of the papers.
        held = frozenset(hits.keys)
        others = (key for key in by_key(opened, expr, limit, Sort.NEW).keys if key not in held)
        return hits._replace(keys=array("q", [*hits.keys, *others][:limit]))
    return hits


def _ranked(opened: Opened, expr: Expr, barred: Container[int], limit: int) -> Hits:
    """The first papers of those that have weight and are not barred."""
    query, asked = opened.query(expr, ranked=True), limit + 1
    while True:
        found = opened.searcher.search(query, asked, count=False).hits
        keys = opened.searcher.fast_field_values(KEY, [address for _, address in found])
        kept = [(-score, -int(key or 0)) for (score, _), key in zip(found, keys, strict=True) if key not in barred]
        weighty = [each for each in kept if each[0] < 0]
        # Among equals tantivy prefers those it met first: all of them are needed to tell which are the newest.
        is_told = len(weighty) > limit and weighty[limit - 1][0] < weighty[-1][0]
        if is_told or len(weighty) < len(kept) or len(found) < asked or asked >= RANKED_AT_MOST:
            first = array("q", [-key for _, key in sorted(weighty)[:limit]])
            return Hits(first, len(kept), exact=len(found) < asked)
        asked = min(8 * asked, RANKED_AT_MOST)
