"""The table of plain mode's commands, in the order of ``help`` and docs/plain.md, and the commands ``help`` and
``quit``.

All other words are verbs of the command line.
"""

from __future__ import annotations

import sys

from arxtui.cli.parser import suggestion
from arxtui.cli.plain import filters, full_texts, listing, marks, refresh
from arxtui.cli.plain.blocks import prose
from arxtui.cli.plain.declaration import Command, command, declared_in
from arxtui.cli.plain.session import Session
from arxtui.cli.plain.verbs import is_verb, run_verb, split_line
from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, BadCommandError
from arxtui.verbs import VERBS
from arxtui.verbs.declaration import GROUPS

_INTRODUCTION = (
    "PAPERS are numbers of the last list (3, 2-5, 1,4-6) or identifiers; without them, the paper shown last is used. "
    "'help NAME' explains a command. Ctrl+C stops a command, Ctrl+D leaves."
)


@command("help", "[NAME]", "List the commands, or explain one and its arguments.", ("help",))
def help_on(session: Session, rest: str) -> int:
    """Print the help."""
    if rest in BY_NAME:
        known = BY_NAME[rest]
        prose(f"{known.usage}: {known.help}")
    elif is_verb(rest.partition(" ")[0]):
        return run_verb(session, ["help", *split_line(rest)])
    elif rest:
        raise BadCommandError(f"there is no command {rest!r}{suggestion(rest, names())}")
    else:
        for each in COMMANDS:
            prose(f"{each.usage}: {each.help}")
        output.line("")
        for group in GROUPS:
            listed = [name for name, verb in VERBS.items() if verb.group == group and is_verb(name)]
            others = [name for name in listed if name not in BY_NAME]
            prose(f"To {group}, as 'arxtui NAME' in a shell: {', '.join(others)}")
        output.line("")
        prose(_INTRODUCTION)
    return OK


@command("quit", "", "Leave.")
def quit_session(session: Session, rest: str) -> int:
    """End the session."""
    session.is_over = True
    return OK


def names() -> list[str]:
    """Return everything that can be typed first on a line."""
    return [*BY_NAME, *(name for name in VERBS if is_verb(name) and name not in BY_NAME)]


COMMANDS: tuple[Command, ...] = declared_in(listing, full_texts, marks, filters, refresh, sys.modules[__name__])
BY_NAME = {command.name: command for command in COMMANDS}
