"""Papers with damaged records: other papers are shown as usual, and a damaged one is shown as unreadable."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.store.cache.database import Cache
from tests.tui.papers import paper
from tests.tui.reader import fill_usually, reading


def damage(paths: Paths, change: str, number: int) -> None:
    with Cache.open(paths.cache_db) as cache:
        cache._db.run(f"UPDATE {change} WHERE key = ?", (paper(number).key,))


@pytest.mark.parametrize("size", [(130, 45), (100, 30)])
async def test_a_paper_that_cannot_be_read_never_leaves_the_one_before_in_the_detail(
    paths: Paths, size: tuple[int, int]
) -> None:
    fill_usually(paths)
    damage(paths, "detail SET body = x'00'", 59)
    async with reading(paths, size=size) as reader:
        await reader.until_shown("We make up paper number 60")
        await reader.press("j")
        await reader.until_shown("This paper could not be read")
        assert "We make up paper number 60" not in reader.text
        await reader.press("at")
        await reader.until_shown("This paper names no author")
        await reader.press("j")
        await reader.until_shown("We make up paper number 58")
        assert "could not be read" not in reader.text
        await reader.press("k", "z")
        await reader.until(lambda: reader.app.screen is not reader.main)
        await reader.until_shown("This paper could not be read")


async def test_a_paper_whose_record_is_damaged_hides_no_other_where_the_list_shows_authors(paths: Paths) -> None:
    fill_usually(paths)
    damage(paths, "detail SET body = x'00'", 59)
    async with reading(paths, size=(80, 24)) as reader:
        await reader.until_shown("number 60", "number 59", "number 58")
        await reader.press("j")
        await reader.until(lambda: reader.title.endswith("number 59"))
        assert "Ada Example" not in reader.text


async def test_a_damaged_paper_that_is_next_in_triage_is_said_when_it_is_reached(
    paths: Paths, caplog: pytest.LogCaptureFixture
) -> None:
    fill_usually(paths)
    damage(paths, "detail SET body = x'00'", 59)
    async with reading(paths) as reader:
        await reader.press("z")
        await reader.until(lambda: reader.app.screen is not reader.main)
        await reader.until_shown("We make up paper number 60")
        await reader.until(lambda: "the next paper could not be read" in caplog.text)
        assert "could not be read" not in reader.text
        await reader.press("j")
        await reader.until_shown("2 of 20", "This paper could not be read")
        await reader.press("j")
        await reader.until_shown("We make up paper number 58")


async def test_a_date_that_no_calendar_holds_is_no_date(paths: Paths) -> None:
    fill_usually(paths)
    damage(paths, "paper SET published = 99999999999999", 60)
    async with reading(paths, size=(160, 45)) as reader:
        await reader.until_shown("We make up paper number 60", "Made-up paper number 59")
