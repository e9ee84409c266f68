"""``arxtui note``: the user's note on a paper."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.acts import effect
from arxtui.cli.support.exits import OK, BadCommandError
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.library.marks.names import note_text
from arxtui.model.arxiv.ids import name_of

if TYPE_CHECKING:
    from arxtui.library.facade import Library

_STDIN = "-"


def run(options: argparse.Namespace) -> int:
    """Print the note, or write it as one act that ``undo`` takes back."""
    with open_library() as library:
        key = key_of(library, options.id)
        if options.text is not None:
            _write(library, key, sys.stdin.read() if options.text == _STDIN else options.text, quietly=options.json)
        if options.json:
            output.as_json({"name": name_of(key), "note": _text(library, key) or None})
        elif options.text is None:
            _print(library, key, options.id)
    return OK


def _print(library: Library, key: int, name: str) -> None:
    if text := _text(library, key):
        output.line(text)
    else:
        output.say(f"there is no note on {name}")


def _text(library: Library, key: int) -> str:
    record = library.papers.record(key)
    # Stored notes have no control characters, but another program may have written to the database.
    return note_text(record.marks.note or "") if record else ""


def _write(library: Library, key: int, text: str, *, quietly: bool) -> None:
    try:
        act = library.marks.note(key, text)
    except ValueError as error:
        raise BadCommandError(str(error)) from error
    if not quietly:
        output.line(effect(act.what) if act else "nothing to change")
