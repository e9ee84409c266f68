"""``arxtui help``: the text of ``--help``, for the program, a verb or one of its actions."""

from __future__ import annotations

import argparse

from arxtui.cli.parser import no_such_verb, program_parser, suggestion, verb_parser
from arxtui.cli.support import exits, output
from arxtui.verbs import VERBS


def run(options: argparse.Namespace) -> int:
    """Print the help. Raises BadCommandError for an unknown verb or action."""
    output.write(_parser(options.verb, options.action).format_help())
    return exits.OK


def _parser(verb: str | None, action: str | None) -> argparse.ArgumentParser:
    if verb is None:
        return program_parser()
    if verb not in VERBS:
        raise no_such_verb(verb)
    actions = VERBS[verb].actions
    if action is not None and action not in actions:
        hint = suggestion(action, actions)
        raise exits.BadCommandError(
            f"'{verb}' has no action {action!r} ('arxtui help {verb}' shows what it takes){hint}"
        )
    return verb_parser(verb, action or "")
