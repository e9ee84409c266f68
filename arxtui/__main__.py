"""The program: ``arxtui`` and ``python -m arxtui``.

An interrupt ends it with 130 and without a traceback from the first line of this module on.
"""

import os
import signal
from types import FrameType

_INTERRUPTED = 128 + signal.SIGINT


def _end(number: int, frame: FrameType | None) -> None:
    """Nothing is open yet that would have to be closed."""
    os._exit(_INTERRUPTED)


def main() -> int:
    """Run the command line of this process; returns the exit status."""
    try:
        from arxtui.cli.main import main as run

        _hear_interrupts()
        return run()
    except KeyboardInterrupt:
        return _INTERRUPTED


def _hear_interrupts() -> None:
    """From here on an interrupt is an exception again."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# Who was started with interrupts ignored (nohup, a shell's background) goes on ignoring them.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _end)

if __name__ == "__main__":
    raise SystemExit(main())
