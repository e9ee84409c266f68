"""What a line of the command line may become: names, then what the command takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from arxtui.tui.actions import Action, Takes
from arxtui.tui.present.completing import Offer, offers

Values = Callable[[Takes, str], Iterable[str]]
"""The words that an argument takes, as far as it is typed."""
_MOST = 40
_ONE_OF_SEVERAL = (Takes.TAGS,)
"""Arguments that are several words with commas between."""


def completed(line: str, actions: Sequence[Action], values: Values) -> list[Offer]:
    """The offers for a line."""
    name, blank, argument = line.lstrip().partition(" ")
    if not blank:
        return _names(name, actions)
    action = next((each for each in actions if each.name == name), None)
    if action is None or action.takes is None:
        return []
    found = values(action.takes, argument)
    if action.takes in _ONE_OF_SEVERAL:
        return [Offer(each.name, f"{name} {each.answer}") for each in offers(argument, list(found))]
    return _words(f"{name} ", argument, found)


def _names(typed: str, actions: Sequence[Action]) -> list[Offer]:
    """Names that begin so, then those that hold it, each in the order of the alphabet."""
    wanted = typed.lower().replace("_", "-")
    takes = {each.name: each.takes is not None or each.by_digit for each in actions}
    begun = sorted(name for name in takes if name.startswith(wanted))
    held = sorted(name for name in takes if wanted in name and not name.startswith(wanted))
    return [Offer(name, f"{name} " if takes[name] else name) for name in (*begun, *held) if name != typed]


def _words(before: str, argument: str, found: Iterable[str]) -> list[Offer]:
    """The words that go on with an argument. Of a query the last term is shown."""
    wanted = argument.lower()
    start = argument.rfind(" ") + 1
    begun = [each for each in dict.fromkeys(found) if each.lower().startswith(wanted) and each != argument]
    return [Offer(each[start:], f"{before}{each}") for each in begun[:_MOST]]
