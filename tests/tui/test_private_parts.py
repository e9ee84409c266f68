"""Textual's private attributes are used in only one folder, and the reader does without them if one is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.screen import Screen

import arxtui
from arxtui.tui.terminal.private_parts import NEEDED, missing

_PACKAGE = Path(arxtui.__file__).parent
_FOLDER = _PACKAGE / "tui" / "terminal"
_OURS_TOO = {"_app", "_awaiting", "_loop", "_context", "_hit_count", "_skip", "_updates"}
"""Names of private attributes that arxtui's own classes have, too."""
_PRIVATE = {name for names in NEEDED.values() for name in names.split() if name.startswith("_")}


def test_this_version_has_all_of_them() -> None:
    assert missing() == []


def test_a_part_that_is_gone_or_called_otherwise_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Screen, "_screen_resized")
    monkeypatch.setitem(NEEDED, "textual._no_such_module:Compositor", "paint")
    monkeypatch.setitem(NEEDED, "textual.app:App", "_driver _no_such_attribute")
    assert missing() == [
        "textual.app:App._no_such_attribute",
        "textual.screen:Screen._screen_resized",
        "textual._no_such_module:Compositor.paint",
    ]


def test_nobody_else_uses_them() -> None:
    names = "|".join(sorted(_PRIVATE - _OURS_TOO))
    assert uses_elsewhere(rf"(\.|def )({names})\b") == []


def test_nobody_else_imports_a_private_module() -> None:
    assert uses_elsewhere(r"(from|import) textual(?:\.\w+)*\._") == []


def uses_elsewhere(pattern: str) -> list[tuple[Path, str]]:
    """Return the files outside the folder that match a pattern, with what matches."""
    files = (path for path in _PACKAGE.rglob("*.py") if _FOLDER not in path.parents)
    matches = ((path, re.search(pattern, path.read_text(encoding="utf-8"))) for path in files)
    return [(path, match[0]) for path, match in matches if match]
