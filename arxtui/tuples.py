"""``NamedTuple`` as in ``typing``, in a tenth of the time for each class.

That of ``typing`` compiles each annotation, which is a string in our modules, and the constructor of each class. These
take theirs from functions that are compiled with this module.
"""

from __future__ import annotations

from collections import namedtuple
from sys import intern
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NamedTuple
else:
    from _collections import _tuplegetter

    _new = tuple.__new__

    @classmethod
    def _make(cls: type[tuple[Any, ...]], values: Iterable[Any]) -> tuple[Any, ...]:
        made = _new(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _replace(self: tuple[Any, ...], /, **fields: Any) -> tuple[Any, ...]:
        made = _new(type(self), map(fields.pop, self._fields, self))
        if fields:
            raise ValueError(f"Got unexpected field names: {list(fields)!r}")
        return made

    def _asdict(self: tuple[Any, ...]) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def _repr(self: tuple[Any, ...]) -> str:
        fields = ", ".join([f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)])
        return f"{type(self).__name__}({fields})"

    def _getnewargs(self: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(self)

    _SHARED = {
        "__slots__": (),
        "_make": _make,
        "_replace": _replace,
        "__replace__": _replace,
        "_asdict": _asdict,
        "__repr__": _repr,
        "__getnewargs__": _getnewargs,
    }

    _CONSTRUCTORS = tuple(
        each.__code__
        for each in (
            lambda _cls: _new(_cls, ()),
            lambda _cls, a: _new(_cls, (a,)),
            lambda _cls, a, b: _new(_cls, (a, b)),
            lambda _cls, a, b, c: _new(_cls, (a, b, c)),
            lambda _cls, a, b, c, d: _new(_cls, (a, b, c, d)),
            lambda _cls, a, b, c, d, e: _new(_cls, (a, b, c, d, e)),
            lambda _cls, a, b, c, d, e, f: _new(_cls, (a, b, c, d, e, f)),
            lambda _cls, a, b, c, d, e, f, g: _new(_cls, (a, b, c, d, e, f, g)),
            lambda _cls, a, b, c, d, e, f, g, h: _new(_cls, (a, b, c, d, e, f, g, h)),
        )
    )
    """By the number of fields. Only the names of the arguments differ between classes."""

    def _constructor(name: str, fields: tuple[str, ...], defaults: tuple[Any, ...]) -> FunctionType:
        if len(fields) >= len(_CONSTRUCTORS):
            return namedtuple(name, fields, defaults=defaults).__new__
        names = {"co_varnames": ("_cls", *fields), "co_name": "__new__", "co_qualname": f"{name}.__new__"}
        return FunctionType(_CONSTRUCTORS[len(fields)].replace(**names), {"_new": _new}, "__new__", defaults)

    class _Maker(type):
        """The class of ``NamedTuple``, which makes subclasses of ``tuple`` alone."""

        def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> type[tuple[Any, ...]]:
            fields = tuple(map(intern, space.get("__annotations__", ())))
            defaults = {field: space[field] for field in fields if field in space}
            made = {
                **_SHARED,
                **space,
                "_fields": fields,
                "__match_args__": fields,
                "_field_defaults": defaults,
                "__new__": _constructor(name, fields, tuple(defaults.values())),
                **{field: _tuplegetter(place, "") for place, field in enumerate(fields)},
            }
            return type(name, (tuple,), made)

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})

__all__ = ["NamedTuple"]
