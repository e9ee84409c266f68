"""Every argument that the command line takes, found by walking its parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from arxtui.cli.parser import build


def every_argument() -> Iterator[tuple[tuple[str, ...], argparse.Action]]:
    """(verb and its action, the argument) of all verbs; an argument of a parser that has actions stands once."""
    yield from _arguments((), build())


def _arguments(
    path: tuple[str, ...], parser: argparse.ArgumentParser
) -> Iterator[tuple[tuple[str, ...], argparse.Action]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from _arguments((*path, name), inner)
        elif not isinstance(action, argparse._HelpAction | argparse._VersionAction):
            yield path, action
