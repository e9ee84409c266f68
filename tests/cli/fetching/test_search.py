"""``arxtui search`` with a made-up arXiv server on the loopback address."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote_plus

import pytest

from arxtui.demo.faults import Fault
from arxtui.demo.upstream import Upstream, settings_toml
from arxtui.model.events import EventKind
from tests.cli.command import events_of, objects, run_here
from tests.homes import corpus

API = "/api/query"


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    with Upstream(corpus()) as answering:
        yield answering


@pytest.fixture
def asking(home: Path, upstream: Upstream) -> Iterator[Path]:
    """A home that is configured to use the made-up arXiv server."""
    (home / "config").mkdir(parents=True)
    (home / "config/config.toml").write_text(settings_toml(upstream.url, []))
    yield home
    upstream.faults.clear()


def queries(upstream: Upstream, since: int) -> list[str]:
    return [unquote_plus(hit.path.partition("search_query=")[2].partition("&")[0]) for hit in upstream.log[since:]]


def test_the_results_of_an_arxiv_search_are_stored_and_printed_like_those_of_list(
    asking: Path, upstream: Upstream
) -> None:
    before = len(upstream.log)
    said = run_here(asking, "search", "cat:cs.DC", "ti:clocks OR ti:shards")
    assert said.returncode == 0
    wanted = {
        paper.id
        for paper in upstream.papers
        if "cs.DC" in paper.categories and {"clocks", "shards"} & set(paper.title.lower().split())
    }
    assert said.stdout == run_here(asking, "list", "cat:cs.DC", "ti:clocks OR ti:shards").stdout
    assert wanted <= {line.split()[0].partition("v")[0] for line in said.stdout.splitlines()}
    assert queries(upstream, before) == ['((cat:cs.DC AND ti:"clocks") OR ti:"shards")']


def test_the_second_answer_comes_from_the_cache_and_again_requests_anew(asking: Path, upstream: Upstream) -> None:
    first = run_here(asking, "search", "cat:hep-ph")
    before = len(upstream.log)
    second = run_here(asking, "search", "cat:hep-ph")
    assert (second.returncode, second.stdout) == (0, first.stdout)
    assert "the results are in the cache; --again sends the query again" in second.stderr
    assert len(upstream.log) == before
    assert run_here(asking, "search", "--again", "cat:hep-ph").stdout == first.stdout
    assert len(upstream.log) == before + 1
    limited = run_here(asking, "search", "cat:hep-ph", "--limit", "2")
    total = len(run_here(asking, "list", "cat:hep-ph", "--limit", "0").stdout.splitlines())
    assert len(limited.stdout.splitlines()) == 2
    assert limited.stderr.endswith(f"\n2 of {total:,} stored papers; 'arxtui list' lists more\n")


def test_search_terms_that_arxiv_does_not_support_are_applied_locally_and_named(
    asking: Path, upstream: Upstream
) -> None:
    before = len(upstream.log)
    said = run_here(asking, "search", "cat:cs.DC is:unread -survey")
    assert (said.returncode, said.stdout) == (0, "")
    assert queries(upstream, before) == ["cat:cs.DC"]
    assert said.stderr.startswith("'is:unread' and '-survey' are applied locally: arXiv cannot search for them\n")
    assert said.stderr.endswith("no paper matches\n")


def test_the_limit_is_of_papers_fetched_and_listed(asking: Path, upstream: Upstream) -> None:
    said = run_here(asking, "search", "--limit", "3", "--json", "cat:cs.*")
    papers = objects(said.stdout)
    assert len(papers) == 3
    assert papers[0]["published"] >= papers[1]["published"] >= papers[2]["published"]
    assert "the first 3 of " in said.stderr
    assert "--limit N fetches more" in said.stderr
    for wrong in ("0", "2001", "-1", "x"):
        assert run_here(asking, "search", f"--limit={wrong}", "cat:cs.*").returncode == 2


def test_a_query_that_arxiv_cannot_answer_is_refused_with_its_place(asking: Path, upstream: Upstream) -> None:
    before = len(upstream.log)
    said = run_here(asking, "search", "--", "-ti:zeta")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("arxtui: the query '-ti:zeta' contains nothing that arXiv can search for")
    assert said.stderr.endswith("  -ti:zeta\n  ^^^^^^^^\n")
    assert run_here(asking, "search", "cat:cs.ZZ").returncode == 2
    assert len(upstream.log) == before


def test_an_offline_search_says_so_in_a_line_and_lists_the_matching_papers_of_the_cache(
    asking: Path, upstream: Upstream
) -> None:
    run_here(asking, "search", "cat:math.NT")
    listed = run_here(asking, "list", "cat:math.NT", "sort:old").stdout
    config = asking / "config/config.toml"
    config.write_text(config.read_text().replace(upstream.url, "http://127.0.0.1:9"))
    said = run_here(asking, "search", "cat:math.NT", "sort:old")
    assert (said.returncode, said.stdout) == (4, listed)
    assert said.stderr == "offline: 127.0.0.1 cannot be reached; everything cached still works\n"
    said = run_here(asking, "search", "ti:unheardof")
    assert (said.returncode, said.stdout) == (4, "")
    assert said.stderr.endswith("none of the stored papers matches\n")


def test_an_answer_that_breaks_off_is_reported_and_kept(asking: Path, upstream: Upstream) -> None:
    upstream.faults.add(
        f"{API}?search_query=submittedDate:%5B202604010000+TO+210001010000%5D&start=100", Fault.SERVER_ERROR
    )
    said = run_here(asking, "search", "--limit", "150", "--json", "date:2026-04..")
    assert said.returncode == 3
    assert "127.0.0.1 answered 500 Internal Server Error" in said.stderr
    assert len(objects(said.stdout)) == 100


def test_events_are_objects_on_standard_output(asking: Path) -> None:
    events = events_of(asking, "search", "cat:quant-ph is:starred")
    assert [event.kind for event in events] == [
        EventKind.NOTE, EventKind.STARTED, EventKind.SOURCE, EventKind.PAGE, EventKind.DONE, EventKind.FINISHED
    ]  # fmt: skip
    assert events[0].reason == "'is:starred' is applied locally: arXiv cannot search for it"
    assert events[-1].exit_code == 0


def test_a_reader_that_is_refreshing_keeps_no_search_away(asking: Path) -> None:
    import fcntl
    import os

    (asking / "state").mkdir(exist_ok=True)
    held = os.open(asking / "state/worker.lock", os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert run_here(asking, "search", "cat:stat.ML").returncode == 0
    finally:
        os.close(held)
