"""Every query in the documentation has the documented meaning."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.model.expr import Field
from arxtui.model.sources import SOURCES
from arxtui.query import QueryError, check, parse
from arxtui.query.explain import explain
from arxtui.query.highlights import highlights
from arxtui.query.incomplete import with_stars
from arxtui.query.vocabulary import FIELDS, VALUES
from arxtui.text import readable
from arxtui.text.matching.spans import matching_spans

PAGE = (Path(__file__).resolve().parents[2] / "docs/query.md").read_text(encoding="utf-8")
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def _rows(cells: str) -> list[tuple[str, ...]]:
    return [tuple(cell.replace(r"\|", "|") for cell in found) for found in re.findall(rf"^\| {cells} \|$", PAGE, re.M)]


MEANINGS = _rows(r"`([^`]*)` \| ([^`]*, .* first)")
FAULTS = _rows(r"`(.*?)` \| `(.*?)` \| ([^|`]*)")
BOXED = _rows(r"`([^`]*)` \| as `([^`]*)`")
MATCHES = _rows(r"`([^`]*)` \| `([^`]*)` \| `([^`]*)`")


def test_the_page_says_which_day_it_speaks_of() -> None:
    assert f"that day is {NOW.date()}." in PAGE


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_the_meaning_of_an_example_query_is_that_in_the_manual(text: str, meaning: str) -> None:
    assert explain(check(text, now=NOW)) == meaning


@pytest.mark.parametrize(("text", "written"), BOXED)
def test_the_search_box_reads_a_query_as_the_page_says(text: str, written: str) -> None:
    read, meant = parse(text, typing=True), check(written)
    assert (read.expr, read.sort, read.faults) == (meant.expr, meant.sort, ())
    assert with_stars(text) == written


@pytest.mark.parametrize(("text", "place", "reason"), FAULTS)
def test_a_fault_is_reported_at_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(QueryError) as caught:
        check(text)
    fault = caught.value.fault
    assert text[fault.start : fault.end] == place
    assert fault.reason.startswith(reason)


@pytest.mark.parametrize(("text", "place", "reason"), FAULTS)
def test_no_fault_stops_the_search_box(text: str, place: str, reason: str) -> None:
    assert explain(parse(text, typing=True))


@pytest.mark.parametrize(("text", "found", "passed"), MATCHES)
def test_words_match_as_the_page_says(text: str, found: str, passed: str) -> None:
    wanted = highlights(check(text).expr).abstract
    assert matching_spans(readable(found), wanted)
    assert not matching_spans(readable(passed), wanted)


def test_the_page_shows_how_the_command_line_marks_a_fault() -> None:
    query, shown = re.findall(r"^    \$ arxtui list '(.*)'\n((?:    .*\n)+)", PAGE, re.M)[0]
    with pytest.raises(QueryError) as caught:
        check(query)
    assert str(caught.value) == "\n".join(line.removeprefix("    ") for line in shown.rstrip().split("\n"))


def test_every_field_is_in_the_table_and_in_an_example() -> None:
    assert dict(re.findall(r"^\| `(\w+):` \| ([^|`]*) \|$", PAGE, re.M)) == FIELDS
    written = " ".join(text for text, _ in MEANINGS)
    assert all(f"{name}:" in written for name in FIELDS)
    assert {field.value for field in Field if field} <= set(FIELDS)


@pytest.mark.parametrize("field", VALUES)
def test_every_value_is_in_an_example(field: str) -> None:
    written = {word for text, _ in MEANINGS for word in text.split()}
    assert {f"{field}:{value}" for value in VALUES[field]} <= written


def test_the_sources_are_those_that_papers_are_known_from() -> None:
    assert set(VALUES["source"]) == set(SOURCES)
