"""The ledger: its table, its alarms, and its keys."""

from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime

import pytest

from arxtui.config.paths import Paths
from arxtui.library.views import LedgerRow
from arxtui.model.arxiv.announced_days import Announced, AnnouncedDay, DaySource
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.store.cache.database import Cache
from arxtui.text import cells
from arxtui.tui.present.ledger import alarm_lines, head_line, ledger_line, row_query
from arxtui.tui.screens.ledger import LedgerScreen
from tests.builders import announced
from tests.tui.papers import HOSTILE, paper
from tests.tui.reader import Reader, fill, reading

DAY, BEFORE = date(2026, 5, 13), date(2026, 5, 12)
ROW = LedgerRow(DAY, "cs.DC", 40, 40, 0, 20, 12, 8, "feed", "complete", "")
SHORT = LedgerRow(DAY, "cs.LG", 100, 97, 3, 60, 20, 20, "listing", "missing", "")
UNHEARD = LedgerRow(BEFORE, "cs.LG", None, 0, None, None, None, None, "", "unheard", "the feed did not answer")
WIDTHS = [160, 100, 80, 60, 40]


def line_text(row: LedgerRow, width: int = 120, above: LedgerRow | None = None) -> str:
    return "".join(text for text, _ in ledger_line(row, above, width, here=False))


def test_a_row_shows_day_category_numbers_and_source() -> None:
    assert line_text(ROW).split() == "Wed 13 May cs.DC 40 40 0 20 12 8 feed complete".split()
    assert line_text(ROW, 80).split() == "Wed 13 May cs.DC 40 40 0 feed complete".split()
    assert line_text(ROW, 60).split() == "Wed 13 May cs.DC 0 complete".split()
    assert line_text(ROW, 40).split() == "Wed 13 May cs.DC complete".split()
    assert line_text(SHORT, 40).split() == "Wed 13 May cs.LG 3 missing".split()
    assert line_text(SHORT, 56).split() == "Wed 13 May cs.LG 3 papers missing".split()
    assert line_text(SHORT, 120).split() == "Wed 13 May cs.LG 100 97 3 60 20 20 listing papers missing".split()


def test_the_day_is_in_the_first_of_its_rows_alone() -> None:
    assert line_text(SHORT, above=ROW).split()[0] == "cs.LG"
    assert line_text(UNHEARD, above=SHORT).split()[:3] == ["Tue", "12", "May"]


@pytest.mark.parametrize(("width", "heading"), [(120, "source"), (80, "source"), (60, ""), (40, "")])
def test_the_source_has_a_heading_above_it_where_it_is_shown(width: int, heading: str) -> None:
    headings, row = "".join(text for text, _ in head_line(width)), line_text(ROW, width)
    assert (row.find("feed"), heading) == (headings.find("source"), "source" if "feed" in row else "")


def test_unknown_numbers_of_a_day_are_question_marks_with_the_reason() -> None:
    assert line_text(UNHEARD, 160).split("  ")[-1].strip() == "no announcement data: the feed did not answer"
    assert line_text(UNHEARD).count("?") == 5


@pytest.mark.parametrize(
    "row", [UNHEARD, SHORT, ROW._replace(state="quiet"), ROW._replace(state="doubtful", reason="too few papers")]
)
def test_on_the_narrowest_terminal_a_state_is_a_whole_word(row: LedgerRow) -> None:
    words = line_text(row, 39).split("  ")[-1]
    assert words in ("unknown", "3 missing", "quiet", "doubtful")


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_row_has_its_reason_whole_or_leaves_it_to_the_alarm_above(paths: Paths, size: tuple[int, int]) -> None:
    now = datetime.now(UTC)
    reason = "rss.arxiv.org cannot be reached: its name was not found"
    with Cache.open(paths.cache_db) as cache:
        cache.ledger.put(LedgerEntry("arxiv.feed", "cs.DC+cs.LG", now, Outcome.FAILED, now, reason=reason))
    async with reading(paths, size=size) as reader:
        await open_ledger(reader)
        await reader.until(lambda: any("cs.LG" in line and "?" in line for line in reader.lines))
        assert not any("…" in line for line in reader.lines if "?" in line and "cs." in line)
        await reader.until(lambda: "no network (rss.arxiv.org was not found)" in " ".join(reader.text.split()))


def test_the_day_appears_once_for_all_of_its_rows() -> None:
    assert "13 May" not in line_text(SHORT, above=ROW)
    assert "12 May" in line_text(UNHEARD, above=ROW)


def test_missing_papers_are_highlighted() -> None:
    inks = {text.strip(): ink for text, ink in ledger_line(SHORT, None, 120, here=False)}
    assert [text for text, ink in inks.items() if ink == "fault"] == ["3", "papers missing"]
    assert inks["3"] == inks["papers missing"] == "fault"
    assert {text.strip(): ink for text, ink in ledger_line(ROW, None, 120, here=False)}["0"] == "text"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("foreign", HOSTILE.values(), ids=HOSTILE.keys())
def test_every_line_of_the_ledger_fits_with_hostile_text(foreign: str, width: int) -> None:
    lines = [ledger_line(UNHEARD._replace(reason=foreign), None, width, here=True), head_line(width)]
    lines += [line.pieces for line in alarm_lines([foreign * 3], width)]  # type: ignore[misc]
    for line in lines:
        text = "".join(piece for piece, _ in line)
        assert cells(text) <= width
        assert not any(unicodedata.category(character) == "Cc" for character in text)


def test_a_row_lists_the_papers_of_its_day_and_category() -> None:
    assert row_query(ROW) == "day:2026-05-13 cat:cs.DC"


# The screen


def claim(paths: Paths, *days: AnnouncedDay) -> None:
    """Store the announced days ``days``, and a successful request of the feed."""
    with Cache.open(paths.cache_db) as cache:
        cache.announced_days.put(days)
        now = datetime.now(UTC)
        cache.ledger.put(LedgerEntry("arxiv.feed", "cs.DC+cs.LG", now, Outcome.OK, now, now))


@pytest.fixture
def filled(paths: Paths) -> Paths:
    """Two of the three papers that were announced in cs.DC on the newest day; cs.LG is complete."""
    from arxtui.library.facade import utcnow
    from arxtui.model.arxiv.calendar import expected_day

    day = expected_day(utcnow())
    made = [paper(number, categories=("cs.DC",)) for number in (1, 2)] + [paper(3, categories=("cs.LG",))]
    fill(paths, made, [announced(each, day, category=each.primary_category) for each in made])
    now = datetime.now(UTC)
    claim(
        paths,
        AnnouncedDay("cs.DC", day, DaySource.LISTING, now, Announced(3)),
        AnnouncedDay("cs.LG", day, DaySource.FEED, now, Announced(1)),
    )
    return paths


async def open_ledger(reader: Reader) -> None:
    await reader.press("L")
    await reader.until_shown("The ledger")


@pytest.mark.parametrize("size", [(160, 45), (100, 30), (80, 24), (40, 12)])
async def test_it_is_a_table_with_the_alarms_on_top(filled: Paths, size: tuple[int, int]) -> None:
    async with reading(filled, size=size) as reader:
        await open_ledger(reader)
        await reader.until_shown(" ! ", "day", "cs.DC", "cs.LG", "Enter list papers")
        alarm = next(number for number, line in enumerate(reader.lines) if line.startswith(" ! "))
        head = next(number for number, line in enumerate(reader.lines) if line.startswith("   day"))
        assert 0 < alarm < head
        assert max(map(cells, reader.lines)) <= size[0]


async def test_enter_opens_the_day_of_the_category_and_escape_comes_back(filled: Paths) -> None:
    async with reading(filled) as reader:
        before = reader.main.session.view.query
        await open_ledger(reader)
        await reader.until_shown("cs.LG")
        await reader.press("j", "enter")
        await reader.until(lambda: reader.main.session.view.query.endswith(" cat:cs.LG"))
        assert reader.main.papers.count == 1
        await reader.press("escape")
        await reader.until(lambda: reader.main.session.view.query == before)


async def test_escape_leaves_everything_as_it_was(filled: Paths) -> None:
    async with reading(filled) as reader:
        await reader.press("j")
        title = reader.title
        await open_ledger(reader)
        await reader.press("escape")
        await reader.until(lambda: not isinstance(reader.app.screen, LedgerScreen))
        assert reader.title == title


async def test_an_alarm_stays_in_the_status_line_until_it_is_gone(filled: Paths) -> None:
    async with reading(filled) as reader:
        await reader.until(lambda: "cs.DC: " in reader.lines[0] and " · L" in reader.lines[0])
        await reader.press("j", "k")
        assert " ! " in reader.lines[0]
        made = paper(4, categories=("cs.DC",))
        day = reader.main.session.news.counts.days[0][0] if reader.main.session.news.counts else DAY
        fill(filled, [made], [announced(made, day)])
        await reader.until(lambda: " ! " not in reader.lines[0])


async def test_a_ledger_without_announcements_names_the_key_that_fetches_them(paths: Paths) -> None:
    async with reading(paths, size=(80, 24)) as reader:
        await open_ledger(reader)
        await reader.until_shown("There are no announcements yet", "R then fetches")
        assert "list papers" not in reader.text


async def test_work_in_progress_is_in_the_foot_of_the_ledger_until_it_ends(filled: Paths) -> None:
    async with reading(filled) as reader:
        ledger = await reader.open("L", LedgerScreen)
        for words, foot in (("fetching what is missing", "fetching what is missing"), ("", "said before"), ("", "Esc")):
            ledger.say("said before" if foot != "Esc" else "")
            ledger.show_progress(words)
            await reader.pilot.pause()
            assert foot in reader.lines[-1]
        reader.main.context.jobs.begin_task("running sort")
        await reader.until(lambda: "running sort" in reader.lines[-1])
        reader.main.context.jobs.end_task("running sort")
        await reader.until(lambda: "running sort" not in reader.lines[-1])


async def test_the_second_row_of_a_day_has_its_category_alone(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_ledger(reader)
        await reader.until_shown("cs.DC", "cs.LG", "Enter list papers")
        days = [line[3:15].strip() for line in reader.lines if line[15:20] in ("cs.DC", "cs.LG")]
        named = list(filter(None, days))
        assert len(set(named)) == len(named) == len(days) - 1
        assert days[-1] == ""
