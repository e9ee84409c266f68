"""Answers of Zotero, of a server that is not Zotero, and of a malicious server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import Server
from arxtui.sync.by_hand.zotero import Zotero, ZoteroError, ZoteroTarget, remember_sent, sent_before


@pytest.mark.parametrize("body", [b'[{"data": []}, {"data": "x"}, {}, 1]', b"[" * 100_000, b"{}", b"1"])
def test_answers_of_another_shape_are_no_items(body: bytes) -> None:
    with Server(lambda request: Reply(200, body)) as server, Zotero(server.url, Event()) as zotero:
        assert not zotero.has({"title": "Made up"}, "2605.01234")


class Answering:
    """A fake Zotero that answers each path with its entry in ``replies``. ``asked`` lists the path and the query or
    body of each request."""

    def __init__(self) -> None:
        self.replies: dict[str, Reply] = {}
        self.asked: list[tuple[str, str]] = []

    def __call__(self, request: Request) -> Reply:
        self.asked.append((request.path, request.query.get("q", "") or request.body.decode()))
        reply = self.replies.get(request.path, Reply(404))
        return Reply(reply.status, reply.body, headers={"X-Zotero-Version": "7.0", **dict(reply.headers)})


ITEMS, SELECTED, SAVE = "/api/users/0/items", "/connector/getSelectedCollection", "/connector/saveItems"


@pytest.fixture
def answering() -> Answering:
    return Answering()


@pytest.fixture
def zotero(answering: Answering) -> Iterator[Zotero]:
    with Server(answering) as server, Zotero(f"{server.url}/", Event()) as made:
        yield made


def _says(expected: object, status: int = 200) -> Reply:
    return Reply(status, json.dumps(expected).encode())


@pytest.mark.parametrize(
    ("expected", "target"),
    [
        ({"name": "Reading", "libraryName": "My Library", "libraryID": 1}, ZoteroTarget("Reading", mine=True)),
        ({"libraryName": "My Library"}, ZoteroTarget("My Library", mine=True)),
        ({"libraryName": "A group", "libraryID": 5, "editable": True}, ZoteroTarget("A group", mine=False)),
        ({"id": 7}, ZoteroTarget("the library", mine=True)),
    ],
)
def test_papers_go_where_zoteros_window_says(
    answering: Answering, zotero: Zotero, expected: object, target: ZoteroTarget
) -> None:
    answering.replies[SELECTED] = _says(expected)
    assert zotero.target() == target


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (_says({"name": "Reading"}, 500), r"did not name its current collection \(500\)"),
        (_says({}), "did not name its current collection"),
        (_says([1]), "did not name its current collection"),
        (_says({"name": "Reading", "editable": False}), "“Reading”, which is selected in Zotero, is read-only"),
        (_says({"name": "Reading", "libraryEditable": False}), "is read-only"),
    ],
)
def test_where_nothing_can_be_added_it_is_said_before(
    answering: Answering, zotero: Zotero, reply: Reply, words: str
) -> None:
    answering.replies[SELECTED] = reply
    with pytest.raises(ZoteroError, match=words):
        zotero.target()


def test_a_server_that_answers_without_a_version_is_not_zotero(answering: Answering) -> None:
    with (
        Server(lambda request: Reply(200, b"{}")) as server,
        Zotero(server.url, Event()) as zotero,
        pytest.raises(ZoteroError, match="is not Zotero"),
    ):
        zotero.target()


PAPER = {"title": "Fair Queues", "DOI": "10.1000/Fair"}


@pytest.mark.parametrize(
    ("held", "base", "has"),
    [
        ({"title": "Another", "DOI": "10.1000/fair"}, "2605.01234", True),
        ({"title": "Fair Queues", "archiveID": "arXiv:2605.01234"}, "2605.01234", True),
        ({"title": "Fair Queues", "url": "https://arxiv.org/abs/2605.01234v2"}, "2605.01234", True),
        ({"title": "Fair Queues", "extra": "see 2605.01234."}, "2605.01234", True),
        ({"title": "Another", "DOI": "10.48550/arXiv.2605.01234"}, "2605.01234", True),
        ({"title": "Fair Queues", "archiveID": "arXiv:2605.012345"}, "2605.01234", False),
        ({"title": "Fair Queues", "archiveID": "arXiv:12605.01234"}, "2605.01234", False),
        ({"title": "Fair Queues"}, "2605.01234", False),
        ({"title": "FAIR queues"}, "", True),
        ({"title": "Another"}, "", False),
    ],
)
def test_a_paper_is_known_by_its_identifier_its_doi_or_without_either_by_its_title(
    answering: Answering, zotero: Zotero, held: dict[str, str], base: str, has: bool
) -> None:
    answering.replies[ITEMS] = _says([{"data": {"title": "Other"}}, {"data": held}])
    assert zotero.has(PAPER, base) is has
    assert answering.asked == [(ITEMS, base or "Fair Queues")]


def test_two_papers_without_doi_are_not_one_for_that(answering: Answering, zotero: Zotero) -> None:
    answering.replies[ITEMS] = _says([{"data": {"title": "Another", "DOI": ""}}])
    assert zotero.has({"title": "Fair Queues"}, "2605.01234") is False


def test_with_its_local_api_off_zotero_does_not_say(answering: Answering, zotero: Zotero) -> None:
    answering.replies[ITEMS] = Reply(403, b"Local API is not enabled")
    assert zotero.has(PAPER, "2605.01234") is None


@pytest.mark.parametrize("status", [200, 201])
def test_papers_are_added_in_one_session_each_under_a_name_of_its_own(
    answering: Answering, zotero: Zotero, status: int
) -> None:
    answering.replies[SAVE] = Reply(status)
    zotero.save([PAPER, {"title": "Other"}])
    zotero.save([PAPER])
    first, second = (json.loads(body) for _, body in answering.asked)
    assert [item["title"] for item in first["items"]] == ["Fair Queues", "Other"]
    assert len({first["sessionID"], second["sessionID"]}) == 2
    assert len({item["id"] for words in (first, second) for item in words["items"]}) == 3


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (_says({"error": "CONNECTOR_VERSION_OUTDATED"}, 400), "requires a newer protocol than version"),
        (_says({"libraryEditable": False}, 500), "is read-only"),
        (Reply(500, b"no words"), r"could not add the papers \(500\)"),
        (_says([], 202), r"could not add the papers \(202\)"),
    ],
)
def test_why_papers_were_not_added_is_reported(answering: Answering, zotero: Zotero, reply: Reply, words: str) -> None:
    answering.replies[SAVE] = reply
    with pytest.raises(ZoteroError, match=words):
        zotero.save([PAPER])


def test_a_zotero_that_does_not_answer_in_time_may_have_added_them(answering: Answering) -> None:
    over = Event()

    def never(request: Request) -> Reply:
        over.wait()
        return Reply(201)

    with Server(never) as server, Zotero(server.url, Event(), saving=0.05) as zotero:
        with pytest.raises(ZoteroError, match="took too long; its window shows whether"):
            zotero.save([PAPER])
        over.set()


def test_an_answer_that_is_none_of_its_protocol_is_reported(answering: Answering) -> None:
    with Server(answering) as server, Zotero(server.url, Event()) as zotero:
        server.faults.add("/", Fault.NO_HTTP)
        with pytest.raises(ZoteroError, match=r"^Zotero at http://.* sent an unreadable response: "):
            zotero.target()


def test_a_zotero_that_does_not_run_is_to_be_started() -> None:
    with Server(lambda request: Reply(200)) as server:
        url = server.url
    with Zotero(url, Event()) as zotero, pytest.raises(ZoteroError, match="is not running, or not at"):
        zotero.target()


def test_papers_sent_to_zotero_are_remembered_and_an_unreadable_file_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "sent"
    assert sent_before(file) == frozenset()
    remember_sent(file, ["2605.00001", "2605.00002"])
    remember_sent(file, ["2605.00003"])
    assert sent_before(file) == {"2605.00001", "2605.00002", "2605.00003"}
    file.write_bytes(b"\xff\xfe")
    assert sent_before(file) == frozenset()
