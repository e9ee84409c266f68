"""What the user does: marks, the way back, and the inbox that acts empty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arxtui.library import records
from arxtui.library.counts import DAYS
from arxtui.library.names import note_text, tag_name
from arxtui.library.opened import Opened
from arxtui.model.announce import AnnounceType
from arxtui.store.marks import What
from arxtui.text import fold

if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.model.paper import Paper

INBOX_TYPES = (AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.REPLACE)
"""What is delivered to the inbox."""


class Acts(Opened):
    """What can be done. An act that has returned is on the disk."""

    def mark(self, keys: Iterable[int], what: What, tag: str = "") -> Act | None:
        """Do something to papers; None when all of them were so already. ``tag`` names the tag that is given or taken:
        in the spelling it has, where it differs by case or accents alone. ValueError for a name that is none."""
        named = self._as_known(keys)
        if what in ("read", "unstar", "unhide", "unqueue", "untag"):
            named = records.keys_with_former(named, self._cache.former_keys(named))
        name = self._spelt(tag) if what in ("tag", "untag") else ""
        return self._library.mark(named, what, self._clock(), self._keep, name=name)

    def note(self, key: int, text: str) -> Act | None:
        """Write the note of a paper; an empty text removes it. None when it says so already. ValueError when it is too
        long."""
        note = note_text(text)
        (now,) = self._as_known([key])
        before = records.read_marks(self._cache, self._library, [now])[now].note
        if note == (before or ""):
            return None
        texts: dict[int, str | None] = dict.fromkeys(self._cache.former_keys([now]).get(now, ()))
        return self._library.note({**texts, now: note or None}, self._clock(), self._keep)

    def undo(self) -> Act | None:
        """Take back the newest act that stands; None when there is none."""
        return self._library.undo(self._clock())

    def deliver(self) -> int:
        """Put the announcements of the subscribed categories into the inbox, each once; how many papers that were.

        New papers, cross-lists and replacements are delivered. A replacement in a category that is only cross-listed
        is not: arXiv's own listings leave it to the end, and it is never the first that a reader hears of a paper.
        """
        categories = self._settings.arxiv.categories
        if not categories:
            return 0
        delivered = 0
        for day, _ in self._cache.announcement_days(DAYS, categories):
            keys = {key for kind in INBOX_TYPES for key in self._cache.announced(day, day, kind, categories, news=True)}
            delivered += self._library.deliver(day, keys)
        return delivered

    def begin_session(self) -> None:
        """A reader was opened: from here on ``is:fresh`` is what arrived since the one before."""
        self._library.start_session(self._clock())

    def end_session(self) -> None:
        """The reader is left: what arrives from now on is fresh to the next session."""
        self._library.see_session(self._clock())

    def _as_known(self, keys: Iterable[int]) -> list[int]:
        """What the keys have become that were those of papers only a review named."""
        asked = list(keys)
        became = self._cache.aliases(asked)
        return list(dict.fromkeys(became.get(key, key) for key in asked))

    def _spelt(self, tag: str) -> str:
        name = tag_name(tag)
        return {fold(held): held for held, _ in self._library.tags()}.get(fold(name), name)

    def _keep(self, key: int) -> Paper | None:
        return self._cache.paper(key) or self._library.kept(key)
