"""``arxtui note``: what the user has to say about a paper."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from arxtui.cli import output
from arxtui.cli.exits import OK, BadCommandError
from arxtui.cli.home import library
from arxtui.cli.papers import key_of
from arxtui.library.names import note_text

if TYPE_CHECKING:
    from arxtui.library.facade import Library

_STDIN = "-"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("id", metavar="ID", help="a paper, named as for 'arxtui show'")
    parser.add_argument(
        "text", metavar="TEXT", nargs="?", help="the new note; - is standard input, empty text removes the note"
    )


def run(options: argparse.Namespace) -> int:
    """Print the note, or write it as one act that ``undo`` takes back."""
    with library() as held:
        key = key_of(held, options.id)
        if options.text is None:
            _print(held, key, options.id)
        else:
            _write(held, key, sys.stdin.read() if options.text == _STDIN else options.text)
    return OK


def _print(held: Library, key: int, name: str) -> None:
    record = held.record(key)
    if record is None or not record.marks.note:
        output.say(f"there is no note on {name}")
        return
    # What is kept has no control characters; whoever else wrote into the file shall not bring any in.
    output.line(note_text(record.marks.note))


def _write(held: Library, key: int, text: str) -> None:
    try:
        act = held.note(key, text)
    except ValueError as error:
        raise BadCommandError(str(error)) from error
    output.line("nothing to change" if act is None else "noted" if text.strip() else "the note is removed")
