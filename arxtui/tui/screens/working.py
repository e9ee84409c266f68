"""Work in the background: one child of each verb at a time, what it tells, and how it ended."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from textual.worker import Worker

from arxtui.model.events import TURN, Event, EventKind
from arxtui.tui.present.bars import progress_words
from arxtui.tui.screens.arranging import Arranging
from arxtui.tui.screens.arriving import POLL_SECONDS
from arxtui.tui.screens.browsing import Opener

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library

FIRST_WORDS = {
    "refresh": "refreshing",
    "search": "asking arXiv",
    "add": "looking for the papers",
    "ledger": "fetching what is missing",
    "harvest": "harvesting",
    "fetch": "fetching the full text",
    "rank": "learning from your marks",
    "zotero": "adding to Zotero",
}
"""What a verb is doing before it has told anything."""
_ALIKE = {"refresh": ("refresh", "ledger"), "harvest": ("harvest",)}
"""Verbs that take turns at the same work, by what it is called elsewhere."""
_TELLING = (EventKind.NOTE, EventKind.DONE, EventKind.FAILED)
"""Steps whose reasons are for people."""
_log = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """How work ended: its last event, what else it had to say, and how each of its targets ended."""

    end: Event
    notes: tuple[str, ...]
    targets: tuple[Event, ...] = ()


Then = Callable[[Outcome], object]
Heard = Callable[[Event], object]
Gone = Callable[[str], object]


def _ignored(_: object) -> None:
    """Nobody wants to know."""


@dataclass
class _Job:
    verb: str
    arguments: tuple[str, ...]
    then: Then
    heard: Heard
    gone: Gone
    words: str
    worker: Worker[None] | None = None
    notes: list[str] = field(default_factory=list)
    targets: list[Event] = field(default_factory=list)


class Working(Arranging):
    """The panes, with work going on beside them."""

    def __init__(self, library: Library, opener: Opener, paths: Paths, settings: Settings) -> None:
        super().__init__(library, opener, paths, settings)
        self._jobs: dict[str, _Job] = {}
        self._asleep: list[tuple[str, _Job]] = []
        self._elsewhere: dict[str, str] = {}

    def on_mount(self) -> None:
        """Children end while the program sleeps, for nobody would read what they say; they begin again with it. What
        other processes do is looked at now and then."""
        self.set_interval(POLL_SECONDS, self._look_elsewhere)
        self.app.app_suspend_signal.subscribe(self, self._suspended, immediate=True)
        self.app.app_resume_signal.subscribe(self, self._resumed)

    def is_working(self, name: str) -> bool:
        """Whether a child of the verb, or of that name, is at work."""
        return name in self._jobs

    def work(
        self, verb: str, *arguments: str, then: Then, heard: Heard = _ignored, gone: Gone = _ignored, name: str = ""
    ) -> bool:
        """Start ``arxtui VERB``, unless it is at work already (one of that ``name``, where it has one of its own).
        ``then`` gets how it ended, ``heard`` each event on the way, ``gone`` in any case that it is over, and in words
        what it died of, if it did. Whether it was started."""
        name = name or verb
        if self.is_working(name):
            return False
        job = self._jobs[name] = _Job(verb, arguments, then, heard, gone, FIRST_WORDS[verb])
        job.worker = self.run_worker(self._listen(name, job), name=name, group=name, exit_on_error=False)
        self.show_progress()
        return True

    def say_goes_on(self, name: str, what: str) -> None:
        """Say that work was begun before, how far it is, and that it is not begun again."""
        words = self._jobs[name].words
        step = "" if words == FIRST_WORDS[self._jobs[name].verb] else f" ({words})"
        self.say_while(name, f"{what} is under way{step} and goes on; its result will stand here")

    def stop_work(self, name: str) -> None:
        """Let go of a child: it ends by itself, and nobody waits for it."""
        if (job := self._jobs.pop(name, None)) and job.worker:
            job.worker.cancel()
        self.show_progress()

    async def _listen(self, name: str, job: _Job) -> None:
        from arxtui.library import worker

        ended: Event | None = None
        died = ""
        try:
            async with aclosing(worker.start(self.paths, job.verb, *job.arguments)) as events:
                async for event in events:
                    self._heard(job, event)
                    ended = event if event.kind is EventKind.FINISHED else ended
        except Exception as error:
            _log.exception("arxtui %s ended unexpectedly", job.verb)
            died = str(error) or type(error).__name__
            self.failed(error)
            self.messages.bind(name)
        finally:
            if self._jobs.get(name) is job:
                del self._jobs[name]
                job.gone(died)
            self.show_progress()
        self.deliver()
        if ended:
            self._ended(name, job, ended)

    def _ended(self, name: str, job: _Job, end: Event) -> None:
        """What was said of the work, or of the work before, is over; a new fault is said until such work succeeds."""
        self.cause_ended(name)
        before = self.messages.current
        job.then(Outcome(end, tuple(job.notes), tuple(job.targets)))
        if end.exit_code and self.messages.current is not before:
            self.messages.bind(name)

    def _heard(self, job: _Job, event: Event) -> None:
        words = progress_words(event, datetime.now(UTC))
        if words is not None:
            job.words = words
            self.show_progress()
        # That another process is waited for is of no interest any more once there is an outcome.
        is_word = event.kind in _TELLING and event.source != TURN
        if event.reason and is_word and event.reason not in job.notes:
            job.notes.append(event.reason)
        if event.kind in (EventKind.DONE, EventKind.FAILED):
            job.targets.append(event)
        if event.kind is EventKind.DONE:
            self.deliver()
        job.heard(event)

    def doing(self) -> list[str]:
        """How far each child is."""
        return [job.words for job in self._jobs.values()]

    def show_progress(self) -> None:
        """Write what goes on in the background."""
        words = self.doing()
        # A child follows its like elsewhere by itself.
        words += (told for work, told in self._elsewhere.items() if not any(map(self.is_working, _ALIKE[work])))
        self.progress = " · ".join(filter(None, words))
        if self.is_attached:
            self.update_bars()

    def _look_elsewhere(self) -> None:
        from arxtui.library.elsewhere import harvesting, refreshing

        now = datetime.now(UTC)
        steps = {"refresh": refreshing(self.paths), "harvest": harvesting(self.paths)}
        words = {verb: progress_words(step, now) or FIRST_WORDS[verb] for verb, step in steps.items() if step}
        if words != self._elsewhere:
            self._elsewhere = words
            self.show_progress()

    def _suspended(self, _: object) -> None:
        self._asleep = list(self._jobs.items())
        for name, _job in self._asleep:
            self.stop_work(name)

    def _resumed(self, _: object) -> None:
        for name, job in self._asleep:
            self.work(job.verb, *job.arguments, then=job.then, heard=job.heard, gone=job.gone, name=name)
        self.refresh(layout=True)
