"""A corpus of any size with the text and the statistics of a sample of real papers.

One paper in fifteen is of the sample itself, unchanged and under its own identifier. The others are made from the
sample at random. A paper takes its categories and its length from one parent, and a part of its abstract, the end of
its title and some of its authors from other parents of the same category and about the same time. Its identifier is an
unused one of its month. Each month has its share of arXiv's papers (``benchmarks.corpus.months``), and the vocabulary
grows by Heaps' law (``benchmarks.corpus.newwords``). The same seed gives the same corpus.

    python -m benchmarks.enlarge [--papers 3000000] [--seed 1] [--output FILE.jsonl]

Without an output the lines go to stdout; ``arxtui import`` reads them. ``python -m benchmarks.corpus_stats FILE.jsonl``
prints the statistics of the corpus.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import time
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import IO

from arxtui.model.arxiv.ids import key_of, split_key
from arxtui.model.paper import Paper
from arxtui.sources.records import parse_record
from benchmarks.corpus.months import FIRST, FreeIds, archive_of, day_of, targets
from benchmarks.corpus.newwords import NewWords
from benchmarks.corpus.parents import Parent, Piece, Sample, read_sample
from benchmarks.corpus.sample import real_sample, sample_lines

_SHARE = 15
"""One paper in this many is of the sample."""
_NEAR_IN_TIME = 0.15
"""Standard deviation of a parent's position in the sample around the position of the month, as a share of the
sample."""
_NEIGHBOURS = 40
"""The other parents are among this many papers on either side in the same category."""
_FEW = 8
"""A category with fewer papers takes the other parents from its whole archive."""


class Enlargement:
    """The generator of the papers, oldest month first."""

    def __init__(self, lines: Sequence[str], count: int, seed: int) -> None:
        self._chance = random.Random(seed)
        drawn = sorted(self._chance.sample(range(len(lines)), min(len(lines), max(count // _SHARE, 1))))
        self.sample: Sample = read_sample([lines[place] for place in drawn], self._chance)
        self.texts = NewWords(self.sample.texts, self._chance)
        self.names = NewWords(self.sample.names, self._chance)
        self._targets = targets(count)
        self._kin = _Kin(self.sample.parents)

    def lines(self) -> Iterator[str]:
        """Yield the papers as JSON lines, each with a newline at its end."""
        parents = self.sample.parents
        own: dict[int, list[Parent]] = defaultdict(list)
        for parent in parents:
            own[max(split_key(key_of(parent.row["id"]))[0], FIRST)].append(parent)
        done = 0
        for month, target in self._targets.items():
            kept = own[month]
            if len(kept) > target:
                kept = self._chance.sample(kept, target)
            yield from (parent.line for parent in kept)
            centre = (done + len(own[month]) / 2) / len(parents)
            done += len(own[month])
            free = FreeIds(month, {parent.row["id"] for parent in own[month]})
            missing = target - len(kept)
            for number in range(missing):
                yield self._line(self._drawn(centre), free, day_of(month, number / missing))

    def _drawn(self, centre: float) -> int:
        """Draw the position of a parent near a point in time (0 to 1)."""
        place = abs(self._chance.gauss(centre, _NEAR_IN_TIME))
        return int(min(place, 2 - place, 0.999_999) * len(self.sample.parents))

    def _line(self, place: int, free: FreeIds, day: str) -> str:
        chance, parents = self._chance, self.sample.parents
        one = parents[place]
        other, third = parents[self._kin.draw(place, chance)], parents[self._kin.draw(place, chance)]
        row = one.row
        identifier = free.next(one.primary)
        settled: dict[str, str | None] = {}
        made = {
            "id": identifier,
            "version": row["version"],
            "title": self._text((*one.title[:1], *third.title[1:]), settled, ""),
            "abstract": self._text(_crossed(one.abstract, other.abstract, chance), settled, " "),
            "authors": self._authors(_crossed(one.authors, third.authors, chance)),
            "categories": row["categories"],
            "published": day,
            "updated": None,
            "comment": other.row["comment"],
            "journal_ref": row["journal_ref"],
            "doi": row["doi"] and f"{row['doi'].split('/')[0]}/{identifier}",
        }
        return json.dumps(made, ensure_ascii=False) + "\n"

    def _text(self, pieces: Sequence[Piece], settled: dict[str, str | None], between: str) -> str:
        self.texts.count(sum([piece.tokens for piece in pieces]))
        vary = self.texts.vary
        return between.join([vary(piece, settled) if piece.spots else piece.text for piece in pieces])

    def _authors(self, pieces: Sequence[Piece]) -> list[str]:
        self.names.count(sum([piece.tokens for piece in pieces]))
        named = (self.names.vary(piece, {}) if piece.spots else piece.text for piece in pieces)
        return list(dict.fromkeys(named))


class _Kin:
    """The groups that other parents are drawn from: papers of one category, or of one archive, by position in the
    sample."""

    def __init__(self, parents: Sequence[Parent]) -> None:
        categories: dict[str, list[int]] = defaultdict(list)
        archives: dict[str, list[int]] = defaultdict(list)
        for place, parent in enumerate(parents):
            categories[parent.primary].append(place)
            archives[archive_of(parent.primary)].append(place)
        self._groups = [
            own if len(own := categories[parent.primary]) >= _FEW else archives[archive_of(parent.primary)]
            for parent in parents
        ]

    def draw(self, place: int, chance: random.Random) -> int:
        """Draw the position of a paper of the same group that is near in time."""
        group = self._groups[place]
        begin = max(min(bisect(group, place) - _NEIGHBOURS, len(group) - 2 * _NEIGHBOURS), 0)
        return group[begin + int(chance.random() * min(2 * _NEIGHBOURS, len(group)))]


def _crossed(one: Sequence[Piece], other: Sequence[Piece], chance: random.Random) -> tuple[Piece, ...]:
    """Return ``one`` with a random run of its pieces replaced by as many pieces of ``other``, from the same position if
    possible."""
    begin, end = sorted((int(chance.random() * (len(one) + 1)), int(chance.random() * (len(one) + 1))))
    shift = min(0, len(other) - end)
    return (*one[:begin], *other[max(begin + shift, 0) : end + shift], *one[end:])


def enlarged(count: int, seed: int = 1) -> Iterator[Paper]:
    """Yield the papers of the corpus as arxtui reads them, oldest month first."""
    for line in Enlargement(list(sample_lines(real_sample())), count, seed).lines():
        yield from parse_record(line).papers


def main() -> None:
    """Write the corpus, and a summary to stderr."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, help="a file of JSON lines, packed when its name ends with .gz")
    options = parser.parse_args()
    begun = time.process_time()
    file = real_sample()
    if file is None:
        print("the real sample is not here: the corpus is made of made-up papers", file=sys.stderr)
    enlargement = Enlargement(list(sample_lines(file)), options.papers, options.seed)
    print(f"sample read in {time.process_time() - begun:.0f} s of CPU time", file=sys.stderr)
    begun = time.process_time()
    with _opened(options.output) as output:
        output.writelines(enlargement.lines())
    took = time.process_time() - begun
    print(f"{options.papers:,} papers made, {options.papers / took:,.0f} a second of CPU time", file=sys.stderr)
    for name, words in (("titles and abstracts", enlargement.texts), ("authors", enlargement.names)):
        law = f"{words.law.k:.1f} n^{words.law.beta:.3f}"
        print(f"{name}: {law}, {words.made:,} new words", file=sys.stderr)


def _opened(file: Path | None) -> IO[str] | nullcontext[IO[str]]:
    if file is None:
        return nullcontext(sys.stdout)
    if file.suffix == ".gz":
        return gzip.open(file, "wt", compresslevel=1, encoding="utf-8")
    return file.open("w", encoding="utf-8")


if __name__ == "__main__":
    main()
