"""Exit statuses, and the two errors that a verb raises for its command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

OK = 0
FAILED = 1
BAD_COMMAND = 2
INTERRUPTED = 130
"""128 and the number of SIGINT, as in shells."""


class CommandError(Exception):
    """The command cannot be carried out; the message says why. Exit status 1."""


class BadCommandError(Exception):
    """The command line is invalid; the message says why. Exit status 2."""


@contextmanager
def library_errors() -> Iterator[None]:
    """Convert errors of the library: LookupError (an unknown name) to CommandError, ValueError (an invalid value) to
    BadCommandError.
    """
    try:
        yield
    except LookupError as error:
        raise CommandError(error.args[0]) from error
    except ValueError as error:
        raise BadCommandError(str(error)) from error
