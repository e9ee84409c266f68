"""``arxtui show``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import arxtui, write_papers
from tests.cli.conftest import Call


@pytest.mark.usefixtures("filled")
def test_a_paper_is_shown_in_full(call: Call) -> None:
    code, out, err = call("show", "2605.01234")
    assert (code, err) == (0, "")
    for words in (
        "Bounded Staleness for Sharded Optimizers\n",
        "Ada Example (Example University), Björn Måns\n",
        "2605.01234v2 · cs.DC · cs.LG · submitted 2026-05-1",
        "Comment: 12 pages\n",
        "DOI: 10.1000/example\n",
        "Announced: 2026-05-13 cs.DC new\n",
        "Pith · 2 theorems · 2026-05-13 · of v2",
        "Stale gradients cost a third less\n",
        "Bounding delay keeps the rate …\n",
        "We bound delay at O(√T) per shard.\n",
    ):
        assert words in out


@pytest.mark.usefixtures("filled")
def test_show_has_no_line_for_an_unknown_field_of_a_paper(call: Call) -> None:
    code, out, err = call("show", "hep-th/9901001")
    assert (code, err) == (0, "")
    assert out == "Old Strings\nhep-th/9901001 · hep-th\nKnown from: jsonl\n\nStrings.\n"


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"published": "2026-05-11T17:00:00Z", "updated": "2026-05-11T17:00:00Z"}, "submitted 2026-05-11\n"),
        (
            {"published": "2026-05-11T17:00:00Z", "updated": "2026-05-12T17:00:00Z"},
            "submitted 2026-05-11 · updated 2026-05-12\n",
        ),
        ({"updated": "2026-05-12T17:00:00Z"}, "updated 2026-05-12\n"),
    ],
)
def test_the_day_of_an_update_is_reported_if_there_was_one(
    call: Call, tmp_path: Path, more: dict[str, str], words: str
) -> None:
    fields = {"id": "2605.00001", "title": "Fair Locks", "categories": ["cs.DC"], **more}
    call("import", str(write_papers(tmp_path / "papers.jsonl", [fields])))
    assert call("show", "2605.00001").out.splitlines(keepends=True)[1] == f"2605.00001 · cs.DC · {words}"


def test_days_are_those_of_the_time_zone(filled: Path) -> None:
    assert "submitted 2026-05-12 " in arxtui(filled, "show", "2605.01234", env={"TZ": "JST-9"}).stdout


@pytest.mark.usefixtures("filled")
def test_the_source_is_shown_on_demand(call: Call, tmp_path: Path) -> None:
    assert "$O(\\sqrt{T})$" in call("show", "2605.01234", "--tex").out
    fields = {"id": "2605.00001", "title": "Locks in $O(n)$", "authors": ['G\\"odel'], "comment": "$n$ pages"}
    call("import", str(write_papers(tmp_path / "papers.jsonl", [fields])))
    readable, source = (call("show", "2605.00001", *options).out for options in ((), ("--tex",)))
    assert all(words in readable for words in ("Locks in O(n)", "Gödel", "Comment: n pages"))
    assert all(words in source for words in ("Locks in $O(n)$", 'G\\"odel', "Comment: $n$ pages"))


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("name", ["2605.01234v1", "arXiv:2605.01234", "https://arxiv.org/pdf/2605.01234v2.pdf"])
def test_a_paper_may_be_named_in_any_way(call: Call, name: str) -> None:
    said = call("show", "--json", name)
    assert (said.code, said.err, json.loads(said.out)["id"]) == (0, "", "2605.01234")


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("verb", [("show",), ("links",), ("open", "--print")])
def test_a_version_that_nobody_knows_of_is_said(call: Call, verb: tuple[str, ...]) -> None:
    code, out, err = call(*verb, "2605.01234v7")
    assert (code, err) == (0, "arxtui: version 7 is not stored; this is v2, the newest known\n")
    assert out == call(*verb, "2605.01234v2").out


@pytest.mark.usefixtures("filled")
def test_a_paper_that_is_not_there_is_a_failure(call: Call) -> None:
    said = call("show", "2605.04321")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("arxtui: 2605.04321 is not in the cache")


@pytest.mark.usefixtures("home")
def test_an_invalid_identifier_is_a_bad_command_line(call: Call) -> None:
    words = "arxtui: not an identifier or a DOI: 'staleness[31m'; 'arxtui list' shows the name of each paper\n"
    assert call("show", "staleness\x1b[31m") == (2, "", words)


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("name", ["10.1000/example", "doi:10.1000/example", "https://doi.org/10.1000/Example"])
def test_a_paper_may_be_named_by_the_journals_doi(call: Call, name: str) -> None:
    assert json.loads(call("show", "--json", name).out)["id"] == "2605.01234"
    assert call("show", "10.1000/other").code == 1


@pytest.mark.usefixtures("home")
def test_a_paper_known_only_from_its_review_is_named_as_in_the_list(call: Call, tmp_path: Path) -> None:
    review = {"headline": "Locks cost less", "listed_on": "2026-05-13"}
    call("import", str(write_papers(tmp_path / "cards.jsonl", [{"title": "Fair Locks", "reviews": [review]}])))
    (name,) = [part for part in call("list").out.split() if part.startswith("pith-2605.")]
    shown = call("show", name).out
    assert f"{name} · known only from its review" in shown
    assert shown.endswith("\n\nNo abstract is known yet.\n")
    printed = json.loads(call("show", name, "--json").out)
    assert (printed["id"], printed["name"], printed["title"]) == (None, name, "Fair Locks")
    assert call("mark", name, "--star").out == "1 paper starred\n"
    assert name in call("list", name, "is:starred").out


@pytest.mark.usefixtures("home")
def test_the_venue_that_the_comment_names_is_shown(call: Call, tmp_path: Path) -> None:
    fields = {"id": "2605.00001", "title": "Fair Locks", "comment": "Accepted at ICS 2026, 12 pages"}
    call("import", str(write_papers(tmp_path / "papers.jsonl", [fields])))
    assert "Venue: ICS 2026, accepted\n" in call("show", "2605.00001").out
    assert json.loads(call("show", "2605.00001", "--json").out)["venue"] == {
        "name": "ICS",
        "year": 2026,
        "status": "accepted",
    }
    assert "2605.00001" in call("list", "venue:ics").out
    assert call("list", "venue:sosp").out == ""
