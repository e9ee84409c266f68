"""SQL uses only plain ``?`` placeholders, the one form that every supported Python accepts with a sequence of
values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_SQL = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|VALUES|WHERE|SET)\b")
_NUMBERED_OR_NAMED = re.compile(r"\?\d|(?<![\w:])[:@$][A-Za-z_]\w*")


def _statements(source: str) -> Iterator[str]:
    """Yield the string literals of a source file that are SQL statements or parts of them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _SQL.search(node.value):
            yield node.value


@pytest.mark.parametrize("folder", ["arxtui", "benchmarks"])
def test_no_placeholder_has_a_number_or_a_name(folder: str) -> None:
    """Python 3.12.0 to 3.12.2 treat ``?1`` as a named placeholder and warn if values are passed as a sequence
    (https://github.com/python/cpython/issues/117995)."""
    read = 0
    for path in sorted((_ROOT / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for statement in _statements(source) if _SQL.search(source) else ():
            read += 1
            assert not _NUMBERED_OR_NAMED.search(statement), f"{path.relative_to(_ROOT)}: {statement}"
    assert read
