"""Reading lists: papers in an order that the user chose."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arxtui.library.marks.names import list_name
from arxtui.library.marks.paper_keys import PaperKeys
from arxtui.text import fold
from arxtui.text.matching.nearest import did_you_mean_name

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries
    from arxtui.model.marks import Act


class ReadingLists:
    """The acts on reading lists. Methods raise LookupError, with a message for people, for an unknown list.

    A list exists while a paper is on it. Its name matches regardless of case and accents.
    """

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._queries = queries
        self._cache = context.cache
        self._user_file = context.user_file
        self._keys = PaperKeys(context.cache)

    def all(self) -> list[tuple[str, array[int]]]:
        """Return (name, keys of its papers in the list's order) of every list, sorted by name."""
        return self._queries.resolver().lists()

    def enlist(self, keys: Iterable[int], name: str) -> Act | None:
        """Append papers to a list, in this order; papers on the list keep their places. Raises ValueError for an
        invalid name."""
        new_name = list_name(name)
        spelling = self._spellings().get(fold(new_name), new_name)
        on = {key for name, keys in self.all() if name == spelling for key in keys}
        new = [key for key in self._keys.current(keys) if key not in on]
        return self._user_file.lists.enlist(new, spelling, self._context.now(), self._keys.records)

    def delist(self, keys: Iterable[int], name: str) -> Act | None:
        """Remove papers from a list."""
        named = self._keys.current(keys)
        return self._user_file.lists.delist([*named, *self._keys.former(named)], self._named(name), self._context.now())

    def arrange(self, name: str, key: int, place: int) -> Act | None:
        """Move a paper to a place in a list, counted from 1; a place beyond the end means the last one. Raises
        LookupError for a paper that is not on the list, too."""
        spelling = self._named(name)
        (now,) = self._keys.current([key])
        stored = dict(self._user_file.lists.all())[spelling]
        current = self._cache.aliases.among(stored)
        places: dict[int, int] = {}
        for each in stored:
            places.setdefault(current.get(each, each), each)
        if now not in places:
            raise LookupError(f'this paper is not on the list "{spelling}"')
        mine = [each for each in stored if current.get(each, each) == now]
        others = [each for paper, each in places.items() if paper != now]
        before = next(iter(others[max(place - 1, 0) :]), None)
        return self._user_file.lists.arrange(spelling, mine, before, self._context.now())

    def rename(self, name: str, new: str) -> Act | None:
        """Rename a list. Raises ValueError for an invalid name, or the name of another list."""
        spelling, new_name = self._named(name), list_name(new)
        if fold(new_name) != fold(spelling) and fold(new_name) in self._spellings():
            raise ValueError(f'a list "{new_name}" already exists')
        return None if new_name == spelling else self._user_file.lists.rename(spelling, new_name, self._context.now())

    def remove(self, name: str) -> Act | None:
        """Remove a list, by removing all papers from it."""
        return self._user_file.lists.remove(self._named(name), self._context.now())

    def _named(self, name: str) -> str:
        spellings = self._spellings()
        spelling = spellings.get(fold(name.strip()))
        if spelling is None:
            raise LookupError(f'there is no list "{name}"{did_you_mean_name(name, spellings.values())}')
        return spelling

    def _spellings(self) -> dict[str, str]:
        return {fold(name): name for name, _ in self._user_file.lists.all()}
