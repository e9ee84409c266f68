"""The search box: every key press searches, and no typed text is lost."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

import pytest

from arxtui.config.paths import Paths
from arxtui.model.expr import Sort
from arxtui.search.index import SearchIndex
from arxtui.tui.present.listing.headings import DayHeadings
from arxtui.tui.state import view
from arxtui.tui.state.day_groups import GroupSpan
from arxtui.tui.widgets.search_bar import HeadingBar
from tests.builders import announced
from tests.tui.keys.test_keymap import preset
from tests.tui.keys.test_typing import with_keys
from tests.tui.papers import HOSTILE, paper
from tests.tui.reader import THREE_PANES, Reader, fill, fill_usually, reading

TITLES = (
    "Fair locks for everyone",
    "Fairness of shared queues",
    "Sparse attention over lossy links",
    "Sparser snapshots",
    "Bounded staleness",
)


@pytest.fixture
def titled(paths: Paths) -> Paths:
    made = [paper(number, title) for number, title in enumerate(TITLES, 1)]
    fill(paths, made, [announced(each) for each in made[2:]])
    return paths


async def test_a_search_in_a_list_with_alternatives_is_within_all_of_them(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.search("ti:1 OR ti:2")
        await reader.press("enter", "slash", *"cat:none", "enter")
        await reader.until(lambda: reader.main.session.view.query == "(ti:1 OR ti:2) cat:none")
        await reader.press("escape")
        await reader.until(lambda: reader.main.session.view.query == "ti:1 OR ti:2")
        await reader.press("slash", "enter")
        await reader.until(lambda: not reader.main.bar.searching)
        assert reader.main.session.view.query == "ti:1 OR ti:2"


async def test_each_key_searches(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.press("slash", "ctrl+u")
        await reader.until_shown("5 matches")
        for key, found in (("s", None), ("p", 2), ("a", 2), ("r", 2), ("s", 2), ("e", 2), ("r", 1)):
            await reader.press(key)
            if found is not None:
                await reader.until(lambda found=found: reader.main.papers.count == found)  # type: ignore[misc]
        await reader.until_shown("/ sparser", "1 match", "Sparser snapshots")


async def test_no_key_is_kept_waiting_by_a_search(titled: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[threading.Thread] = []

    def heard(ask: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object, **named: object) -> object:
            asked.append(threading.current_thread())
            return ask(*given, **named)

        return call

    for name in ("find", "count", "counts"):
        monkeypatch.setattr(SearchIndex, name, heard(getattr(SearchIndex, name)))
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("spars sort:old")
        await reader.press("enter")
        await reader.until_shown("2 papers")
        assert asked
        assert threading.current_thread() not in asked


async def test_a_regular_expression_lists_and_counts_papers_as_it_finds_them(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "PATIENCE", 0.0)
    fill(paths, [paper(number, f"Fair locks of kind {number}") for number in range(1, 302)])
    shown: list[int] = []
    async with reading(paths, size=THREE_PANES) as reader:
        navigator = reader.main.context.navigator
        navigator.listed.subscribe(lambda listing: shown.append(len(listing.keys)))
        navigator.grown.subscribe(lambda listing: shown.append(len(listing.keys)))
        navigator.open("/fair locks/", to_top=True)
        await reader.until_shown("301 papers")
        await reader.until(lambda: reader.main.session.is_counted)
        assert shown == sorted(shown)
        assert shown[0] < shown[-1] == 301
        assert reader.title == "Fair locks of kind 301"


async def test_a_search_begins_within_the_list_shown(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.press("slash", *"fair")
        await reader.until_shown("is:unread fair", "0 matches", "No paper matches")


async def test_the_list_can_be_walked_while_typing_and_escape_returns_to_the_place(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.press("j", "j")
        before = reader.title
        await reader.search("fair")
        await reader.until_shown("2 matches")
        await reader.press("down")
        assert reader.main.papers.cursor == 1
        assert reader.main.bar.searching
        await reader.press("escape")
        await reader.until_shown(" Unread  ")
        assert reader.title == before
        assert reader.main.focused is reader.main.papers


async def test_escape_returns_once_from_each_list_to_its_query_and_paper(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        view, navigator = reader.main.session.view, reader.main.context.navigator
        await reader.press("j", "j")
        before = reader.main.papers.key
        for _ in range(2):
            navigator.leave_for("")
            await reader.until_listed("")
        assert reader.main.papers.key != before
        await reader.press("escape")
        await reader.until(lambda: view.query == "is:unread")
        assert (reader.main.papers.key, view.back) == (before, [])


async def search_for(reader: Reader, *queries: str) -> None:
    """Make searches one after the other."""
    for query in queries:
        await reader.search(query)
        await reader.press("enter")


async def test_lists_that_were_left_are_returned_to_back_and_forward_and_named(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        view = reader.main.session.view
        await reader.search("fair")
        await reader.press("enter")
        await reader.until_shown(" fair* × ", "2 papers")
        await reader.press("j", "0")
        await reader.until_shown(" Unread  ")
        await reader.press("escape")
        await reader.until_shown(" fair* × ", "Esc goes back to Unread · Alt+→ goes forward to Unread")
        assert reader.main.papers.cursor == 1
        await reader.press("escape")
        await reader.until_shown(" Unread  ", "Alt+→ goes forward to fair*")
        await reader.press("alt+right")
        await reader.until_shown(" fair* × ", "Esc goes back to Unread · Alt+→ goes forward to Unread")
        assert reader.main.papers.cursor == 1
        await reader.search("sparse")
        await reader.press("enter")
        await reader.until(lambda: "sparse" in view.query and not view.is_awaited)
        assert not view.ahead
        await reader.press("alt+right")
        await reader.until_shown("There is no list to go forward to")


async def test_earlier_searches_are_recalled_from_the_top_of_the_list_and_in_the_next_session(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        for words in ("fair", "sparse", "fair cat:cs.DC"):
            await search_for(reader, words)
            await reader.press("0")
            await reader.until_shown(" Unread  ")
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.press("0", "slash", "enter", "slash")  # what was not changed is no search
        for key, text in (
            ("up", "fair cat:cs.DC"),
            ("up", "sparse"),
            ("up", "fair"),
            ("up", "fair"),
            ("down", "sparse"),
            ("up", "fair"),
        ):
            await reader.press(key)
            assert reader.main.bar.text == text
        await reader.until_shown("2 matches")
        for _ in range(3):
            await reader.press("down")
        assert reader.main.bar.text == "is:unread"
        await reader.press("down", "down")
        assert (reader.main.bar.text, reader.main.papers.cursor) == ("is:unread", 2)
        await reader.press("up")
        assert (reader.main.bar.text, reader.main.papers.cursor) == ("is:unread", 1)
        await reader.press("up", "up", "enter")
        await reader.until_shown(" fair* ×   cat:cs.DC × ")


async def test_words_that_were_typed_choose_among_the_earlier_searches(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await search_for(reader, "fair", "sparse", "fair cat:cs.DC")
        await reader.search("sp")
        await reader.press("up")
        assert reader.main.bar.text == "sparse"
        await reader.press("up")
        assert reader.main.bar.text == "sparse"
        await reader.press("down")
        assert reader.main.bar.text == "sp"


async def test_a_cancelled_search_leaves_the_lists_ahead_as_they_are(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        view = reader.main.session.view
        await reader.search("fair")
        await reader.press("enter", "escape")
        await reader.until_shown(" Unread  ", "Alt+→ goes forward to fair*")
        await reader.search("sparse")
        await reader.until_listed("sparse")
        await reader.press("escape")
        await reader.until_shown(" Unread  ", "Alt+→ goes forward to fair*")
        assert len(view.ahead) == 1
        await reader.press("alt+right")
        await reader.until_shown(" fair* × ", "2 papers")


async def test_a_recalled_search_without_results_leads_on_to_the_others(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await search_for(reader, "sparse", "sparze")
        await reader.press("0", "slash", "up")
        await reader.until(lambda: reader.main.session.offers)
        assert reader.main.bar.text == "sparze"
        await reader.press("up")
        assert reader.main.bar.text == "sparse"
        await reader.press("down", "down")
        assert reader.main.bar.text == "is:unread"


async def test_an_empty_list_is_no_step_of_the_way_back_once_its_offer_is_accepted(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("sparze")
        await reader.press("enter")
        await reader.until_shown("Did you mean")
        await reader.press("enter")
        await reader.until_shown(" sparse × ")
        await reader.press("escape")
        await reader.until_shown(" Unread  ", "Alt+→ goes forward to sparse")


async def test_a_second_key_goes_back_as_in_a_text(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("fair")
        await reader.press("enter", "ctrl+o")
        await reader.until_shown(" Unread  ", "Alt+→ goes forward to fair*")


async def test_escape_from_another_pane_says_where_the_next_one_leads(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("fair")
        await reader.press("enter")
        await reader.until_shown(" fair* × ", "2 papers")
        await reader.press("f4", "escape")
        await reader.until_shown(" fair* × ", "Esc goes back to Unread")
        await reader.press("escape")
        await reader.until_shown(" Unread  ")
        await reader.press("escape")
        await reader.until_shown(" Unread  ", "Nothing to go back to: q quits")


async def test_a_search_that_the_last_session_left_ends_with_escape(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("fair")
        await reader.press("enter", "j")
        await reader.until_shown(" fair* × ", "2 papers")
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.until_shown(" fair* × ", "2 papers")
        await reader.press("escape")
        await reader.until_shown(" Unread  ")
        await reader.press("alt+right")
        await reader.until_shown(" fair* × ", "Esc goes back to Unread")
        assert reader.main.papers.cursor == 1


@pytest.mark.parametrize("keymap", ["default", "vim", "newsboat", "emacs"])
async def test_one_key_goes_to_the_inbox_from_any_list_and_pane(titled: Paths, keymap: str) -> None:
    async with reading(titled, with_keys(preset(keymap)), size=THREE_PANES) as reader:
        for pane in ("f2", "f3", "f4"):
            await reader.search("fair cat:cs.DC")
            await reader.press("enter", pane, "0")
            await reader.until_shown(" Unread  ")
            assert reader.main.session.view.query == "is:unread"
            assert reader.main.focused is reader.main.papers


async def test_enter_or_a_step_to_a_pane_keeps_the_search_and_escape_then_leaves_it(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("fair")
        await reader.until_shown("2 matches")
        await reader.press("f2")
        await reader.until_shown(" fair* × ", "2 papers")
        assert not reader.main.bar.searching
        await reader.press("f3", "escape")
        await reader.until_shown(" Unread  ")
        await reader.search("fair")
        await reader.until_shown("2 matches")
        await reader.press("enter")
        await reader.until_shown(" fair* × ", "2 papers")
        assert reader.main.focused is reader.main.papers
        await reader.press("j", "escape")
        await reader.until_shown(" Unread  ")


async def test_a_list_to_go_forward_to_is_named_by_the_place_it_narrows(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.press("slash", *"fair", "enter")
        await reader.until_listed("is:unread fair")
        await reader.press("escape")
        await reader.until_shown("goes forward to Unread fair*")


async def test_a_term_that_the_list_is_within_already_is_kept_once(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("is:unread")
        await reader.press("enter", "slash", *"sparse is:unread", "enter")
        await reader.until(lambda: reader.main.session.view.query == "sparse is:unread")
        await reader.until_shown("2 papers")


async def test_a_beginning_stays_one_with_filters_behind_it_before_enter_and_after(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("spars cat:cs.D sort:old")
        await reader.until_shown("2 matches")
        await reader.press("enter")
        await reader.until_shown(" spars* ×   cat:cs.D* ×   sort:old × ", "2 papers")
        assert not reader.main.session.view.faults
        await reader.press("slash", *"is:unread", "enter")
        await reader.until_shown("sort:old ×   is:unread ×", "2 papers")
        assert reader.main.session.view.query == "spars cat:cs.D sort:old is:unread"


async def test_an_impossible_date_is_underlined_and_said_in_the_box_and_on_its_chip(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        for term in ("date:2026-13", "day:2026-02-31", "added:2026-05..2026-04", "newer:9000y"):
            await reader.search(f"fair {term}")
            await reader.until(lambda: reader.main.bar.faults)
            assert reader.main.papers.count == 0, term
            said = reader.main.bar.faults[0].reason[:40]
            assert said[1:] in reader.text
            await reader.press("enter")
            await reader.until_shown(f"fair* ×   {term} ×", said[1:])
            shown = reader.main.bar.query_one("#heading", HeadingBar)._line
            assert shown
            assert (term, "chip-fault") in shown.pieces
            assert ("fair*", "chip") in shown.pieces


async def test_a_term_that_was_never_finished_is_said_once_the_search_is_kept(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("fair is:un")
        assert not reader.main.bar.faults
        found = reader.main.papers.count
        await reader.press("enter")
        await reader.until_shown('is: has no value "un"')
        assert reader.main.papers.count == found > 0


async def test_no_number_of_papers_is_beside_a_query_that_is_not_understood(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        for query in ("ti:)", "is:stared", "fair is:stared", "sort:bst"):
            await reader.search("fair")
            await reader.until(lambda: reader.main.session.is_counted)
            await reader.search(query)
            await reader.until(lambda: reader.main.bar.faults)
            heading = reader.lines[0]
            assert "match" not in heading.split("│")[-1], query
            assert "not understood" in heading, query
            assert not re.search(r"\d/\d", reader.lines[-1]), query
            assert reader.main.session.counted
            assert reader.main.session.counted.query != query
            await reader.press("enter")
            await reader.until(lambda: not reader.main.bar.searching)
            await reader.until_shown("not understood")
            await reader.until(lambda: reader.lines[0].endswith("not understood"))


async def test_no_number_of_papers_is_beside_a_query_that_is_not_whole_yet(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        for query in ("has:cod", "-", "OR", "fair OR"):
            await reader.search(query)
            await reader.until(lambda: reader.lines[0].endswith("…"))
            assert not re.search(r"\d/\d", reader.lines[-1]), query
            await reader.press("enter")
            await reader.until(lambda: reader.lines[0].endswith("not understood"))


async def test_a_query_with_an_unclosed_quotation_mark_counts_its_matches_and_shows_the_fault(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search('fair "locks for')
        await reader.until_shown("1 match", "1/1")
        await reader.until(lambda: reader.main.bar.faults)
        assert reader.main.papers.count == 1
        assert reader.main.bar.faults[0].reason in " ".join(reader.lines[-2:])


async def test_a_new_list_ends_only_messages_from_before_its_request(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        reader.main.say("Said before")
        reader.main.context.navigator.open("")
        reader.main.say("Said meanwhile")
        await reader.until(lambda: reader.main.papers.count == 5)
        await reader.until_shown("Said meanwhile")
        reader.main.context.navigator.open("sparse*")
        await reader.until(lambda: reader.main.papers.count == 2)
        await reader.until_gone("Said meanwhile")


async def test_of_many_keys_pressed_at_once_the_last_search_wins(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("sparse attention over lossy links")
        await reader.until_shown("1 match", "Sparse attention over lossy links")


async def test_every_found_paper_can_be_reached(paths: Paths) -> None:
    fill(paths, [paper(number, "Fair locks again") for number in range(1, 1301)])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.search("fair")
        await reader.until_shown("1,300 matches")
        await reader.until(lambda: reader.main.papers.count == 1300)
        await reader.press("enter", "G")
        await reader.until_shown("1,300/1,300")


async def test_the_rest_of_a_list_leaves_the_cursor_on_its_paper_though_another_arrived_above(paths: Paths) -> None:
    fill(paths, [paper(number, f"Fair locks, part {number}") for number in range(1, 301)])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.search("fair")
        await reader.press("enter", "j", "j", "j")
        held = reader.title
        listing = reader.main.context.threads.library.search.listing("fair")
        fill(paths, [paper(301, "Fair locks, a late part")])
        reader.main.papers.grow(reader.main.context.threads.library.search.more(listing).keys)
        assert (reader.title, reader.main.papers.cursor) == (held, 4)


async def test_the_rest_of_a_list_is_counted_with_the_papers_of_its_day(paths: Paths) -> None:
    fill(paths, [paper(number) for number in range(1, 31)])
    async with reading(paths, size=THREE_PANES) as reader:
        papers = reader.main.papers
        keys = papers.rows.keys
        for number, show in ((10, lambda some: papers.show(some, Sort.NEW)), (30, papers.grow)):
            show(keys[:number])
            assert isinstance(papers.headings, DayHeadings)
            while papers.headings.groups.continue_count(0):
                pass
            assert papers.headings.groups.count(0) == number


async def test_papers_that_come_to_an_empty_list_are_divided_by_their_own_days(paths: Paths) -> None:
    fill(paths, [paper(number) for number in range(1, 31)])
    async with reading(paths, size=THREE_PANES) as reader:
        keys = reader.main.papers.rows.keys
        reader.main.papers.show((), Sort.NEW)
        reader.main.papers.grow(keys)
        assert isinstance(reader.main.papers.headings, DayHeadings)
        assert reader.main.papers.headings.groups.group(0).span is GroupSpan.DAY


async def test_pasted_control_characters_are_not_sent_to_the_terminal(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        for text in HOSTILE.values():
            await reader.press("slash", "ctrl+u")
            await reader.until(lambda: reader.main.bar.searching and not reader.main.session.view.query)
            await reader.paste(text)
            await reader.until(lambda: reader.main.session.view.query)
            await reader.press("enter")
            shown = reader.text
            assert "\x1b" not in shown
            assert "\u202e" not in shown
            assert reader.app.is_running


async def test_keys_typed_ahead_reach_the_box(titled: Paths) -> None:
    from textual.events import Key

    async with reading(titled, size=THREE_PANES) as reader:
        for key in ("slash", "ctrl+u", *"spars", "enter", "j", "s"):
            reader.app.post_message(Key(key, "/" if key == "slash" else key if len(key) == 1 else None))
        await reader.until_shown(" spars* × ", "2 papers")
        await reader.until(lambda: reader.main.papers.row and reader.main.papers.row.marks.starred)


async def test_a_query_can_be_edited_like_any_text(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        await reader.search("parser")
        await reader.press("home", "s", "end", "left", "delete", "right", "backspace")
        await reader.until_shown("/ spars", "2 matches")


def explained(reader: Reader) -> str:
    """Return the text of the list and of the lines below it, without line breaks."""
    return " ".join(word for line in reader.lines for word in line.split("│")[-1].split())


async def test_tab_takes_the_suggestion_of_a_fault(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        for typed, words, became in (
            ("is:unraed", "did you mean unread? · Tab takes it", "is:unread"),
            ("ab:queues", "Tab takes", "abs:queues"),
            ("cat:cs.DCC queues", "did you mean cs.CC or cs.DC? · Tab takes cs.CC", "cat:cs.CC queues"),
            ("sort:bst is:unraed", "did you mean best? · Tab takes it", "sort:best is:unread"),
        ):
            await reader.search(typed)
            await reader.until(lambda words=words: words in explained(reader))  # type: ignore[misc]
            await reader.press("tab")
            await reader.until(lambda became=became: reader.main.session.view.query == became)  # type: ignore[misc]
            assert reader.main.bar.searching, typed
            await reader.press("escape")


@pytest.mark.parametrize("size", [(160, 45), (80, 24), (40, 12)])
async def test_a_question_without_a_result_offers_the_papers_that_have_some_of_its_words(
    paths: Paths, size: tuple[int, int]
) -> None:
    fill(paths, [paper(number, title) for number, title in enumerate(TITLES, 1)])
    async with reading(paths, size=size) as reader:
        await reader.search("why locks are never shared")
        await reader.until_shown("Did you mean", "some:")
        await reader.press("tab")
        await reader.until(lambda: len(reader.main.papers.rows.keys) == 2)
        await reader.until_shown(TITLES[0], TITLES[1])
        if size[0] >= 160:
            await reader.until(lambda: any("Fair locks" in line and "locks" in line[60:] for line in reader.lines))


@pytest.mark.parametrize("size", [(160, 45), (80, 24), (40, 12)])
async def test_texts_that_were_not_searched_are_said_where_the_number_is(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("arxtui.library.search.queries.MAX_SCANNED", 3)
    fill(paths, [paper(number, f"Sparse snapshots {number}") for number in range(1, 11)])
    async with reading(paths, size=size) as reader:
        await reader.search("/sparse.snapshots [0-9]$/")
        await reader.until_shown("at least 2")
        await reader.press("enter")
        await reader.until_shown("at least 2")
        if size[0] >= 80:
            await reader.until_shown("at least 2 papers · 7 more not searched")


async def test_a_key_lists_the_papers_of_an_author_and_escape_leads_back(filled: Paths) -> None:
    async with reading(filled) as reader:
        before = reader.main.session.view.query
        await reader.press("comma", "p", *"Bjö", "tab", "enter")
        await reader.until_listed('au:"Björn Måns"')
        assert reader.main.papers.count == 60
        await reader.press("escape")
        await reader.until_listed(before)


async def test_a_search_left_before_its_papers_came_keeps_the_list_before_it(titled: Paths) -> None:
    async with reading(titled, size=THREE_PANES) as reader:
        view = reader.main.session.view
        await reader.search("fair")
        await reader.press("enter")
        await reader.until_shown(" fair* × ", "2 papers")
        search, wait = reader.main.context.threads.search, threading.Event()
        search.ask(lambda _: wait.wait(60), lambda _: None, lambda _: None)
        await reader.press("slash", *" sparse", "f2")
        wait.set()
        await reader.until(lambda: "sparse" in view.query and not view.is_awaited)
        assert view.back[-1].query == "fair"
