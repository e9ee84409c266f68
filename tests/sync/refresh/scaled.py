"""A clock on which a month passes in a minute, and processes that live by it.

The clock runs ``scale`` times as fast as this computer's monotonic one, which all processes share, and is set forward
while none of them runs. A process that lives by it (``python -m tests.sync.refresh.scaled ROLE START SINCE SCALE``) is
the product's own worker or harvest with three things put in place of others: the time by which it plans, the time and
the sleep of its pacer, and the answer to whether an address is this machine's own. It takes the loopback address for
arXiv's, so that arXiv's three seconds, the pauses of 30 to 60 seconds after a refusal and every ``Retry-After`` are in
force, each on the scaled clock.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime, timedelta

from arxtui import logs
from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.http import client, pacer, retry
from arxtui.http.pacer import Pacer
from arxtui.model.harvest import Order
from arxtui.sync.harvest.harvester import harvest
from arxtui.sync.worker.event_output import report
from arxtui.sync.worker.process import run_worker

SHORTEST_SLEEP = 0.002
"""Real seconds: a pacer that polls every hundredth of a scaled second would leave the processor to nobody else."""


class ScaledClock:
    """Tells aware UTC. ``start`` is what it told ``since`` (``time.monotonic`` seconds, now where not given)."""

    def __init__(self, start: datetime, scale: float, since: float | None = None) -> None:
        self.scale = scale
        self._start = start
        self._since = time.monotonic() if since is None else since

    def __call__(self) -> datetime:
        return self._start + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        """Scaled seconds since the start."""
        return (time.monotonic() - self._since) * self.scale

    def time(self) -> float:
        """Scaled POSIX seconds."""
        return self().timestamp()

    def set(self, moment: datetime) -> None:
        """Set it forward; back it never goes. Only while no process lives by it."""
        self._start, self._since = max(moment, self()), time.monotonic()

    @property
    def arguments(self) -> tuple[str, ...]:
        """What a process needs to live by it."""
        return self._start.isoformat(), repr(self._since), repr(self.scale)

    @classmethod
    def parse(cls, start: str, since: str, scale: str) -> ScaledClock:
        """From its arguments."""
        return cls(datetime.fromisoformat(start).astimezone(UTC), float(scale), float(since))


def live_by(clock: ScaledClock) -> None:
    """Let this process's pacers keep the pace of a foreign host on the clock."""
    sleep = Pacer._sleep

    def scaled_sleep(self: Pacer, seconds: float) -> None:
        sleep(self, max(seconds / clock.scale, SHORTEST_SLEEP))

    replaced: list[tuple[object, str, object]] = [(pacer, "time", clock), (Pacer, "_sleep", scaled_sleep)]
    replaced += [(module, "is_loopback", lambda url: False) for module in (client, pacer, retry)]
    for owner, name, other in replaced:
        setattr(owner, name, other)


def main(role: str, *clock: str) -> int:
    """Be the reader's worker, cron's, or a harvest. The exit code."""
    now = ScaledClock.parse(*clock)
    live_by(now)
    paths = Paths.find()
    logs.to_file(paths.log_file)
    settings = load(paths.config_file)
    if role == "harvest":
        return report(
            sys.stdout,
            lambda tell, stop: harvest(paths, settings, Order(), emit=tell, stop=stop),
            events=True,
        )
    return run_worker(paths, settings, False, role == "reader", sys.stdout, now=now)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
