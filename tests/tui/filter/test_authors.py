"""The authors of the list's papers as rows of the filter."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.model.paper import Author
from arxtui.tui.present.filter.sections import AUTHORS
from tests.tui.papers import paper
from tests.tui.reader import THREE_PANES, Reader, fill, reading


@pytest.fixture
def filled(paths: Paths) -> Paths:
    """Six papers: all by Ada Example, each third by Björn Måns, too; four are about locks."""
    both = (Author("Ada Example"), Author("Björn Måns"))
    words = ("locks", "queues", "locks")
    fill(paths, [paper(n, f"Fair {words[n % 3]} {n}", authors=both[: 1 + (n % 3 == 0)]) for n in range(1, 7)])
    return paths


async def unfold(reader: Reader) -> None:
    await reader.go_to_filter(lambda row: row.name == AUTHORS)
    await reader.press("enter")
    await reader.until(lambda: authors(reader))


def authors(reader: Reader) -> list[tuple[str, int | None, bool]]:
    return [(row.author, row.papers, row.is_followed) for row in reader.main.filters.rows if row.author]


async def test_unfolded_authors_are_counted_for_each_list_and_enter_gives_the_number(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("locks")
        await reader.press("enter")
        await reader.until(lambda: reader.main.session.is_counted)
        assert reader.main.session.authors is None
        await unfold(reader)
        assert authors(reader) == [("Ada Example", 4, False), ("Björn Måns", 2, False)]
        await reader.until_shown("▾ authors of these", "Björn Måns")
        await reader.press("j", "j", "enter")
        await reader.until_listed('locks* au:"Björn Måns"')
        assert reader.main.papers.count == 2
        await reader.until(lambda: authors(reader) == [("Ada Example", 2, False), ("Björn Måns", 2, False)])
        await reader.press("escape")
        await reader.until(lambda: authors(reader) == [("Ada Example", 4, False), ("Björn Måns", 2, False)])


async def test_the_author_under_the_filters_cursor_is_followed_and_their_papers_are_listed(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await unfold(reader)
        await reader.go_to_filter(lambda row: row.author == "Björn Måns")
        await reader.until(lambda: "p author's papers   @ follow" in reader.lines[-1])
        await reader.press("at", "enter")
        await reader.until(lambda: ("Björn Måns", 2, True) in authors(reader))
        await reader.until_shown("▎ Björn Måns")
        await reader.go_to_filter(lambda row: row.author == "Ada Example")
        await reader.press("comma", "p")
        await reader.until_listed('au:"Ada Example"')


async def test_exclusion_and_folding_work_as_for_other_rows(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await unfold(reader)
        await reader.go_to_filter(lambda row: row.author == "Björn Måns")
        await reader.press("minus")
        await reader.until(lambda: authors(reader) == [("Ada Example", 4, False)])
        await reader.go_to_filter(lambda row: row.name == AUTHORS)
        await reader.press("h")
        assert authors(reader) == []
