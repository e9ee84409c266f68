"""Zotero on this machine: items are saved through the HTTP server for its browser connectors
(https://www.zotero.org/support/dev/client_coding/connector_http_server), and existing items are found through its local
API (https://www.zotero.org/support/dev/web_api/v3/basics), if the user has switched that on."""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from arxtui.http.errors import HttpError, NoNetwork, TooSlow
from arxtui.http.wire import Exchange, Wire
from arxtui.light import NamedTuple

PROTOCOL = "3"
"""The version of the connectors' protocol."""
_VERSION_HEADER = "x-zotero-version"
_HEADERS = {"Content-Type": "application/json", "X-Zotero-Connector-API-Version": PROTOCOL}
_LIMIT = 8 << 20
"""The largest response in bytes."""
_SECONDS, _SAVING = 5.0, 60.0
"""Timeouts of a query, and of saving items."""


class ZoteroError(Exception):
    """A request to Zotero failed; the message says why, and what the user can do."""


class ZoteroTarget(NamedTuple):
    """Where Zotero saves items: the collection or library that is selected in its window."""

    name: str
    mine: bool
    """Whether the target is in the user's own library. The local API needs a number to query the library of a group."""


class Zotero:
    """A running Zotero at ``url``, a loopback address. ``saving`` is the timeout for adding items, in seconds.

    Every method can raise ZoteroError, and Cancelled once ``stop`` is set.
    """

    def __init__(self, url: str, stop: threading.Event, *, saving: float = _SAVING) -> None:
        self._url = url.rstrip("/")
        self._wire = Wire("", stop)
        self._saving = saving

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._wire.close()

    def target(self) -> ZoteroTarget:
        """Return where papers would be saved now.

        Raises:
            ZoteroError: Zotero is not running, or the target is read-only.
        """
        if _VERSION_HEADER not in self._post("ping", {}).headers:
            raise ZoteroError(f"the program at {self._url} is not Zotero; set [zotero] url to Zotero's address")
        answer = self._post("getSelectedCollection", {})
        fields = _object(answer)
        if answer.status != 200 or not fields:
            raise ZoteroError(f"Zotero did not name its current collection ({answer.status}); open its main window")
        name = str(fields.get("name") or fields.get("libraryName") or "the library")
        if fields.get("editable") is False or fields.get("libraryEditable") is False:
            raise ZoteroError(f"“{name}”, which is selected in Zotero, is read-only; select another collection there")
        return ZoteroTarget(name, fields.get("libraryID") in (None, 1))

    def has(self, item: Mapping[str, Any], base: str) -> bool | None:
        """Return whether the user's own library has the paper, by its identifier, DOI or title. Returns None if Zotero
        does not say, for instance because its local API is switched off."""
        text = base or str(item.get("title", ""))
        path = f"/api/users/0/items?qmode=everything&itemType=-attachment&limit=50&q={quote(text)}"
        answer = self._exchange(path, None, _SECONDS)
        if answer.status != 200:
            return None
        items = _parsed(answer)
        saved = [entry.get("data") for entry in items if isinstance(entry, dict)] if isinstance(items, list) else []
        return any(_is_same_paper(data, item, base) for data in saved if isinstance(data, dict))

    def save(self, items: Sequence[Mapping[str, Any]]) -> None:
        """Add items, all in one request."""
        session = {"sessionID": secrets.token_hex(8), "uri": "https://arxiv.org/"}
        numbered = [{**item, "id": f"{session['sessionID']}-{number}"} for number, item in enumerate(items)]
        try:
            answer = self._post("saveItems", {**session, "items": numbered}, self._saving)
        except _SlowError as error:
            raise ZoteroError("Zotero took too long; its window shows whether the papers were added") from error
        if answer.status in (200, 201):
            return
        fields = _object(answer)
        if fields.get("error") == "CONNECTOR_VERSION_OUTDATED":
            raise ZoteroError(f"this Zotero requires a newer protocol than version {PROTOCOL}, which arxtui uses")
        if fields.get("libraryEditable") is False:
            raise ZoteroError("the library that is selected in Zotero is read-only; select another one there")
        raise ZoteroError(f"Zotero could not add the papers ({answer.status}); its error console may say why")

    def _post(self, endpoint: str, fields: Mapping[str, Any], seconds: float = _SECONDS) -> Exchange:
        return self._exchange(f"/connector/{endpoint}", json.dumps(fields).encode(), seconds)

    def _exchange(self, path: str, body: bytes | None, seconds: float) -> Exchange:
        try:
            return self._wire.exchange(f"{self._url}{path}", dict(_HEADERS), body, limit=_LIMIT, seconds=seconds)
        except NoNetwork as error:
            raise ZoteroError(f"Zotero is not running, or not at {self._url}; start it and try again") from error
        except TooSlow as error:
            raise _SlowError(f"Zotero at {self._url} does not answer; it may be busy, or waiting for you") from error
        except HttpError as error:
            raise ZoteroError(f"Zotero at {self._url} sent an unreadable response: {error}") from error


class _SlowError(ZoteroError):
    """Zotero did not respond in time."""


def sent_before(file: Path) -> frozenset[str]:
    """Return the names of papers that this program has sent to Zotero; empty if ``file`` cannot be read."""
    try:
        return frozenset(file.read_text(encoding="utf-8").split())
    except (OSError, UnicodeDecodeError):
        return frozenset()


def remember_sent(file: Path, names: Sequence[str]) -> None:
    """Append the names of papers that were sent to Zotero to ``file``."""
    with file.open("a", encoding="utf-8") as written:
        written.writelines(f"{name}\n" for name in names)


def _is_same_paper(data: Mapping[str, Any], item: Mapping[str, Any], base: str) -> bool:
    doi = str(item.get("DOI", "")).lower()
    if doi and str(data.get("DOI", "")).lower() == doi:
        return True
    if not base:
        return str(data.get("title", "")).casefold() == str(item.get("title", "")).casefold()
    named = (str(data.get(field, "")) for field in ("archiveID", "url", "extra", "DOI"))
    return any(re.search(rf"(?<!\d){re.escape(base)}(?!\d)", text) for text in named)


def _object(answer: Exchange) -> dict[str, Any]:
    parsed = _parsed(answer)
    return parsed if isinstance(parsed, dict) else {}


def _parsed(answer: Exchange) -> object:
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError):
        return None
