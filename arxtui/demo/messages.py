"""Requests and responses of the loopback server."""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True, slots=True)
class Request:
    """A request: ``target`` is path and query, ``headers`` have lower-case names, ``body`` is that of a POST."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes = b""

    @property
    def path(self) -> str:
        """The path without query."""
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        """The query's parameters; for a repeated parameter, the last value."""
        return {name: values[-1] for name, values in parse_qs(urlsplit(self.target).query).items()}


@dataclass(frozen=True, slots=True)
class Reply:
    """A response; ``Content-Length`` is added when it is sent."""

    status: int = 200
    body: bytes = b""
    content_type: str = "text/plain; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)

    def encode(self) -> bytes:
        """Return headers and body as they are sent."""
        length = {} if self.status == HTTPStatus.NOT_MODIFIED else {"Content-Length": str(len(self.body))}
        headers = {"Content-Type": self.content_type, **length, **self.headers}
        lines = [f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}", *(f"{k}: {v}" for k, v in headers.items())]
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + self.body
