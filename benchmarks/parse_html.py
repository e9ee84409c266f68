"""Full texts parsed into blocks, against the bare parse of the same bytes by lexbor in the same run (in MB/s).

The limit is 10 MB/s of HTML. The pages are real ones if available, and two made-up ones: a thesis of 300 pages and a
paper with 3,000 formulas. Also measured: packing a document for the cache, and unpacking it.

    python -m benchmarks.parse_html [--runs 7] [--made-up]
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from selectolax.lexbor import LexborHTMLParser

from arxtui.sources.latexml import parse_document
from arxtui.store.texts.documents import pack_document, unpack_document
from benchmarks.corpus.sample import real_sample
from benchmarks.fulltexts import paper_of_formulas, thesis
from benchmarks.report import median, ms, table


class Pages(NamedTuple):
    """Pages that are parsed one after another."""

    name: str
    pages: list[bytes]

    @property
    def megabytes(self) -> float:
        """The size of the HTML in megabytes."""
        return sum(map(len, self.pages)) / 1e6


def corpora(*, real: bool) -> Iterator[Pages]:
    """Yield the groups of pages to parse."""
    sample = real_sample() if real else None
    if sample is not None:
        found = [path.read_bytes() for path in sorted((sample.parent / "arxiv" / "html").iterdir())]
        yield Pages(f"{len(found)} real pages", found)
        papers = [page for page in found if len(page) > 100_000]
        yield Pages(f"of them {len(papers)} papers", papers)
    yield Pages("thesis of 300 pages", [thesis()])
    yield Pages("paper with 3,000 formulas", [paper_of_formulas()])


def seconds(work: Callable[[Any], object], held: list[Any]) -> float:
    """Return the CPU time of the work on every item; its results are discarded."""
    gc.collect()
    begun = time.process_time()
    for each in held:
        work(each)
    return time.process_time() - begun


def main() -> None:
    """Print medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--made-up", action="store_true", help="made-up pages even where the real ones are at hand")
    options = parser.parse_args()
    rows, packing = [], []
    for corpus in corpora(real=not options.made_up):
        documents = list(map(parse_document, corpus.pages))
        packed = list(map(pack_document, documents))
        bare, own, pack, unpack = zip(*(_run(corpus, documents, packed) for _ in range(options.runs)), strict=True)
        speed = corpus.megabytes / median(own)
        ratio = median([mine / base for mine, base in zip(own, bare, strict=True)])
        size = f"{corpus.megabytes:.2f} MB"
        bare_speed = f"{corpus.megabytes / median(bare):.0f} MB/s"
        rows.append([corpus.name, size, bare_speed, f"{speed:.1f} MB/s", f"{ratio:.1f}"])
        share = sum(map(len, packed)) / sum(map(len, corpus.pages))
        packing.append([corpus.name, f"{share:.1%}", *(ms(median(part) / len(packed)) for part in (pack, unpack))])
    table(f"HTML into blocks, median of {options.runs}", ["", "HTML", "bare lexbor", "parse", "times the bare"], rows)
    table("A document in the cache", ["", "of the HTML", "pack", "unpack"], packing)


def _run(corpus: Pages, documents: list[Any], packed: list[bytes]) -> tuple[float, float, float, float]:
    return (
        seconds(LexborHTMLParser, corpus.pages),
        seconds(parse_document, corpus.pages),
        seconds(pack_document, documents),
        seconds(unpack_document, packed),
    )


if __name__ == "__main__":
    main()
