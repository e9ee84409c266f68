"""BibTeX, pdfLaTeX and biber read what is exported: letters with accents in names, and signs in titles."""

from __future__ import annotations

import lzma
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from arxtui.export import latex
from arxtui.export.references import Reference
from arxtui.export.texfields import field
from arxtui.model.views import Record
from arxtui.sources.records import parse_record
from arxtui.text import readable
from tests.export.made import ODD, paper
from tests.export.readers import exported, need_biber, read_by_biber, read_by_bibtexparser
from tests.samples import sample

STYLES = ("plain", "abbrv", "alpha", "ieeetr")
_PREAMBLE = (
    "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{amsmath,amssymb,mathrsfs,bm,slashed}\n"
    "\\begin{document}\n"
)
_REAL = sample(500, 5000)

ACCENTED = (
    paper(1, "Given names in Unicode", "Štěpán Žák", "Émile Ørsted", "Łukasz İnan", "Ő. Ęxample"),
    paper(2, "Given names in TeX", r"\v{S}t\v{e}p\'an \v{Z}\'ak", r"\'{E}mile \O{}rsted", r"\L{}ukasz \.Inan"),
    paper(3, "Two accents and combining ones", r"Anh Nguy{\~ê}n", "Thị Ậu Example", "E\u0301mile Example", "Ȩ. Ňext"),
)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Štěpán Žák", r"{\v{Z}}{\'a}k, {\v{S}}t{\v{e}}p{\'a}n"),
        (r"\v{S}t\v{e}p\'an \v{Z}\'ak", r"{\v{Z}}{\'a}k, {\v{S}}t{\v{e}}p{\'a}n"),
        (r"{\v S}t{\v e}p{\' a}n {\v Z}\'{a}k", r"{\v{Z}}{\'a}k, {\v{S}}t{\v{e}}p{\'a}n"),
        (r"Anh Nguy{\~ê}n", r"Nguy{\~{ê}}n, Anh"),
        ("E\u0301mile Ex", r"Ex, {\'E}mile"),
        ("Thị Ậu", r"{\d{Â}}u, Th{\d{i}}"),
        ("Åse Ødegård", r"{\O}deg{\r{a}}rd, {\r{A}}se"),
        ("Trương Ex", "Ex, Tr{\\relax ư}{\\relax ơ}ng"),
    ],
)
def test_each_letter_of_a_name_is_one_letter_for_bibtex(name: str, written: str) -> None:
    [entry] = read_by_bibtexparser(exported("bibtex", [paper(1, "A title", name)])).values()
    assert entry["author"] == written


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("A ≤ B in ℝ₂", r"A \ensuremath{\le} B in \ensuremath{\mathbb{R}}\ensuremath{_{2}}"),
        ("$x ≤ ∞$ and $a_1≤b₁₂$", r"$x \le \infty$ and $a_1\le b_{12}$"),
        ("10⁻¹² and x²", r"10\ensuremath{^{-12}} and x²"),
        ("𝒜, 𝐁 and 𝔤", r"\ensuremath{\mathcal{A}}, \ensuremath{\mathbf{B}} and \ensuremath{\mathfrak{g}}"),
        ("Cafe\u0301 and Ȩ", r"Café and {\c{E}}"),
        (r"A \textcolor{red}{new} title", "A {new} title"),
        (r"The Schr\" odinger equation", r"The Schr\"odinger equation"),
        (r"\sqrt{s} and {\surd}s", r"\ensuremath{\sqrt{s}} and {\ensuremath{\surd}}s"),
    ],
)
def test_known_signs_become_commands(source: str, written: str) -> None:
    assert field(source) == written


def test_characters_and_macros_unknown_to_latex_are_named() -> None:
    [entry] = [exported("bibtex", [paper(1, r"链 and 🚀 over $\R$ with \macro and $\alpha \le \beta$", "李 雷")])]
    assert latex.unknown(entry) == {"链", "🚀", "李", "雷", r"\R", r"\macro"}
    assert latex.unknown(exported("bibtex", ACCENTED)) == frozenset()


@pytest.mark.parametrize("style", STYLES)
def test_bibtex_and_pdflatex_read_accented_names_in_each_style(style: str, tmp_path: Path) -> None:
    typeset(exported("bibtex", ACCENTED), style, tmp_path)
    names = readable((tmp_path / "made.bbl").read_text(encoding="utf-8").replace("~", " "))
    is_short = style in ("abbrv", "ieeetr")
    assert ("Š. Žák" if is_short else "Štěpán Žák") in names
    assert names.count("É. Ørsted" if is_short else "Émile Ørsted") == 2


def test_biber_decodes_accented_names(tmp_path: Path) -> None:
    need_biber()
    entries = read_by_biber(exported("bibtex", ACCENTED), tmp_path).values()
    assert [readable(entry["author"]).split(" and ")[0] for entry in entries] == [
        "Žák, Štěpán", "Žák, Štěpán", "Nguyễn, Anh"
    ]  # fmt: skip


def test_pdflatex_knows_every_command_that_is_not_named(tmp_path: Path) -> None:
    need_latex()
    asked = "".join(
        f"\\expandafter\\ifx\\csname {name}\\endcsname\\relax\\typeout{{MISSING {name}}}\\fi\n"
        for name in sorted(latex._commands() - {"relax", "protect"})
    )
    signs = "".join(f"\\ensuremath{{{sign}}}\n" for sign in latex._signs().values())
    said = run_latex(f"{_PREAMBLE}{asked}{signs}\\end{{document}}", tmp_path)
    assert (re.findall("MISSING .*", said), re.findall("^! .*", said, re.M)) == ([], [])


def test_odd_entries_stop_pdflatex_only_where_something_is_named(tmp_path: Path) -> None:
    known = [record for record in ODD if len(record.paper.authors) < 1000]
    check_all(known, tmp_path)


def test_real_entries_stop_pdflatex_only_where_something_is_named(shared: Path, tmp_path: Path) -> None:
    need_latex()
    lines = lzma.decompress((shared / "data/papers-200k.jsonl.xz").read_bytes()).decode().splitlines()
    papers = [each for line in random.Random(28).sample(lines, _REAL) for each in parse_record(line).papers]
    assert check_all([Record(each.key, each, readable(each.title)) for each in papers], tmp_path) > 0.995 * _REAL


def check_all(records: Sequence[Record], folder: Path) -> int:
    """Typeset the records in which nothing is unknown, in one document, and return their number."""
    need_latex()
    known = [record for record in records if not latex.unknown(exported("bibtex", [record]))]
    typeset(exported("bibtex", known), "abbrv", folder)
    return len({Reference(record).id for record in known})


def typeset(bibliography: str, style: str, folder: Path) -> None:
    """Typeset a bibliography. Fails on an error of BibTeX or pdfLaTeX."""
    need_latex()
    (folder / "made.bib").write_text(bibliography, encoding="utf-8")
    document = f"{_PREAMBLE}\\nocite{{*}}\\bibliographystyle{{{style}}}\\bibliography{{made}}\n\\end{{document}}"
    run_latex(document, folder)
    bibtex = subprocess.run(["bibtex", "made"], cwd=folder, capture_output=True)
    assert bibtex.returncode == 0, bibtex.stdout[-2000:]
    assert re.findall("^! .*(?:\n.*){2}", run_latex(document, folder), re.M) == []


def run_latex(document: str, folder: Path) -> str:
    """Return what pdfLaTeX logs about a document."""
    (folder / "made.tex").write_text(document, encoding="utf-8")
    subprocess.run(["pdflatex", "-interaction=nonstopmode", "made"], cwd=folder, capture_output=True)
    return (folder / "made.log").read_text(encoding="utf-8", errors="replace")


def need_latex() -> None:
    """Skip the test if BibTeX or pdfLaTeX is not installed."""
    if not (shutil.which("pdflatex") and shutil.which("bibtex")):
        pytest.skip("pdflatex and bibtex are not installed (Debian: apt install texlive-latex-recommended)")
