"""Pith's listing of a category."""

from __future__ import annotations

from urllib.parse import quote

from arxtui.model.ledger import LedgerEntry
from arxtui.sources.pith.listing import parse_html
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.due import after_listing
from arxtui.sync.refresh.visit import Visit


def visit_listing(visit: Visit) -> LedgerEntry:
    """Ask for the listing and keep its reviews."""
    template = visit.tools.settings.pith.listing_url
    answer = visit.get(template.replace("{category}", quote(visit.task.target)), conditional=True)
    if answer.status != 304:
        page = parse_html(answer.body, answer.url)
        if not page.intake.reviews:
            raise AnomalyError("the listing shows no review")
        visit.keep(page.intake, 1, 1)
    return visit.answered(after_listing(visit.tools.now(), answer.max_age), answer=answer)
