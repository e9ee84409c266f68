"""Processes that tests start."""

from __future__ import annotations

import subprocess
from types import TracebackType
from typing import AnyStr


class Child(subprocess.Popen[AnyStr]):
    """A process that is killed when its ``with`` block ends in an error.

    ``Popen`` waits for the process there, which may itself be waiting for the rest of the block: a failed assertion
    would never be reported.
    """

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, value, traceback)
