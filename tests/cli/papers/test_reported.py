"""References and citations of sources on the command line, joined with those of stored texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.papers.manuscripts import cited_papers
from arxtui.demo.upstream import Upstream
from arxtui.model.arxiv.ids import key_of
from arxtui.model.document import Work
from arxtui.model.paper import Paper
from arxtui.model.reported import Report, ReportedWork
from arxtui.store.cache.database import Cache
from tests.cli.command import write_papers
from tests.cli.conftest import Call
from tests.cli.papers.test_refs import ID, cited
from tests.homes import corpus, subscribed

__all__ = ["cited"]
OTHERS = ("semantic_scholar", "openalex", "crossref", "opencitations")
NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
SNAPSHOTS = ReportedWork(Work(("C. Prova",), "Snapshots", "2024", dois=("10.1000/snap.3",)), "2")
MISSING = ReportedWork(Work(("F. Far",), "Papers that nobody stored here", arxiv="2404.09999"), "4")
OLDER = ReportedWork(Work(("H. Old",), venue="Made-up Rev.", volume="3", pages="140", year="1977"), "9", "PRINT-77")
CITING = ReportedWork(Work(title="Orthogonal polynomials", year="2010", arxiv="1011.1669"))
FAR = ReportedWork(Work(title="Elsewhere", year="2026", dois=("10.1000/else.1",)))
BIBTEX = '@article{Example:2026abc,\n    eprint = "2605.00001",\n    year = "2026"\n}\n'
REPORT = Report("inspire", NOW, "77", (SNAPSHOTS, MISSING, OLDER), (FAR, CITING), 3, 36, 28, "Example:2026abc", BIBTEX)


@pytest.fixture
def reported(cited: Path) -> Path:
    """The home of a paper with a stored text, with a report of INSPIRE."""
    report(REPORT)
    return cited


def report(made: Report, base: str = ID) -> None:
    with Cache.open(Paths.find().cache_db) as cache:
        cache.reports.put(key_of(base), made)


@pytest.mark.usefixtures("reported")
def test_references_of_a_text_and_a_source_are_listed_once_with_who_says_so(call: Call) -> None:
    said = call("refs", ID)
    rows = [line.split("\t") for line in said.out.splitlines()]
    assert [row[-1] for row in rows] == ["text", "text, INSPIRE", "text", "text, INSPIRE", "text", "INSPIRE"]
    assert rows[-1][:-1] == ["9", "", "", "", "", "H. Old", "1977"]
    assert said.err.splitlines()[1:] == ["INSPIRE: 3 references, cited 36× (28× by others), as of 13 May 2026"]
    printed = [json.loads(line) for line in call("refs", ID, "--json").out.splitlines()]
    assert printed[-1]["text"] == "H. Old, Made-up Rev. 3, 140 (1977), PRINT-77"
    assert [[voice["source"] for voice in each["said_by"]] for each in printed][-2:] == [["text"], ["inspire"]]
    assert printed[-1]["said_by"][0]["as_of"] == NOW.isoformat()
    assert len(call("refs", ID, "--version", "1").out.splitlines()) == 5


@pytest.mark.usefixtures("reported")
def test_on_a_terminal_the_sources_are_a_column(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    lines = call("refs", ID).out.splitlines()
    assert lines[1].startswith("[2]  2404.00003  stored    text, INSPIRE  Snapshots")
    assert lines[-1].startswith("9                          INSPIRE        H. Old, Made-up")
    assert all(len(line) <= 70 for line in lines)


@pytest.mark.usefixtures("cited")
def test_on_a_terminal_a_title_without_authors_and_year_ends_its_line(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    report(REPORT._replace(references=(ReportedWork(Work(title="Walls alone", arxiv="2404.09998"), "1"),)))
    monkeypatch.setenv("COLUMNS", "100")
    assert any(line.endswith("  Walls alone") for line in call("refs", ID).out.splitlines())


@pytest.mark.usefixtures("cited")
def test_citations_that_a_source_reports_with_several_papers_have_the_newest_date(call: Call) -> None:
    here = (ReportedWork(Work(arxiv=ID), "1"),)
    for base, day in (("2404.00002", 11), ("2404.00003", 12), ("1011.1669", 10)):
        report(Report("inspire", NOW.replace(day=day), "1", here, (), 1, 0, 0), base)
    assert "and 3 papers according to INSPIRE (2026-05-12)" in call("citedby", ID).err


@pytest.mark.usefixtures("cited")
def test_without_a_text_the_references_of_a_source_are_listed(call: Call) -> None:
    other = "2404.00002"
    assert call("refs", other).code == 1
    report(REPORT, other)
    assert [line.split("\t")[0] for line in call("refs", other).out.splitlines()] == ["2", "4", "9"]
    assert call("refs", other, "--star", "3").code == 0
    assert call("list", f"citedby:{other}").out.count("\n") == 2
    assert call("refs", other, "--refuse", "2404.00003").code == 0
    assert call("list", f"citedby:{other}").out.count("\n") == 1


def test_the_number_of_references_is_that_of_the_text_else_that_of_a_source(call: Call, reported: Path) -> None:
    numbers = {key.split("\t")[0] for key in call("list", "refs:>3").out.splitlines()}
    assert numbers == {ID}, "the text has more entries than INSPIRE knows"
    report(REPORT._replace(cites=None), "2404.00003")
    assert call("list", "refs:3").out == ""
    report(REPORT._replace(source="crossref"), "2404.00003")
    assert call("list", "refs:3").out.startswith("2404.00003\t")


@pytest.mark.usefixtures("reported")
def test_citedby_joins_the_citations_of_stored_texts_and_of_sources(call: Call) -> None:
    said = call("citedby", ID)
    rows = [line.split("\t") for line in said.out.splitlines()]
    assert [(row[0], row[-1]) for row in rows] == [("1011.1669", "INSPIRE"), ("10.1000/else.1", "INSPIRE")]
    assert (rows[1][1], rows[1][4], rows[1][6]) == ("2026", "missing", "Elsewhere")
    assert said.err == (
        "0 of 1 stored text cite it, and 1 paper according to INSPIRE (2026-05-13)\n"
        "INSPIRE: 3 references, cited 36× (28× by others), as of 13 May 2026\n"
    )
    printed = [json.loads(line) for line in call("citedby", ID, "--json").out.splitlines()]
    said_by = [{"source": "inspire", "as_of": NOW.isoformat()}]
    assert [(each["id"], each["said_by"]) for each in printed] == [("1011.1669", said_by), (None, said_by)]
    # The other ends: a reference by its DOI, which the text has, too, and a citing paper as one that cites.
    assert call("citedby", "2404.00003").out.split("\t")[-1] == "text, INSPIRE\n"
    assert call("list", "citedby:1011.1669").out.split("\t")[0] == ID
    assert call("list", f"cites:{ID}").out.split("\t")[0] == "1011.1669"
    assert call("refs", "1011.1669", "--refuse", ID).code == 0
    assert [line.split("\t")[0] for line in call("citedby", ID).out.splitlines()] == ["10.1000/else.1"]


@pytest.mark.usefixtures("reported")
def test_a_paper_is_shown_with_its_citations_and_exported_with_the_entry_of_inspire(call: Call) -> None:
    assert "\nCitations: INSPIRE: 3 references, cited 36× " in call("show", ID).out
    [shown] = json.loads(call("show", ID, "--json").out)["citation_reports"]
    assert (shown["source"], shown["cited_by"], shown["texkey"]) == ("inspire", 36, "Example:2026abc")
    assert shown["as_of"] == "2026-05-13T12:00:00+00:00"
    said = call("export", ID, "2404.00003", "--format", "inspire-bibtex")
    assert said.out.startswith(f"{BIBTEX}\n@misc{{prova2024snapshots,\n")
    assert said.err == "2 papers written\nINSPIRE's entry of 1 paper is not known, ours is in its place\n"
    assert call("export", ID, "--format", "bibtex").out.startswith("@misc{example2026cites,")


def test_citation_keys_are_those_of_inspire_or_in_their_form(call: Call, reported: Path, tmp_path: Path) -> None:
    (reported / "config/config.toml").write_text('[export]\nbibtex_key = "{texkey}"\n')
    said = call("export", ID, "2404.00003", "--format", "bibtex").out
    assert re.findall(r"@\w+\{(.+),", said) == ["Example:2026abc", "Prova:2024sna"]
    bib = tmp_path / "thesis.bib"
    bib.write_text("@misc{Lamport:1978tca}\n")
    assert call("cite", ID, "--into", str(bib)).out == f"{ID}: added as Example:2026abc\n"
    assert "[Example:2026abc]" in call("cite", ID).out


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    with Upstream(corpus()) as running:
        yield running


@pytest.fixture
def asked(home: Path, call: Call, tmp_path: Path, upstream: Upstream) -> Paper:
    """A paper of physics in the cache that cites others."""
    papers = [each for each in upstream.corpus.papers if each.primary_category == "hep-ph"]
    paper = next(each for each in reversed(papers) if cited_papers(each, papers))
    records = [{"id": each.id, "title": each.title} for each in (paper, *cited_papers(paper, papers))]
    assert call("import", str(write_papers(tmp_path / "papers.jsonl", records))).code == 0
    subscribed(home, upstream.url, "hep-ph")
    _switch_off(home, *OTHERS)
    return paper


def _switch_off(home: Path, *names: str) -> None:
    config = home / "config" / "config.toml"
    text = config.read_text(encoding="utf-8")
    for name in names:
        text = text.replace(f"{name} = true", f"{name} = false")
    config.write_text(text, encoding="utf-8")


def test_the_sources_are_queried_before_the_references_are_listed(call: Call, asked: Paper) -> None:
    said = call("refs", asked.id, "--ask")
    assert (said.code, len(said.out.splitlines())) == (0, 5)
    assert said.err.startswith(f"INSPIRE on {asked.id}: 5 references, cited ")
    assert "4 stored" in said.err
    assert "asked on " in call("citedby", asked.id, "--ask").err
    [printed] = [json.loads(line) for line in call("fetch", "--citations", "--json", asked.id).out.splitlines()]
    assert (printed["id"], printed["reports"][0]["cites"]) == (asked.id, 5)


def test_the_sources_are_queried_about_the_first_papers_up_to_a_limit(call: Call, asked: Paper) -> None:
    said = call("fetch", "--citations", "--json", "--limit", "1", f"id:{asked.id}", "cat:hep-ph OR id:2*")
    assert [json.loads(line)["id"] for line in said.out.splitlines()] == [asked.id]


def test_questions_that_cannot_be_sent_are_refused_with_the_reason(call: Call, asked: Paper, home: Path) -> None:
    assert call("fetch", "--citations", "--pdf", asked.id).code == 2
    _switch_off(home, "inspire")
    for words in (("fetch", "--citations", asked.id), ("refs", asked.id, "--ask"), ("citedby", asked.id, "--ask")):
        said = call(*words)
        assert (said.code, said.out) == (2, "")
        assert "no source of citations is switched on" in said.err
