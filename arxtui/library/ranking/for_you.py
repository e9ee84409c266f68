"""The user's own ranking: scores, the words behind a score, and the state of the learning."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.library.ranking.learning import NEEDED, WANTED, Learning, judgements, known_citations
from arxtui.model.counted import counted
from arxtui.ranking.model import NO_CITATIONS, Model
from arxtui.tuples import NamedTuple

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.ranking.model import ScoreReason


class ForYouState(NamedTuple):
    """The state of the learning: when it last ran (aware UTC; None if never), how many papers that the user wants it
    used, and how many more are needed. ``since`` is when the user last reset the ranking: older marks do not count.
    """

    learned: datetime | None
    wanted: int
    needed: int = 0
    since: datetime | None = None

    def __str__(self) -> str:
        """Describe the state in words, with times in the local time zone."""
        since = f" since {self.since.astimezone():%d %b %Y %H:%M}" if self.since else ""
        if self.learned:
            papers = f"{counted(self.wanted, 'paper')} that you starred, rated, filed or read"
            return f"learned on {self.learned.astimezone():%a %d %b, %H:%M}, from {papers}{since}"
        if self.needed:
            stars = "one more star" if self.needed == 1 else f"{self.needed} more stars"
            return f"needs {stars} to learn from ({counted(self.wanted, 'paper')} marked{since})"
        return "nothing is learned yet; 'arxtui rank' starts it"


class Ranking:
    """The user's own ranking. None of its data leaves this machine."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._cached_model: tuple[datetime, Model] | None = None

    def scores(self, keys: Iterable[int]) -> dict[int, float]:
        """Return the scores of those of the papers that have one, in standard deviations of new papers; 0 is an average
        paper.

        Papers announced in the last 60 days and unread papers have a score, once enough papers are marked.
        """
        requested = list(keys)
        current = self._cache.aliases.among(requested)
        scores = self._cache.ranking_scores.scores(current.get(key, key) for key in requested)
        return {key: scores[now] for key in requested if (now := current.get(key, key)) in scores}

    def reasons(self, key: int) -> tuple[ScoreReason, ...]:
        """Return the terms that sum to the score of a paper: the constant part first, then the largest. Empty if
        nothing was learned or the paper is unknown."""
        now = self._cache.aliases.of(key)
        model = self._model()
        paper = (self._cache.papers.get(now) or self._user_file.saved_record(now)) if model else None
        if not model or not paper:
            return ()
        citations = known_citations(self._cache, self._user_file, [now]).get(now, NO_CITATIONS)
        return tuple(model.reasons(paper, citations))

    def state(self) -> ForYouState:
        """Return the state of the learning."""
        since = self._user_file.judgements.since()
        if learned := self._cache.ranking_scores.learned():
            return ForYouState(learned.at, learned.wanted, since=since)
        wanted = sum(weight >= WANTED for weight in judgements(self._user_file).values())
        return ForYouState(None, wanted, max(NEEDED - wanted, 0), since)

    def is_due(self) -> bool:
        """Whether marks have changed since the last learning, or papers have no score yet."""
        return self._learning().is_due()

    def learn(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Learn from the marks, if they have changed, and score papers without a score. Takes seconds. When stopped,
        nothing is changed."""
        self._learning().learn(self._context.now(), is_stopped)

    def forget(self) -> None:
        """Delete the model and the scores, and learn only from later marks. All marks stay."""
        self._user_file.judgements.forget(self._context.now())
        self._cache.ranking_scores.forget()

    def _learning(self) -> Learning:
        return Learning(self._cache, self._user_file, self._context.categories, self._context.today())

    def _model(self) -> Model | None:
        learned = self._cache.ranking_scores.learned()
        if learned is None:
            return None
        if self._cached_model is None or self._cached_model[0] != learned.at:
            stored = self._cache.ranking_scores.model()
            self._cached_model = (learned.at, Model.from_json(stored)) if stored else None
        return self._cached_model[1] if self._cached_model else None
