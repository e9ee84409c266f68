"""``arxtui help``: the text of ``--help``, for the program, a verb or one of its actions."""

from __future__ import annotations

import argparse

from arxtui.cli.parser import VERBS, action_parsers, no_such_verb, program_parser, suggestion, verb_parser
from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, BadCommandError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments to its parser."""
    parser.add_argument("verb", metavar="VERB", nargs="?", help="the verb; without it, all verbs are listed")
    parser.add_argument("action", metavar="ACTION", nargs="?", help="one of its actions, as in 'arxtui help views add'")


def run(options: argparse.Namespace) -> int:
    """Print the help. Raises BadCommandError for an unknown verb or action."""
    output.write(_parser(options.verb, options.action).format_help())
    return OK


def _parser(verb: str | None, action: str | None) -> argparse.ArgumentParser:
    if verb is None:
        return program_parser()
    if verb not in VERBS:
        raise no_such_verb(verb)
    parser = verb_parser(verb)
    if action is None:
        return parser
    actions = action_parsers(parser)
    if action not in actions:
        hint = suggestion(action, actions)
        raise BadCommandError(f"'{verb}' has no action {action!r} ('arxtui help {verb}' shows what it takes){hint}")
    return actions[action]
