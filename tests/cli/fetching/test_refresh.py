"""``arxtui refresh`` with a real server on the loopback address."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import pytest

from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import Server
from arxtui.model.arxiv.calendar import expected_day, midnight
from arxtui.model.events import Event, EventKind
from tests.child import Child
from tests.cli.command import COMMAND, environ, events_of, objects, run_here

_DAY = expected_day(datetime.now(UTC))
"""The day that a current feed shows. The command uses the real clock."""
_BUILT = format_datetime(midnight(_DAY))
_FEED = f"""<?xml version='1.0' encoding='UTF-8'?>
<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0">
  <channel>
    <title>cs.DC updates on arXiv.org</title>
    <link>http://rss.arxiv.org/rss/cs.DC</link>
    <description>cs.DC updates on the arXiv.org e-print archive.</description>
    <lastBuildDate>{_BUILT}</lastBuildDate>
    <pubDate>{_BUILT}</pubDate>
    <item>
      <title>Bounded Staleness for Sharded Optimizers</title>
      <link>https://arxiv.org/abs/2605.01234</link>
      <description>arXiv:2605.01234v1 Announce Type: new
Abstract: We bound delay.</description>
      <guid isPermaLink="false">oai:arXiv.org:2605.01234v1</guid>
      <category>cs.DC</category>
      <pubDate>{_BUILT}</pubDate>
      <arxiv:announce_type>new</arxiv:announce_type>
      <dc:creator>Ada Example</dc:creator>
    </item>
  </channel>
</rss>
"""
_EMPTY = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
  <id>https://arxiv.org/api/empty</id><title>arXiv Query: none</title><updated>2026-05-13T00:00:00Z</updated>
  <opensearch:itemsPerPage>0</opensearch:itemsPerPage><opensearch:totalResults>0</opensearch:totalResults>
  <opensearch:startIndex>0</opensearch:startIndex>
</feed>
"""


def _answer(request: Request) -> Reply:
    body = _FEED if request.path.startswith("/rss") else _EMPTY
    return Reply(200, body.encode(), "application/xml")


@pytest.fixture
def upstream() -> Iterator[Server]:
    with Server(_answer) as server:
        yield server


def follow(home: Path, url: str, days: int = 0) -> Path:
    """Subscribe the home to one category of the upstream at ``url``."""
    (home / "config").mkdir(parents=True, exist_ok=True)
    (home / "config/config.toml").write_text(
        f'[arxiv]\ncategories = ["cs.DC"]\nbackfill_days = {days}\n'
        f'api_url = "{url}/api/query"\nfeed_url = "{url}/rss"\n'
        f'listing_url = "{url}/list"\ncatchup_url = "{url}/catchup"\n'
        "[pith]\nreviews = false\n"
    )
    return home


@pytest.fixture
def subscribed(home: Path, upstream: Server) -> Path:
    """A home that is subscribed to one category of the loopback upstream."""
    return follow(home, upstream.url)


@pytest.mark.parametrize("words", [("refresh",), ("search", "ti:shards"), ("add", "2605.01234")])
def test_an_invalid_rule_stops_it_before_any_request(
    subscribed: Path, upstream: Server, words: tuple[str, ...]
) -> None:
    config = subscribed / "config/config.toml"
    config.write_text(config.read_text() + '[[rules]]\nname = "a"\nquery = "au:("\nmute = true\n')
    said = run_here(subscribed, *words)
    assert (said.returncode, said.stdout, upstream.log) == (1, "", [])
    assert said.stderr.startswith(f"arxtui: {config}, line 12: rule 'a': au: needs a value")


def test_a_refresh_fills_the_inbox_and_prints_the_number_of_new_papers(subscribed: Path) -> None:
    said = run_here(subscribed, "refresh")
    assert (said.returncode, said.stdout) == (0, "")
    assert "arXiv feed cs.DC: 1 new, 0 changed, 0 same" in said.stderr
    listed = run_here(subscribed, "list", "is:unread").stdout
    assert listed.startswith(f"2605.01234v1\t{_DAY}\tcs.DC\tnew\tunread\t")
    again = run_here(subscribed, "refresh")
    assert again.returncode == 0
    assert again.stderr.startswith("nothing was due (next ")


def test_events_are_objects_on_standard_output(subscribed: Path) -> None:
    with Child(
        [*COMMAND, "refresh", "--events"],
        env=environ(subscribed),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        events = [Event.from_json(line) for line in child.stdout]
    assert child.returncode == 0
    assert events[0].kind is EventKind.STARTED
    assert events[-1].kind is EventKind.FINISHED
    assert events[-1].exit_code == 0


@pytest.mark.parametrize(("broken", "code"), [("/api", 3), ("", 4)])
def test_the_exit_status_says_how_much_failed(subscribed: Path, upstream: Server, broken: str, code: int) -> None:
    handler = upstream.handler
    upstream.handler = lambda request: Reply(500) if request.path.startswith(broken) else handler(request)
    said = run_here(subscribed, "refresh", "--all")
    assert said.returncode == code
    assert "500 Internal Server Error, next try" in said.stderr


def test_a_target_without_a_request_is_no_source_that_answered(subscribed: Path, upstream: Server) -> None:
    upstream.handler = lambda request: Reply(400)
    assert run_here(subscribed, "refresh", "--all").returncode == 4


_NO_PROXY = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "")


@pytest.mark.parametrize("options", [(), ("--quiet",), ("--all",)], ids=["plain", "quiet", "all"])
@pytest.mark.parametrize("host", ["127.0.0.1", "arxiv.invalid"], ids=["refused", "no-such-host"])
def test_offline_is_one_line_and_everything_cached_still_works(
    subscribed: Path, upstream: Server, host: str, options: tuple[str, ...]
) -> None:
    assert run_here(subscribed, "refresh").returncode == 0
    follow(subscribed, upstream.url.replace("127.0.0.1", host), days=3)
    upstream.stop()
    said = run_here(subscribed, "refresh", "--all", *options, env=_NO_PROXY)
    assert (said.returncode, said.stdout) == (4, "")
    assert said.stderr == f"offline: {host} cannot be reached; everything cached still works\n"
    found = run_here(subscribed, "list", "is:unread", "staleness")
    assert (found.returncode, found.stdout[:13], found.stderr) == (0, "2605.01234v1\t", "")
    assert "We bound delay." in run_here(subscribed, "show", "2605.01234").stdout


def test_offline_the_events_say_why_each_target_failed(subscribed: Path, upstream: Server) -> None:
    follow(subscribed, upstream.url, days=3)
    upstream.stop()
    events = events_of(subscribed, "refresh")
    failed = [event.reason or "" for event in events if event.kind is EventKind.FAILED]
    assert failed[0].startswith("127.0.0.1 cannot be reached: ")
    assert all(reason.startswith("not asked: 127.0.0.1 cannot be reached: ") for reason in failed[1:])
    assert events[-1].exit_code == 4


def test_quiet_is_silent_when_all_is_well(subscribed: Path) -> None:
    for _ in range(2):
        said = run_here(subscribed, "refresh", "--quiet")
        assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


def test_a_refresh_by_hand_beside_a_sleeping_watch_refreshes(subscribed: Path, upstream: Server) -> None:
    with Child(
        [*COMMAND, "refresh", "--watch"],
        env=environ(subscribed),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stderr is not None
        for line in child.stderr:
            if "nothing is due before" in line:
                break
        asked = len(upstream.log)
        second = run_here(subscribed, "refresh", "--all")
        child.send_signal(signal.SIGTERM)
        rest = child.communicate(timeout=100)[1]
    assert second.returncode == 0, second.stderr
    # 3 where the signal met the watch at work: a pass beside it can make something due for a moment.
    assert child.returncode in (0, 3), rest
    assert "following" not in second.stderr
    assert len(upstream.log) > asked


def test_nothing_followed_is_nothing_due(home: Path) -> None:
    said = run_here(home, "refresh")
    assert said.returncode == 0
    assert said.stderr.startswith("no categories are followed; 'arxtui subscribe cs.DC' follows one\n")
    assert run_here(home, "refresh", "--quiet").stderr == ""
    assert objects(run_here(home, "list", "--json").stdout) == []
