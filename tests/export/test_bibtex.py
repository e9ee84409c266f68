"""BibTeX: the text that is written, and what other programs read from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.export import bibtex
from arxtui.export.bibtex import title
from arxtui.export.texfields import field
from arxtui.text import clean
from tests.export.made import ODD, paper
from tests.export.readers import (
    SLOW_FOR_BIBER,
    bare,
    check_entry,
    exported,
    need_biber,
    read_by_biber,
    read_by_bibtexparser,
    style,
)


def test_a_preprint_has_the_form_that_arxiv_gives() -> None:
    assert exported(
        "bibtex", [paper(1, "When do Keller-Segel systems of GPUs stop?", "Ada Example", "Björn Måns")]
    ) == (
        "@misc{example2026keller,\n"
        "  title = {When do {Keller}-{Segel} systems of {GPUs} stop?},\n"
        '  author = {Example, Ada and M{\\r{a}}ns, Bj{\\"o}rn},\n'
        "  year = {2026},\n"
        "  eprint = {2605.00001},\n"
        "  archivePrefix = {arXiv},\n"
        "  primaryClass = {cs.DC},\n"
        "  url = {https://arxiv.org/abs/2605.00001},\n"
        "}\n"
    )


def test_a_published_paper_is_an_article_with_its_year() -> None:
    published = paper(1, "A Title", "Ada Example", journal_ref="J. Ex. Phys. D 12, 100-110 (2027)", doi="10.1000/ex.1")
    assert exported("bibtex", [published]) == (
        "@article{example2027title,\n"
        "  title = {A Title},\n"
        "  author = {Example, Ada},\n"
        "  journal = {J. Ex. Phys. D},\n"
        "  volume = {12},\n"
        "  pages = {100--110},\n"
        "  year = {2027},\n"
        "  eprint = {2605.00001},\n"
        "  archivePrefix = {arXiv},\n"
        "  primaryClass = {cs.DC},\n"
        "  doi = {10.1000/ex.1},\n"
        "  url = {https://arxiv.org/abs/2605.00001},\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("source", "written"),
    [
        (r"Schr\"odinger and $x_1^2$", r"Schr\"odinger and $x_1^2$"),
        (r"50% of R&D, #1, a_b, x^2", r"50\% of R\&D, \#1, a\_b, x\^{}2"),
        (r"already 50\% of R\&D", r"already 50\% of R\&D"),
        (r"$5 and $10", r"\$5 and \$10"),
        (r"$a % b & c$", r"$a \% b \& c$"),
        (r"$\begin{matrix} a & b \end{matrix}$", r"$\begin{matrix} a & b \end{matrix}$"),
        (r"one $ alone", r"one \$ alone"),
        (r"{balanced} {not", r"{balanced} \textbraceleft{}not"),
        (r"$\left\{ x \right.$", r"$\left\lbrace  x \right.$"),
        (r"\{pairs\} stay", r"\{pairs\} stay"),
        ("ends with \\", r"ends with \textbackslash{}"),
        (r"no command: \1 and \é", r"no command: \textbackslash{}1 and \textbackslash{}é"),
        (r"an accent of nothing \'", r"an accent of nothing \'{}"),
        (r"\(x_1\) and \( alone", r"\(x_1\) and \textbackslash{}( alone"),
        (
            "galaxies at z~3 in Fig.~3, ~100 of them",
            r"galaxies at z\textasciitilde{}3 in Fig.~3, \textasciitilde{}100 of them",
        ),
        ("Hβ and $λ_μ + βx$, ΛCDM", r"H\ensuremath{\beta} and $\lambda_\mu + \beta x$, \ensuremath{\Lambda}CDM"),
        ("Ελληνικά", "Ελληνικά"),
        ("two\n  lines", "two lines"),
        (r"\beta-decay of \alpha particles", r"\ensuremath{\beta}-decay of \ensuremath{\alpha} particles"),
        (r"On \mathbb{R}^n and \mathbb R^{2}", r"On \ensuremath{\mathbb{R}^n} and \ensuremath{\mathbb R^{2}}"),
        (r"The \Lambda_c and {\cal N}=4", r"The \ensuremath{\Lambda_c} and \ensuremath{{\cal N}}=4"),
        (
            r"\frac{a}{\beta}, \sqrt{s} \sim 7",
            r"\ensuremath{\frac{a}{\beta}}, \ensuremath{\sqrt{s}} \ensuremath{\sim} 7",
        ),
        (r"\log n, $\log n$ and \dag", r"\ensuremath{\log} n, $\log n$ and \dag"),
        (r"\alpha_ and \hat", r"\ensuremath{\alpha}\_ and \hat"),
    ],
)
def test_tex_is_kept_and_special_characters_outside_of_it_are_escaped(source: str, written: str) -> None:
    assert field(source) == written


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("Attention Is What You Need", "Attention Is What You Need"),
        ("From fractal groups to Cantor sets", "From fractal groups to {Cantor} sets"),
        ("GPUs for arXiv: A McKean View", "{GPUs} for {arXiv}: A {McKean} View"),
        ("Vitamin C and a Theory of A B", "Vitamin {C} and a Theory of A {B}"),
        ("3D X-Ray Views (H2O-based)", "{3D} {X}-Ray Views ({H2O}-based)"),
        ("$SU(2)$ and $x_1$ of \\Lambda_c", r"{$SU(2)$} and $x_1$ of {{\ensuremath{\Lambda_c}}}"),
        ("A \\L odz Theorem", r"A {{\L odz}} Theorem"),
        ("{GPU} as Its Author Protected It", "{GPU} as Its Author Protected It"),
        ("ALL CAPITALS TELL NOTHING", "ALL CAPITALS TELL NOTHING"),
        (r"Rates at \(Q^2\), again", r"Rates at {\(Q^2\)}, again"),
    ],
)
def test_capitals_that_a_style_must_not_lower_are_protected(source: str, written: str) -> None:
    assert title(source) == written.replace(r"{\(Q^2\)}", r"{{\(Q^2\)}}")


@pytest.mark.parametrize(
    "source",
    [
        r"{\cal " * 10_000,
        r"\hat{" * 15_000,
        r"\alpha_x " * 9_000,
        r"\frac" * 15_000,
        "$" * 80_000,
        r"{\cal N}" * 10_000,
    ],
)
def test_a_hostile_title_is_no_burden(source: str) -> None:
    assert field(source)


def test_names_are_taken_apart_as_far_as_can_be_known() -> None:
    names = {
        "Ada Example": "Example, Ada",
        "Wilke van der Beispiel": "van der Beispiel, Wilke",
        "Joeri Van der Beispiel": "{Van der Beispiel}, Joeri",
        "Ryan B. Example Jr.": "Example, Jr., Ryan B.",
        "Ryan Example, III": "Example, III, Ryan",
        "José Muestra y Prueba": r"{Muestra y Prueba}, Jos{\'e}",
        "Ana Álvarez-Muestra": r"{{\'A}lvarez-Muestra}, Ana",
        "Álvarez Muestra, Ana": r"{{\'A}lvarez Muestra}, Ana",
        "Élise Éxample": r"{\'E}xample, {\'E}lise",
        "Example, Ada": "Example, Ada",
        "M. -Z. Sample": "Sample, M.-Z.",
        "ExampleAI": "ExampleAI",
        "The EXAMPLE Collaboration": "{The EXAMPLE Collaboration}",
        "for the H0 Collaboration": "{H0 Collaboration}",
        "Ada Example for the H0 Collaboration": "Example, Ada and {H0 Collaboration}",
        "H0 Collaboration: Ada Example": "{H0 Collaboration} and Example, Ada",
        "Institute of Examples": "{Institute of Examples}",
        "and Kim Example": "Example, Kim",
        "others": "others",
        "S\\o rensen Example": "Example, S{\\o}rensen",
        'G\\" odel Example': 'Example, G{\\"o}del',
        "A. Ex\\v\\{c}mple \\v Sample": "{\\v{S}}ample, A. Ex{\\v{c}}mple",
        "R & D Example": "Example, R \\& D",
    }
    for name, written in names.items():
        [entry] = read_by_bibtexparser(exported("bibtex", [paper(1, "A title", name)])).values()
        assert entry["author"] == written


def test_tags_are_keywords_and_a_note_is_an_annotation_when_requested() -> None:
    marked = next(record for record in ODD if record.marks.note)
    [entry] = read_by_bibtexparser(exported("bibtex", [marked])).values()
    assert entry["keywords"] == r"thesis, thesis/related\_work \& more"
    assert "annote" not in entry
    [entry] = read_by_bibtexparser(exported("bibtex", [marked], notes=True)).values()
    assert entry["annote"] == r"Read § 3. 50\% of it \textbraceleft{}twice"


def test_a_comment_begins_no_entry() -> None:
    assert "@" not in bibtex.comment("from the query @misc{x}")


def test_bibtexparser_reads_every_field_of_odd_records() -> None:
    entries = read_by_bibtexparser(exported("bibtex", ODD))
    keys = style(ODD).keys
    assert len(entries) == len(ODD)
    for record in ODD:
        check_entry(record, entries[keys[record.key]])


def test_biber_reads_every_field_of_odd_records_without_a_warning(tmp_path: Path) -> None:
    need_biber()
    odd = [record for record in ODD if len(record.paper.authors) < SLOW_FOR_BIBER]
    entries, keys = read_by_biber(exported("bibtex", odd), tmp_path), style(odd).keys
    assert len(entries) == len(odd)
    for record in odd:
        check_entry(record, entries[keys[record.key]], by_biber=True)


_TEX = st.text(alphabet=st.sampled_from("\\{}$%&#_^~@\"',=() aBé-:\n"), max_size=40)


@given(_TEX.filter(lambda text: bool(clean(text))), _TEX)
def test_no_text_breaks_a_file(source: str, name: str) -> None:
    records = [paper(1, clean(source), clean(name), comment=clean(source)), paper(2, "The next one", "Ada Example")]
    text = exported("bibtex", records)
    assert text.count("{") == text.count("}")
    entries = read_by_bibtexparser(text)
    assert list(entries)[-1] == "example2026next"
    assert bare(next(iter(entries.values()))["title"]) == bare(clean(source))
