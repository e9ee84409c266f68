"""Selected papers, and the papers that a command is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arxtui.light import frozen

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import Listing
    from arxtui.model.views import Row

LISTED = 100_000
"""Maximum length of a list whose papers are selected as single keys, which takes some milliseconds. For longer lists,
the selection stores the list and the papers excluded from it."""


@frozen
class Targets:
    """The papers that a command is about: ``keys`` in order, or all papers of ``all_of`` except ``left_out``. ``row``
    is set if nothing is selected and the paper under the cursor is the target."""

    keys: Sequence[int] = ()
    all_of: Listing | None = None
    left_out: frozenset[int] = frozenset()
    row: Row | None = None

    @property
    def number(self) -> int:
        """The number of papers; a lower bound if the list is not fully counted."""
        return len(self.keys) if self.all_of is None else self.all_of.total - len(self.left_out)

    @property
    def count_text(self) -> str:
        """The number as text: ``12``, ``over 20,000``."""
        return f"{'over ' if self.all_of and not self.all_of.exact else ''}{self.number:,}"

    @property
    def words(self) -> str:
        """The number with its noun: ``12 papers``."""
        return f"{self.count_text} paper{'' if self.number == 1 else 's'}"

    def keys_from(self, library: Library) -> Sequence[int]:
        """Return the keys in order. A long list needs a search, so do not call this in the screen's thread."""
        if self.all_of is None:
            return self.keys
        return [key for key in library.search.more(self.all_of).keys if key not in self.left_out]


class Selection:
    """The selected papers: single papers in the order of selection, from any lists; or all papers of one list with
    exceptions. ``mark`` is the paper selected last."""

    def __init__(self) -> None:
        self._keys: dict[int, None] = {}
        self._all_of: Listing | None = None
        self._left_out: set[int] = set()
        self.mark: int | None = None
        self._listed: tuple[Sequence[int], frozenset[int]] = ((), frozenset())
        """The keys of the last list in which selected papers were counted, also as a set."""

    def __contains__(self, key: object) -> bool:
        return key in self._keys if self._all_of is None else key not in self._left_out

    def __len__(self) -> int:
        return len(self._keys) if self._all_of is None else self._all_of.total - len(self._left_out)

    @property
    def words(self) -> str:
        """The number as text: ``12 selected``; empty if nothing is selected."""
        return f"{len(self):,} selected" if self else ""

    def number_among(self, listing: Listing) -> int:
        """Return how many papers of a listing are selected; 0 for a longer list than single keys are selected of."""
        if self._all_of is not None or not self._keys:
            return len(self)
        if len(listing.keys) > LISTED:
            return 0
        if self._listed[0] is not listing.keys:
            self._listed = listing.keys, frozenset(listing.keys)
        return sum(key in self._listed[1] for key in self._keys)

    def targets(self) -> Targets:
        """Return the selected papers as targets."""
        if self._all_of is None:
            return Targets(tuple(self._keys))
        return Targets(all_of=self._all_of, left_out=frozenset(self._left_out))

    def toggle(self, key: int) -> None:
        """Select a paper, or deselect it."""
        is_picked = key in self
        self.mark = None if is_picked else key
        if self._all_of is not None:
            (self._left_out.add if is_picked else self._left_out.discard)(key)
        elif is_picked:
            del self._keys[key]
        else:
            self._keys[key] = None

    def add(self, keys: Iterable[int]) -> None:
        """Add papers to the selection."""
        if self._all_of is None:
            self._keys.update(dict.fromkeys(keys))
        else:
            self._left_out.difference_update(keys)

    def select_all(self, listing: Listing) -> None:
        """Select all papers of a list, in place of the former selection."""
        self._keys, self._left_out, self._all_of = {}, set(), listing
        self.resolve_keys(listing)

    def resolve_keys(self, listing: Listing) -> None:
        """Convert the selection to single keys once all papers of the list are known and the list is short enough."""
        if self._all_of is not None and listing.complete and len(listing.keys) <= LISTED:
            left_out, self._all_of = self._left_out, None
            self._keys, self._left_out = dict.fromkeys(key for key in listing.keys if key not in left_out), set()

    def leave_list(self) -> bool:
        """Clear the selection of a whole long list because another list is shown. Return whether there was one."""
        former_list, self._all_of = self._all_of, None
        self._left_out.clear()
        return former_list is not None
