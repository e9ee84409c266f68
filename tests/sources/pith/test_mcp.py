"""Pith's machine access: the envelope follows its specification, the content can have any shape."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.reviews import Part, Passage, ReviewField
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.pith import mcp
from arxtui.sources.pith.mcp import read_list, read_review
from arxtui.text import clean

JSON, STREAM = "application/json", "text/event-stream"
PAPER = ArxivId("2605.01234")
BASE = "https://pith.example.org/mcp"
TODAY = date(2026, 5, 13)
TEXTS = st.text(max_size=20)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)


def answer(expected: object, number: int = 2) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "result": expected}


def data(expected: object) -> bytes:
    return json.dumps(expected).encode()


def test_requests_are_those_of_the_specification() -> None:
    begun = json.loads(mcp.initialize(1, "1.0"))
    assert (begun["jsonrpc"], begun["id"], begun["method"]) == ("2.0", 1, "initialize")
    assert begun["params"]["clientInfo"] == {"name": "arxtui", "version": "1.0"}
    assert begun["params"]["protocolVersion"] == mcp.PROTOCOL
    assert json.loads(mcp.initialized()) == {"jsonrpc": "2.0", "method": "notifications/initialized"}
    asked = json.loads(mcp.call(2, "get_review", {"arxiv_id": "2605.01234"}))
    assert asked["method"] == "tools/call"
    assert asked["params"] == {"name": "get_review", "arguments": {"arxiv_id": "2605.01234"}}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (data(answer({"a": 1})), JSON),
        (data([{"jsonrpc": "2.0", "method": "notifications/progress"}, answer({"a": 1})]), JSON),
        (b"event: message\ndata: " + data(answer({"a": 1})) + b"\n\n", STREAM),
        (
            b": ping\r\n\r\nid: 7\r\ndata: " + data(answer({"b": 1}, 1)) + b"\r\n\r\ndata:" + data(answer({"a": 1})),
            STREAM,
        ),
        (b'data: {"jsonrpc": "2.0", "id": 2,\ndata: "result": {"a": 1}}\n\n', STREAM),
        (b"data: " + data(answer({"a": 1})) + b"\n\n", "text/plain"),
        (b"\xef\xbb\xbf" + data(answer({"a": 1})), ""),
    ],
)
def test_an_answer_is_found_as_json_and_in_a_stream_of_events(body: bytes, kind: str) -> None:
    assert mcp.read_result(body, kind, 2) == {"a": 1}


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        (b"", JSON, "it is empty"),
        (b"<html><title>Gone</title></html>", "text/html", "its title is “Gone”"),
        (b'{"jsonrpc": "2.0", "id": 2, "result": {]}', JSON, r"not JSON: .* line 1, column 40"),
        (b'data: {"id"\n\ndata: {}\n\n', STREAM, "event 1 of Pith's response is not JSON"),
        (data(answer({}, 3)), JSON, "contains nothing for request 2"),
        (data(answer([1])), JSON, "is not an object"),
        (b"[" * 100_000, JSON, "cannot be read as JSON"),
        (b"[1, 2, null]", JSON, "contains nothing for request 2"),
        (b"", STREAM, "contains nothing for request 2"),
    ],
)
def test_an_answer_that_makes_no_sense_says_where(body: bytes, kind: str, words: str) -> None:
    with pytest.raises(SourceError, match=words) as raised:
        mcp.read_result(body, kind, 2)
    assert not isinstance(raised.value, UpstreamError)


def test_an_error_is_reported_in_piths_words_but_a_method_that_is_gone_makes_no_sense() -> None:
    error = {"jsonrpc": "2.0", "id": 2, "error": {"code": -32603, "message": "out\x1b[31m of order"}}
    with pytest.raises(UpstreamError, match=r"Pith answered: out\[31m of order"):
        mcp.read_result(data(error), JSON, 2)
    error["error"] = {"code": -32601, "message": "Method not found"}
    with pytest.raises(SourceError, match="does not know the request: Method not found") as raised:
        mcp.read_result(data(error), JSON, 2)
    assert not isinstance(raised.value, UpstreamError)
    error["error"] = "in words"
    with pytest.raises(UpstreamError, match="in words"):
        mcp.read_result(data(error), JSON, 2)


def test_a_tool_answers_with_structured_content_or_with_json_as_text() -> None:
    text = {"type": "text", "text": '{"found": true}'}
    assert mcp.read_tool({"structuredContent": {"a": 1}, "content": [text]}, "t") == {"a": 1}
    assert mcp.read_tool({"content": [{"type": "image"}, {"type": "text", "text": "Here:"}, text]}, "t") == {
        "found": True
    }
    assert mcp.read_tool({"content": [{"type": "text", "text": "[1]"}]}, "t") == {"results": [1]}
    with pytest.raises(UpstreamError, match="Pith answered: no such paper"):
        mcp.read_tool({"isError": True, "content": [{"type": "text", "text": "no such paper"}]}, "t")
    with pytest.raises(SourceError, match=r"t returned nothing that can be read: “Sorry\.”"):
        mcp.read_tool({"content": [{"type": "text", "text": "Sorry."}]}, "t")
    with pytest.raises(SourceError, match="the text returned by t is not JSON"):
        mcp.read_tool({"content": [{"type": "text", "text": "{"}]}, "t")


REVIEW: dict[str, Any] = {
    "found": True,
    "url": "/paper/2605.01234",
    "lead": "A lead sentence.",
    "title": "Bounded Staleness",
    "verdict": "plausible",
    "argument": [{"label": "premise", "text": "The network heals."}, {"role": "machinery", "statement": "A coupling."}],
    "arxiv_id": "2605.01234v2",
    "falsifier": "A run.",
    "confidence": 0.8,
    "core_claim": "It holds.",
    "primary_cat": "cs.DC",
    "reviewed_at": "2026-05-13T03:05:00Z",
    "citation_url": "https://pith.example.org/cite/1",
    "novelty_score": 7,
    "one_line_summary": "Stale is fine.",
    "weakest_assumption": "The network heals.",
    "something_new": {"deep": ["a", {"b": True}]},
}


def test_a_review_is_read_with_its_unknown_fields() -> None:
    review = read_review(REVIEW, PAPER, BASE)

    assert review is not None
    assert (review.arxiv_id, review.version, review.verdict) == ("2605.01234", 2, "plausible")
    assert review.reviewed_at == datetime(2026, 5, 13, 3, 5, tzinfo=UTC)
    assert review.url == "https://pith.example.org/paper/2605.01234"
    assert review.links == ("https://pith.example.org/cite/1",)
    assert review.scores == (ReviewField("confidence", "0.8"), ReviewField("novelty score", "7"))
    assert {section.part: section.text for section in review.sections if section.part} == {
        Part.SUMMARY: "Stale is fine.",
        Part.CORE_CLAIM: "It holds.",
        Part.PREMISE: "The network heals.",
        Part.FALSIFIER: "A run.",
    }
    assert (review.sections[-1].heading, review.sections[-1].passages) == (
        "The argument in short",
        (Passage("premise: The network heals.", listed=True), Passage("machinery: A coupling.", listed=True)),
    )
    assert set(review.extra) == {
        ReviewField("lead", "A lead sentence."),
        ReviewField("something new", "deep: a; deep: b: yes"),
    }


def test_no_review_is_none_and_no_fault() -> None:
    assert read_review({"found": False, "note": "not yet"}, PAPER, BASE) is None


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({}, "it has no fields"),
        ({"found": True, "huh": 1, "what": 2}, "its fields are found, huh, what"),
        ({**REVIEW, "arxiv_id": "2605.04321"}, "returned 2605.04321 when 2605.01234 was requested"),
    ],
)
def test_a_review_that_makes_no_sense_says_why(row: dict[str, Any], words: str) -> None:
    with pytest.raises(SourceError, match=words):
        read_review(row, PAPER, BASE)


@pytest.mark.parametrize(
    ("expected", "recognition", "links"),
    [(3, "3 theorem links", 3), (0, "no theorem link", 0), ("1", "1 theorem link", 1), ("unknown", "unknown", None)],
)
def test_links_to_the_canon_are_counted_however_they_are_reported(
    expected: object, recognition: str, links: int | None
) -> None:
    review = read_review({**REVIEW, "theorem_links": expected}, PAPER, BASE)
    assert review is not None
    assert (review.recognition, review.theorem_links) == (recognition, links)


@pytest.mark.parametrize(
    "item",
    [
        {"arxiv_id": "2605.01234", "title": "Bounded Staleness", "headline": "Stale is fine"},
        {"id": "https://arxiv.org/abs/2605.01234v2", "summary": "Stale is fine"},
        {"review_url": "/paper/2605.01234v2", "title": "Bounded Staleness", "lead": "Stale is fine"},
        {"title": "Bounded Staleness", "pith": "Stale is fine"},
    ],
)
def test_an_item_of_a_list_needs_a_title_or_an_identifier(item: dict[str, Any]) -> None:
    (listed,), rejects = read_list({"results": [item]}, "latest_reviews", TODAY, BASE, "cs.DC")

    assert rejects == []
    assert listed.card.headline == "Stale is fine"
    assert (listed.card.category, listed.card.listed_on) == ("cs.DC", TODAY)
    assert listed.card.arxiv_id == ("2605.01234" if len(item) == 3 or "id" in item else None)
    assert listed.card.title in ("Bounded Staleness", "")


def test_an_item_that_names_its_category_has_it_and_not_the_one_of_the_list() -> None:
    item = {"title": "Bounded Staleness", "headline": "Stale is fine", "category": "cs.LG"}
    (listed,), _ = read_list({"results": [item]}, "latest_reviews", TODAY, BASE, "cs.DC")
    assert listed.card.category == "cs.LG"


def test_items_that_name_no_paper_are_rejected_with_their_places() -> None:
    listed, rejects = read_list({"reviews": [{"headline": "x"}, 7, REVIEW]}, "latest_reviews", TODAY, BASE)

    assert [each.card.arxiv_id for each in listed] == ["2605.01234"]
    assert listed[0].full is not None
    assert listed[0].full.verdict == "plausible"
    assert [(reject.place, reject.reason) for reject in rejects] == [
        ("result 1 of latest_reviews", "neither a title nor an arXiv identifier: its fields are headline"),
        ("result 2 of latest_reviews", "it is not an object"),
    ]


def test_a_list_that_makes_no_sense_says_why() -> None:
    with pytest.raises(SourceError, match="returned no list of results: its fields are note"):
        read_list({"note": "nothing"}, "latest_reviews", TODAY, BASE)
    with pytest.raises(SourceError, match="no result can be read: result 1 of latest_reviews: it is not an object"):
        read_list({"results": [1]}, "latest_reviews", TODAY, BASE)
    assert read_list({"results": []}, "latest_reviews", TODAY, BASE) == ([], [])


@given(st.dictionaries(st.sampled_from([*REVIEW, "model", "recognition", "version", "x"]), VALUES))
def test_a_review_with_random_fields_is_read_or_refused(row: dict[str, Any]) -> None:
    try:
        review = read_review(row, PAPER, BASE)
    except SourceError:
        return
    if review is not None:
        texts = [passage.text for section in review.sections for passage in section.passages]
        assert all(text == clean(text) != "" for text in texts)


@given(VALUES)
def test_a_list_of_random_values_is_read_or_refused(value: Any) -> None:
    for row in (value, {"results": value}):
        if isinstance(row, dict):
            try:
                read_list(row, "latest_reviews", TODAY, BASE)
            except SourceError:
                continue


@given(st.binary(max_size=200), st.sampled_from([JSON, STREAM, ""]))
def test_a_random_mcp_response_is_read_or_refused(body: bytes, kind: str) -> None:
    try:
        mcp.read_result(body, kind, 1)
    except SourceError:
        return
