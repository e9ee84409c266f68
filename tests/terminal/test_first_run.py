"""From an empty home to the first paper that is read; the key presses are counted."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.demo.papers.calendar import newest_day
from arxtui.demo.papers.corpus import Corpus, make
from arxtui.demo.upstream import Upstream, settings_toml
from arxtui.library.facade import Library
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal

SIZES = [(160, 45), (120, 35), (80, 24), (40, 12)]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """The papers of the arXiv servers of this module."""
    return make(newest_day(datetime.now(UTC)))


@pytest.fixture
def empty(paths: Paths, corpus: Corpus) -> Iterator[Paths]:
    """A home without categories and papers, with its own arXiv server."""
    with Upstream(corpus) as upstream:
        paths.config_file.write_text(settings_toml(upstream.url, ()))
        yield paths


def acts(paths: Paths) -> list[str]:
    """Return the acts of the journal, newest first."""
    library = Library.open(paths, Settings())
    try:
        return [act.what for act in library.journal.acts(9)]
    finally:
        library.close()


def press(reader: Terminal, *keys: str) -> int:
    """Type keys. Returns their number."""
    reader.send("".join(keys))
    return len(keys)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_paper_is_read_after_fewer_than_fifteen_keys(
    environ: dict[str, str], empty: Paths, size: tuple[int, int]
) -> None:
    with open_reader(environ, *size) as reader:
        reader.shows("Choose the arXiv categories to follow")
        keys = press(reader, *"cs.DC", "\r")
        reader.shows("1 chosen: cs.DC")
        keys += press(reader, "\r")
        reader.shows("Welcome to arxtui")
        keys += press(reader, "\r")
        reader.shows(" papers")
        reader.shows("›")
        keys += press(reader, "\r")
        reader.shows(" in cs.")
        keys += press(reader, " ")
        reader.send("q")
        assert reader.ended() == 0
    assert acts(empty)[0] == "read"
    assert keys == 10


def test_the_welcome_says_how_often_arxiv_is_requested_and_how_to_begin(environ: dict[str, str], empty: Paths) -> None:
    with open_reader(environ) as reader:
        reader.shows("step 1 of 2")
        reader.send("cs.DC\r\r")
        reader.shows("Enter to the papers")
        assert "step 2 of 2" in reader.text
        for words in (
            "every 60 minutes while it is open",
            "at least three seconds apart",
            "config.toml",
            "'arxtui backup' saves them",
            "'arxtui demo' opens a made-up library",
        ):
            reader.until(lambda words=words: words in " ".join(reader.text.split()), words)  # type: ignore[misc]
        assert str(empty.data) in "".join(reader.text.split())
        reader.send("\x1b")
        reader.shows(" papers · newest first")
    assert tomllib.loads(empty.config_file.read_text())["arxiv"]["categories"] == ["cs.DC"]


def test_categories_chosen_later_are_no_first_run(environ: dict[str, str], empty: Paths) -> None:
    with open_reader(environ, 80, 24) as reader:
        reader.shows("step 1 of 2")
        reader.send("\x1b")
        reader.shows("No categories followed")
        reader.until(lambda: "'arxtui demo' opens a made-up library" in " ".join(reader.text.split()))
        reader.until(lambda: "step 1" not in reader.text)
        reader.send("c")
        reader.shows("Choose the arXiv categories to follow")
        assert "step 1" not in reader.text
        reader.send("cs.DC\r\r")
        reader.shows(" papers · newest first")
        assert "Welcome" not in reader.text
