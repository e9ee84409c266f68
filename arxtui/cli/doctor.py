"""``arxtui doctor``: look for what is wrong, and say what to do."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import suppress

from arxtui.cli import output
from arxtui.cli.exits import FAILED, OK
from arxtui.config.paths import Paths
from arxtui.config.settings import ConfigError, load
from arxtui.library.doctor import Check, State, examine

_MARKS = {State.OK: "ok", State.WARNING: "note", State.FAULT: "FAULT"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("--offline", action="store_true", help="ask no address")
    parser.add_argument("--json", action="store_true", help="one check a line as JSON: part, state, words")


def run(options: argparse.Namespace) -> int:
    """Examine; each finding is printed as it is made. 1 when one is a fault."""
    paths = Paths.find()
    paths.make()
    faults = 0
    for check in _checks(paths, offline=options.offline):
        faults += check.state is State.FAULT
        if options.json:
            output.as_json({"part": check.part, "state": str(check.state), "words": check.words})
        else:
            output.line(f"{_MARKS[check.state]:5}  {check.part:17}  {output.foreign(check.words)}")
    return FAILED if faults else OK


def _checks(paths: Paths, *, offline: bool) -> Iterator[Check]:
    yield from examine(paths)
    if not offline:
        from arxtui.cli.reach import reach

        with suppress(ConfigError):  # found by then
            yield from reach(paths, load(paths.config_file))
