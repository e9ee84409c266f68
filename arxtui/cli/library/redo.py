"""``arxtui redo``: redo the act that was undone last."""

from __future__ import annotations

import argparse

from arxtui.cli.library.undo import print_act
from arxtui.cli.support.exits import OK, CommandError
from arxtui.cli.support.home import open_library


def run(options: argparse.Namespace) -> int:
    """Redo."""
    with open_library() as library:
        act = library.journal.redo()
    if act is None:
        raise CommandError("there is nothing to redo: nothing was undone since the last act")
    print_act("redone", act, as_json=options.json)
    return OK
