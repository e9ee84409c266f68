"""The entry point of ``arxtui``: run the verb of a command line, and turn any outcome into an exit status."""

from __future__ import annotations

import atexit
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

_READER_COMMANDS: tuple[list[str], ...] = ([], ["demo"])
"""The beginnings of command lines that open the reader."""
_PLAIN = ["--plain"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (without the program's name) and return the exit status. A closed pipe is not an error."""
    code: int | None = None
    try:
        code = outcome(partial(_run, list(sys.argv[1:] if argv is None else argv)))
        _flush()
    except BrokenPipeError:
        _silence_output()
        return code or OK
    except OSError as error:
        _silence_output()
        if code in (None, OK):
            with suppress(OSError):
                print(f"arxtui: cannot write the output: {error.strerror or error}", file=sys.stderr)
        return FAILED
    if argv is None:
        _end_process(code)
    return code


def _end_process(code: int) -> None:
    """End the process without taking all its modules apart, which takes 2 ms; return if others could miss that."""
    # A garbage collection of all loaded objects would waste time, too.
    gc.freeze()
    if "threading" not in sys.modules and not (sys.getprofile() or sys.gettrace() or sys.flags.dev_mode):
        atexit._run_exitfuncs()
        _flush()
        os._exit(code)


def _run(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            # A line that is printed before a wait must not stay in a buffer.
            stream.reconfigure(errors=_encoding_errors(stream.encoding), line_buffering=True)
    if arguments == _PLAIN:
        return _open_reader(None)
    if arguments[:1] in _READER_COMMANDS:
        from arxtui.tui.terminal.early_input import EarlyInput  # before the slow imports

        with EarlyInput() as early_input:
            return _run_verb(arguments, early_input) if arguments else _open_reader(early_input)
    return _run_verb(arguments)


def _open_reader(early_input: EarlyInput | None) -> int:
    """Open the reader; plain mode if there is no input to show it on."""
    if early_input:
        early_input.show_last_frame()
        gc.disable()  # imported objects stay alive; the reader enables it after its first frame
    from arxtui.cli.program.reader import open_plain, run  # no parser needed: there are no arguments

    return run(early_input) if early_input else open_plain()


def _run_verb(arguments: Sequence[str], *more: EarlyInput) -> int:
    run, options = _load(arguments)
    from arxtui.cli.program.unfinished_restore import finish_restore

    finish_restore()
    code = run(options, *more)
    assert isinstance(code, int)
    return code


def _encoding_errors(encoding: str) -> str:
    """Return the error handler for characters that a stream's encoding lacks; in UTF-8 these are only invalid ones."""
    if "utf" in encoding.lower():
        return "replace"
    from arxtui.text.encodable import SIGNS

    return SIGNS


def _load(arguments: Sequence[str]) -> tuple[Callable[..., object], Namespace]:
    """Import the verb and parse its options. SystemExit if there is nothing to run, as after ``--help``."""
    # Imported objects stay alive: the garbage collector would scan them again and again without result.
    gc.disable()
    try:
        from arxtui.cli.parser import function_of, parse

        verb, options = parse(arguments)
        return function_of(verb), options
    finally:
        gc.freeze()
        gc.enable()


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()


def _silence_output() -> None:
    """Redirect closed or full output streams to the null device, so that the flush at the interpreter's end does not
    fail.
    """
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
            continue
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(null, stream.fileno())
    os.close(null)
