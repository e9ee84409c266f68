"""What known citations add to the ranking "for you", by their weight.

    python -m benchmarks.citing_ranking FILE [--papers N] [--draws 2] [--seed 1] [--shares 0 0.25 0.5 1 2]

FILE has JSON lines: ``id``, ``words``, ``linked`` (papers that cite it or that it cites), ``topic``. Only some of a
reader's papers are known; how well are the others found among all papers? Either the reader is interested in a topic,
and has starred some of its papers, or (``--papers``) in the papers linked with one paper, which is hidden, and has
starred half of them. Directions of links are not known, so all are features of the kind ``cites``, with each weight.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from arxtui.ranking.model import SHARES, FeatureKind, Features
from arxtui.ranking.training import ORDINARY, Example, train
from benchmarks.report import table

_STARS = (5, 20)
_LINKS = 10
"""The fewest links of a paper whose linked papers are an interest."""
_RESAMPLED = 2_000


class Interest(NamedTuple):
    """A reader: starred papers, those to be found, and a paper that is hidden."""

    name: str
    starred: frozenset[str]
    wanted: frozenset[str]
    hidden: str = ""


class Paper(NamedTuple):
    """A paper of the file."""

    words: frozenset[str]
    linked: frozenset[str]
    topic: int


def _read(file: Path) -> dict[str, Paper]:
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    return {row["id"]: Paper(frozenset(row["words"]), frozenset(row["linked"]), row["topic"]) for row in rows}


def _topics(papers: dict[str, Paper], draws: int, rng: random.Random) -> Iterator[Interest]:
    members = defaultdict(list)
    for name, paper in papers.items():
        members[paper.topic].append(name)
    for topic, names in sorted(members.items()):
        for stars in _STARS * draws:
            starred = frozenset(rng.sample(names, stars))
            yield Interest(f"topic {topic}, {stars} stars", starred, frozenset(names) - starred)


def _neighbourhoods(papers: dict[str, Paper], count: int, rng: random.Random) -> Iterator[Interest]:
    many = [name for name, paper in papers.items() if len(paper.linked) >= _LINKS]
    for name in rng.sample(many, min(count, len(many))):
        linked = sorted(papers[name].linked)
        starred = frozenset(rng.sample(linked, len(linked) // 2))
        yield Interest("papers linked with one", starred, frozenset(linked) - starred, name)


def _features(papers: dict[str, Paper], hidden: str) -> dict[str, Features]:
    empty = dict.fromkeys(FeatureKind, frozenset[str]())
    return {
        name: {**empty, FeatureKind.WORD: paper.words, FeatureKind.CITES: paper.linked - {hidden}}
        for name, paper in papers.items()
        if name != hidden
    }


def _ranked(papers: dict[str, Paper], interest: Interest, share: float) -> list[str]:
    SHARES[FeatureKind.CITES] = share
    features = _features(papers, interest.hidden)
    model = train([Example(each, 1.0 if name in interest.starred else ORDINARY) for name, each in features.items()])
    scores = {name: model.score(each) for name, each in features.items() if name not in interest.starred}
    return sorted(scores, key=lambda name: (-scores[name], name))


def _quality(ranked: Sequence[str], wanted: frozenset[str]) -> tuple[float, float, float]:
    """Return precision at 20, the share of the first 50 among those wanted, and the reciprocal rank of the first."""
    hits = [name in wanted for name in ranked]
    return sum(hits[:20]) / 20, sum(hits[:50]) / min(len(wanted), 50), 1 / (hits.index(True) + 1)


def _interval(leads: Sequence[float], rng: random.Random) -> str:
    means = sorted(fmean(rng.choices(leads, k=len(leads))) for _ in range(_RESAMPLED))
    return f"{means[_RESAMPLED // 40]:+.3f} to {means[-_RESAMPLED // 40]:+.3f}"


def measure(papers: dict[str, Paper], interests: Iterable[Interest], shares: Sequence[float], seed: int) -> None:
    """Print the quality of each weight, for each kind of interest."""
    found: dict[str, list[list[tuple[float, float, float]]]] = defaultdict(list)
    for interest in interests:
        kind = interest.name.rpartition(", ")[2]
        found[kind].append([_quality(_ranked(papers, interest, share), interest.wanted) for share in shares])
    for kind, results in found.items():
        rows = []
        for place, share in enumerate(shares):
            means = [fmean(each[place][measured] for each in results) for measured in range(3)]
            leads = [each[place][1] - each[0][1] for each in results]
            certainty = _interval(leads, random.Random(seed)) if place else ""
            rows.append((f"{share:g}", *(f"{mean:.3f}" for mean in means), certainty))
        header = ("weight", "P@20", "recall@50", "MRR", f"recall against {shares[0]:g} (95 %)")
        table(f"{kind}: {len(results)} readers", header, rows)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--papers", type=int, default=0)
    parser.add_argument("--draws", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shares", type=float, nargs="+", default=[0, 0.25, 0.5, 1, 2])
    options = parser.parse_args()
    papers, rng = _read(options.file), random.Random(options.seed)
    interests = _neighbourhoods(papers, options.papers, rng) if options.papers else _topics(papers, options.draws, rng)
    measure(papers, interests, options.shares, options.seed)


if __name__ == "__main__":
    main()
