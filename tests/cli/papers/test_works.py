"""Works that are not on arXiv, from a file of JSON lines: kept like papers, by their DOI."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.command import write_papers
from tests.cli.conftest import Call

DOI = "10.1101/2021.03.04.433999"
WAVES = {
    "title": "Waves in sleeping fish",
    "doi": DOI,
    "authors": ["Ada Example", "Björn Måns"],
    "published": "2021-03-04T00:00:00Z",
    "abstract": "Fish sleep in waves.",
    "journal_ref": "bioRxiv 2021.03.04.433999",
}
CLOCKS = {"title": "Clocks of old", "doi": "10.1000/clocks", "authors": ["C. Prova"], "published": "1935-01-01"}


@pytest.fixture
def works(call: Call, home: Path, tmp_path: Path) -> Path:
    """A home into which two works were imported."""
    code, out, _ = call("import", str(write_papers(tmp_path / "works.jsonl", [WAVES, CLOCKS])))
    assert (code, "2 papers (2 new" in out) == (0, True)
    return home


@pytest.mark.usefixtures("works")
def test_a_work_is_listed_shown_and_found_by_its_doi_and_its_words(call: Call) -> None:
    assert [line.split("\t")[-1] for line in call("list").out.splitlines()] == [WAVES["title"], CLOCKS["title"]]
    name = call("list", "sleeping fish").out.split("\t")[0]
    assert name.startswith("work-2101.")
    assert call("show", DOI).out == call("show", name).out
    assert f"{name} · not on arXiv · submitted 2021-03-04\n" in call("show", DOI).out
    assert call("list", "year:1935").out.split("\t")[0].startswith("work-9101.")
    assert call("list", "is:unread").out == ""


@pytest.mark.usefixtures("works")
def test_the_page_of_a_work_is_that_of_its_doi_and_it_has_no_text(call: Call) -> None:
    assert call("open", DOI, "--print") == (0, f"https://doi.org/{DOI}\n", "")
    assert call("open", DOI, "--print", "--pdf").err == "arxtui: the paper has no PDF: it is not on arXiv\n"
    assert call("refs", DOI).err == "arxtui: this full text is not available: the paper is not on arXiv\n"
    assert "is not available: the paper is not on arXiv\nThis is its abstract" in call("read", DOI).err


@pytest.mark.usefixtures("works")
def test_the_address_of_a_work_names_the_source_of_its_record(call: Call) -> None:
    assert call("links", DOI).out == f"  1  doi      https://doi.org/{DOI}  JSON lines\n"


def test_a_starred_work_is_exported_even_without_the_cache(call: Call, works: Path) -> None:
    assert call("mark", "--star", DOI).code == 0
    before = call("export", "is:starred").out
    assert f"doi = {{{DOI}}}" in before
    assert "eprint" not in before
    shutil.rmtree(works / "cache")
    call("list")
    assert call("export", "is:starred").out == before


def test_an_export_of_works_makes_the_same_works_in_another_home(
    call: Call, works: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    titled = {"title": "A book without a number", "authors": ["D. Dova"], "published": "1999-01-01"}
    name = json.loads(call("list", "--json", "clocks").out)["name"]
    call("import", str(write_papers(tmp_path / "named.jsonl", [{**titled, "name": name}])))
    exported = call("list", "--json").out
    (tmp_path / "exported.jsonl").write_text(exported, encoding="utf-8")
    monkeypatch.setenv("ARXTUI_HOME", str(tmp_path / "other"))
    assert "3 papers (3 new" in call("import", str(tmp_path / "exported.jsonl")).out
    assert call("list", "--json").out == exported


def test_a_doi_of_arxiv_names_a_paper_and_nothing_names_no_work(call: Call, home: Path, tmp_path: Path) -> None:
    own = {"title": "Fair Locks", "doi": "10.48550/arXiv.2605.01234"}
    nameless = [{"title": "Nameless"}, {"title": "One", "doi": "n/a"}, {"title": "Two", "doi": "n/a"}]
    said = call("import", str(write_papers(tmp_path / "mixed.jsonl", [own, *nameless])))
    assert said.out.count("neither an arXiv id nor a DOI") == len(nameless)
    assert call("list").out.startswith("2605.01234\t")


@pytest.mark.usefixtures("works")
@pytest.mark.parametrize("doi", ["10.1000/CLOCKS", "https://doi.org/10.1000/clocks", "doi: 10.1000/clocks"])
def test_the_same_work_comes_once_and_its_gaps_are_filled(call: Call, tmp_path: Path, doi: str) -> None:
    more = {**CLOCKS, "doi": doi, "abstract": "They go."}
    assert "0 new, 1 changed" in call("import", str(write_papers(tmp_path / "more.jsonl", [more]))).out
    assert len(call("list").out.splitlines()) == 2
    assert "They go." in call("show", "10.1000/clocks").out


@pytest.mark.usefixtures("works")
def test_a_starred_work_goes_to_another_machine_with_the_library(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call("mark", "--star", "--tag", "fish", DOI).code == 0
    exported = call("export", "is:starred").out
    assert call("library", "export", str(tmp_path / "library.jsonl")).code == 0
    monkeypatch.setenv("ARXTUI_HOME", str(tmp_path / "other"))
    assert call("library", "import", str(tmp_path / "library.jsonl")).code == 0
    assert call("list", "tag:fish").out.split("\t")[-1] == "Waves in sleeping fish\n"
    assert call("export", "is:starred").out == exported
