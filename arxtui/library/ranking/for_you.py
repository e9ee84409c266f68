"""The user's own ranking: training from labels, which the user's marks are turned into, scores, the words behind a
score, and the state of the learning."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from arxtui.library.references.refused import citing, references_of
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import is_on_arxiv, is_pending, name_of
from arxtui.model.counted import counted
from arxtui.model.marks import MARKS
from arxtui.ranking.model import NO_CITATIONS, Features, KnownCitations, Model, features
from arxtui.ranking.training import ORDINARY, Example, train
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from arxtui.store.progress.ranking_scores import Learned

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.ranking.model import ScoreReason


WANTED = 0.5
"""The smallest label with which a paper counts as one that the user wants more of."""
_SEEN = -0.2
"""The label of a paper that was only marked as read: the user passed over it."""
_OPENED = 0.2
"""The label of a paper whose full text was opened."""
_FILED, _READ = 0.7, 0.8
_RATED = {1: -1.0, 2: -0.5, 3: 0.0, 4: 0.8, 5: 1.0}
NEEDED = 5
"""The fewest wanted papers for learning: with fewer, the measured ranking is little better than chance
(docs/ranking.md)."""
_MIN_OTHERS = 20
_DAYS = 60
_MAX_SCORED = 20_000
_MIN_SCORED = 2_000
_MAX_UNMARKED = 6_000
_MAX_MARKED = 4_000
_BATCH_SIZE = 1_000
_MOST_CITED = 200
_DATA_VERSION = 3
"""The version of the training data and method: after a change, the model is learned again."""
Stopped = Callable[[], bool]
_Name = TypeVar("_Name")


def judgements(library: LibraryFile) -> dict[int, float]:
    """Return the labels of the papers that the user has marked by acts of their own, since the ranking was last reset.
    The strongest mark counts; hiding outweighs all but a rating."""
    judged = library.judgements.all()
    since = library.judgements.since()
    labels = dict.fromkeys(judged.read, _SEEN)
    labels.update(
        (key, _OPENED) for key, at in library.places.read_at().items() if since is None or at > since.timestamp()
    )
    for marked in _marks(library):
        labels.update((key, weight) for key, weight in marked.items() if key in judged.marked)
    return {key: weight for key, weight in labels.items() if weight}


def _marks(library: LibraryFile) -> Iterator[Mapping[int, float]]:
    """Yield the labels of each mark, those with more weight later."""
    named = chain(library.tags.all(), library.lists.all())
    weighted: list[tuple[float, Iterable[int]]] = [
        (_FILED, chain.from_iterable(keys for _, keys in named)),
        (_FILED, library.marks.notes()),
        (_READ, library.marks.readings()),
        *((mark.preference, library.marks.having(mark.name)) for mark in MARKS),
    ]
    for preference, keys in sorted(weighted, key=lambda each: (abs(each[0]), each[0] < 0)):
        yield dict.fromkeys(keys, preference)
    yield {key: _RATED[rating] for key, rating in library.marks.ratings().items()}


class Learning:
    """The training data, from the present marks and the cache."""

    def __init__(self, cache: Cache, library: LibraryFile, categories: Sequence[str], today: date) -> None:
        self._cache = cache
        self._library = library
        labels = judgements(library)
        current = cache.aliases.among(key for key in labels if is_pending(key))
        self._labels = {current.get(key, key): labels[key] for key in sorted(labels)}
        self._arriving_of = (categories, today)

    @cached_property
    def _arriving(self) -> list[int]:
        return _arriving(self._cache, self._library, *self._arriving_of)

    @property
    def wanted(self) -> int:
        """The number of papers that the user wants more of."""
        return sum(weight >= WANTED for weight in self._labels.values())

    @property
    def state(self) -> str:
        """A digest of the training data; a different digest means that the model must be learned again."""
        data = f"{_DATA_VERSION} {sorted(self._labels.items())}"
        return hashlib.blake2b(data.encode(), digest_size=16).hexdigest()

    def is_due(self) -> bool:
        """Whether marks have changed since the last learning, or papers have no score yet."""
        learned = self._cache.ranking_scores.learned()
        if not self._examples():
            return learned is not None
        return learned is None or learned.state != self.state or bool(self._unscored()[0])

    def learn(self, at: datetime, is_stopped: Stopped) -> None:
        """Train the model if the marks have changed, and score new papers. If too few papers are marked, delete the
        model."""
        taste = self._cache.ranking_scores
        learned = taste.learned()
        examples = self._examples()
        if not examples:
            if learned:
                taste.forget()
        elif learned and learned.state == self.state and (stored := taste.model()):
            new, obsolete = self._unscored()
            scores = self._scores(Model.from_json(stored), new, is_stopped)
            if not is_stopped():
                taste.add(scores, obsolete)
        else:
            model = train(list(self._read(examples)))
            scores = self._scores(model, self._arriving, is_stopped)
            if not is_stopped():
                taste.put(Learned(at, self.state, self.wanted), model.to_json(), scores)

    def _unscored(self) -> tuple[list[int], set[int]]:
        """Return the papers that need a score, and those whose score is no longer needed. Delivered papers that are not
        in the cache cannot be scored."""
        scored = self._cache.ranking_scores.all_scores().keys()
        known = self._cache.papers.contents(key for key in self._arriving if key not in scored)
        return [key for key in self._arriving if key in known], scored - set(self._arriving)

    def _examples(self) -> list[tuple[int, float]]:
        """Return the training papers and their weights: the newest wanted and unwanted papers, and a sample of the
        unmarked new papers. Returns an empty list if these are too few to learn from."""
        if self.wanted < NEEDED:
            return []
        newest = sorted(self._labels.items(), reverse=True)
        kinds = ([each for each in newest if (each[1] > 0) is wanted][:_MAX_MARKED] for wanted in (True, False))
        unmarked = [key for key in self._arriving if key not in self._labels]
        wanted, others = kinds
        others += ((key, ORDINARY) for key in background(unmarked))
        return [*wanted, *others] if len(others) >= _MIN_OTHERS else []

    def _read(self, examples: Iterable[tuple[int, float]]) -> Iterator[Example]:
        weights = dict(examples)
        for key, paper_features in self._features(weights):
            yield Example(paper_features, weights[key])

    def _scores(self, model: Model, keys: Collection[int], is_stopped: Stopped) -> Mapping[int, float]:
        """Return the scores of papers; only of some when stopped."""
        scores = {}
        for key, paper_features in self._features(keys):
            if is_stopped():
                break
            scores[key] = model.score(paper_features)
        return scores

    def _features(self, keys: Iterable[int]) -> Iterator[tuple[int, Features]]:
        """Yield the features of papers by key, in the order of ``keys``; from the library's own copies if they have
        left the cache. Unknown papers are left out."""
        requested = list(keys)
        for start in range(0, len(requested), _BATCH_SIZE):
            batch = requested[start : start + _BATCH_SIZE]
            known, citations = self._cache.papers.get_all(batch), known_citations(self._cache, self._library, batch)
            for key in batch:
                if paper := known.get(key) or self._library.saved_record(key):
                    yield key, features(paper, citations.get(key, NO_CITATIONS))


def known_citations(cache: Cache, library: LibraryFile, keys: Sequence[int]) -> dict[int, KnownCitations]:
    """Return the citations of these papers, by key, of those of which any are known; of very many, the newest."""
    cites, cited_by = references_of(cache, library, keys), citing(cache, library, keys)
    return {
        key: KnownCitations(*(frozenset(map(name_of, each.get(key, ())[-_MOST_CITED:])) for each in (cites, cited_by)))
        for key in cites.keys() | cited_by.keys()
    }


def background(unmarked: Sequence[_Name]) -> Sequence[_Name]:
    """Return an evenly spaced sample of the unmarked papers, in their order."""
    return unmarked[:: max(len(unmarked) // _MAX_UNMARKED, 1)][:_MAX_UNMARKED]


def _arriving(cache: Cache, library: LibraryFile, categories: Sequence[str], today: date) -> list[int]:
    """Return the keys of the papers to score, newest first: those announced in the last days in the subscribed
    categories, and the unread ones. If these are few, the newest papers of the cache are added."""
    keys = set(cache.announcements.keys(today - timedelta(days=_DAYS), None, categories=categories))
    unread = library.inbox.unread()
    current = cache.aliases.among(key for key in unread if is_pending(key))
    keys.update(current.get(key, key) for key in unread)
    if len(keys) < _MIN_SCORED:
        keys.update(cache.month_keys()[:_MIN_SCORED])
    return sorted((key for key in keys if is_on_arxiv(key)), reverse=True)[:_MAX_SCORED]


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
