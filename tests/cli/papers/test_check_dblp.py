"""``arxtui check`` with dblp's dump imported: works that are not on arXiv, and where preprints appeared."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.library.references.checking import BibFile
from arxtui.text.bibtex import BibEntry
from tests.cli.command import write_papers
from tests.cli.conftest import Call
from tests.dblp import JOURNAL, RECORDS, write_dump
from tests.homes import as_made

CLOCKS = "Clocks that nobody waits for"
PAPERS: list[dict[str, Any]] = [
    {"id": "2301.00042", "title": CLOCKS, "authors": ["Chiara Prova"], "published": "2023-01-02T00:00:00Z"},
]
LOCKS = "title = {Sharded Locks of a Long Queue with {O(n2)} \\& More}"


@pytest.fixture(autouse=True)
def filled(home: Path, call: Call, tmp_path: Path) -> None:
    files = str(write_papers(tmp_path / "papers.jsonl", PAPERS)), str(write_dump(tmp_path / "dblp.xml.gz"))
    as_made(home, "papers and works", lambda: call("import", *files))


def checked(call: Call, tmp_path: Path, fields: str, kind: str = "inproceedings") -> dict[str, Any]:
    file = tmp_path / "references.bib"
    file.write_text(f"@{kind}{{key, {fields}}}")
    [result] = map(json.loads, call("check", "--all", "--json", str(file)).out.splitlines())
    assert isinstance(result, dict)
    return result


@pytest.mark.parametrize(
    ("fields", "verdict", "words"),
    [
        (f"{LOCKS}, author = {{Example, Ada and M{{\\aa}}ns, Bo}}, year = 2024", "verified", ""),
        (f"{LOCKS}, author = {{A. Example and others}}, year = 2024, doi = {{10.1145/1234567.abc}}", "verified", ""),
        (f"{LOCKS}, author = {{Example, Ada}}, year = 2025", "verified", ""),
        (f"{LOCKS}, author = {{Example, Ada and Stranger, Jane}}, year = 2024", "wrong", "Jane Stranger is not"),
        (f"{LOCKS}, author = {{Example, Ada}}, year = 2014", "wrong", "2014, but dblp has 2024"),
        (f"{LOCKS}, author = {{Nobody, Jane}}, year = 2024", "cannot-tell", ""),
        ("title = {Sharded Locks of a Long Street with O(n2) and More}, author = {Example, Ada}", "cannot-tell", ""),
        (
            "title = {Sharded Locks of a Short Queue with O(n2) \\& More}, doi = {10.1145/1234567.ABC}",
            "wrong",
            "“short”",
        ),
        ("title = {A text about bread}, doi = {10.1145/1234567.ABC}", "other-paper", "is “Sharded Locks"),
        ("title = {Editorial}, author = {Prova, C.}, year = 2020", "verified", ""),
        ("title = {Editorial}, author = {Prova, C.}, year = 1999", "cannot-tell", ""),
        ("title = {Clocks that are taken back by everybody}, author = {Prova, C.}, year = 2021", "withdrawn", "dblp"),
        ("title = {A book of bread}, author = {Prova, C.}, year = 2021", "cannot-tell", ""),
    ],
)
def test_a_work_that_is_not_on_arxiv_is_compared_with_dblp(
    call: Call, tmp_path: Path, fields: str, verdict: str, words: str
) -> None:
    result = checked(call, tmp_path, fields)
    assert result["verdict"] == verdict
    assert words in " ".join(each["words"] for each in result["problems"])
    assert (result["dblp"] is None) is (verdict == "cannot-tell")
    assert result["paper"] is None


def test_dblp_says_where_a_preprint_was_published_since(call: Call, tmp_path: Path) -> None:
    result = checked(
        call, tmp_path, f"title = {{{CLOCKS}}}, author = {{Prova, C.}}, eprint = {{2301.00042}}, year = 2025"
    )
    assert (result["verdict"], result["paper"]) == ("verified", "2301.00042")
    words = "published since: J. Made-up Clocks 2025 10.1000/clocks.7 (dblp:journals/madeup/Prova25)"
    assert words in [each["words"] for each in result["hints"]]
    result = checked(
        call, tmp_path, f"title = {{{CLOCKS}}}, author = {{Prova, C.}}, year = 2025, journal = {{J. Made-up Clocks}}"
    )
    assert not any("since" in each["words"] for each in result["hints"])


def test_the_doi_of_the_publication_is_a_change_to_look_at(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "references.bib"
    file.write_text(
        f"@misc{{key, title = {{{CLOCKS}}}, author = {{Prova, C.}}, eprint = {{2301.00042}}, year = 2023}}\n"
    )
    assert call("check", "--fix", str(file)).out == ""
    assert "+@misc" in call("check", "--fix", "--unsafe", str(file)).out
    assert "doi = {10.1000/clocks.7}" in call("check", "--fix", "--unsafe", str(file)).out


def test_the_dblp_work_of_a_wrong_entry_is_named_and_the_summary_counts_papers_and_works(
    call: Call, tmp_path: Path
) -> None:
    file = tmp_path / "references.bib"
    file.write_text(f"@misc{{key, {LOCKS}, author = {{Example, Ada}}, year = 2014}}")
    said = call("check", str(file))
    assert f"{file}:1: key: wrong (dblp:conf/madeup/ExampleM24): year: 2014, but dblp has 2024" in said.out
    assert "1 paper in the cache, the newest of 2023-01-02, and 5 works of dblp as of 2026-10-02" in said.err


def test_a_newer_dump_replaces_the_one_before(home: Path, call: Call, tmp_path: Path) -> None:
    said = call("import", str(write_dump(tmp_path / "newer.xml.gz", [JOURNAL.replace("2025-12", "2026-12")])))
    assert said.out.splitlines() == [f"{tmp_path}/newer.xml.gz: 1 work of dblp", "  as dblp was on 2026-12-24"]
    assert checked(call, tmp_path, f"{LOCKS}, author = {{Example, Ada}}")["verdict"] == "cannot-tell"
    assert sorted(each.name for each in (home / "cache").glob("*dblp*")) == ["dblp.works"]


def test_a_dump_without_days_of_changes_names_none(call: Call, tmp_path: Path) -> None:
    dump = write_dump(tmp_path / "dayless.xml.gz", [JOURNAL.replace("mdate", "other")])
    assert call("import", str(dump)).out == f"{dump}: 1 work of dblp\n"
    (tmp_path / "a.bib").write_text(f"@misc{{key, {LOCKS}}}")
    assert call("check", str(tmp_path / "a.bib")).err.endswith(" and 1 work of dblp\n")


def test_a_dump_that_cannot_be_read_to_its_end_leaves_the_one_before(home: Path, call: Call, tmp_path: Path) -> None:
    whole = write_dump(tmp_path / "cut.xml.gz", RECORDS * 100).read_bytes()
    (tmp_path / "cut.xml.gz").write_bytes(whole[:-30])
    said = call("import", str(tmp_path / "cut.xml.gz"))
    assert said.code == 1
    assert "the gzip data ends early" in said.out
    assert checked(call, tmp_path, f"{LOCKS}, author = {{Example, Ada}}")["verdict"] == "verified"
    assert sorted(each.name for each in (home / "cache").glob("*dblp*")) == ["dblp.works"]


def test_a_damaged_file_of_dblp_works_is_reported_with_the_advice_to_import_again(
    home: Path, call: Call, tmp_path: Path
) -> None:
    (home / "cache" / "dblp.works").write_bytes(b"nothing")
    (tmp_path / "a.bib").write_text(f"@misc{{key, {LOCKS}}}")
    said = call("check", str(tmp_path / "a.bib"))
    assert said.code
    assert "import the dump again" in said.err


def test_a_library_that_is_open_uses_the_dump_that_was_imported_last(home: Path, call: Call, tmp_path: Path) -> None:
    entry = BibEntry("misc", "key", {"title": "Clocks That Nobody Waits For", "author": "Chiara Prova"}, 1)
    with closing(Library.open(Paths.under(home), Settings())) as library:
        for records, works in ((RECORDS, 5), ([JOURNAL], 1)):
            call("import", str(write_dump(tmp_path / f"{works}.xml.gz", records)))
            list(library.bibliographies.check([BibFile("", [entry])]))
            facts = library.bibliographies.published.facts
            assert facts
            assert facts.records == works
