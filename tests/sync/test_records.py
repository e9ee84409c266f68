"""What the parts of a refresh hand to each other: records that cannot be misspelt, and but for a few not be changed."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from typing import Any

import pytest

import arxtui.sync

MODULES = [each.name for each in pkgutil.walk_packages(arxtui.sync.__path__, "arxtui.sync.")]
UNDER_WAY = {"Asker", "Keeper", "Session", "Vain", "_Pass"}
"""What counts, or notes how far it is."""
RECORDS: dict[str, type[Any]] = {
    f"{name}.{each.__name__}": each
    for name in MODULES
    for each in vars(importlib.import_module(name)).values()
    if isinstance(each, type) and dataclasses.is_dataclass(each) and each.__module__ == name
}


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_no_attribute_can_be_misspelt_and_only_what_is_under_way_changes(name: str) -> None:
    record = RECORDS[name]
    empty: object = object.__new__(record)
    assert not hasattr(empty, "__dict__")
    field = dataclasses.fields(record)[0].name
    if record.__name__ in UNDER_WAY:
        setattr(empty, field, None)
    else:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(empty, field, None)
