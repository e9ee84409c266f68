"""Patterns, tuples, frozen values and deferred imports that cost the start of the program little.

``re``, ``typing`` and ``dataclasses`` compile source text for each of them. All together that takes longer than the
start of Python, and most commands use few of them.
"""

from __future__ import annotations

import builtins
import re
from collections import namedtuple
from sys import _getframe, intern
from types import FunctionType
from typing import TYPE_CHECKING, Any, AnyStr, NoReturn, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from dataclasses import Field

__all__ = ["NamedTuple", "changed", "deferred", "from_fields", "frozen", "pattern"]

Kind = TypeVar("Kind", bound=type)
Value = TypeVar("Value")

_BUILTINS = vars(builtins)


def pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a stand-in for ``re.compile(source, flags)`` that compiles on its first attribute access.

    A faulty ``source`` raises only then.
    """
    return cast("re.Pattern[AnyStr]", _LazyPattern(source, flags))


class _LazyPattern:
    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        # Called only for attributes that are not set yet: later accesses cost nothing more than those of a real
        # pattern.
        attribute = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, attribute)
        return attribute


# ``NamedTuple`` as in ``typing``, in a tenth of the time for each class. That of ``typing`` compiles each annotation, a
# string in our modules, and the constructor of each class. These have constructors that are compiled with this module.
if TYPE_CHECKING:
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


class deferred:  # noqa: N801 - a statement, like contextlib.suppress
    """In ``with deferred():`` at the top of a module, ``from … import …`` waits until what it imports is used.

    It binds names to stand-ins. The first call of a stand-in, or access to an attribute, imports the module as any
    import does: threads wait for each other, and a failure is raised and tried again the next time. From then on the
    name is bound to what was imported. A stand-in is of no use to ``isinstance`` and ``except``, and is not a base
    class. Imports of other modules do not wait. Python 3.15 has this as ``lazy from … import …``.
    """

    def __enter__(self) -> None:
        self._namespace = _getframe(1).f_globals
        self._is_open = True
        self._import = _BUILTINS["__import__"]
        _BUILTINS["__import__"] = self

    def __exit__(self, *_: object) -> None:
        self._is_open = False
        current = _BUILTINS["__import__"]
        while type(current) is deferred and not current._is_open:  # blocks of several threads close in any order
            current = current._import
        _BUILTINS["__import__"] = current

    def __call__(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        """Stand for ``__import__``, and in the block for what that returns, which is then asked for the names."""
        if not fromlist or globals is not self._namespace or not self._is_open:
            return self._import(name, globals, locals, fromlist, level)
        for each in fromlist:
            stand_in = self.__dict__[each] = _StandIn()
            stand_in._imported = self._namespace, name, each
        return self


class _StandIn:
    __slots__ = ("_imported",)

    _imported: tuple[dict[str, Any], str, str]

    def __getattr__(self, name: str) -> Any:
        return getattr(_import(self), name)

    def __call__(self, *given: Any, **named: Any) -> Any:
        return _import(self)(*given, **named)


def _import(stand_in: _StandIn) -> Any:
    namespace, module, name = stand_in._imported
    value = getattr(__import__(module, fromlist=(name,)), name)
    if namespace.get(name) is stand_in:
        namespace[name] = value
    return value
