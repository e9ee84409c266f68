"""What of the cache has a room of its own, each loaded when it is first asked for: a list of papers needs none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from arxtui.store.sqlite.connection import Database
from arxtui.store.sqlite.file import DatabaseFile

if TYPE_CHECKING:
    from arxtui.store.cache.announced_days import AnnouncedDays
    from arxtui.store.progress.harvests import Harvests
    from arxtui.store.progress.imports import Imports
    from arxtui.store.progress.ledger import Ledger
    from arxtui.store.progress.ranking_scores import Taste
    from arxtui.store.progress.rule_matches import Matched
    from arxtui.store.progress.wanted import Wanted
    from arxtui.store.texts.full_reviews import FullReviews
    from arxtui.store.texts.fulltexts import Fulltexts


class CacheRooms(DatabaseFile):
    """They all use the connection of the cache that they belong to."""

    def __init__(self, db: Database, clock: Callable[[], datetime]) -> None:
        super().__init__(db)
        self._clock = clock

    @cached_property
    def ledger(self) -> Ledger:
        """What became of the last request for each target."""
        from arxtui.store.progress.ledger import Ledger

        return Ledger(self._db)

    @cached_property
    def announced_days(self) -> AnnouncedDays:
        """What upstream claims to have announced, day by day."""
        from arxtui.store.cache.announced_days import AnnouncedDays

        return AnnouncedDays(self._db)

    @cached_property
    def wanted(self) -> Wanted:
        """The papers that somebody asked for by name and that arXiv is still to be asked for."""
        from arxtui.store.progress.wanted import Wanted

        return Wanted(self._db, self._clock)

    @cached_property
    def imports(self) -> Imports:
        """How far imports are."""
        from arxtui.store.progress.imports import Imports

        return Imports(self._db, self._clock)

    @cached_property
    def harvests(self) -> Harvests:
        """How far harvests are, and what arXiv has deleted."""
        from arxtui.store.progress.harvests import Harvests

        return Harvests(self._db)

    @cached_property
    def matched(self) -> Matched:
        """What the queries of rules mean."""
        from arxtui.store.progress.rule_matches import Matched

        return Matched(self._db)

    @cached_property
    def fulltexts(self) -> Fulltexts:
        """The full texts that are here, with their figures."""
        from arxtui.store.texts.fulltexts import Fulltexts

        return Fulltexts(self._db)

    @cached_property
    def full_reviews(self) -> FullReviews:
        """The whole reviews that are here."""
        from arxtui.store.texts.full_reviews import FullReviews

        return FullReviews(self._db)

    @cached_property
    def taste(self) -> Taste:
        """What was learned of the user's marks."""
        from arxtui.store.progress.ranking_scores import Taste

        return Taste(self._db)
