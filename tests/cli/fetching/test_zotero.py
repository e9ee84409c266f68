"""``arxtui zotero``, over real HTTP on the loopback address."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.cli.fetching import zotero as zotero_verb
from arxtui.config.settings import parse
from arxtui.config.text import ConfigError
from arxtui.model.events import EventKind
from arxtui.sync.by_hand.zotero import Zotero, ZoteroError
from tests.cli.command import events_of, objects
from tests.cli.conftest import Call
from tests.cli.fetching.zotero_server import ZoteroServer, zotero_running

ONE, TWO = "2605.01234", "2605.01111"


@pytest.fixture
def zotero(filled: Path) -> Iterator[ZoteroServer]:
    """A running Zotero server, whose address is in the settings."""
    with zotero_running() as server:
        point_to(filled, server.url)
        yield server


def point_to(home: Path, url: str) -> None:
    (home / "config/config.toml").write_text(f'[zotero]\nurl = "{url}"\n')


def test_papers_are_added_to_the_selected_collection(zotero: ZoteroServer, call: Call) -> None:
    said = call("zotero", ONE, TWO)
    assert said.code == 0
    assert said.out.splitlines()[0] == f"{ONE}  Bounded Staleness for Sharded Optimizers  added to Reading"
    assert said.err == "2 papers added to Reading\n"
    first, second = zotero.items
    assert (first["title"], first["DOI"]) == ("Bounded Staleness for Sharded Optimizers", "10.1000/example")
    assert (second["itemType"], second["archiveID"]) == ("preprint", f"arXiv:{TWO}")
    assert len({first["id"], second["id"]}) == 2


def test_a_query_names_papers_too(zotero: ZoteroServer, call: Call) -> None:
    both = call("zotero", "cat:cs.DC", "--json", "--events")
    assert both == (2, "", "arxtui: --events and --json both write to standard output; give one of them\n")
    assert call("zotero", "cat:cs.DC", "--json").code == 0
    assert len(zotero.items) == 3


@pytest.mark.parametrize("size", [1, 2, 3])
def test_all_papers_are_added_and_remembered_however_many_a_request_holds(
    zotero: ZoteroServer, call: Call, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(zotero_verb, "_BATCH_SIZE", size)
    assert call("zotero", "au:example OR ti:snapshots").code == 0
    assert len(zotero.items) == 3
    assert call("zotero", "au:example OR ti:snapshots").code == 0
    assert len(zotero.items) == 3


@pytest.mark.parametrize(("limit", "code"), [(1, 2), (2, 0)])
def test_the_largest_number_of_papers_needs_no_word(
    zotero: ZoteroServer, call: Call, monkeypatch: pytest.MonkeyPatch, limit: int, code: int
) -> None:
    monkeypatch.setattr(zotero_verb, "CONFIRM_ABOVE", limit)
    assert (call("zotero", ONE, TWO).code, len(zotero.items)) == (code, 0 if code else 2)
    assert call("zotero", ONE, TWO, "--yes").code == 0


def test_where_an_argument_finds_no_paper_the_others_are_added_and_the_status_is_1(
    zotero: ZoteroServer, call: Call
) -> None:
    said = call("zotero", ONE, "nosuch")
    assert (said.code, len(zotero.items)) == (1, 1)
    assert said.err == "no paper matches 'nosuch'\n1 paper added to Reading\n"
    assert objects(call("zotero", ONE, "nosuch", "--events").out)[-1]["exit_code"] == 1


def test_a_paper_added_before_is_added_again_only_on_request_where_zotero_does_not_report_its_items(
    zotero: ZoteroServer, call: Call
) -> None:
    assert call("zotero", ONE).code == 0
    [again] = objects(call("zotero", ONE, "--json").out)
    assert (again["added"], again["target"]) == (False, "Reading")
    assert again["why"].startswith("was added by arxtui before")
    assert len(zotero.items) == 1
    assert call("zotero", ONE, "--again").code == 0
    assert len(zotero.items) == 2


def test_where_zotero_says_it_is_believed(zotero: ZoteroServer, call: Call) -> None:
    zotero.tells = True
    zotero.items.append({"itemType": "preprint", "title": "Another title", "url": f"http://arxiv.org/abs/{ONE}v1"})
    said = call("zotero", ONE, TWO)
    assert f"{ONE}  Bounded Staleness for Sharded Optimizers  is there already" in said.out
    assert said.err == "1 paper added to Reading, 1 was there already\n"
    zotero.fault = "broken"
    said = call("zotero", ONE, "2605.00999")
    words = "arxtui: Zotero could not add the papers (500); its error console may say why\n"
    assert said.err == words, "what was there already is not counted as added"
    zotero.fault = ""
    said = call("zotero", ONE, TWO, "2605.00999")
    assert said.err == "1 paper added to Reading, 2 were there already\n"
    assert call("zotero", ONE, TWO).err == "0 papers added to Reading, 2 were there already\n"
    zotero.items.clear()
    assert call("zotero", TWO).err == "1 paper added to Reading\n"


def test_of_the_library_of_a_group_the_local_api_is_not_requested(zotero: ZoteroServer, call: Call) -> None:
    zotero.tells, zotero.library = True, 4
    assert call("zotero", ONE).code == 0
    assert not any(path.startswith("/api") for path in zotero.asked)


def test_a_zotero_that_does_not_run_is_reported_in_plain_words(filled: Path, call: Call) -> None:
    with zotero_running() as server:
        url = server.url
    point_to(filled, url)
    said = call("zotero", ONE)
    assert (said.code, said.out) == (1, "")
    assert said.err == f"arxtui: Zotero is not running, or not at {url}; start it and try again\n"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("broken", "Zotero could not add the papers (500)"),
        ("read-only", "the library that is selected in Zotero is read-only"),
        ("stranger", "is not Zotero; set [zotero] url to Zotero's address"),
    ],
)
def test_a_refusal_is_reported_and_nothing_is_taken_for_added(
    zotero: ZoteroServer, call: Call, fault: str, words: str
) -> None:
    zotero.fault = fault
    said = call("zotero", ONE)
    assert (said.code, said.out, zotero.items) == (1, "", [])
    assert words in said.err
    zotero.fault = ""
    assert call("zotero", ONE).err == "1 paper added to Reading\n"


def test_a_failure_after_some_papers_says_how_many_were_added(
    zotero: ZoteroServer, filled: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zotero_verb, "_BATCH_SIZE", 1)
    zotero.fault = "full"
    said = call("zotero", ONE, TWO)
    assert (said.code, len(said.out.splitlines()), len(zotero.items)) == (1, 1, 1)
    words = "Zotero could not add the papers (500); its error console may say why; 1 paper had been added before"
    assert said.err == f"arxtui: {words}\n"
    zotero.items.clear()
    *_, finished = events_of(filled, "zotero", ONE, TWO, "--again")
    assert (finished.exit_code, finished.reason) == (1, words)
    zotero.fault = ""
    assert call("zotero", ONE, TWO).err == "1 paper added to Reading, 1 was there already\n"


def test_a_newer_protocol_is_reported(zotero: ZoteroServer, call: Call) -> None:
    zotero.protocol = 4
    assert "requires a newer protocol than version 3" in call("zotero", ONE).err


def test_a_read_only_collection_is_reported_before_anything_is_sent(zotero: ZoteroServer, call: Call) -> None:
    zotero.editable = False
    assert "“Reading”, which is selected in Zotero, is read-only" in call("zotero", ONE).err
    assert "/connector/saveItems" not in zotero.asked


def test_a_zotero_that_does_not_answer_in_time_is_no_success(zotero: ZoteroServer) -> None:
    zotero.fault = "slow"
    with Zotero(zotero.url, threading.Event(), saving=0.2) as slow, pytest.raises(ZoteroError, match="took too long"):
        slow.save([{"itemType": "preprint"}])


def test_the_reader_hears_of_each_paper(zotero: ZoteroServer, filled: Path) -> None:
    started, done, finished = events_of(filled, "zotero", ONE)
    assert (started.kind, started.targets) == (EventKind.STARTED, 1)
    assert (done.kind, done.target, done.new, done.same, done.reason) == (EventKind.DONE, ONE, 1, 0, None)
    assert (finished.reason, finished.new, finished.same, finished.exit_code) == ("1 paper added to Reading", 1, 0, 0)
    _, done, finished = events_of(filled, "zotero", ONE)
    assert (done.new, done.same, bool(done.reason)) == (0, 1, True)
    assert (finished.new, finished.same, finished.exit_code) == (0, 1, 0)


def test_the_reader_hears_why_not(filled: Path) -> None:
    with zotero_running() as server:
        point_to(filled, server.url)
        server.editable = False
        *_, finished = events_of(filled, "zotero", ONE)
    assert finished.exit_code == 1
    assert "is read-only" in (finished.reason or "")


def test_a_paper_that_is_not_known_is_no_paper_to_add(zotero: ZoteroServer, call: Call) -> None:
    assert call("zotero", "2605.09999").code == 1
    assert zotero.asked == []


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org:23119",
        "http://10.0.0.1:23119",
        "ftp://127.0.0.1",
        "http://[::2]",
        "http://evil-localhost",
        "http://localhost.example.org",
    ],
)
def test_zotero_is_requested_on_this_machine_alone(url: str) -> None:
    with pytest.raises(ConfigError, match=r"\[zotero\] url: must be an"):
        parse(f'[zotero]\nurl = "{url}"')


@pytest.mark.parametrize("url", ["http://localhost:1234", "http://[::1]:23119", "http://127.0.0.2"])
def test_every_address_of_this_machine_will_do(url: str) -> None:
    assert parse(f'[zotero]\nurl = "{url}"').zotero.url == url
