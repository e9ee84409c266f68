"""``arxtui doctor``: look for faults, and print what to do about them."""

from __future__ import annotations

import argparse
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress

from arxtui.cli.program.address_checks import check_addresses
from arxtui.cli.support import output
from arxtui.cli.support.exits import FAILED, OK
from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.config.text import ConfigError
from arxtui.library.doctor import Check, Progress, State, examine, open_folders
from arxtui.sync.by_hand.repair import repair

_MARKS = {State.OK: "ok", State.UNCHECKED: "-", State.WARNING: "note", State.FAULT: "FAULT"}


def run(options: argparse.Namespace) -> int:
    """Run the checks and print each result immediately.

    Exit status 1 if a fault remains, after the repair if requested. A repair reads everything.
    """
    paths = Paths.find()
    paths.make()
    with output.progress() as redraw:
        progress = redraw if options.full or options.repair else None
        checks = _checks(paths, progress, offline=options.offline or options.repair)
        faults = _examine(checks, redraw, as_json=options.json)
        if options.repair:
            _repair(paths, redraw, as_json=options.json)
            faults = _examine(examine(paths, progress=progress), redraw, as_json=options.json)
    return FAILED if faults else OK


def _examine(checks: Iterable[Check], redraw: Progress, *, as_json: bool) -> int:
    """Print the checks and return the number of faults."""
    faults = 0
    for check in checks:
        faults += check.state is State.FAULT
        redraw("")
        _print(check.part, str(check.state), _MARKS[check.state], check.words, as_json=as_json)
    return faults


def _repair(paths: Paths, redraw: Progress, *, as_json: bool) -> None:
    is_repaired = False
    for folder in open_folders(paths):
        is_repaired = True
        folder.chmod(folder.stat().st_mode & stat.S_IRWXU)
        _print("repair", "done", "done", f"{folder} is private now", as_json=as_json)
    for words in repair(paths, redraw):
        is_repaired = True
        redraw("")
        _print("repair", "done", "done", words, as_json=as_json)
    if not is_repaired:
        _print("repair", "done", "done", "there was nothing to repair", as_json=as_json)


def _print(part: str, state: str, mark: str, words: str, *, as_json: bool) -> None:
    if as_json:
        output.as_json({"part": part, "state": state, "words": words})
    else:
        output.line(f"{mark:5}  {part:17}  {output.foreign(words)}")


def _checks(paths: Paths, progress: Progress | None, *, offline: bool) -> Iterator[Check]:
    yield from examine(paths, progress=progress)
    if not offline:
        with suppress(ConfigError):  # reported by an earlier check
            yield from check_addresses(paths, load(paths.config_file))
    if progress is None:
        yield Check("records", State.UNCHECKED, "not read: arxtui doctor --full")
