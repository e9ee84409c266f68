"""The acts on tags themselves: rename, remove, and retag papers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from arxtui.library.marks.names import tag_name
from arxtui.library.marks.paper_keys import PaperKeys
from arxtui.store.library.tag_names import name_after_rename
from arxtui.text import fold
from arxtui.text.matching.nearest import did_you_mean_name

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
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
