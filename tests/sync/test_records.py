"""Records passed between the parts of a refresh: unknown attributes cannot be set on them, and only a few can be
changed."""

from __future__ import annotations

import pytest

import arxtui.sync
from tests.records import can_be_changed, can_be_misspelt, records

RECORDS = records(arxtui.sync)
UNDER_WAY = {"Outcome", "PaperFetcher", "PithSession", "TextClient", "Unsuccessful", "_Pass"}
"""Records that count something or store progress, so they change."""


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_unknown_attributes_of_records_cannot_be_set_and_only_records_under_way_can_be_changed(name: str) -> None:
    record = RECORDS[name]
    assert not can_be_misspelt(record)
    assert can_be_changed(record) == (record.__name__ in UNDER_WAY)
