"""``arxtui journal``: the acts in the library, newest first."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.acts import in_words, to_json
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import open_library
from arxtui.model.marks import Act

if TYPE_CHECKING:
    from arxtui.library.facade import Library

_CHUNK = 500


def run(options: argparse.Namespace) -> int:
    """List the acts."""
    with open_library() as library:
        shown = False
        for act in _acts(library, options.limit):
            shown = True
            if options.json:
                output.as_json(to_json(act))
            else:
                output.line(_line(act))
    if not shown:
        output.say("the journal is empty")
    return OK


def _acts(library: Library, limit: int) -> Iterator[Act]:
    """Yield at most ``limit`` acts, newest first; all of them if ``limit`` is 0."""
    before: int | None = None
    left = limit
    while not limit or left:
        acts = library.journal.acts(min(left, _CHUNK) if limit else _CHUNK, before=before)
        yield from acts
        if not acts:
            return
        before = acts[-1].number
        left -= len(acts)


def _line(act: Act) -> str:
    undone = f" (undone {act.undone.astimezone():%Y-%m-%d %H:%M})" if act.undone else ""
    return f"{act.number:>6}  {act.at.astimezone():%Y-%m-%d %H:%M}  {in_words(act)}{undone}"
