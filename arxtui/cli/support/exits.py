"""Exit statuses, and the two errors of a command line that a verb itself raises."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

OK = 0
FAILED = 1
BAD_COMMAND = 2
INTERRUPTED = 130
"""128 and the number of SIGINT, as shells count."""


class CommandError(Exception):
    """What was asked cannot be done; the message says why. Exit status 1."""


class BadCommandError(Exception):
    """What was asked cannot be meant; the message says why. Exit status 2."""


@contextmanager
def refusals() -> Iterator[None]:
    """What the library refuses: CommandError for a name that nothing has (LookupError), BadCommandError for what is
    none (ValueError)."""
    try:
        yield
    except LookupError as error:
        raise CommandError(error.args[0]) from error
    except ValueError as error:
        raise BadCommandError(str(error)) from error
