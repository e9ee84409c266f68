"""The dataclasses of the HTTP package accept no unknown attributes and cannot be changed."""

from __future__ import annotations

import pytest

import arxtui.http
from tests.records import can_be_changed, can_be_misspelt, records

RECORDS = records(arxtui.http)


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_no_attribute_can_be_misspelt_and_none_changes(name: str) -> None:
    record = RECORDS[name]
    assert not can_be_misspelt(record)
    assert not can_be_changed(record)
