"""``arxtui undo``: take back the newest act that still stands."""

from __future__ import annotations

import argparse

from arxtui.cli import output
from arxtui.cli.exits import OK, CommandError
from arxtui.cli.home import library
from arxtui.cli.mark import marked


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("--json", action="store_true", help="what was undone as one JSON object: act, tag, papers, at")


def run(options: argparse.Namespace) -> int:
    """Undo."""
    with library() as held:
        act = held.undo()
    if act is None:
        raise CommandError("there is nothing to undo")
    if options.json:
        from arxtui.export.jsonform import moment

        output.as_json({"act": act.what, "tag": act.name or None, "papers": act.papers, "at": moment(act.at)})
        return OK
    papers = f"{act.papers:,} {'paper' if act.papers == 1 else 'papers'}"
    output.line(f"undone: {papers} {marked(act.what, act.name)} on {act.at.astimezone():%Y-%m-%d at %H:%M}")
    return OK
