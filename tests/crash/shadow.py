"""A model of a library's marks and journal in plain dictionaries: the content that is expected after any steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from arxtui.model.marks import Marks, Reading
from arxtui.store.library.labels import append_places, move_place

Step = tuple[Any, ...]
"""The name of a step and its arguments, in types that JSON has."""
Field = tuple[str, ...]
"""A mark, ``("tag", NAME)``, ``("list", NAME)``, ``("these tags", NAME, ...)``, or what a renaming changes: ``("tags" |
"lists", OLD, NEW)``."""

_TAKEN = {"read": "unread", "unstar": "star", "unhide": "hide", "unqueue": "queue", "untag": "tag"}
"""The acts that remove a mark, and the mark that each removes; every other act gives the mark of its name."""
_READ = "read"
"""The value of the mark "unread" for a paper that was marked read."""


@dataclass
class Done:
    """An act: the values of its field before and after it."""

    what: str
    field: Field
    before: dict[int, object]
    after: dict[int, object]
    by: str
    turn: int | None
    stands: bool = True


class Content(NamedTuple):
    """Everything that a library shows."""

    marks: dict[int, Marks]
    days: dict[int, int]
    lists: list[tuple[str, list[int]]]
    journal: list[tuple[int, str, str, bool, list[int]]]


@dataclass
class Shadow:
    """Marks by name and key, tags and notes by key, positions by list and key, and all acts in order."""

    marks: dict[str, dict[int, object]] = field(default_factory=lambda: defaultdict(dict))
    tags: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    lists: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    delivered: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    acts: list[Done] = field(default_factory=list)
    turns: int = 0

    def take(self, step: Step, at: float) -> None:
        """Take a step; ``at`` is its time in epoch seconds."""
        name, *result = step
        _STEPS[name](self, at, *result)

    # Steps

    def mark(self, at: float, what: str, keys: list[int], tag: str, by: str) -> None:
        where: Field = ("tag", tag) if what in ("tag", "untag") else (_TAKEN.get(what, what),)
        taken = _READ if what == "read" else None
        gives: Callable[[int], object] = self.day_of if what == "unread" else lambda key: what not in _TAKEN or taken
        self.act(what, where, {key: gives(key) for key in keys}, by)

    def day_of(self, key: int) -> int:
        """Return the day under which a paper is unread, or would be if it were unread."""
        held = self.marks["unread"].get(key)
        last = max((day for day, keys in self.delivered.items() if key in keys), default=0)
        return held if isinstance(held, int) else last

    def number(self, at: float, what: str, keys: list[int], number: object) -> None:
        self.act(what, (what,), dict.fromkeys(keys, number))

    def note(self, at: float, key: int, text: str) -> None:
        held = self.marks["note"].get(key)
        if text != (held[0] if isinstance(held, tuple) else ""):
            self.act("note" if text else "remove note", ("note",), {key: (text, at) if text else None})

    def enlist(self, at: float, keys: list[int], name: str) -> None:
        self.act("enlist", ("list", name), append_places(self.lists[name], keys))

    def delist(self, at: float, keys: list[int], name: str) -> None:
        self.act("delist", ("list", name), dict.fromkeys(keys))

    def arrange(self, at: float, name: str, key: int, place: int) -> None:
        order = self.order(name)
        if key in order:
            order.remove(key)
            before = next(iter(order[place - 1 :]), None)
            self.act("arrange", ("list", name), move_place(self.lists[name], [key], before))

    def rename_list(self, at: float, old: str, new: str) -> None:
        if old != new and not self.lists[new]:
            self.act("rename list", ("lists", old, new), {key: (None, held) for key, held in self.lists[old].items()})

    def remove_list(self, at: float, name: str) -> None:
        self.act("remove list", ("list", name), dict.fromkeys(self.lists[name]))

    def rename_tag(self, at: float, old: str, new: str) -> None:
        def renamed(name: str) -> str:
            return new + name[len(old) :] if _is_below(name, old) else name

        where = ("tags", old, new)
        keys = [key for key, names in self.tags.items() if any(_is_below(name, old) for name in names)]
        held = self.values(where, keys)
        self.act("rename tag", where, {key: tuple(sorted({*map(renamed, names)})) for key, names in held.items()})

    def remove_tag(self, at: float, name: str) -> None:
        keys = [key for key, names in self.tags.items() if any(_is_below(each, name) for each in names)]
        self.act("remove tag", ("tags", name, name), dict.fromkeys(keys, ()))

    def retag(self, at: float, keys: list[int], give: list[str], take: list[str]) -> None:
        where = ("these tags", *give, *take)
        held = self.values(where, keys)
        after = {key: tuple(sorted({*names, *give}.difference(take))) for key, names in held.items()}
        self.act("retag", where, after)

    def undo(self, at: float, number: int | None) -> None:
        standing = [done for done in self.acts if done.stands and not done.by]
        if number is not None:
            standing = [done for done in self.acts[number - 1 : number] if done.stands]
        if standing:
            done = max(standing, key=lambda each: each.turn or 0)
            self.put(done, done.after, done.before)
            done.stands, done.turn = False, self.turn()

    def redo(self, at: float) -> None:
        undone = [done for done in self.acts if not done.stands and done.turn is not None]
        if undone:
            done = max(undone, key=lambda each: each.turn or 0)
            self.put(done, done.before, done.after)
            done.stands, done.turn = True, self.turn()

    def deliver(self, at: float, day: int, keys: list[int]) -> None:
        for key in set(keys) - self.delivered[day]:
            held = self.marks["unread"].get(key)
            self.marks["unread"][key] = max(day, held) if isinstance(held, int) else day
        self.delivered[day] |= set(keys)

    # Acts

    def act(self, what: str, where: Field, wanted: Mapping[int, object], by: str = "") -> None:
        held = self.values(where, wanted)
        after = {key: value for key, value in wanted.items() if value != held[key]}
        if not after:
            return
        if not by:
            for done in self.acts:
                done.turn = done.turn if done.stands else None
        self.acts.append(Done(what, where, {key: held[key] for key in after}, after, by, self.turn()))
        self.write(where, after)

    def turn(self) -> int:
        self.turns += 1
        return self.turns

    def put(self, done: Done, held: Mapping[int, object], given: Mapping[int, object]) -> None:
        now = self.values(done.field, held)
        self.write(done.field, {key: value for key, value in given.items() if now[key] == held[key]})

    def values(self, where: Field, keys: Iterable[int]) -> dict[int, Any]:
        return {key: self.value(where, key) for key in keys}

    def value(self, where: Field, key: int) -> object:
        match where:
            case ("tag", name):
                return True if name in self.tags[key] else None
            case ("tags", *tops):
                return tuple(sorted(name for name in self.tags[key] if any(_is_below(name, top) for top in tops)))
            case ("these tags", *names):
                return tuple(sorted(self.tags[key].intersection(names)))
            case ("list", name):
                return self.lists[name].get(key)
            case ("lists", one, other):
                return self.lists[one].get(key), self.lists[other].get(key)
        return self.marks[where[0]].get(key)

    def write(self, where: Field, expected: Mapping[int, Any]) -> None:
        for key, value in expected.items():
            match where:
                case ("tag", name):
                    self.tags[key] = self.tags[key] | {name} if value else self.tags[key] - {name}
                case ("tags" | "these tags", *_):
                    self.tags[key] = {name for name in self.tags[key] if name not in self.values(where, [key])[key]} | {
                        *value
                    }
                case ("list", name):
                    _set(self.lists[name], key, value)
                case ("lists", one, other):
                    _set(self.lists[one], key, value[0])
                    _set(self.lists[other], key, value[1])
                case _:
                    _set(self.marks[where[0]], key, value)

    # Visible content

    def order(self, name: str) -> list[int]:
        return sorted(self.lists[name], key=lambda key: (self.lists[name][key], key))

    def content(self, keys: Iterable[int]) -> Content:
        """Return what a library with this content shows about these papers."""
        days = {key: day for key, day in self.marks["unread"].items() if isinstance(day, int) and day}
        lists = [(name, self.order(name)) for name in sorted(self.lists) if self.lists[name]]
        acts = [(n, done.what, done.by, done.stands, sorted(done.after)) for n, done in enumerate(self.acts, 1)]
        return Content({key: self.marks_of(key) for key in keys}, days, lists, acts[::-1])

    def marks_of(self, key: int) -> Marks:
        note, rating, reading = (self.marks[name].get(key) for name in ("note", "rate", "reading"))
        return Marks(
            unread=isinstance(self.marks["unread"].get(key), int),
            read=self.marks["unread"].get(key) == _READ,
            starred=key in self.marks["star"],
            hidden=key in self.marks["hide"],
            tags=tuple(sorted(self.tags[key])),
            note=note[0] if isinstance(note, tuple) else None,
            queued=key in self.marks["queue"],
            rating=rating if isinstance(rating, int) else None,
            reading=Reading(reading) if isinstance(reading, str) else None,
            lists=tuple(sorted(name for name, keys in self.lists.items() if key in keys)),
        )


def _set(held: dict[int, Any], key: int, value: object) -> None:
    held.pop(key, None)
    if value is not None:
        held[key] = value


def _is_below(name: str, top: str) -> bool:
    return f"{name}/".startswith(f"{top}/")


_STEPS: dict[str, Callable[..., None]] = {
    "mark": Shadow.mark,
    "rate": lambda shadow, at, keys, rating: shadow.number(at, "rate", keys, rating),
    "read_as": lambda shadow, at, keys, state: shadow.number(at, "reading", keys, state),
    "note": Shadow.note,
    "enlist": Shadow.enlist,
    "delist": Shadow.delist,
    "arrange": Shadow.arrange,
    "rename_list": Shadow.rename_list,
    "remove_list": Shadow.remove_list,
    "retag": Shadow.retag,
    "rename_tag": Shadow.rename_tag,
    "remove_tag": Shadow.remove_tag,
    "undo": Shadow.undo,
    "redo": Shadow.redo,
    "deliver": Shadow.deliver,
}
