"""A key press does only the work for what it changes. The tests count steps of the real reader on a real library, and
measure no times."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from tests.tui.steps import COUNTS, PARSES, RECORDS, SEARCHES, STATEMENTS, TRANSACTIONS, press, walking


@pytest.mark.parametrize("place", ["the unread", "all papers", "a search"])
async def test_a_star_is_one_transaction_of_few_statements_and_no_search(paths: Paths, place: str) -> None:
    keys = {"the unread": (), "all papers": ("A",), "a search": ("slash", *"paper", "enter")}[place]
    async with walking(paths) as (reader, steps):
        for key in keys:
            await press(reader, steps, key)
        for stars in (1, 0, 1):
            await press(reader, steps, "s")
            assert steps[TRANSACTIONS] == 1
            assert steps[STATEMENTS] < 20
            assert (steps[SEARCHES], steps[PARSES], steps[RECORDS], steps[COUNTS]) == (0, 0, 0, 0)
            assert ("Starred 1" in " ".join(reader.text.split())) == bool(stars)


async def test_a_letter_is_parsed_once(paths: Paths) -> None:
    async with walking(paths, is_counted=False) as (reader, steps):
        await press(reader, steps, "slash")
        for letter in "pap":
            await press(reader, steps, letter)
            assert reader.main.papers.count
            assert (steps[PARSES], steps[SEARCHES]) == (1, 1)


async def test_a_full_text_reads_its_record_once(paths: Paths) -> None:
    async with walking(paths) as (reader, steps):
        await press(reader, steps, "t")
        assert steps[RECORDS] == 1
        assert steps[STATEMENTS] < 20
