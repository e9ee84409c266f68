"""Whole reviews as Pith serves them: as the page of a paper, and by its machine access (Model Context Protocol)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from arxtui.demo.listings import HTML
from arxtui.demo.messages import Reply, Request
from arxtui.demo.papers.reviews import in_full
from arxtui.demo.wire import pith
from arxtui.demo.wire.htmlpage import not_found
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.arxiv.taxonomy import covers
from arxtui.model.reviews import FullReview, Part, Review

_PROTOCOL = "2025-06-18"
_NO_METHOD, _BAD_PARAMETERS = -32601, -32602
_MOST = 100
_SESSION = "mcp-session-id"


def review_page(cards: Sequence[Review], name: str) -> Reply:
    """Return the page of a paper's newest review, or of the version that ``name`` contains; status 404 if none."""
    card = _reviewed(cards, name)
    if card is None:
        return Reply(404, not_found(), HTML)
    return Reply(200, pith.review_page(in_full(card)), HTML)


def _reviewed(cards: Sequence[Review], name: str) -> Review | None:
    try:
        requested = ArxivId.parse(name)
    except ValueError:
        return None
    matching = [card for card in cards if card.arxiv_id == requested.base and requested.version in (None, card.version)]
    return max(matching, key=lambda card: card.version or 0, default=None)


class MachineAccess:
    """Answers JSON-RPC requests for reviews: tool calls with an event stream, all other requests with JSON. A client
    must begin a session first."""

    def __init__(self, cards: Sequence[Review]) -> None:
        self._cards = cards
        self._sessions: set[str] = set()
        self._tools: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "get_review": self._get_review,
            "latest_reviews": self._latest_reviews,
            "search_papers": self._search_papers,
        }

    def answer(self, request: Request) -> Reply:
        """Return the response to a POST; 405 to any other method."""
        if request.method != "POST":
            return Reply(405, b"POST only\n")
        try:
            message = json.loads(request.body)
            method, number = message["method"], message.get("id")
        except (ValueError, TypeError, KeyError):
            return Reply(400, b"no JSON-RPC request\n")
        if method == "initialize":
            return self._begin(number)
        if request.headers.get(_SESSION) not in self._sessions:
            return Reply(400, b"no session\n")
        if number is None:
            return Reply(202)
        if method != "tools/call":
            return _json(_error(number, _NO_METHOD, f"no method {method}"))
        return self._call(number, message.get("params") or {})

    def _begin(self, number: object) -> Reply:
        session = secrets.token_hex(8)
        self._sessions.add(session)
        server = {"name": "made-up Pith", "version": "1"}
        result = {"protocolVersion": _PROTOCOL, "capabilities": {"tools": {}}, "serverInfo": server}
        reply = _json({"jsonrpc": "2.0", "id": number, "result": result})
        return Reply(200, reply.body, reply.content_type, {_SESSION: session})

    def _call(self, number: object, parameters: Mapping[str, Any]) -> Reply:
        tool = self._tools.get(parameters.get("name", ""))
        if tool is None:
            return _json(_error(number, _BAD_PARAMETERS, f"no tool {parameters.get('name')}"))
        outcome = tool(parameters.get("arguments") or {})
        result = {"content": [{"type": "text", "text": json.dumps(outcome)}], "isError": False}
        data = json.dumps({"jsonrpc": "2.0", "id": number, "result": result})
        return Reply(200, f"event: message\ndata: {data}\n\n".encode(), "text/event-stream")

    def _get_review(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        card = _reviewed(self._cards, str(arguments.get("arxiv_id", "")))
        if card is None:
            return {"found": False, "note": "no review of this paper yet"}
        return {"found": True, **_fields(in_full(card))}

    def _latest_reviews(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        code = str(arguments.get("category") or "")
        newest = max((card.listed_on for card in self._cards), default=None)
        matching = [
            card
            for card in self._cards
            if newest
            and card.listed_on >= newest - timedelta(days=int(arguments.get("days") or 7))
            and (not code or covers(code, card.category))
        ][: int(arguments.get("limit") or _MOST)]
        return {"days": arguments.get("days"), "count": len(matching), "category": code, "results": _items(matching)}

    def _search_papers(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        words = str(arguments.get("query", "")).lower().split()
        matching = [
            card for card in self._cards if all(word in f"{card.title} {card.abstract}".lower() for word in words)
        ]
        return {"query": arguments.get("query"), "count": len(matching), "results": _items(matching[:_MOST])}


def _items(cards: Sequence[Review]) -> list[dict[str, Any]]:
    names = ("arxiv_id", "title", "verdict", "one_line_summary", "primary_cat", "reviewed_at", "url", "novelty_score")
    rows = [(card, _fields(in_full(card))) for card in cards]
    return [{"headline": card.headline, **{name: row[name] for name in names}} for card, row in rows]


def _fields(review: FullReview) -> dict[str, Any]:
    argument = [
        {"label": label, "text": review.part(part)}
        for label, part in (("premise", Part.PREMISE), ("machinery", Part.ARGUMENT), ("core claim", Part.CORE_CLAIM))
    ]
    return {
        "url": f"/paper/{review.arxiv_id}",
        "title": review.title,
        "arxiv_id": f"{review.arxiv_id}v{review.version}",
        "verdict": review.verdict,
        "argument": argument,
        "core_claim": review.part(Part.CORE_CLAIM),
        "falsifier": review.part(Part.FALSIFIER),
        "weakest_assumption": review.part(Part.PREMISE),
        "primary_cat": review.category,
        "reviewed_at": review.reviewed_at.isoformat() if review.reviewed_at else None,
        **{score.name: score.value for score in (*review.scores, *review.extra) if score.name != "keywords"},
    }


def _error(number: object, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}


def _json(data: Mapping[str, Any]) -> Reply:
    return Reply(200, json.dumps(data).encode(), "application/json")
