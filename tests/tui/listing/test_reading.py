"""The reader on a library: lists, movement, marks, undo."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import RefreshSettings, Settings
from arxtui.library.facade import Library
from arxtui.model.intake import Intake
from arxtui.model.marks import Marks
from arxtui.store.cache.database import Cache
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import QUIET, THREE_PANES, Reader, fill, reading


def marks_of(paths: Paths, number: int) -> Marks:
    library = Library.open(paths, QUIET)
    try:
        return library.papers.rows([paper(number).key])[0].marks
    finally:
        library.close()


async def test_the_list_opens_on_unread_papers_newest_first(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.until_shown(" Unread  ", "20 papers")
        assert reader.title == "Made-up paper number 60"
        assert reader.main.papers.count == 20
        await reader.until_shown("We make up paper number 60")


async def test_without_anything_unread_it_opens_on_everything(paths: Paths) -> None:
    fill(paths, [paper(1), paper(2)])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.until_shown("All papers", "2 papers")


async def test_the_first_paper_marked_read_gives_the_others_their_dots_at_once(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        assert "●" not in "".join(line.split("│")[1] for line in reader.lines[1:9])
        await reader.press("j", "space")
        rows = [line.split("│")[1][:6] for line in reader.lines[2:5]]
        assert ["●" in row for row in rows] == [True, False, True], reader.text


async def test_the_filter_counts_days_views_and_categories(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.until_shown("Wed 13 May", "Tue 12 May", "▸ empty rows", "cs.DC")
        await reader.until(lambda: _numbers(reader, "Wed 13 May") == ["●10", "10"])


def _numbers(reader: Reader, row: str) -> list[str]:
    """Return the numbers in the filter row of this name."""
    line = next(line for line in reader.lines if row in line)
    return line.split("│")[0].split(row)[1].split()


async def test_the_moving_keys_move(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        papers = reader.main.papers
        for keys, place in (
            (("j",), 1),
            (("down", "j"), 3),
            (("k",), 2),
            (("up",), 1),
            (("G",), 19),
            (("k", "end"), 19),
            (("g",), 0),
            (("j", "home"), 0),
        ):
            await reader.press(*keys)
            assert papers.cursor == place, keys
        assert reader.text.splitlines()[-1].endswith("1/20")


async def test_pages_turn_and_the_cursor_keeps_away_from_the_edge(paths: Paths) -> None:
    fill(paths, [paper(number) for number in range(1, 400)])
    async with reading(paths, size=(100, 30)) as reader:
        papers = reader.main.papers
        height = papers.window.sight.rows
        await reader.press("pagedown")
        assert papers.cursor == height - 1
        assert 0 < papers.cursor - papers.window.top < height - 3
        await reader.press("pageup")
        assert papers.cursor == 0
        await reader.press("G")
        assert papers.cursor == 398
        assert papers.window.top == 399 - height


async def test_space_marks_read_and_moves_on_and_again_unread(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("space")
        assert reader.title == "Made-up paper number 59"
        await reader.until(lambda: not marks_of(filled, 60).unread)
        await reader.press("k", "space")
        await reader.until(lambda: marks_of(filled, 60).unread)


async def test_looking_at_a_paper_does_not_mark_it_read(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("enter", "j", "pagedown", "escape", "j", "j")
        await reader.until_shown("We make up paper number 58")
    assert all(marks_of(filled, number).unread for number in range(41, 61))


async def test_a_paper_marked_read_stays_in_its_place(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("space")
        await reader.until(lambda: reader.main.session.news.counts and reader.main.session.news.counts.unread == 19)
        assert reader.main.papers.count == 20
        assert "Made-up paper number 60" in reader.text


async def test_a_star_is_dim_until_the_library_has_it(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:

        def ink() -> str:
            papers = reader.main.papers
            return dict(papers.draws[0](papers.row, 100, here=True)).get("★ ", "")

        with closing(sqlite3.connect(filled.library_db, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await reader.press("s")
            await reader.until(ink)
            assert ink() == "dim"
            assert not marks_of(filled, 60).starred
            other.execute("ROLLBACK")
        await reader.until(lambda: ink() == "star")
        assert marks_of(filled, 60).starred


async def test_a_star_is_shown_kept_and_taken_back(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("s")
        await reader.until(lambda: marks_of(filled, 60).starred)
        await reader.until(lambda: any("★" in line for line in reader.lines))
        await reader.press("s")
        await reader.until(lambda: not marks_of(filled, 60).starred)


async def test_a_hidden_paper_stays_until_the_list_is_made_anew(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("x")
        await reader.until(lambda: marks_of(filled, 60).hidden)
        assert reader.title == "Made-up paper number 59"
        assert "Made-up paper number 60" in reader.text
        await reader.until_shown("Hidden: 1 paper · u undoes")
        reader.main.context.navigator.leave_for("")
        await reader.until_shown("59 papers")


async def test_a_hidden_paper_is_shown_again_by_the_same_key_and_stays_under_the_cursor(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("x", "x")
        await reader.until(lambda: marks_of(filled, 59).hidden)
        reader.main.context.navigator.leave_for("is:hidden")
        await reader.until_shown("2 papers")
        await reader.press("x")
        await reader.until(lambda: not marks_of(filled, 60).hidden)
        assert reader.title == "Made-up paper number 60"


async def test_every_act_can_be_undone_in_turn(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        before = [marks_of(filled, number) for number in (60, 59, 58)]
        await reader.press("space", "s", "j", "x")
        await reader.until(lambda: marks_of(filled, 58).hidden and marks_of(filled, 59).starred)
        for words in ("hidden", "starred", "marked read"):
            await reader.press("u")
            await reader.until_shown(f"Undone: {words} · U redoes")
        assert [marks_of(filled, number) for number in (60, 59, 58)] == before
        assert reader.title == "Made-up paper number 60"
        await reader.press("u")
        await reader.until_shown("Nothing to undo")


async def test_choosing_a_filter_row_lists_it_and_escape_returns_to_the_place(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("j", "j", "j", "f", "g", *["j"] * 4, "enter")
        await reader.until_shown(" Wed 13 May  ")
        assert reader.main.papers.count == 10
        assert reader.main.focused is reader.main.papers
        await reader.press("escape")
        await reader.until_shown(" Unread  ")
        assert reader.title == "Made-up paper number 57"


async def test_a_click_on_a_filter_row_lists_it(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        for label in ("empty rows", "Starred"):
            await reader.until_shown(label)
            row = next(number for number, line in enumerate(reader.lines) if label in line.split("│")[0])
            await reader.pilot.click("#filter", offset=(6, row - 1))
        await reader.until_shown("Nothing starred yet")


async def test_the_mouse_picks_papers_and_the_wheel_scrolls(paths: Paths) -> None:
    fill(paths, [paper(number) for number in range(1, 200)])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.pilot.click("#list", offset=(20, 0))
        assert reader.main.papers.cursor == 0
        await reader.pilot.click("#list", offset=(20, 8))  # below the day's heading, where a click does nothing
        assert reader.main.papers.cursor == 7
        for _ in range(8):
            await reader.pilot._post_mouse_events([_wheel()], "#list", offset=(20, 5), button=0)
        await reader.until(lambda: reader.main.papers.window.top == 24)
        assert reader.main.papers.cursor == 27


def _wheel() -> type:
    from textual.events import MouseScrollDown

    return MouseScrollDown


async def test_headlines_and_tex_source_take_the_titles_place(paths: Paths) -> None:
    from tests.tui.papers import review

    made = paper(1, "The $\\sqrt{s}$ limit")
    fill(paths, [made], [announced(made)], [review(made)])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.until_shown("The √s limit")
        await reader.press("T")
        await reader.until(lambda: reader.text.count("The $\\sqrt{s}$ limit") == 2)
        await reader.press("T", "H")
        await reader.until(lambda: reader.text.count("Stale gradients cost a third less") == 2)
        await reader.until_shown("Headlines, where there is a review")
        await reader.press("H")
        await reader.until(lambda: reader.lines[-1].strip().startswith("Titles"))


async def test_new_papers_wait_until_they_are_requested_and_the_screen_does_not_move(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("j", "j", "j")
        before = reader.main.papers.window.top, reader.title, reader.main.papers.count
        news = [paper(number) for number in range(61, 73)]
        fill(filled, news, [announced(each) for each in news])
        reader.main.context.poller.deliver()
        await reader.until_shown("12 waiting · . shows them")
        assert (reader.main.papers.window.top, reader.title, reader.main.papers.count) == before
        await reader.press("full_stop")
        await reader.until_shown("32 papers")
        assert reader.title == "Made-up paper number 72"
        await reader.until_gone("waiting ·")


async def test_a_star_set_by_another_program_appears(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        other = Library.open(filled, QUIET)
        other.marks.apply([paper(60).key], "star")
        other.close()
        await reader.until(lambda: reader.main.papers.row and reader.main.papers.row.marks.starred)


async def test_an_empty_list_takes_in_new_papers_by_itself(paths: Paths) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.until_shown("The cache is empty")
        made = paper(1)
        fill(paths, [made], [announced(made)])
        reader.main.context.poller.deliver()
        await reader.until(lambda: reader.title == "Made-up paper number 1")


async def test_a_deleted_cache_is_noticed_and_stars_survive_it(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("s")
        await reader.until(lambda: marks_of(filled, 60).starred)
        for file in filled.cache.glob("cache.db*"):
            file.unlink()
        Cache.open(filled.cache_db).close()
        await reader.until(lambda: reader.main.session.news.counts and not reader.main.session.news.counts.all)
        reader.main.context.navigator.leave_for("is:starred")
        await reader.until(lambda: reader.main.papers.count == 1)
        await reader.until_shown("Made-up paper number 60")


async def test_a_deleted_cache_is_explained(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("s")
        await reader.until(lambda: marks_of(filled, 60).starred)
    for file in filled.cache.glob("cache.db*"):
        file.unlink()
    async with reading(filled, size=(100, 30)) as reader:
        await reader.until_shown("The cache was deleted. Your marks")
        reader.main.context.navigator.leave_for("")
        await reader.until_shown(
            "The cache was deleted", "Your marks, tags, lists, notes and views are kept", "a refresh fetches them again"
        )


async def test_a_starred_paper_that_was_withdrawn_since_the_last_session_is_reported(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("s")
        await reader.until(lambda: marks_of(filled, 60).starred)
    later = datetime.now(UTC) + timedelta(minutes=1)
    with Cache.open(filled.cache_db, clock=lambda: later) as cache:
        gone = replace(paper(60), version=2, updated=later, comment="Withdrawn by the authors")
        cache.take(Intake(papers=(gone,)))
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.until_shown("Withdrawn by now: one paper that you starred", "v2 was withdrawn by its authors", "⊘")


async def test_it_quits_at_once(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("q")
        await reader.until(lambda: not reader.app.is_running)
    assert reader.app.return_code == 0


async def test_without_a_subscription_it_offers_the_categories(paths: Paths) -> None:
    settings = Settings(refresh=RefreshSettings(at_start=False, interval_minutes=0))
    async with reading(paths, settings) as reader:
        await reader.until_shown("Choose the arXiv categories")
        await reader.press("escape")
        await reader.until_shown("No categories followed", "c chooses them")


async def test_categories_are_searched_chosen_and_written(paths: Paths) -> None:
    from arxtui.config.settings import load

    paths.config_file.write_text("# mine\n[refresh]\nat_start = false\ninterval_minutes = 0\n")
    settings = load(paths.config_file)
    async with reading(paths, settings) as reader:
        await reader.until_shown("Choose the arXiv categories")
        await reader.press(*"number theory", "enter")
        await reader.press(*"cs.dc", "enter")
        await reader.until_shown("2 chosen")
        await reader.press("enter")
        await reader.until_shown("Welcome to arxtui")
        await reader.press("enter")
        await reader.until(lambda: reader.app.screen is reader.main)
    written = paths.config_file.read_text()
    assert written.startswith("# mine")
    assert load(paths.config_file).arxiv.categories == ("math.NT", "cs.DC")


async def test_a_faulty_row_source_is_said_and_ends_nothing(filled: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        said: list[str] = []
        reader.main.context.status.said.subscribe(lambda words, _: said.append(words))
        reader.main.context.threads.library.close()
        reader.main.papers.rows.forget()
        await reader.until_shown("Cannot operate on a closed database")
        assert "Traceback" not in reader.text
        assert said.count("Cannot operate on a closed database.") == 1
        await reader.press("j", "k")


async def test_a_resize_keeps_the_place(paths: Paths) -> None:
    sizes = ((160, 45), (100, 30), (80, 24), (40, 12))
    fill(paths, [paper(number) for number in range(1, 200)])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("G", "pageup")
        before = reader.title
        for size in (size for pair in permutations(sizes, 2) for size in pair):
            await reader.resize(*size)
            assert reader.title == before, size
            assert before[-3:] in reader.text, size
