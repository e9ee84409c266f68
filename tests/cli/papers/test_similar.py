"""``arxtui similar``, and the other records of the same work that ``arxtui show`` prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import write_papers
from tests.cli.conftest import Call

ABSTRACT = "We bound the staleness of gradients in a sharded optimizer, and say what each shard pays for it."
PAPERS = [
    {"id": "2605.00001", "title": "Bounded staleness", "abstract": ABSTRACT, "authors": ["Ada Example"]},
    {"id": "2605.00002", "title": "What a shard pays", "abstract": "A sharded optimizer pays.", "authors": ["B. Måns"]},
    {"id": "2605.00003", "title": "Gradients of locks", "abstract": "Locks.", "authors": ["Ada Example"]},
    {"id": "2605.00004", "title": "Comment on “Bounded staleness”", "abstract": "No.", "authors": ["Ada Example"]},
    {"id": "2605.00005", "title": "Strings", "abstract": "Branes.", "authors": ["Chiara Prova"]},
]  # fmt: skip


@pytest.fixture
def filled(home: Path, call: Call, tmp_path: Path) -> Path:
    assert call("import", str(write_papers(tmp_path / "papers.jsonl", PAPERS))).code == 0
    return home


@pytest.mark.usefixtures("filled")
def test_similar_papers_are_listed_with_the_words_and_authors_in_common(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    piped = {line.split("\t")[0]: line.split("\t")[-1] for line in call("similar", "2605.00001").out.splitlines()}
    monkeypatch.setenv("COLUMNS", "120")
    code, out, err = call("similar", "2605.00001")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    shown = {lines[at].split()[0]: lines[at + 1] for at in range(0, len(lines), 2)}
    assert set(shown) == {"2605.00002", "2605.00003", "2605.00004"}
    listed = [json.loads(line)["id"] for line in call("similar", "--json", "2605.00001").out.splitlines()]
    assert list(piped) == list(shown) == listed
    assert listed != sorted(listed)
    assert all(words.startswith("    ") for words in shown.values())
    assert "sharded" in shown["2605.00002"]
    assert shown["2605.00004"].endswith("Ada Example")
    assert piped == {name: words.strip() for name, words in shown.items()}
    monkeypatch.setenv("COLUMNS", "24")
    assert all(len(line) <= 24 for line in call("similar", "2605.00001").out.splitlines() if line.startswith("    "))


@pytest.mark.usefixtures("filled")
def test_json_says_how_like_each_is(call: Call) -> None:
    (result,) = map(json.loads, call("similar", "--json", "--limit", "1", "2605.00001").out.splitlines())
    assert result["id"] in ("2605.00002", "2605.00004")
    score = result["likeness"]["score"]
    assert score == round(score, 3) > 0
    assert call("similar", "--json", "--limit", "1", "2605.00001").err == ""
    assert set(result["likeness"]) == {"score", "words", "authors", "references", "together"}


@pytest.mark.usefixtures("filled")
def test_they_are_the_first_of_the_list_that_a_query_gives(call: Call) -> None:
    listed = [json.loads(line)["id"] for line in call("list", "--json", "like:2605.00001").out.splitlines()]
    similar = [json.loads(line)["id"] for line in call("similar", "--json", "2605.00001").out.splitlines()]
    assert listed == similar


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(("name", "code"), [("2605.09999", 1), ("nothing", 2)])
def test_papers_similar_to_an_unknown_or_invalid_identifier_are_an_error(call: Call, name: str, code: int) -> None:
    assert call("similar", name).code == code


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("limit", ["0", "101", "-1", "many"])
def test_a_limit_is_one_that_can_be_kept(call: Call, limit: str) -> None:
    assert call("similar", "2605.00001", f"--limit={limit}").code == 2


@pytest.mark.usefixtures("filled")
def test_that_nothing_is_similar_is_said(call: Call) -> None:
    assert call("similar", "2605.00005") == (0, "", "no similar paper was found\n")


@pytest.mark.usefixtures("filled")
def test_show_names_related_papers_such_as_a_comment_and_says_why(call: Call) -> None:
    said = "A comment on it: 2605.00004 · Comment on “Bounded staleness” (its title names this one)\n"
    assert said in call("show", "2605.00001").out
    assert "It is about: 2605.00001 · Bounded staleness (this title names it)\n" in call("show", "2605.00004").out
    assert "comment on it" not in call("show", "2605.00005").out


@pytest.mark.usefixtures("filled")
def test_json_of_show_names_it_too(call: Call) -> None:
    printed = json.loads(call("show", "--json", "2605.00001").out)["related"]
    title = "Comment on “Bounded staleness”"
    assert printed == [{"name": "2605.00004", "title": title, "kind": "comment", "why": "its title names this one"}]


def test_a_damaged_index_keeps_no_paper_from_being_shown(filled: Path, call: Call) -> None:
    for file in (filled / "cache/index").rglob("*.idx"):
        file.write_bytes(b"\0" * file.stat().st_size)
    said = call("show", "2605.00001")
    assert said.code == 0
    assert "Bounded staleness\n" in said.out
