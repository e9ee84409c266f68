"""Addresses of arXiv's machine interfaces.

Query language: https://info.arxiv.org/help/api/user-manual.html#query_details. Its operators have no precedence and
associate to the right, so brackets are always written.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from urllib.parse import quote, urlencode

from arxtui.model.arxiv.taxonomy import CATEGORIES, RETIRED, archive_of
from arxtui.model.harvest import Order


def api_query_url(
    base: str,
    *,
    search_query: str = "",
    id_list: Sequence[str] = (),
    start: int = 0,
    max_results: int = 100,
    sort_by: str = "submittedDate",
    descending: bool = True,
) -> str:
    """Return the address of one page of results.

    ``sort_by`` is relevance, lastUpdatedDate or submittedDate. arXiv refuses ``start + max_results`` above 10,000.
    ``id_list`` alone requests these papers; with ``search_query``, it restricts the search to them.
    """
    parameters = {
        "search_query": search_query,
        "id_list": ",".join(id_list),
        "start": str(start),
        "max_results": str(max_results),
        "sortBy": sort_by,
        "sortOrder": "descending" if descending else "ascending",
    }
    joint = "&" if "?" in base else "?"
    return base + joint + urlencode({name: value for name, value in parameters.items() if value}, safe=":,/")


def feed_url(base: str, categories: Sequence[str]) -> str:
    """Return the address of the joint announcement feed of several categories and archives."""
    return f"{base.rstrip('/')}/{'+'.join(quote(code) for code in categories)}"


def listing_url(base: str, category: str, *, skip: int = 0, show: int = 0) -> str:
    """Return the address of the page of new papers in a category or archive.

    ``show`` is the number of entries per page: 25, 50, 100, 250, 500, 1000 or 2000; 0 for arXiv's default (2000).
    """
    parameters = urlencode({name: count for name, count in (("skip", skip), ("show", show)) if count})
    return f"{base.rstrip('/')}/{quote(category)}/new" + (f"?{parameters}" if parameters else "")


def catchup_url(base: str, category: str, day: date, page: int = 1) -> str:
    """Return the address of the announcements in a category or archive on a day, with abstracts, up to 2000 per
    ``page``. arXiv has the last 90 days."""
    return f"{base.rstrip('/')}/{quote(category)}/{day.isoformat()}?abs=True" + (f"&page={page}" if page > 1 else "")


def submitted_query(category: str, first: date, last: date) -> str:
    """Return the query for papers first submitted to a category or archive from ``first`` to ``last`` (GMT)."""
    return f"({_within(category)} AND submittedDate:[{first:%Y%m%d}0000 TO {last:%Y%m%d}2359])"


def _within(code: str) -> str:
    classes = "." not in code and any(archive_of(known) == code and known != code for known in CATEGORIES)
    if not classes:
        return f"cat:{code}"
    # Papers older than the division of the archive have its bare name as category.
    return f"(cat:{code} OR cat:{code}.*)" if code in RETIRED else f"cat:{code}.*"


def records_url(base: str, order: Order) -> str:
    """Return the address of the first page of a list of records (OAI-PMH ``ListRecords``)."""
    parameters = {
        "metadataPrefix": order.format,
        "set": order.spec,
        "from": order.first.isoformat() if order.first else "",
        "until": order.last.isoformat() if order.last else "",
    }
    return _oai_url(base, "ListRecords", {name: value for name, value in parameters.items() if value})


def resumption_url(base: str, token: str) -> str:
    """Return the address of a further page. It has only the token, whose encoded characters are encoded again."""
    return _oai_url(base, "ListRecords", {"resumptionToken": token})


def record_url(base: str, identifier: str, format: str = "arXivRaw") -> str:
    """Return the address of the record of a paper (OAI-PMH ``GetRecord``); ``identifier`` has no version."""
    return _oai_url(base, "GetRecord", {"identifier": f"oai:arXiv.org:{identifier}", "metadataPrefix": format})


def datacite_url(base: str, identifier: str) -> str:
    """Return the address of the record of a paper's DOI at DataCite; ``identifier`` has no version."""
    return f"{base.rstrip('/')}/10.48550/{quote(f'arXiv.{identifier}', safe='')}"


def identify_url(base: str) -> str:
    """Return the address at which an OAI-PMH service describes itself."""
    return _oai_url(base, "Identify", {})


def _oai_url(base: str, verb: str, parameters: dict[str, str]) -> str:
    return f"{base}{'&' if '?' in base else '?'}{urlencode({'verb': verb, **parameters})}"
