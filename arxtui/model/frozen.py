"""Frozen values, as ``dataclass(frozen=True)`` makes them, for what every start of the program loads: a dataclass
compiles its methods from source text, and twenty of them are a quarter of the time of ``arxtui list``."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar, dataclass_transform

Kind = TypeVar("Kind", bound=type)
Value = TypeVar("Value")


@dataclass_transform(frozen_default=True)
def frozen(kind: Kind) -> Kind:
    """Make a class of annotated fields a class of frozen values: equal when of one class with equal fields. A field's
    default is the class's attribute of that name, and is itself a frozen value."""
    names = tuple(kind.__annotations__)
    defaults = {name: getattr(kind, name) for name in names if hasattr(kind, name)}

    def made_of(self: Any, *given: object, **named: object) -> None:
        held = self.__dict__
        held.update(defaults)
        held.update(zip(names, given, strict=False))
        held.update(named)
        if len(given) > len(names) or len(held) != len(names) or not named.keys() <= set(names):
            raise TypeError(f"{kind.__name__} is made of {', '.join(names)}")

    methods = {
        "__init__": made_of,
        "__eq__": _equal,
        "__hash__": _hash,
        "__repr__": _shown,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__match_args__": names,
    }
    for name, method in methods.items():
        setattr(kind, name, method)
    return kind


def changed(value: Value, **fields: object) -> Value:
    """The value with other contents in these fields."""
    return type(value)(**{**value.__dict__, **fields})


def _equal(self: object, other: object) -> bool:
    return self.__dict__ == other.__dict__ if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(tuple(self.__dict__[name] for name in self.__match_args__))


def _shown(self: Any) -> str:
    fields = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.__match_args__)
    return f"{type(self).__name__}({fields})"


def _refuse(self: object, name: str, _: object = None) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be changed")
