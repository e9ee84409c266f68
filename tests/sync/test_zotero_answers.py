"""What a Zotero answers that is none, or means harm."""

from __future__ import annotations

from threading import Event

import pytest

from arxtui.demo.messages import Reply
from arxtui.demo.server import Server
from arxtui.sync.zotero import Zotero


@pytest.mark.parametrize("body", [b'[{"data": []}, {"data": "x"}, {}, 1]', b"[" * 100_000, b"{}", b"1"])
def test_answers_of_another_shape_are_no_items(body: bytes) -> None:
    with Server(lambda request: Reply(200, body)) as server, Zotero(server.url, Event()) as zotero:
        assert not zotero.has({"title": "Made up"}, "2605.01234")
