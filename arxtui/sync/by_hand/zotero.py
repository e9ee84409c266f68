"""Zotero on this machine, by the HTTP server that its browser connectors speak to
(https://www.zotero.org/support/dev/client_coding/connector_http_server), and, where the user permits it, by its local
API (https://www.zotero.org/support/dev/web_api/v3/basics), which tells what is there already."""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import quote

from arxtui.http.errors import HttpError, NoNetwork, TooSlow
from arxtui.http.wire import Exchange, Wire

PROTOCOL = "3"
"""The version of the connectors' protocol that is spoken."""
_VERSION_HEADER = "x-zotero-version"
_HEADERS = {"Content-Type": "application/json", "X-Zotero-Connector-API-Version": PROTOCOL}
_LIMIT = 8 << 20
_SECONDS, _SAVING = 5.0, 60.0


class ZoteroError(Exception):
    """Zotero did not do it; the message says why, and what can be done."""


class Target(NamedTuple):
    """Where Zotero puts what it is given: the collection or library that is selected in its window."""

    name: str
    mine: bool
    """Whether it is in the user's own library: of groups the local API cannot be asked without their number."""


class Zotero:
    """A running Zotero at ``url``, on a loopback address. ``saving`` seconds may it take to add items; ``stop`` ends
    any wait with Cancelled. Every method may raise ZoteroError."""

    def __init__(self, url: str, stop: threading.Event, *, saving: float = _SAVING) -> None:
        self._url = url.rstrip("/")
        self._wire = Wire("", stop)
        self._saving = saving

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._wire.close()

    def target(self) -> Target:
        """Where papers would go now. ZoteroError when it does not run, or nothing may be added there."""
        if _VERSION_HEADER not in self._post("ping", {}).headers:
            raise ZoteroError(f"what answers at {self._url} is not Zotero; [zotero] url says where Zotero listens")
        answer = self._post("getSelectedCollection", {})
        told = _object(answer)
        if answer.status != 200 or not told:
            raise ZoteroError(f"Zotero did not say where papers would go ({answer.status}); open its main window")
        name = str(told.get("name") or told.get("libraryName") or "the library")
        if told.get("editable") is False or told.get("libraryEditable") is False:
            raise ZoteroError(f"“{name}”, which is selected in Zotero, is read-only; select another collection there")
        return Target(name, told.get("libraryID") in (None, 1))

    def has(self, item: Mapping[str, Any], base: str) -> bool | None:
        """Whether the user's own library has the paper, by its identifier, its DOI or its title; None where Zotero does
        not tell, as when its local API is switched off."""
        sought = base or str(item.get("title", ""))
        asked = f"/api/users/0/items?qmode=everything&itemType=-attachment&limit=50&q={quote(sought)}"
        answer = self._exchange(asked, None, _SECONDS)
        if answer.status != 200:
            return None
        found = _parsed(answer)
        entries = [entry.get("data") for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []
        return any(_is_same(data, item, base) for data in entries if isinstance(data, dict))

    def save(self, items: Sequence[Mapping[str, Any]]) -> None:
        """Add these, all in one go."""
        session = {"sessionID": secrets.token_hex(8), "uri": "https://arxiv.org/"}
        numbered = [{**item, "id": f"{session['sessionID']}-{number}"} for number, item in enumerate(items)]
        try:
            answer = self._post("saveItems", {**session, "items": numbered}, self._saving)
        except _SlowError as error:
            raise ZoteroError(
                "Zotero took too long; whether the papers were added, only its window can tell"
            ) from error
        if answer.status in (200, 201):
            return
        told = _object(answer)
        if told.get("error") == "CONNECTOR_VERSION_OUTDATED":
            raise ZoteroError(f"this Zotero asks for a newer protocol than version {PROTOCOL}, which is spoken here")
        if told.get("libraryEditable") is False:
            raise ZoteroError("the library that is selected in Zotero is read-only; select another one there")
        raise ZoteroError(f"Zotero could not add the papers ({answer.status}); its error console may say why")

    def _post(self, endpoint: str, told: Mapping[str, Any], seconds: float = _SECONDS) -> Exchange:
        return self._exchange(f"/connector/{endpoint}", json.dumps(told).encode(), seconds)

    def _exchange(self, path: str, body: bytes | None, seconds: float) -> Exchange:
        try:
            return self._wire.exchange(f"{self._url}{path}", dict(_HEADERS), body, limit=_LIMIT, seconds=seconds)
        except NoNetwork as error:
            raise ZoteroError(
                f"Zotero does not run, or does not listen at {self._url}; start it and try again"
            ) from error
        except TooSlow as error:
            raise _SlowError(f"Zotero, at {self._url}, does not answer; it may be busy, or wait for you") from error
        except HttpError as error:
            raise ZoteroError(f"Zotero, at {self._url}, cannot be understood: {error}") from error


class _SlowError(ZoteroError):
    """No answer in time."""


def sent_before(file: Path) -> frozenset[str]:
    """The names of papers that were given to Zotero from here; none where that cannot be read."""
    try:
        return frozenset(file.read_text(encoding="utf-8").split())
    except (OSError, UnicodeDecodeError):
        return frozenset()


def remember_sent(file: Path, names: Sequence[str]) -> None:
    """Note that these were given to Zotero."""
    with file.open("a", encoding="utf-8") as written:
        written.writelines(f"{name}\n" for name in names)


def _is_same(data: Mapping[str, Any], item: Mapping[str, Any], base: str) -> bool:
    doi = str(item.get("DOI", "")).lower()
    if doi and str(data.get("DOI", "")).lower() == doi:
        return True
    if not base:
        return str(data.get("title", "")).casefold() == str(item.get("title", "")).casefold()
    named = (str(data.get(field, "")) for field in ("archiveID", "url", "extra", "DOI"))
    return any(re.search(rf"(?<!\d){re.escape(base)}(?!\d)", text) for text in named)


def _object(answer: Exchange) -> dict[str, Any]:
    told = _parsed(answer)
    return told if isinstance(told, dict) else {}


def _parsed(answer: Exchange) -> object:
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError):
        return None
