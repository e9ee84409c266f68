"""The ranking "for you", against newest first and against more like this for the starred papers.

    python -m benchmarks.ranking [--draws 3] [--held-out] [--venue NAME] [--stars N] [--speed]

A user follows a venue and has starred some of its papers. Of the papers that then arrive in the followed categories,
how many of the first twenty are papers of the venue? Nothing that the ranking sees names the venue. The certainty of
the lead is given by a bootstrap interval over venues and by the number of venues with a lead. ``--speed`` instead
measures the time of training and of scoring.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from arxtui.library.ranking.for_you import background
from arxtui.model.paper import Paper
from arxtui.ranking.model import Features, features
from arxtui.ranking.training import ORDINARY, Example, train
from benchmarks.corpus.sample import real_sample
from benchmarks.more_like import MoreLike
from benchmarks.papers import made_up
from benchmarks.report import table
from benchmarks.venues import CHOSEN_BY, HELD_OUT, Stream, read_sample, streams

_SIZES = (5, 10, 20, 50, 200)
_SHOWN = 20
"""The number of stars for which each venue is printed."""
_RESAMPLED = 10_000
_EQUAL = 1e-9
"""Leads up to this size are rounding errors."""
_FOR_YOU = "for you"
_OTHERS = ("newest first", "more like this, plain", "more like this")
_RECENT = 400
"""The stars are drawn from this many of the newest papers."""
_Ranked = Sequence[str]


class Quality(NamedTuple):
    """The quality of an order: precision at 20 and at 100, and average precision."""

    at_20: float
    at_100: float
    average: float


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=3, help="how often stars are drawn for each venue and number")
    parser.add_argument("--held-out", action="store_true", help="the venues by which no constant was chosen")
    parser.add_argument("--venue", help="one venue alone")
    parser.add_argument("--stars", type=int, choices=_SIZES, help="one number of stars alone")
    parser.add_argument("--speed", action="store_true", help="the time that 2,000 marks and 20,000 papers take")
    options = parser.parse_args()
    if options.speed:
        _speed()
        return
    file = real_sample()
    if file is None:
        raise SystemExit("the sample of real papers is not here; name its folder in ARXTUI_SHARED")
    venues = [each for each in (HELD_OUT if options.held_out else CHOSEN_BY) if options.venue in (None, each.name)]
    _compare(list(streams(read_sample(file), venues)), options.draws, (options.stars,) if options.stars else _SIZES)


def _compare(found: Sequence[Stream], draws: int, sizes: Sequence[int]) -> None:
    told: dict[tuple[str, int], list[Quality]] = {}
    venues = []
    shown = _SHOWN if _SHOWN in sizes else sizes[0]
    for stream in found:
        print(stream.venue.name, file=sys.stderr)
        mine = _qualities(stream, draws, sizes)
        for key, quality in mine.items():
            told.setdefault(key, []).append(quality)
        venues.append(_row(stream, mine, shown))
    rows = [
        [name, str(size), str(len(each)), *(f"{fmean(column):.3f}" for column in zip(*each, strict=True))]
        for (name, size), each in sorted(told.items(), key=lambda item: (item[0][1], item[0][0]))
    ]
    share = fmean(len(each.wanted) / len(each.arriving) for each in found)
    table(f"By venue: precision at 20 with {shown} stars", _HEADS, venues)
    print(f"\nOf the papers that arrive, {share:.3f} are wanted.")
    table("Means over the venues", ("order", "stars", "venues", "P@20", "P@100", "average precision"), rows)
    heads = ("stars", "against", "times", "difference", "95 %", "P@20 better, equal, worse", "average precision")
    table("How much better for you is, and at how many venues", heads, list(_leads(told)))


_HEADS = ("venue", "stars", "arriving", "wanted", *_OTHERS, _FOR_YOU, "categories")


def _row(stream: Stream, told: dict[tuple[str, int], Quality], stars: int) -> list[str]:
    found = (told.get((name, stars)) for name in (*_OTHERS, _FOR_YOU))
    qualities = [f"{quality.at_20:.2f}" if quality else "-" for quality in found]
    numbers = (len(stream.stars), len(stream.arriving), len(stream.wanted))
    return [stream.venue.name, *map(str, numbers), *qualities, " ".join(sorted(stream.categories))]


def _leads(told: dict[tuple[str, int], list[Quality]]) -> Iterator[list[str]]:
    """Yield the lead of "for you" over each other order with each number of stars, over all venues."""
    for size in (size for size in _SIZES if (_FOR_YOU, size) in told):
        mine = told[_FOR_YOU, size]
        for name in _OTHERS:
            pairs = list(zip(mine, told[name, size], strict=True))
            leads = [own.at_20 - other.at_20 for own, other in pairs]
            own, others = (fmean(each.at_20 for each in side) for side in zip(*pairs, strict=True))
            times = f"{own / others:.2f}" if others else "-"
            low, high = _interval(leads)
            counted = (_counted(leads), _counted([own.average - other.average for own, other in pairs]))
            yield [str(size), name, times, f"{fmean(leads):+.3f}", f"{low:+.3f} to {high:+.3f}", *counted]


def _interval(leads: Sequence[float]) -> tuple[float, float]:
    """Return the interval that contains the mean in 95 of 100 resamples of the venues (bootstrap, percentiles)."""
    chance = random.Random(0)
    means = sorted(fmean(chance.choices(leads, k=len(leads))) for _ in range(_RESAMPLED))
    return means[_RESAMPLED // 40], means[-_RESAMPLED // 40]


def _counted(leads: Sequence[float]) -> str:
    """Return the number of venues at which the lead is positive, zero and negative, as text."""
    better, worse = sum(lead > _EQUAL for lead in leads), sum(lead < -_EQUAL for lead in leads)
    return f"{better}, {len(leads) - better - worse}, {worse}"


def _qualities(stream: Stream, draws: int, sizes: Sequence[int]) -> dict[tuple[str, int], Quality]:
    """Return the mean quality of each order for each number of stars that the venue has."""
    learned = _Learned(stream)
    alike = MoreLike([*stream.passed, *stream.stars, *stream.arriving], {paper.id for paper in stream.arriving})
    orders: dict[str, Callable[[list[Paper]], _Ranked]] = {
        "newest first": lambda stars: [paper.id for paper in reversed(stream.arriving)],
        "more like this, plain": lambda stars: alike.ranked([star.id for star in stars], plain=True),
        "more like this": lambda stars: alike.ranked([star.id for star in stars]),
        _FOR_YOU: learned.ranked,
    }
    told = {}
    for size in sizes:
        if len(stream.stars) < size:
            continue
        drawn = [random.Random(draw).sample(stream.stars[-_RECENT:], size) for draw in range(draws)]
        for name, order in orders.items():
            each = [_quality(order(stars), stream.wanted) for stars in drawn]
            told[name, size] = Quality(*map(fmean, zip(*each, strict=True)))
    return told


class _Learned:
    """The ranking of arxtui on a stream. As in the program, it also learns from the arriving papers, as papers without
    a judgement."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        papers = {paper.id: paper for paper in (*stream.passed, *stream.stars, *stream.arriving)}
        self._features: dict[str, Features] = {name: features(paper) for name, paper in papers.items()}

    def ranked(self, stars: list[Paper]) -> _Ranked:
        starred = {star.id for star in stars}
        newest = [paper.id for paper in reversed(self._stream.arriving)]
        before = [paper.id for paper in reversed(self._stream.passed) if paper.id not in starred]
        examples = [Example(self._features[name], 1.0) for name in sorted(starred)]
        examples += (Example(self._features[name], ORDINARY) for name in background([*newest, *before]))
        model = train(examples)
        return sorted(newest, key=lambda name: -model.score(self._features[name]))


def _quality(ranked: _Ranked, wanted: frozenset[str]) -> Quality:
    places = [place for place, name in enumerate(ranked, 1) if name in wanted]
    precisions = (met / place for met, place in enumerate(places, 1))
    return Quality(_precision(places, 20), _precision(places, 100), sum(precisions) / len(wanted))


def _precision(places: Iterable[int], depth: int) -> float:
    return sum(place <= depth for place in places) / depth


def _speed() -> None:
    """Print the CPU time on made-up papers."""
    papers = list(made_up(28_000))
    begun = time.process_time()
    told = [features(paper) for paper in papers]
    read = time.process_time()
    marked = [Example(each, 1.0) for each in told[:2_000]]
    model = train([*marked, *(Example(each, ORDINARY) for each in told[2_000:8_000])])
    trained = time.process_time()
    for each in told[8_000:]:
        model.score(each)
    ended = time.process_time()
    rows = [
        ("features of 28,000 papers", read - begun),
        ("training, 2,000 marks against 6,000 papers", trained - read),
        ("scores of 20,000 papers", ended - trained),
    ]
    table("Time", ("what", "processor time"), [[what, f"{seconds:.1f} s"] for what, seconds in rows])


if __name__ == "__main__":
    main()
