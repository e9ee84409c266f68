"""A formula that cannot be shown correctly is not converted: the caller shows its TeX."""

from __future__ import annotations

import pytest

from arxtui.text.math import display, inline, linear
from arxtui.text.math.inline import to_line
from arxtui.text.math.tree import MathStyle, Node


@pytest.mark.parametrize(
    "tex",
    [
        r"\R^n",
        r"x+\mycommand{y}",
        r"\frac{a}{\unknown}",
        r"\begin{tikzcd}A\arrow[r]&B\end{tikzcd}",
        r"\P(A)",
        r"\rho\div u",
        r"\div",
        r"\dv{x}",
        r"\qty{3}{m}",
        r"\char 200",
        r"\rule[0.25em]{1em}{0.4pt}",
        r"\text{a\{b\}}",
        r"a\hskip x",
        r"\big{(x}",
        r"\quantity(x",
        r"\begin{matrix}\buildrel a & b\end{matrix}",
        r"\text{\foo}",
        r"\unicode{x202e}",
        r"\char 27",
        "\x1b[31m",
        r"\text{" + "\x1b]0;title\x07}",
        "a\u202eb",
    ],
)
def test_a_command_or_sign_that_is_not_known_leaves_the_whole_formula_as_tex(tex: str) -> None:
    assert linear(tex) is None
    assert display(tex, 80) is None


@pytest.mark.parametrize(
    "tex",
    [
        "{",
        "}",
        "a}b",
        r"\frac",
        r"\frac{a}",
        r"\sqrt",
        r"\sqrt[",
        r"\sqrt[3",
        "x^",
        "x_",
        "x^^2",
        "x^a^b",
        "x_a_b",
        r"\left(x",
        r"x\right)",
        r"\left",
        r"\left\foo x\right.",
        r"\begin{cases}a",
        r"\begin{cases}a\end{matrix}",
        r"\begin{cases}\end{cases}",
        r"\begin",
        r"\end{cases}",
        r"\text{$x}",
        r"\substack",
        r"\not",
        r"\hat",
        r"\begin{CD}A@>>B\end{CD}",
        r"\begin{CD}A\\ @VVV x\\ B\end{CD}",
        r"\begin{CD}AB\\ @VVV@VVV@VVV\\ C@>>>D@>>>E\end{CD}",
        r"\begin{CD}A@>>>BC\\ @VVV@VVV@VVV\\ D@>>>E@>>>F\end{CD}",
        r"\kern",
        "\\",
        "$",
    ],
)
def test_a_broken_formula_stays_as_tex(tex: str) -> None:
    assert linear(tex) is None
    assert display(tex, 80) is None


@pytest.mark.parametrize(
    "tex",
    [
        "{" * 1_000_000,
        "{" * 10_000 + "}" * 10_000,
        "{" * 5_000 + "x" + "}" * 5_000,
        r"\frac" * 4_000,
        r"\frac{" * 3_000,
        r"\sqrt" * 3_900 + "x",
        r"\left(" * 3_000,
        r"\hat" * 4_900 + "x",
        r"\text{$" * 2_800,
        r"\text{$" * 15 + "x" + "$}" * 15,
        r"x^{" * 5_000,
        "^" * 19_000,
        "'" * 19_000,
        r"\begin{matrix}" * 1_400,
        r"\begin{matrix}" + "a" * 9_000 + r"\\" * 5_000 + r"b\end{matrix}",
        r"\begin{array}{" + "c" * 19_000 + "}",
        "[" * 19_000,
        r"\sqrt[" * 3_000,
        r"\color[" * 2_000,
        r"x\over" * 3_000,
        r"\begin{CD}A@>" * 1_000,
        "$" * 19_000,
        "|" * 19_000,
        r"\qty(" * 4_000,
        r"\qty(" * 300 + "x" + ")" * 300,
        r"1\div 1" * 2_500,
        r"\kern1pt" * 2_500,
        r"\braket{" * 2_500,
        r"\braket{a}{b}" * 1_500,
        "(" * 9_900 + r"\frac{a}{b}" + ")" * 9_900,
        r"\big|" * 3_900 + r"\frac{a}{b}",
        r"x_{\ a}^{" * 2_000,
        "x_{" + r"\ a" * 6_000 + "}^{" + r"b\ " * 500 + "}",
        r"\matrixquantity(" + "a&" * 9_000 + ")",
        r"\big{" * 4_000,
        r"\mathchoice" * 1_800,
        r"\sqrt{(}" * 35 + "x",
        r"\ketbra{" * 35 + "x" + "}" * 35,
        r"\expval{A}{" * 35 + "x" + "}" * 35,
        "x" * 1_000_000,
        r"\alpha " * 1_000_000,
    ],
)
def test_hostile_tex_is_no_burden(tex: str) -> None:
    linear(tex)
    display(tex, 80)


@pytest.mark.parametrize("level", ["2^{x", "2^{+1.", r"\overline{2^{x", r"\overline{x^{"])
def test_a_formula_within_a_formula_does_not_double_the_work(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    converted: list[Node] = []

    def count(node: Node, style: MathStyle) -> str:
        converted.append(node)
        return to_line(node, style)

    monkeypatch.setattr(inline, "to_line", count)

    def conversions(depth: int) -> int:
        converted.clear()
        assert linear(level * depth + "x" + "}" * level.count("{") * depth)
        return len(converted)

    assert conversions(12) < 3 * conversions(6)


def test_a_formula_that_fits_no_line_is_not_drawn() -> None:
    assert display(r"\mathrm{incomprehensibilities}\text{中}", 1) is None
