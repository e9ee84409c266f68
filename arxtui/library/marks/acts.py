"""What the user does to papers: marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from arxtui.library.marks.names import note_text, tag_name
from arxtui.library.marks.paper_keys import PaperKeys
from arxtui.library.papers import records
from arxtui.model.marks import MARKS, RATINGS, What

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.marks.tags import Tags
    from arxtui.model.marks import Act, Reading

_GIVING = {"unread": "unread"} | {mark.gives: mark.name for mark in MARKS}
_TAKING = ("read", "untag", *(mark.takes for mark in MARKS))


class MarkActs:
    """What can be done to papers. An act that has returned is on the disk; one that would change nothing is None."""

    def __init__(self, context: LibraryContext, tags: Tags) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._tags = tags
        self._keys = PaperKeys(context.cache)

    def apply(self, keys: Iterable[int], what: What, tag: str = "", *, by: str = "") -> Act | None:
        """Do something to papers. ``tag`` names the tag that is given or taken: in the spelling it has, where it
        differs by case or accents alone; ValueError for a name that is none. ``by`` is what does it, where it is not
        the user: such an act is undone by its number alone."""
        named = self._keys.current(keys)
        if what in _TAKING:
            named += self._unread_former(named) if what == "read" else self._keys.former(named)
        elif what in _GIVING:
            named = self._without(named, _GIVING[what])
        name = self._tags.spelt(tag_name(tag)) if what in ("tag", "untag") else ""
        return self._user_file.marks.apply(named, what, self._context.now(), self._keys.records, name=name, by=by)

    def rate(self, keys: Iterable[int], rating: int | None) -> Act | None:
        """Rate papers 1 to 5; None takes their ratings away. ValueError for another number."""
        _check_rating(rating)
        named = self._keys.current(keys)
        return self._user_file.marks.rate(
            named, rating, self._context.now(), self._keys.records, self._keys.former(named)
        )

    def decide(self, keys: Iterable[int], what: What) -> Act | None:
        """Star, hide or queue papers and mark them read, as one act; ``what`` is as of :meth:`apply`."""
        named = self._keys.current(keys)
        former = self._keys.former(named)
        if not self._any_unread((*named, *former)):
            return self.apply(named, what)
        given = frozenset(self._without(named, _GIVING[what]))
        values = {key: 1 if key in given else None for key in (*named, *self._unread_former(named))}
        return self._user_file.marks.decide(values, what, self._context.now(), self._keys.records)

    def decide_rating(self, keys: Iterable[int], rating: int) -> Act | None:
        """Rate papers 1 to 5 and mark them read, as one act. ValueError for another number."""
        _check_rating(rating)
        named = self._keys.current(keys)
        former = self._keys.former(named)
        if not self._any_unread((*named, *former)):
            return self.rate(named, rating)
        values: dict[int, int | None] = {**dict.fromkeys(former, 0), **dict.fromkeys(named, rating)}
        return self._user_file.marks.decide(values, "rate", self._context.now(), self._keys.records, name=str(rating))

    def _any_unread(self, keys: Iterable[int]) -> bool:
        return any(marks.unread for marks in self._user_file.marks.of(keys).values())

    def read_as(self, keys: Iterable[int], reading: Reading | None) -> Act | None:
        """Say how far the user is with reading papers; None is nothing."""
        named = self._keys.current(keys)
        return self._user_file.marks.read_as(
            named, reading, self._context.now(), self._keys.records, self._keys.former(named)
        )

    def note(self, key: int, text: str, over: str | None = None) -> Act | None:
        """Write the note of a paper; an empty text removes it. ValueError when it is too long.

        ``over`` is the note that the text was begun with: what another program has written since stays before it.
        """
        note = note_text(text)
        (now,) = self._keys.current([key])
        before = records.read_marks(self._cache, self._user_file, [now])[now].note or ""
        if over is not None and before != over:
            note = _rejoined(before, "" if note == over else note)
        if note == before:
            return None
        texts: dict[int, str | None] = dict.fromkeys(self._keys.former([now]))
        return self.put_notes({**texts, now: note or None})

    def put_notes(self, texts: Mapping[int, str | None]) -> Act | None:
        """Set the notes of papers, in the form of :func:`note_text`; None removes one."""
        return self._user_file.marks.note(texts, self._context.now(), self._keys.records)

    def _without(self, keys: Sequence[int], mark: str) -> list[int]:
        """Those of these papers that have no such mark from before they had their keys: one key takes what it gave."""
        former = self._cache.aliases.former_keys(keys)
        held = self._user_file.marks.of(key for each in former.values() for key in each)
        return [key for key in keys if not any(getattr(held[each], mark) for each in former.get(key, ()))]

    def _unread_former(self, keys: Sequence[int]) -> list[int]:
        """The keys that these papers had while only a review named them, as far as they are unread under them."""
        former = self._keys.former(keys)
        held = self._user_file.marks.of(former)
        return [key for key in former if held[key].unread]


def _check_rating(rating: int | None) -> None:
    if rating is not None and rating not in RATINGS:
        raise ValueError(f"a rating is a number from {RATINGS[0]} to {RATINGS[-1]}, not {rating}")


def _rejoined(theirs: str, ours: str) -> str:
    """Two notes written at the same time: one where it is the other and more, else one after the other."""
    return ours if theirs in ours else note_text(f"{theirs}\n\n{ours}")
