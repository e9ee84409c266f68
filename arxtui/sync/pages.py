"""Answers of the query API that can be believed."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.model.events import EventKind
from arxtui.sources.arxiv.atom import ApiPage, parse_answer
from arxtui.sync.errors import AnomalyError
from arxtui.sync.visit import Visit

TRIES = 3
PER_REQUEST = 100
"""Results, or identifiers, in one request."""


def believable(page: ApiPage) -> str | None:
    """Why a page is not to be believed: it is empty or short and claims more. None when it is sound."""
    return page.suspicious


def ask_page(visit: Visit, url: str, doubt: Callable[[ApiPage], str | None] = believable) -> ApiPage:
    """Ask until the page is believed, at most ``TRIES`` times. What an unbelieved page did bring is kept all the same.

    AnomalyError says what was wrong with the last one.
    """
    for attempt in range(1, TRIES + 1):
        page = parse_answer(visit.get(url).body)
        fault = doubt(page)
        if fault is None:
            return page
        if page.intake.papers:
            visit.keep(page.intake)
        visit.tell(EventKind.NOTE, reason=f"{fault} (try {attempt} of {TRIES})")
    raise AnomalyError(fault)
