"""Training labels from the user's marks, from -1 (no more papers like this) to 1 (more papers like this)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from arxtui.model.marks import MARKS
from arxtui.store.library.database import LibraryFile

WANTED = 0.5
"""The smallest label with which a paper counts as one that the user wants more of."""
_SEEN = -0.2
"""The label of a paper that was only marked as read: the user passed over it."""
_OPENED = 0.2
"""The label of a paper whose full text was opened."""
_FILED, _READ = 0.7, 0.8
_RATED = {1: -1.0, 2: -0.5, 3: 0.0, 4: 0.8, 5: 1.0}


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
