"""``arxtui diff``."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.arxiv.ids import key_of
from arxtui.model.document import Document, Heading, Origin, Paragraph, Text
from arxtui.model.fulltext import TextState
from arxtui.model.intake import Intake
from arxtui.model.paper import Author, History, Paper, Version
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import Outcome, Page
from tests.cli.command import COMMAND, environ, objects, write_papers
from tests.cli.conftest import Call
from tests.terminal.screen import terminal

NAME = "2605.01234"
NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
FIRST = {
    "id": NAME,
    "version": 1,
    "title": "Bounded Staleness",
    "abstract": "We bound delay at $O(\\sqrt{T})$ per shard, in most cases. [31m stays.",
    "authors": ["Ada Example"],
    "categories": ["cs.DC"],
    "comment": "12 pages",
    "updated": "2026-05-11T12:00:00Z",
}
SECOND = {
    **FIRST,
    "version": 2,
    "abstract": "We bound the delay at $O(\\sqrt{T})$ per shard and node, in all cases. [31m stays.",
    "authors": ["Ada Example", "Björn Måns"],
    "updated": "2026-05-13T12:00:00Z",
}


@pytest.fixture
def revised(home: Path, call: Call, tmp_path: Path) -> Path:
    """A home with two versions of a paper."""
    for number, record in enumerate((FIRST, SECOND)):
        assert call("import", str(write_papers(tmp_path / f"{number}.jsonl", [record]))).code == 0
    return home


@pytest.mark.usefixtures("revised")
def test_the_newest_version_is_compared_with_the_one_before(call: Call) -> None:
    said = call("diff", NAME)
    assert said.code == 0
    assert said.out.startswith(f"{NAME}: from v1 to v2\n")
    assert "Ada Example{+, Björn Måns+}" in said.out
    abstract = " ".join(said.out.split())
    assert "We bound {+the +}delay at O(√T) per shard{+ and node+}, in [-most-]{+all+} cases. [31m stays." in abstract
    assert "Unchanged: title, comment, categories." in said.out
    assert said.err == "the full text of v1 and of v2 is not stored, so the texts are not compared\n"


@pytest.mark.usefixtures("revised")
@pytest.mark.parametrize(
    ("asked", "way"), [(["v1"], "from v1 to v2"), (["v2", "v1"], "from v2 to v1"), (["1", "2"], "from v1 to v2")]
)
def test_versions_may_be_named(call: Call, asked: list[str], way: str) -> None:
    assert way in call("diff", NAME, *asked).out


@pytest.mark.usefixtures("revised")
@pytest.mark.parametrize(
    ("asked", "way"),
    [
        ([], "from v2 to v5"),
        (["v1"], "from v1 to v5"),
        (["v2"], "from v2 to v5"),
        (["v5"], "from v5 to v2"),
        (["v1", "v2"], "from v1 to v2"),
    ],
)
def test_the_version_that_is_not_named_is_the_newest_other_one(
    call: Call, tmp_path: Path, asked: list[str], way: str
) -> None:
    call("import", str(write_papers(tmp_path / "third.jsonl", [{**SECOND, "version": 5}])))
    assert call("diff", NAME, *asked).out.startswith(f"{NAME}: {way}\n")


@pytest.mark.usefixtures("revised")
@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        (["v1", "v7"], 1, "v7 of 2605.01234 is not stored; stored: v1, v2"),
        (["v8", "v7"], 1, "v8 of 2605.01234 is not stored; stored: v1, v2"),
        (["v2", "v2"], 2, "the same version"),
        (["second"], 2, "a version looks like v2, not second"),
    ],
)
def test_versions_that_cannot_be_compared_are_reported(call: Call, asked: list[str], code: int, words: str) -> None:
    said = call("diff", NAME, *asked)
    assert said.code == code
    assert words in said.err


def test_a_paper_with_one_version_has_nothing_to_compare(call: Call, home: Path, tmp_path: Path) -> None:
    call("import", str(write_papers(tmp_path / "one.jsonl", [SECOND])))
    said = call("diff", NAME)
    assert (said.code, said.out) == (1, "")
    assert "Versions" not in call("show", NAME).out
    assert said.err == "arxtui: there are not two versions of 2605.01234 to compare; stored: v2\n"
    assert call("diff", NAME, "v2") == said
    assert call("diff", NAME, "v1").err == "arxtui: v1 of 2605.01234 is not stored; stored: v2\n"


def test_for_a_paper_without_a_version_the_stored_ones_are_named(call: Call, home: Path, tmp_path: Path) -> None:
    versionless = {name: value for name, value in SECOND.items() if name != "version"}
    call("import", str(write_papers(tmp_path / "one.jsonl", [versionless])))
    stored = "its record is stored, but without a version number"
    assert call("diff", NAME) == (1, "", f"arxtui: there are not two versions of {NAME} to compare; {stored}\n")
    assert call("diff", NAME, "v1").err == f"arxtui: v1 of {NAME} is not stored; {stored}\n"
    keep(home, 0, text("Introduction is short."))
    stored = "its record and full text are stored, but without a version number"
    assert call("diff", NAME).err == f"arxtui: there are not two versions of {NAME} to compare; {stored}\n"


def test_versions_of_which_only_the_dates_are_stored_are_named(call: Call, home: Path) -> None:
    dates = tuple(Version(number, NOW, "oai") for number in (1, 2, 4))
    newest = Paper(NAME, "Bounded Staleness", "We bound.", (Author("Ada Example"),), ("cs.DC",), 3, source="oai")
    with Cache.open(Paths.under(home).cache_db) as cache:
        cache.take(Intake((newest,), histories=(History(NAME, dates),)))
    said = call("diff", NAME)
    assert said.err == (
        f"arxtui: there are not two versions of {NAME} to compare; "
        "stored: v3; only the dates of v1, v2, v4 are stored\n"
    )


@pytest.mark.usefixtures("revised")
def test_versions_are_listed_by_show(call: Call) -> None:
    assert "Versions: v1 of 2026-05-1" in call("show", NAME).out


@pytest.mark.usefixtures("revised")
def test_as_json_the_runs_are_exactly_the_old_words_and_the_new_ones(call: Call) -> None:
    said = call("diff", NAME, "--json")
    assert said.err == "the full text of v1 and of v2 is not stored, so the texts are not compared\n"
    parts = {part["part"]: part for part in objects(said.out)}
    assert list(parts) == ["title", "authors", "abstract", "comment", "categories"]
    authors = parts["authors"]
    assert (authors["before"], authors["after"], authors["of"], authors["differs"]) == (1, 2, "record", True)
    assert authors["runs"] == [{"kind": "kept", "text": "Ada Example"}, {"kind": "added", "text": ", Björn Måns"}]


def text(*words: str) -> Document:
    blocks = [block for word in words for block in (Heading(1, "", (Text(word.split()[0]),)), Paragraph((Text(word),)))]
    return Document((Text("Bounded Staleness"),), (), tuple(blocks))


def keep(home: Path, version: int, document: Document) -> None:
    """Put a full text into the cache, as a fetch does."""
    page = Page(Origin.HTML, f"https://arxiv.org/html/{NAME}v{version}", b"<article>", NOW)
    outcome = Outcome(version, TextState.HAVE, "", NOW)
    with Cache.open(Paths.under(home).cache_db) as cache:
        cache.fulltexts.put(key_of(NAME), version, page, document, 5, (), outcome)


def test_full_texts_are_compared_by_section_where_both_are_here(call: Call, revised: Path) -> None:
    texts = {
        1: text("Introduction is short.", "Method works.", "Thanks all."),
        2: text("Introduction is long.", "Thanks all."),
    }
    for version, document in texts.items():
        keep(revised, version, document)

    said = call("diff", NAME)

    assert said.err == ""
    assert "\nIntroduction\n\nIntroduction is [-short-]{+long+}.\n" in said.out
    assert "[-Method works.-]" in said.out
    assert said.out.endswith("categories, Thanks.\n")
    sections = [part for part in objects(call("diff", NAME, "--json").out) if part["of"] == "text"]
    assert [(part["part"], part["differs"]) for part in sections] == [
        ("Introduction", True),
        ("Method", True),
        ("Thanks", False),
    ]


def test_on_a_terminal_words_are_coloured(revised: Path) -> None:
    with terminal([*COMMAND, "diff", NAME], environ(revised, PAGER="cat"), columns=100, rows=40) as screen:
        screen.shows("from v1 to v2")
        screen.shows("Unchanged:")
        assert not any("{+" in line for line in screen.lines)
        row = next(place for place, line in enumerate(screen.lines) if "Björn" in line)
        assert screen.emulator.buffer[row][screen.lines[row].index("Björn")].fg == "green"


def test_a_paper_known_from_a_review_has_no_version(call: Call, home: Path, tmp_path: Path) -> None:
    review = {"headline": "Locks cost less", "listed_on": "2026-05-13"}
    call("import", str(write_papers(tmp_path / "cards.jsonl", [{"title": "Fair Locks", "reviews": [review]}])))
    name = call("list").out.split("\t")[0]
    words = f"arxtui: there are not two versions of {name} to compare; it is known only from its review\n"
    assert call("diff", name) == (1, "", words)
