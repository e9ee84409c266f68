"""Inspection of a package's records, for the tests that nothing else can be set on them."""

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
    return _can_set(record, "misspelt")


def can_be_changed(record: type[Any]) -> bool:
    """Return whether the attributes of an instance can be set."""
    return _can_set(record, dataclasses.fields(record)[0].name)


def _can_set(record: type[Any], name: str) -> bool:
    try:
        setattr(object.__new__(record), name, None)
    except (AttributeError, TypeError):  # a dataclass with slots, frozen
        return False
    return True
