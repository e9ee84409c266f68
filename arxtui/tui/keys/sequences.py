"""Key sequences: keys typed one after the other, until they name a command."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arxtui.config.keys import key_name
from arxtui.light import NamedTuple
from arxtui.tui.actions import Action

_FIRST_DIGITS = frozenset("123456789")
_DIGITS = _FIRST_DIGITS | {"0"}
_MAX_DIGITS = 5


def beginnings(keys: str) -> list[str]:
    """Return the proper beginnings of a sequence; empty for a single key."""
    parts = keys.split(" ")
    return [" ".join(parts[:number]) for number in range(1, len(parts))]


class KeyTable:
    """The commands of a screen by keys and sequences. ``fixed`` are keys of the screen that are handled elsewhere."""

    def __init__(self, actions: Sequence[Action] = (), fixed: Collection[str] = ()) -> None:
        self._fixed = fixed
        self._counting = False
        self.calls: dict[str, tuple[Action, str]] = {}
        self._beginnings: set[str] = set()
        for action in actions:
            for keys, call in action.calls:
                self.add(keys, action, call)

    def add(self, keys: str, action: Action, call: str) -> None:
        """Bind a key or sequence, unless it is already bound, or one is the beginning of the other."""
        prefixes = beginnings(keys)
        if keys in self.calls or self.begins(keys) or not self.calls.keys().isdisjoint(prefixes):
            return
        self.calls[keys] = action, call
        self._counting = self._counting or action.counts
        self._beginnings.update(prefixes)

    @property
    def takes_counts(self) -> bool:
        """Whether digits are a count: no digit but 0, which begins no number, is fixed or bound, and at least one
        command takes a count."""
        return self._counting and _FIRST_DIGITS.isdisjoint(self._fixed) and _FIRST_DIGITS.isdisjoint(self.calls)

    def begins(self, keys: str) -> bool:
        """Whether these keys are the beginning of a sequence."""
        return keys in self._beginnings

    def following(self, keys: str) -> list[tuple[str, str]]:
        """Return (key, label) of what can be typed after the beginning of a sequence. The digits of one command are one
        entry."""
        prefix = f"{keys} "
        labels: dict[str, str] = {}
        digits: dict[str, list[str]] = {}
        for each, (action, _) in self.calls.items():
            if not each.startswith(prefix):
                continue
            rest = each.removeprefix(prefix)
            if action.by_digit and " " not in rest:
                digits.setdefault(action.label, []).append(key_name(rest))
            else:
                labels.setdefault(key_name(rest.split(" ")[0]), "…" if " " in rest else action.label)
        ranges = {" … ".join(dict.fromkeys((names[0], names[-1]))): label for label, names in digits.items()}
        return [*{**labels, **ranges}.items()]


class KeyResult(NamedTuple):
    """The result of a key press: whether the key was used, and the action string of the command that it completes."""

    is_handled: bool
    call: str = ""


UNHANDLED, HANDLED = KeyResult(is_handled=False), KeyResult(is_handled=True)


class KeySequence:
    """The state of an unfinished sequence: ``typed`` are its keys so far, ``count`` the digits before a command,
    ``unbound`` the last complete sequence that was bound to nothing."""

    def __init__(self) -> None:
        self.typed = self.count = self.unbound = ""

    @property
    def is_unfinished(self) -> bool:
        """Whether the next key continues the keys typed before."""
        return bool(self.typed or self.count)

    def clear(self) -> None:
        """Drop the unfinished sequence and the count."""
        self.typed = self.count = self.unbound = ""

    def press(self, table: KeyTable, key: str) -> KeyResult:
        """Process the next key."""
        self.unbound = ""
        if key == "escape" and self.is_unfinished:
            self.clear()
            return HANDLED
        keys = f"{self.typed} {key}".lstrip()
        if table.begins(keys):
            self.typed = keys
            return HANDLED
        if keys in (_DIGITS if self.count else _FIRST_DIGITS) and table.takes_counts:
            self.count = (self.count + key)[:_MAX_DIGITS]
            return HANDLED
        if bound := table.calls.get(keys):
            call = _with_count(*bound, self.count)
            self.clear()
            return KeyResult(is_handled=True, call=call)
        if self.typed:
            self.clear()
            self.unbound = keys
            return HANDLED
        self.clear()
        return UNHANDLED


def _with_count(action: Action, call: str, count: str) -> str:
    """Return the action string with the count, if the command takes one."""
    return f"{call.removesuffix(')')}, {int(count)})" if count and action.counts else call
