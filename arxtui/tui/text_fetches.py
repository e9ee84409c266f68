"""Full texts fetched for the paper that is read: one child at a time, the paper on the screen before all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from arxtui.model.events import Event, EventKind
from arxtui.model.fulltext import ARRIVED


class FetchJob(Protocol):
    """A child of the reader that runs ``arxtui fetch`` for one paper."""

    def start(
        self, name: str, options: tuple[str, ...], on_event: Callable[[Event], object], on_exit: Callable[[str], object]
    ) -> None:
        """Start the child: ``on_event`` gets its events, ``on_exit`` what it died of in words, empty where it did
        not."""

    def stop(self) -> None:
        """End the child; none of its events is passed on any more."""


class Request(NamedTuple):
    """A paper to be fetched, by its identifier."""

    name: str
    options: tuple[str, ...] = ()


class TextFetches:
    """What is fetched for papers that are or were read, and what waits for it. ``changed`` hears that a paper stands
    otherwise than before.

    At most one child is at work, and at most the paper on the screen waits for its text, so that keys pressed fast
    never pile up children. A text that is being asked for is never interrupted; figures make way for the next text, and
    are fetched after it.
    """

    def __init__(self, job: FetchJob, changed: Callable[[str], object]) -> None:
        self._job = job
        self._changed = changed
        self._running: Request | None = None
        self._next: Request | None = None
        """The paper on the screen, while it waits for its turn."""
        self._figures: list[str] = []
        """Papers whose text is here, and whose figures are still to be fetched."""
        self._step = ""
        self._has_text = False
        """Whether the text of the running request has arrived, and its figures are being fetched."""
        self._failures: dict[str, str] = {}

    # What the user wants

    def fetch(self, name: str, options: tuple[str, ...] = ()) -> None:
        """Fetch the paper that is on the screen."""
        if self._running and self._running.name == name:
            return
        self._failures.pop(name, None)
        self._next = Request(name, options)
        if self._running and self._has_text:
            self._interrupt()
        self._go_on()

    def leave(self, name: str) -> bool:
        """The paper is on the screen no more: what has not begun is dropped. Whether it is still being fetched."""
        if self._next and self._next.name == name:
            self._next = None
        return self.is_fetching(name)

    def stop(self, name: str) -> bool:
        """Fetch this paper no more; whether it was being fetched."""
        if not self.is_fetching(name):
            return False
        self.leave(name)
        if self._running and self._running.name == name:
            self._job.stop()
            self._running = None
        self._figures = [each for each in self._figures if each != name]
        self._go_on()
        return True

    # How it stands

    def is_fetching(self, name: str) -> bool:
        """Whether a paper is being fetched, or waits for its turn."""
        return any(each and each.name == name for each in (self._running, self._next)) or name in self._figures

    def step(self, name: str) -> str:
        """What is done for a paper now, in words; empty while it is not fetched."""
        if not self.is_fetching(name):
            return ""
        if self._running and self._running.name == name:
            return self._step or "starting"
        at = self._running.name if self._running else ""
        return f"waiting for {at}, which is fetched first" if at else "starting"

    def failure(self, name: str) -> str:
        """Why a paper was not fetched the last time; empty where it was, or nobody tried."""
        return self._failures.get(name, "")

    # The child

    def _go_on(self) -> None:
        """Begin with what waits."""
        if self._running:
            return
        if self._next:
            self._running, self._next = self._next, None
        elif self._figures:
            self._running = Request(self._figures.pop(0))
        if self._running:
            self._step, self._has_text = "", False
            self._job.start(self._running.name, self._running.options, self._take_event, self._exited)

    def _interrupt(self) -> None:
        """End the child that fetches figures; they are fetched later."""
        if self._running:
            self._job.stop()
            self._figures.append(self._running.name)
            self._running = None

    def _take_event(self, event: Event) -> None:
        if not self._running:
            return
        name = self._running.name
        if event.kind is EventKind.STEP:
            is_here = event.reason == ARRIVED
            self._step = "its figures" if is_here else event.reason or ""
            self._has_text = self._has_text or is_here
        elif event.kind is EventKind.PAGE:
            self._step, self._has_text = f"figure {event.page} of {event.pages}", True
        elif event.kind is EventKind.WAITING and event.until:
            self._step = f"waiting until {event.until.astimezone():%H:%M:%S}: {event.reason}"
        elif event.kind is EventKind.FAILED:
            self._failures[name] = event.reason or ""
        if self._next and self._has_text:
            self._interrupt()
            self._go_on()
        self._tell_changed(name)

    def _exited(self, why: str) -> None:
        ended, self._running = self._running, None
        if ended and why:
            self._failures[ended.name] = why
        self._go_on()
        if ended:
            self._tell_changed(ended.name)

    def _tell_changed(self, name: str) -> None:
        self._changed(name)
        if self._next:
            self._changed(self._next.name)
