"""Pith's machine access: the Model Context Protocol, and the results of its tools as reviews.

Requests are JSON-RPC 2.0 by POST; the response is JSON or a stream of events. The messages follow
https://modelcontextprotocol.io/specification/2025-06-18 (basic/transports, server/tools), the stream
https://html.spec.whatwg.org/multipage/server-sent-events.html.

Of the results, only the names of the fields are documented (https://glama.ai/mcp/connectors/science.pith/pith), and not
even those of the items of a list. So any object with a title or an arXiv identifier is accepted, and unknown fields are
stored as text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.counted import counted
from arxtui.model.intake import Reject
from arxtui.model.reviews import FullReview, Part, Review, ReviewField, Section
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.pith import json_text
from arxtui.sources.pith.links import web_address
from arxtui.sources.refusal import refusal
from arxtui.text import clean, clip, decode

PROTOCOL = "2025-06-18"
"""The requested version of the protocol."""
ACCEPT = "application/json, text/event-stream"

_EXPECTED = "a response of Pith's machine access"
_UNKNOWN = frozenset({-32601, -32602})
"""JSON-RPC error codes: no such method, wrong parameters."""
_MAX_MESSAGE = 200


def initialize(number: int, version: str) -> bytes:
    """Return the first request of a session; ``version`` is the version of arxtui."""
    client = {"name": "arxtui", "version": version}
    return _request(number, "initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client})


def initialized() -> bytes:
    """Return the notification that the session has been initialized."""
    return json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}).encode()


def call(number: int, tool: str, arguments: Mapping[str, object]) -> bytes:
    """Return the request to call a tool."""
    return _request(number, "tools/call", {"name": tool, "arguments": dict(arguments)})


def _request(number: int, method: str, parameters: Mapping[str, object]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}).encode()


def read_result(data: bytes, content_type: str, number: int) -> Mapping[str, Any]:
    """Return the result of request ``number``.

    Raises:
        UpstreamError: the response is an error message of Pith.
        SourceError: the response cannot be read.
    """
    for message in _messages(data, content_type):
        if isinstance(message, dict) and message.get("id") == number and ("result" in message or "error" in message):
            if "error" in message:
                raise _call_error(message["error"])
            result = message["result"]
            if not isinstance(result, dict):
                raise SourceError("the result in Pith's response is not an object")
            return result
    raise SourceError(f"Pith's response contains nothing for request {number}")


def read_tool(result: Mapping[str, Any], tool: str) -> Mapping[str, Any]:
    """Return the result of a tool: its structured content, else the first of its texts that is JSON.

    Raises: as :func:`read_result`.
    """
    content = result.get("content")
    parts = content if isinstance(content, list) else []
    texts = [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]
    if result.get("isError"):
        raise UpstreamError(_shorten(" ".join(texts)), "Pith")
    structured = result.get("structuredContent")
    if isinstance(structured, dict):
        return structured
    for text in texts:
        if text.lstrip()[:1] in ("{", "["):
            value = json_text.loads(text, f"the text returned by {tool}")
            return value if isinstance(value, dict) else {"results": value}
    raise SourceError(f"{tool} returned nothing that can be read" + (f": “{_shorten(texts[0])}”" if texts else ""))


def _messages(data: bytes, content_type: str) -> Iterator[Any]:
    text = decode(data)
    stream = content_type == "text/event-stream" or text.lstrip().startswith(("event:", "data:", ":"))
    if not stream and text.lstrip()[:1] not in ("{", "["):
        raise refusal(data, _EXPECTED)
    for place, part in enumerate(_events(text) if stream else [text], 1):
        message = json_text.loads(part, f"event {place} of Pith's response" if stream else "Pith's response")
        yield from message if isinstance(message, list) else [message]


def _events(text: str) -> Iterator[str]:
    """Yield the data of each event of a stream."""
    lines: list[str] = []
    for line in [*text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""]:
        name, _, value = line.partition(":")
        if name == "data":
            lines.append(value.removeprefix(" "))
        elif not line and lines:
            yield "\n".join(lines)
            lines = []


def _call_error(error: object) -> SourceError:
    row = error if isinstance(error, dict) else {"message": error}
    words = _shorten(json_text.first_text(row, "message") or "an error without a message")
    if row.get("code") in _UNKNOWN:
        return SourceError(f"Pith does not know the request: {words}")
    return UpstreamError(words, "Pith")


def _shorten(text: str) -> str:
    return clip(clean(text), _MAX_MESSAGE)


_PARTS: dict[Part, tuple[str, ...]] = {
    Part.SUMMARY: ("one_line_summary", "summary"),
    Part.PITH: ("pith", "the_pith"),
    Part.CORE_CLAIM: ("core_claim", "strongest_claim"),
    Part.ARGUMENT: ("what_carries_the_argument", "machinery"),
    Part.CONSEQUENCES: ("if_this_is_right", "consequences", "implications"),
    Part.EXTRAPOLATION: ("between_the_lines", "extrapolations"),
    Part.PREMISE: ("weakest_assumption", "load_bearing_premise", "premise"),
    Part.FALSIFIER: ("falsifier", "what_would_settle_it"),
}
_OUTLINE, _OUTLINE_HEADING = "argument", "The argument in short"
"""Field of short statements with their roles (premise, machinery, core claim, falsifier), and the heading for it."""
_SCORES = ("confidence", "novelty_score", "correctness_risk", "discovery_kind")
_IDENTIFIERS = ("arxiv_id", "arxiv", "paper_id", "id", "url", "abs_url", "review_url", "link")
_REVIEWED = ("reviewed_at", "reviewed", "review_date", "date")
_CATEGORY = ("primary_cat", "primary_category", "category")
_MODEL = ("model", "review_model")
_RECOGNITION = ("recognition", "theorem_links")
_URL = ("url", "review_url", "review_link", "link")
_HEADLINE = ("headline", "lead", "one_line_summary", "summary", "pith", "core_claim", "title")
_KNOWN = frozenset(
    {
        *(name for names in _PARTS.values() for name in names),
        *_SCORES, *_CATEGORY, *_MODEL, *_RECOGNITION, *_URL,
        _OUTLINE, "title", "verdict", "arxiv_id", "version", "citation_url", "found", "headline", "deck", "abstract",
    }
)  # fmt: skip
_ITEMS = ("results", "reviews", "items", "papers")
_MAX_FIELDS_SHOWN = 6


class ListedReview(NamedTuple):
    """An item of a list: the card of a review, and the full review if the item has parts of it."""

    card: Review
    full: FullReview | None


def read_review(row: Mapping[str, Any], requested: ArxivId, base_url: str) -> FullReview | None:
    """Read the result of ``get_review``; relative addresses are resolved against ``base_url``.

    Returns None if there is no review of the paper ``requested``.

    Raises: SourceError if the result cannot be read, or is about another paper.
    """
    if row.get("found") is False:
        return None
    identifier = _identifier(row)
    if identifier is not None and identifier.base != requested.base:
        raise SourceError(f"get_review returned {identifier} when {requested} was requested")
    review = _full(row, identifier or requested, base_url)
    if not (review.sections or review.verdict):
        raise SourceError(f"get_review returned no part of a review: {_fields(row)}")
    return review


def read_list(
    row: Mapping[str, Any], tool: str, today: date, base_url: str, category: str = ""
) -> tuple[list[ListedReview], list[Reject]]:
    """Read the result of ``latest_reviews`` or ``search_papers``. Returns its items, and rejects for invalid items.

    The default for the day of an item is ``today``, for its category ``category``.

    Raises: SourceError if there is no list, or if it has items and none of them can be read.
    """
    items = next((row[name] for name in _ITEMS if isinstance(row.get(name), list)), None)
    if items is None:
        raise SourceError(f"{tool} returned no list of results: {_fields(row)}")
    read: list[ListedReview] = []
    rejects: list[Reject] = []
    for place, item in enumerate(items, 1):
        try:
            read.append(_listed(item, today, base_url, category))
        except ValueError as error:
            rejects.append(Reject(f"result {place} of {tool}", str(error)))
    if rejects and not read:
        raise SourceError(f"no result can be read: {rejects[0].place}: {rejects[0].reason}")
    return read, rejects


def _listed(item: object, today: date, base_url: str, category: str) -> ListedReview:
    if not isinstance(item, dict):
        raise ValueError("it is not an object")
    identifier, title = _identifier(item), json_text.first_text(item, "title")
    if identifier is None and not title:
        raise ValueError(f"neither a title nor an arXiv identifier: {_fields(item)}")
    reviewed = json_text.time(json_text.first_text(item, "listed_on", *_REVIEWED))
    links = json_text.integer(item.get("theorem_links"))
    full = _full(item, identifier, base_url) if identifier else None
    card = Review(
        headline=json_text.first_text(item, *_HEADLINE),
        title=title,
        category=json_text.first_text(item, *_CATEGORY) or category,
        listed_on=reviewed.date() if reviewed else today,
        deck=json_text.first_text(item, "deck"),
        abstract=json_text.first_text(item, "abstract"),
        theorem_links=links if links is not None or full is None else full.theorem_links,
        arxiv_id=identifier.base if identifier else None,
        version=identifier.version if identifier else None,
        url=_address(item, _URL, base_url) or None,
    )
    return ListedReview(card, full if full and (full.verdict or full.sections) else None)


def _full(row: Mapping[str, Any], identifier: ArxivId, base_url: str) -> FullReview:
    reviewed = next((name for name in _REVIEWED if json_text.time(row.get(name))), "")
    citations = _address(row, ("citation_url",), base_url)
    return FullReview(
        arxiv_id=identifier.base,
        version=identifier.version or json_text.integer(row.get("version"), 999),
        title=json_text.first_text(row, "title"),
        sections=tuple(_sections(row)),
        verdict=json_text.first_text(row, "verdict"),
        scores=tuple(
            ReviewField(json_text.field_words(name), line)
            for name in _SCORES
            if (line := json_text.first_text(row, name))
        ),
        recognition=_recognition(row),
        model=json_text.first_text(row, *_MODEL),
        reviewed_at=json_text.time(row.get(reviewed)),
        category=json_text.first_text(row, *_CATEGORY),
        url=_address(row, _URL, base_url),
        links=(citations,) if citations else (),
        extra=json_text.other_fields(row, {*_KNOWN, reviewed}),
    )


def _sections(row: Mapping[str, Any]) -> Iterator[Section]:
    for part, names in _PARTS.items():
        for name in names:
            if passages := json_text.passages(row.get(name)):
                yield Section.of(part)._replace(passages=passages)
    if passages := json_text.passages(row.get(_OUTLINE)):
        yield Section(_OUTLINE_HEADING, passages)


def _recognition(row: Mapping[str, Any]) -> str:
    words = json_text.first_text(row, *_RECOGNITION)
    count = json_text.integer(words)
    if count is None:
        return words
    return counted(count, "theorem link") if count else "no theorem link"


def _address(row: Mapping[str, Any], names: tuple[str, ...], base_url: str) -> str:
    """Return the first of these fields that is a web address; "" if there is none."""
    return next((address for name in names if (address := web_address(json_text.first_text(row, name), base_url))), "")


def _identifier(row: Mapping[str, Any]) -> ArxivId | None:
    for name in _IDENTIFIERS:
        text = json_text.first_text(row, name)
        for candidate in (text, text.rpartition("/paper/")[2], text.rpartition("/p/")[2]):
            try:
                return ArxivId.parse(candidate)
            except ValueError:
                continue
    return None


def _fields(row: Mapping[str, Any]) -> str:
    names = [clip(json_text.field_words(str(name)), 40) for name in list(row)[:_MAX_FIELDS_SHOWN]]
    return f"its fields are {', '.join(names)}" if names else "it has no fields"
