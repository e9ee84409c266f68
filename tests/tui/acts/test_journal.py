"""The journal screen: its acts, undone in any order, and the papers of an act."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.library.facade import Library
from arxtui.model.marks import Act, Reading
from arxtui.text import cells
from arxtui.tui.present import acts
from arxtui.tui.present.journal import act_line, papers_lines
from arxtui.tui.screens.journal import PAGE, ActPapers, JournalScreen
from arxtui.tui.services import marker
from tests.builders import row
from tests.tui.acts.test_rules import answer, ruled
from tests.tui.acts.test_selector import found
from tests.tui.papers import HOSTILE, paper
from tests.tui.reader import QUIET, THREE_PANES, fill_usually, reading

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)


def act(what: str, papers: int = 2, **expected: object) -> Act:
    return Act(1, NOW, what, papers)._replace(**expected)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("done", "words"),
    [
        (act("read", 40), "Marked read: 40 papers · u undoes"),
        (act("tag", 1, name="thesis"), "Tagged thesis: 1 paper · u undoes"),
        (act("retag", name='"thesis" "a, b" -"old"'), "Tagged thesis, a, b, removed tag old: 2 papers · u undoes"),
        (act("retag", 5, name='-"thesis"'), "Removed tag thesis from 5 papers · u undoes"),
        (act("untag", 1, name="thesis"), "Removed tag thesis from 1 paper · u undoes"),
        (act("rate", name="4"), "Rated 4: 2 papers · u undoes"),
        (act("rate"), "No longer rated: 2 papers · u undoes"),
        (act("reading", name=Reading.TO_READ), "To read: 2 papers · u undoes"),
        (act("rename tag", name="old", to="new"), "Tag old renamed to new: 2 papers · u undoes"),
        (act("enlist", name="{name}"), 'Added to the list "{name}": 2 papers · u undoes'),
        (act("note", 1), "Note saved: 1 paper · u undoes"),
        (act("remove note", 1), "Note removed: 1 paper · u undoes"),
        (act("remove view", 0, name="zz"), "View zz removed · u undoes"),
        (act("bind view", 0, name="zz", to="3"), "View zz bound to 3 · u undoes"),
        (act("something new"), "Something new: 2 papers · u undoes"),
    ],
)
def test_every_act_is_reported_in_words(done: Act, words: str) -> None:
    assert acts.done_words(done) == words


def test_an_undo_names_its_act_and_says_where_all_of_it_was_changed_since() -> None:
    assert acts.undone_words(act("tag", 12, name="thesis")) == "Undone: tagged thesis, 12 papers"
    assert marker._undone_words(act("star", 1)) == "Undone: starred · U redoes"
    assert "redoes" not in marker._undone_words(act("make rule", refused="it was changed since"))
    assert acts.redone_words(act("star", 1)) == "Redone: starred"
    assert acts.undone_words(act("star", 0)).startswith("Undone: starred; all of it was changed since")
    assert acts.act_phrase(act("tag", name="llm", by="rule less LLM")) == "tagged llm by rule less LLM"


@pytest.mark.parametrize(("total", "more"), [(2, []), (3, ["   and 1 paper more"]), (12, ["   and 10 papers more"])])
def test_the_papers_of_an_act_that_are_not_named_are_counted(total: int, more: list[str]) -> None:
    lines = papers_lines([row(paper(1, "Fair locks")), row(paper(2, "Old strings"))], total, 60)
    assert ["".join(text for text, _ in line.pieces) for line in lines] == ["   Fair locks", "   Old strings", *more]
    assert papers_lines([], total, 60) == []


def test_an_act_is_in_the_journal_with_a_capital_and_its_names_in_the_plural() -> None:
    followed = act("follow category", 0, name="quant-ph; math.NT")
    assert acts.act_sentence(followed) == "Categories quant-ph; math.NT followed"
    line = "".join(text for text, _ in act_line(followed, 80, NOW, here=False))
    assert "Categories quant-ph; math.NT followed" in line
    assert acts.undone_words(followed) == "Undone: categories quant-ph; math.NT followed"


@pytest.mark.parametrize("width", [24, 40, 80, 160])
@pytest.mark.parametrize("foreign", HOSTILE.values(), ids=HOSTILE.keys())
def test_every_line_of_the_journal_fits_with_hostile_text(foreign: str, width: int) -> None:
    result = act("tag", 12_345, name=foreign, undone=NOW + timedelta(hours=1))
    titles = papers_lines([row(paper(1, foreign))], 12, width)
    for pieces in (act_line(result, width, NOW, here=True), *(line.pieces for line in titles)):
        text = "".join(piece for piece, _ in pieces)
        assert cells(text) <= width
        assert "\x1b" not in text


async def test_an_act_in_the_middle_is_undone_and_later_acts_stay(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("s", "m", "m", "space")
        await reader.until_shown("Marked read: 2 papers")
        await reader.press("x")
        await reader.until(lambda: found(paths, "is:hidden") == 1)
        await reader.open("V", JournalScreen)
        await reader.until_shown("Hidden", "Marked read", "Starred", "Made-up paper number 58")
        await reader.press("j")
        await reader.until_shown("Made-up paper number 60", "Made-up paper number 59")
        journal = reader.app.screen
        assert isinstance(journal, JournalScreen)
        journal.show_papers(ActPapers(0, 1, [row(paper(1, "Of an act that the cursor left"))]))
        await reader.pilot.pause()
        assert "Of an act that the cursor left" not in reader.text
        await reader.press("u")
        await reader.until_shown("Undone: marked read, 2 papers", "Undone: marked read  ")
        assert (found(paths, "is:unread"), found(paths, "is:hidden"), found(paths, "is:starred")) == (19, 1, 1)
        await reader.press("u")
        await reader.until_shown("That is already undone")
        await reader.press("U")
        await reader.until_shown("Redone: marked read, 2 papers")
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)


async def test_enter_lists_the_papers_of_an_act(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("m", "j", "m", "s")
        await reader.until_shown("Starred: 2 papers")
        await reader.open("V", JournalScreen)
        await reader.until_shown("Starred", "2 papers")
        await reader.press("enter")
        await reader.until(lambda: list(reader.main.papers.rows.keys) == [paper(60).key, paper(58).key])
        await reader.press("escape")
        await reader.until(lambda: reader.main.session.view.query == "is:unread")


async def test_an_empty_journal_says_that_there_are_no_acts_yet(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(40, 12)) as reader:
        await reader.open("V", JournalScreen)
        await reader.until_shown("There are no acts yet")
        await reader.press("u", "enter", "U")
        await reader.until_shown("Nothing to redo")


async def test_a_long_journal_is_read_on_as_it_is_gone_through(paths: Paths) -> None:
    fill_usually(paths)
    library = Library.open(paths, QUIET)
    for _ in range(PAGE):
        library.marks.apply([paper(1).key], "star")
        library.marks.apply([paper(1).key], "unstar")
    library.close()
    async with reading(paths) as reader:
        journal = await reader.open("V", JournalScreen)
        await reader.until(lambda: journal.rows.count == PAGE)
        await reader.press("G")
        await reader.until(lambda: journal.rows.count == 2 * PAGE)


@pytest.mark.parametrize("size", [(160, 45), (40, 12)])
async def test_an_act_that_changed_no_papers_offers_none_and_says_so(paths: Paths, size: tuple[int, int]) -> None:
    fill_usually(paths)
    library = Library.open(paths, QUIET)
    library.marks.apply([paper(60).key], "star")
    library.views.save("stars", "is:starred")
    library.close()
    async with reading(paths, size=size) as reader:
        journal = await reader.open("V", JournalScreen)
        await reader.until(lambda: journal.rows.count == 2)
        assert "Enter" not in reader.lines[-1]
        await reader.press("enter")
        await reader.until_shown("This act changed no papers")
        assert reader.app.screen is journal
        await reader.press("j")
        await reader.until(lambda: size[0] == 40 or "Enter list papers" in reader.lines[-1])
        await reader.press("enter")
        await reader.until(lambda: list(reader.main.papers.rows.keys) == [paper(60).key])


async def test_the_journal_shows_a_change_of_the_settings_as_soon_as_it_is_undone(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, settings=ruled(paths), size=THREE_PANES) as reader:
        await answer(reader, "at", "Ada Example")
        await reader.until(lambda: load(paths.config_file).follow.authors)
        journal = await reader.open("V", JournalScreen)
        await reader.until(lambda: journal.rows.row)
        await reader.press("u")
        await reader.until(lambda: (act := journal.rows.row) and act.undone)
