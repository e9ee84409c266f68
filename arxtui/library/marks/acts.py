"""The acts that set and remove the marks of papers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from arxtui.library.marks.names import note_text, tag_name
from arxtui.library.marks.paper_keys import PaperKeys
from arxtui.library.papers import records
from arxtui.model.marks import MARKS, RATINGS, What

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.marks.labels import Tags
    from arxtui.model.marks import Act, Reading

_SETTING = {"unread": "unread"} | {mark.gives: mark.name for mark in MARKS}
_REMOVING = ("read", "untag", *(mark.takes for mark in MARKS))


class MarkActs:
    """The acts on papers. When a method returns an act, it has been written to the disk; None means that nothing would
    change."""

    def __init__(self, context: LibraryContext, tags: Tags) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._tags = tags
        self._keys = PaperKeys(context.cache)

    def apply(self, keys: Iterable[int], what: What, tag: str = "", *, by: str = "") -> Act | None:
        """Set or remove a mark or a tag of papers.

        ``tag`` names the tag; an existing tag that differs only by case or accents keeps its spelling. ``by`` names the
        actor if that is not the user: such an act is undone only by its number. Raises ValueError for an invalid tag.
        """
        named = self._keys.current(keys)
        if what in _REMOVING:
            named += self._unread_former(named) if what == "read" else self._keys.former(named)
        elif what in _SETTING:
            named = self._without(named, _SETTING[what])
        name = self._tags.spelt(tag_name(tag)) if what in ("tag", "untag") else ""
        return self._user_file.marks.apply(named, what, self._context.now(), self._keys.records, name=name, by=by)

    def pass_over(self, keys: Iterable[int], run: int = 0) -> Act | None:
        """Mark papers read that the user passed over, as one act with those passed before: ``run`` is the number of
        that act. Acts that were undone can still be redone."""
        named = self._keys.current(keys)
        return self._user_file.marks.pass_over([*named, *self._unread_former(named)], self._context.now(), run)

    def rate(self, keys: Iterable[int], rating: int | None) -> Act | None:
        """Rate papers 1 to 5; None removes their ratings. Raises ValueError for another number."""
        _check_rating(rating)
        named = self._keys.current(keys)
        return self._user_file.marks.rate(
            named, rating, self._context.now(), self._keys.records, self._keys.former(named)
        )

    def decide(self, keys: Iterable[int], what: What) -> Act | None:
        """Star, hide or queue papers and mark them read, in one act; ``what`` is as in :meth:`apply`."""
        named = self._keys.current(keys)
        former = self._keys.former(named)
        if not self._any_unread((*named, *former)):
            return self.apply(named, what)
        given = frozenset(self._without(named, _SETTING[what]))
        values = {key: 1 if key in given else None for key in (*named, *self._unread_former(named))}
        return self._user_file.marks.decide(values, what, self._context.now(), self._keys.records)

    def decide_rating(self, keys: Iterable[int], rating: int) -> Act | None:
        """Rate papers 1 to 5 and mark them read, in one act. Raises ValueError for another number."""
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
        """Set the reading state of papers; None removes it."""
        named = self._keys.current(keys)
        return self._user_file.marks.read_as(
            named, reading, self._context.now(), self._keys.records, self._keys.former(named)
        )

    def note(self, key: int, text: str, over: str | None = None) -> Act | None:
        """Write the note of a paper; an empty text removes the note. Raises ValueError if the text is too long.

        ``over`` is the note from which the editing began. A note that another program has written since then is kept,
        before the new text.
        """
        note = note_text(text)
        (now,) = self._keys.current([key])
        before = records.read_marks(self._cache, self._user_file, [now])[now].note or ""
        if over is not None and before != over:
            note = _merged_notes(before, "" if note == over else note)
        if note == before:
            return None
        texts: dict[int, str | None] = dict.fromkeys(self._keys.former([now]))
        return self.put_notes({**texts, now: note or None})

    def put_notes(self, texts: Mapping[int, str | None]) -> Act | None:
        """Set the notes of papers, normalized by :func:`note_text`; None removes a note."""
        return self._user_file.marks.note(texts, self._context.now(), self._keys.records)

    def _without(self, keys: Sequence[int], mark: str) -> list[int]:
        """Return the keys without those whose paper has the mark already under a former key. Otherwise removing the
        mark from one key would not remove it from the paper."""
        former = self._cache.aliases.former_keys(keys)
        former_marks = self._user_file.marks.of(key for each in former.values() for key in each)
        return [key for key in keys if not any(getattr(former_marks[each], mark) for each in former.get(key, ()))]

    def _unread_former(self, keys: Sequence[int]) -> list[int]:
        """Return the former keys of these papers (of the time when only a review named them) under which they are
        unread."""
        former = self._keys.former(keys)
        former_marks = self._user_file.marks.of(former)
        return [key for key in former if former_marks[key].unread]


def _check_rating(rating: int | None) -> None:
    if rating is not None and rating not in RATINGS:
        raise ValueError(f"a rating is a number from {RATINGS[0]} to {RATINGS[-1]}, not {rating}")


def _merged_notes(theirs: str, ours: str) -> str:
    """Merge two notes that were written at the same time: ``ours`` alone if it contains ``theirs``, else both in
    turn."""
    return ours if theirs in ours else note_text(f"{theirs}\n\n{ours}")
