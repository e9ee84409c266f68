"""``arxtui refresh`` against a real server on the loopback address."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import Server
from arxtui.model.events import Event, EventKind
from tests.cli.command import COMMAND, arxtui, environ, objects

_FEED = """<?xml version='1.0' encoding='UTF-8'?>
<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0">
  <channel>
    <title>cs.DC updates on arXiv.org</title>
    <link>http://rss.arxiv.org/rss/cs.DC</link>
    <description>cs.DC updates on the arXiv.org e-print archive.</description>
    <lastBuildDate>Wed, 13 May 2026 04:00:01 +0000</lastBuildDate>
    <pubDate>Wed, 13 May 2026 00:00:00 -0400</pubDate>
    <item>
      <title>Bounded Staleness for Sharded Optimizers</title>
      <link>https://arxiv.org/abs/2605.01234</link>
      <description>arXiv:2605.01234v1 Announce Type: new
Abstract: We bound delay.</description>
      <guid isPermaLink="false">oai:arXiv.org:2605.01234v1</guid>
      <category>cs.DC</category>
      <pubDate>Wed, 13 May 2026 00:00:00 -0400</pubDate>
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


@pytest.fixture
def subscribed(home: Path, upstream: Server) -> Path:
    """A home that follows one category of the loopback upstream."""
    (home / "config").mkdir(parents=True)
    (home / "config/config.toml").write_text(
        f'[arxiv]\ncategories = ["cs.DC"]\nbackfill_days = 0\n'
        f'api_url = "{upstream.url}/api/query"\nfeed_url = "{upstream.url}/rss"\n'
    )
    return home


def test_a_refresh_fills_the_inbox_and_tells_people(subscribed: Path) -> None:
    said = arxtui(subscribed, "refresh")
    assert (said.returncode, said.stdout) == (0, "")
    assert "arXiv feed cs.DC: 1 new, 0 changed, 0 same" in said.stderr
    listed = arxtui(subscribed, "list", "is:unread").stdout
    assert listed.startswith("● 2605.01234v1  2026-05-13  cs.DC")
    again = arxtui(subscribed, "refresh")
    assert again.returncode == 0
    assert again.stderr.startswith("nothing was due (next ")


def test_events_are_objects_on_standard_output(subscribed: Path) -> None:
    with subprocess.Popen(
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
    said = arxtui(subscribed, "refresh", "--all")
    assert said.returncode == code
    assert "500 Internal Server Error, next try" in said.stderr


def test_a_target_that_had_nothing_to_ask_is_no_source_that_answered(subscribed: Path, upstream: Server) -> None:
    upstream.handler = lambda request: Reply(400)
    assert arxtui(subscribed, "refresh", "--all").returncode == 4


def test_without_a_network_everything_failed(subscribed: Path, upstream: Server) -> None:
    upstream.stop()
    assert arxtui(subscribed, "refresh").returncode == 4


def test_a_watching_refresh_ends_when_told(subscribed: Path) -> None:
    with subprocess.Popen(
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
        second = arxtui(subscribed, "refresh")
        child.send_signal(signal.SIGTERM)
        child.communicate(timeout=100)
    assert child.returncode == 0
    assert second.returncode == 1
    assert second.stderr == f"arxtui: another refresh is at work (process {child.pid})\n"


def test_nothing_followed_is_nothing_due(home: Path) -> None:
    said = arxtui(home, "refresh")
    assert said.returncode == 0
    assert said.stderr.startswith("no categories are followed; 'arxtui subscribe cs.DC' follows one\n")
    assert objects(arxtui(home, "list", "--json").stdout) == []
