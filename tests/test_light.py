"""The program's own ``NamedTuple`` is like that of ``typing``; frozen values are immutable, made of their fields, and
equal by class and content."""

from __future__ import annotations

import pickle
import typing
from dataclasses import asdict, astuple, fields, replace
from typing import Any

import pytest

from arxtui import light
from arxtui.light import changed, from_fields, frozen


class Place(light.NamedTuple):
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


class Empty(light.NamedTuple):
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


@frozen
class Point:
    """A point with a name."""

    x: int
    y: int = 0
    name: str = ""


@frozen
class Size:
    """Another class with the same fields."""

    x: int
    y: int = 0
    name: str = ""


@frozen
class Tagged(Point):
    """A point with more."""

    tags: tuple[str, ...] = ()


def test_a_value_is_made_by_place_by_name_and_by_default() -> None:
    assert Point(1, name="here") == Point(x=1, y=0, name="here")
    assert repr(Point(1)) == "Point(x=1, y=0, name='')"


@pytest.mark.parametrize(("given", "named"), [((), {}), ((1, 2, "a", 3), {}), ((1,), {"z": 3}), ((), {"y": 1, "z": 2})])
def test_a_value_with_missing_or_unknown_fields_is_refused(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Point is made of x, y, name"):
        Point(*given, **named)


def test_values_are_equal_when_class_and_fields_are() -> None:
    assert Point(1, 2) != Point(2, 1)
    other: object = Size(1, 2)
    assert Point(1, 2) != other
    assert len({Point(1, 2), Point(y=2, x=1), Point(1)}) == 2


def test_a_value_is_never_changed_but_for_another_one() -> None:
    point = Point(1, 2)
    with pytest.raises(AttributeError, match="x cannot be changed"):
        point.x = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="x cannot be changed"):
        del point.x
    assert changed(point, y=5) == Point(1, 5)
    assert point == Point(1, 2)
    with pytest.raises(TypeError):
        changed(point, z=1)


def test_a_class_has_the_fields_of_its_base_class() -> None:
    tagged = Tagged(1, name="here", tags=("a",))
    assert tagged == Tagged(1, 0, "here", ("a",))
    assert tagged != Tagged(1, 0, "here")
    assert changed(tagged, y=2) == replace(tagged, y=2) == Tagged(1, 2, "here", ("a",))
    with pytest.raises(AttributeError, match="x cannot be changed"):
        tagged.x = 3  # type: ignore[misc]


def test_the_functions_of_dataclasses_take_such_values() -> None:
    assert [field.name for field in fields(Point)] == ["x", "y", "name"]
    assert replace(Point(1, 2), name="here") == Point(1, 2, "here")
    assert asdict(Point(1, 2)) == {"x": 1, "y": 2, "name": ""}
    assert astuple(Point(1, 2)) == (1, 2, "")


def test_a_value_travels_to_another_process_and_is_taken_apart_by_a_pattern() -> None:
    match pickle.loads(pickle.dumps(Point(1, 2))):
        case Point(x, y):
            assert (x, y) == (1, 2)
        case _:
            pytest.fail("no point")


def test_a_value_of_all_its_fields_is_like_any_other() -> None:
    point = from_fields(Point, {"x": 1, "y": 2, "name": ""})
    assert point == Point(1, 2)
    with pytest.raises(AttributeError, match="x cannot be changed"):
        point.x = 3  # type: ignore[misc]
