"""The acts on papers, tags and reading lists."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from arxtui.library.marks.names import list_name, note_text, tag_name
from arxtui.library.papers import records
from arxtui.light import deferred
from arxtui.model.marks import MARKS, RATINGS, What
from arxtui.store.library.tag_names import name_after_rename
from arxtui.text import fold

with deferred():
    from arxtui.text.matching.nearest import did_you_mean_name

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries
    from arxtui.model.marks import Act, Reading
    from arxtui.store.cache.database import Cache
    from arxtui.store.sqlite.codec import Packed


class PaperKeys:
    """The keys of papers. A paper that only a review named gets a temporary key, and a new key when arXiv names it."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def current(self, keys: Iterable[int]) -> list[int]:
        """Return the current keys of papers, each once: former keys are replaced."""
        requested = list(keys)
        current_keys = self._cache.aliases.among(requested)
        return list(dict.fromkeys(current_keys.get(key, key) for key in requested))

    def former(self, keys: Iterable[int]) -> list[int]:
        """Return the former keys of these papers, of the time when only a review named them."""
        return [key for former in self._cache.aliases.former_keys(keys).values() for key in former]

    def records(self, keys: Sequence[int]) -> list[Packed]:
        """Return the present records of papers from the cache. For a paper that has left the cache there is none, and
        the library's own copy stays."""
        return self._cache.papers.packed(keys)


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


_SETTING = {"unread": "unread"} | {mark.gives: mark.name for mark in MARKS}
_REMOVING = ("read", "untag", *(mark.takes for mark in MARKS))


class MarkActs:
    """The acts on papers; ``tags`` and ``lists`` have those on tags and reading lists. When a method returns an act, it
    has been written to the disk; None means that nothing would change."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self.tags = Tags(context)
        self.lists = ReadingLists(context, queries)
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
        name = self.tags.spelt(tag_name(tag)) if what in ("tag", "untag") else ""
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
