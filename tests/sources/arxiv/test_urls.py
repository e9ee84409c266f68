"""URLs of arXiv's interfaces for programs."""

from __future__ import annotations

from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest

from arxtui.sources.arxiv.urls import api_query_url, catchup_url, feed_url, listing_url, submitted_query

BASE = "https://export.example/api/query"


def asked(url: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(url).query)


def test_a_query_is_requested_newest_first_by_default() -> None:
    url = api_query_url(BASE, search_query="(cat:cs.DC AND ti:a+b&c)", start=25, max_results=25)

    assert url.startswith(BASE + "?search_query=")
    assert asked(url) == {
        "search_query": ["(cat:cs.DC AND ti:a+b&c)"],
        "start": ["25"],
        "max_results": ["25"],
        "sortBy": ["submittedDate"],
        "sortOrder": ["descending"],
    }


def test_papers_are_requested_by_their_ids() -> None:
    url = api_query_url(BASE, id_list=("2605.00001", "hep-th/9901001v2"), sort_by="relevance", descending=False)

    assert asked(url)["id_list"] == ["2605.00001,hep-th/9901001v2"]
    assert asked(url)["sortOrder"] == ["ascending"]
    assert "search_query" not in asked(url)


def test_an_address_may_have_parameters_of_its_own() -> None:
    assert asked(api_query_url("http://127.0.0.1:1/api?mirror=x", id_list=("2605.00001",)))["mirror"] == ["x"]


def test_the_joined_feed_names_every_category() -> None:
    assert feed_url("https://rss.example/rss/", ("cs.DC", "math", "astro-ph.CO")) == (
        "https://rss.example/rss/cs.DC+math+astro-ph.CO"
    )


@pytest.mark.parametrize(
    ("category", "within"),
    [
        ("cs.DC", "cat:cs.DC"),
        ("hep-th", "cat:hep-th"),
        ("math", "cat:math.*"),
        ("astro-ph", "(cat:astro-ph OR cat:astro-ph.*)"),
    ],
)
def test_a_span_of_submissions_is_requested_in_brackets(category: str, within: str) -> None:
    query = submitted_query(category, date(2026, 5, 1), date(2026, 5, 14))

    assert query == f"({within} AND submittedDate:[202605010000 TO 202605142359])"


def test_the_url_of_a_listing_has_its_category_its_offset_and_its_size() -> None:
    assert listing_url("https://arxiv.example/list/", "cs.DC") == "https://arxiv.example/list/cs.DC/new"
    assert listing_url("http://127.0.0.1:1/list", "math", skip=50, show=25) == (
        "http://127.0.0.1:1/list/math/new?skip=50&show=25"
    )


def test_an_earlier_day_is_requested_with_its_abstracts_page_by_page() -> None:
    first = "https://arxiv.example/catchup/cs.DC/2026-05-13?abs=True"

    assert catchup_url("https://arxiv.example/catchup", "cs.DC", date(2026, 5, 13)) == first
    assert catchup_url("https://arxiv.example/catchup/", "cs.DC", date(2026, 5, 13), 2) == f"{first}&page=2"
