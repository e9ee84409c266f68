"""Immutable values like those of ``dataclass(frozen=True)``, for modules that every start of the program imports.

A dataclass compiles its methods from source text; for all these classes that takes a quarter of the time of
``arxtui list``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import Field

Kind = TypeVar("Kind", bound=type)
Value = TypeVar("Value")


@dataclass_transform(frozen_default=True)
def frozen(kind: Kind) -> Kind:
    """Turn a class of annotated fields into a class of immutable values.

    Two values are equal if they have the same class and equal fields. The default of a field is the class attribute of
    that name and must not change either. A class inherits the fields of its base class. The functions of
    ``dataclasses`` accept these values.
    """
    names = (*getattr(kind.__base__, "__annotations__", ()), *kind.__annotations__)
    known = frozenset(names)
    defaults = {name: getattr(kind, name) for name in names if hasattr(kind, name)}

    def made_of(self: Any, *given: object, **named: object) -> None:
        fields = self.__dict__
        if len(named) < len(names):
            fields.update(defaults)
            if given:
                fields.update(zip(names, given, strict=False))
        if named:
            fields.update(named)
        if fields.keys() != known or len(given) + len(named) > len(names):
            raise TypeError(f"{kind.__name__} is made of {', '.join(names)}")

    methods = {
        "__init__": made_of,
        "__eq__": _equal,
        "__hash__": _hash,
        "__repr__": _shown,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__match_args__": names,
        "__dataclass_fields__": _Fields(defaults),
    }
    for name, method in methods.items():
        setattr(kind, name, method)
    return kind


def from_fields(kind: type[Value], fields: dict[str, Any]) -> Value:
    """Create a value from all of its fields without checking them: for the many values read from a database."""
    value = object.__new__(kind)
    value.__dict__.update(fields)
    return value


def changed(value: Value, **fields: object) -> Value:
    """Return a copy with other fields: ``dataclasses.replace`` without importing that module."""
    return type(value)(**{**value.__dict__, **fields})


class _Fields:
    """A descriptor that creates ``__dataclass_fields__`` when ``dataclasses`` first reads the attribute."""

    def __init__(self, defaults: dict[str, object]) -> None:
        self._defaults = defaults

    def __get__(self, value: object, kind: Any) -> dict[str, Field[Any]]:
        from dataclasses import dataclass

        annotations = getattr(kind.__base__, "__annotations__", {}) | kind.__annotations__
        like = type(kind.__name__, (), {"__annotations__": annotations, **self._defaults})
        fields: dict[str, Field[Any]] = vars(dataclass(like))["__dataclass_fields__"]
        kind.__dataclass_fields__ = fields
        return fields


def _equal(self: object, other: object) -> bool:
    return self.__dict__ == other.__dict__ if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    fields = self.__dict__
    return hash(tuple([fields[name] for name in self.__match_args__]))


def _shown(self: Any) -> str:
    fields = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.__match_args__)
    return f"{type(self).__name__}({fields})"


def _refuse(self: object, name: str, _: object = None) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be changed")
