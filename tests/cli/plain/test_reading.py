"""Full texts at the prompt: pages, headings and the table of contents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.arxiv.ids import key_of
from arxtui.model.document import Document, Heading, Origin, Text
from arxtui.model.fulltext import TextState
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import Outcome, Page
from tests.cli.papers.test_read import ID, NOW
from tests.cli.plain.conftest import Script
from tests.reader.documents import para, table

pytestmark = pytest.mark.usefixtures("filled")


@pytest.fixture
def text(filled: Path) -> None:
    """A full text of 30 sections."""
    blocks = [
        block
        for number in range(1, 31)
        for block in (Heading(1, str(number), (Text(f"Section called {number}"),)), para(f"Words of $x^{number}$."))
    ]
    document = Document((Text("Bounded Staleness"),), (), (*blocks, table("a | b")))
    with Cache.open(Paths.find().cache_db) as cache:
        page = Page(Origin.HTML, "https://arxiv.example/html/2605.01234", b"<p>words</p>", NOW)
        cache.fulltexts.put(key_of(ID), 2, page, document, 60, [], Outcome(2, TextState.HAVE, "", NOW))


@pytest.mark.usefixtures("text")
def test_a_text_is_read_page_by_page_with_its_headings_announced(script: Script) -> None:
    first = script("list", "read 1").out.partition("a number shows its paper\n")[2]
    assert first.startswith("Bounded Staleness\n\nHeading 1: 1 Section called 1\n\nWords of $x^1$.\n")
    assert "percent of Bounded Staleness for Sharded Optimizers; 'next' reads on" in first
    second = script("list", "read 1", "next").out.removeprefix(script("list", "read 1").out)
    assert second
    assert not set(filter(None, second.splitlines()[:-1])) & set(first.splitlines())
    assert script(f"read {ID}", "next", "back").out.endswith(first)


@pytest.mark.usefixtures("text")
def test_the_share_that_is_read_grows_to_the_end_and_back_stops_at_the_beginning(script: Script) -> None:
    said = script(f"read {ID}", *["next"] * 30)
    shares = [int(each) for each in re.findall(r"^(\d+) percent of", said.out, re.M)]
    assert shares == sorted(set(shares))
    assert 5 < shares[0] < 20
    assert said.out.count("The end of Bounded") == 1
    assert (said.code, "this is the end of the text" in said.err) == (1, True)
    said = script(f"read {ID}", "next", "back", "back")
    assert (said.code, "this is the beginning of the text" in said.err) == (1, True)


@pytest.mark.usefixtures("text")
def test_contents_lists_the_headings_and_goes_to_one(script: Script) -> None:
    said = script(f"read {ID}", "contents", "contents 30", "next", "next")
    assert "\n2. Heading 1: 2 Section called 2\n" in said.out
    last = said.out.rpartition("30. Heading 1: 30 Section called 30\n")[2]
    assert last.startswith("Heading 1: 30 Section called 30\n\nWords of $x^30$.\n\n  Row 1: a; b\n")
    assert "The end of Bounded Staleness for Sharded Optimizers" in last
    assert (said.code, "this is the end of the text" in said.err) == (1, True)
    assert script(f"read {ID}", "contents 31").code == 2


@pytest.mark.usefixtures("text")
def test_commands_without_a_paper_mean_the_one_that_is_read(script: Script) -> None:
    assert "1 paper starred" in script(f"read {ID}", "star").out


def test_a_text_that_is_not_stored_is_said_with_the_way_to_it(script: Script) -> None:
    said = script("list", "read 1")
    assert said.code == 1
    assert "'fetch 2605.01234' fetches it" in said.err


def test_contents_need_a_text(script: Script) -> None:
    assert script("list", "contents").code == 2


def test_one_paper_is_read_at_a_time(script: Script) -> None:
    for line in ("read 1 2", "read 1 quickly"):
        said = script("list", line)
        assert said.code == 2
        assert "'read' takes one paper: its number in the last list, or its identifier" in said.err
    said = script("list", "read 2")
    assert (said.code, "the full text is not stored; 'fetch 2605.01111' fetches it" in said.err) == (1, True)
