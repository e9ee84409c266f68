"""The words that users type match what authors write."""

from __future__ import annotations

import pytest

from arxtui.text import readable, words
from arxtui.text.matching.forms import forms
from arxtui.text.matching.hyphens import compounds


def finds(typed: str, written: str) -> bool:
    """Return whether ``written`` contains the words of ``typed`` in a row, or whether a word of one is a joined form of
    the other."""
    text = readable(written)
    asked, result, joined = words(typed), words(text), {*words(text), *compounds(text)}
    in_a_row = any(result[place : place + len(asked)] == asked for place in range(len(result)))
    as_one = compounds(typed) or [form for word in asked if len(asked) == 1 for form in forms(word)]
    return in_a_row or not joined.isdisjoint(as_one)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("o(n log n)", r"an $O(n \log n)$ algorithm"),
        ("o(n log n)", r"in $\mathcal{O}(n\log n)$ time"),
        ("O(n^2)", r"in $O(n^2)$"),
        ("n^2", "n² steps"),
        ("n2", r"$n^{2}$"),
        ("MoS2", "MoS$_2$"),
        ("MoS2", r"$\mathrm{MoS}_2$"),
        ("MoS2", "MoS_2 sheets"),
        ("MoS_2", "MoS₂"),
        ("h2o", r"H$_{2}$O"),
        ("godel", r"G\"odel"),
        ("gödel", r"G{\"o}del"),
        ("erdos-renyi", r"Erd\H{o}s--R\'enyi graphs"),
        ("l1", r"$\ell_1$ and $L^1$"),
        ("l_1", r"$\ell_1$"),
        ("lp", r"the $L^p$ norm"),
        ("L^q", r"the $L^q$ norm"),
        ("tc", r"$T_c$"),
        ("T_c", r"$T_{\rm c}$"),
        ("T_eff", r"$T_{\rm eff}$"),
        ("Teff", r"$T_{\mathrm{eff}}$"),
        ("M_max", r"$M_{\rm max}$"),
        ("ads5", "AdS$_5$"),
        ("AdS_5", r"$\mathrm{AdS}_5 \times S^5$"),
        ("sl_2", r"$\mathfrak{sl}_2$"),
        ("alpha", r"$\alpha$-stable"),
        ("α", "alpha decay"),
        ("alpha", "α₁ and αβ"),
        ("alpha_s", r"$\alpha_s$"),
        ("α_s", "alpha_s"),
        ("H-alpha", "Hα emission"),
        ("halpha", r"H$\alpha$ emission"),
        ("Hα", "H-alpha emission"),
        ("lyman-alpha", r"Lyman-$\alpha$"),
        ("sigma8", r"$\sigma_8$"),
        ("sigma_8", "σ₈"),
        ("σ8", "sigma_8"),
        ("chi2", r"$\chi^2$ test"),
        ("chi^2", r"$\chi^2$"),
        ("m_pi", r"$m_\pi$"),
        ("lambda_c", r"$\Lambda_c^+$"),
        ("lambdacdm", r"$\Lambda$CDM"),
        ("ΛCDM", "LambdaCDM"),
        ("lambda", r"$\lambda$ and $\Lambda$"),
        ("5-sigma", r"at $5\sigma$"),
        ("mu", "10 μm"),
        ("microns", "a micron"),
        ("nonlinear", "non-linear waves"),
        ("non-linear", "nonlinear waves"),
        ("non-linear", "non linear waves"),
        ("state-of-the-art", "the state of the art"),
        ("self_attention", "self-attention"),
        ("3d", "in 3-D"),
        ("5-d", "in $5$-D"),
        ("10^-3", r"$10^{-3}$"),
    ],
)
def test_a_formula_or_name_is_found_as_it_is_typed(typed: str, written: str) -> None:
    assert finds(typed, written)


@pytest.mark.parametrize(
    ("typed", "written"),
    [("self_loop", "selfloop"), ("xi", r"the $x$ of $i$"), ("alphabet", "alpha beta"), ("ab", "a b"), ("n2", "n 2")],
)
def test_words_or_letters_written_apart_do_not_match_joined_ones(typed: str, written: str) -> None:
    assert not finds(typed, written)


def test_words_of_greek_stay_whole() -> None:
    assert words("Ελληνική γλώσσα, αβγ") == ["ελληνικη", "γλωσσα", "alpha", "beta", "gamma"]
