"""All arguments of the command line, collected from its parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from arxtui.cli.parser import VERBS, verb_parser


def every_argument() -> Iterator[tuple[tuple[str, ...], argparse.Action]]:
    """Yield (path, argument) for each argument of all verbs. The path is the verb, followed by its action if it has
    actions."""
    for name in VERBS:
        yield from _arguments((name,), verb_parser(name))


def _arguments(
    path: tuple[str, ...], parser: argparse.ArgumentParser
) -> Iterator[tuple[tuple[str, ...], argparse.Action]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from _arguments((*path, name), inner)
        elif not isinstance(action, argparse._HelpAction):
            yield path, action
