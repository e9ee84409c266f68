"""Undo after any interleaving of acts and deliveries by two processes, compared with a simple model of the library."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from arxtui.model.marks import Marks
from arxtui.store.library.database import LibraryFile
from tests.builders import DAY, NOW

_KEYS = st.sets(st.integers(1, 4), min_size=1)
_ACTS = st.sampled_from(["read", "unread", "star", "unstar", "hide", "unhide"])
TAGS = ("thesis", "thesis/related")
_STEPS = st.one_of(
    st.tuples(st.just("mark"), _ACTS, _KEYS),
    st.tuples(st.just("tag"), st.sampled_from(["tag", "untag"]), _KEYS, st.sampled_from(TAGS)),
    st.tuples(st.just("note"), st.dictionaries(st.integers(1, 4), st.sampled_from([None, "a", "b"]), min_size=1)),
    st.tuples(st.just("deliver"), st.integers(0, 2), _KEYS),
    st.tuples(st.just("pass"), _KEYS),
    st.tuples(st.just("undo")),
)


_FIELDS = {"read": "unread", "unstar": "star", "unhide": "hide", "untag": "tag"}
"""The field that each removing act clears; every other act sets the field of its own name."""
_NOTHING = "nothing"
_READ = "read"
"""The value in the field ``unread`` of a paper that was marked read."""


@dataclass
class Model:
    """The expected content of the library: for each field, a value by paper key. The field of a tag is the tag's name.
    ``acts`` are the acts that are not undone, ``run`` is the one that papers passed over belong to."""

    fields: dict[str, dict[int, object]] = field(default_factory=lambda: defaultdict(dict))
    delivered: dict[date, set[int]] = field(default_factory=dict)
    acts: list[tuple[str, dict[int, object], dict[int, object]]] = field(default_factory=list)
    run: tuple[str, dict[int, object], dict[int, object]] | None = None

    def mark(self, what: str, keys: set[int], tag: str = "") -> int:
        name = _FIELDS.get(what, what)
        taken = _READ if what == "read" else _NOTHING
        return self.act(tag or name, {key: taken if what in _FIELDS else self.given(what, key) for key in keys})

    def given(self, what: str, key: int) -> object:
        if what != "unread":
            return True
        last = max((day for day, had in self.delivered.items() if key in had), default=None)
        held = self.fields["unread"].get(key, last)
        return last if held == _READ else held

    def note(self, texts: dict[int, str | None]) -> int:
        return self.act("note", {key: text or _NOTHING for key, text in texts.items()})

    def act(self, name: str, wanted: dict[int, object]) -> int:
        before = self.values(name, wanted)
        after = {key: value for key, value in wanted.items() if value != before[key]}
        self.write(name, after)
        if after:
            self.acts.append((name, {key: before[key] for key in after}, after))
        return len(after)

    def pass_over(self, keys: set[int]) -> int:
        if not self.act("unread", dict.fromkeys(keys, _READ)):
            return 0
        name, before, after = self.acts.pop()
        if self.run and any(each is self.run for each in self.acts):
            self.acts = [each for each in self.acts if each is not self.run]
            before, after = before | self.run[1], self.run[2] | after
        self.run = name, before, after
        self.acts.append(self.run)
        return len(after)

    def undo(self) -> int | None:
        if not self.acts:
            return None
        name, before, after = self.acts.pop()
        now = self.values(name, before)
        back = {key: value for key, value in before.items() if now[key] == after[key]}
        self.write(name, back)
        return len(back)

    def deliver(self, day: date, keys: set[int]) -> int:
        had = self.delivered.setdefault(day, set())
        fresh = keys - had
        had |= fresh
        unread = self.fields["unread"]
        for key in fresh:
            before = unread.get(key)
            unread[key] = max(day, before) if isinstance(before, date) else day
        return len(fresh)

    def values(self, name: str, keys: Iterable[int]) -> dict[int, object]:
        return {key: self.fields[name].get(key, _NOTHING) for key in keys}

    def write(self, name: str, expected: dict[int, object]) -> None:
        for key, value in expected.items():
            self.fields[name].pop(key, None)
            if value != _NOTHING:
                self.fields[name][key] = value

    def marks(self) -> dict[int, Marks]:
        return {key: self.marks_of(key) for key in range(1, 5)}

    def marks_of(self, key: int) -> Marks:
        starred, hidden = (key in self.fields[name] for name in ("star", "hide"))
        inbox = self.fields["unread"].get(key, _NOTHING)
        unread = inbox not in (_NOTHING, _READ)
        note = self.fields["note"].get(key)
        assert note is None or isinstance(note, str)
        return Marks(
            unread, starred, hidden, tuple(tag for tag in TAGS if key in self.fields[tag]), note, read=inbox == _READ
        )


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 1), _STEPS), max_size=25))
def test_any_interleaving_of_acts_deliveries_and_undos_is_as_the_model_says(
    steps: list[tuple[int, tuple[object, ...]]],
) -> None:
    model, run = Model(), 0
    with (
        TemporaryDirectory() as folder,
        LibraryFile.open(Path(folder) / "library.db") as one,
        LibraryFile.open(Path(folder) / "library.db") as other,
    ):
        for process, step in steps:
            library = (one, other)[process]
            match step:
                case ("mark", str(what), set(keys)):
                    act = library.marks.apply(keys, what, NOW)  # type: ignore[arg-type]
                    assert (act.papers if act else 0) == model.mark(what, keys)
                case ("tag", str(what), set(keys), str(tag)):
                    act = library.marks.apply(keys, what, NOW, name=tag)  # type: ignore[arg-type]
                    assert (act.papers if act else 0) == model.mark(what, keys, tag)
                case ("note", dict(texts)):
                    act = library.marks.note(texts, NOW)
                    assert (act.papers if act else 0) == model.note(texts)
                case ("pass", set(keys)):
                    act = library.marks.pass_over(keys, NOW, run)
                    run = act.number if act else run
                    assert (act.papers if act else 0) == model.pass_over(keys)
                case ("deliver", int(after), set(keys)):
                    day = DAY + timedelta(days=after)
                    assert library.inbox.deliver(day, keys) == model.deliver(day, keys)
                case _:
                    undone = library.journal.undo(NOW)
                    assert (undone.papers if undone else None) == model.undo()
            assert one.marks.of(range(1, 5)) == other.marks.of(range(1, 5)) == model.marks()
        days = {key: day for day, _, keys in one.inbox.days() for key in keys}
        assert days == {key: day for key, day in model.fields["unread"].items() if isinstance(day, date)}


@given(st.lists(st.tuples(_ACTS, _KEYS), max_size=12))
def test_undoing_every_act_leads_back_through_every_state(acts: list[tuple[str, set[int]]]) -> None:
    with TemporaryDirectory() as folder, LibraryFile.open(Path(folder) / "library.db") as library:
        library.inbox.deliver(DAY, [1, 2])
        states = [library.marks.of(range(1, 5))]
        for what, keys in acts:
            if library.marks.apply(keys, what, NOW):  # type: ignore[arg-type]
                states.append(copy.deepcopy(library.marks.of(range(1, 5))))
        for state in reversed(states[:-1]):
            assert library.journal.undo(NOW)
            assert library.marks.of(range(1, 5)) == state
        assert library.journal.undo(NOW) is None
