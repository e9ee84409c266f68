"""``arxtui fetch``, and the full texts that a refresh fetches, with the made-up upstream."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from arxtui.cli.fetching import fetch
from arxtui.config.paths import Paths
from arxtui.demo.upstream import Upstream
from arxtui.model.document import Document, Origin
from arxtui.model.events import Event, EventKind
from arxtui.model.fulltext import TextState
from arxtui.model.paper import Paper
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import Outcome, Page
from tests.cli.command import events_of, objects, run_here
from tests.cli.conftest import Call
from tests.homes import as_made, corpus, subscribed
from tests.library.made import Home


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with Upstream(corpus()) as running:
        yield running


@pytest.fixture
def paths(home: Path, upstream: Upstream) -> Paths:
    """A home whose cache contains every paper of the upstream."""
    made = subscribed(home, upstream.url)
    as_made(made.cache, "every paper of the corpus", lambda: Home(made).take(*upstream.papers))
    return made


@pytest.fixture
def papers(upstream: Upstream) -> list[Paper]:
    """The papers that arXiv has as HTML."""
    return [paper for paper in upstream.papers if paper.id[-1] not in "37"]


def _library(home: Path) -> dict[str, bytes]:
    """Return the content of the user's library file and of its write-ahead log."""
    files = (home / "data").glob("library.db*")
    return {file.name: data for file in files if not file.name.endswith("-shm") and (data := file.read_bytes())}


def _asked(upstream: Upstream, prefix: str = "/") -> list[str]:
    return [hit.path for hit in upstream.log if hit.path.startswith(prefix)]


@pytest.mark.usefixtures("paths")
def test_papers_are_named_by_id_and_by_query_and_their_texts_found_again(
    call: Call, papers: list[Paper], upstream: Upstream
) -> None:
    said = call("fetch", papers[0].id, f"id:{papers[1].id} OR id:{papers[2].id}")
    assert (said.code, said.out) == (0, "")
    lines = said.err.splitlines()
    assert lines[-1] == "all 3 requested full texts are stored"
    assert all("words from arXiv's HTML, 1 figure" in line for line in lines[:-1])
    listed = [paper["id"] for paper in objects(call("list", "has:fulltext", "--json").out)]
    assert sorted(listed) == sorted(paper.id for paper in papers[:3])
    assert f"Full text: {lines[0].partition(': ')[2]}" in " ".join(call("show", papers[0].id).out.split())
    assert len(_asked(upstream, "/html")) == 6
    with Cache.open(Paths.find().cache_db) as cache:
        assert len(cache.citations.with_entries(1, 99)) == 3, "their references were looked up"


def test_json_has_the_state_of_each_text(call: Call, upstream: Upstream, papers: list[Paper], paths: Paths) -> None:
    plain = next(paper for paper in upstream.papers if paper.id.endswith("3"))
    said = call("fetch", papers[0].id, plain.id, "--pdf", "--json")
    assert said.code == 0
    first, second = objects(said.out)
    assert list(first) == [
        "id",
        "version",
        "state",
        "origin",
        "words",
        "figures",
        "figures_missing",
        "fetched",
        "reason",
        "next_try",
        "pdf",
    ]
    assert (first["id"], first["version"], first["state"], first["origin"]) == (
        papers[0].id,
        papers[0].version,
        "have",
        "html",
    )
    assert first["pdf"] == str(paths.data / "pdf" / f"{papers[0].arxiv_id}.pdf")
    assert (second["origin"], second["figures"]) == ("pdf", 0)
    assert second["reason"] == "arXiv has no HTML of it; ar5iv has none"


@pytest.mark.usefixtures("paths")
def test_more_than_a_hundred_need_a_confirmation_before_any_request(
    call: Call, papers: list[Paper], upstream: Upstream
) -> None:
    said = call("fetch", "cat:cs.*")
    assert said.code == 2
    count = int(said.err.split()[4])
    assert said.err == (
        f"arxtui: this would fetch {count} full texts, in at least {count * 3 // 60} min at arXiv's pace; "
        "--yes allows it, --limit N fetches the first N\n"
    )
    assert _asked(upstream) == []
    assert call("fetch", "cat:cs.*", "--limit", "2").code == 0
    assert len(_asked(upstream, "/html/")) >= 2
    asked = len(_asked(upstream, "/html/"))
    assert call("fetch", papers[-1].id, "--limit", "0").code == 0
    assert len(_asked(upstream, "/html/")) > asked, "a limit of 0 is none"


@pytest.mark.usefixtures("paths")
@pytest.mark.parametrize(("limit", "code"), [(1, 2), (2, 0)])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("CONFIRM_ABOVE", ()),
        ("_MAX_PAPERS", ("--yes",)),
        ("CONFIRM_ABOVE", ("--review",)),
    ],
)
def test_the_largest_number_of_papers_is_still_taken(
    call: Call, papers: list[Paper], monkeypatch: pytest.MonkeyPatch, name: str, options: tuple[str, ...],
    limit: int, code: int,
) -> None:  # fmt: skip
    monkeypatch.setattr(fetch, name, limit)
    command = ("fetch", papers[0].id, papers[1].id, *options)
    assert call(*command).code == code
    if code and name == "CONFIRM_ABOVE":
        assert call(*command, "--yes").code == 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(59, "0 min"), (60, "1 min"), (3_599, "59 min"), (3_600, "1 h 00 min"), (7_500, "2 h 05 min")],
)
def test_the_least_time_is_reported_in_hours_and_minutes(seconds: int, words: str) -> None:
    assert fetch._hours(seconds) == words


@pytest.mark.usefixtures("paths")
def test_a_query_without_a_paper_hides_no_failure_of_the_others(
    call: Call, papers: list[Paper], upstream: Upstream
) -> None:
    assert call("fetch", "nothing-like-it", papers[0].id).code == 1
    upstream.stop()
    assert call("fetch", "nothing-like-it", papers[1].id).code == 4


@pytest.mark.usefixtures("paths")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name papers or a query"),
        (("is:queue",), "is: has no value"),
        (("cs.DC", "--limit", "x"), "whole number"),
        (("--queued", "--events", "--json"), "give one of them"),
        (("--at-once", "--queued"), "--at-once is for the text or the reviews of one paper"),
        (("--at-once", "--queued", "2605.00001"), "of one paper"),
        (("--at-once", "--pdf", "2605.00001"), "of one paper"),
        (("--at-once", "2605.00001", "2605.00002"), "of one paper"),
        (("--at-once", "cat:cs.DC"), "of one paper"),
        (("--review", "--pdf", "2605.00001"), "--pdf is for full texts"),
        ((" ",), "' ' would fetch the texts of every paper; name papers or a query"),
        (("--review", " "), "' ' would fetch the reviews of every paper; name papers or a query"),
    ],
)
def test_a_bad_command_line_ends_with_2(call: Call, arguments: tuple[str, ...], words: str) -> None:
    said = call("fetch", *arguments)
    assert (said.code, said.out) == (2, "")
    assert words in said.err


@pytest.mark.usefixtures("paths")
def test_fetch_reports_a_paper_that_is_not_in_the_cache_and_a_query_without_matches(call: Call) -> None:
    said = call("fetch", "2605.00001")
    assert said.code == 1
    assert "2605.00001 is not in the cache" in said.err
    for none in (["--queued"], ["nosuchxyz"]):
        assert call("fetch", *none).err.splitlines()[-1] == "no full text was requested"


@pytest.mark.usefixtures("paths")
def test_queued_papers_are_found_fetched_and_unqueued_with_a_way_back(call: Call, papers: list[Paper]) -> None:
    first, second = papers[0].id, papers[1].id
    assert call("mark", first, second, "--queue").out == "2 papers saved for offline reading\n"
    assert "Full text: queued" in call("show", first).out
    assert "queued" in call("show", first).out
    assert len(objects(call("list", "is:queued", "--json").out)) == 2
    assert call("fetch", papers[2].id, "--queued").err.splitlines()[-1] == "all 3 requested full texts are stored"
    assert call("mark", first, "--unqueue").code == 0
    assert [paper["id"] for paper in objects(call("list", "is:queued", "--json").out)] == [second]
    assert "no longer saved for offline reading" in call("undo").out
    assert len(objects(call("list", "is:queued", "--json").out)) == 2


@pytest.mark.usefixtures("paths")
def test_without_a_network_it_is_one_line_and_exit_4(call: Call, papers: list[Paper], upstream: Upstream) -> None:
    upstream.stop()
    said = call("fetch", papers[0].id, papers[1].id)
    assert (said.code, said.err) == (4, "offline: 127.0.0.1 cannot be reached; everything cached still works\n")
    assert "Full text: not stored: 127.0.0.1 cannot be reached" in call("show", papers[0].id).out


@pytest.mark.usefixtures("paths")
def test_events_report_each_step(home: Path, papers: list[Paper]) -> None:
    events = events_of(home, "fetch", papers[0].id, papers[1].id)
    assert [event.kind for event in events] == [
        EventKind.STARTED,
        *[EventKind.SOURCE, EventKind.STEP, EventKind.STEP, EventKind.PAGE, EventKind.DONE] * 2,
        EventKind.FINISHED,
    ]
    assert {event.source for event in events[1:]} == {"arxiv.fulltext"}
    assert events[2].target == events[4].target == str(papers[0].arxiv_id)
    assert events[4].reason == f"{papers[0].arxiv_id}, figure 1 of 1 (1 of 2)"


@pytest.mark.usefixtures("paths")
def test_a_refresh_fetches_the_texts_of_starred_and_queued_papers(
    call: Call, home: Path, papers: list[Paper], upstream: Upstream
) -> None:
    call("refresh")
    call("mark", papers[0].id, "--star")
    call("mark", papers[1].id, "--queue")
    before = _library(home)
    done = run_here(home, "refresh", "--events")
    events = [Event.from_json(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, "")
    kinds = [event.kind for event in events if event.source == "arxiv.fulltext"]
    assert (kinds[0], kinds[-1], kinds.count(EventKind.DONE)) == (EventKind.SOURCE, EventKind.NOTE, 2)
    assert events[-1].reason == "both requested full texts are stored"
    assert [event.kind for event in events].count(EventKind.FINISHED) == 1
    assert _library(home) == before
    asked = _asked(upstream, "/html")
    assert len(asked) == 4
    assert run_here(home, "refresh").returncode == 0
    assert _asked(upstream, "/html") == asked


@pytest.mark.usefixtures("paths")
def test_a_refresh_fetches_no_text_that_there_is_no_room_for(
    call: Call, home: Path, papers: list[Paper], upstream: Upstream
) -> None:
    call("refresh")
    call("mark", papers[0].id, "--star")
    config = home / "config/config.toml"
    kept = config.read_text()
    config.write_text(f"{kept}\n[fulltext]\nkeep_mb = 0\n")
    assert call("refresh").code == 0
    assert _asked(upstream, "/html") == []
    assert call("fetch", "is:starred").code == 0
    assert len(_asked(upstream, "/html")) == 2


def test_a_refresh_says_that_there_is_no_room_while_a_text_is_missing(
    call: Call, paths: Paths, papers: list[Paper], upstream: Upstream
) -> None:
    call("refresh")
    stored, missing = papers[:2]
    paths.config_file.write_text(f"{paths.config_file.read_text()}\n[fulltext]\nkeep_mb = 1\n")
    now = datetime.now(UTC)
    page = Page(Origin.HTML, "https://arxiv.example/html", Random(7).randbytes(1 << 20), now)
    with Cache.open(paths.cache_db) as cache:
        version = stored.version or 1
        outcome = Outcome(version, TextState.HAVE, "", now)
        cache.fulltexts.put(stored.key, version, page, Document((), (), ()), 0, [], outcome)
    call("mark", stored.id, "--star")
    assert "no room" not in call("refresh").err
    call("mark", missing.id, "--star")
    assert call("refresh").err.endswith("no room for more full texts: [fulltext] keep_mb is 1\n")
    assert _asked(upstream, "/html") == []


@pytest.mark.usefixtures("paths")
def test_a_refresh_without_a_network_requests_no_text(call: Call, papers: list[Paper], upstream: Upstream) -> None:
    call("mark", papers[0].id, "--star")
    upstream.stop()
    said = call("refresh", "--all")
    assert (said.code, said.err) == (4, "offline: 127.0.0.1 cannot be reached; everything cached still works\n")


@pytest.mark.usefixtures("paths")
def test_where_an_argument_finds_no_paper_the_others_are_fetched_and_the_status_is_1(
    call: Call, papers: list[Paper]
) -> None:
    said = call("fetch", papers[0].id, "ti:nosuch")
    assert said.code == 1
    assert said.err.startswith("no paper matches 'ti:nosuch'\n")
    events = call("fetch", papers[0].id, "ti:nosuch", "--events")
    assert (events.code, objects(events.out)[-1]["exit_code"]) == (1, 1)


@pytest.mark.usefixtures("paths")
def test_that_none_is_queued_is_no_failure(call: Call) -> None:
    assert call("fetch", "--queued").code == 0
