"""The outcome of a command: its exit status, and an explanation of any failure."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.cli.support.exits import INTERRUPTED, OK


def outcome(work: Callable[[], int]) -> int:
    """Run ``work`` and return its exit status; explain any error on standard error.

    Raises BrokenPipeError for a closed pipe.
    """
    try:
        return work()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else OK
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        from arxtui.cli.support.failures import explain

        return explain(error)
