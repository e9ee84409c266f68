"""A cached full text on a screen, in CPU time: opening, resizing, scrolling, finding.

The limits are 100 ms from the packed bytes of a paper of 10,000 words to its first screen, and 50 ms to lay out the
visible screen at another width. A made-up thesis of 300 pages and a made-up paper with 3,000 formulas must stay within
them. Each step except scrolling begins with an empty formula cache: every figure is that of a first time.

    python -m benchmarks.reading [--runs 15] [--made-up]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from itertools import accumulate

from arxtui.model.document import Document
from arxtui.reader import Options, Page, Place, plain
from arxtui.reader.survey import Survey
from arxtui.sources.latexml import parse_document
from arxtui.store.texts.documents import pack_document, unpack_document
from arxtui.text import math
from benchmarks.corpus.sample import real_sample
from benchmarks.fulltexts import paper_of_formulas, thesis
from benchmarks.report import cpu_seconds, median, ms, percentile, table

_WIDTH, _ROWS = 120, 40
_NARROWER = 72
_PAPER = 10_000
_STEPS = 200


def documents(*, real: bool) -> Iterator[tuple[str, Document]]:
    """Yield the documents, with their names."""
    whole = parse_document(thesis())
    yield "10,000 words", _cut(whole, _PAPER)
    yield "thesis of 300 pages", whole
    yield "3,000 formulas", parse_document(paper_of_formulas())
    sample = real_sample() if real else None
    if sample is not None:
        folder = sample.parent / "arxiv" / "html"
        for name in ("cap-arxmliv-1311.0066.xhtml", "gen-scaffold-1708.00137v2.html"):
            yield f"real, {name.split('-')[-1][:10]}", parse_document((folder / name).read_bytes())


def _cut(whole: Document, words: int) -> Document:
    """Return the first blocks, up to this many words."""
    counts = [len(" ".join(plain(Document((), (), (block,)), _WIDTH)).split()) for block in whole.blocks]
    count = sum(1 for total in accumulate(counts) if total <= words)
    return whole._replace(blocks=whole.blocks[:count])


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of the work with an empty formula cache."""
    for remembered in (math.parse, math.linear, math.whole, math.display):
        remembered.cache_clear()
    return cpu_seconds(work)


def main() -> None:
    """Print medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--made-up", action="store_true", help="made-up papers even where real ones are at hand")
    options = parser.parse_args()
    opening, moving = [], []
    for name, document in documents(real=not options.made_up):
        packed = pack_document(document)
        words = f"{sum(len(line.split()) for line in plain(document, _WIDTH)):,}"
        opening.append([name, words, *_opened(packed, document, options.runs)])
        moving.append([name, *_moved(document, options.runs)])
    table(
        f"First screen of {_WIDTH} x {_ROWS} from the packed bytes, median of {options.runs}",
        ["", "words", "unpack", "survey", "40 lines", "in all", "everything laid out"],
        opening,
    )
    table(
        "In the middle",
        ["", "resize p50", "resize p90", "a line p50", "a line p99", "a page p50", "a page p99", "first find", "find"],
        moving,
    )


def _opened(packed: bytes, document: Document, runs: int) -> list[str]:
    def opened() -> None:
        Page(unpack_document(packed), _WIDTH).lines(0, _ROWS)

    survey = Survey(document)
    steps: list[Callable[[], object]] = [
        lambda: unpack_document(packed),
        lambda: Survey(document),
        lambda: Page(document, _WIDTH, survey=survey).lines(0, _ROWS),
        opened,
        lambda: list(plain(document, _WIDTH)),
    ]
    return [ms(median([seconds(step) for _ in range(runs)])) for step in steps]


def _moved(document: Document, runs: int) -> list[str]:
    page = Page(document, _WIDTH)
    middle = Place(len(document.blocks) // 2)

    def resized() -> None:
        narrower = page.relaid(_NARROWER, Options())
        y = narrower.y_of_place(middle)
        narrower.lines(y, y + _ROWS)

    sizes = [seconds(resized) for _ in range(runs)]
    lines, pages = _scrolled(document, 1), _scrolled(document, _ROWS)
    first = [seconds(lambda: Page(document, _WIDTH).finder.find("nowhere")) for _ in range(max(runs // 5, 1))]
    page.finder.find("nowhere")
    again = [seconds(lambda: page.finder.find("elsewhere")) for _ in range(runs)]
    shown = [
        (sizes, 0.5),
        (sizes, 0.9),
        (lines, 0.5),
        (lines, 0.99),
        (pages, 0.5),
        (pages, 0.99),
        (first, 0.5),
        (again, 0.5),
    ]
    return [ms(percentile(values, share)) for values, share in shown]


def _scrolled(document: Document, by: int) -> list[float]:
    """Return the times of steps down from the middle, over blocks that were not laid out before."""
    page = Page(document, _WIDTH)
    y = page.y_of_place(Place(len(document.blocks) // 2))
    page.lines(y, y + _ROWS)
    taken = []
    for _ in range(_STEPS):
        begun = time.process_time()
        y = page.y_below(y, by)
        page.lines(y, y + _ROWS)
        taken.append(time.process_time() - begun)
    return taken


if __name__ == "__main__":
    main()
