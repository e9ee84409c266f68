"""Requests to arXiv: searches, papers by id, and whole sets. The upstream is made up; the child processes are real."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from textual.events import Paste

from arxtui.config.paths import Paths
from arxtui.demo.faults import Fault
from arxtui.demo.upstream import Upstream
from arxtui.model.events import Event, EventKind
from arxtui.tui.commands import fetching
from arxtui.tui.context import Context
from arxtui.tui.present.outcomes import outcome_words, search_words
from tests.tui.reader import Reader, by_hand, fill_usually, reading

END = EventKind.FINISHED


def words_of(upstream: Upstream) -> str:
    """Return a long word from the title of a paper of the upstream."""
    return max(upstream.corpus.papers[0].title.replace("-", " ").split(), key=lambda word: (word.isalpha(), len(word)))


async def is_still(reader: Reader) -> None:
    await reader.until(lambda: not reader.main.session.progress)


@pytest.mark.parametrize(
    ("end", "notes", "words"),
    [
        (Event(END, new=12, changed=0, same=0, exit_code=0), (), "12 papers came from arXiv"),
        (Event(END, new=1, changed=0, same=2, exit_code=0), (), "3 papers came from arXiv, 1 of them new here"),
        (Event(END, new=0, changed=0, same=0, exit_code=0), (), "arXiv has no matching paper"),
        (Event(END, new=0, exit_code=0), ("arXiv found nothing",), "arXiv found nothing"),
        (Event(END, same=5, new=0, exit_code=0), (), "5 papers came from arXiv, none of them new here"),
        (
            Event(END, exit_code=0),
            ("requested on Wed 08:14; --again sends the query again",),
            "arXiv answered this query recently; & again sends it once more; requested on Wed 08:14",
        ),
        (
            Event(END, new=1, exit_code=0),
            ("'is:unread' is applied here",),
            "1 paper came from arXiv; 'is:unread' is applied here",
        ),
        (Event(END, exit_code=4, reason="no network"), ("no network",), "no network"),
        (Event(END, new=0, changed=2, exit_code=0), (), "2 papers came from arXiv, none of them new here"),
        (Event(END, new=1, changed=2, same=3, exit_code=0), (), "6 papers came from arXiv, 1 of them new here"),
    ],
)
def test_the_message_of_a_search_at_arxiv_counts_its_papers_or_names_the_reason(
    end: Event, notes: tuple[str, ...], words: str
) -> None:
    assert search_words(end, notes) == words


@pytest.mark.parametrize(
    ("end", "notes", "words"),
    [
        (Event(END, new=2, changed=0, same=1), (), "2 new, 1 here already"),
        (Event(END, new=0), ("2605.1 is already known",), "2605.1 is already known"),
        (Event(END), (), "nothing new"),
        (
            Event(END, exit_code=4),
            (
                "arxiv.org cannot be reached: its name was not found",
                "not asked: arxiv.org cannot be reached: its name was not found",
            ),
            "no network (arxiv.org was not found)",
        ),
        (Event(END, reason="cs has been harvested up to 2026-05-13"), (), "cs has been harvested up to 2026-05-13"),
        (Event(END, new=2, reason="The disk is full"), (), "The disk is full"),
        (Event(END, new=1, changed=3), ("one is unknown; --again asks",), "1 new, 3 changed; one is unknown"),
    ],
)
def test_the_message_of_other_work_counts_new_and_changed_papers_or_names_the_reason(
    end: Event, notes: tuple[str, ...], words: str
) -> None:
    assert outcome_words(end, notes) == words


@pytest.mark.parametrize(
    ("end", "waiting", "words"),
    [
        (Event(END), 9, "nothing new: 9 papers wait, . shows them"),
        (Event(END), 1, "nothing new: 1 paper waits, . shows it"),
        (Event(END, new=2), 9, "2 new"),
    ],
)
def test_a_message_of_nothing_new_counts_waiting_papers(end: Event, waiting: int, words: str) -> None:
    assert outcome_words(end, (), waiting) == words


async def test_where_no_paper_matches_arxiv_is_offered_and_its_papers_join_the_list(
    home: Paths, upstream: Upstream
) -> None:
    async with reading(home, by_hand(home)) as reader:
        await reader.search(f"ti:{words_of(upstream)}")
        await reader.until_shown("No paper matches", "Enter keeps it; then & asks arXiv")
        await reader.press("enter")
        await reader.until_shown("& asks arXiv, Backspace")
        await reader.press("ampersand")
        await reader.until(lambda: reader.main.papers.count)
        await reader.until_shown("came from arXiv")
        await is_still(reader)
        asked = len(upstream.log)
        await reader.press("ampersand")
        await reader.until_shown("arXiv answered this query recently; & again sends it once more")
        assert len(upstream.log) == asked
        await reader.press("ampersand")
        await reader.until_shown("none of them new here")
        assert len(upstream.log) > asked


async def test_an_empty_query_and_a_text_without_names_are_not_sent(home: Paths, upstream: Upstream) -> None:
    async with reading(home, by_hand(home)) as reader:
        await reader.press("ampersand")
        await reader.until_shown("search for something first")
        await reader.press("i", *"nothing", "enter")
        await reader.until_shown("no identifier, address or DOI")
    assert not upstream.log


async def test_offline_it_is_one_line_and_the_list_stays(home: Paths, upstream: Upstream) -> None:
    async with reading(home, by_hand(home)) as reader:
        upstream.stop()
        await reader.search("ti:sharded")
        await reader.press("enter", "ampersand")
        await reader.until_shown("arXiv did not answer", "No paper matches")
        await is_still(reader)
        await reader.until_shown("arXiv did not answer", "No paper matches")
        assert "Traceback" not in reader.text


async def test_a_pasted_text_adds_the_papers_that_it_names(home: Paths, upstream: Upstream) -> None:
    one, two = (paper.id for paper in upstream.corpus.papers[:2])
    async with reading(home, by_hand(home)) as reader:
        await reader.press("i")
        await reader.until_shown("Add papers: ids, addresses, DOIs or any text")
        pasted = f"See arXiv:{one}v1 and,\nfor the other side,\nhttps://arxiv.org/pdf/{two}.pdf"
        assert reader.main.focused
        reader.main.focused.post_message(Paste(pasted))
        await reader.until_shown("for the other side")
        await reader.press("enter")
        await reader.until_shown("2 new")
        await reader.until(lambda: reader.main.context.threads.library.search.listing("").total == 2)


async def test_a_harvest_of_a_set_that_arxiv_has_is_shown_while_it_lasts_and_stopped_by_the_same_key(
    home: Paths, upstream: Upstream
) -> None:
    upstream.faults.add("/oai", Fault.SLOW_DRIP)
    async with reading(home, by_hand(home)) as reader:
        await reader.press("B")
        await reader.until_shown("Fetch all papers of")
        await reader.press("ctrl+u", *"cs.nothing", "enter")
        await reader.until_shown("arXiv has no set 'cs.nothing'; examples of sets are cs", "Esc cancel")
        await reader.press("ctrl+u", *"cs", "enter")
        await reader.until(lambda: "harvest cs: from the beginning" in reader.lines[0])
        assert "resumes it" in reader.main.context.jobs.exit_words
        await reader.press("B")
        await reader.until_shown("The harvest has stopped; B resumes it")
        assert reader.main.context.jobs.exit_words == ""
        await is_still(reader)


@pytest.mark.parametrize(
    ("begin", "work"),
    [
        (lambda context: context.upstream.ask("locks"), "The search at arXiv"),
        (lambda context: fetching._add(context, "2605.00001"), "Adding the earlier papers"),
        (fetching.repair, "Fetching what is missing"),
    ],
)
async def test_work_that_is_requested_again_while_it_lasts_is_said_to_be_in_progress(
    home: Paths, upstream: Upstream, begin: Callable[[Context], object], work: str
) -> None:
    upstream.faults.add("/", Fault.SLOW_DRIP)
    async with reading(home, by_hand(home)) as reader:
        begin(reader.main.context)
        begin(reader.main.context)
        await reader.until_shown(f"{work} is still in progress")


async def test_work_that_is_stopped_before_it_begins_is_not_shown(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        jobs = reader.main.context.jobs
        assert jobs.start("harvest", then=jobs.say_outcome)
        assert "harvest" in reader.main.session.progress
        jobs.stop("harvest")
        await reader.press("j")
        assert reader.main.session.progress == ""


async def test_a_child_that_is_killed_costs_a_line(home: Paths, upstream: Upstream) -> None:
    upstream.faults.add("/oai", Fault.SLOW_DRIP)
    async with reading(home, by_hand(home)) as reader:
        await reader.press("B", "ctrl+u", *"cs", "enter")
        await reader.until(lambda: (home.state / "harvest.lock").exists() and upstream.log)
        os.kill(int((home.state / "harvest.lock").read_text()), 9)
        await reader.until_shown("arxtui harvest ended before it finished")
