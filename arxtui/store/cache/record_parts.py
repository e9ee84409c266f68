"""The parts of the cache that a whole record is read from, besides the paper and the graph of citations: lists and
refreshes need none of them, a record all."""

from __future__ import annotations

from arxtui.store.cache.reports import CitationReports
from arxtui.store.cache.withdrawals import Withdrawals
from arxtui.store.progress.imports import Harvests
from arxtui.store.progress.ranking_scores import RankingScores
from arxtui.store.sqlite.connection import Database
from arxtui.store.texts.citations import Citations
from arxtui.store.texts.full_reviews import FullReviews


class RecordParts:
    """The parts over one connection."""

    def __init__(self, db: Database) -> None:
        self.withdrawals = Withdrawals(db)
        self.citations = Citations(db)
        self.reports = CitationReports(db)
        self.full_reviews = FullReviews(db)
        self.ranking_scores = RankingScores(db)
        self.harvests = Harvests(db)
