"""The examples in docs/math.md are what the program shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arxtui.text.math import display, linear

_PAGE = (Path(__file__).resolve().parents[3] / "docs/math.md").read_text(encoding="utf-8")
_BLOCKS = [block.strip("\n").split("\n") for block in re.findall(r"```\n(.*?)```", _PAGE, re.S)]
_LINES = [line.split("⟹") for block in _BLOCKS for line in block if "⟹" in line]
_PICTURES = [block for block in _BLOCKS if "⟹" not in block[0]]


@pytest.mark.parametrize(("tex", "shown"), _LINES)
def test_the_examples_in_a_line_are_true(tex: str, shown: str) -> None:
    assert linear(tex.strip()) == shown.strip()


@pytest.mark.parametrize("block", _PICTURES)
def test_the_pictures_are_true(block: list[str]) -> None:
    box = display(block[0], 78)
    assert box is not None
    assert [line.rstrip() for line in box.lines] == block[1:]


def test_the_page_has_examples() -> None:
    assert len(_LINES) > 30
    assert len(_PICTURES) >= 5
