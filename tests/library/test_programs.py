"""Programs of the user: everything that they print reaches the reader."""

from __future__ import annotations

import os
import selectors
import sys
from contextlib import suppress

import pytest

from arxtui.library.destinations import Stop
from arxtui.library.programs import Program, run_program

pytestmark = pytest.mark.skipif(not hasattr(os, "waitid"), reason="waits for the end of a process without reaping it")


class LateSelector(selectors.DefaultSelector):
    """A selector whose first look comes back empty, and only after the program has ended."""

    has_looked = False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if not self.has_looked:
            self.has_looked = True
            with suppress(ChildProcessError):  # it has ended and was waited for
                os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
            return []
        return super().select(timeout)


def test_what_is_printed_just_before_the_end_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "DefaultSelector", LateSelector)
    output: list[bytes] = []
    program = Program((sys.executable, "-c", "print('12 papers')"), os.environ, "count")
    run_program(program, (), output.append, Stop())
    assert b"".join(output) == b"12 papers\n"
