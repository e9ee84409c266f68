"""The terminal shows any title or abstract as text, and executes no part of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from tests.cli.command import run_here
from tests.samples import sample
from tests.terminal.conftest import either_way
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal

Fill = Callable[[Sequence[dict[str, Any]]], None]

HOSTILE = {
    "2605.90001": "Collaborative Processing on Edge TPUs [28]",
    "2605.90002": "[Re] Reproducing Attention",
    "2605.90003": "A [CLS] token [/SEP] study [/b]",
    "2605.90004": "[@click=app.quit]press here[/] to learn",
    "2605.90005": "Escape \x1b]52;c;cHduZWQ=\x07 and \x1b[31mred\x1b[0m text",
    "2605.90006": "Clear \x1b[2J\x1b[H the screen \x9b2J too",
    "2605.90007": "A title\nover two\r\nlines",
    "2605.90008": "Teichm\x7fuller spaces",
    "2605.90009": "Right \u202eto left\u202c and \u2067isolates\u2069",
    "2605.90010": "שלום עולם and العربية",
    "2605.90011": "链式反应与分布式系统的一个很长的标题",
    "2605.90012": "Combining e\u0301\u0323\u0327 a\u030a marks",
    "2605.90013": "Emoji 👩‍🔬 🧪 🇩🇪 in titles",
    "2605.90014": "Half $x and {braces \\",
}
SHOWN = {
    "2605.90001": "Edge TPUs [28]",
    "2605.90002": "[Re] Reproducing Attention",
    "2605.90003": "A [CLS] token [/SEP] study [/b]",
    "2605.90004": "[@click=app.quit]press here[/] to learn",
    "2605.90005": "]52;c;cHduZWQ= and [31mred[0m text",
    "2605.90007": "A title over two lines",
    "2605.90008": "Teichmuller spaces",
    "2605.90014": "Half $x and {braces",
}


def record(base: str, title: str, **more: Any) -> dict[str, Any]:
    return {
        "id": base,
        "title": title,
        "abstract": f"About: {title}",
        "authors": [f"Ada {title}"],
        "categories": ["cs.DC"],
        "published": "2026-05-13",
        **more,
    }


def position(reader: Terminal, place: int, total: int, before: list[str] | None = None) -> None:
    """Wait until the cursor is on a given paper of the list. On a narrow screen, the end of a long title takes the
    place of the position; then any change from the lines ``before`` is enough."""

    def is_there() -> bool:
        *_, bottom = lines = reader.lines
        is_covered = bottom.startswith(" … ") and f"/{total:,}" not in bottom
        return bottom.endswith(f"{place:,}/{total:,}") or (before is not None and is_covered and lines != before)

    reader.until(is_there, f"paper {place} of {total}")


@either_way
def test_hostile_titles_are_shown_and_not_run(fill: Fill, environ: dict[str, str]) -> None:
    fill([record(base, title) for base, title in HOSTILE.items()])
    with open_reader(environ, 160, 45) as reader:
        position(reader, 1, len(HOSTILE))
        for place in range(2, len(HOSTILE) + 1):
            reader.send("j")
            position(reader, place, len(HOSTILE))
        for words in SHOWN.values():
            assert words in reader.text, words
        for key in "THTHy":
            reader.send(key)
        reader.send("/click\r")
        reader.shows("press here")
        reader.send("q")
        assert reader.ended() == 0
        assert b"\x1b]52;c;cHduZWQ" not in reader.raw
        assert b"\x1b[31mred" not in reader.raw


def test_an_escape_written_as_an_entity_is_no_escape(
    fill: Fill, environ: dict[str, str], paths: Paths, tmp_path: Path
) -> None:
    fill([record("2605.90001", "A sound paper")])
    feed = tmp_path / "answer.xml"
    feed.write_text(
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" '
        'xmlns="http://www.w3.org/2005/Atom"><id>https://arxiv.org/api/x</id><title>arXiv Query: x</title>'
        "<opensearch:totalResults>1</opensearch:totalResults><opensearch:startIndex>0</opensearch:startIndex>"
        "<opensearch:itemsPerPage>1</opensearch:itemsPerPage>"
        "<entry><id>http://arxiv.org/abs/2605.90002v1</id><title>Stolen &#27;]52;c;cHduZWQ=&#7; clipboard</title>"
        "<updated>2026-05-13T00:00:00Z</updated><summary>&#27;[2J</summary><published>2026-05-13T00:00:00Z</published>"
        '<arxiv:primary_category term="cs.DC"/><category term="cs.DC"/><author><name>Ada</name></author></entry></feed>'
    )
    assert run_here(paths.config.parent, "import", str(feed)).returncode == 0
    with open_reader(environ) as reader:
        reader.shows("clipboard")
        reader.send("q")
        assert reader.ended() == 0
        assert b"\x1b]52;c;cHduZWQ" not in reader.raw


def test_five_thousand_authors_and_a_long_abstract_can_be_read(fill: Fill, environ: dict[str, str]) -> None:
    authors = [f"Author Number{place}" for place in range(5_000)]
    fill([record("2605.90001", "Many hands", authors=authors, abstract="word " * 20_000 + "the last word")])
    with open_reader(environ) as reader:
        reader.shows("Many hands")
        reader.shows("Author Number0")
        reader.send("\tG")
        reader.shows("the last word")
        reader.send("gA")
        reader.shows("Number9")
        reader.send("q")
        assert reader.ended() == 0


@pytest.mark.parametrize(("first", "size"), [(0, (160, 45)), (1, (80, 24)), (2, (40, 12))])
def test_every_odd_record_of_arxiv_is_shown(
    fill: Fill, environ: dict[str, str], shared: Path, first: int, size: tuple[int, int]
) -> None:
    lines = (shared / "data/papers-odd.jsonl").read_text().splitlines()
    odd = [json.loads(line) for line in lines[first :: sample(3, 1)]]
    fill(odd)
    with open_reader(environ, *size) as reader:
        position(reader, 1, len(odd), [])
        for place in range(2, len(odd) + 1):
            before = reader.lines
            reader.send("j")
            position(reader, place, len(odd), before)
        reader.send("q")
        assert reader.ended() == 0
