"""Pith's machine access (MCP): sessions, calls, and a check whether the responses make sense.

The format of the responses is not documented, so it can change without notice. After three senseless responses in a row
the access is switched off for 30 days, and the ledger says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

from arxtui import __version__
from arxtui.http.client import Answer
from arxtui.http.errors import BadAnswer
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.patterns import pattern
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.pith import mcp
from arxtui.store.cache.database import Cache
from arxtui.sync.refresh.due import with_valid_times
from arxtui.sync.refresh.plan import ANSWERS, MAX_SENSELESS, Source
from arxtui.sync.refresh.source_request import SourceRequest

_T = TypeVar("_T")
_OFF = timedelta(days=30)
_VERSION = pattern(r"[0-9A-Za-z.-]{1,40}")
_SESSION, _PROTOCOL = "mcp-session-id", "mcp-protocol-version"
_ENDED = 404


@dataclass(slots=True)
class PithSession:
    """A session with Pith, shared by several targets: the headers of its requests, and the number of the last request.
    The first call begins the session."""

    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "application/json", "accept": mcp.ACCEPT})
    last_number: int = 0
    is_open: bool = False

    def number(self) -> int:
        """Return the number of the next request."""
        self.last_number += 1
        return self.last_number

    def end(self) -> None:
        """Forget the session id and the protocol version that the server gave."""
        self.is_open = False
        for name in (_SESSION, _PROTOCOL):
            self.headers.pop(name, None)


class PithAccess:
    """Calls tools at ``url`` for a target, within a session."""

    def __init__(self, request: SourceRequest, session: PithSession) -> None:
        self._request = request
        self._session = session
        self.url = request.context.settings.pith.mcp_url

    def call_tool(self, tool: str, arguments: Mapping[str, object], read: Callable[[Mapping[str, Any]], _T]) -> _T:
        """Call a tool and return what ``read`` returns for its response. Records in the ledger whether it made sense.

        Raises:
            UpstreamError: Pith reports an error.
            SourceError, BadAnswer: the response makes no sense.
        """
        try:
            if not self._session.is_open:
                self._begin()
            result = read(mcp.read_tool(self._result(tool, arguments), tool))
        except UpstreamError:
            raise
        except (SourceError, BadAnswer) as error:
            if off := self._record(str(error)):
                raise SourceError(off) from error
            raise
        self._record("")
        return result

    def _begin(self) -> None:
        number, session = self._session.number(), self._session
        session.end()
        answer = self._post(mcp.initialize(number, __version__))
        result = mcp.read_result(answer.body, answer.content_type, number)
        if name := answer.headers.get(_SESSION):
            session.headers[_SESSION] = name
        version = result.get("protocolVersion")
        session.headers[_PROTOCOL] = (
            version if isinstance(version, str) and _VERSION.fullmatch(version) else mcp.PROTOCOL
        )
        with suppress(BadAnswer):  # a server without sessions need not accept this message
            self._post(mcp.initialized())
        session.is_open = True

    def _result(self, tool: str, arguments: Mapping[str, object]) -> Mapping[str, Any]:
        try:
            return self._call(tool, arguments)
        except BadAnswer as error:
            # A 404 means that the server has ended the session (MCP, basic/transports, session management).
            if error.status != _ENDED or _SESSION not in self._session.headers:
                raise
        self._begin()
        return self._call(tool, arguments)

    def _call(self, tool: str, arguments: Mapping[str, object]) -> Mapping[str, Any]:
        number = self._session.number()
        answer = self._post(mcp.call(number, tool, arguments))
        return mcp.read_result(answer.body, answer.content_type, number)

    def _post(self, body: bytes) -> Answer:
        return self._request.post(self.url, body, self._session.headers)

    def _record(self, fault: str) -> str:
        """Record whether a response made sense (``fault`` is ""). Returns why the access is now switched off, or ""."""
        ledger, now = self._request.context.cache.ledger, self._request.context.now()
        previous = ledger.get(Source.ACCESS, ANSWERS)
        failures = (previous.failures if previous else 0) + 1 if fault else 0
        if not fault and (previous is None or not previous.failures):
            return ""
        off = _off_words(fault, failures, now + _OFF) if failures >= MAX_SENSELESS else ""
        outcome, due = (Outcome.FAILED if fault else Outcome.OK), (now + _OFF if off else now)
        ledger.put(LedgerEntry(Source.ACCESS, ANSWERS, now, outcome, due, reason=off or fault, failures=failures))
        return off


def is_off(cache: Cache, now: datetime) -> str:
    """Return why Pith's machine access is switched off, in words; "" if it is not."""
    entry = cache.ledger.get(Source.ACCESS, ANSWERS)
    if entry is None or with_valid_times(entry, now).next_due <= now:
        return ""
    return entry.reason


def _off_words(fault: str, failures: int, due: datetime) -> str:
    return (
        f"Pith's machine access is switched off until {due.astimezone():%d %b %Y}: its responses were unreadable "
        f"{failures} times in a row ({fault}); 'arxtui fetch --review ID --again' tries it again"
    )
