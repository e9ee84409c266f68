"""Every letter, digit and operator of a formula is shown, whatever its structure."""

from __future__ import annotations

import unicodedata
from collections import Counter

from hypothesis import example, given, settings
from hypothesis import strategies as st

from arxtui.text import cells
from arxtui.text.math import display, linear

Written = tuple[str, str]
"""TeX, and the characters that it must show."""

_LEAVES: list[Written] = [
    *((sign, sign) for sign in "abcxyzABKN0123789+=<>/|()[],"),
    ("-", "−"),
    (r"\alpha", "α"),
    (r"\Omega", "Ω"),
    (r"\le", "≤"),
    (r"\in", "∈"),
    (r"\to", "→"),
    (r"\times", "×"),
    (r"\sum", "∑"),
    (r"\int", "∫"),
    (r"\infty", "∞"),
    (r"\log", "log"),
    (r"\max", "max"),
    (r"\ldots", "…"),
    (r"\mathbb{R}", "R"),
    (r"\mathbf{v}", "v"),
    (r"\mathrm{pred}", "pred"),
    (r"\text{ if }", "if"),
    (r"\{", "{"),
    (r"\}", "}"),
    (r"\,", ""),
    (r"\quad ", ""),
]


def _joined(parts: list[Written]) -> Written:
    return " ".join(tex for tex, _ in parts), "".join(signs for _, signs in parts)


_PATTERNS: list[Written] = [
    (r"\frac##", ""),
    (r"\tfrac##", ""),
    (r"\cfrac##", ""),
    (r"\binom##", ""),
    ("x_#", "x"),
    ("x^#", "x"),
    ("y_#^#", "y"),
    (r"\sum_#^#", "∑"),
    (r"\lim_#", "lim"),
    (r"\sqrt#", ""),
    (r"\sqrt[n]#", "n"),
    (r"\hat#", ""),
    (r"\overline#", ""),
    (r"\widetilde#", ""),
    (r"\underbrace#_#", ""),
    (r"\overset#=", "="),
    (r"\underset#\max", "max"),
    (r"\xrightarrow#", "→"),
    (r"\left(#\right]", "(]"),
    (r"\left\{#\middle|#\right.", "{|"),
    (r"\mathcal#", ""),
    (r"\boldsymbol#", ""),
    (r"\begin{pmatrix}#&#\\#&#\end{pmatrix}", "()"),
    (r"\begin{cases}#&#\\#&#\end{cases}", "{"),
    (r"\begin{aligned}#&=#\\&+#\end{aligned}", "=+"),
    (r"\begin{array}{l|c}#&#\end{array}", ""),
    (r"\substack{#\\#}", ""),
]
"""TeX with ``#`` for each argument, and the characters that it adds."""
_MARKS = (r"\hat#", r"\overline#", r"\widetilde#")
"""Accents over an empty argument are shown as TeX."""


def _row(parts: list[Written]) -> Written:
    return " ".join(tex for tex, _ in parts), "".join(signs for _, signs in parts)


def _structure(pattern: Written, arguments: list[Written]) -> Written:
    tex, signs = pattern
    if tex in _MARKS and not arguments[0][1]:
        arguments = [("x", "x")]
    for argument, shown in arguments[: tex.count("#")]:
        tex = tex.replace("#", f"{{{argument}}}", 1)
        signs += shown
    return tex, signs


_leaf = st.sampled_from(_LEAVES)
_formulas = st.recursive(
    _leaf,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4).map(_row)
        | st.builds(_structure, st.sampled_from(_PATTERNS), st.lists(inner, min_size=4, max_size=4))
    ),
    max_leaves=16,
)
_PIECES = r"""
    { } ^ _ & $ % # ~ ' \ @ \frac \left \right \begin{cases} \end{cases} \\ \over \sqrt[ \text{ \not \big \begin{CD}
    \end{CD} \rm \limits \operatorname* \color[ \hline \char \tag{ \mathbf \hat \xrightarrow[ \substack{ ( ) [ ] | x 2 +
    = ,
""".split()


_ABOVE = str.maketrans({"\u0304": "−", "\u20d7": "→"})
"""Characters that \\overset sets over a letter can be shown as accents."""


def _signs(text: str) -> Counter[str]:
    """Count the letters, digits and operators of a text in their plain form."""
    plain = unicodedata.normalize("NFKD", text.replace("⟮", "(")).translate(_ABOVE).replace("-", "−").replace("│", "|")
    return Counter(sign for sign in plain if sign.isalnum() or unicodedata.category(sign) == "Sm" or sign in "/…")


@given(_formulas)
@example((r"\overset{-}{a}", "−a"))
@example((r"\overset{\to}{x}", "→x"))
@settings(max_examples=200)
def test_every_letter_digit_and_operator_is_in_the_line(written: Written) -> None:
    tex, signs = written
    shown = linear(tex)
    assert shown is not None
    assert not _signs(signs) - _signs(shown), shown
    assert "\\" not in shown


@given(_formulas, st.integers(10, 120))
@settings(max_examples=200)
def test_every_letter_digit_and_operator_is_in_the_picture(written: Written, width: int) -> None:
    tex, signs = written
    box = display(tex, width)
    if box is None:
        return
    assert not _signs(signs) - _drawn("".join(box.lines))
    assert {cells(line) for line in box.lines} == {box.width}
    assert box.width <= width


def _drawn(picture: str) -> Counter[str]:
    """Count the characters of a drawing; tall and stretched ones count as their plain character."""
    tall = {"⎛": "(", "⎦": "]", "⎤": "]", "⎧": "{", "⎰": "{", "⎞": ")", "⎝": "(", "═": "=", "║": "‖"}
    return _signs(picture + "".join(tall.get(sign, "") for sign in picture))


@given(st.text() | st.lists(st.sampled_from(_PIECES) | st.just(" \n"), max_size=30).map("".join))
@settings(max_examples=500)
def test_no_text_at_all_raises(tex: str) -> None:
    shown, box = linear(tex), display(tex, 40)
    assert shown is None or shown.isprintable()
    assert box is None or all(line.isprintable() for line in box.lines)


@given(_formulas)
def test_brackets_that_are_added_are_closed(written: Written) -> None:
    tex, signs = written
    shown = unicodedata.normalize("NFKD", linear(tex) or "")
    assert shown.count("(") - shown.count(")") == signs.count("(") - signs.count(")")
