"""The reader opens at the position where it was quit."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import UiSettings
from arxtui.library.facade import Library
from arxtui.light import changed
from arxtui.store.library.database import LibraryFile
from arxtui.tui.state.saved import LastPlace, forget
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import QUIET, fill, reading

TO_THE_TOP = changed(QUIET, ui=UiSettings(theme="dark", reopen=False))


@pytest.fixture
def many(paths: Paths) -> Paths:
    """Two hundred papers, all of which were announced."""
    made = [paper(number) for number in range(1, 201)]
    fill(paths, made, [announced(each) for each in made])
    return paths


def leave(paths: Paths, *, hours: int) -> None:
    """Let the last session have ended so many hours ago."""
    with LibraryFile.open(paths.library_db) as library:
        library.sessions.end(datetime.now(UTC) - timedelta(hours=hours))


async def test_query_paper_and_height_are_those_that_the_reader_was_left_with(many: Paths) -> None:
    async with reading(many, size=(100, 30)) as reader:
        reader.main.context.navigator.leave_for("")
        await reader.until(lambda: reader.main.session.view.query == "")
        await reader.press("pagedown", "pagedown", *"jjj")
        papers = reader.main.papers
        before = papers.key, papers.rows_above
    async with reading(many, size=(100, 30)) as reader:
        papers = reader.main.papers
        assert reader.main.session.view.query == ""
        assert (papers.key, papers.rows_above) == before
        await reader.until_shown(f"›DC  {reader.title}", f"{papers.cursor + 1}/200")


async def test_a_terminal_of_another_size_has_the_paper_in_sight(many: Paths) -> None:
    async with reading(many, size=(120, 45)) as reader:
        await reader.press("G", *"kkkk")
        before = reader.main.papers.key
    async with reading(many, size=(40, 12)) as reader:
        assert reader.main.papers.key == before
        await reader.until_shown(f"›DC  {reader.title[:15]}")


async def test_a_search_is_opened_again_with_the_paper_beyond_its_first_results(many: Paths) -> None:
    async with reading(many) as reader:
        reader.main.context.navigator.leave_for("made-up")
        await reader.until(lambda: reader.main.papers.count == 200)
        await reader.press("G", "pageup", "k", "k")
        before, height = reader.main.papers.key, reader.main.papers.cursor - reader.main.papers.window.top
        assert 5 < height < reader.main.papers.window.sight.rows - 5
    async with reading(many) as reader:
        view = reader.main.session.view
        await reader.until(lambda: reader.main.papers.key == before)
        assert reader.main.papers.cursor - reader.main.papers.window.top == height
        assert view.query == "made-up"
        await reader.press("escape")
        await reader.until_listed("is:unread")
        assert (view.back, [spot.key for spot in view.ahead]) == ([], [before])
        await reader.press("alt+right")
        await reader.until(lambda: (view.query, reader.main.papers.key) == ("made-up", before))


async def test_a_beginning_that_was_listed_is_opened_again_as_one(many: Paths) -> None:
    async with reading(many) as reader:
        await reader.search("mad")
        await reader.press("enter", "j", "j")
        await reader.until(lambda: reader.main.papers.count == 200)
    async with reading(many) as reader:
        assert (reader.main.session.view.query, reader.main.papers.cursor) == ("mad*", 2)


@pytest.mark.parametrize("query", ["is:unread", "made-up"])
async def test_after_an_announcement_it_opens_on_the_inbox_and_escape_leads_to_where_it_was_left(
    many: Paths, query: str
) -> None:
    async with reading(many) as reader:
        reader.main.context.navigator.leave_for(query)
        await reader.until(lambda: reader.main.papers.count == 200)
        await reader.press("pagedown", "pagedown")
        before, row = reader.main.papers.key, reader.main.papers.cursor + 1
    leave(many, hours=1)
    news = [paper(number) for number in range(201, 204)]
    fill(many, news, [announced(each) for each in news])
    async with reading(many) as reader:
        name = "Unread" if query == "is:unread" else query
        await reader.until_shown(f"Esc goes back to {name}, row {row}: where you left", "203 papers")
        assert reader.title == "Made-up paper number 203"
        await reader.press("escape")
        await reader.until(lambda: reader.main.papers.key == before)
        assert reader.main.session.view.query == query
    async with reading(many) as reader:
        assert (reader.main.session.view.query, reader.main.papers.key) == (query, before)


async def test_new_papers_since_last_time_are_counted_in_a_list_without_unread_ones(many: Paths) -> None:
    async with reading(many) as reader:
        reader.main.context.navigator.leave_for("")
        await reader.until(lambda: reader.main.session.view.query == "")
        await reader.press("pagedown", "pagedown")
        before = reader.main.papers.key
    library = Library.open(many, QUIET)
    library.marks.apply(library.search.listing("is:unread").keys, "read")
    library.close()
    fill(many, [paper(number) for number in range(201, 204)])
    leave(many, hours=48)
    async with reading(many) as reader:
        await reader.until_shown("3 new papers since last time")
        assert reader.main.papers.key == before
        assert reader.main.papers.count == 203
        await reader.press("j")
        await reader.until_gone("since last time")
        reader.main.context.poller.counted.send(reader.main.session.news)
        await reader.pilot.pause()
        assert "since last time" not in reader.text


async def test_a_reader_left_at_the_top_of_the_first_list_opens_on_the_newest_paper(many: Paths) -> None:
    async with reading(many) as reader:
        await reader.press("j", "k")
    made = paper(201)
    fill(many, [made], [announced(made)])
    async with reading(many) as reader:
        assert reader.title == "Made-up paper number 201"


async def test_a_list_that_has_no_papers_any_more_gives_way_to_the_usual_one(many: Paths) -> None:
    async with reading(many) as reader:
        await reader.press("j", "s")
        await reader.until(lambda: reader.main.papers.row and reader.main.papers.row.marks.starred)
        reader.main.context.navigator.leave_for("is:starred")
        await reader.until(lambda: reader.main.papers.count == 1)
    with_star = Library.open(many, QUIET)
    with_star.journal.undo()
    with_star.close()
    async with reading(many) as reader:
        assert reader.main.session.view.query == "is:unread"


async def test_a_setting_opens_the_usual_list(many: Paths) -> None:
    async with reading(many) as reader:
        await reader.press("pagedown", "pagedown")
    async with reading(many, TO_THE_TOP) as reader:
        assert reader.main.papers.cursor == 0


@pytest.mark.parametrize(
    "kept", [b"", b"[]", b"\xff", b'{"query": 1, "key": 2, "above": 3}', b'{"query": "", "key": true}']
)
def test_a_file_that_makes_no_sense_is_no_place(tmp_path: Path, kept: bytes) -> None:
    file = tmp_path / "place.json"
    file.write_bytes(kept)
    assert LastPlace.read(file) is None


@pytest.mark.parametrize("names", ["[]", '{"a": 1}', "null"])
def test_names_that_make_no_sense_are_left_out_of_a_place(tmp_path: Path, names: str) -> None:
    file = tmp_path / "place.json"
    file.write_text(f'{{"query": "a", "key": 2, "above": 3, "names": {names}}}', encoding="utf-8")
    assert LastPlace.read(file) == LastPlace("a", 2, 3)
    file.write_text('{"query": "a", "key": 2, "above": 3, "row": "x"}', encoding="utf-8")
    assert LastPlace.read(file) == LastPlace("a", 2, 3)


def test_a_place_that_cannot_be_kept_does_no_harm(tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "place.json"
    LastPlace("", 1).write(missing)
    forget(missing)
    assert LastPlace.read(missing) is None
