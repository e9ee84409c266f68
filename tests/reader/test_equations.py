"""Displayed equations: laid out in two dimensions, aligned, numbered, and broken if they are too wide."""

from __future__ import annotations

import pytest

from arxtui.model.document import (
    Alignment,
    Cell,
    Equation,
    EquationCell,
    EquationRow,
    Formula,
    Item,
    Items,
    Table,
    Text,
)
from arxtui.reader import Role
from tests.reader.documents import all_lines, equation, page, para, shown, widest

LONG_SUM = "+".join(f"x_{{{number}}}" for number in range(12))


def aligned(*rows: tuple[str, str, str]) -> Equation:
    """Return an equation of rows with a right and a left cell and a number."""
    return Equation(
        tuple(
            EquationRow(
                (
                    EquationCell((Formula(left),), Alignment.RIGHT),
                    EquationCell((Formula(right),), Alignment.LEFT),
                ),
                number,
                (f"E{number}",),
            )
            for left, right, number in rows
        )
    )


def test_an_equation_is_in_the_middle_and_its_number_on_the_right() -> None:
    assert shown(equation("a=b", number="(3)"), width=20) == ["       a = b     (3)"]


def test_a_fraction_is_stacked_and_the_number_is_level_with_its_line() -> None:
    assert shown(equation(r"x=\frac{a+b}{c}", number="(3)"), width=25) == [
        "            a + b",
        "        x = ─────     (3)",
        "              c",
    ]


def test_columns_are_aligned() -> None:
    assert shown(aligned(("a", "=b+c", "(1)"), ("d+e", "=f", "")), width=30) == [
        "            a = b + c      (1)",
        "        d + e = f",
    ]


def test_an_operator_at_the_beginning_of_a_row_continues_the_row_above_or_is_a_sign() -> None:
    for end, sign in (("", "− "), (",", "−"), ("+", "− "), ("=", "−")):
        lines = shown(aligned(("a", f"=b{end}", ""), ("", "-c+d", "(2)")), width=20)
        assert lines[1].removesuffix("(2)").strip() == f"{sign}c + d", end
    assert shown(aligned(("a", "=b", ""), ("", "{}-c+d", "")))[1].strip() == "− c + d"
    assert shown(aligned(("a", "=b", ""), ("", r"\quad\times c", "")))[1].strip() == "× c"
    assert [line.strip() for line in shown(aligned(("a", "=-b", ""), ("-c", "=d", "")))] == ["a = −b", "−c = d"]
    assert [line.strip() for line in shown(aligned(("a=b", "+(c)", ""), ("a=", "-b", "")))] == ["a = b + (c)", "a = −b"]


def test_rows_of_lines_keep_their_indents_and_the_columns_of_their_arrays() -> None:
    rows = aligned(("a", "=b+c", ""), ("", r"\quad(d+e)", ""), (r"\quad f", "=g", "")).rows
    assert [line.rstrip() for line in shown(Equation(rows), width=20)] == [
        "    a = b + c",
        "        (d + e)",
        "    f = g",
    ]
    array = EquationRow((EquationCell((Formula(r"\begin{array}{lll}x&::=&y\end{array}"),)),))
    assert [line.strip() for line in shown(Equation((array,)))] == ["x  ::=  y"]


def test_equations_beside_each_other_are_further_apart_than_their_parts() -> None:
    rows = aligned(("a", "=b", ""), ("aa", "=bb", "")).rows
    beside = Equation(tuple(row._replace(cells=row.cells * 2) for row in rows))
    assert shown(beside) == ["            a = b     a = b", "           aa = bb   aa = bb"]


def test_tall_rows_are_apart() -> None:
    lines = shown(aligned(("a", r"=\frac{1}{2}", ""), ("b", r"=\frac{1}{3}", "")), width=30)
    assert [line.strip() for line in lines] == ["1", "a = ─", "2", "", "1", "b = ─", "3"]


def test_a_number_that_finds_no_room_is_below() -> None:
    assert shown(equation("a+b+c+d=e+f", number="(12)"), width=24) == [" a + b + c + d = e + f", " " * 20 + "(12)"]


def test_an_equation_that_is_too_wide_is_broken_to_the_measure() -> None:
    long = "+".join(f"x_{{{number}}}" for number in range(30))
    lines = all_lines(page(equation(f"f(x)={long}", number="(1)"), width=40))
    assert widest(lines) <= 40
    assert sum(line.text.count("x") for line in lines) == 31
    lines = all_lines(page(aligned(("f(x)", f"={long}", "(1)")), width=40))
    assert widest(lines) <= 40


def test_an_equation_too_wide_for_the_text_takes_the_room_that_tables_may_take() -> None:
    wide = equation("+".join(f"a_{{{number}}}" for number in range(9)), number="(1)")
    lines = all_lines(page(wide, width=60, measure=40))
    assert [line.text for line in lines] == ["a₀ + a₁ + a₂ + a₃ + a₄ + a₅ + a₆ + a₇ + a₈  (1)"]
    assert lines[0].wide
    beside = aligned((LONG_SUM, "=y", ""))
    assert len(all_lines(page(beside, width=70, measure=40))) == 1
    broken = equation("+".join(f"a_{{{number}}}" for number in range(30)))
    assert widest(all_lines(page(broken, width=60, measure=40))) <= 40
    listed = Items((Item((Text("•"),), (wide,)),))
    assert widest(all_lines(page(listed, width=60, measure=40))) <= 60


def test_text_after_a_broken_formula_continues_its_last_line() -> None:
    lines = [line.strip() for line in shown(aligned((LONG_SUM, "=y", "")), width=40)]
    assert lines == ["x₀ + x₁ + x₂ + x₃ + x₄ + x₅ + x₆", "+ x₇ + x₈ + x₉ + x₁₀ + x₁₁   = y"]
    cell = EquationCell((Formula(LONG_SUM), Text(" in "), Formula("N")))
    lines = [line.strip() for line in shown(Equation((EquationRow((cell,)),)), width=40)]
    assert [line.endswith("in N") for line in lines] == [False, True]


def test_a_fraction_after_a_broken_cell_is_below_it() -> None:
    lines = [line.strip() for line in shown(aligned((LONG_SUM, r"=\frac{1}{y}", "")), width=40)]
    assert lines[1:] == ["+ x₈ + x₉ + x₁₀ + x₁₁", "1", "= ─", "y"]


def test_a_formula_after_wrapped_text_continues_its_last_line() -> None:
    words = EquationCell((Text("the number of all bells that ring in the tower"),), Alignment.RIGHT)
    row = EquationRow((words, EquationCell((Formula("=n"),), Alignment.LEFT)))
    lines = [line.rstrip() for line in shown(Equation((row,)), width=36)]
    assert [line.endswith("= n") for line in lines] == [False, True]


def test_words_between_formulas_of_an_equation_are_in_the_same_line() -> None:
    row = EquationRow((EquationCell((Formula("a=b"), Text(" for all "), Formula("b"))),))
    assert [line.strip() for line in shown(Equation((row,)))] == ["a = b for all b"]


def test_tex_that_is_not_understood_is_kept() -> None:
    assert [line.strip() for line in shown(equation(r"\unheardof{x}"))] == [r"$\unheardof{x}$"]


def test_every_line_of_a_formula_leads_to_its_tex() -> None:
    lines = all_lines(page(equation(r"\frac{a}{b}")))
    result = [run for line in lines for run in line.runs if run.role is Role.MATH]
    assert [run.target for run in result] == [r"tex:\frac{a}{b}"] * 3
    assert len({(run.start, run.size) for run in result}) == 1


def test_a_row_has_its_anchor() -> None:
    laid = page(para("words"), aligned(("a", r"=\frac{1}{2}", "(1)"), ("b", "=c", "(2)")))
    assert laid.y_of("E(2)") == 6


def test_an_equation_in_a_table_is_on_the_left() -> None:
    lines = shown(Table(((Cell((equation("a=b", number="(1)"),)), Cell((para("words"),))),)))
    assert lines == ["  a = b  (1)  words"]


def test_words_between_the_rows_are_prose_and_the_rows_stay_aligned() -> None:
    rows = aligned(("a", "=b+c", "(1)"), ("d+e", "=f", "")).rows
    between = EquationCell(
        (Text("which is about "), Formula("\\chi^{2}"), Text(" spread, where "), Formula("r"), Text(" is the number")),
        Alignment.LEFT,
    )
    assert shown(Equation((rows[0], EquationRow((between,)), rows[1])), width=30) == [
        "            a = b + c      (1)",
        "",
        "which is about χ² spread,",
        "where r is the number",
        "",
        "        d + e = f",
    ]


def test_an_equation_with_a_word_before_it_is_drawn() -> None:
    row = EquationRow((EquationCell((Text("minimize "), Formula(r"\frac{a}{b}"))),))
    assert [line.strip() for line in shown(Equation((row,)), width=30)] == ["a", "minimize ─", "b"]


def test_in_ascii_a_formula_that_would_lose_its_letters_is_in_one_line() -> None:
    assert shown(equation(r"\frac{a}{b}"), width=20, ascii_only=True)[1].strip() == "─"
    assert shown(equation(r"\frac{\alpha}{b}"), width=20, ascii_only=True) == ["      alpha/b"]


@pytest.mark.parametrize(
    ("tex", "line"),
    [(r"|\psi\rangle_g=1", "|ψ⟩_g = 1"), (r"A_{\mu\nu}", "A_μν"), (r"H_\alpha+H_a", "H_α + Hₐ")],
)
def test_an_index_without_characters_of_its_own_stays_in_the_line(tex: str, line: str) -> None:
    assert [each.strip() for each in shown(equation(tex))] == [line]


@pytest.mark.parametrize("tex", [r"\min_x f", r"\lambda_O^A", r"\begin{pmatrix}p\\q\end{pmatrix}", r"\frac{a_\psi}{b}"])
def test_indices_limits_rows_and_denominators_are_drawn_below_the_line(tex: str) -> None:
    assert len(shown(equation(tex))) > 1


def test_a_formula_is_broken_within_brackets_and_between_factors_if_need_be() -> None:
    tall = r"\Big[\frac{1}{2}aaa(x, y)+bbb(y+z, x)-ccc(z, x)\Big]"
    assert [line.strip() for line in shown(equation(rf"f=g{tall}."), width=34)] == [
        "⎡1",
        "f = g⎢─ aaa(x, y) + bbb(y + z, x)",
        "⎣2",
        "",
        "⎤",
        "− ccc(z, x)⎥.",
        "⎦",
    ]
    growing = r"\min\left\{\textstyle\sum aaaaaaaaaaaa+\sum bbbbbbbbbbbb+\sum cccccccccccc+d\right\}"
    assert [line.strip() for line in shown(equation(growing), width=48)] == [
        "min{∑ aaaaaaaaaaaa + ∑ bbbbbbbbbbbb",
        "+ ∑ cccccccccccc + d}",
    ]
    product = r"f=\frac{1}{2}ggg(a+b, c, d)hhh(b+c, d, e)kkk(c+d, e, f)"
    assert [line.strip() for line in shown(equation(product), width=37)] == [
        "1",
        "f = ─ ggg(a + b, c, d)",
        "2",
        "",
        "hhh(b + c, d, e)kkk(c + d, e, f)",
    ]
