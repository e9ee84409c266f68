"""The printed sample of formulas is the same for the same seed, and states how each formula is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.formulas import formulas, show_sample

_MATH = '<math alttext="{0}"><annotation encoding="application/x-tex">{0}</annotation></math>'
_TEX = [r"\frac{a}{b}", "x^{2}", r"x_{\omega}", r"\foo", *(f"a_{{{number}}}" for number in range(40))]


@pytest.fixture
def tex(tmp_path: Path) -> list[str]:
    (tmp_path / "one.html").write_text("".join(map(_MATH.format, _TEX)), encoding="utf-8")
    (tmp_path / "two.html").write_text(_MATH.format("%\nx^{2}"), encoding="utf-8")
    return formulas(tmp_path)


def test_each_formula_counts_once(tex: list[str]) -> None:
    assert sorted(tex) == sorted(_TEX)


def test_the_same_seed_draws_the_same(tex: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    drawn = []
    for seed in (1, 1, 2):
        show_sample(tex, 10, seed, 78)
        drawn.append(capsys.readouterr().out)
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_formula_has_its_line_and_its_picture(tex: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    show_sample(tex, len(tex), 1, 78)
    shown = capsys.readouterr().out
    assert "\\frac{a}{b}\n  =  a/b\n     │a\n     │─\n     │b\n" in shown
    assert "\\foo\n  =  (TeX)\n" in shown
    assert "| stays TeX | 1 |" in shown
