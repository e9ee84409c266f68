"""Verbs that take several papers, and standard input."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, PAPERS, environ, objects, write_papers
from tests.cli.conftest import Call


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


@pytest.mark.usefixtures("filled")
def test_papers_are_shown_one_after_the_other(call: Call) -> None:
    one, other = (call("show", name).out for name in ("2605.00999", "2605.01111"))
    assert call("show", "2605.00999", "2605.01111").out == f"{one}\n\n{other}"
    output = objects(call("show", "2605.00999", "2605.01111", "--json").out)
    assert [paper["id"] for paper in output] == ["2605.00999", "2605.01111"]


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("verb", ["show", "links", "cite", "open --print", "read", "export", "export --format ris"])
def test_names_come_from_standard_input(call: Call, monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    name, *options = verb.split()
    typed(monkeypatch, "2605.00999\n\n  arXiv:2605.01111v3\t2026-05-10\tcs.DC\n")
    piped = call(name, "-", *options)
    named = call(name, "2605.00999", "arXiv:2605.01111v3", *options)
    assert (piped.code, piped.out) == (named.code, named.out)
    assert piped.out


@pytest.mark.usefixtures("filled")
def test_the_papers_and_queries_of_standard_input_are_marked(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "2605.00999\nti:snapshots\n")
    assert call("mark", "-", "--star").out == "2 papers starred\n"


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("verb", ["show", "cite", "mark --star", "export"])
def test_a_standard_input_without_names_is_a_failure(call: Call, monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    typed(monkeypatch, "\n\n")
    name, *options = verb.split()
    assert call(name, "-", *options) == (1, "", "arxtui: standard input names no paper\n")


def test_a_standard_input_that_is_no_text_is_a_failure(filled: Path) -> None:
    env = environ(filled, PYTHONIOENCODING="utf-8")
    done = subprocess.run([*COMMAND, "show", "-"], env=env, input=b"\x1f\x8b\xff", capture_output=True)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"arxtui: standard input is not text in utf-8\n"


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("verb", ["show", "links", "cite", "read"])
def test_nothing_is_printed_if_one_is_unknown(call: Call, verb: str) -> None:
    said = call(verb, "2605.00999", "2605.09999")
    assert (said.code, said.out) == (1, "")
    assert "2605.09999 is not in the cache" in said.err


@pytest.mark.usefixtures("filled")
def test_links_of_several_papers_are_below_their_names(call: Call) -> None:
    lines = call("links", "2605.00999", "2605.01111").out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == ["2605.00999", "2605.01111"]
    output = objects(call("links", "2605.00999", "2605.01111", "--json").out)
    assert {(link["paper"], link["number"]) for link in output} >= {("2605.00999", 1), ("2605.01111", 1)}


def test_a_list_can_be_piped_into_other_verbs(filled: Path) -> None:
    script = f"{' '.join(COMMAND)} list cat:cs.DC | {' '.join(COMMAND)} cite - --json"
    done = subprocess.run(["bash", "-c", script], env=environ(filled), capture_output=True, text=True)
    assert [json.loads(line)["name"] for line in done.stdout.splitlines()] == ["2605.01234", "2605.01111", "2605.00999"]


@pytest.mark.usefixtures("filled")
def test_a_citation_has_the_key_of_the_bibtex_entry(call: Call) -> None:
    assert call("cite", "2605.01234").out == (
        "A. Example and B. Måns. Bounded Staleness for Sharded Optimizers. arXiv:2605.01234 [cs.DC], 2026. "
        "doi:10.1000/example. [example2026bounded]\n"
    )
    (result,) = objects(call("cite", "2605.01234", "--json").out)
    assert set(result) == {"name", "key", "citation"}
    assert call("export", "2605.01234").out.startswith(f"@misc{{{result['key']},")


def test_papers_whose_keys_would_be_equal_are_cited_by_different_keys(call: Call, tmp_path: Path) -> None:
    names = ("2605.01234", "2605.01235")
    call("import", str(write_papers(tmp_path / "papers.jsonl", [{**PAPERS[0], "id": name} for name in names])))
    keys = [words["key"] for words in objects(call("cite", *names, "--json").out)]
    assert keys[1].startswith("example2026bounded")
    assert len({*keys}) == 2
    assert [f"@misc{{{key}," in call("export", *names).out for key in keys] == [True, True]
