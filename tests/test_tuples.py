"""The program's own ``NamedTuple`` is like that of ``typing``."""

from __future__ import annotations

import pickle
import typing

import pytest

from arxtui import tuples


class Place(tuples.NamedTuple):
    """A place."""

    x: int
    y: int = 0
    tags: tuple[str, ...] = ()

    @property
    def both(self) -> tuple[int, int]:
        """Both."""
        return self.x, self.y

    @classmethod
    def origin(cls) -> Place:
        """The first place."""
        return cls(0)


class Empty(tuples.NamedTuple):
    """No fields."""


class Typed(typing.NamedTuple):
    """A place."""

    x: int
    y: int = 0
    tags: tuple[str, ...] = ()


def test_a_class_has_the_attributes_of_a_named_tuple_of_typing() -> None:
    for name in ("_fields", "_field_defaults", "__doc__", "__module__", "__match_args__", "__slots__", "__bases__"):
        assert getattr(Place, name, None) == getattr(Typed, name, None)
    assert (Place.__name__, Place.__qualname__) == ("Place", "Place")
    assert set(dir(Typed)) - set(dir(Place)) <= {"__orig_bases__", "__annotate_func__"}


def test_a_value_is_a_tuple_with_names() -> None:
    place = Place(1, tags=("a",))
    values: tuple[object, ...] = place
    assert values == (1, 0, ("a",)) == Typed(1, 0, ("a",))
    assert repr(place) == "Place(x=1, y=0, tags=('a',))"
    assert (place.both, Place.origin(), place._replace(y=2).y) == ((1, 0), Place(0), 2)
    assert Empty() == ()
    assert pickle.loads(pickle.dumps(place)) == place
    with pytest.raises(AttributeError):
        place.x = 2  # type: ignore[misc]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Place()  # type: ignore[call-arg]
