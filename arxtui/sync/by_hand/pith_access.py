"""Pith's machine access: a session of calls, and a watch over whether its answers make sense.

Nobody has described what it answers, so it may cease to be what the program reads. After three answers in a row that
make no sense it is left alone for a month, and the ledger says why.
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
from arxtui.sync.refresh.due import believed
from arxtui.sync.refresh.plan import ANSWERS, MOST_SENSELESS, Source
from arxtui.sync.refresh.source_request import SourceRequest

_T = TypeVar("_T")
_OFF = timedelta(days=30)
_VERSION = pattern(r"[0-9A-Za-z.-]{1,40}")
_SESSION, _PROTOCOL = "mcp-session-id", "mcp-protocol-version"
_ENDED = 404


@dataclass(slots=True)
class Session:
    """A session with Pith, good for several targets: the headers of its requests, and how many were numbered. The first
    call begins it."""

    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "application/json", "accept": mcp.ACCEPT})
    numbered: int = 0
    begun: bool = False

    def number(self) -> int:
        """A number for the next request."""
        self.numbered += 1
        return self.numbered

    def end(self) -> None:
        """Forget what the server named it."""
        self.begun = False
        for name in (_SESSION, _PROTOCOL):
            self.headers.pop(name, None)


class Access:
    """Calls tools for a target, within a session; ``url`` is where."""

    def __init__(self, request: SourceRequest, session: Session) -> None:
        self._request = request
        self._session = session
        self.url = request.tools.settings.pith.mcp_url

    def ask(self, tool: str, arguments: Mapping[str, object], read: Callable[[Mapping[str, Any]], _T]) -> _T:
        """What ``read`` makes of a tool's answer. SourceError, or BadAnswer, when it makes no sense; it is written down
        how often that was so."""
        try:
            if not self._session.begun:
                self._begin()
            told = read(mcp.read_tool(self._result(tool, arguments), tool))
        except UpstreamError:
            raise
        except (SourceError, BadAnswer) as error:
            if off := self._note(str(error)):
                raise SourceError(off) from error
            raise
        self._note("")
        return told

    def _begin(self) -> None:
        number, session = self._session.number(), self._session
        session.end()
        answer = self._post(mcp.initialize(number, __version__))
        told = mcp.read_result(answer.body, answer.content_type, number)
        if name := answer.headers.get(_SESSION):
            session.headers[_SESSION] = name
        spoken = told.get("protocolVersion")
        session.headers[_PROTOCOL] = spoken if isinstance(spoken, str) and _VERSION.fullmatch(spoken) else mcp.PROTOCOL
        with suppress(BadAnswer):  # a server that keeps no sessions need not take notice of one
            self._post(mcp.initialized())
        session.begun = True

    def _result(self, tool: str, arguments: Mapping[str, object]) -> Mapping[str, Any]:
        try:
            return self._call(tool, arguments)
        except BadAnswer as error:
            # How a server tells that it has ended the session (basic/transports, session management).
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

    def _note(self, fault: str) -> str:
        """Write down whether an answer made sense; why Pith is left alone from now on, in words, when it is."""
        ledger, now = self._request.tools.cache.ledger, self._request.tools.now()
        before = ledger.get(Source.ACCESS, ANSWERS)
        failures = (before.failures if before else 0) + 1 if fault else 0
        if not fault and (before is None or not before.failures):
            return ""
        off = _off_words(fault, failures, now + _OFF) if failures >= MOST_SENSELESS else ""
        outcome, due = (Outcome.FAILED if fault else Outcome.OK), (now + _OFF if off else now)
        ledger.put(LedgerEntry(Source.ACCESS, ANSWERS, now, outcome, due, reason=off or fault, failures=failures))
        return off


def is_off(cache: Cache, now: datetime) -> str:
    """Why Pith's machine access is left alone, in words; empty when it is not."""
    entry = cache.ledger.get(Source.ACCESS, ANSWERS)
    if entry is None or believed(entry, now).next_due <= now:
        return ""
    return entry.reason


def _off_words(fault: str, failures: int, due: datetime) -> str:
    return (
        f"Pith's machine access is switched off until {due.astimezone():%d %b %Y}: its answers made no sense "
        f"{failures} times in a row ({fault}); 'arxtui fetch --review ID --again' tries it again"
    )
