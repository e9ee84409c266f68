"""Formulas from papers, each checked by hand: their text in one line, and the drawings of some."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxtui.text import cells
from arxtui.text.math import display, linear

_HERE = Path(__file__).parent
_SAMPLE = [row.split("\t") for row in (_HERE / "sample.tsv").read_text(encoding="utf-8").splitlines()]
_PICTURES = (_HERE / "pictures.txt").read_text(encoding="utf-8").strip("\n").split("\n\n")


@pytest.mark.parametrize(("tex", "shown"), _SAMPLE, ids=[tex for tex, _ in _SAMPLE])
def test_a_formula_in_one_line_has_the_meaning_of_its_tex(tex: str, shown: str) -> None:
    assert linear(tex) == shown


@pytest.mark.parametrize("picture", _PICTURES, ids=[picture.split("\n")[0] for picture in _PICTURES])
def test_a_displayed_formula_is_drawn_as_it_would_be_set(picture: str) -> None:
    head, *lines = picture.split("\n")
    width, _, tex = head.partition(" ")
    box = display(tex, int(width))
    assert box is not None
    assert [line.rstrip() for line in box.lines] == [line[2:] for line in lines]
    assert [line[0] for line in lines].index(">") == box.baseline


def test_the_sample_is_large_enough_to_mean_something() -> None:
    assert len({tex for tex, _ in _SAMPLE}) >= 300
    assert len(_PICTURES) >= 60


@pytest.mark.parametrize("tex", [tex for tex, _ in _SAMPLE])
def test_all_lines_of_a_picture_are_of_one_width_and_fit(tex: str) -> None:
    for width in (8, 20, 78):
        box = display(tex, width)
        if box is not None:
            assert {cells(line) for line in box.lines} == {box.width}
            assert box.width <= width
            assert 0 <= box.baseline < len(box.lines)
