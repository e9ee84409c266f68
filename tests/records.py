"""The records of a package: its dataclasses."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from types import ModuleType
from typing import Any


def records(package: ModuleType) -> dict[str, type[Any]]:
    """Every dataclass of a package, by the name of its module and its own."""
    found: dict[str, type[Any]] = {}
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for each in vars(importlib.import_module(info.name)).values():
            if isinstance(each, type) and dataclasses.is_dataclass(each) and each.__module__ == info.name:
                found[f"{info.name}.{each.__name__}"] = each
    return found


def can_be_misspelt(record: type[Any]) -> bool:
    """Whether an instance takes an attribute that is none of its own."""
    return hasattr(object.__new__(record), "__dict__")


def can_be_changed(record: type[Any]) -> bool:
    """Whether an attribute of an instance can be set."""
    empty: object = object.__new__(record)
    try:
        setattr(empty, dataclasses.fields(record)[0].name, None)
    except dataclasses.FrozenInstanceError:
        return False
    return True
