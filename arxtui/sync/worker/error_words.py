"""The events of a worker as lines for people; all failures of a missing network become a single line."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.model.events import Event, EventKind
from arxtui.model.ledger import unreached_host
from arxtui.sync.worker.event_words import in_words

HOOK = "hook"
"""The ``source`` of a NOTE event about a hook."""
_ALL_FAILED = 4


class EventFormatter:
    """Turns the events of one process into lines; with ``quiet``, only the failures."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._unreachable: list[Event] = []
        self._failed_otherwise = False

    def lines(self, event: Event) -> Iterator[str]:
        """Yield the lines for an event, without line ends. Failures to reach a host are held back until the pass ends:
        if all targets failed so, there is one line about the network."""
        if event.kind is EventKind.FAILED and unreached_host(event.reason):
            self._unreachable.append(event)
            return
        self._failed_otherwise |= event.kind is EventKind.FAILED
        if event.kind is EventKind.FINISHED:
            offline = event.exit_code == _ALL_FAILED and self._unreachable and not self._failed_otherwise
            yield from [self._offline()] if offline else filter(None, map(in_words, self._unreachable))
            self._unreachable, self._failed_otherwise = [], False
            if offline:
                return
        words = in_words(event) if not self._quiet or _is_fault(event) else None
        if words is not None:
            yield words

    def _offline(self) -> str:
        hosts = dict.fromkeys(filter(None, (unreached_host(event.reason) for event in self._unreachable)))
        return f"offline: {' and '.join(hosts)} cannot be reached; everything cached still works"


def _is_fault(event: Event) -> bool:
    match event.kind:
        case EventKind.FAILED:
            return True
        case EventKind.NOTE:
            return event.source == HOOK
        case EventKind.FINISHED:
            return bool(event.exit_code and event.reason)
        case _:
            return False
