"""What the parts of the store hand to each other: records that cannot be misspelt, and but for a few not be changed."""

from __future__ import annotations

import pytest

import arxtui.store
from tests.records import can_be_changed, can_be_misspelt, records

RECORDS = records(arxtui.store)
UNDER_WAY = {"WriteResult", "_StoredRow"}
"""What counts, or notes how far it is."""


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_no_attribute_can_be_misspelt_and_only_what_is_under_way_changes(name: str) -> None:
    record = RECORDS[name]
    assert not can_be_misspelt(record)
    assert can_be_changed(record) == (record.__name__ in UNDER_WAY)
