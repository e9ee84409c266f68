"""Pith's machine access: the Model Context Protocol. Requests are JSON-RPC 2.0 by POST; the response is JSON or a
stream of events.

The messages follow https://modelcontextprotocol.io/specification/2025-06-18 (basic/transports, server/tools), the
stream https://html.spec.whatwg.org/multipage/server-sent-events.html. The results of the tools are documented only by
the names of their fields; ``sources.pith.tools`` reads them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.pith import json_text
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
