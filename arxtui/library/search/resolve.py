"""Resolution of queries: replaces terms for marks, tags, notes and announcement days by sets of keys."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from arxtui.light import deferred, frozen
from arxtui.model import expr
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import is_pending, key_named
from arxtui.model.marks import HIDDEN, MARKS, Reading
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from arxtui.text import fold, words

with deferred():
    from arxtui.text.matching.forms import forms

if TYPE_CHECKING:
    from arxtui.library.rules.results import Rules


Tags = Iterable[tuple[str, Iterable[int]]]
"""Pairs of a tag and the keys of its papers."""


def with_tag(tags: Tags, pattern: str) -> array[int]:
    """Return the ascending keys of the papers with a tag or a tag nested in it. With a trailing star the pattern is a
    prefix."""
    folded = fold(pattern)
    matches = _has_prefix(folded.rstrip("*")) if folded.endswith("*") else _is_nested_in(folded)
    return _ascending(chain.from_iterable(keys for name, keys in tags if matches(fold(name))))


def by_tag(tags: Tags) -> list[tuple[str, array[int]]]:
    """Return (tag, ascending keys of the papers with the tag or one nested in it), sorted by name.

    A level that only contains other tags is included, and spellings that differ by case or accents are merged: each
    row equals the results of ``tag:``.
    """
    spelt: dict[str, str] = {}
    below: dict[str, list[Iterable[int]]] = {}
    for name, keys in tags:
        for level in _levels(name):
            folded = fold(level)
            spelt.setdefault(folded, level)
            below.setdefault(folded, []).append(keys)
    return sorted((spelt[folded], _ascending(chain.from_iterable(lists))) for folded, lists in below.items())


def with_words(notes: Iterable[tuple[int, str]], text: str, *, prefix: bool) -> array[int]:
    """Return the ascending keys of the papers whose note contains the words side by side. With ``prefix`` the last word
    is a prefix. A single whole word also matches its singular or plural."""
    query_words = words(text)
    if len(query_words) == 1 and not prefix:
        word_forms = set(forms(query_words[0]))
        return _ascending(key for key, note in notes if not word_forms.isdisjoint(words(note)))
    phrase = f" {' '.join(query_words)}{'' if prefix else ' '}"
    return _ascending(key for key, note in notes if query_words and phrase in f" {' '.join(words(note))} ")


def _has_prefix(prefix: str) -> Callable[[str], bool]:
    return lambda name: name.startswith(prefix)


def _is_nested_in(tag: str) -> Callable[[str], bool]:
    return lambda name: f"{name}/".startswith(f"{tag}/")


def _levels(name: str) -> Iterator[str]:
    parts = name.split("/")
    return ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))


_TYPES = {
    "new": (AnnounceType.NEW,),
    "cross": (AnnounceType.CROSS,),
    "replaced": (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS),
}
READINGS = {"toread": Reading.TO_READ, "reading": Reading.READING, "finished": Reading.READ}
_OF_RULES: dict[str, Callable[[Rules], array[int]]] = {
    "muted": lambda rules: rules.muted(),
    "highlighted": lambda rules: rules.highlighted(),
}
_MARKS = frozenset(mark.name for mark in MARKS)
_HELD = ("fulltext", "tag", "note", "rating", "list")
_T = TypeVar("_T")


@frozen
class IndexQuery:
    """A query whose regular expressions are replaced by keys. ``note`` says in words what was not searched; empty if
    all was, and ``untried`` how many papers that is. While ``goes_on``, the search has not finished and the next call
    returns more."""

    tree: expr.Expr
    note: str = ""
    goes_on: bool = False
    untried: int = 0


@frozen
class Resolver:
    """Resolves queries against the present state of the cache and the library. ``categories`` are the subscribed ones.
    ``cached_states`` caches the states that were computed before and are unchanged."""

    cache: Cache
    library: LibraryFile
    categories: tuple[str, ...]
    cached_states: dict[str, array[int]]
    rules: Rules | None = None

    def resolve(self, tree: expr.Expr) -> expr.Expr:
        """Resolve the query as :meth:`bare` does, and exclude hidden papers (by the user or by rules) unless the query
        requests them."""
        resolved = self.bare(tree)
        barred = list(self._barred(tree, resolved))
        if not barred:
            return resolved
        return expr.And((*expr.conjuncts(resolved), *map(expr.Not, barred)))

    def bare(self, tree: expr.Expr) -> expr.Expr:
        """Replace the terms for states, days, tags, notes, ratings and lists in a query by sets of keys."""
        return expr.with_terms(tree, self._resolved)

    def is_of_papers(self, term: expr.Term) -> bool:
        """Whether the matches of a term depend on papers alone, not on the user or the announcements."""
        return self._resolved(term) is term

    def kept(self) -> frozenset[int]:
        """Return the papers that the user keeps by any mark; rules never hide them."""
        marked = chain.from_iterable(keys for _, keys in (*self.library.tags.all(), *self.library.lists.all()))
        others = (*self._keeping(), self.ratings(), self.readings(), self.library.marks.notes())
        return frozenset(self._as_known(_ascending(chain(marked, *others))))

    def papers_with_retained_texts(self) -> frozenset[int]:
        """Return the papers with a mark that retains their full texts."""
        return frozenset(chain.from_iterable(self._keeping()))

    def _keeping(self) -> Iterator[array[int]]:
        return (self.state(mark.name) for mark in MARKS if mark.keeps)

    def hidden_papers(self) -> frozenset[int]:
        """Return the papers that are hidden by the user or by rules."""
        return frozenset(chain(self.state("hidden"), self.state("muted")))

    def _barred(self, tree: expr.Expr, resolved: expr.Expr) -> Iterator[expr.Expr]:
        if expr.State("hidden") in expr.terms_of(tree):
            return
        hidden: Sequence[int] = self.state("hidden")
        muting = None if self.rules is None or mentions_hidden(tree) else self.rules.as_query(resolved)
        if isinstance(muting, expr.Keys):
            # One list is already in order and need not be sorted.
            hidden, muting = sorted({*hidden, *muting.keys}) if hidden else muting.keys, None
        if hidden:
            yield expr.Keys(hidden)
        if muting:
            yield muting

    def state(self, name: str) -> array[int]:
        """Return the ascending keys of the papers in a state. Raises ValueError for an unknown state."""
        if name in _OF_RULES:
            return array("q") if self.rules is None else _OF_RULES[name](self.rules)
        if name not in self.cached_states:
            self.cached_states[name] = self._state(name)
        return self.cached_states[name]

    def _state(self, name: str) -> array[int]:
        if name in _TYPES:
            lists = (self.cache.announcements.keys(None, None, kind, self.categories) for kind in _TYPES[name])
            return _ascending(key for keys in lists for key in keys)
        if name == "fresh":
            since = self.library.sessions.last()
            return self.cache.changes.arrived_since(since) if since else array("q")
        if name == "withdrawn":
            return self.cache.withdrawals.keys()
        if name in READINGS:
            return array("q", (key for key, reading in self.readings().items() if reading is READINGS[name]))
        if name == "read":
            # A paper that was read while only a review named it may have been announced again under its own key.
            unread = frozenset(self.state("unread"))
            return array("q", (key for key in self._as_known(self.library.marks.read()) if key not in unread))
        if name == "unread":
            return self._as_known(self.library.inbox.unread())
        if name not in _MARKS:
            raise ValueError(f"no such state: {name!r}")
        return self._as_known(self.library.marks.having(name))

    def _resolved(self, term: expr.Term) -> expr.Expr:
        match term:
            case (
                expr.State()
                | expr.Announced()
                | expr.Tag()
                | expr.Note()
                | expr.Rated()
                | expr.Listed()
                | expr.Acted()
                | expr.UsedOn()
            ):
                return expr.Keys(self._keys(term))
            case expr.Has(what) if what in _HELD:
                return expr.Keys(self._having(what))
            case expr.Word(text, expr.Field.ID):
                return self._identified(term, text)
            case _:
                return term

    def _keys(self, term: expr.Marked) -> array[int]:
        match term:
            case expr.State(name):
                return self.state(name)
            case expr.Announced(first, last):
                return self.cache.announcements.keys(first, last, categories=self.categories)
            case expr.Tag(pattern):
                return self._as_known(with_tag(self.library.tags.all(), pattern))
            case expr.Note(text, prefix):
                return self._as_known(with_words(self.library.marks.notes().items(), text, prefix=prefix))
            case expr.Rated(least, most):
                return array("q", (key for key, rating in self.ratings().items() if least <= rating <= most))
            case expr.Acted(number):
                return self._as_known(self.library.journal.papers_of(number))
            case expr.UsedOn(what, first, last):
                return _ascending(chain.from_iterable(self.used(what, first, last).values()))
            case expr.Listed(pattern):
                return _ascending(self.listed(pattern))

    def used(self, what: str, first: date | None = None, last: date | None = None) -> dict[date, array[int]]:
        """Return the papers that the user read, opened or starred (``UsedOn.what``) from ``first`` to ``last``, by
        local day."""
        days: dict[date, array[int]] = {}
        for at, keys in self.library.judgements.uses(what, first):
            day = datetime.fromtimestamp(at).date()  # noqa: DTZ006 - the day where the user is
            if (first is None or first <= day) and (last is None or day <= last):
                days.setdefault(day, array("q")).extend(keys)
        return {day: self._as_known(keys) for day, keys in days.items()}

    def _having(self, what: str) -> array[int]:
        match what:
            case "fulltext":
                return self.cache.with_text()
            case "tag":
                return self._as_known(_ascending(key for _, keys in self.library.tags.all() for key in keys))
            case "list":
                return _ascending(self.listed("*"))
            case "rating":
                return array("q", self.ratings())
            case _:
                return self._as_known(array("q", self.library.marks.notes()))

    def tags(self) -> list[tuple[str, array[int]]]:
        """Return (tag, ascending keys of the papers that ``tag:`` matches), sorted by name."""
        return [(name, self._as_known(keys)) for name, keys in by_tag(self.library.tags.all())]

    def lists(self) -> list[tuple[str, array[int]]]:
        """Return (reading list, keys of its papers in the list's order), sorted by name."""
        return [(name, self._in_order(keys)) for name, keys in self.library.lists.all()]

    def listed(self, pattern: str) -> array[int]:
        """Return the papers of a reading list in its order. With a trailing star, the papers of every list with this
        prefix, sorted by the list's name."""
        folded = fold(pattern)
        stem = folded.rstrip("*")
        lists = ((fold(name), keys) for name, keys in self.lists())
        matching = (keys for name, keys in lists if name == folded or (stem != folded and name.startswith(stem)))
        return array("q", dict.fromkeys(chain.from_iterable(matching)))

    def ratings(self) -> dict[int, int]:
        """Return the ratings, by ascending key."""
        return self._of_known(self.library.marks.ratings())

    def readings(self) -> dict[int, Reading]:
        """Return the reading states, by ascending key."""
        return self._of_known(self.library.marks.readings())

    def known(self, named: int) -> int | None:
        """Return the current key of a paper that the cache or the library has; None if neither has it."""
        key = self.cache.aliases.resolve(named)
        return named if key is None and self.library.saved_record(named) else key

    def _identified(self, tree: expr.Expr, text: str) -> expr.Expr:
        """Return the key of a whole identifier; the term itself if it is only a prefix, which needs the index."""
        try:
            key = self.known(key_named(text))
        except ValueError:
            return tree
        return expr.Keys(() if key is None else (key,))

    def _in_order(self, keys: array[int]) -> array[int]:
        current = self.cache.aliases.among(keys)
        return array("q", dict.fromkeys(current.get(key, key) for key in keys)) if current else keys

    def _of_known(self, values: dict[int, _T]) -> dict[int, _T]:
        """Replace former keys by current ones. A value under the current key has precedence over one from the time when
        only a review named the paper."""
        current = self.cache.aliases.among(key for key in values if is_pending(key))
        if not current:
            return values
        formerly = {current[key]: values[key] for key in sorted(current, reverse=True)}
        return dict(sorted((formerly | {key: values[key] for key in values.keys() - current.keys()}).items()))

    def _as_known(self, keys: array[int]) -> array[int]:
        """Replace former keys (of the time when only a review named the paper) by current ones."""
        current = self.cache.aliases.among(key for key in keys if is_pending(key))
        return _ascending(current.get(key, key) for key in keys) if current else keys


def _ascending(keys: Iterable[int]) -> array[int]:
    return array("q", sorted(set(keys)))


def mentions_hidden(tree: expr.Expr) -> bool:
    """Whether a query itself says how to treat papers that rules hide."""
    return any(term in (expr.State("muted"), expr.State("hidden")) for term in expr.terms_of(tree))


def depends_on_marks(tree: expr.Expr, names: Collection[str]) -> bool:
    """Whether the results of a query may change when marks of these names are set or removed. Hidden papers are
    excluded from every query."""
    depends = (
        isinstance(term, expr.Acted | expr.UsedOn) or (isinstance(term, expr.State) and term.name in names)
        for term in expr.terms_of(tree)
    )
    return bool(names) and (HIDDEN.name in names or any(depends))
