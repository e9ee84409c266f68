"""The entry point of the program: ``arxtui`` and ``python -m arxtui``.

From the first line of this module on, SIGINT ends the program with exit status 130 and without a traceback.
"""

import os
import signal
from types import FrameType

_INTERRUPTED = 128 + signal.SIGINT


def _exit_immediately(number: int, frame: FrameType | None) -> None:
    """Exit immediately: nothing is open yet that would have to be closed."""
    os._exit(_INTERRUPTED)


def main() -> int:
    """Run the command line of this process and return the exit status."""
    try:
        from arxtui.cli.main import main as run

        _enable_interrupts()
        return run()
    except KeyboardInterrupt:
        return _INTERRUPTED


def _enable_interrupts() -> None:
    """Let SIGINT raise KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is _exit_immediately:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# A process started with SIGINT ignored (by nohup, or in the background of a shell) goes on ignoring it.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _exit_immediately)

if __name__ == "__main__":
    raise SystemExit(main())
