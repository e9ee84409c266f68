"""Key sequences: keys typed one after the other, until they name a command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arxtui.config.key_names import key_name
from arxtui.tui.actions import Action

_DIGITS = frozenset("0123456789")
_MOST_DIGITS = 5


def beginnings(keys: str) -> list[str]:
    """Return the proper beginnings of a sequence; empty for a single key."""
    parts = keys.split(" ")
    return [" ".join(parts[:number]) for number in range(1, len(parts))]


class KeyTable:
    """The commands of a screen by keys and sequences."""

    def __init__(self, actions: Sequence[Action] = ()) -> None:
        self._counting = any(action.counts for action in actions)
        self.calls: dict[str, tuple[Action, str]] = {}
        self._beginnings: set[str] = set()
        for action in actions:
            for keys, call in action.calls:
                self.add(keys, action, call)

    def add(self, keys: str, action: Action, call: str) -> None:
        """Bind a key or sequence, unless it is already bound, or one is the beginning of the other."""
        begun = beginnings(keys)
        if keys in self.calls or self.begins(keys) or not self.calls.keys().isdisjoint(begun):
            return
        self.calls[keys] = action, call
        self._beginnings.update(begun)

    @property
    def takes_counts(self) -> bool:
        """Whether digits are a count: no digit is bound, and at least one command takes a count."""
        return self._counting and not _DIGITS & self.calls.keys()

    def begins(self, keys: str) -> bool:
        """Whether these keys are the beginning of a sequence."""
        return keys in self._beginnings

    def following(self, keys: str) -> list[tuple[str, str]]:
        """Return (key, label) of what can be typed after the beginning of a sequence. The digits of one command are one
        entry."""
        begun = f"{keys} "
        found: dict[str, str] = {}
        digits: dict[str, list[str]] = {}
        for each, (action, _) in self.calls.items():
            if not each.startswith(begun):
                continue
            rest = each.removeprefix(begun)
            if action.by_digit and " " not in rest:
                digits.setdefault(action.label, []).append(key_name(rest))
            else:
                found.setdefault(key_name(rest.split(" ")[0]), "…" if " " in rest else action.label)
        ranges = {" … ".join(dict.fromkeys((names[0], names[-1]))): label for label, names in digits.items()}
        return [*{**found, **ranges}.items()]


class Step(NamedTuple):
    """The result of a key press: whether the key was used, and the action string of the command that it completes."""

    is_taken: bool
    call: str = ""


NOT_TAKEN, TAKEN = Step(is_taken=False), Step(is_taken=True)


class KeySequence:
    """The state of an unfinished sequence: ``typed`` are its keys so far, ``count`` the digits before a command,
    ``missed`` the last complete sequence that was bound to nothing."""

    def __init__(self) -> None:
        self.typed = self.count = self.missed = ""

    @property
    def is_begun(self) -> bool:
        """Whether the next key continues the keys typed before."""
        return bool(self.typed or self.count)

    def clear(self) -> None:
        """Drop the unfinished sequence and the count."""
        self.typed = self.count = self.missed = ""

    def step(self, table: KeyTable, key: str) -> Step:
        """Process the next key."""
        self.missed = ""
        if key == "escape" and self.is_begun:
            self.clear()
            return TAKEN
        keys = f"{self.typed} {key}".lstrip()
        if table.begins(keys):
            self.typed = keys
            return TAKEN
        if bound := table.calls.get(keys):
            call = _counted(*bound, self.count)
            self.clear()
            return Step(is_taken=True, call=call)
        if self.typed:
            self.clear()
            self.missed = keys
            return TAKEN
        if key in _DIGITS and table.takes_counts and (self.count or key != "0"):
            self.count = (self.count + key)[:_MOST_DIGITS]
            return TAKEN
        self.clear()
        return NOT_TAKEN


def _counted(action: Action, call: str, count: str) -> str:
    """Return the action string with the count, if the command takes one."""
    return f"{call.removesuffix(')')}, {int(count)})" if count and action.counts else call
