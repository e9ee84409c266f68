"""The words for work in the background: its progress, what it told on the way, and the message that its end leaves."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from arxtui.config.paths import Paths
from arxtui.library import worker
from arxtui.library.ranking.for_you import ForYouState
from arxtui.model.events import TURN, Event, EventKind
from arxtui.tui.context import Context
from arxtui.tui.services.background.jobs import JobOutcome, _Job
from arxtui.tui.state.session import Message
from tests.tui.reader import THREE_PANES, fill_usually, reading

END, NOTE, DONE, FAILED = EventKind.FINISHED, EventKind.NOTE, EventKind.DONE, EventKind.FAILED


def begun(context: Context, name: str, verb: str = "refresh", words: str = "refreshing") -> tuple[_Job, list[str]]:
    """Begin a job without a child process. Return it and the list of what was told at its end."""
    received: list[str] = []

    def then(outcome: JobOutcome) -> None:
        received.extend((*outcome.notes, *(str(each.source) for each in outcome.targets)))
        if outcome.end.exit_code:
            context.status.say(outcome.end.reason or "failed", "fault")

    job = context.jobs._jobs[name] = _Job(verb, (), then, lambda _: None, lambda _: None, words)
    context.jobs.show_progress()
    return job, received


async def test_tasks_of_the_same_words_are_named_once_until_the_last_of_them_ends(paths: Paths) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        jobs, session = reader.main.context.jobs, reader.main.session
        progressed: list[str] = []
        jobs.progressed.subscribe(lambda: progressed.append(session.progress))
        for change in (jobs.begin_task, jobs.begin_task, jobs.end_task, jobs.end_task):
            change("running sort")
        words = "running sort (Ctrl+C stops it)"
        assert progressed == [words, words, words, ""]


async def test_a_job_that_was_suspended_is_started_again_as_it_was(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        context, started = reader.main.context, list[tuple[object, ...]]()
        job, _ = begun(context, "mine", "search")
        job.arguments = "--", "words"
        context.jobs._suspend(None)
        assert not context.jobs.is_working("mine")
        monkeypatch.setattr(context.jobs, "start", lambda *words, **named: started.append((words, named)))
        context.jobs._resume(None)
        how = {"then": job.then, "on_event": job.on_event, "on_exit": job.on_exit, "name": "mine"}
        assert started == [(("search", "--", "words"), how)]


async def test_work_elsewhere_is_named_unless_the_reader_waits_for_it_itself(paths: Paths) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        context, session = reader.main.context, reader.main.session
        context.jobs._elsewhere_words = {"refresh": "arXiv page 2 of 5", "harvest": "harvesting cs"}
        context.jobs.show_progress()
        assert session.progress == "arXiv page 2 of 5 · harvesting cs"
        for name, verb, words in (("refresh", "refresh", "harvesting cs"), ("ledger", "ledger", "harvesting cs")):
            begun(context, name, verb, "its own")
            assert session.progress == f"its own · {words}"
            del context.jobs._jobs[name]
        begun(context, "harvest", "harvest", "its own")
        begun(context, "fetch", "fetch", "")
        assert session.progress == "its own · arXiv page 2 of 5"


async def test_the_notes_of_a_job_are_kept_once_and_its_targets_with_their_ends(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        context = reader.main.context
        job, result = begun(context, "refresh")
        delivered: list[bool] = []
        monkeypatch.setattr(context.poller, "deliver", lambda *, is_automatic: delivered.append(is_automatic))
        for event in (
            Event(NOTE, source=TURN, reason="another refresh runs"),
            Event(NOTE, reason="one"),
            Event(EventKind.STEP, reason="a step"),
            Event(DONE, source="arxiv.feed", reason="one"),
            Event(FAILED, source="pith.latest", reason="two"),
        ):
            context.jobs._handle_event(job, event)
        context.jobs._finish("refresh", job, Event(END, exit_code=0))
        assert result == ["one", "two", "arxiv.feed", "pith.latest"]
        assert delivered == [True]


async def test_a_fault_of_a_job_stays_until_such_a_job_succeeds_and_other_messages_do_not(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        context, messages = reader.main.context, reader.main.session.messages
        job, _ = begun(context, "refresh")
        context.jobs._finish("refresh", job, Event(END, exit_code=4, reason="no network"))
        assert messages.current == Message("no network", "fault", "refresh")
        context.jobs._finish("add", job, Event(END, exit_code=0))
        assert messages.pieces
        context.jobs._finish("refresh", job, Event(END, exit_code=0))
        assert not messages.pieces
        context.status.say("Starred")
        job.then = lambda _: None
        context.jobs._finish("refresh", job, Event(END, exit_code=4))
        assert messages.current == Message("Starred", "dim")


# The ranking


@pytest.mark.parametrize(
    ("needed", "is_due", "runs", "starts"),
    [
        (0, True, "", ["rank"]),
        (0, False, "", []),
        (3, True, "", []),
        (0, True, "refresh", []),
        (0, True, "add", ["rank"]),
    ],
)
async def test_the_ranking_is_learned_if_it_is_due_and_possible_and_no_refresh_does_so(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, needed: int, is_due: bool, runs: str, starts: list[str]
) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        context = reader.main.context
        if runs:
            begun(context, runs)
        started: list[str] = []

        def start(verb: str, *, then: object) -> None:
            started.append(verb)

        monkeypatch.setattr(context.jobs, "start", start)
        context.for_you._learn_if_due((ForYouState(None, 9, needed), is_due))
        assert started == starts
        said = "".join(text for text, _ in reader.main.session.messages.pieces)
        assert ("until then, newest first" in said) == bool(needed)


async def test_a_learned_ranking_reopens_a_list_sorted_by_it_and_a_failure_to_learn_is_reported(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        context, session = reader.main.context, reader.main.session
        reopened: list[str] = []
        monkeypatch.setattr(context.navigator, "reopen", lambda: reopened.append(session.view.query))
        show = context.for_you._show_ranking
        show(JobOutcome(Event(END, exit_code=0), ()))
        assert reopened == []
        for reason, words in ((None, "Nothing was learned"), ("too few stars", "too few stars")):
            show(JobOutcome(Event(END, exit_code=1, reason=reason), ()))
            assert session.messages.pieces == [(words, "fault")]
        context.navigator.show_query("sort:foryou")
        await reader.until_listed("sort:foryou")
        show(JobOutcome(Event(END, exit_code=0), ()))
        assert reopened == ["sort:foryou"]


async def test_the_reasons_for_a_score_are_those_of_the_paper_under_the_cursor_while_they_are_requested(
    paths: Paths,
) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        for_you, papers = reader.main.context.for_you, reader.main.papers

        def shown() -> tuple[str, ...]:
            return reader.main.detail.looks.why

        assert papers.key is not None
        for_you._show_reasons(papers.key, ("never asked for",))
        assert shown() == ()
        await reader.press("exclamation_mark")
        for_you._show_reasons(papers.key + 1, ("of another paper",))
        assert shown() != ("of another paper",)
        for_you._show_reasons(papers.key, ("of this paper",))
        assert shown() == ("of this paper",)
        await reader.press("exclamation_mark")
        await reader.until_shown("The scores are not explained any more")
        assert shown() == ()
        for_you._say_whether_scored(ForYouState(None, 9, 1))
        await reader.until_shown("The scores are not explained any more")


@pytest.mark.parametrize(("error", "words"), [(OSError("no room"), "no room"), (MemoryError(), "MemoryError")])
async def test_the_reason_of_a_broken_off_job_reaches_its_caller_even_without_words(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    async def start(*_: object) -> AsyncIterator[Event]:
        yield Event(NOTE)
        raise error

    monkeypatch.setattr(worker, "start", start)
    async with reading(paths, size=THREE_PANES) as reader:
        context, result = reader.main.context, list[str]()
        context.jobs.start("fetch", then=lambda _: None, on_exit=result.append)
        await reader.until(lambda: result == [words])
        assert not context.jobs.is_working("fetch")
