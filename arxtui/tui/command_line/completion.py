"""What a line of the command line may become: names, then what the command takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from arxtui.library.argument_values import SOURCES
from arxtui.tui.actions import Action, Takes
from arxtui.tui.command_line.verb_options import has_option, options_of
from arxtui.tui.command_line.verbs import REFUSED, VERBS
from arxtui.tui.present.completion import Offer, offers


class Values(Protocol):
    """Gives the words that an argument takes, of which a part is typed."""

    def of(self, takes: Takes, typed: str) -> Iterable[str]:
        """The words for an argument of a command."""

    def of_verb(self, argument: str, typed: str) -> Iterable[str]:
        """The words for an argument of a verb, which is named as ``views add query``."""


_MOST = 40
_ONE_OF_SEVERAL = (Takes.TAGS,)
"""Arguments that are several words with commas between."""


def completed(line: str, actions: Sequence[Action], values: Values) -> list[Offer]:
    """The offers for a line."""
    name, blank, argument = line.lstrip().removeprefix(":").partition(" ")
    if not blank:
        return _names(name, actions)
    takes = next((each.takes for each in actions if each.name == name), None)
    if name in VERBS and (takes is None or has_option(argument)):
        return _of_verb(name, argument, values)
    if takes is None:
        return []
    found = values.of(takes, argument)
    if takes in _ONE_OF_SEVERAL:
        return [Offer(each.name, f"{name} {each.answer}") for each in offers(argument, list(found))]
    return _words(f"{name} ", argument, found)


def _of_verb(verb: str, argument: str, values: Values) -> list[Offer]:
    """Actions of a verb (``views add``), its options, and what these and its arguments take."""
    *before, typed = argument.split(" ")
    actions = {key.split(" ")[1] for key in SOURCES if key.startswith(f"{verb} ") and key.count(" ") == 2}
    path = [verb, *before[: bool(actions)]]
    options, written = options_of(" ".join(path)), " ".join((verb, *before, ""))
    last = before[-1] if before else ""
    if (allowed := options.get(last)) is not None:
        return _words(written, typed, allowed or values.of_verb(" ".join((*path, last.removeprefix("--"))), typed))
    if typed.startswith("-"):
        given = {each for each in before if options.get(each, ()) is None}
        if offered := _words(written, typed, [each for each in options if each not in given]):
            return offered
    if actions and not before:
        return _words(f"{verb} ", typed, sorted(actions))
    place = next((key for key in SOURCES if key.startswith(f"{' '.join(path)} ")), "")
    head = " ".join((*path, ""))
    whole = f"{verb} {argument}".removeprefix(head)
    return _words(head, whole, values.of_verb(place, whole)) if place else []


def _names(typed: str, actions: Sequence[Action]) -> list[Offer]:
    """Names that begin with what is typed, then those that have it elsewhere, both in alphabetical order."""
    wanted = typed.lower().replace("_", "-")
    takes = dict.fromkeys(VERBS - REFUSED.keys(), True)
    takes |= {each.name: each.takes is not None or each.by_digit for each in actions}
    begun = sorted(name for name in takes if name.startswith(wanted))
    others = sorted(name for name in takes if wanted in name and not name.startswith(wanted))
    return [Offer(name, f"{name} " if takes[name] else name) for name in (*begun, *others) if name != typed]


def _words(before: str, argument: str, found: Iterable[str]) -> list[Offer]:
    """The words that go on with an argument. Of a query the last term is shown."""
    wanted = argument.lower()
    start = argument.rfind(" ") + 1
    begun = [each for each in dict.fromkeys(found) if each.lower().startswith(wanted) and each != argument]
    return [Offer(each[start:], f"{before}{each}") for each in begun[:_MOST]]
