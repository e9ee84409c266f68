"""``arxtui undo`` and ``redo``: undo the newest act, or one by its number; redo the one undone last."""

from __future__ import annotations

import argparse

from arxtui.cli.support import output
from arxtui.cli.support.acts import in_words, to_json
from arxtui.cli.support.exits import OK, CommandError
from arxtui.cli.support.home import open_library
from arxtui.model.marks import Act


def run(options: argparse.Namespace) -> int:
    """Undo."""
    with open_library() as library:
        act = library.journal.undo(options.number)
    if act is None:
        number = options.number
        raise CommandError(
            "there is nothing to undo" if number is None else f"act {number} does not exist or is undone already"
        )
    _print_act("undone", act, as_json=options.json)
    return OK


def _print_act(verb: str, act: Act, *, as_json: bool) -> None:
    """Print the act that was undone or redone (``verb`` states which). Raises CommandError if the library refused."""
    if act.refused:
        raise CommandError(act.refused)
    if as_json:
        output.as_json(to_json(act))
    else:
        output.line(f"{verb}: {in_words(act)} on {act.at.astimezone():%Y-%m-%d at %H:%M}")


def redo(options: argparse.Namespace) -> int:
    """Redo."""
    with open_library() as library:
        act = library.journal.redo()
    if act is None:
        raise CommandError("there is nothing to redo: nothing was undone since the last act")
    _print_act("redone", act, as_json=options.json)
    return OK
