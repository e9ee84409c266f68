"""Formulas of real pages whose TeX and MathML differ, with the judge's choice for each.

    python -m benchmarks.witnesses [--pages ../shared/data/arxiv/html-2026/real]
    python -m benchmarks.witnesses --list | --left | --sample 300 [--seed 1]

The table counts the distinct formulas of each page. ``--list`` prints every formula whose two witnesses differ in
letters or digits: what was chosen, the TeX, the MathML written as TeX, and what the reader shows in a line and drawn.
``--left`` prints the formulas that stay TeX, and what cannot be read in them. ``--sample`` prints formulas drawn by
chance from all.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser

from arxtui.sources.latexml.math import witnesses_of
from arxtui.text.math import display, linear, parse
from arxtui.text.math.judge import Choice, Judge, Verdict, agree, all_text, sorted_letters, text_of
from arxtui.text.math.mathml import MathElement, mathml_as_tex
from arxtui.text.math.parsing.commands import COMMANDS
from arxtui.text.math.parsing.parser import Parser
from arxtui.text.math.tree import UnreadableError
from benchmarks.report import table

_WIDTH = 100


class Judged(NamedTuple):
    """A formula of a page; ``mathml`` is its MathML as TeX, "" if it is no witness, or if both agree."""

    page: str
    tex: str
    mathml: str
    verdict: Verdict
    differs: bool


def judged(pages: Path) -> Iterator[Judged]:
    """Yield the distinct formulas of each page, judged in its order."""
    for path in sorted(pages.glob("*.html")):
        judge = Judge()
        seen: set[str] = set()
        for math in LexborHTMLParser(path.read_bytes()).css("math"):
            tex, mathml = witnesses_of(math)
            if not tex or tex in seen:
                continue
            seen.add(tex)
            if mathml is None or agree(tex, partial(all_text, mathml)):
                yield Judged(path.stem, tex, "", Verdict(tex, Choice.TEX), differs=False)
                continue
            verdict = judge.judge(tex, partial(MathElement._replace, mathml))
            try:
                other = mathml_as_tex(mathml)
            except UnreadableError:
                other = ""
            yield Judged(path.stem, tex, other, verdict, _differ(tex, other))


def _differ(tex: str, mathml: str) -> bool:
    """Whether the readings have other letters or digits; so they have if one of both cannot be read."""
    trees = parse(tex), parse(mathml)
    letters = [sorted_letters(text_of(tree)) for tree in trees if tree is not None]
    return len(letters) < len(trees) or letters[0] != letters[1]


def unread(tex: str) -> str:
    """Return what cannot be read in a formula; "" if it can be read."""
    try:
        Parser(tex, COMMANDS).formula()
    except UnreadableError as error:
        return error.what
    return ""


def show(formulas: Iterable[Judged]) -> None:
    """Print formulas with both witnesses and what the reader shows."""
    for number, each in enumerate(formulas, 1):
        line, box = linear(each.verdict.tex), display(each.verdict.tex, _WIDTH)
        print(f"{number:>4}  {each.page}: {each.verdict.choice.value}\n    TeX     {each.tex}")
        if each.mathml:
            print(f"    MathML  {each.mathml}")
        print(f"    shown   {'(TeX)' if line is None else line}")
        for drawn in box.lines if box and len(box.lines) > 1 else ():
            print(f"           │{drawn.rstrip()}")


def main() -> None:
    """Print the table, or one of the lists."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = Path(__file__).resolve().parents[2] / "shared"
    parser.add_argument("--pages", type=Path, default=shared / "data/arxiv/html-2026/real")
    parser.add_argument("--list", action="store_true", help="print the formulas whose witnesses differ")
    parser.add_argument("--left", action="store_true", help="print the formulas that stay TeX")
    parser.add_argument("--sample", type=int, metavar="N", help="print N formulas, drawn by chance")
    parser.add_argument("--seed", type=int, default=1, help="what the chance goes by")
    options = parser.parse_args()
    formulas = list(judged(options.pages))
    if options.list:
        show(each for each in formulas if each.differs)
    elif options.sample:
        show(random.Random(options.seed).sample(formulas, options.sample))
    elif options.left:
        for each in formulas:
            if what := unread(each.verdict.tex):
                print(f"{each.page}: {what}: {each.verdict.tex}")
    else:
        _table(formulas)


def _table(formulas: list[Judged]) -> None:
    counts = [
        ("formulas", Counter(each.page for each in formulas)),
        ("differ", Counter(each.page for each in formulas if each.differs)),
        *(
            (c.value, Counter(each.page for each in formulas if each.differs and each.verdict.choice is c))
            for c in Choice
        ),
        ("left as TeX", Counter(each.page for each in formulas if unread(each.verdict.tex))),
    ]
    pages = [page for page, _ in counts[0][1].most_common() if counts[1][1][page]]
    rows = [[page, *(str(count[page]) for _, count in counts)] for page in pages]
    rows.append(["all pages", *(str(count.total()) for _, count in counts)])
    table("Formulas and their two witnesses", ["page", *(name for name, _ in counts)], rows)


if __name__ == "__main__":
    main()
