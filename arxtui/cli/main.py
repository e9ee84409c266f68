"""``arxtui``: from the command line to a verb, and from whatever happened to an exit status."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from arxtui.cli.support.exits import FAILED, OK
from arxtui.cli.support.outcome import outcome

if TYPE_CHECKING:
    from argparse import Namespace

    from arxtui.tui.terminal.early_input import EarlyInput

_OPEN_THE_READER: tuple[list[str], ...] = ([], ["demo"])
"""How command lines begin that end in the reader."""
_PLAIN = ["--plain"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (without the program's name); returns the exit status. A closed pipe is no error."""
    code: int | None = None
    try:
        code = outcome(partial(_run, list(sys.argv[1:] if argv is None else argv)))
        _flush()
    except BrokenPipeError:
        _hush()
        return code or OK
    except OSError as error:
        _hush()
        if code in (None, OK):
            with suppress(OSError):
                print(f"arxtui: cannot write the output: {error.strerror or error}", file=sys.stderr)
        return FAILED
    if argv is None:
        # The process ends: it need not look through everything that was loaded for garbage once more.
        gc.freeze()
    return code


def _run(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_errors(stream.encoding))
    if arguments == _PLAIN:
        from arxtui.cli.program.reader import open_plain

        return open_plain()
    if arguments[:1] in _OPEN_THE_READER:
        from arxtui.tui.terminal.early_input import EarlyInput  # before all that takes its time

        with EarlyInput() as early_input:
            return _run_verb(arguments, early_input) if arguments else _read(early_input)
    return _run_verb(arguments)


def _read(early_input: EarlyInput) -> int:
    early_input.show_last_frame()
    from arxtui.cli.program.reader import run  # without a parser: there is nothing to parse

    return run(early_input)


def _run_verb(arguments: Sequence[str], *more: EarlyInput) -> int:
    run, options = _loaded(arguments)
    from arxtui.cli.program.interrupted import finish_restore

    finish_restore()
    code = run(options, *more)
    assert isinstance(code, int)
    return code


def _errors(encoding: str) -> str:
    """What a stream does with characters that its encoding lacks: in UTF-8 these are broken ones alone."""
    if "utf" in encoding.lower():
        return "replace"
    from arxtui.text.encodable import SIGNS

    return SIGNS


def _loaded(arguments: Sequence[str]) -> tuple[Callable[..., object], Namespace]:
    """The verb and its options. SystemExit when there is nothing to run."""
    from importlib import import_module

    # What is loaded stays: a collector would look through it again and again, and find nothing, later too.
    gc.disable()
    try:
        from arxtui.cli.parser import parse

        verb, options = parse(arguments)
        return import_module(f"arxtui.cli.{verb.module}").run, options
    finally:
        gc.freeze()
        gc.enable()


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()


def _hush() -> None:
    """Nothing more goes to a closed pipe or a full disk, not even at the interpreter's end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
            continue
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
