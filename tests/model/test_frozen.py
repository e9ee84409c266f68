"""Frozen values: made of their fields, equal by class and content, immutable."""

from __future__ import annotations

import pickle
from dataclasses import asdict, astuple, fields, replace
from typing import Any

import pytest

from arxtui.model.frozen import changed, from_fields, frozen


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
