"""Fetch full texts for the papers being read: one child process at a time, the paper on the screen first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from arxtui.light import NamedTuple
from arxtui.model.events import Event, EventKind
from arxtui.model.fulltext import ARRIVED


class FetchJob(Protocol):
    """A child process that runs ``arxtui fetch`` for one paper."""

    def start(
        self, name: str, options: tuple[str, ...], on_event: Callable[[Event], object], on_exit: Callable[[str], object]
    ) -> None:
        """Start the child process. ``on_event`` receives its events; ``on_exit`` receives the error that ended the
        child, or an empty string."""

    def stop(self) -> None:
        """End the child process; none of its events is passed on after this."""


class FetchRequest(NamedTuple):
    """A request to fetch a paper, by its identifier, with options for ``arxtui fetch``."""

    name: str
    options: tuple[str, ...] = ()


class TextFetches:
    """The queue of full texts and figures to fetch for papers being read.

    ``on_change`` is called with the identifier of each paper whose status changed. At most one child process runs, and
    at most one paper (that on the screen) waits for its text, so that fast key presses never pile up child processes.
    Fetching a text is never interrupted. Fetching figures is interrupted by the next text, and resumed after it.
    """

    def __init__(self, job: FetchJob, on_change: Callable[[str], object]) -> None:
        self._job = job
        self._on_change = on_change
        self._running: FetchRequest | None = None
        self._next: FetchRequest | None = None
        """The paper on the screen, while its request is queued."""
        self._figures: list[str] = []
        """Papers whose text is stored, and whose figures are still to be fetched."""
        self._step = ""
        self._has_text = False
        """Whether the text of the running request has arrived and its figures are being fetched."""
        self._failures: dict[str, str] = {}

    # Requests of the user

    def fetch(self, name: str, options: tuple[str, ...] = ()) -> None:
        """Fetch the paper that is on the screen."""
        if self._running and self._running.name == name:
            return
        self._failures.pop(name, None)
        self._next = FetchRequest(name, options)
        if self._running and self._has_text:
            self._interrupt()
        self._start_next()

    def leave(self, name: str) -> bool:
        """Drop a queued request when the paper leaves the screen. Returns whether the paper is still being fetched."""
        if self._next and self._next.name == name:
            self._next = None
        return self.is_fetching(name)

    def stop(self, name: str) -> bool:
        """Stop fetching a paper. Returns whether it was being fetched."""
        if not self.is_fetching(name):
            return False
        self.leave(name)
        if self._running and self._running.name == name:
            self._job.stop()
            self._running = None
        self._figures = [each for each in self._figures if each != name]
        self._start_next()
        return True

    # Status

    def is_fetching(self, name: str) -> bool:
        """Whether a paper is being fetched or queued."""
        return any(each and each.name == name for each in (self._running, self._next)) or name in self._figures

    def step(self, name: str) -> str:
        """Return what is being done for a paper, in words; empty if it is not being fetched."""
        if not self.is_fetching(name):
            return ""
        if self._running and self._running.name == name:
            return self._step or "starting"
        running = self._running.name if self._running else ""
        return f"waiting for {running}, which is fetched first" if running else "starting"

    def failure(self, name: str) -> str:
        """Return why the last fetch of a paper failed; empty if it succeeded or there was none."""
        return self._failures.get(name, "")

    # The child process

    def _start_next(self) -> None:
        """Start the next request, unless one is running."""
        if self._running:
            return
        if self._next:
            self._running, self._next = self._next, None
        elif self._figures:
            self._running = FetchRequest(self._figures.pop(0))
        if self._running:
            self._step, self._has_text = "", False
            self._job.start(self._running.name, self._running.options, self._handle_event, self._handle_exit)

    def _interrupt(self) -> None:
        """End the child process that fetches figures, and queue the figures again."""
        if self._running:
            self._job.stop()
            self._figures.append(self._running.name)
            self._running = None

    def _handle_event(self, event: Event) -> None:
        if not self._running:
            return
        name = self._running.name
        if event.kind is EventKind.STEP:
            has_arrived = event.reason == ARRIVED
            self._step = "its figures" if has_arrived else event.reason or ""
            self._has_text = self._has_text or has_arrived
        elif event.kind is EventKind.PAGE:
            self._step, self._has_text = f"figure {event.page} of {event.pages}", True
        elif event.kind is EventKind.WAITING and event.until:
            self._step = f"waiting until {event.until.astimezone():%H:%M:%S}: {event.reason}"
        elif event.kind is EventKind.FAILED:
            self._failures[name] = event.reason or ""
        if self._next and self._has_text:
            self._interrupt()
            self._start_next()
        self._notify_changed(name)

    def _handle_exit(self, reason: str) -> None:
        ended, self._running = self._running, None
        if ended and reason:
            self._failures[ended.name] = reason
        self._start_next()
        if ended:
            self._notify_changed(ended.name)

    def _notify_changed(self, name: str) -> None:
        self._on_change(name)
        if self._next:
            self._on_change(self._next.name)
