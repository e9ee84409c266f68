"""Keys that are typed one after the other, until they name a command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arxtui.config.key_names import key_name
from arxtui.tui.actions import Action

_DIGITS = frozenset("0123456789")
_MOST_DIGITS = 5


def beginnings(keys: str) -> list[str]:
    """What is typed on the way to a sequence; nothing of a single key."""
    parts = keys.split(" ")
    return [" ".join(parts[:number]) for number in range(1, len(parts))]


class KeyTable:
    """What the keys and sequences of a screen run."""

    def __init__(self, actions: Sequence[Action] = ()) -> None:
        self._counting = any(action.counts for action in actions)
        self.calls: dict[str, tuple[Action, str]] = {}
        self._beginnings: set[str] = set()
        for action in actions:
            for keys, call in action.calls:
                self.add(keys, action, call)

    def add(self, keys: str, action: Action, call: str) -> None:
        """Bind a key or sequence, unless it is bound, or could not be told from one that is."""
        begun = beginnings(keys)
        if keys in self.calls or self.begins(keys) or not self.calls.keys().isdisjoint(begun):
            return
        self.calls[keys] = action, call
        self._beginnings.update(begun)

    @property
    def takes_counts(self) -> bool:
        """Whether digits are a count: none of them is bound, and some command takes one."""
        return self._counting and not _DIGITS & self.calls.keys()

    def begins(self, keys: str) -> bool:
        """Whether keys are the beginning of a sequence."""
        return keys in self._beginnings

    def following(self, keys: str) -> list[tuple[str, str]]:
        """What may be typed after the beginning of a sequence, and what that does; the digits of a command at once."""
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
    """What became of a key: whether it was of use here, and the call of the command that it completes."""

    is_taken: bool
    call: str = ""


NOT_TAKEN, TAKEN = Step(is_taken=False), Step(is_taken=True)


class KeySequence:
    """``typed`` are the keys of a sequence so far, ``count`` the digits before a command, ``missed`` a whole sequence
    that is none."""

    def __init__(self) -> None:
        self.typed = self.count = self.missed = ""

    @property
    def is_begun(self) -> bool:
        """Whether the next key belongs to those typed before."""
        return bool(self.typed or self.count)

    def clear(self) -> None:
        """Begin anew."""
        self.typed = self.count = self.missed = ""

    def step(self, table: KeyTable, key: str) -> Step:
        """Take the next key."""
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
    """The call with the count, of a command that takes one."""
    return f"{call.removesuffix(')')}, {int(count)})" if count and action.counts else call
