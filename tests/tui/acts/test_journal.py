"""The journal screen: its acts, undone in any order, and the papers of an act. Reading over time: its lines at every
width, and the way to the papers of a week or day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.library.facade import Library
from arxtui.library.views import ReadingSpan
from arxtui.light import changed
from arxtui.model.marks import Act, Reading
from arxtui.text import cells
from arxtui.tui.present import acts
from arxtui.tui.present.journal import act_line, head_line, papers_lines, span_line, span_name
from arxtui.tui.present.line import size
from arxtui.tui.screens.journal import PAGE, ActPapers, JournalScreen, ReadingHistory
from arxtui.tui.services import marker
from tests.builders import row
from tests.tui.acts.test_rules import answer, ruled
from tests.tui.acts.test_selector import found
from tests.tui.papers import HOSTILE, paper
from tests.tui.reader import QUIET, THREE_PANES, Reader, fill_usually, reading
from tests.tui.reading.texts import fill_with_text, open_text

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


MONDAY = date(2026, 5, 11)
WEEK = ReadingSpan(MONDAY, MONDAY + timedelta(days=6), 12, 1340, 25)
DAY = ReadingSpan(MONDAY, MONDAY, 1, 0, 0)
IN_ASCII = changed(QUIET, ui=changed(QUIET.ui, ascii=True))


def line(span: ReadingSpan, width: int, largest: ReadingSpan = WEEK) -> str:
    return "".join(text for text, _ in span_line(span, largest, width, here=False)).rstrip()


def test_a_line_has_the_numbers_and_bars_as_long_as_they_are_of_the_largest() -> None:
    assert line(WEEK, 80).split() == [*"Mon 11 May – Sun 17 May".split(), "12", "█" * 6, "1,340", "█" * 20, "25"]
    assert line(DAY, 80).split() == [*"Mon 11 May".split(), "1", "▌", "-", "-"]
    assert line(changed(WEEK, opened=6, read=670), 80).count("█") == 3 + 10
    assert line(WEEK, 44).split() == [*"Mon 11 May".split(), "12", "1,340", "25"]


@pytest.mark.parametrize("width", range(20, 200, 7))
def test_columns_are_below_their_headings_at_every_width(width: int) -> None:
    heads = "".join(text for text, _ in head_line(width))
    assert max(size(span_line(each, WEEK, width, here=True)) for each in (WEEK, DAY)) <= width
    assert cells(heads) <= width
    if "starred" in heads:
        shown = line(WEEK, width)
        ends = [(heads.index(name) + len(name), number) for name, number in (("opened", "12"), ("starred", "25"))]
        assert all(shown[:end].endswith(number) for end, number in ends)


def test_weeks_and_days_have_names() -> None:
    assert (span_name(WEEK), span_name(DAY)) == ("week of Mon 11 May", "Mon 11 May")


def mark(paths: Paths) -> str:
    """Mark three of the papers read, one of them starred, and return today's date."""
    library = Library.open(paths, QUIET)
    library.inbox.deliver()
    keys = library.search.listing("is:unread").keys[:3]
    library.marks.apply(keys, "read")
    library.marks.apply(keys[:1], "star")
    library.close()
    return datetime.now(UTC).date().isoformat()


async def open_it(reader: Reader) -> ReadingHistory:
    await reader.press("comma")
    return await reader.open("V", ReadingHistory)


async def test_weeks_are_above_days_and_enter_lists_the_papers_of_one(filled: Paths) -> None:
    day = mark(filled)
    async with reading(filled, size=THREE_PANES) as reader:
        screen = await open_it(reader)
        await reader.until_shown("0 texts opened, 3 read, 1 starred in 12 weeks", "By week", "By day")
        assert [span.is_week for span in screen.rows.rows] == [True] * 12 + [False]
        await reader.resize(60, 15)
        await reader.until(lambda: screen.rows.width == 59)  # beside a scroll bar
        await reader.until(lambda: reader.lines[1] == "".join(text for text, _ in head_line(59)))
        await reader.resize(*THREE_PANES)
        await reader.press("G", "enter")
        await reader.until_listed(f"read:{day} OR opened:{day}")
        await reader.until_shown("Opened or read: ", "3 papers")
        assert reader.main.papers.has_focus
        await reader.press("escape")
        await reader.until_listed("is:unread")


async def test_a_week_without_papers_lists_none_and_says_so(filled: Paths) -> None:
    mark(filled)
    async with reading(filled, size=THREE_PANES) as reader:
        screen = await open_it(reader)
        await reader.until(lambda: screen.rows.count)
        await reader.press("j", "enter")
        await reader.until_shown("No paper was opened or read then")
        assert reader.app.screen is screen


async def test_without_papers_marked_read_the_reading_history_explains_how_to_mark_them(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        screen = await open_it(reader)
        await reader.until_shown("Nothing read in the last twelve weeks", "mark read with space")
        assert [key for key, _ in screen.useful_keys] == ["Esc"]
        await reader.press("enter", "escape")
        await reader.until(lambda: reader.app.screen is reader.main)


async def test_bars_are_ascii_where_the_screen_is(filled: Paths) -> None:
    mark(filled)
    async with reading(filled, IN_ASCII, size=(80, 24)) as reader:
        await open_it(reader)
        await reader.until_shown("3 ####")
        assert reader.text.isascii()


async def test_the_page_opens_by_the_command_line_and_on_the_smallest_screens(paths: Paths) -> None:
    fill_usually(paths)
    mark(paths)
    async with reading(paths, size=(60, 20)) as reader:
        await reader.press("colon", *"reading-history", "enter")
        await reader.until_shown("By week", "opened", "starred")
        await reader.resize(30, 8)
        await reader.until_shown("By week")


async def test_a_full_text_counts_as_opened_also_if_it_was_left_at_its_beginning(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await open_text(reader)
        await reader.press("q")
        await reader.until(lambda: reader.app.screen is reader.main)
        await open_it(reader)
        await reader.until_shown("1 text opened, 0 read, 0 starred in 12 weeks")


async def test_marks_that_are_stored_while_the_page_is_open_are_counted(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await open_it(reader)
        mark(filled)
        reader.main.context.marker.notify(None)
        await reader.until_shown("0 texts opened, 3 read, 1 starred in 12 weeks")
