"""The paper of a full text: the state of the text, marks and fetches, and the paper's reviews and versions."""

from __future__ import annotations

from array import array
from datetime import UTC, datetime

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.upstream import Upstream
from arxtui.library.facade import Library
from arxtui.light import changed
from arxtui.model.fulltext import TextState
from arxtui.model.intake import Intake
from arxtui.model.reviews import FullReview, Part, Section
from arxtui.store.cache.database import Cache
from arxtui.tui.commands import texts
from tests.builders import announced
from tests.tui.background.test_fetching import is_still
from tests.tui.papers import paper, review
from tests.tui.reader import QUIET, THREE_PANES, Reader, by_hand, fill, fill_usually, reading
from tests.tui.reading.test_page import screen_of
from tests.tui.reading.texts import document, fill_with_text, open_text, prose, put_outcome, put_text
from tests.tui.screen.test_mouse import click


def queued(paths: Paths, key: int) -> bool:
    library = Library.open(paths, QUIET)
    try:
        return library.papers.rows([key])[0].marks.queued
    finally:
        library.close()


def row_of(reader: Reader, number: int) -> str:
    """Return the line of a paper in the list."""
    panes = (line.split("│") for line in reader.lines if "│" in line)
    return next(each[1] for each in panes if f"Made-up paper number {number} " in f"{each[1]} ")


async def test_the_list_and_the_detail_show_the_state_of_texts(paths: Paths) -> None:
    papers = [paper(number) for number in range(1, 6)]
    fill(paths, papers, [announced(each) for each in papers])
    put_text(paths, papers[4], document([prose("Text.")]))
    put_outcome(paths, papers[3], TextState.NONE, "arXiv has no HTML of it")
    put_outcome(paths, papers[2], TextState.FAILED, "arXiv answered 503")
    async with reading(paths) as reader:
        for number, sign in ((5, "≡"), (4, "∅"), (3, "!"), (2, "")):
            assert row_of(reader, number).rstrip().endswith(sign or str(number))
        await reader.until_shown("Full text: 1,234 words from arXiv's HTML")
        await reader.press("j")
        await reader.until_shown("Full text: none: arXiv has no HTML of it")
        await reader.press("j")
        await reader.until_shown("arXiv answered 503")


async def test_a_text_is_saved_for_offline_reading_and_that_is_undone(paths: Paths) -> None:
    made = fill_with_text(paths)
    key = paper(2).key
    async with reading(paths) as reader:
        await reader.press("j", "w")
        await reader.until(lambda: queued(paths, key))
        await reader.until_shown("Saved for offline reading with the next refresh · u undoes")
        await reader.until(lambda: row_of(reader, 2).rstrip().endswith("↓"))
        await reader.press("u")
        await reader.until_shown("Undone: saved for offline reading")
        assert not queued(paths, key)
        await reader.press("t")
        await reader.until_shown("w saves it")
        await reader.press("w")
        await reader.until(lambda: queued(paths, key))
        await reader.press("u")
        await reader.until(lambda: not queued(paths, key))
    assert not queued(paths, made.key)


async def test_the_texts_of_a_whole_list_are_kept_after_a_question(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths) as reader:
        await reader.press("Q")
        await reader.until_shown("Save the full texts of 3 papers for offline reading?")
        await reader.press("escape")
        assert not any(queued(paths, paper(number).key) for number in (1, 2, 3))
        await reader.press("Q", "enter")
        await reader.until_shown("3 more full texts are saved for offline reading")
        assert all(queued(paths, paper(number).key) for number in (1, 2, 3))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (None, "The full text is not stored yet."),
        (TextState.NONE, "No HTML at arXiv or ar5iv; p opens the PDF"),
        (TextState.FAILED, "The full text could not be fetched."),
    ],
)
async def test_a_paper_without_a_text_shows_the_reason_and_its_abstract(
    paths: Paths, state: TextState | None, words: str
) -> None:
    made = paper(1)
    fill(paths, [made], [announced(made)])
    if state:
        put_outcome(paths, made, state, "nobody knows why")
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.until_shown(words, "We make up paper number 1", "Ada Example")
        assert ("nobody knows why" in reader.text) is bool(state)


async def test_stars_and_their_undoing_work_from_the_text(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("s")
        await reader.until_shown("Starred")
        await reader.press("u")
        await reader.until_shown("Undone: starred · U redoes")
        await reader.press("U")
        await reader.until_shown("Redone: starred")
        await reader.press("q")
        await reader.until(lambda: reader.app.screen is reader.main)


async def test_a_damaged_text_is_said_and_ends_nothing(paths: Paths) -> None:
    made = fill_with_text(paths)
    with Cache.open(paths.cache_db) as cache:
        cache._db.run("UPDATE fulltext_body SET document = x'00' WHERE key = ?", (made.key,))
    async with reading(paths, size=(100, 30)) as reader:
        await reader.press("t")
        await reader.until_shown("The stored full text cannot be read.", "stored in format 0")
        await reader.press("j", "G", "tab", "slash", "escape", "q")
        await reader.until(lambda: reader.app.screen is reader.main)


# Reviews and versions


def whole(number: int, version: int, pith: str) -> FullReview:
    made = paper(number)
    return FullReview(
        arxiv_id=made.id,
        version=version,
        title=made.title,
        sections=(Section.of(Part.PITH, pith), Section.of(Part.PREMISE, "That clocks agree.")),
        verdict="sound",
        model="made-up model",
        reviewed_at=datetime(2026, 5, 13, version, tzinfo=UTC),
    )


async def test_a_review_has_a_tab_of_its_own(paths: Paths) -> None:
    made = fill_with_text(paths)
    fill(paths, reviews=[review(made)])
    with Cache.open(paths.cache_db) as cache:
        cache.full_reviews.put(paper(3).key, [whole(3, 1, "Queues are stale.")])
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("j", "j", "2")
        await reader.until_shown("Pith's review of v1", "Queues are stale.", "That clocks agree.")
        await click(reader, "#reading-head", "1 Text")
        await reader.until_shown("Introduction")
        assert screen_of(reader).viewport.top == 2
        await click(reader, "#reading-head", "Review")
        await reader.until_shown("Pith's review of v1")


async def test_several_reviews_are_side_by_side_where_there_is_room(paths: Paths) -> None:
    fill_with_text(paths)
    with Cache.open(paths.cache_db) as cache:
        cache.full_reviews.put(paper(3).key, [whole(3, 1, "Queues are stale."), whole(3, 2, "Queues are fresh.")])
    async with reading(paths, size=(140, 30)) as reader:
        await open_text(reader)
        await reader.press("2")
        await reader.until(lambda: any("of v2" in line and "of v1" in line for line in reader.lines))
        await reader.pilot.resize_terminal(100, 60)
        await reader.until_shown("Queues are stale.", "Queues are fresh.")
        await reader.until(lambda: not any("of v2" in line and "of v1" in line for line in reader.lines))


async def test_of_a_card_alone_it_is_said_that_there_is_more(paths: Paths) -> None:
    made = fill_with_text(paths)
    fill(paths, reviews=[review(made)])
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("2")
        await reader.until_shown("Stale gradients cost a third less", "W fetches the whole review")
        await reader.press("3")
        await reader.until_shown("Only v1 of this paper is stored: there is nothing to compare")


async def test_a_paper_without_a_version_has_nothing_to_compare(paths: Paths) -> None:
    fill(paths, [made := paper(1, version=None, source="jsonl")], [announced(made)])
    put_text(paths, made, document([prose("Queues are old here.")]), version=0)
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("3")
        await reader.until_shown("The version of the stored text is unknown: there is nothing to compare")


async def test_changes_between_versions_are_shown_word_by_word(paths: Paths) -> None:
    made = paper(3)
    fill_with_text(paths)
    later = paper(3, "Another title", version=2, updated=datetime(2026, 5, 14, tzinfo=UTC))
    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake((later,), (), ()))
    put_text(paths, made, document([prose("Queues are old here.")]), version=1)
    put_text(paths, made, document([prose("Queues are new here.")]), version=2)
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press("3")
        await reader.until_shown("From v1 to v2", "Another title", "old", "new")


async def test_that_the_text_is_not_stored_is_said_where_the_text_would_be(paths: Paths) -> None:
    fill(paths, [made := paper(3)], [announced(made)], [review(made)])
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.until_shown("The full text is not stored yet")
        await reader.press("2")
        await reader.until_shown("Stale gradients cost a third less")
        await reader.until(lambda: "The full text is not stored yet" not in reader.text)


async def test_a_paper_that_nobody_reviewed_says_so(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("2")
        await reader.until_shown("No review of this paper is stored")


# Fetches, by a real child process from the made-up upstream


async def test_a_text_is_fetched_and_shown_as_it_comes(home: Paths, upstream: Upstream) -> None:
    made = next(each for each in upstream.papers if each.id[-1] not in "37")
    fill(home, [made], [announced(made)])
    async with reading(home, by_hand(home), size=(120, 30)) as reader:
        await open_text(reader)
        await reader.until_shown("words from arXiv's HTML")
        await is_still(reader)
        assert screen_of(reader).reading.state.fulltext.state is TextState.HAVE
        await reader.press("q")
        await reader.until_shown("≡")


async def test_the_texts_of_a_list_that_is_not_known_to_its_end_are_not_saved(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        view = reader.main.session.view
        assert view.listing
        whole = view.listing
        for listing in (
            changed(whole, keys=whole.keys[:9]),
            changed(whole, keys=array("q", range(1001)), total=texts._MAX_SAVED + 1),
        ):
            view.listing = listing
            await reader.press("Q")
            await reader.until_shown("At most 1,000 papers can be saved at once: search or filter first")
            await reader.press("k")
        view.listing = changed(whole, keys=array("q", range(1000)), total=texts._MAX_SAVED)
        await reader.press("Q")
        await reader.until_shown("Save the full texts of 1,000 papers for offline reading?")
