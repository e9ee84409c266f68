"""A signal stops the work at any moment."""

from __future__ import annotations

import signal
import threading

from arxtui.sync.worker.signals import stop_on_signals


def test_a_signal_that_interrupts_a_wait_while_the_wait_holds_its_lock_stops_the_work() -> None:
    stop = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    with stop_on_signals(stop):
        with vars(stop)["_cond"]:
            signal.raise_signal(signal.SIGINT)
        assert stop.wait(30)
        assert signal.getsignal(signal.SIGINT) is before, "the second signal has its usual effect"
