"""Tags and reading lists by name. A list is ordered, and exists as long as a paper is on it."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from arxtui.store.library.tag_names import format_tag_changes, keys_of, name_after_rename, names, names_below
from arxtui.store.library.types import Deed
from arxtui.store.sqlite.connection import Database

if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.store.library.act_writer import ActWriter
    from arxtui.store.library.types import Keep, Value


class StoredTags:
    """The tags of papers, and the acts that change them (through :class:`ActWriter`)."""

    def __init__(self, db: Database, writer: ActWriter) -> None:
        self._db = db
        self._writer = writer

    def all(self) -> list[tuple[str, array[int]]]:
        """Return (tag, ascending keys of the papers that have it), by name; a tag exists as long as a paper has it."""
        keys_by_tag: dict[str, array[int]] = {}
        for name, key in self._db.rows("SELECT name, key FROM tag ORDER BY name, key"):
            keys_by_tag.setdefault(name, array("q")).append(key)
        return list(keys_by_tag.items())

    def names(self, top: str = "") -> list[str]:
        """Return the tags that papers have, by name; with ``top``, only that tag and those below it."""
        return names_below(self._db, top) if top else names(self._db)

    def retag(
        self,
        keys: Iterable[int],
        give: Collection[str],
        take: Collection[str],
        at: datetime,
        keep: Keep | None = None,
        former: Collection[int] = (),
    ) -> Act | None:
        """Give papers tags and remove others from them."""
        key_list = sorted(set(keys))

        def new_tags(old_tags: Mapping[int, Value]) -> dict[int, Value]:
            named = {key: names for key, names in old_tags.items() if isinstance(names, list)}
            given = {key: () if key in former else give for key in named}
            return {key: sorted({*names, *given[key]}.difference(take)) for key, names in named.items()}

        deed = Deed("retag", at, format_tag_changes(give, take))
        return self._writer.do(deed, lambda: [*key_list, *former], new_tags, keep, key_list if give else ())

    def give(self, names_by_key: Mapping[int, Collection[str]], at: datetime, keep: Keep | None = None) -> Act | None:
        """Give each paper its own tags, in one act."""
        named = sorted({name for names in names_by_key.values() for name in names})

        def new_tags(old_tags: Mapping[int, Value]) -> dict[int, Value]:
            old = {key: names for key, names in old_tags.items() if isinstance(names, list)}
            return {key: sorted({*names, *names_by_key[key]}) for key, names in old.items()}

        keys = sorted(key for key, names in names_by_key.items() if names)
        return self._writer.do(Deed("retag", at, format_tag_changes(named, ())), lambda: keys, new_tags, keep, keys)

    def rename(self, old: str, new: str, at: datetime) -> Act | None:
        """Rename a tag and the tags below it, merging them with existing tags."""

        def new_tags(old_tags: Mapping[int, Value]) -> dict[int, Value]:
            new_names = {name: name_after_rename(name, old, new) for name in names_below(self._db, old)}
            named = {key: names for key, names in old_tags.items() if isinstance(names, list)}
            return {key: sorted({new_names.get(name, name) for name in names}) for key, names in named.items()}

        return self._writer.do(Deed("rename tag", at, old, new), partial(self._tagged_below, old), new_tags)

    def remove(self, name: str, at: datetime) -> Act | None:
        """Remove a tag and the tags below it from all papers."""
        return self._writer.do(
            Deed("remove tag", at, name),
            partial(self._tagged_below, name),
            lambda old_tags: {key: [] for key in old_tags},
        )

    def _tagged_below(self, name: str) -> Iterable[int]:
        return keys_of(self._db, names_below(self._db, name))


_FIRST = "5"
_STEPS = 10
"""The number of digits in which consecutive places are counted."""


def after(place: str | None) -> str:
    """Return a place after ``place``, which is the last; for None, the first place of all."""
    return _FIRST if place is None else _step(place, 1)


def between(low: str | None, high: str | None) -> str:
    """Return a place after ``low`` and before ``high``; None is an open end."""
    if high is None:
        return after(low)
    if low is None:
        return _step(high, -1)
    for digits in count(1):
        below, above = _digits(low, digits), _digits(high, digits)
        if above - below > 1:
            return str((below + above) // 2).zfill(digits).rstrip("0")
    raise AssertionError


def _step(place: str, step: int) -> str:
    return str(_digits(place, _STEPS) + step).zfill(_STEPS).rstrip("0")


def _digits(place: str, digits: int) -> int:
    """Return the first digits of a place, as a number."""
    return int(place[:digits].ljust(digits, "0"))


def read(db: Database) -> list[tuple[str, array[int]]]:
    """Return (list, keys of its papers in order), by name."""
    keys_by_list: dict[str, array[int]] = {}
    for name, key in db.rows("SELECT name, key FROM listed ORDER BY name, place, key"):
        keys_by_list.setdefault(name, array("q")).append(key)
    return list(keys_by_list.items())


def _listed_keys(db: Database, name: str) -> list[int]:
    """Return the papers of a list, in order."""
    return [key for (key,) in db.rows("SELECT key FROM listed WHERE name = ? ORDER BY place, key", (name,))]


def append_places(places: Mapping[int, Value], keys: Iterable[int]) -> dict[int, Value]:
    """Return the places of papers appended to a list in the given order; papers already on the list keep their places.
    ``places`` are the places in the whole list."""
    last = max((place for place, _ in _in_order(places)), default=None)
    new_places: dict[int, Value] = {}
    for key in keys:
        if places.get(key) is None and key not in new_places:
            new_places[key] = last = after(last)
    return new_places


def move_place(places: Mapping[int, Value], paper_keys: Collection[int], before: int | None) -> dict[int, Value]:
    """Return the places that change when a paper is moved before another one in its list (``before`` None: to the end).

    ``paper_keys`` are the keys of the paper; only the first of them that is on the list stays on it. Other papers
    move only if several share the target place, which can happen after a removed paper was put back on the list.
    """
    order = _in_order(places)
    listed_keys = [key for _, key in order if key in paper_keys]
    others = [entry for entry in order if entry[1] not in paper_keys]
    index = next((index for index, (_, key) in enumerate(others) if key == before), len(others))
    new_places: dict[int, Value] = dict.fromkeys(listed_keys)
    if not listed_keys or order[index][1] == listed_keys[0]:
        return {key: place for key, place in new_places.items() if key != listed_keys[0]}
    low = others[index - 1][0] if index else None
    behind = others[index:]
    tied = [key for place, key in behind if place == low]
    high = behind[len(tied)][0] if len(tied) < len(behind) else None
    for key in (listed_keys[0], *tied):
        new_places[key] = low = between(low, high)
    return new_places


def _in_order(places: Mapping[int, Value]) -> list[tuple[str, int]]:
    return sorted((place, key) for key, place in places.items() if isinstance(place, str))


class StoredLists:
    """The reading lists, and the acts that change them (through :class:`ActWriter`)."""

    def __init__(self, db: Database, writer: ActWriter) -> None:
        self._db = db
        self._writer = writer

    def all(self) -> list[tuple[str, array[int]]]:
        """Return (reading list, keys of its papers in order), by name; an empty list does not exist."""
        return read(self._db)

    def enlist(self, keys: Sequence[int], name: str, at: datetime, keep: Keep | None = None) -> Act | None:
        """Append papers to a list, in the given order; papers already on it keep their places."""
        deed = Deed("enlist", at, name)
        return self._writer.do(
            deed, lambda: [*_listed_keys(self._db, name), *keys], lambda places: append_places(places, keys), keep, keys
        )

    def delist(self, keys: Iterable[int], name: str, at: datetime) -> Act | None:
        """Remove papers from a list."""
        return self._writer.do(Deed("delist", at, name), lambda: keys, dict.fromkeys)

    def arrange(self, name: str, paper_keys: Collection[int], before: int | None, at: datetime) -> Act | None:
        """Move the paper with the keys ``paper_keys`` before another one in its list (``before`` None: to the end)."""
        deed = Deed("arrange", at, name)
        return self._writer.do(
            deed, partial(_listed_keys, self._db, name), lambda places: move_place(places, paper_keys, before)
        )

    def rename(self, old: str, new: str, at: datetime) -> Act | None:
        """Rename a list; no list must have the new name."""

        def moved_places(places: Mapping[int, Value]) -> dict[int, Value]:
            return {key: [None, both[0]] for key, both in places.items() if isinstance(both, list)}

        return self._writer.do(Deed("rename list", at, old, new), partial(_listed_keys, self._db, old), moved_places)

    def remove(self, name: str, at: datetime) -> Act | None:
        """Remove all papers from a list, and with them the list."""
        return self._writer.do(Deed("remove list", at, name), partial(_listed_keys, self._db, name), dict.fromkeys)
