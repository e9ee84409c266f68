"""Records passed between the parts of the store: unknown attributes cannot be set on them, and only a few can be
changed."""

from __future__ import annotations

import pytest

import arxtui.store
from tests.records import can_be_changed, can_be_misspelt, records

RECORDS = records(arxtui.store)
UNDER_WAY = {"WriteResult", "_StoredRow"}
"""Records that count something or store progress, so they change."""


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_no_attribute_can_be_misspelt_and_only_records_under_way_change(name: str) -> None:
    record = RECORDS[name]
    assert not can_be_misspelt(record)
    assert can_be_changed(record) == (record.__name__ in UNDER_WAY)
