"""Parsers of the command line, made from the declarations of the verbs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from itertools import takewhile
from typing import Any, NoReturn

from arxtui.cli.support.exits import BadCommandError
from arxtui.cli.support.files import InputFile, OutputFile, directory
from arxtui.cli.support.output import width
from arxtui.light import changed, deferred, pattern
from arxtui.text import clean
from arxtui.verbs import VERBS
from arxtui.verbs.declaration import GROUPS, PROGRAM, PROGRAM_OPTIONS, Argument, Verb

with deferred():
    from arxtui.cli.support.named_papers import is_name
    from arxtui.text.matching.nearest import did_you_mean, nearest, suggest

_OTHER_NAMES = {
    **dict.fromkeys(("ls", "dir"), ("list",)),
    **dict.fromkeys(("get", "cat", "view", "print"), ("show",)),
    **dict.fromkeys(("set", "vi", "change"), ("edit",)),
    **dict.fromkeys(("rm", "del", "delete", "drop"), ("remove",)),
    **dict.fromkeys(("new", "create", "save"), ("add",)),
    **dict.fromkeys(("find", "grep", "query"), ("list", "search")),
    **dict.fromkeys(("update", "sync", "pull"), ("refresh",)),
    "mv": ("rename",),
    "settings": ("config",),
}
"""Names that other programs use for verbs and actions, where the spelling does not suggest ours."""
_VERSION = Verb(PROGRAM, "program.version", "print the version", ("arxtui --version", "arxtui -V --verbose"))
_NO_CHOICE = pattern(r"invalid choice: '([^']*)' \(choose from (.*)\)$")
_NAME = pattern(r"[\w.-]+")
_UNKNOWN = pattern(r"^unrecognized arguments: (?:.* )?(--[\w=-]+)")
_NUMBER = pattern(r"-[0-9]*\.?[0-9]+")
_BARRED = pattern(r"^unrecognized arguments: .*(?<!\S)-[^\s-]{2,}")


def _width() -> int:
    return min(width() or 80, 100) - 2


# Nothing of argparse is translated; to look for a translation imports ``locale``, and takes 1 ms.
argparse._ = str  # type: ignore[attr-defined]


class _NoColors:
    """A theme of argparse in which every colour is empty."""

    def __getattr__(self, name: str) -> str:
        return ""


_NO_COLORS = _NoColors()


class _Help(argparse.HelpFormatter):
    """Help text as wide as the terminal.

    The width is passed in, so that argparse does not import ``shutil`` for each argument.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=_width())

    if sys.version_info < (3, 15):

        def _set_color(self, *_: object, **__: object) -> None:
            """Use no colours without the import of ``_colorize`` and, through it, ``dataclasses``.

            Python 3.14 calls this for the first argument, also where no help is printed; 3.15 imports neither.
            """
            self._theme = _NO_COLORS
            self._decolor = str


class _Parser(argparse.ArgumentParser):
    """A parser whose error messages are safe for a terminal, suggest similar names and explain how to write a query.

    Its help ends with examples.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.color = False  # Python 3.14 would write colour sequences, also in plain mode
        self.suggest_on_error = False  # Python 3.15 would suggest names, too

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse like any parser, but report unknown arguments here, so that the message shows the action's usage."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return options, unknown

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with status 2."""
        hint = "; put -- before a query that begins with a minus" if _BARRED.search(message) else ""
        super().error(f"{clean(message)}{hint}{self._near_miss(message)}")

    def format_help(self) -> str:
        """Return the help with two examples of the verb."""
        verb = VERBS.get(self.prog.removeprefix("arxtui "))
        shown = "".join(f"  {each}\n" for each in verb.examples) if verb else ""
        return f"{super().format_help()}\nexamples:\n{shown}" if shown else super().format_help()

    def _near_miss(self, message: str) -> str:
        if choice := _NO_CHOICE.search(message):
            return suggestion(choice[1], _NAME.findall(choice[2]))
        if unknown := _UNKNOWN.search(message):
            return did_you_mean(unknown[1].partition("=")[0], self._option_string_actions)
        return ""


class _ProgramParser(_Parser):
    """The parser of a command line without a verb. Its help lists the verbs by their purpose."""

    def format_help(self) -> str:
        """Return all verbs and the options of the program."""
        width = max(map(len, VERBS)) + 2
        lines = [self.format_usage(), *_wrapped("", self.description or "")]
        for group in GROUPS:
            lines += [f"\n{group}:\n"]
            for name, verb in VERBS.items():
                if verb.group == group:
                    lines += _wrapped(f"    {name:{width}}", verb.summary)
        lines += ["\noptions:\n"]
        for action in self._actions:
            lines += _wrapped(f"    {', '.join(action.option_strings):{width}}  ", action.help or "")
        return "".join([*lines, "\n", *_wrapped("", self.epilog or "")])


def _wrapped(head: str, words: str) -> list[str]:
    from textwrap import wrap

    lines = wrap(words, max(_width() - len(head), 20), break_on_hyphens=False)
    return [f"{head if place == 0 else ' ' * len(head)}{line}\n" for place, line in enumerate(lines)]


def program_parser() -> argparse.ArgumentParser:
    """Return the parser of a command line without a verb."""
    parser = _ProgramParser(
        prog="arxtui",
        usage="arxtui [VERB ...]",
        description="An offline-first terminal reader for arXiv and Pith. Without a verb the reader opens.",
        epilog="'arxtui help VERB' explains a verb. Results go to standard output, messages to standard error.",
        allow_abbrev=False,
        formatter_class=_Help,
    )
    _add_arguments(parser, PROGRAM_OPTIONS)
    return parser


def verb_parser(name: str, action: str = "") -> argparse.ArgumentParser:
    """Return the parser of the arguments after a verb, or after one of its actions."""
    verb = VERBS[name]
    parser = _Parser(
        prog=f"arxtui {name}",
        description=f"{verb.summary[0].upper()}{verb.summary[1:]}.",
        allow_abbrev=False,
        formatter_class=_Help,
    )
    _add_arguments(parser, verb.options())
    if not verb.actions:
        return parser
    subparsers = parser.add_subparsers(
        dest="action", metavar="ACTION", help=verb.actions_words, required=verb.needs_action
    )
    parsers = {each: _add_action(subparsers, each, verb) for each in verb.actions}
    return parsers[action] if action else parser


def _add_action(subparsers: Any, name: str, verb: Verb) -> argparse.ArgumentParser:
    words = verb.actions[name].words
    parser = subparsers.add_parser(name, help=words, description=words, allow_abbrev=False, formatter_class=_Help)
    assert isinstance(parser, argparse.ArgumentParser)
    *own, json = verb.options(name)
    # The option may stand before the action, too: its absence behind it must not reset it.
    _add_arguments(parser, [*own, changed(json, default=argparse.SUPPRESS)])
    return parser


_FILES = {"input": InputFile, "output": OutputFile, "directory": directory}


def _add_arguments(parser: argparse.ArgumentParser, arguments: Sequence[Argument]) -> None:
    """Add arguments to a parser."""
    groups: dict[str, Any] = {"": parser}
    for each in arguments:
        if each.one_of not in groups:
            groups[each.one_of] = parser.add_mutually_exclusive_group()
        allowed = tuple(each.allowed)
        more: dict[str, Any] = {"help": each.words.replace("{choices}", ", ".join(allowed)) or None}
        if each.option:
            more["dest"] = each.name
        if each.is_flag:
            more |= {"action": "store_true", "default": each.default}
        else:
            more |= {"metavar": each.metavar, "default": each.default}
            more |= {"type": kind} if (kind := _type(each)) else {}
            more |= {"nargs": each.takes} if each.takes else {}
            more |= {"choices": allowed} if allowed else {}
            more |= {"action": "append", "default": []} if each.is_repeatable else {}
        groups[each.one_of].add_argument(*filter(None, (each.short, each.option or each.name)), **more)


def _type(argument: Argument) -> Callable[[str], object] | None:
    """Return the ``type`` of an argument for argparse, which shows the words of its own error alone; None for text."""
    parse = argument.parse
    if parse is None:
        return _FILES.get(argument.file) if argument.file else None

    def checked(text: str) -> object:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return checked


def function_of(verb: Verb) -> Callable[[argparse.Namespace], int]:
    """Import the module of a verb, and return its function."""
    module, _, name = verb.module.partition(":")
    function: Callable[[argparse.Namespace], int] = getattr(import_module(f"arxtui.cli.{module}"), name or "run")
    return function


def parse(arguments: Sequence[str]) -> tuple[Verb, argparse.Namespace]:
    """Return the verb and the options of a command line.

    Raises BadCommandError for an unknown verb, SystemExit after help or an error message.
    """
    name, *rest = arguments
    if name in VERBS:
        parser = verb_parser(name)
        options = parser.parse_args(rest)
        _refuse_numbers(parser, rest, options)
        return VERBS[name], options
    if not name.startswith("-"):
        raise no_such_verb(name)
    return _VERSION, program_parser().parse_args(arguments)


def _refuse_numbers(parser: argparse.ArgumentParser, arguments: Sequence[str], options: argparse.Namespace) -> None:
    """Report ``arxtui list -5`` as an error: users of ``head`` mean a limit, but argparse takes a negative number as a
    word, and the query would mean all papers except number 5.
    """
    queries = getattr(options, "query", None) or getattr(options, "papers", None) or ()
    for text in takewhile(lambda each: each != "--", arguments):
        if text in queries and text.startswith("-") and _NUMBER.fullmatch(text):
            limit = (
                f"use --limit {text[1:]} for a limit, or " if text[1:].isdigit() and hasattr(options, "limit") else ""
            )
            parser.error(f"{text} is not an option; {limit}put -- before a query that begins with a minus")


def suggestion(name: str, known: Collection[str]) -> str:
    """Return a suggestion for a misspelt verb or action, or one that has this name in another program; empty if none is
    similar.
    """
    return suggest(nearest(name, known) or [each for each in _OTHER_NAMES.get(name.lower(), ()) if each in known])


def no_such_verb(name: str) -> BadCommandError:
    """Return the error for a word that is not a verb; it suggests 'arxtui show' if the word names a paper."""
    hint = f"; 'arxtui show {name}' shows the paper" if is_name(name) else suggestion(name, VERBS)
    return BadCommandError(f"there is no verb {name!r} ('arxtui help' lists them){hint}")
