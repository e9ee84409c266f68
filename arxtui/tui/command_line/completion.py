"""Completion of a line of the command line: first names, then arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from arxtui.library.argument_values import values_in
from arxtui.tui.actions import CHOICES, Action, Takes
from arxtui.tui.command_line.verbs import has_option
from arxtui.tui.destinations import known_names
from arxtui.tui.present.completion import Offer, offers
from arxtui.verbs import VERBS
from arxtui.verbs.declaration import ONE, Argument, Values

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.tui.services.exports import Exports
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.state.session import Session


_VALUES: dict[Takes, Values] = {
    Takes.QUERY: "terms",
    Takes.TAGS: "tags",
    Takes.LISTS: "lists",
    Takes.SETS: "sets",
}
"""What a command takes, among the values of verbs' arguments."""


class ArgumentValues:
    """Returns the words for an argument of a command (``of``) or of a verb (``of_verb``)."""

    def __init__(self, session: Session, threads: LibraryThreads, exports: Exports) -> None:
        self._session = session
        self._threads = threads
        self._exports = exports

    def of(self, takes: Takes, typed: str) -> list[str]:
        """Return the words for a kind of argument, of which ``typed`` has been typed."""
        if takes is Takes.DESTINATION:
            return known_names(self._exports.recent_destinations)
        return list(CHOICES.get(takes, ())) or self.of_verb(_VALUES.get(takes), typed)

    def of_verb(self, values: Values | None, typed: str) -> list[str]:
        """Return the words for an argument of a verb."""
        return [word for word, _ in values_in(self, values, typed)]

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._session.settings

    @contextmanager
    def library(self) -> Iterator[Library]:
        """Provide the library of the screen."""
        yield self._threads.library


class ArgumentWords(Protocol):
    """The source of words that complete a partly typed argument."""

    def of(self, takes: Takes, typed: str) -> Iterable[str]:
        """Return the words for an argument of a command."""

    def of_verb(self, values: Values | None, typed: str) -> Iterable[str]:
        """Return the words for an argument of a verb."""


_MAX_OFFERS = 40
_ONE_OF_SEVERAL = (Takes.TAGS,)
"""Arguments that consist of several words separated by commas."""


def complete_line(line: str, actions: Sequence[Action], words_for: ArgumentWords) -> list[Offer]:
    """Return the completions of a line."""
    name, blank, argument = line.lstrip().removeprefix(":").partition(" ")
    if not blank:
        return _complete_name(name, actions)
    takes = next((each.takes for each in actions if each.name == name), None)
    if name in VERBS and (takes is None or has_option(argument)):
        return _complete_verb(name, argument, words_for)
    if takes is None:
        return []
    words = words_for.of(takes, argument)
    if takes in _ONE_OF_SEVERAL:
        return [Offer(each.name, f"{name} {each.answer}") for each in offers(argument, list(words))]
    return _continuations(f"{name} ", argument, words)


def _complete_verb(verb: str, argument: str, words_for: ArgumentWords) -> list[Offer]:
    """Return the completions after a verb: its actions (``views add``), its options, and the values of options and
    arguments. A value of an argument may have several words."""
    *earlier, typed = argument.split(" ")
    actions = VERBS[verb].actions
    action = earlier[0] if earlier and earlier[0] in actions else ""
    arguments = VERBS[verb].options(action)
    written = " ".join((verb, *earlier, ""))

    def values_of(each: Argument, typed: str) -> Iterable[str]:
        return each.allowed or words_for.of_verb(each.values, typed)

    options = {each.option: each for each in arguments if each.option}
    if (last := options.get(earlier[-1]) if earlier else None) and not last.is_flag:
        return _continuations(written, typed, values_of(last, typed))
    if typed.startswith("-"):
        left = [name for name, each in options.items() if not (each.is_flag and name in earlier)]
        if offered := _continuations(written, typed, left):
            return offered
    if actions and not earlier:
        return _continuations(f"{verb} ", typed, sorted(actions))
    positionals = [each for each in arguments if not each.option]
    start = 1 if action else 0
    while len(positionals) > 1 and positionals[0].takes == ONE and start < len(earlier):
        del positionals[0]
        start += 1
    head, whole = " ".join((verb, *earlier[:start], "")), " ".join((*earlier[start:], typed))
    return _continuations(head, whole, values_of(positionals[0], whole)) if positionals else []


def _complete_name(typed: str, actions: Sequence[Action]) -> list[Offer]:
    """Return the names that begin with the typed text, then those that contain it, each in alphabetical order."""
    prefix = typed.lower().replace("_", "-")
    takes = {name: True for name, verb in VERBS.items() if not verb.not_in_reader}
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
