"""How a model is learned: logistic regression with a penalty on its weights, by gradient descent.

What the user wants is held against what else arrives (the background); how many papers each side has makes no
difference. With few marks the penalty is strong, and the model little more than the mean of the marked papers without
that of the background (Rocchio's classifier); with many it learns which words tell them apart. The constants were
chosen by the figures in docs/ranking.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, fsum
from operator import add
from statistics import fmean, pstdev
from typing import NamedTuple

from arxtui.ranking.block import Block
from arxtui.ranking.features import Features, Kind
from arxtui.ranking.model import Model, rounded

_BACKGROUND = 0.7
"""What the background weighs against the marked papers: some of it would have been marked, had it been looked at."""
_PENALTY = 2.0
"""The penalty on weights, shared by the marked papers."""
_STEPS = 40
_LONGEST_STEP = 20.0


class Example(NamedTuple):
    """A paper to learn from: ``weight`` above 0 where the user wants such papers, below 0 where not."""

    features: Features
    weight: float


def train(examples: Sequence[Example]) -> Model:
    """The model of these examples, wanted and unwanted ones; the same whenever they are the same, in the same order."""
    wanted, others = (fsum(max(side * each.weight, 0.0) for each in examples) or 1.0 for side in (1, -1))
    shares = [each.weight / wanted if each.weight > 0 else _BACKGROUND * each.weight / others for each in examples]
    blocks = [Block(kind, [(each.features[kind], each.weight > 0) for each in examples]) for kind in Kind]
    penalty = _PENALTY / wanted
    step = min(_LONGEST_STEP, 1 / penalty)
    scores = [0.0] * len(examples)
    for _ in range(_STEPS):
        pulls = [step / 2 * share * _doubt(score, share) for share, score in zip(shares, scores, strict=True)]
        for block in blocks:
            block.pull(pulls, 1 - step * penalty)
        scores = _sums(block.scores() for block in blocks)
    ordinary = [score for score, each in zip(scores, examples, strict=True) if each.weight < 0]
    scale = pstdev(ordinary) or 1.0
    return Model({block.kind: block.told(scale) for block in blocks}, rounded(-fmean(ordinary) / scale))


def _doubt(score: float, share: float) -> float:
    """How far the model is from what an example says: 1 minus the probability that it gives it."""
    return 1 / (1 + exp(score if share > 0 else -score))


def _sums(parts: Iterable[list[float]]) -> list[float]:
    first, *others = parts
    for each in others:
        first = list(map(add, first, each))
    return first
