"""Background jobs: child processes that run ``arxtui VERB``, at most one per job name, with their progress and
outcome."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from textual.worker import Worker

from arxtui.library import worker
from arxtui.light import NamedTuple
from arxtui.model.events import TURN, Event, EventKind
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.bars import progress_words
from arxtui.tui.present.line import capitalised
from arxtui.tui.present.outcomes import outcome_words
from arxtui.tui.services.poller import POLL_SECONDS, Poller
from arxtui.tui.state.signals import Signal

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

ASKING = "citations"
"""The name of the job that asks the sources of citations."""
_FIRST_WORDS = {
    "refresh": "refreshing",
    "search": "asking arXiv",
    "add": "looking for the papers",
    "ledger": "fetching what is missing",
    "harvest": "harvesting",
    "fetch": "fetching the full text",
    "rank": "learning from your marks",
    "zotero": "adding to Zotero",
    ASKING: "asking the sources of citations",
}
"""The progress words of each verb, or of a job of another name, until its child process reports its first event."""
_EQUIVALENT_VERBS = {"refresh": ("refresh", "ledger"), "harvest": ("harvest",)}
"""The verbs that wait for each other, by the kind of work that another process can report."""
_USER_EVENTS = (EventKind.NOTE, EventKind.DONE, EventKind.FAILED)
"""The kinds of events whose ``reason`` is written for the user."""
_log = logging.getLogger(__name__)


class JobOutcome(NamedTuple):
    """How a job ended: its last event, its notes to the user, and the final event of each of its targets."""

    end: Event
    notes: tuple[str, ...]
    targets: tuple[Event, ...] = ()


Then = Callable[[JobOutcome], object]
OnEvent = Callable[[Event], object]
OnExit = Callable[[str], object]


def _ignore(_: object) -> None:
    """Ignore an event."""


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
    """The running child processes. ``progressed`` is sent when the background work changes; ``session.progress``
    describes that work in words."""

    def __init__(self, screen: PanesScreen, status: StatusBar, poller: Poller, paths: Paths) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._poller = poller
        self._paths = paths
        self.progressed: Signal[[]] = Signal()
        self._jobs: dict[str, _Job] = {}
        self._suspended_jobs: list[tuple[str, _Job]] = []
        self._elsewhere_words: dict[str, str] = {}
        self._tasks: list[str] = []

    def begin(self) -> None:
        """Start polling for the work of other processes. While the program is suspended nothing reads the children's
        output, so they are stopped then and started again on resume."""
        app = self._screen.app
        self._screen.set_interval(POLL_SECONDS, self.poll_elsewhere)
        app.app_suspend_signal.subscribe(self._screen, self._suspend, immediate=True)
        app.app_resume_signal.subscribe(self._screen, self._resume)

    def is_working(self, name: str) -> bool:
        """Return whether a job of this name is running. A job without a name of its own has the name of its verb."""
        return name in self._jobs

    def start(
        self,
        verb: str,
        *arguments: str,
        then: Then,
        on_event: OnEvent = _ignore,
        on_exit: OnExit = _ignore,
        name: str = "",
    ) -> bool:
        """Start ``arxtui VERB`` and return True; return False if a job of that ``name`` (default: the verb) is already
        running. ``then`` is called with the outcome and ``on_event`` with each event. ``on_exit`` is called whenever
        the child has ended, with the words of the error that ended it, or an empty string."""
        name = name or verb
        if self.is_working(name):
            return False
        job = self._jobs[name] = _Job(
            verb, arguments, then, on_event, on_exit, _FIRST_WORDS.get(name) or _FIRST_WORDS[verb]
        )
        listen = partial(self._listen, name, job)  # no coroutine yet: the work can be stopped before it begins
        job.worker = self._screen.run_worker(listen, name=name, group=name, exit_on_error=False)
        self.show_progress()
        return True

    def stop(self, name: str) -> None:
        """Stop a child process without waiting for its end."""
        if (job := self._jobs.pop(name, None)) and job.worker:
            job.worker.cancel()
        self.show_progress()

    def say_already_running(self, name: str, what: str) -> None:
        """Say that this job is already running, how far it is, and that it is not started again."""
        words = self._jobs[name].words
        step = "" if words in (_FIRST_WORDS.get(name), _FIRST_WORDS[self._jobs[name].verb]) else f" ({words})"
        self._status.say_while(name, f"{what} is still in progress{step}; its result will be shown here")

    def say_outcome(self, outcome: JobOutcome, *, nothing: str = "nothing new", everywhere: bool = True) -> None:
        """Say what a job has brought; say ``nothing`` if it has brought nothing."""
        words = outcome_words(outcome.end, outcome.notes, self._session.news.waiting, nothing)
        self._status.say(capitalised(words), "fault" if outcome.end.exit_code else "dim", everywhere=everywhere)

    @property
    def exit_words(self) -> str:
        """What to tell the user who quits now; empty if there is nothing to tell."""
        words = f"The harvest stops now: {key_for('harvest')} in the reader, or arxtui harvest, resumes it"
        return words if self.is_working("harvest") else ""

    def begin_task(self, words: str) -> None:
        """Add a task (an export or a program) to the progress line; ``words`` describe it."""
        self._tasks.append(words)
        self.show_progress()

    def end_task(self, words: str) -> None:
        """Remove the task that these words describe from the progress line."""
        self._tasks.remove(words)
        self.show_progress()

    def show_progress(self) -> None:
        """Update ``session.progress`` and the bars from all running background work."""
        words = [job.words for job in self._jobs.values()]
        words += (f"{each} (Ctrl+C stops it)" for each in dict.fromkeys(self._tasks))
        # A child waits for the same work of another process and reports that process's progress itself.
        words += (
            elsewhere
            for work, elsewhere in self._elsewhere_words.items()
            if not any(map(self.is_working, _EQUIVALENT_VERBS[work]))
        )
        self._session.progress = " · ".join(filter(None, words))
        if self._screen.is_attached:
            self._status.update()
        self.progressed.send()

    def poll_elsewhere(self) -> None:
        """Read which refresh or harvest other processes are running."""
        now = datetime.now(UTC)
        steps = {"refresh": worker.current_refresh(self._paths), "harvest": worker.current_harvest(self._paths)}
        words = {verb: progress_words(step, now) or _FIRST_WORDS[verb] for verb, step in steps.items() if step}
        if words != self._elsewhere_words:
            self._elsewhere_words = words
            self.show_progress()

    async def _listen(self, name: str, job: _Job) -> None:
        final_event: Event | None = None
        error_words = ""
        try:
            async with aclosing(worker.start(self._paths, job.verb, *job.arguments)) as events:
                async for event in events:
                    self._handle_event(job, event)
                    final_event = event if event.kind is EventKind.FINISHED else final_event
        except Exception as error:
            _log.exception("arxtui %s ended unexpectedly", job.verb)
            error_words = str(error) or type(error).__name__
            self._status.failed(error)
            self._session.messages.bind(name)
        finally:
            if self._jobs.get(name) is job:
                del self._jobs[name]
                job.on_exit(error_words)
            self.show_progress()
        self._poller.deliver()
        if final_event:
            self._finish(name, job, final_event)

    def _finish(self, name: str, job: _Job, end: Event) -> None:
        """Clear the messages about this job and about earlier jobs of this name. A new fault stays bound to the name,
        so it is shown until such a job succeeds."""
        self._status.cause_ended(name)
        messages = self._session.messages
        message = messages.current
        job.then(JobOutcome(end, tuple(job.notes), tuple(job.targets)))
        if end.exit_code and messages.current is not message:
            messages.bind(name)

    def _handle_event(self, job: _Job, event: Event) -> None:
        words = progress_words(event, datetime.now(UTC))
        if words is not None:
            job.words = words
            self.show_progress()
        # Once there is an outcome, the user no longer needs to know that the job waited for another process.
        is_word = event.kind in _USER_EVENTS and event.source != TURN
        if event.reason and is_word and event.reason not in job.notes:
            job.notes.append(event.reason)
        if event.kind in (EventKind.DONE, EventKind.FAILED):
            job.targets.append(event)
        if event.kind is EventKind.DONE:
            self._poller.deliver(is_automatic=True)
        job.on_event(event)

    def _suspend(self, _: object) -> None:
        self._suspended_jobs = list(self._jobs.items())
        for name, _job in self._suspended_jobs:
            self.stop(name)

    def _resume(self, _: object) -> None:
        for name, job in self._suspended_jobs:
            self.start(job.verb, *job.arguments, then=job.then, on_event=job.on_event, on_exit=job.on_exit, name=name)
