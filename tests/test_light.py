"""The program's own ``NamedTuple`` is like that of ``typing``; frozen values are immutable, made of their fields, and
equal by class and content; deferred imports are made when they are used."""

from __future__ import annotations

import builtins
import pickle
import sys
import typing
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, astuple, fields, replace
from importlib import import_module
from pathlib import Path
from threading import Barrier
from types import FunctionType, ModuleType
from typing import Any

import pytest

from arxtui import light
from arxtui.light import changed, deferred, from_fields, frozen


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


_EARLY = """
from arxtui.light import deferred

with deferred():
    from late_package import words
    from late_package.words import Word, shout
"""
_LATE = """
import late_package

late_package.loaded.append(__name__)
if late_package.is_broken:
    raise RuntimeError("broken")


class Word:
    letters = 26


def shout(text):
    return text.upper()
"""


@pytest.fixture
def early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module that defers imports from ``late_package.words``."""
    (tmp_path / "late_package").mkdir()
    (tmp_path / "late_package/__init__.py").write_text("loaded, is_broken = [], False")
    (tmp_path / "late_package/words.py").write_text(_LATE)
    (tmp_path / "early_module.py").write_text(_EARLY)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("early_module")
    for name in ("early_module", "late_package.words", "late_package"):
        sys.modules.pop(name, None)


def test_a_deferred_import_is_made_by_the_first_call_or_attribute(early: ModuleType) -> None:
    assert "late_package" not in sys.modules
    assert early.shout("star") == "STAR"
    assert (early.Word.letters, early.words.Word.letters) == (26, 26)
    words = import_module("late_package.words")
    assert (early.shout, early.Word, early.words) == (words.shout, words.Word, words)


def test_a_deferred_import_that_failed_is_made_again(early: ModuleType) -> None:
    package: Any = import_module("late_package")
    package.is_broken = True
    for _ in range(2):
        with pytest.raises(RuntimeError, match="broken"):
            early.shout("star")
    package.is_broken = False
    assert early.shout("star") == "STAR"


def test_threads_that_use_a_deferred_import_at_once_load_one_module(early: ModuleType) -> None:
    start = Barrier(4)
    with ThreadPoolExecutor(4) as threads:
        shouted = list(threads.map(lambda text: start.wait() >= 0 and early.shout(text), "abcd"))
    assert shouted == ["A", "B", "C", "D"]
    assert import_module("late_package").loaded == ["late_package.words"]


def test_while_a_module_defers_imports_those_of_other_modules_are_made(early: ModuleType) -> None:
    other: dict[str, Any] = {}
    with deferred():
        exec("from late_package.words import shout", other)
    assert isinstance(other["shout"], FunctionType)
    assert not isinstance(early.shout, FunctionType)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_blocks_of_two_threads_end_in_any_order(order: tuple[int, int]) -> None:
    made, blocks = builtins.__import__, (deferred(), deferred())
    for block in blocks:
        block.__enter__()
    for each in order:
        blocks[each].__exit__()
    assert builtins.__import__ is made
