"""Regular expressions are compiled on first use, and kept in compiled form from one process to the next."""

from __future__ import annotations

import marshal
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from arxtui import patterns
from arxtui.patterns import _LazyPattern

_MODULES = (
    "model.arxiv.ids", "query.tokens", "sources.html", "text.math.parsing.parser", "text.mentions.links",
    "text.mentions.titles", "text.mentions.venue_phrases", "text.tex.spacing", "text.tex.tokens", "text.width",
)  # fmt: skip


def _expressions() -> list[tuple[str | bytes, int]]:
    modules = [import_module(f"arxtui.{name}") for name in _MODULES]
    lazy = [each for module in modules for each in vars(module).values() if isinstance(each, _LazyPattern)]
    return [(each._source, int(each._flags)) for each in lazy] + [(rb"(?i)a(?P<b>\x00)|(?P<c>d)", 0), ("x", 0)]


def _compiled(expression: tuple[Any, int]) -> re.Pattern[Any]:
    return re.compile(*expression)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "kept"
    monkeypatch.setattr(patterns, "_FILE", file)
    monkeypatch.setattr(patterns, "_new", set())
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return file


@pytest.fixture(autouse=True)
def _forget() -> Any:
    yield
    _next_process()


def _next_process() -> None:
    patterns._new.clear()
    patterns._kept.cache_clear()
    patterns.compiled.cache_clear()


def test_a_kept_expression_is_equal_to_one_that_is_compiled_anew(file: Path) -> None:
    expressions = _expressions()
    assert len(expressions) > 50
    _next_process()
    assert [patterns.compiled(*each) for each in expressions] == list(map(_compiled, expressions))
    patterns.keep_new()
    assert file.exists()
    _next_process()
    kept = [patterns.compiled(*each) for each in expressions]
    assert not patterns._new
    assert kept == list(map(_compiled, expressions))
    assert kept[-2].groupindex == {"b": 1, "c": 2}
    patterns.compiled("another", int(re.I))
    patterns.keep_new()
    _next_process()
    patterns.compiled("another", int(re.I))
    patterns.compiled("x", 0)
    assert not patterns._new


def test_a_damaged_file_or_one_of_another_python_is_replaced(file: Path) -> None:
    wrong: tuple[Any, ...] = (7, ("3.0", {("x", 0): ()}), (sys.version, {("x", 0): (0, b"\1\2\3", 0, {}, ())}))
    for content in (b"", b"nonsense", *map(marshal.dumps, wrong)):
        file.write_bytes(content)
        _next_process()
        assert patterns.compiled("x", 0) == re.compile("x")
        patterns.keep_new()
        _next_process()
        assert patterns.compiled("x", 0) == re.compile("x")
        assert not patterns._new


def test_nothing_is_kept_where_python_keeps_no_compiled_modules(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _next_process()
    patterns.compiled("x", 0)
    monkeypatch.setattr(patterns, "_FILE", file / "missing" / "kept")
    patterns.keep_new()
    monkeypatch.setattr(patterns, "_FILE", file)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    patterns.keep_new()
    assert not file.exists()
    monkeypatch.setattr(patterns, "_FILE", None)
    _next_process()
    assert patterns.compiled("x", 0) == re.compile("x")
