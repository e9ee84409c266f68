"""Processes that tests start never hold up a failed test."""

from __future__ import annotations

import signal
import sys

import pytest

from tests.child import Child


def test_a_failed_assertion_ends_the_process_that_waits_for_the_rest_of_the_test() -> None:
    with pytest.raises(AssertionError), Child([sys.executable, "-c", "import time; time.sleep(3600)"]) as child:
        raise AssertionError
    assert child.returncode == -signal.SIGKILL
