"""Which full texts are due, and when a text is due again. Only reads the cache; otherwise pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta

from arxtui.light import NamedTuple
from arxtui.model.document import Origin
from arxtui.store.texts.fulltexts import RENEWED, UNKNOWN_VERSION, Fulltexts, Outcome, StoredText

BEST = (Origin.HTML, Origin.AR5IV, Origin.PDF)
"""The sources of texts, the best first."""
_RETRY_PAUSES = (timedelta(days=1), timedelta(days=3), timedelta(days=7))
"""Pauses between requests for a better text: arXiv can take days to convert a new paper. Then no more are scheduled,
except for a text that broke off or is almost empty."""
_FAILED_UPSTREAM_PAUSE = timedelta(days=30)
"""The pause before any further request for such a text, which only a better converter makes whole."""
_NEW = timedelta(days=30)
"""The age up to which a paper is new, so that a better text can still appear."""
_CLOCK_SLACK = timedelta(minutes=1)
"""An attempt further in the future than this was recorded by a wrong clock and is ignored."""


class RequestedPaper(NamedTuple):
    """A paper whose full text is requested, with its current version (0 if unknown), its day, and whether that version
    is withdrawn."""

    key: int
    id: str
    version: int
    day: date
    withdrawn: bool = False

    @property
    def name(self) -> str:
        """The paper's arXiv identifier, with its version if known."""
        return f"{self.id}v{self.version}" if self.version else self.id


class Errand(NamedTuple):
    """What is due for a paper: request its text from the ``sources``, parse the stored pages of the versions
    ``outdated`` again, fetch the missing ``figures``, fetch the ``pdf``. ``outcome`` is the result of the last request
    for its text, ``current`` are the stored texts of its current version."""

    paper: RequestedPaper
    sources: tuple[Origin, ...] = ()
    outdated: tuple[int, ...] = ()
    figures: bool = False
    pdf: bool = False
    outcome: Outcome | None = None
    current: tuple[StoredText, ...] = ()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is due."""
        return not (self.sources or self.outdated or self.figures or self.pdf)


def errands(
    texts: Fulltexts,
    papers: Sequence[RequestedPaper],
    now: datetime,
    *,
    repeat_before: datetime | None,
    figures: bool,
    lacks_pdf: Callable[[RequestedPaper], bool],
) -> list[Errand]:
    """Return what is due for these papers, those with the fewest failures first.

    Texts requested before ``repeat_before`` are requested again, stored or not. ``figures``: fetch missing figures.
    ``lacks_pdf`` returns whether a paper's PDF is to be fetched.
    """
    keys = [paper.key for paper in papers]
    texts_by_key, outcomes = texts.texts(keys), texts.outcomes(keys)
    unfinished = texts.unfinished(keys) if figures else ()
    all_errands = []
    for paper in papers:
        stored, outcome = texts_by_key.get(paper.key, []), outcomes.get(paper.key)
        current = _current_texts(paper, stored, outcome)
        sources = _sources_due(paper, current, outcome, now, repeat_before)
        outdated = tuple(text.version for text in stored if not text.readable)
        parts = outdated, paper.key in unfinished, lacks_pdf(paper)
        all_errands.append(Errand(paper, sources, *parts, outcome, current))
    due = (errand for errand in all_errands if not errand.is_idle)
    return sorted(due, key=lambda errand: errand.outcome.failures if errand.outcome else 0)


def _sources_due(
    paper: RequestedPaper,
    current: Sequence[StoredText],
    outcome: Outcome | None,
    now: datetime,
    repeat_before: datetime | None,
) -> tuple[Origin, ...]:
    """Return the sources to request: those better than the source of the stored text, and if a request is repeated,
    also that source itself; all sources if the stored text broke off."""
    repeat = repeat_before is not None and (outcome is None or outcome.tried < repeat_before)
    broken_off = any(text.broken_off for text in current)
    is_unscheduled = outcome is not None and outcome.next_due is None
    is_due = _is_due(paper, outcome, now) or (broken_off and is_unscheduled)
    if now >= RENEWED and (is_due or is_unscheduled):
        repeat = repeat or any(text.is_renewable(outcome) for text in current)
    if not (repeat or is_due):
        return ()
    ranks = [BEST.index(text.origin) for text in current]
    return BEST[: min(ranks) + repeat] if ranks and not broken_off else BEST


def _current_texts(
    paper: RequestedPaper, stored: Sequence[StoredText], outcome: Outcome | None
) -> tuple[StoredText, ...]:
    """Return the stored texts of the paper's current version. One of unknown version is current if it was requested for
    that version."""
    versions = {paper.version, UNKNOWN_VERSION} if outcome and outcome.version == paper.version else {paper.version}
    return tuple(text for text in stored if text.version in versions)


def _is_due(paper: RequestedPaper, outcome: Outcome | None, now: datetime) -> bool:
    if outcome is None or outcome.version < paper.version or outcome.tried > now + _CLOCK_SLACK:
        return True
    return outcome.next_due is not None and outcome.next_due <= now


def next_attempt(paper: RequestedPaper, now: datetime, failures: int, *, failed_upstream: bool) -> datetime | None:
    """Return when to request a better text again after this number of failures; None for never. ``failed_upstream``:
    upstream's conversion broke off, or its page is almost empty."""
    # No text of a withdrawn version appears later.
    is_new = not paper.withdrawn and now.date() - paper.day <= _NEW
    if (is_new or failed_upstream) and failures <= len(_RETRY_PAUSES):
        return now + _RETRY_PAUSES[failures - 1]
    return now + _FAILED_UPSTREAM_PAUSE if failed_upstream else None
