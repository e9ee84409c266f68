"""A ranking of the user's own: scores, the words that made them, and how it stands with what was learned."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.counted import counted

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.ranking.learning import Learning
    from arxtui.ranking.model import Model, ScoreReason


class ForYouState(NamedTuple):
    """How it stands with what was learned: when (aware UTC; None while nothing was), from how many papers that the user
    wants, and how many more it takes. ``since`` is when what was learned was forgotten last: older marks do not count.
    """

    learned: datetime | None
    wanted: int
    needed: int = 0
    since: datetime | None = None

    def __str__(self) -> str:
        """In words, times in the user's own zone."""
        since = f" since {self.since.astimezone():%d %b %Y %H:%M}" if self.since else ""
        if self.learned:
            papers = f"{counted(self.wanted, 'paper')} that you starred, rated, filed or read"
            return f"learned on {self.learned.astimezone():%a %d %b, %H:%M}, from {papers}{since}"
        if self.needed:
            stars = "one more star" if self.needed == 1 else f"{self.needed} more stars"
            return f"needs {stars} to learn from ({counted(self.wanted, 'paper')} marked{since})"
        return "nothing is learned yet; 'arxtui rank' does it"


class Ranking:
    """What can be asked of the ranking. Nothing of it leaves this machine."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._held: tuple[datetime, Model] | None = None

    def scores(self, keys: Iterable[int]) -> dict[int, float]:
        """The scores of those of these papers that have one, in standard deviations of what arrives: 0 is an ordinary
        paper. What was announced in the last 60 days has one, and what is unread, once enough is marked."""
        asked = list(keys)
        became = self._cache.aliases.among(asked)
        scores = self._cache.ranking_scores.scores(became.get(key, key) for key in asked)
        return {key: scores[now] for key in asked if (now := became.get(key, key)) in scores}

    def reasons(self, key: int) -> tuple[ScoreReason, ...]:
        """What makes the score of a paper, and sums to it: the part that every paper has, then what says most first.
        Nothing where nothing is learned, or the paper is not known."""
        now = self._cache.aliases.of(key)
        model = self._model()
        paper = (self._cache.papers.get(now) or self._user_file.saved_record(now)) if model else None
        return tuple(model.reasons(paper)) if model and paper else ()

    def state(self) -> ForYouState:
        """How it stands with what was learned."""
        from arxtui.library.ranking.learning import NEEDED
        from arxtui.library.ranking.preference_labels import WANTED, judgements

        since = self._user_file.judgements.since()
        if learned := self._cache.ranking_scores.learned():
            return ForYouState(learned.at, learned.wanted, since=since)
        wanted = sum(weight >= WANTED for weight in judgements(self._user_file).values())
        return ForYouState(None, wanted, max(NEEDED - wanted, 0), since)

    def is_due(self) -> bool:
        """Whether marks have changed since something was learned, or papers have no score yet."""
        return self._learning().is_due()

    def learn(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Learn from the marks as they are, where they have changed, and score what has no score. Takes seconds, and
        leaves all as it was when it is stopped."""
        self._learning().learn(self._context.now(), is_stopped)

    def forget(self) -> None:
        """Forget what was learned, and learn from now on only from what is marked later. All marks stay."""
        self._user_file.judgements.forget(self._context.now())
        self._cache.ranking_scores.forget()

    def _learning(self) -> Learning:
        from arxtui.library.ranking.learning import Learning

        return Learning(self._cache, self._user_file, self._context.categories, self._context.today())

    def _model(self) -> Model | None:
        from arxtui.ranking.model import Model

        learned = self._cache.ranking_scores.learned()
        if learned is None:
            return None
        if self._held is None or self._held[0] != learned.at:
            held = self._cache.ranking_scores.model()
            self._held = (learned.at, Model.from_json(held)) if held else None
        return self._held[1] if self._held else None
