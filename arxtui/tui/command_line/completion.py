"""Completion of a line of the command line: first names, then arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from arxtui.library.argument_values import SOURCES
from arxtui.tui.actions import Action, Takes
from arxtui.tui.command_line.verb_options import has_option, options_of
from arxtui.tui.command_line.verbs import REFUSED, VERBS
from arxtui.tui.present.completing import Offer, offers


class Values(Protocol):
    """The source of words that complete a partly typed argument."""

    def of(self, takes: Takes, typed: str) -> Iterable[str]:
        """Return the words for an argument of a command."""

    def of_verb(self, argument: str, typed: str) -> Iterable[str]:
        """Return the words for an argument of a verb, named as in ``views add query``."""


_MOST = 40
_ONE_OF_SEVERAL = (Takes.TAGS,)
"""Arguments that consist of several words separated by commas."""


def completed(line: str, actions: Sequence[Action], values: Values) -> list[Offer]:
    """Return the completions of a line."""
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
    """Return the completions after a verb: its actions (``views add``), its options, and the values of options and
    arguments."""
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
    """Return the names that begin with the typed text, then those that contain it, each in alphabetical order."""
    wanted = typed.lower().replace("_", "-")
    takes = dict.fromkeys(VERBS - REFUSED.keys(), True)
    takes |= {each.name: each.takes is not None or each.by_digit for each in actions}
    begun = sorted(name for name in takes if name.startswith(wanted))
    others = sorted(name for name in takes if wanted in name and not name.startswith(wanted))
    return [Offer(name, f"{name} " if takes[name] else name) for name in (*begun, *others) if name != typed]


def _words(before: str, argument: str, found: Iterable[str]) -> list[Offer]:
    """Return the words that continue an argument. Only the last term of a query is shown."""
    wanted = argument.lower()
    start = argument.rfind(" ") + 1
    begun = [each for each in dict.fromkeys(found) if each.lower().startswith(wanted) and each != argument]
    return [Offer(each[start:], f"{before}{each}") for each in begun[:_MOST]]
