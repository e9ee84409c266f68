"""An announcement day has the same numbers everywhere: list, filter, its page, command line and plain mode."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.model.arxiv.day_numbers import AnnounceType, DayNumbers
from arxtui.model.paper import Announcement, Paper
from arxtui.tui.present.filter.rows import FilterRow
from arxtui.tui.state import day_groups
from tests.builders import DAY, announced
from tests.cli.command import run_here
from tests.tui.papers import paper
from tests.tui.reader import QUIET, Reader, fill, reading

NEW, CROSS, REPLACE, REPLACE_CROSS = AnnounceType
BEFORE = DAY - timedelta(days=1)
BOTH = ("cs.DC", "cs.LG")


def submitted(number: int, day: int, month: str = "2605") -> Paper:
    at = datetime(2000 + int(month[:2]), int(month[2:]), day, 9, tzinfo=UTC)
    return paper(number, id=f"{month}.{number:05}", published=at, updated=at)


AS_USUAL = [submitted(number, 12) for number in range(40, 46)]
EARLIER = [submitted(number, 11) for number in range(20, 26)]
CROSS_LISTED, ON_HOLD = submitted(46, 12), submitted(3, 5)
REPLACED, CROSS_REPLACED = submitted(1, 2, "2602"), submitted(2, 2, "2601")
AMONG_EARLIER, NEW_AND_REPLACED = EARLIER[2], EARLIER[4]
PAPERS = [*AS_USUAL, *EARLIER, CROSS_LISTED, ON_HOLD, REPLACED, CROSS_REPLACED]
LEDGER = [
    *(announced(each) for each in (*AS_USUAL, ON_HOLD, AMONG_EARLIER)),
    announced(AS_USUAL[0], DAY, CROSS, "cs.LG"),
    announced(CROSS_LISTED, DAY, CROSS),
    announced(NEW_AND_REPLACED, DAY, REPLACE, version=2),
    announced(REPLACED, DAY, REPLACE, version=2),
    announced(CROSS_REPLACED, DAY, REPLACE_CROSS, "cs.LG", version=2),
    announced(paper(60), DAY, NEW, "math.PR"),
    *(announced(each, BEFORE) for each in EARLIER if each is not AMONG_EARLIER),
]
"""A day with papers of all four types; one of them was submitted a week before, one stands among papers of the day
before, one is listed in two categories, and one only in a category that is not followed."""


def counted(ledger: list[Announcement], day: date) -> DayNumbers:
    """Count the papers of a day in the ledger, each once: as what arXiv's page lists first."""
    first: dict[str, AnnounceType] = {}
    for kind in AnnounceType:
        for each in ledger:
            if (each.day, each.type) == (day, kind) and each.category in BOTH:
                first.setdefault(each.id, kind)
    return DayNumbers.of(first.values())


WHOLE = DayNumbers(new=8, crosses=1, replacements=3, of_crosses=1)
IN_UNREAD = DayNumbers(new=8, crosses=1, replacements=2)


@pytest.fixture
def home(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> Paths:
    """A library of few papers, whose days have headings all the same."""
    monkeypatch.setattr(day_groups, "_MIN_PAPERS", 1)
    fill(paths, [*PAPERS, paper(60)], LEDGER)
    paths.config_file.write_text(f"[arxiv]\ncategories = {list(BOTH)}\n", encoding="utf-8")
    return paths


@pytest.fixture
def library(home: Paths) -> Iterator[Library]:
    with closing(Library.open(home, QUIET)) as opened:
        opened.inbox.deliver()
        yield opened


def test_the_numbers_of_the_library_are_those_of_the_ledger(library: Library) -> None:
    assert counted(LEDGER, DAY) == WHOLE
    for day, numbers, unread in library.counts.filters().days:
        assert numbers == counted(LEDGER, day)
        page = library.search.listing(f"day:{day}")
        assert numbers == DayNumbers.of(page.types.values())
        assert numbers[:3] == tuple(len(section.keys) for section in page.sections)
        assert numbers.papers == page.total
        assert unread == library.search.listing(f"day:{day} is:unread").total == numbers.papers - numbers.of_crosses
    for query in ("", "number", "sort:old"):
        listing = library.search.listing(query)
        assert [library.search.day_numbers(listing, day) for day in (DAY, BEFORE)] == [WHOLE, DayNumbers(new=5)]
    unread_papers = library.search.listing("is:unread")
    assert library.search.day_numbers(unread_papers, DAY) == IN_UNREAD


def test_numbers_of_one_category_count_papers_as_new_cross_or_replacement_like_its_own_page(library: Library) -> None:
    in_lg = DayNumbers(new=7, crosses=2, replacements=3, of_crosses=1)
    page = library.search.listing(f"day:{DAY} cat:cs.LG")
    assert DayNumbers.of(page.types.values()) == in_lg
    assert library.search.day_numbers(library.search.listing("cat:cs.LG"), DAY) == in_lg


async def test_list_and_filter_show_the_numbers_of_the_day(home: Paths) -> None:
    async with reading(home) as reader:
        await reader.search("")
        await reader.press("enter")
        await reader.until_shown(f"Wed 13 May 2026 · {WHOLE.brief}", "Tue 12 May 2026 · 5 new")
        assert [row.papers for row in day_rows(reader)] == [WHOLE.papers, 5]
        assert day_rows(reader)[0].unread == IN_UNREAD.papers
        await reader.go_to_filter(lambda row: row.name == f"day:{DAY}")
        await reader.until(lambda: WHOLE.brief in reader.lines[-1])
        await reader.resize(220, 45)
        await reader.until(lambda: WHOLE.words in reader.lines[-1])
        await reader.search("is:unread")
        await reader.press("enter")
        await reader.until_shown(f"Wed 13 May 2026 · {IN_UNREAD.brief}")
        assert [row.papers for row in day_rows(reader)] == [WHOLE.papers, 5]
        await reader.go_to_filter(lambda row: row.name == f"day:{DAY}")
        await reader.until(lambda: WHOLE.brief in reader.lines[-1])
        await reader.press("enter")
        await reader.until_shown("New submissions 8   Cross-lists 1   Replacements 3")


def day_rows(reader: Reader) -> list[FilterRow]:
    return [row for row in reader.main.filters.rows if row.name.startswith("day:")]


async def test_a_paper_below_the_heading_of_another_day_shows_its_own(home: Paths) -> None:
    async with reading(home) as reader:
        await reader.search("")
        await reader.press("enter")
        await reader.until(lambda: reader.main.papers.count == len(PAPERS) + 1)
        for each in (AMONG_EARLIER, ON_HOLD):
            reader.main.papers.go_to_paper(each.key)
            await reader.until(lambda: "announced 13 May" in reader.lines[-1])
        reader.main.papers.go_to_paper(AS_USUAL[0].key)
        await reader.until(lambda: "announced" not in reader.lines[-1])


async def test_a_heading_counts_again_when_papers_have_joined_its_list(home: Paths) -> None:
    async with reading(home) as reader:
        await reader.search("")
        await reader.press("enter")
        await reader.until_shown(f"Wed 13 May 2026 · {WHOLE.brief}")
        late = submitted(50, 12)
        fill(home, [late], [announced(late)])
        await reader.until(lambda: reader.main.session.news.waiting)
        await reader.press("full_stop")
        await reader.until_shown("Wed 13 May 2026 · 9 new, 1 cross-list, 3 replacements")


def test_the_command_line_says_the_numbers_of_the_day(home: Paths, tmp_path: Path) -> None:
    base = tmp_path / "home"
    listed = run_here(base, "list", f"day:{DAY}", "--limit", "0")
    assert WHOLE.words in listed.stderr
    assert "3 replacements (1 of cross-lists, which do not enter Unread)" in listed.stderr
    assert len(listed.stdout.splitlines()) == WHOLE.papers
    plain = run_here(base, "--plain", stdin=b"days\nday 1\n")
    assert f"1. Wednesday 13 May 2026: 12 papers, 11 unread; {WHOLE.words}" in plain.stdout
    assert "Papers 1 to 10 of 12" in plain.stdout
    assert WHOLE.words in plain.stderr
    assert re.search(r"^unread +15$", run_here(base, "stats").stdout, re.MULTILINE)
