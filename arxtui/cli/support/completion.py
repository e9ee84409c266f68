"""Completion of command lines, derived from the verbs' parsers, so that nothing is declared twice."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from arxtui.cli.parser import VERBS, program_parser, verb_parser
from arxtui.cli.support.completion_values import values_of
from arxtui.cli.support.files import InputFile, OutputFile, directory


class Candidate(NamedTuple):
    """A possible completion, and its meaning in a few words."""

    text: str
    words: str = ""


FILES = Candidate("", "files")
"""A marker among the candidates: the shell itself completes file names."""
Values = Callable[[str, str], Iterable[tuple[str, str]]]
_MOST_HELP_WORDS = 2
"""The words before the last one of ``help VERB ACTION``: ``help`` and the verb."""
_TAKES_FILES = (InputFile, OutputFile, directory)


def candidates(words: Sequence[str], values: Values = values_of) -> list[Candidate]:
    """Return the completions of the last of the words after the program's name.

    ``values`` returns the possible values of an argument, given its name (with verb and action before it) and the typed
    part.
    """
    *before, typed = words
    if not before:
        possible = [Candidate(name, verb.summary) for name, verb in VERBS.items()]
        return _starting_with(
            [*possible, *_options(program_parser()._actions, [])] if typed.startswith("-") else possible, typed
        )
    verb = before[0]
    if verb == "help":
        named = candidates([*before[1:], typed], lambda *_: ()) if len(before) <= _MOST_HELP_WORDS else []
        return [each for each in named if each is not FILES and not each.text.startswith("-")]
    if verb not in VERBS:
        return []
    return _Line(verb, values).candidates(before[1:], typed)


class _Line:
    """The parser for the next word, and the state after the words read so far."""

    def __init__(self, verb: str, values: Values) -> None:
        self._path = [verb]
        self._values = values
        self._enter(verb_parser(verb))

    def _enter(self, parser: argparse.ArgumentParser) -> None:
        self._options = [each for each in parser._actions if each.option_strings]
        self._positionals = [each for each in parser._actions if not each.option_strings]
        self._open: argparse.Action | None = None
        self._are_options_over = False
        self._used: list[argparse.Action] = []

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
        return _starting_with(self._of(self._positionals[0], typed), typed) if self._positionals else []

    def _read(self, word: str) -> None:
        if self._open:
            # All words after a program's name belong to the program.
            self._open = self._open if self._open.nargs == argparse.REMAINDER else None
        elif word == "--" and not self._are_options_over:
            self._are_options_over = True
        elif not self._are_options_over and (option := self._option(word.partition("=")[0])):
            self._used.append(option)
            self._open = option if option.nargs != 0 and "=" not in word else None
        elif self._positionals and (word == "-" or not word.startswith("-") or self._are_options_over):
            self._read_positional(self._positionals[0], word)

    def _read_positional(self, argument: argparse.Action, word: str) -> None:
        if isinstance(argument, argparse._SubParsersAction):
            if word in argument.choices:
                self._path.append(word)
                self._enter(argument.choices[word])
        elif argument.nargs not in ("*", "+", argparse.REMAINDER):
            self._positionals = self._positionals[1:]

    def _option(self, word: str) -> argparse.Action | None:
        return next((each for each in self._options if word in each.option_strings), None)

    def _of(self, argument: argparse.Action, typed: str) -> Iterable[Candidate]:
        if isinstance(argument, argparse._SubParsersAction):
            return [Candidate(each.dest, each.help or "") for each in argument._choices_actions]
        if argument.choices:
            return [Candidate(str(each)) for each in argument.choices]
        if argument.type in _TAKES_FILES or argument.nargs == argparse.REMAINDER:
            return [FILES]
        return [Candidate(*each) for each in self._values(" ".join((*self._path, argument.dest)), typed)]


def _options(options: Iterable[argparse.Action], used: Sequence[argparse.Action]) -> list[Candidate]:
    """Return the long forms of the options that may still be given."""
    return [
        Candidate(each.option_strings[-1], each.help or "")
        for each in options
        if each not in used or isinstance(each, argparse._AppendAction)
    ]


def _starting_with(possible: Iterable[Candidate], typed: str) -> list[Candidate]:
    return list(_matching(possible, typed.lower()))


def _matching(possible: Iterable[Candidate], typed: str) -> Iterator[Candidate]:
    return (each for each in possible if each is FILES or each.text.lower().startswith(typed))
