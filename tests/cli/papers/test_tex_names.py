"""Names and comments that arXiv sends with TeX accents are stored as sent and shown with Unicode letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import objects, write_papers
from tests.cli.conftest import Call

_PAPERS = tuple(
    {
        "id": f"2605.0123{number}",
        "title": f"Körding Weighting of Sharded Queues {number}",
        "abstract": "We weight sharded queues by split calibration and bound staleness.",
        "authors": [{"name": name, "affiliations": ['Universit\\"at Beispiel']}],
        "categories": ["cs.DC"],
        "comment": 'In memory of Kurt G\\"odel',
        "journal_ref": "Ann. Poincar\\'e 4 (2026) 1",
        "reviews": [
            {
                "headline": 'K\\"ording weighting halves staleness',
                "deck": 'With Gr\\"obner bases',
                "listed_on": "2026-05-13",
            }
        ],
    }
    for number, name in enumerate(('Bj\\"orn M\\aa ns', "Björn Måns"))
)


@pytest.fixture
def taken(home: Path, call: Call, tmp_path: Path) -> Path:
    """A home with two papers of one author, whose name was sent in two spellings."""
    assert call("import", str(write_papers(tmp_path / "papers.jsonl", _PAPERS))).code == 0
    return home


@pytest.mark.usefixtures("taken")
def test_a_paper_is_shown_readable_or_as_it_was_sent(call: Call) -> None:
    shown = call("show", "2605.01230").out
    assert "\\" not in shown
    for text in ("Björn Måns (Universität Beispiel)", "Kurt Gödel", "Poincaré", "Körding weighting", "Gröbner bases"):
        assert text in shown
    sent = call("show", "--tex", "2605.01230").out
    for text in ('Bj\\"orn M\\aa ns', 'Kurt G\\"odel', "Poincar\\'e", 'K\\"ording weighting', 'Gr\\"obner bases'):
        assert text in sent


@pytest.mark.usefixtures("taken")
def test_json_has_the_name_both_ways_and_an_import_keeps_the_one_that_was_sent(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (paper,) = objects(call("list", "--json", "2605.01230").out)
    assert [(author["name"], author["name_tex"]) for author in paper["authors"]] == [
        ("Björn Måns", 'Bj\\"orn M\\aa ns')
    ]
    file = tmp_path / "papers.out.jsonl"
    assert call("export", "--all", "--output", str(file)).code == 0
    monkeypatch.setenv("ARXTUI_HOME", str(tmp_path / "other"))
    assert call("import", str(file)).code == 0
    (again,) = objects(call("list", "--json", "2605.01230").out)
    assert again["authors"] == paper["authors"]


@pytest.mark.usefixtures("taken")
def test_a_name_counts_as_the_same_however_it_was_sent(call: Call) -> None:
    assert "Björn Måns" in call("similar", "2605.01230").out


@pytest.mark.usefixtures("taken")
def test_the_abstract_of_a_paper_without_text_names_its_authors_readably(call: Call) -> None:
    assert "Björn Måns" in call("read", "2605.01230").out
