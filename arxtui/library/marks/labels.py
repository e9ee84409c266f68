"""Acts on tags and reading lists as a whole: rename, remove and order them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from arxtui.library.marks.names import list_name, tag_name
from arxtui.library.marks.paper_keys import PaperKeys
from arxtui.store.library.tag_names import name_after_rename
from arxtui.text import fold
from arxtui.text.matching.nearest import did_you_mean_name

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries
    from arxtui.model.marks import Act


class Tags:
    """The acts on tags. Methods raise LookupError, with a message for people, for a tag that no paper has.

    A tag matches regardless of case and accents, and includes the tags nested in it.
    """

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._user_file = context.user_file
        self._keys = PaperKeys(context.cache)

    def names(self) -> list[str]:
        """Return all tags that papers have."""
        return self._user_file.tags.names()

    def retag(self, keys: Iterable[int], give: Iterable[str], take: Iterable[str] = ()) -> Act | None:
        """Add tags to papers and remove others, in one act. An existing tag that differs only by case or accents keeps
        its spelling. Raises ValueError for an invalid tag."""
        given, taken = (list(dict.fromkeys(self.spelt(tag_name(name)) for name in names)) for names in (give, take))
        named = self._keys.current(keys)
        former = self._keys.former(named) if taken else []
        match given, taken:
            case [name], []:
                return self._user_file.marks.apply(named, "tag", self._context.now(), self._keys.records, name=name)
            case [], [name]:
                return self._user_file.marks.apply(
                    [*named, *former], "untag", self._context.now(), self._keys.records, name=name
                )
        return self._user_file.tags.retag(named, given, taken, self._context.now(), self._keys.records, former)

    def give(self, names_by_key: Mapping[int, Iterable[str]]) -> Act | None:
        """Add to each paper its own tags, in one act; the names are as of :func:`tag_name`, the keys current. An
        existing tag that differs only by case or accents keeps its spelling."""
        spellings = {fold(name): name for name in self.names()}
        given = {key: [spellings.setdefault(fold(name), name) for name in names] for key, names in names_by_key.items()}
        return self._user_file.tags.give(given, self._context.now(), self._keys.records)

    def rename(self, old: str, new: str) -> Act | None:
        """Rename a tag; if the new tag exists, the two are merged. Raises ValueError if the new name, or the resulting
        name of a nested tag, is invalid."""
        name = tag_name(new)
        for below in self._below(old):
            tag_name(name_after_rename(below, old, name))
        return self._user_file.tags.rename(
            old, name if fold(name) == fold(old) else self.spelt(name), self._context.now()
        )

    def remove(self, name: str) -> Act | None:
        """Remove a tag from all papers."""
        self._below(name)
        return self._user_file.tags.remove(name, self._context.now())

    def spelt(self, name: str) -> str:
        """Return the stored spelling of a tag; ``name`` itself for a new tag."""
        return {fold(stored): stored for stored in self._user_file.tags.names()}.get(fold(name), name)

    def _below(self, name: str) -> list[str]:
        names = self._user_file.tags.names(name)
        if not names:
            raise LookupError(f'no paper is tagged "{name}"{did_you_mean_name(name, self.names())}')
        return names


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
