"""Pith's listing of a category."""

from __future__ import annotations

from urllib.parse import quote

from arxtui.model.ledger import LedgerEntry
from arxtui.sources.pith.listing import parse_html
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.due import after_listing
from arxtui.sync.refresh.source_request import SourceRequest


def request_listing(request: SourceRequest) -> LedgerEntry:
    """Ask for the listing and keep its reviews."""
    template = request.tools.settings.pith.listing_url
    answer = request.get(template.replace("{category}", quote(request.task.target)), conditional=True)
    if answer.status != 304:
        page = parse_html(answer.body, answer.url)
        if not page.intake.reviews:
            raise AnomalyError("the listing shows no review")
        request.keep(page.intake, 1, 1)
    return request.answered(after_listing(request.tools.now(), answer.max_age), answer=answer)
