"""The papers that each rule matches: cached, and updated for the papers that changed in the index."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from arxtui.library.rules.name_forms import form_of
from arxtui.library.rules.queries import Asked
from arxtui.library.search.key_sets import KeySet, key_set
from arxtui.model.counted import counted
from arxtui.model.expr import And, Expr, Keys
from arxtui.search.errors import SearchError
from arxtui.store.cache.database import Cache
from arxtui.store.progress.rule_matches import Match, has

if TYPE_CHECKING:
    from arxtui.search.index import SearchIndex

_MANY = 20_000
"""The number of changed papers above which a rule is evaluated on all papers again."""
_AT_ONCE = 1_000
_ANOTHER = "the search index is of a cache that was deleted"


class Asking(NamedTuple):
    """The functions that evaluate queries.

    ``searcher`` returns the index in its newest state. ``bare`` replaces the user's terms in a query by keys, without
    leaving out hidden papers. ``settled`` replaces the terms that the index cannot evaluate.
    """

    searcher: Callable[[], SearchIndex]
    bare: Callable[[Expr], Expr]
    settled: Callable[[Expr], Expr]


class Matches:
    """The cached matches of rules. ``note`` says why papers may be missing; empty if none are."""

    def __init__(self, cache: Cache, asking: Asking) -> None:
        self._cache = cache
        self._asking = asking
        self._held: dict[str, Match] = {}
        self._is_makeshift = False
        self.note = ""

    def bring_up(self, asked: Iterable[Asked], wanted: Iterable[str]) -> None:
        """Update the matches of these rules to the state of the index. If nothing has changed, this only reads the
        newest change number. ``wanted`` are the names of all existing rules."""
        if self._is_makeshift and not self._asking.searcher().fault:
            self._held, self._is_makeshift = {}, False
        kept = {each.name: each for each in asked if each.name}
        missing = [name for name in kept if name not in self._held]
        self._held.update(self._cache.matched.read(missing) if missing else {})
        newest = self._cache.changes.latest()
        behind = [each for name, each in kept.items() if self.change(name) != newest]
        self.note = ""
        if behind:
            self._ask_again(behind, wanted)

    def change(self, name: str) -> int:
        """Return the change number up to which the stored matches of a name are valid; -1 if there are none."""
        held = self._held.get(name)
        return held.change if held else -1

    def of(self, asked: Asked) -> array[int]:
        """Return the ascending keys of the papers that match a rule, as of its last update. The caller must not modify
        the array."""
        match = self._held.get(asked.name)
        kept = match.keys if match else array("q")
        if asked.rest is None:
            return kept
        rest = self._asking.bare(asked.rest)
        known = key_set(rest)
        if known is None:
            return self._searched(And((asked.kept, rest) if asked.kept else (rest,)))
        if asked.kept is None:
            found = array("q", known.among(self._cache.month_keys()))
            found.reverse()
            return found
        return _both(kept, known)

    def among(self, asked: Asked, keys: Sequence[int]) -> array[int]:
        """Return which of the ascending keys match a rule; the result is not cached. Raises SearchError."""
        parts = [part for part in (asked.kept, asked.rest) if part is not None]
        expr = self._asking.bare(And((Keys(keys), *parts)))
        known = key_set(expr)
        if known is not None:
            return array("q", sorted(known.keys))
        return self._narrowed(asked, self._asking.searcher().keys(self._asking.settled(expr)))

    def _ask_again(self, behind: Iterable[Asked], wanted: Iterable[str]) -> None:
        index = self._asking.searcher()
        lag = self._cache.changes.lag(index.change_number)
        behindness = _ANOTHER if lag is None else f"the search index is {counted(lag, 'change')} behind" if lag else ""
        self.note = index.fault or behindness
        if lag is None:
            return
        found: dict[str, Match] = {}
        changes: dict[int, list[int] | None] = {}
        for asked in behind:
            held = self._held.get(asked.name)
            since = held.change if held else 0
            if since >= index.change_number:
                continue
            if since not in changes:
                changes[since] = self._changed(since, index.change_number) if held else None
            if held and changes[since] is None and self._is_told_of(asked.name, index.change_number):
                continue
            try:
                found[asked.name] = self._match(asked, index, held, changes[since])
            except SearchError as error:
                self.note = str(error)
        self._held.update(found)
        # An index of an older version has other matches; they are used only until the index of this version exists.
        self._is_makeshift = bool(index.fault)
        if found and not index.fault:
            self._held.update(self._cache.matched.write(found, wanted))

    def _is_told_of(self, name: str, change: int) -> bool:
        """Return whether another process or thread has stored newer matches meanwhile; if so, use them."""
        kept = self._cache.matched.read([name]).get(name)
        if kept is None or kept.change < change:
            return False
        self._held[name] = kept
        return True

    def _match(self, asked: Asked, index: SearchIndex, held: Match | None, changed: list[int] | None) -> Match:
        assert asked.kept is not None
        if held is None or changed is None:
            found = index.keys(self._asking.settled(asked.kept))
            return Match(index.change_number, self._narrowed(asked, found))
        among = And((Keys(array("q", changed)), asked.kept))
        found = index.keys(self._asking.settled(among)) if changed else array("q")
        return held.at(index.change_number, changed, self._narrowed(asked, found))

    def _changed(self, since: int, until: int) -> list[int] | None:
        """Return the ascending keys that changed; None if they are too many."""
        changed = self._cache.changes.since(since, _MANY + 1)
        if len(changed) > _MANY:
            return None
        return sorted({key for change, key in changed if change <= until})

    def _narrowed(self, asked: Asked, found: array[int]) -> array[int]:
        """Return the papers that have an author with the followed name; the index finds too many."""
        if not asked.author:
            return found
        kept = array("q")
        for start in range(0, len(found), _AT_ONCE):
            papers = {each.key: each.paper for each in self._cache.documents(found[start : start + _AT_ONCE])}
            for key in found[start : start + _AT_ONCE]:
                if key in papers and form_of(asked.author, (author.name for author in papers[key].authors)):
                    kept.append(key)
        return kept

    def _searched(self, expr: Expr) -> array[int]:
        try:
            return self._asking.searcher().keys(self._asking.settled(expr))
        except SearchError as error:
            self.note = str(error)
            return array("q")


def _both(kept: array[int], known: KeySet) -> array[int]:
    if known.inverted:
        return array("q", (key for key in kept if key not in known.keys))
    return array("q", sorted(key for key in known.keys if has(kept, key)))
