"""Triage mode: one paper per screen, one key per decision, and the next paper appears immediately."""

from __future__ import annotations

import unicodedata

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.light import changed
from arxtui.model.marks import Marks
from arxtui.model.views import Record
from arxtui.text import cells, clean
from arxtui.tui import triage_screen
from arxtui.tui.actions import Group, Place
from arxtui.tui.commands import ACTIONS
from arxtui.tui.commands.triage_mode import TRIAGE
from arxtui.tui.present.record import RecordLooks
from arxtui.tui.present.triage import TriageProgress, end_lines, foot_lines, head_line, paper_lines
from arxtui.tui.screens.journal import JournalScreen
from arxtui.tui.triage_screen import TriageScreen
from tests.builders import announced, record
from tests.tui.acts.test_selector import found, picked
from tests.tui.papers import HOSTILE, paper, review
from tests.tui.reader import QUIET, THREE_PANES, Reader, fill, fill_usually, reading
from tests.tui.reading.test_paper import row_of


def screen(reader: Reader) -> TriageScreen:
    shown = reader.app.screen
    assert isinstance(shown, TriageScreen)
    return shown


def foot(reader: Reader) -> str:
    return reader.lines[-1].strip()


async def begin(reader: Reader) -> None:
    await reader.open("z", TriageScreen)


async def leave(reader: Reader) -> None:
    await reader.press("q")
    await reader.until(lambda: reader.app.screen is reader.main)


async def test_each_key_decides_and_the_next_paper_is_there(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.until_shown("1 of 20", "Made-up paper number 60", "Ada Example, Björn Måns", "We make up paper")
        await reader.press("space")
        await reader.until_shown("2 of 20 · 1 read", "Made-up paper number 59")
        await reader.press("s", "x", "4", "w")
        await reader.until_shown(
            "6 of 20 · 1 read · 1 starred · 1 hidden · 1 saved for offline reading · 1 rated", "Made-up paper number 55"
        )
        numbers = {"is:unread": 15, "is:starred": 1, "is:hidden": 1, "rating:4": 1, "is:queued": 1}
        await reader.until(lambda: {query: found(paths, query) for query in numbers} == numbers)
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)
        assert reader.title == "Made-up paper number 55"


async def test_the_reading_state_is_reported_on_a_small_terminal_too(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(40, 12)) as reader:
        await begin(reader)
        for words in ("to read", "reading", "read through"):
            await reader.press("d")
            await reader.until(lambda words=words: foot(reader) == words)  # type: ignore[misc]


async def test_messages_of_triage_mode_are_not_repeated_in_the_list(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("s", "u")
        await reader.until_shown("Undone: starred")
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)
        assert "Undone" not in reader.text


async def test_a_paper_that_had_a_mark_before_is_not_counted_for_it(paths: Paths) -> None:
    fill_usually(paths)
    library = Library.open(paths, QUIET)
    library.inbox.deliver()
    library.marks.apply([paper(60).key, paper(58).key], "star")
    library.marks.rate([paper(59).key], 4)
    library.close()
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("space")
        await reader.until_shown("2 of 20 · 1 read", "Made-up paper number 59")
        assert "starred" not in reader.lines[0]
        await reader.press("4")
        await reader.until_shown("3 of 20 · 2 read", "Made-up paper number 58")
        await reader.press("j", "s")
        await reader.until_shown("5 of 20 · 2 read · 1 starred")
        await reader.press("u")
        await reader.until_shown("4 of 20 · 2 read", "Made-up paper number 57")
        await reader.until(lambda: "starred" not in reader.lines[0])


async def test_a_paper_that_only_a_review_named_before_is_one_paper_in_the_journal_and_when_undone(
    paths: Paths,
) -> None:
    named = paper(61)
    fill(paths, reviews=[changed(review(named), arxiv_id=None, version=None, url=None)])
    fill_usually(paths)
    fill(paths, [named], [announced(named)])
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.until_shown("1 of 21", named.title)
        await reader.press("x")
        await reader.press("escape")
        await reader.open("V", JournalScreen)
        await reader.until_shown("Hidden, marked read", "1 paper", named.title)
        assert reader.text.count(named.title) == 1
        await reader.press("escape", "u")
        await reader.until_shown("Undone: hidden, marked read · U redoes")


async def test_moving_decides_nothing(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        for on, back in (("j", "k"), ("J", "K"), ("l", "h"), ("down", "up"), ("right", "left")):
            await reader.press(on, on)
            await reader.until_shown("3 of 20", "Made-up paper number 58")
            await reader.press(back)
            await reader.until_shown("2 of 20", "Made-up paper number 59")
            await reader.press(back)
            await reader.until_shown("1 of 20", "Made-up paper number 60")
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)
    library = Library.open(paths, QUIET)
    assert library.journal.acts(9) == []
    assert found(paths, "is:unread") == 20
    library.close()


async def test_a_decision_takes_the_paper_from_the_unread_and_one_undo_takes_back_both(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        for key, query in (("s", "is:starred"), ("x", "is:hidden"), ("w", "is:queued"), ("4", "rating:4")):

            def unread_and_decided(query: str = query) -> tuple[int, int]:
                return found(paths, "is:unread"), found(paths, query)

            await reader.press(key)
            await reader.until(lambda count=unread_and_decided: count() == (19, 1))  # type: ignore[misc]
            await reader.press("u")
            await reader.until_shown("Undone: ", ", marked read")
            assert unread_and_decided() == (20, 0), key
            await reader.press("U")
            await reader.until_shown("Redone: ")
            assert unread_and_decided() == (19, 1), key
            await reader.press("u")
            await reader.until_shown("Undone: ")


async def test_a_star_given_in_the_list_leaves_the_paper_unread(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("s")
        await reader.until(lambda: found(paths, "is:starred") == 1)
        assert found(paths, "is:unread") == 20


async def test_a_line_of_a_long_abstract_is_scrolled_by_the_keys_of_vi(paths: Paths) -> None:
    made = paper(1, abstract="word " * 400)
    fill(paths, [made], [announced(made)])
    async with reading(paths, size=(40, 12)) as reader:
        await begin(reader)
        await reader.until_shown("1 of 1", "Made-up paper number 1")
        await reader.press("ctrl+e", "ctrl+e")
        await reader.until(lambda: screen(reader).paper.scroll_offset.y == 2)
        await reader.press("ctrl+y")
        await reader.until(lambda: screen(reader).paper.scroll_offset.y == 1)


async def test_undo_goes_back_to_its_paper_and_says_so(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("x", "s", "J")
        await reader.until_shown("4 of 20 · 1 starred · 1 hidden")
        await reader.press("u")
        await reader.until_shown("2 of 20 · 1 hidden", "Made-up paper number 59", "Undone: starred")
        await reader.press("u")
        await reader.until_shown("1 of 20", "Made-up paper number 60", "Undone: hidden")
        await reader.press("U")
        await reader.until_shown("1 of 20 · 1 hidden", "Redone: hidden")


async def test_a_question_for_tags_and_lists_keeps_the_paper(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("number_sign")
        assert "That was the last one" not in reader.text
        await reader.press(*"thesis, own", "enter")
        await reader.until_shown("1 of 20", "tagged own, thesis")
        await reader.press("a", *"Friday", "escape", "a", *"Monday", "enter")
        await reader.until_shown('tagged own, thesis · on the list "Monday"')
        await reader.press("d")
        await reader.until_shown('to read · tagged own, thesis · on the list "Monday"')


async def test_a_rating_is_given_by_the_key_of_the_list_and_undone(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("4", "k")
        await reader.until(lambda: found(paths, "rating:4") == 1)
        await reader.press("asterisk")
        await reader.until_shown("Rate 1 to 5 (0: no rating)")
        assert found(paths, "rating:4") == 1
        await reader.press("7", "enter")
        await reader.until_shown("A rating is a number from 1 to 5")
        await reader.press("backspace", "2", "enter")
        await reader.until_shown("1 of 20", "rated 2")
        await reader.press("u")
        await reader.until_shown("1 of 20", "rated 4")
        await reader.press("0")
        await reader.until_shown("1 of 20", "No longer rated", "u undoes")
        assert found(paths, "rating:4") == 0
        await reader.press("u")
        await reader.until_shown("1 of 20", "rated 4")


def test_commands_that_label_papers_have_the_same_keys_in_triage_mode_as_in_the_list() -> None:
    in_triage = {action.id: (action.keys, action.description) for action in TRIAGE}
    for label in (action for action in ACTIONS if action.group is Group.LABEL):
        assert in_triage[label.id] == (label.keys, label.description)


async def test_the_end_of_triage_mode_counts_decisions_and_names_the_way_back(paths: Paths) -> None:
    fill(paths, [paper(1), paper(2)], [announced(paper(1)), announced(paper(2))])
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("space", "s")
        await reader.until_shown("all 2", "That was the last one", "1 read · 1 starred, of 2", "Esc goes back")
        for key in ("s", "number_sign"):
            await reader.press("k", "J", key)
            await reader.until_shown("That was the last paper: Esc goes back to the list")
        await reader.press("s", "J")
        await reader.until_shown("That was the last paper: Esc goes back to the list")
        await reader.press("k")
        await reader.until_shown("2 of 2", "Made-up paper number 1")
        await reader.press("j", "q")
        await reader.until(lambda: reader.app.screen is reader.main)
        assert reader.title == "Made-up paper number 1"


async def test_the_picked_papers_alone_are_gone_through(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("j", "m", "j", "m")
        await begin(reader)
        await reader.until_shown("1 of 2", "Made-up paper number 59")


async def test_reviews_come_before_a_long_abstract_which_scrolls(paths: Paths) -> None:
    made = paper(1, abstract="word " * 2_000 + "the end")
    fill(paths, [made, paper(2)], [announced(made)], [review(made)])
    async with reading(paths, size=(40, 12)) as reader:
        await begin(reader)
        await reader.until_shown("1 of 1", "Made-up paper number 1")
        for _ in range(200):
            await reader.press("pagedown")
            if "the end" in reader.text:
                break
        assert "the end" in reader.text
        await reader.press("space")
        await reader.until_shown("That was the last one")


async def test_it_fits_any_terminal(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        for columns, rows in ((80, 24), (40, 12), (200, 60)):
            await reader.resize(columns, rows)
            await reader.until_shown("1 of 20", "Made-up paper number 60", "? help")
            assert all(cells(line) <= columns for line in reader.lines)


async def test_a_paper_that_left_the_cache_is_passed_over(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        reader.main.papers.rows.keys = [paper(60).key, paper(999).key, paper(58).key]
        await begin(reader)
        await reader.press("J")
        await reader.until_shown("2 of 3", "This paper has left the cache")
        await reader.press("s", "J")
        await reader.until_shown("3 of 3", "Made-up paper number 58")


async def test_the_list_shows_a_rating_given_in_triage_mode(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("3", "q")
        await reader.until(lambda: reader.app.screen is reader.main)
        library = Library.open(paths, QUIET)
        await reader.until(lambda: library.papers.rows([paper(60).key])[0].marks.rating == 3)
        library.close()
        await reader.until(lambda: row_of(reader, 60).rstrip().endswith("3"))


@pytest.mark.parametrize(
    ("place", "total", "exact", "words"),
    [(1, 20, True, "1 of 20"), (20, 20, True, "20 of 20"), (21, 20, True, "all 20"), (3, 20, False, "3 of 20+")],
)
def test_the_head_says_which_of_the_papers_is_shown(place: int, total: int, exact: bool, words: str) -> None:
    line = "".join(text for text, _ in head_line(TriageProgress(place, total, exact, "Unread"), 60))
    assert line.split("  ")[0] == f" {words}"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (Marks(), Marks(read=True), "1 read"),
        (Marks(), Marks(read=True, starred=True), "1 starred"),
        (Marks(starred=True), Marks(starred=True, read=True), "1 read"),
        (Marks(starred=True), Marks(), ""),
        (Marks(read=True), Marks(read=True), ""),
        (Marks(rating=3), Marks(rating=3, read=True), "1 read"),
        (Marks(rating=3), Marks(rating=4, read=True), "1 rated"),
    ],
)
def test_only_marks_that_a_paper_did_not_have_are_counted(before: Marks, after: Marks, words: str) -> None:
    assert TriageProgress.of(1, 2, "Unread", [(before, after)]).words == words


@pytest.mark.parametrize("width", [40, 80, 120, 160])
def test_the_way_out_is_named_at_any_width(width: int) -> None:
    foot = "".join(text for text, _ in foot_lines((), width, 2)[0])
    assert "Esc leave" in foot
    assert "? help" in foot


@pytest.mark.parametrize(("width", "height"), [(20, 6), (40, 9), (160, 40)])
def test_nothing_of_the_end_is_cut_where_there_is_room_for_it(width: int, height: int) -> None:
    lines = end_lines(TriageProgress(3, 20, True, "3 read", "2 starred"), width, height)
    said = " ".join("".join(text for text, _ in line.pieces).strip() for line in lines)
    assert "Esc goes back to the list, k to the last paper; u undoes." in said
    assert "…" not in said
    for words, decided in (("2 starred", "2 starred"), ("", "nothing decided")):
        lines = end_lines(TriageProgress(21, 20, True, "3 read", words), 80, 20)
        assert f" {decided}, of 20 " in "".join(text for line in lines for text, _ in line.pieces)


@pytest.mark.parametrize("width", [20, 40, 80, 200])
@pytest.mark.parametrize("foreign", HOSTILE.values(), ids=HOSTILE.keys())
def test_every_line_of_triage_mode_fits_with_hostile_text(foreign: str, width: int) -> None:
    made = paper(1, foreign, abstract=foreign * 3)
    shown: Record = record(made, title=foreign, reviews=(review(made, headline=foreign),))
    progress = TriageProgress(3, 20, True, foreign, "2 starred")
    lines = [
        head_line(progress, width),
        *foot_lines((), width, 2),
        *foot_lines([(clean(foreign), "dim")], width, 2),
    ]
    lines += [
        list(line.pieces) for line in (*paper_lines(shown, width, RecordLooks()), *end_lines(progress, width, 20))
    ]
    for line in lines:
        text = "".join(piece for piece, _ in line)
        assert cells(text) <= width
        assert not any(unicodedata.category(character) == "Cc" for character in text)


async def test_a_key_of_the_list_that_triage_does_not_have_says_so(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("y")
        await reader.until_shown("y does nothing in triage mode: ? lists its keys, Esc leaves")
        await reader.press("j")
        await reader.until_shown("2 of 20")
        assert "does nothing" not in reader.text


async def test_a_message_ends_with_its_paper_and_the_next_paper_begins_at_its_top(paths: Paths) -> None:
    made = [paper(number, abstract="word " * 400) for number in (1, 2, 3)]
    fill(paths, made, [announced(each) for each in made])
    async with reading(paths, size=(60, 16)) as reader:
        await begin(reader)
        await reader.press("k")
        assert foot(reader) == "This is the first paper"
        await reader.press("ctrl+e", "ctrl+e")
        assert screen(reader).paper.scroll_offset.y == 2
        await reader.press("d")
        assert (foot(reader), screen(reader).paper.scroll_offset.y) == ("to read", 2)
        for key in ("j", "k", "space"):
            await reader.press("d", "ctrl+e")
            assert screen(reader).paper.scroll_offset.y > 0
            await reader.press(key)
            assert screen(reader).paper.scroll_offset.y == 0
            assert not any(foot(reader).startswith(words) for words in ("to read", "reading", "read through"))


async def test_all_decisions_about_a_paper_count_beside_the_marks_that_it_had_at_first(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await begin(reader)
        for keys, words in (
            (("s",), "2 of 20 · 1 starred"),
            (("k", "x"), "2 of 20 · 1 starred · 1 hidden"),
            (("k", "4"), "2 of 20 · 1 starred · 1 hidden · 1 rated"),
            (("u",), "1 of 20 · 1 starred · 1 hidden"),
            (("U", "j", "space"), "3 of 20 · 1 read · 1 starred · 1 hidden · 1 rated"),
        ):
            await reader.press(*keys)
            await reader.until(lambda words=words: reader.lines[0].split("  ")[0].strip() == words)  # type: ignore[misc]


async def test_a_rating_in_a_question_counts_like_one_by_its_digit(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("asterisk", "3", "enter")
        await reader.until_shown("1 of 20 · 1 rated", "rated 3")
        await reader.press("0")
        await reader.until(lambda: reader.lines[0].startswith(" 1 of 20  "))
        await reader.until_shown("No longer rated: 1 paper · u undoes")


async def test_triage_mode_of_a_search_is_named_by_its_query_and_shows_tags_as_they_change(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("mad")
        await reader.press("enter")
        await reader.until_shown("mad* ×")
        await begin(reader)
        assert reader.lines[0].endswith("mad*")
        await reader.press("number_sign", *"thesis", "enter")
        await reader.until_shown("tagged thesis")
        await reader.press("j", "k")
        await reader.until_shown("tagged thesis")
        await reader.press("u", "j", "k")
        await reader.until_gone("tagged thesis")


async def test_the_list_is_left_as_it_was_with_the_cursor_on_the_paper_shown_last(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("j", "j")
        await leave(reader)
        assert (reader.title, reader.main.session.place) == ("Made-up paper number 58", Place.LIST)
        await reader.press("s")
        await reader.until(lambda: (row := reader.main.papers.row) and row.marks.starred)
        await reader.press("j", "number_sign")
        assert reader.main.context.questions.is_asking
        await reader.press(*"mine", "enter")
        await reader.until_shown("Tagged mine: 1 paper")
        assert [found(filled, query) for query in ("is:starred", "tag:mine", "is:starred tag:mine")] == [1, 1, 0]
        await reader.press("G")
        await begin(reader)
        await reader.press("j", "j")
        assert foot(reader) == "That was the last paper: Esc goes back to the list"
        await leave(reader)
        assert reader.main.papers.cursor == 19


async def test_selected_papers_are_gone_through_from_the_first_alone_and_stay_selected(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("j", "m", "j", "m", "j", "j")
        await begin(reader)
        await reader.until_shown("1 of 2", "Made-up paper number 59")
        listing = reader.main.session.view.listing
        assert listing
        reader.main.context.navigator.grown.send(listing)
        await reader.until_shown("1 of 2")
        await reader.press("s")
        await reader.until_shown("2 of 2 · 1 starred", "Made-up paper number 57")
        await reader.until(lambda: found(filled, "is:starred") == 1)
        await leave(reader)
        assert (len(picked(reader)), reader.title) == (2, "Made-up paper number 57")


async def test_papers_that_come_to_the_list_are_gone_through_too(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await begin(reader)
        listing = reader.main.context.threads.library.search.listing("")
        reader.main.context.navigator.grown.send(listing)
        await reader.until_shown("1 of 60")


async def test_tex_and_text_are_swapped_at_once(paths: Paths) -> None:
    made = paper(1, "The $\\sqrt{s}$ limit")
    fill(paths, [made], [announced(made)])
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        for shown in ("The $\\sqrt{s}$ limit", "The √s limit"):
            await reader.press("T")
            assert shown in reader.text


async def test_a_mark_is_on_the_paper_as_soon_as_it_is_decided(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        row = screen(reader).row
        assert row
        screen(reader).decide(row, changed(row.marks, rating=4))
        screen(reader).show_paper()
        await reader.until_shown("rated 4")


async def test_the_records_of_a_bounded_number_of_papers_are_kept(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(triage_screen, "_MAX_RECORDS", 2)
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        for number in (59, 58, 57):
            await reader.press("j")
            await reader.until_shown(f"Made-up paper number {number}")
            assert len(screen(reader)._records) <= 2


async def test_each_paper_of_triage_has_its_own_venue(paths: Paths) -> None:
    venues = (changed(paper(2), comment="Accepted at ICML 2026"), paper(1))
    fill(paths, venues, [announced(each) for each in venues])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.until_shown("Accepted at ICML 2026")
        await reader.until(lambda: reader.main.detail.looks.extras.venue)
        await begin(reader)
        await reader.until_shown("Accepted at ICML 2026")
        await reader.press("j")
        await reader.until_shown("2 of 2", "paper number 1")
        assert "ICML" not in reader.text
