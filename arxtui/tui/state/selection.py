"""The papers that the user has picked, and which papers a verb is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arxtui.model.frozen import frozen

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import Listing
    from arxtui.model.views import Row

LISTED = 100_000
"""Papers that are picked one by one at most: some milliseconds. Of longer lists all but some are held."""


@frozen
class Targets:
    """The papers that a verb is about: ``keys`` in their order, or else all of a list but those ``left_out``. ``row``
    is there where it is the one under the cursor that is meant, for want of picked ones."""

    keys: Sequence[int] = ()
    all_of: Listing | None = None
    left_out: frozenset[int] = frozenset()
    row: Row | None = None

    @property
    def number(self) -> int:
        """How many papers; of a list that is not counted yet, at least so many."""
        return len(self.keys) if self.all_of is None else self.all_of.total - len(self.left_out)

    @property
    def told(self) -> str:
        """The number in words: ``12``, ``over 20,000``."""
        return f"{'over ' if self.all_of and not self.all_of.exact else ''}{self.number:,}"

    @property
    def words(self) -> str:
        """``12 papers``."""
        return f"{self.told} paper{'' if self.number == 1 else 's'}"

    def keys_from(self, library: Library) -> Sequence[int]:
        """The keys in their order. Of a long list that takes a search: not for the thread of the screen."""
        if self.all_of is None:
            return self.keys
        return [key for key in library.search.more(self.all_of).keys if key not in self.left_out]


class Selection:
    """Papers one by one, in the order they were picked, from whatever lists; or all of one list but some. ``mark`` is
    the one that was picked last."""

    def __init__(self) -> None:
        self._keys: dict[int, None] = {}
        self._all_of: Listing | None = None
        self._left_out: set[int] = set()
        self.mark: int | None = None

    def __contains__(self, key: object) -> bool:
        return key in self._keys if self._all_of is None else key not in self._left_out

    def __len__(self) -> int:
        return len(self._keys) if self._all_of is None else self._all_of.total - len(self._left_out)

    @property
    def words(self) -> str:
        """``12 selected``; empty where nothing is."""
        return f"{len(self):,} selected" if self else ""

    def targets(self) -> Targets:
        """The papers as they are selected now."""
        if self._all_of is None:
            return Targets(tuple(self._keys))
        return Targets(all_of=self._all_of, left_out=frozenset(self._left_out))

    def toggle(self, key: int) -> None:
        """Pick a paper, or no longer."""
        is_picked = key in self
        self.mark = None if is_picked else key
        if self._all_of is not None:
            (self._left_out.add if is_picked else self._left_out.discard)(key)
        elif is_picked:
            del self._keys[key]
        else:
            self._keys[key] = None

    def add(self, keys: Iterable[int]) -> None:
        """Pick these, too."""
        if self._all_of is None:
            self._keys.update(dict.fromkeys(keys))
        else:
            self._left_out.difference_update(keys)

    def take_all(self, listing: Listing) -> None:
        """Pick all of a list, in place of what was picked."""
        self._keys, self._left_out, self._all_of = {}, set(), listing
        self.settle(listing)

    def settle(self, listing: Listing) -> None:
        """All papers of the list are known by now: those of a short one are held one by one."""
        if self._all_of is not None and listing.complete and len(listing.keys) <= LISTED:
            left_out, self._all_of = self._left_out, None
            self._keys, self._left_out = dict.fromkeys(key for key in listing.keys if key not in left_out), set()

    def leave_list(self) -> bool:
        """Another list is shown: all of a long one is no longer picked. Whether it was."""
        held, self._all_of = self._all_of, None
        self._left_out.clear()
        return held is not None
