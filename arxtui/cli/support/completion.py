"""Completion of command lines, derived from the declarations of the verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.library.argument_values import ArgumentValues, values_in
from arxtui.library.facade import Library
from arxtui.light import NamedTuple
from arxtui.verbs import VERBS
from arxtui.verbs.declaration import ANY, PROGRAM_OPTIONS, REST, SOME, Argument, Values, flag

if TYPE_CHECKING:
    from arxtui.config.settings import Settings


def values_of(values: Values | None, typed: str) -> ArgumentValues:
    """Return the possible values of an argument; ``typed`` is the part typed so far."""
    return values_in(_UserHome(), values, typed)


class _UserHome:
    """The user's settings and library, opened on demand."""

    @property
    def settings(self) -> Settings:
        paths = Paths.find()
        return load(paths.config_file, paths.kept_config)

    @contextmanager
    def library(self) -> Iterator[Library | None]:
        """Open the library read-only; None if it does not exist yet."""
        paths = Paths.find()
        if not paths.library_db.exists():
            yield None
            return
        with Library.reading(paths, self.settings) as opened:
            yield opened


class Candidate(NamedTuple):
    """A possible completion, and its meaning in a few words."""

    text: str
    words: str = ""


FILES = Candidate("", "files")
"""A marker among the candidates: the shell itself completes file names."""
ValuesOf = Callable[[Values | None, str], Iterable[tuple[str, str]]]
_HELP = flag("help", "show this help message and exit")
_MOST_HELP_WORDS = 2
"""The words before the last one of ``help VERB ACTION``: ``help`` and the verb."""


def candidates(words: Sequence[str], values: ValuesOf = values_of) -> list[Candidate]:
    """Return the completions of the last of the words after the program's name.

    ``values`` returns the possible values of an argument, given what they are and the typed part.
    """
    *before, typed = words
    if not before:
        possible = [Candidate(name, verb.summary) for name, verb in VERBS.items()]
        return _starting_with(
            [*possible, *_options([_HELP, *PROGRAM_OPTIONS], [])] if typed.startswith("-") else possible, typed
        )
    verb = before[0]
    if verb == "help":
        named = candidates([*before[1:], typed], lambda *_: ()) if len(before) <= _MOST_HELP_WORDS else []
        return [each for each in named if each is not FILES and not each.text.startswith("-")]
    if verb not in VERBS:
        return []
    return _Line(verb, values).candidates(before[1:], typed)


class _Line:
    """The arguments that the next word can be, after the words read so far."""

    def __init__(self, verb: str, values: ValuesOf) -> None:
        self._verb = VERBS[verb]
        self._values = values
        self._enter("")

    def _enter(self, action: str) -> None:
        arguments = self._verb.options(action)
        self._actions = {} if action else self._verb.actions
        self._options = [_HELP, *(each for each in arguments if each.option)]
        self._positionals = [each for each in arguments if not each.option]
        self._open: Argument | None = None
        self._are_options_over = False
        self._used: list[Argument] = []

    def candidates(self, before: Sequence[str], typed: str) -> list[Candidate]:
        """Return the completions of ``typed`` after the words ``before``."""
        for word in before:
            self._read(word)
        if self._open:
            return _starting_with(self._of(self._open, typed), typed)
        option, equals_sign, value = typed.partition("=")
        if equals_sign and not self._are_options_over and (argument := self._option(option)):
            possible = _starting_with(self._of(argument, value), value)
            return [each if each is FILES else each._replace(text=f"{option}={each.text}") for each in possible]
        if typed.startswith("-") and not self._are_options_over and (possible := _options(self._options, self._used)):
            return _starting_with(possible, typed)
        if self._actions:
            return _starting_with([Candidate(name, each.words) for name, each in self._actions.items()], typed)
        return _starting_with(self._of(self._positionals[0], typed), typed) if self._positionals else []

    def _read(self, word: str) -> None:
        if self._open:
            # All words after a program's name belong to the program.
            self._open = self._open if self._open.takes == REST else None
        elif word == "--" and not self._are_options_over:
            self._are_options_over = True
        elif not self._are_options_over and (option := self._option(word.partition("=")[0])):
            self._used.append(option)
            self._open = option if not option.is_flag and "=" not in word else None
        elif word == "-" or not word.startswith("-") or self._are_options_over:
            if word in self._actions:
                self._enter(word)
            elif self._positionals and self._positionals[0].takes not in (ANY, SOME):
                self._positionals = self._positionals[1:]

    def _option(self, word: str) -> Argument | None:
        return next((each for each in self._options if word == each.option), None)

    def _of(self, argument: Argument, typed: str) -> Iterable[Candidate]:
        if allowed := argument.allowed:
            return [Candidate(each) for each in allowed]
        return [FILES] if argument.file else [Candidate(*each) for each in self._values(argument.values, typed)]


def _options(options: Iterable[Argument], used: Sequence[Argument]) -> list[Candidate]:
    """Return the options that may still be given."""
    return [Candidate(each.option, each.words) for each in options if each not in used or each.is_repeatable]


def _starting_with(possible: Iterable[Candidate], typed: str) -> list[Candidate]:
    return list(_matching(possible, typed.lower()))


def _matching(possible: Iterable[Candidate], typed: str) -> Iterator[Candidate]:
    return (each for each in possible if each is FILES or each.text.lower().startswith(typed))
