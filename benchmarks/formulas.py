"""Formulas of real papers, parsed, written in one line and drawn: their number, and the time for each.

python -m benchmarks.formulas [--pages ../shared/data/arxiv/html] [--width 78]
python -m benchmarks.formulas --sample 300 --seed 1

Times are CPU time for each distinct formula, with empty caches; the median of several rounds in one run. ``--sample``
instead prints random formulas for inspection: the TeX, the text in one line, and the drawing if it has several lines.
"""

from __future__ import annotations

import argparse
import html
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from arxtui.sources.latexml.math import as_tex
from arxtui.text.math import display, linear, parse, whole
from arxtui.text.math.parsing.commands import COMMANDS
from arxtui.text.math.parsing.parser import Parser
from arxtui.text.math.tree import UnreadableError
from benchmarks.report import median, table

_ALTTEXT = re.compile(r'<math[^>]*?\salttext="([^"]*)"')
_ANNOTATION = re.compile(r'<annotation[^>]*encoding="application/x-tex"[^>]*>([^<]*)<')
_ROUNDS = 7


def formulas(pages: Path) -> list[str]:
    """Return the distinct formulas of saved pages, in TeX as LaTeXML writes it."""
    found: dict[str, None] = {}
    for page in sorted(pages.iterdir()):
        text = page.read_text(encoding="utf-8", errors="replace")
        for pattern in (_ALTTEXT, _ANNOTATION):
            found.update(dict.fromkeys(as_tex(html.unescape(tex)) for tex in pattern.findall(text)))
    found.pop("", None)
    return list(found)


def seconds(tex: list[str], convert: Callable[[str], object]) -> float:
    """Return the CPU time for all formulas with empty caches; the median of several rounds."""
    rounds = []
    for _ in range(_ROUNDS):
        for remembered in (parse, linear, whole, display):
            remembered.cache_clear()
        start = time.process_time()
        for each in tex:
            convert(each)
        rounds.append(time.process_time() - start)
    return median(rounds)


def left_as_tex(tex: list[str]) -> Counter[str]:
    """Return the TeX that was not understood, and the number of formulas with it."""
    found: Counter[str] = Counter()
    for each in tex:
        try:
            Parser(each, COMMANDS).formula()
        except UnreadableError as error:
            found[error.what] += 1
    return found


def show_sample(tex: list[str], size: int, seed: int, width: int) -> None:
    """Print random formulas, the same for the same seed and pages, and how many there are of each kind."""
    kinds: Counter[str] = Counter()
    for number, each in enumerate(random.Random(seed).sample(sorted(tex), size), 1):
        line, box = linear(each), display(each, width)
        kinds[_kind(line, box.lines if box else ())] += 1
        print(f"{number:>3}  {each}\n  =  {'(TeX)' if line is None else line}")
        for drawn in box.lines if box and len(box.lines) > 1 else ():
            print(f"     │{drawn.rstrip()}")
    table("Sample", ["kind", "formulas"], [[kind, str(count)] for kind, count in kinds.most_common()])


def _kind(line: str | None, box: Sequence[str]) -> str:
    if line is None:
        return "stays TeX"
    if len(box) > 1:
        return "drawn over several lines"
    return "one line, with a script behind a sign" if any(sign in line for sign in "^_") else "one line"


def main() -> None:
    """Print both tables, or a sample."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = Path(__file__).resolve().parents[2] / "shared"
    parser.add_argument("--pages", type=Path, default=shared / "data/arxiv/html")
    parser.add_argument("--width", type=int, default=78)
    parser.add_argument(
        "--sample", type=int, metavar="N", help="print N formulas, drawn by chance, instead of the tables"
    )
    parser.add_argument("--seed", type=int, default=1, help="what the chance goes by")
    options = parser.parse_args()
    tex = formulas(options.pages)
    if options.sample:
        show_sample(tex, options.sample, options.seed, options.width)
        return
    lines = [linear(each) for each in tex]
    boxes = [display(each, options.width) for each in tex]
    marked = sum(line is not None and any(sign in line for sign in "^_") for line in lines)
    rows = [
        ["distinct formulas", f"{len(tex):,}"],
        ["shown in a line", f"{sum(line is not None for line in lines) / len(tex):.2%}"],
        ["of these with a script that has no raised or lowered form", f"{marked / len(tex):.2%}"],
        ["drawn", f"{sum(box is not None for box in boxes) / len(tex):.2%}"],
        ["drawn over several lines", f"{sum(box is not None and len(box.lines) > 1 for box in boxes) / len(tex):.2%}"],
        ["read, µs a formula", f"{seconds(tex, parse) / len(tex) * 1e6:.0f}"],
        ["read and written in a line, µs", f"{seconds(tex, linear) / len(tex) * 1e6:.0f}"],
        ["read and drawn, µs", f"{seconds(tex, lambda each: display(each, options.width)) / len(tex) * 1e6:.0f}"],
    ]
    table("Formulas", ["what", "figure"], rows)
    table("Left as TeX", ["for", "formulas"], [[what, str(count)] for what, count in left_as_tex(tex).most_common()])


if __name__ == "__main__":
    main()
