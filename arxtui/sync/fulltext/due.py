"""Which full texts are worth asking for, and when again. Pure but for the cache, which is only read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from arxtui.model.document import Origin
from arxtui.store.texts.fulltexts import UNKNOWN_VERSION, Fulltexts, Outcome, StoredText

BEST = (Origin.HTML, Origin.AR5IV, Origin.PDF)
"""Where texts come from, the best first."""
_LATER = (timedelta(days=1), timedelta(days=3), timedelta(days=7))
"""arXiv may need days to convert a new paper; after these it is not asked again by itself."""
_NEW = timedelta(days=30)
_CLOCK_SLACK = timedelta(minutes=1)


class Wanted(NamedTuple):
    """A paper whose full text is wanted: its current version, 0 where nobody knows it, and the day it is of."""

    key: int
    id: str
    version: int
    day: date

    @property
    def name(self) -> str:
        """What it is called at arXiv, with its version where that is known."""
        return f"{self.id}v{self.version}" if self.version else self.id


class Errand(NamedTuple):
    """What is to be done for a paper: ask the sources in ``asked`` for its text, read the kept pages of the versions
    ``outdated`` anew, fetch the ``figures`` that are missing, fetch the ``pdf``. ``outcome`` is what became of asking
    for its text before."""

    paper: Wanted
    asked: tuple[Origin, ...] = ()
    outdated: tuple[int, ...] = ()
    figures: bool = False
    pdf: bool = False
    outcome: Outcome | None = None

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.asked or self.outdated or self.figures or self.pdf)


def errands(
    texts: Fulltexts,
    papers: Sequence[Wanted],
    now: datetime,
    *,
    again: datetime | None,
    figures: bool,
    lacks_pdf: Callable[[Wanted], bool],
) -> list[Errand]:
    """What is to be done for these papers, those that were tried in vain last. What was asked for before ``again`` is
    asked for again, whether it is here or was not to be had; ``figures``: fetch those that are missing; ``lacks_pdf``
    says whose PDF is to be fetched."""
    keys = [paper.key for paper in papers]
    here, outcomes = texts.texts(keys), texts.outcomes(keys)
    unfinished = texts.unfinished(keys) if figures else ()
    found = []
    for paper in papers:
        held, outcome = here.get(paper.key, []), outcomes.get(paper.key)
        asked = _asked(paper, held, outcome, now, again)
        outdated = tuple(text.version for text in held if not text.readable)
        found.append(Errand(paper, asked, outdated, paper.key in unfinished, lacks_pdf(paper), outcome))
    due = (errand for errand in found if not errand.is_idle)
    return sorted(due, key=lambda errand: errand.outcome.failures if errand.outcome else 0)


def _asked(
    paper: Wanted, held: Sequence[StoredText], outcome: Outcome | None, now: datetime, again: datetime | None
) -> tuple[Origin, ...]:
    """The sources that may have something better than what is here; where it is asked for again, as good."""
    anew = again is not None and (outcome is None or outcome.tried < again)
    if not anew and not _is_due(paper, outcome, now):
        return ()
    current = {paper.version, UNKNOWN_VERSION} if outcome and outcome.version == paper.version else {paper.version}
    ranks = [BEST.index(text.origin) for text in held if text.version in current]
    return BEST[: min(ranks) + anew] if ranks else BEST


def _is_due(paper: Wanted, outcome: Outcome | None, now: datetime) -> bool:
    if outcome is None or outcome.version < paper.version or outcome.tried > now + _CLOCK_SLACK:
        return True
    return outcome.next_due is not None and outcome.next_due <= now


def worth_asking_again(paper: Wanted, now: datetime, failures: int) -> datetime | None:
    """When a better text may be there, after it was looked for in vain so often; None for never."""
    is_new = now.date() - paper.day <= _NEW
    return now + _LATER[failures - 1] if is_new and failures <= len(_LATER) else None
