"""From what a query says of the user's own marks, tags and notes and of announcement days to sets of keys."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import NamedTuple

from arxtui.library import tagged
from arxtui.model.announce import AnnounceType
from arxtui.model.expr import (
    And,
    Announced,
    Expr,
    Field,
    Has,
    Keys,
    Not,
    Note,
    State,
    Tag,
    Term,
    Word,
    terms_of,
    with_terms,
)
from arxtui.model.ids import is_pending, key_named
from arxtui.store.cache import Cache
from arxtui.store.library import LibraryFile

_TYPES = {
    "new": (AnnounceType.NEW,),
    "cross": (AnnounceType.CROSS,),
    "replaced": (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS),
}


class Resolver(NamedTuple):
    """Resolves queries against the cache and the library as they stand now; ``categories`` are the subscribed ones,
    ``held`` the states that were asked for before and stand as they were."""

    cache: Cache
    library: LibraryFile
    categories: tuple[str, ...]
    held: dict[str, array[int]]

    def resolve(self, expr: Expr) -> Expr:
        """The query with states, days, tags and notes as sets of keys, and without the hidden papers unless it asks for
        them."""
        resolved = with_terms(expr, self._resolved)
        if _mentions_hidden(expr):
            return resolved
        hidden = self.state("hidden")
        if not hidden:
            return resolved
        parts = resolved.parts if isinstance(resolved, And) else (resolved,)
        return And((*parts, Not(Keys(hidden))))

    def state(self, name: str) -> array[int]:
        """Ascending keys of the papers in a state. ValueError for a state that there is not."""
        if name not in self.held:
            self.held[name] = self._state(name)
        return self.held[name]

    def _state(self, name: str) -> array[int]:
        if name in _TYPES:
            found = (self.cache.announced(None, None, kind, self.categories) for kind in _TYPES[name])
            return _ascending(key for keys in found for key in keys)
        if name == "fresh":
            since = self.library.last_session()
            return self.cache.arrived_since(since) if since else array("q")
        marked: dict[str, Callable[[], array[int]]] = {
            "unread": self.library.unread,
            "starred": self.library.starred,
            "hidden": self.library.hidden,
            "queued": self.library.queued,
        }
        if name not in marked:
            raise ValueError(f"no such state: {name!r}")
        return self._as_known(marked[name]())

    def _resolved(self, term: Term) -> Expr:
        match term:
            case State() | Announced() | Tag() | Note() | Has("tag" | "note" | "fulltext"):
                return Keys(self._keys(term))
            case Word(text, Field.ID):
                return self._identified(term, text)
            case _:
                return term

    def _keys(self, term: State | Announced | Tag | Note | Has) -> array[int]:
        match term:
            case State(name):
                return self.state(name)
            case Announced(first, last):
                return self.cache.announced(first, last, categories=self.categories)
            case Tag(pattern):
                return self._as_known(tagged.with_tag(self.library.tags(), pattern))
            case Note(text, prefix):
                return self._as_known(tagged.with_words(self.library.notes().items(), text, prefix=prefix))
            case Has("fulltext"):
                return self.cache.with_text()
            case Has("tag"):
                return self._as_known(_ascending(key for _, keys in self.library.tags() for key in keys))
            case _:
                return self._as_known(array("q", self.library.notes()))

    def tags(self) -> list[tuple[str, array[int]]]:
        """(tag, ascending keys of the papers that ``tag:`` finds by it), by name."""
        return [(name, self._as_known(keys)) for name, keys in tagged.by_tag(self.library.tags())]

    def lists(self) -> list[tuple[str, array[int]]]:
        """(reading list, keys of its papers in its order), by name."""
        return [(name, self._in_order(keys)) for name, keys in self.library.lists()]

    def known(self, named: int) -> int | None:
        """The key, as it is now, of a paper that the cache knows, or that was starred and has left it."""
        found = self.cache.resolve(named)
        return named if found is None and self.library.kept(named) else found

    def _identified(self, expr: Expr, text: str) -> Expr:
        """A whole identifier needs no index; the beginning of one does."""
        try:
            found = self.known(key_named(text))
        except ValueError:
            return expr
        return Keys(() if found is None else (found,))

    def _in_order(self, keys: array[int]) -> array[int]:
        became = self.cache.aliases(keys)
        return array("q", dict.fromkeys(became.get(key, key) for key in keys)) if became else keys

    def _as_known(self, keys: array[int]) -> array[int]:
        """Marks made while only a review named the paper hold for the paper."""
        became = self.cache.aliases(key for key in keys if is_pending(key))
        return _ascending(became.get(key, key) for key in keys) if became else keys


def _ascending(keys: Iterable[int]) -> array[int]:
    return array("q", sorted(set(keys)))


def _mentions_hidden(expr: Expr) -> bool:
    return State("hidden") in terms_of(expr)
