"""A page's formulas, from its bytes to what the reader shows: their TeX and their MathML are both wrong at times."""

from __future__ import annotations

import re
from html import escape

import pytest

from arxtui.model.document import Document, Equation, Footnote, Formula, Paragraph
from arxtui.reader.output.plain import plain
from arxtui.sources.latexml import parse_document
from arxtui.text.math.common_tex import common_tex

TIMES = '<mo lspace="0em" rspace="0em">\u200b</mo>'
APPLY = "<mo>\u2061</mo>"


def formula(tex: str, mathml: str, display: str = "inline") -> str:
    """Return a formula as LaTeXML oxide writes it."""
    code = escape(tex)
    return (
        f'<math id="p1.m1" class="ltx_Math" alttext="{code}" display="{display}" intent=":literal"><semantics>{mathml}'
        f'<annotation encoding="application/x-tex">{code}</annotation></semantics></math>'
    )


def read(*parts: str) -> Document:
    body = "".join(f'<div class="ltx_para"><p class="ltx_p">{part}</p></div>' for part in parts)
    return parse_document(f'<html><body><article class="ltx_document">{body}</article></body></html>'.encode())


def shown(*parts: str) -> str:
    """Return what the reader shows below the line that names the converter."""
    return " ".join(" ".join(plain(read(*parts), 100)).split()).removeprefix("Converted by LaTeXML oxide. ")


def words(text: str) -> str:
    return f"<mtext>{text}</mtext>"


def row(*parts: str) -> str:
    return f"<mrow>{''.join(parts)}</mrow>"


def brackets(inner: str) -> str:
    return row('<mo stretchy="false">(</mo>', inner, '<mo stretchy="false">)</mo>')


RANK = row("<mi>rank</mi>", APPLY, brackets("<mi>A</mi>"))
BOX = r"\mathchoice{\mathrel{\hbox to0.0pt{\kern 3.375pt\kern-4.8pt$\displaystyle\not$\hss}{\Longrightarrow}}}"
BOX += r"{\mathrel{\hbox to0.0pt{\kern 3.375pt\kern-4.8pt$\textstyle\not$\hss}{\Longrightarrow}}}{}{}"
BROKEN = row('<mo lspace="0em">OPEN</mo>', RANK)


@pytest.mark.parametrize(
    ("tex", "mathml", "read_as"),
    [
        (r"\rk(A)", RANK, "rank(A)"),
        (r"\Pr(A)", row("<mi>P</mi>", APPLY, brackets("<mi>A</mi>")), "P(A)"),
        (r"a\mapto b", row("<mi>a</mi>", "<mo>→</mo>", "<mi>b</mi>"), "a → b"),
        (
            r"\osup_{n}x",
            row("<msub><mrow><mi>ess</mi>", TIMES, "<mi>sup</mi></mrow><mi>n</mi></msub><mi>x</mi>"),
            "ess supₙ x",
        ),
        (r"\mean x", row('<mo rspace="0em">𝔼</mo>', "<mi>x</mi>"), "𝔼x"),
        (
            r"\top B",
            row("<msup><mi>B</mi><mo>⊤</mo></msup>"),
            "⊤B",
        ),
    ],
)
def test_a_command_of_the_author_is_read_from_the_mathml(tex: str, mathml: str, read_as: str) -> None:
    assert shown(formula(tex, mathml)) == read_as


def test_the_meaning_of_an_unknown_command_is_learnt_from_one_formula_for_another() -> None:
    assert shown(formula(r"\rk(A)", RANK), formula(r"2\rk(A)", BROKEN)) == "rank(A) 2 rank(A)"


def test_a_command_that_two_formulas_contradict_is_not_learnt() -> None:
    other = formula(r"\rk(B)", row("<mi>rg</mi>", APPLY, brackets("<mi>B</mi>")))
    assert shown(formula(r"\rk(A)", RANK), other, formula(r"2\rk(A)", BROKEN)).endswith(r"$2\rk(A)$")


def test_a_command_with_marks_over_its_sign_is_read_with_them() -> None:
    arrow = '<mover><mo stretchy="false">⇒</mo><mo>*</mo></mover>'
    assert shown(formula(r"s\rew t", row("<mi>s</mi>", arrow, "<mi>t</mi>"))) == "s ⇒* t"


@pytest.mark.parametrize(
    ("tex", "mathml", "read_as"),
    [
        ("103050", row("<mn>10</mn>", words(", "), "<mn>30</mn>", words(" and "), "<mn>50</mn>"), "10, 30 and 50"),
        ("19", row("<mn>1</mn>", words(" to "), "<mn>9</mn>"), "1 to 9"),
        ("123", row("<mn>1</mn>", words(" , "), "<mn>2</mn>", words(" and "), "<mn>3</mn>"), "1, 2 and 3"),
    ],
)
def test_words_that_the_tex_lost_are_read_from_the_mathml(tex: str, mathml: str, read_as: str) -> None:
    assert shown(formula(tex, mathml)) == read_as


@pytest.mark.parametrize(
    ("tex", "mathml", "read_as"),
    [
        ("(P", row('<mo stretchy="false">(</mo>', "<mi>P</mi>", "<mi>CLOSE</mi>"), "(P"),
        ("1-a", row("<mo>−</mo>", "<mi>a</mi>"), "1 − a"),
        (r"\mathsf{f}((L,y))", row("<mi>f</mi>", brackets("<mo>,</mo>")), "f((L, y))"),
        (r"A||B", row("<mi>A</mi>", "<mi>j</mi><mi>j</mi>", "<mi>B</mi>"), "A||B"),
        (r"t\in\real^{N}", row("<mi>t</mi><mo>∈</mo><msup><mrow></mrow><mi>N</mi></msup>"), "t ∈ ℝᴺ"),
        (r"\phi\and\psi", row('<mi>ϕ</mi><mi mathvariant="italic"> and </mi><mi>ψ</mi>'), "ϕ ∧ ψ"),
        (r"H(X;Y)", row("<mi>H</mi>", brackets("<mi>X</mi><mo>,</mo><mi>Y</mi>")), "H(X; Y)"),
        (BOX, row('<mpadded width="0.0pt"><mtext> </mtext><mi>／</mi></mpadded><mo>⟹</mo><mphantom></mphantom>'), "⟹̸"),
        (
            r"\hat{}\mathbf{n}",
            row('<mover accent="true"><mphantom></mphantom><mo>^</mo></mover>', '<mi mathvariant="bold">n</mi>'),
            "𝐧̂",
        ),
    ],
)
def test_the_tex_is_read_where_the_mathml_is_wrong(tex: str, mathml: str, read_as: str) -> None:
    assert shown(formula(tex, mathml)) == read_as


def test_a_formula_that_neither_can_say_stays_tex() -> None:
    assert shown(formula(r"\foo{x}", row("<mi>CLOSE</mi>"))) == r"$\foo{x}$"
    empty = r"\pmqty{\lx@physics@matrix\endlx@physics@matrix}"
    assert shown(formula(empty, "<mo>(</mo><mo>)</mo>")) == f"${empty}$"
    assert shown(formula(r"B(\ring)", row("<mi>B</mi>", brackets("<mrow></mrow>")))) == r"$B(\ring)$"


@pytest.mark.parametrize("tag", "mfrac mroot msub msup msubsup munder mover munderover mmultiscripts mtable".split())
def test_mathml_with_missing_parts_does_not_end_the_reading(tag: str) -> None:
    assert shown(formula(r"\foo", f"<{tag}></{tag}>")) == r"$\foo$"
    assert shown(f"<math><{tag}><mi>x</mi></{tag}></math> and on.").endswith("and on.")


@pytest.mark.parametrize("length", ["", ".", "1.2.3em", "-", "٣em", "9" * 400 + "em", "wide"])
def test_a_space_of_any_length_is_read(length: str) -> None:
    assert shown(f'<math><mi>x</mi><mspace width="{length}"></mspace><mi>y</mi></math>') in ("xy", "x y", "x  y")


def test_mathml_nested_without_end_is_no_witness() -> None:
    deep = "<mrow>" * 5_000 + "<mi>x</mi>" + "</mrow>" * 5_000
    assert shown(formula(r"\foo", deep)) == r"$\foo$"


def test_marks_on_marks_do_not_double_the_work() -> None:
    deep = "<mover>" * 60 + "<mi>x</mi>" + "<mo>^</mo></mover>" * 60
    assert shown(formula(r"\foo", deep)) == r"$\foo$"


def test_a_drawing_in_a_formula_is_a_picture() -> None:
    picture = '<mtext><svg width="9" height="9"><g><path d="M 0 0 L 9 9"></path></g></svg></mtext>'
    drawn = r"\hbox to9.0pt{\vbox to9.0pt{\pgfpicture\hbox{\lxSVG@begingroup@{fill=none} \{ }\endpgfpicture}}\equiv x"
    assert shown(formula(drawn, row(picture, "<mo>≡</mo>", "<mi>x</mi>"))) == "▣ ≡ x"
    within = drawn.replace("fill=none", drawn.removesuffix(r"\equiv x"))
    assert shown(formula(within, '<mtext class="undefined">?</mtext>')) == "▣ ≡ x"


def test_references_in_a_formula_are_the_numbers_of_its_links() -> None:
    link = '<mtext><a href="#S3.E2" class="ltx_ref"><span class="ltx_text ltx_ref_tag">2</span></a></mtext>'
    mathml = f"<mover><mo>=</mo>{row(words('('), link, words(')'))}</mover>"
    assert shown(formula(r"\overset{\eqref{eq: some}}{=}", mathml)) == "=⁽²⁾"


@pytest.mark.parametrize(
    ("mathml", "read_as"),
    [
        ("<mfrac><mn>1</mn><mn>137</mn></mfrac>", "1/137"),
        ("<msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup>", "10⁻³"),
        ("<msqrt><mn>2</mn></msqrt>", "√2"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "∛x"),
        ("<msup><mi>e</mi><mrow><mi>i</mi><mi>π</mi></mrow></msup>", "e^(iπ)"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "xᵢ²"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>a</mi>",
            "∑ᵢ₌₁ⁿ a",
        ),
        ('<mover accent="true"><mi>x</mi><mo>^</mo></mover>', "x̂"),
        ('<mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>', "C(n,k)"),
        ('<mo>(</mo><mfrac linethickness="0.0pt"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>', "C(n,k)"),
        ('<mo>(</mo><mfrac linethickness="0.5pt"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>', "(n/k)"),
        (
            "<mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd>"
            "<mtd><mi>d</mi></mtd></mtr></mtable><mo>)</mo>",
            "(a b; c d)",
        ),
        (
            "<mmultiscripts><mi>C</mi><mprescripts></mprescripts><mn>6</mn><mn>14</mn></mmultiscripts>",
            "₆¹⁴C",
        ),
        ("<mi>𝒜</mi><mo>∈</mo><mi>ℝ</mi>", "𝒜 ∈ ℝ"),
        (
            "<msub><mrow><mi>lim</mi><mover><mi>sup</mi><mo>¯</mo></mover></mrow><mi>n</mi></msub><msub><mi>B</mi>"
            "<mi>n</mi></msub>",
            "lim s̅u̅p̅ₙ Bₙ",
        ),
        ("<mi>sin</mi><mo>\u2061</mo><mi>x</mi><mtext> if it rains</mtext>", "sin x if it rains"),
    ],
)
def test_mathml_without_tex_is_read(mathml: str, read_as: str) -> None:
    assert shown(f"<math><mrow>{mathml}</mrow></math>") == read_as


def test_formulas_in_plain_html_and_pictures_are_read() -> None:
    assert shown('<span class="ltx_Math">2<sup>10</sup></span>') == "2¹⁰"
    assert shown('<img class="ltx_Math" src="m1.png" alt="x^{2}">') == "x²"


def test_a_note_in_a_formula_stays_a_note() -> None:
    note = '<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">5</sup><span class="ltx_note_outer">'
    note += '<span class="ltx_note_content">Not always.</span></span></span>'
    mathml = row("<mi>a</mi><mo>=</mo><mi>b</mi>", words(note))
    (paragraph,) = read(formula("a=b", mathml)).blocks
    assert isinstance(paragraph, Paragraph)
    assert paragraph.content[0] == Formula("a=b")
    assert isinstance(paragraph.content[1], Footnote)
    (equation,) = read(formula("a=b", mathml, "block")).blocks
    assert isinstance(equation, Equation)
    assert isinstance(equation.rows[0].cells[0].content[1], Footnote)


def test_white_signs_are_blanks_unless_their_ground_is_coloured() -> None:
    white = formula(r"a={\color[rgb]{1,1,1}i}b", row('<mi>a</mi><mo>=</mo><mi mathcolor="#FFFFFF">i</mi><mi>b</mi>'))
    assert shown(white) == "a = b"
    assert shown(f'<span class="ltx_text" style="--ltx-bg-color:#000000;">{white}</span>') == "a = ib"


@pytest.mark.parametrize(
    ("tex", "read_as"),
    [
        (r"\epsilon\,\lx@scalerel@obj{\bullet}", "ϵ •"),
        (r"\lx@sectionsign 3", "§3"),
        (r"{\lx@inpgf@ignorespaces M_{s}}", "Mₛ"),
        (r"5\penalty\ {\rm GeV}", "5 GeV"),
        (r"\{x\nonscript\,|\allowbreak\nonscript\,\mathopen{}x<1\}", "{x | x < 1}"),
        (r"\delimiter 52568952\delimiter 52573049", "↑↓"),
        (r"\text{H}{\vphantom{\text{X}}}_{\smash[t]{\text{2}}}\text{O}", "H₂O"),
        (r"a\stackrel{{\scriptstyle def}}{{=}}-b", "a =ᵈᵉᶠ −b"),
        (r"\text{--}\circ\text{--}", "– ∘ –"),
        (r"\epsilon\text{-}\argmin f", "ϵ-argmin f"),
        (r"\sqrt{(}5)", "√5"),
        (r"\acute{\char 16\relax}", "í"),
        (r"\mathmakebox[\widthof{$x$}][c]{\mathmakebox[2pt][l]{\mathrm{s.t.}}}", "s.t."),
        (r"\vskip 5.69054ptN_{\rm GG}", "N_GG"),
        (r"a\bcancel{b}", "ab̸"),
        (r"\matrixquantity(\lx@physics@matrix 0&1\\1&0\endlx@physics@matrix)", "(0 1; 1 0)"),
        (r"\matrixquantity[\lx@physics@matrix\imat{2}\endlx@physics@matrix]", "[1 0; 0 1]"),
        (r"\pmqty{\lx@physics@matrix\dmat[0]{a,b}\endlx@physics@matrix}", "(a 0; 0 b)"),
        (r"\norm{\vb{v}}", "‖𝐯‖"),
        (r"\mbox{ for all $p\in\mathchoice{\mbox{${P}$}}{\mbox{${P}$}}{}{}$}", "for all p ∈ P"),
    ],
)
def test_words_of_the_engine_are_read(tex: str, read_as: str) -> None:
    signs = "".join(f"<mi>{sign}</mi>" for sign in re.sub(r"\W", "", read_as))
    assert shown(formula(tex, f"<mrow>{signs}</mrow>")) == read_as


def test_tex_for_other_programs_has_the_names_of_the_mathml() -> None:
    (paragraph,) = read(formula(r"\rk(A)\in\real", row(RANK, "<mo>∈</mo><mi>ℝ</mi>"))).blocks
    assert isinstance(paragraph, Paragraph)
    (read_formula,) = paragraph.content
    assert isinstance(read_formula, Formula)
    assert common_tex(read_formula.tex) == r"\operatorname{rank}(A)\in\mathbb{R}"
