"""Inspection of a package's dataclasses, for the tests of their slots and frozenness."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from types import ModuleType
from typing import Any


def records(package: ModuleType) -> dict[str, type[Any]]:
    """Return every dataclass of a package, keyed by its qualified name."""
    found: dict[str, type[Any]] = {}
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for each in vars(importlib.import_module(info.name)).values():
            if isinstance(each, type) and dataclasses.is_dataclass(each) and each.__module__ == info.name:
                found[f"{info.name}.{each.__name__}"] = each
    return found


def can_be_misspelt(record: type[Any]) -> bool:
    """Return whether an instance accepts attributes that the class does not declare."""
    return hasattr(object.__new__(record), "__dict__")


def can_be_changed(record: type[Any]) -> bool:
    """Return whether the attributes of an instance can be set."""
    empty: object = object.__new__(record)
    try:
        setattr(empty, dataclasses.fields(record)[0].name, None)
    except dataclasses.FrozenInstanceError:
        return False
    return True
