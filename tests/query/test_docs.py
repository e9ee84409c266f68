"""Every query in the documentation means what the documentation says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arxtui.model.expr import Field, Sort
from arxtui.query import QueryError, check, explain, parse
from arxtui.query.vocabulary import FIELDS, STATES

PAGE = (Path(__file__).resolve().parents[2] / "docs/query.md").read_text(encoding="utf-8")
MEANINGS = re.findall(r"^\| `([^`]*)` \| ([^|`]*) \|$", PAGE, re.M)
FAULTS = re.findall(r"^\| `(.*?)` \| `(.*?)` \| ([^|]*) \|$", PAGE, re.M)


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_a_query_means_what_the_page_says(text: str, meaning: str) -> None:
    assert explain(check(text)) == meaning


@pytest.mark.parametrize(("text", "place", "reason"), FAULTS)
def test_a_fault_is_told_at_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(QueryError) as caught:
        check(text)
    fault = caught.value.fault
    assert text[fault.start : fault.end] == place
    assert fault.reason.startswith(reason)


@pytest.mark.parametrize(("text", "place", "reason"), FAULTS)
def test_no_fault_stops_the_search_box(text: str, place: str, reason: str) -> None:
    assert explain(parse(text, typing=True))


def test_the_page_shows_how_the_command_line_marks_a_fault() -> None:
    query, shown = re.findall(r"^    \$ arxtui list '(.*)'\n((?:    .*\n)+)", PAGE, re.M)[0]
    with pytest.raises(QueryError) as caught:
        check(query)
    assert str(caught.value) == "\n".join(line.removeprefix("    ") for line in shown.rstrip().split("\n"))


def test_every_field_state_and_order_is_documented() -> None:
    written = " ".join(text for text, _ in MEANINGS)
    assert all(f"{name}:" in written for name in FIELDS)
    assert all(f"is:{state}" in written for state in STATES)
    assert all(f"sort:{order.value}" in written for order in Sort)
    assert {field.value for field in Field if field} <= set(FIELDS)
