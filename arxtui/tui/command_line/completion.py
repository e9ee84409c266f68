"""Completion of a line of the command line: first names, then arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from arxtui.library.argument_values import SOURCES
from arxtui.tui.actions import Action, Takes
from arxtui.tui.command_line.verb_options import has_option, options_of
from arxtui.tui.command_line.verbs import REFUSED, VERBS
from arxtui.tui.present.completion import Offer, offers


class Values(Protocol):
    """The source of words that complete a partly typed argument."""

    def of(self, takes: Takes, typed: str) -> Iterable[str]:
        """Return the words for an argument of a command."""

    def of_verb(self, argument: str, typed: str) -> Iterable[str]:
        """Return the words for an argument of a verb, named as in ``views add query``."""


_MAX_OFFERS = 40
_ONE_OF_SEVERAL = (Takes.TAGS,)
"""Arguments that consist of several words separated by commas."""


def complete_line(line: str, actions: Sequence[Action], values: Values) -> list[Offer]:
    """Return the completions of a line."""
    name, blank, argument = line.lstrip().removeprefix(":").partition(" ")
    if not blank:
        return _complete_name(name, actions)
    takes = next((each.takes for each in actions if each.name == name), None)
    if name in VERBS and (takes is None or has_option(argument)):
        return _complete_verb(name, argument, values)
    if takes is None:
        return []
    words = values.of(takes, argument)
    if takes in _ONE_OF_SEVERAL:
        return [Offer(each.name, f"{name} {each.answer}") for each in offers(argument, list(words))]
    return _continuations(f"{name} ", argument, words)


def _complete_verb(verb: str, argument: str, values: Values) -> list[Offer]:
    """Return the completions after a verb: its actions (``views add``), its options, and the values of options and
    arguments."""
    *earlier, typed = argument.split(" ")
    actions = {key.split(" ")[1] for key in SOURCES if key.startswith(f"{verb} ") and key.count(" ") == 2}
    path = [verb, *earlier[: bool(actions)]]
    options, written = options_of(" ".join(path)), " ".join((verb, *earlier, ""))
    last = earlier[-1] if earlier else ""
    if (allowed := options.get(last)) is not None:
        return _continuations(
            written, typed, allowed or values.of_verb(" ".join((*path, last.removeprefix("--"))), typed)
        )
    if typed.startswith("-"):
        given = {each for each in earlier if options.get(each, ()) is None}
        if offered := _continuations(written, typed, [each for each in options if each not in given]):
            return offered
    if actions and not earlier:
        return _continuations(f"{verb} ", typed, sorted(actions))
    argument_key = next((key for key in SOURCES if key.startswith(f"{' '.join(path)} ")), "")
    head = " ".join((*path, ""))
    whole = f"{verb} {argument}".removeprefix(head)
    return _continuations(head, whole, values.of_verb(argument_key, whole)) if argument_key else []


def _complete_name(typed: str, actions: Sequence[Action]) -> list[Offer]:
    """Return the names that begin with the typed text, then those that contain it, each in alphabetical order."""
    prefix = typed.lower().replace("_", "-")
    takes = dict.fromkeys(VERBS - REFUSED.keys(), True)
    takes |= {each.name: each.takes is not None or each.by_digit for each in actions}
    starting = sorted(name for name in takes if name.startswith(prefix))
    others = sorted(name for name in takes if prefix in name and not name.startswith(prefix))
    return [Offer(name, f"{name} " if takes[name] else name) for name in (*starting, *others) if name != typed]


def _continuations(before: str, argument: str, words: Iterable[str]) -> list[Offer]:
    """Return the words that continue an argument. Only the last term of a query is shown."""
    prefix = argument.lower()
    start = argument.rfind(" ") + 1
    matching = [each for each in dict.fromkeys(words) if each.lower().startswith(prefix) and each != argument]
    return [Offer(each[start:], f"{before}{each}") for each in matching[:_MAX_OFFERS]]
