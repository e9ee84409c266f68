"""What becomes of a command: its exit status, with an explanation of what failed."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.cli.support.exits import INTERRUPTED, OK


def outcome(work: Callable[[], int]) -> int:
    """The exit status of work, whatever happens in it, which is explained on standard error. A closed pipe passes
    through (BrokenPipeError)."""
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
