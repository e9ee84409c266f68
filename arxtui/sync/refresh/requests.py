"""What a pass does for each source."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.model.ledger import LedgerEntry
from arxtui.sync.by_hand.requested_papers import request_papers
from arxtui.sync.by_hand.reviews import request_reviews
from arxtui.sync.by_hand.search import request_search
from arxtui.sync.citations.crossref import request_crossref
from arxtui.sync.citations.inspire import request_inspire
from arxtui.sync.citations.openalex import request_openalex
from arxtui.sync.citations.opencitations import request_opencitations
from arxtui.sync.citations.semantic_scholar import request_semantic_scholar
from arxtui.sync.refresh.backfill import request_backfill
from arxtui.sync.refresh.catchup import request_catchup
from arxtui.sync.refresh.complete import request_incomplete
from arxtui.sync.refresh.feed import request_feed
from arxtui.sync.refresh.pith import request_latest, request_listing
from arxtui.sync.refresh.plan import Source
from arxtui.sync.refresh.source_request import SourceRequest

REQUESTS: dict[Source, Callable[[SourceRequest], LedgerEntry]] = {
    Source.FEED: request_feed,
    Source.CATCHUP: request_catchup,
    Source.COMPLETE: request_incomplete,
    Source.LISTING: request_listing,
    Source.LATEST: request_latest,
    Source.BACKFILL: request_backfill,
    Source.SEARCH: request_search,
    Source.REVIEWS: request_reviews,
    Source.ADD: request_papers,
    Source.INSPIRE: request_inspire,
    Source.SEMANTIC_SCHOLAR: request_semantic_scholar,
    Source.OPENALEX: request_openalex,
    Source.CROSSREF: request_crossref,
    Source.OPENCITATIONS: request_opencitations,
}
