"""``NamedTuple`` for modules that every start imports.

That of ``typing`` compiles each annotation, which is a string in these modules: two thirds of the time of making a
class.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple
else:

    class _Maker(type):
        """The class of ``NamedTuple``, which makes subclasses of ``tuple`` alone."""

        def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> type[tuple[Any, ...]]:
            fields = space.pop("__annotations__", {})
            defaults = [space.pop(field) for field in fields if field in space]
            made = namedtuple(name, fields, defaults=defaults, module=space.pop("__module__"))
            made.__annotations__ = fields
            for each, value in space.items():
                setattr(made, each, value)
            return made

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})

__all__ = ["NamedTuple"]
