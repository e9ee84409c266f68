"""Made-up papers on several subjects, and the marks of a user who wants one of the subjects."""

from __future__ import annotations

import random
from collections.abc import Iterator

from arxtui.model.paper import Author, Paper
from arxtui.ranking.model import features
from arxtui.ranking.training import ORDINARY, Example

SUBJECTS = {
    "consensus": "consensus quorum replica leader ballot",
    "queues": "queue arrival waiting server backlog",
    "galaxies": "galaxy redshift halo luminosity dust",
}
_COMMON = "we show that the new bound for a large system is of this kind and it holds with high probability".split()


def stream(subject: str, count: int, *, seed: int = 1) -> Iterator[Paper]:
    """Yield papers on a subject. Each has some of the subject's words among many common words."""
    chance = random.Random(f"{subject} {seed}")
    for number in range(count):
        about = chance.sample(SUBJECTS[subject].split(), 3)
        text = [*about[1:], *chance.choices(_COMMON, k=30)]
        chance.shuffle(text)
        yield Paper(
            id=f"2605.{seed:02}{number:03}",
            title=f"A {about[0]} of kind {number}",
            abstract=" ".join(text),
            authors=(Author(f"Author {chance.randrange(40)}"),),
            categories=("cs.DC",),
        )


def examples(wanted: str, *, marked: int = 12, others: int = 60) -> list[Example]:
    """Return training examples of a user who wants one subject, while papers of all subjects arrive."""
    result = [Example(features(paper), 1.0) for paper in stream(wanted, marked)]
    for subject in SUBJECTS:
        result += (Example(features(paper), ORDINARY) for paper in stream(subject, others // len(SUBJECTS), seed=2))
    return result
