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
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.bars import progress_words
from arxtui.tui.present.line import capitalised
from arxtui.tui.present.outcomes import outcome_words
from arxtui.tui.services.poller import POLL_SECONDS
from arxtui.tui.state.signals import Signal

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.tui.screens.main import MainScreen
    from arxtui.tui.services.poller import Poller
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.session import Session

_FIRST_WORDS = {
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
_FOR_PEOPLE = (EventKind.NOTE, EventKind.DONE, EventKind.FAILED)
"""Steps whose reasons are for people."""
_log = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """How work ended: its last event, what else it had to say, and how each of its targets ended."""

    end: Event
    notes: tuple[str, ...]
    targets: tuple[Event, ...] = ()


Then = Callable[[Outcome], object]
OnEvent = Callable[[Event], object]
OnExit = Callable[[str], object]


def _ignored(_: object) -> None:
    """Nobody wants to know."""


@dataclass
class _Job:
    verb: str
    arguments: tuple[str, ...]
    then: Then
    on_event: OnEvent
    on_exit: OnExit
    words: str
    worker: Worker[None] | None = None
    notes: list[str] = field(default_factory=list)
    targets: list[Event] = field(default_factory=list)


class Jobs:
    """``progressed`` is sent when what goes on in the background, in the words of the session's ``progress``, is
    different."""

    def __init__(self, screen: MainScreen, session: Session, status: StatusBar, poller: Poller, paths: Paths) -> None:
        self._screen = screen
        self._session = session
        self._status = status
        self._poller = poller
        self._paths = paths
        self.progressed: Signal[[]] = Signal()
        self._jobs: dict[str, _Job] = {}
        self._asleep: list[tuple[str, _Job]] = []
        self._elsewhere: dict[str, str] = {}
        self._tasks: list[str] = []

    def begin(self) -> None:
        """Children end while the program sleeps, for nobody would read what they say; they begin again with it. What
        other processes do is looked at now and then."""
        app = self._screen.app
        self._screen.set_interval(POLL_SECONDS, self.look_elsewhere)
        app.app_suspend_signal.subscribe(self._screen, self._suspended, immediate=True)
        app.app_resume_signal.subscribe(self._screen, self._resumed)

    def is_working(self, name: str) -> bool:
        """Whether a child of the verb, or of that name, is at work."""
        return name in self._jobs

    def start(
        self,
        verb: str,
        *arguments: str,
        then: Then,
        on_event: OnEvent = _ignored,
        on_exit: OnExit = _ignored,
        name: str = "",
    ) -> bool:
        """Start ``arxtui VERB``, unless it is at work already (one of that ``name``, where it has one of its own).
        ``then`` gets how it ended, ``on_event`` each event on the way; ``on_exit`` is called in any case, with what the
        child died of in words, empty where it did not. Returns whether it was started."""
        name = name or verb
        if self.is_working(name):
            return False
        job = self._jobs[name] = _Job(verb, arguments, then, on_event, on_exit, _FIRST_WORDS[verb])
        job.worker = self._screen.run_worker(self._listen(name, job), name=name, group=name, exit_on_error=False)
        self.show_progress()
        return True

    def stop(self, name: str) -> None:
        """Let go of a child: it ends by itself, and nobody waits for it."""
        if (job := self._jobs.pop(name, None)) and job.worker:
            job.worker.cancel()
        self.show_progress()

    def say_goes_on(self, name: str, what: str) -> None:
        """Say that work was begun before, how far it is, and that it is not begun again."""
        words = self._jobs[name].words
        step = "" if words == _FIRST_WORDS[self._jobs[name].verb] else f" ({words})"
        self._status.say_while(name, f"{what} is under way{step} and goes on; its result will stand here")

    def say_outcome(self, outcome: Outcome, *, nothing: str = "nothing new", everywhere: bool = True) -> None:
        """Say what came of work; ``nothing`` where it brought nothing."""
        words = outcome_words(outcome.end, outcome.notes, self._session.news.waiting, nothing)
        self._status.say(capitalised(words), "fault" if outcome.end.exit_code else "dim", everywhere=everywhere)

    @property
    def leaving_words(self) -> str:
        """What to say to who leaves now; empty where there is nothing."""
        words = f"The harvest stops here and goes on where it is: {key_for('harvest')} in the reader, or arxtui harvest"
        return words if self.is_working("harvest") else ""

    def task_began(self, words: str) -> None:
        """An export or a program has begun, beside the children; ``words`` say what it does."""
        self._tasks.append(words)
        self.show_progress()

    def task_ended(self, words: str) -> None:
        """What these words say has ended."""
        self._tasks.remove(words)
        self.show_progress()

    def show_progress(self) -> None:
        """Write what goes on in the background."""
        words = [job.words for job in self._jobs.values()]
        words += (f"{each} (Ctrl+C stops it)" for each in dict.fromkeys(self._tasks))
        # A child follows its like elsewhere by itself.
        words += (told for work, told in self._elsewhere.items() if not any(map(self.is_working, _ALIKE[work])))
        self._session.progress = " · ".join(filter(None, words))
        if self._screen.is_attached:
            self._status.update()
        self.progressed.send()

    def look_elsewhere(self) -> None:
        """Look what other processes do."""
        from arxtui.library.other_processes import current_harvest, current_refresh

        now = datetime.now(UTC)
        steps = {"refresh": current_refresh(self._paths), "harvest": current_harvest(self._paths)}
        words = {verb: progress_words(step, now) or _FIRST_WORDS[verb] for verb, step in steps.items() if step}
        if words != self._elsewhere:
            self._elsewhere = words
            self.show_progress()

    async def _listen(self, name: str, job: _Job) -> None:
        from arxtui.library import worker

        ended: Event | None = None
        died = ""
        try:
            async with aclosing(worker.start(self._paths, job.verb, *job.arguments)) as events:
                async for event in events:
                    self._take_event(job, event)
                    ended = event if event.kind is EventKind.FINISHED else ended
        except Exception as error:
            _log.exception("arxtui %s ended unexpectedly", job.verb)
            died = str(error) or type(error).__name__
            self._status.failed(error)
            self._session.messages.bind(name)
        finally:
            if self._jobs.get(name) is job:
                del self._jobs[name]
                job.on_exit(died)
            self.show_progress()
        self._poller.deliver()
        if ended:
            self._ended(name, job, ended)

    def _ended(self, name: str, job: _Job, end: Event) -> None:
        """What was said of the work, or of the work before, is over; a new fault is said until such work succeeds."""
        self._status.cause_ended(name)
        messages = self._session.messages
        before = messages.current
        job.then(Outcome(end, tuple(job.notes), tuple(job.targets)))
        if end.exit_code and messages.current is not before:
            messages.bind(name)

    def _take_event(self, job: _Job, event: Event) -> None:
        words = progress_words(event, datetime.now(UTC))
        if words is not None:
            job.words = words
            self.show_progress()
        # That another process is waited for is of no interest any more once there is an outcome.
        is_word = event.kind in _FOR_PEOPLE and event.source != TURN
        if event.reason and is_word and event.reason not in job.notes:
            job.notes.append(event.reason)
        if event.kind in (EventKind.DONE, EventKind.FAILED):
            job.targets.append(event)
        if event.kind is EventKind.DONE:
            self._poller.deliver()
        job.on_event(event)

    def _suspended(self, _: object) -> None:
        self._asleep = list(self._jobs.items())
        for name, _job in self._asleep:
            self.stop(name)

    def _resumed(self, _: object) -> None:
        for name, job in self._asleep:
            self.start(job.verb, *job.arguments, then=job.then, on_event=job.on_event, on_exit=job.on_exit, name=name)
