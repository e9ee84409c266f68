"""Undo in any interleaving of acts and deliveries by two processes, against a plain model of the library."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from arxtui.model.marks import Marks
from arxtui.store.library import LibraryFile
from tests.store.made import DAY, NOW

_KEYS = st.sets(st.integers(1, 4), min_size=1)
_ACTS = st.sampled_from(["read", "unread", "star", "unstar", "hide", "unhide"])
_STEPS = st.one_of(
    st.tuples(st.just("mark"), _ACTS, _KEYS),
    st.tuples(st.just("deliver"), st.integers(0, 2), _KEYS),
    st.tuples(st.just("undo")),
)


@dataclass
class Model:
    """What the library should hold: unread papers with their day, stars, hidden papers, and the acts that stand."""

    unread: dict[int, date | None] = field(default_factory=dict)
    starred: set[int] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)
    delivered: dict[date, set[int]] = field(default_factory=dict)
    acts: list[tuple[str, dict[int, object], dict[int, object]]] = field(default_factory=list)

    def values(self, what: str, keys: set[int]) -> dict[int, object]:
        if what in ("read", "unread"):
            return {key: self.unread.get(key, "read") for key in keys}
        held = self.starred if what in ("star", "unstar") else self.hidden
        return {key: key in held for key in keys}

    def mark(self, what: str, keys: set[int]) -> int:
        before = self.values(what, keys)
        for key in keys:
            if what == "read":
                self.unread.pop(key, None)
            elif what == "unread" and key not in self.unread:
                self.unread[key] = max((day for day, had in self.delivered.items() if key in had), default=None)
            elif what in ("star", "unstar"):
                (self.starred.add if what == "star" else self.starred.discard)(key)
            elif what in ("hide", "unhide"):
                (self.hidden.add if what == "hide" else self.hidden.discard)(key)
        after = self.values(what, keys)
        changed = {key for key in keys if before[key] != after[key]}
        if changed:
            self.acts.append((what, {key: before[key] for key in changed}, {key: after[key] for key in changed}))
        return len(changed)

    def deliver(self, day: date, keys: set[int]) -> int:
        had = self.delivered.setdefault(day, set())
        fresh = keys - had
        had |= fresh
        for key in fresh:
            self.unread[key] = max(day, self.unread.get(key) or day)
        return len(fresh)

    def undo(self) -> int | None:
        if not self.acts:
            return None
        what, before, after = self.acts.pop()
        now = self.values(what, set(before))
        back = {key: value for key, value in before.items() if now[key] == after[key]}
        for key, value in back.items():
            if what in ("read", "unread"):
                self.unread.pop(key, None)
                if value != "read":
                    assert value is None or isinstance(value, date)
                    self.unread[key] = value
            else:
                held = self.starred if what in ("star", "unstar") else self.hidden
                (held.add if value else held.discard)(key)
        return len(back)

    def marks(self) -> dict[int, Marks]:
        return {key: Marks(key in self.unread, key in self.starred, key in self.hidden) for key in range(1, 5)}


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 1), _STEPS), max_size=25))
def test_any_interleaving_of_acts_deliveries_and_undos_is_as_the_model_says(
    steps: list[tuple[int, tuple[object, ...]]],
) -> None:
    model = Model()
    with (
        TemporaryDirectory() as folder,
        LibraryFile.open(Path(folder) / "library.db") as one,
        LibraryFile.open(Path(folder) / "library.db") as other,
    ):
        for process, step in steps:
            library = (one, other)[process]
            match step:
                case ("mark", str(what), set(keys)):
                    act = library.mark(keys, what, NOW)  # type: ignore[arg-type]
                    assert (act.papers if act else 0) == model.mark(what, keys)
                case ("deliver", int(after), set(keys)):
                    day = DAY + timedelta(days=after)
                    assert library.deliver(day, keys) == model.deliver(day, keys)
                case _:
                    undone = library.undo(NOW)
                    assert (undone.papers if undone else None) == model.undo()
            assert one.marks(range(1, 5)) == other.marks(range(1, 5)) == model.marks()
        days = {key: day for day, _, keys in one.inbox_days() for key in keys}
        assert days == {key: day for key, day in model.unread.items() if day is not None}


@given(st.lists(st.tuples(_ACTS, _KEYS), max_size=12))
def test_undoing_every_act_leads_back_through_every_state(acts: list[tuple[str, set[int]]]) -> None:
    with TemporaryDirectory() as folder, LibraryFile.open(Path(folder) / "library.db") as library:
        library.deliver(DAY, [1, 2])
        states = [library.marks(range(1, 5))]
        for what, keys in acts:
            if library.mark(keys, what, NOW):  # type: ignore[arg-type]
                states.append(copy.deepcopy(library.marks(range(1, 5))))
        for state in reversed(states[:-1]):
            assert library.undo(NOW)
            assert library.marks(range(1, 5)) == state
        assert library.undo(NOW) is None
