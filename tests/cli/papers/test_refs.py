"""``arxtui refs``: the references of a stored text, and what the cache has of each."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.cli.papers import refs
from arxtui.cli.support import output
from arxtui.config.paths import Paths
from arxtui.library.references.found import Found
from arxtui.library.references.reported import Cited
from arxtui.model.arxiv.ids import key_of
from arxtui.model.document import Document, Text, Work
from arxtui.model.fulltext import TextState
from arxtui.reader.bibliography.entries import Entry
from arxtui.sources.latexml import parse_document
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from arxtui.store.texts.fulltexts import Outcome, Page
from arxtui.tui.present import references as present
from tests.cli.command import write_papers
from tests.cli.conftest import Call
from tests.sources.latexml.pages import page

ID = "2605.00001"
NOW = datetime(2026, 5, 14, tzinfo=UTC)
PAPERS = [
    {"id": ID, "title": "What cites", "authors": ["Ada Example"]},
    {"id": "2404.00002", "title": "Sharded locks of a long queue", "authors": ["Bo Måns", "Ada Example"],
     "published": "2024-04-02T00:00:00Z"},
    {"id": "2404.00003", "title": "Snapshots", "authors": ["Chiara Prova"], "doi": "10.1000/snap.3"},
    {"id": "1011.01669", "title": "Orthogonal polynomials", "authors": ["Dag Nobody"]},
]  # fmt: skip
PAPERS[3]["id"] = "1011.1669"
ITEMS = (
    "B. Måns and A. Example, “Sharded locks of a long queue,” Made-up Rev. 3, 14 (2024).",
    'C. Prova, <a class="ltx_ref ltx_href" href="https://doi.org/10.1000/SNAP.3">Made-up J. 5 (2024)</a>.',
    "E. Else, “Skins that a lens can sort alone,” Nature 1, 2 (2017), arXiv:1011.1669.",
    "F. Far and G. Near, “Papers that nobody stored here,” arXiv:2404.09999 (2024).",
    "We thank nobody for the walls.",
)


def citing(*entries: str) -> Document:
    """Return a text that cites the first of these entries of its bibliography."""
    items = "".join(
        f'<li class="ltx_bibitem" id="bib.bib{place}"><span class="ltx_tag ltx_tag_bibitem">[{place}]</span>'
        f'<span class="ltx_bibblock">{text}</span></li>'
        for place, text in enumerate(entries, 1)
    )
    text = '<p class="ltx_p">Locks wait <cite class="ltx_cite">[<a href="#bib.bib1" class="ltx_ref">1</a>]</cite>.</p>'
    bibliography = f'<section class="ltx_bibliography"><ul class="ltx_biblist">{items}</ul></section>'
    body = f'<div class="ltx_para">{text}</div>{bibliography}'
    return parse_document(page(body))


@pytest.fixture
def cited(home: Path, call: Call, tmp_path: Path) -> Path:
    """A home with a paper whose stored text cites others."""
    assert call("import", str(write_papers(tmp_path / "papers.jsonl", PAPERS))).code == 0
    document = citing(*ITEMS)
    with Cache.open(Paths.find().cache_db) as cache:
        keep(cache, 1, document)
    return home


def keep(cache: Cache, version: int, document: Document, base: str = ID) -> None:
    stored = Page(document.origin, f"https://arxiv.example/html/{base}", b"", NOW)
    outcome = Outcome(version, TextState.HAVE, "", NOW)
    cache.fulltexts.put(key_of(base), version, stored, document, 9, [], outcome)


@pytest.mark.usefixtures("cited")
def test_the_newest_version_is_meant_unless_one_is_named(call: Call) -> None:
    with Cache.open(Paths.find().cache_db) as cache:
        keep(cache, 2, Document((Text("Without references"),), (), ()))
    cases = {(ID,): 0, (f"{ID}v1",): 5, (ID, "--version", "1"): 5, (f"{ID}v2", "--version", "1"): 5, (f"{ID}v2",): 0}
    assert {words: len(call("refs", *words, "--json").out.splitlines()) for words in cases} == cases


@pytest.mark.usefixtures("cited")
def test_each_reference_says_whether_its_paper_is_stored_starred_or_read(call: Call) -> None:
    assert call("mark", "2404.00002", "--star", "--read").code == 0
    with Cache.open(Paths.find().cache_db) as cache:
        keep(cache, 1, Document((Text("Snapshots"),), (), ()), "2404.00003")
    code, out, err = call("refs", ID)
    rows = [line.split("\t") for line in out.splitlines()]
    assert code == 0
    assert [row[:3] for row in rows] == [
        ["[1]", "2404.00002", "stored,starred,read"],
        ["[2]", "2404.00003", "stored,text"],
        ["[3]", "1011.1669", "probably"],
        ["[4]", "2404.09999", ""],
        ["[5]", "", ""],
    ]
    assert rows[1][3:] == ["10.1000/SNAP.3", "Snapshots", "C. Prova", "2024", "text"]
    printed = [json.loads(line) for line in call("refs", ID, "--json").out.splitlines()]
    flags = [
        {name for work in each["works"] for name, value in (work["paper"] or {}).items() if value is True}
        for each in printed
    ]
    assert flags == [{"certain", "starred", "read"}, {"certain", "text"}, set(), set(), set()]
    assert err == (
        "5 references: 2 stored, 1 probably, 1 with an arXiv id that is not stored "
        "('arxtui add ID' fetches the record)\n"
    )


@pytest.mark.usefixtures("cited")
def test_an_identifier_of_another_paper_is_not_believed(call: Call) -> None:
    printed = [json.loads(line) for line in call("refs", "--json", ID).out.splitlines()]
    papers = [work["paper"] for entry in printed for work in entry["works"]]
    assert [paper and (paper["name"], paper["certain"], paper["by"]) for paper in papers] == [
        ("2404.00002", True, "title"),
        ("2404.00003", True, "DOI"),
        ("1011.1669", False, "arXiv id"),
        None,
    ]
    assert printed[0]["citations"] == [{"block": 0, "section": "", "sentence": "Locks wait [1]."}]
    assert printed[4]["works"] == []


@pytest.mark.usefixtures("cited")
def test_the_stored_and_the_missing_are_listed_apart_and_exported(call: Call) -> None:
    listed = (call("refs", ID, option).out.splitlines() for option in ("--stored", "--missing"))
    stored, missing = ([line.split("\t")[0] for line in lines] for lines in listed)
    assert (stored, missing) == (["[1]", "[2]"], ["[3]", "[4]", "[5]"])
    exported = call("refs", ID, "--format", "bibtex").out
    assert exported == call("export", "2404.00002", "2404.00003", "--format", "bibtex").out
    assert call("refs", ID, "--missing", "--format", "bibtex").out == ""


@pytest.mark.usefixtures("cited")
def test_on_a_terminal_the_columns_are_aligned_and_cut(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    lines = call("refs", ID).out.splitlines()
    assert lines[0].startswith("[1]  2404.00002  stored    Sharded locks of a long queue · B. Måns")
    assert lines[4].endswith("We thank nobody for the walls.")
    assert all(len(line) <= 72 for line in lines)
    monkeypatch.setenv("COLUMNS", "30")
    assert [line[27:] for line in call("refs", ID).out.splitlines()][:2] == [
        "Sharded locks of a…",
        "Snapshots · C. Prov…",
    ]


def test_a_reference_in_columns_has_a_label_of_some_signs_and_is_dim_without_a_paper(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "is_styled", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    refs._print([refs._Line("x" * 21, "One", ("text",)), refs._Line("2", "Two", ("text",), Work(title="Two"))])
    refs._print([refs._Line("2", "", ("text",), Work(title="Two"), Found(1, True, "title"))])
    assert capsys.readouterr().out == (
        f"{'x' * 19}…  \x1b[2mOne\x1b[0m\n2                     \x1b[2mTwo\x1b[0m\n2  Two\n"
    )
    assert refs._shortened(["text", "inspire"]) == "text, INSPIRE"
    assert refs._shortened(["text", "inspire", "x.jsonl", "y.jsonl"]) == "text, INSPIRE +2"


def test_references_of_which_all_are_stored_need_no_advice() -> None:
    entry = Entry(1, "[1]", "One", (Work(title="One"), Work(title="Two")), ())
    stored = Cited(entry, (Found(1, True, "title"), None), ("text",))
    assert refs._summary([stored]) == "1 reference: 1 stored"
    missing = Cited(entry._replace(works=(Work(title="One"), Work(arxiv="2404.09999"))), (None, None))
    advice = "1 with an arXiv id that is not stored ('arxtui add ID' fetches the record)"
    assert refs._summary([stored, missing]) == f"2 references: 1 stored, {advice}"


def test_a_refused_paper_is_not_missing_though_the_entry_has_its_id() -> None:
    entry = Entry(1, "[1]", "One", (Work(title="One", arxiv="2404.00002"),), ())
    refused = Cited(entry, (None,), refused=frozenset(["2404.00002"]))
    assert [line.state for line in refs._lines(refused, {})] == [["refused"]]
    assert refs._summary([refused]) == "1 reference: 0 stored"
    [row] = present.reference_rows([refused], {})
    assert (row.state, row.is_missing, row.work) == ("refused", False, Work(title="One"))


@pytest.mark.usefixtures("cited")
def test_a_text_that_is_not_here_has_no_references(call: Call) -> None:
    code, out, err = call("refs", "2404.00002")
    assert (code, out) == (1, "")
    assert "arxtui fetch 2404.00002" in err
    assert call("refs", f"{ID}v7").code == 1
    with Cache.open(Paths.find().cache_db) as cache:
        cache.fulltexts.write(key_of("2404.00002"), Outcome(1, TextState.NONE, "no HTML", NOW))
    assert call("refs", "2404.00002").err == "arxtui: this full text is none: no HTML\n"


@pytest.mark.usefixtures("cited")
def test_an_entry_is_starred_and_a_work_outside_arxiv_becomes_a_paper(call: Call) -> None:
    outside = "G. Near, “A work that has no number at all,” Old J. 2, 11 (1999)."
    with Cache.open(Paths.find().cache_db) as cache:
        keep(cache, 1, citing(*ITEMS, outside))
    assert call("refs", ID, "--star", "1").err == "1 paper starred; 'arxtui undo' reverts it\n"
    assert call("refs", ID, "--star", "4").err.startswith("arxtui: 2404.09999 is not stored; 'arxtui add 2404.09999'")
    assert call("refs", ID, "--star", "5").err == "arxtui: entry 5 names no work\n"
    assert call("refs", ID, "--star", "7").err == "arxtui: there is no entry 7: the bibliography has 6 entries\n"
    assert call("refs", ID, "--star", "0").code == 2
    assert call("refs", ID, "--star", "6", "--json").code == 0
    starred = [line.split("\t") for line in call("list", "is:starred").out.splitlines()]
    assert [line[-1] for line in starred] == ["Sharded locks of a long queue", "A work that has no number at all"]
    assert call("refs", ID).out.splitlines()[5].split("\t")[1:3] == [starred[1][0], "stored,starred"]


@pytest.mark.usefixtures("cited")
def test_a_refused_link_stays_refused_until_it_is_accepted_or_undone(call: Call) -> None:
    def linked() -> list[str]:
        return [line.split("\t")[1] for line in call("refs", ID, "--stored").out.splitlines()]

    assert linked() == ["2404.00002", "2404.00003"]
    code, out, err = call("refs", ID, "--refuse", "2404.00002")
    assert (code, out) == (0, "")
    assert "1 paper without a reference to 2404.00002; 'arxtui undo' reverts it" in err
    assert linked() == ["2404.00003"]
    assert "is linked to 2404.00002" in call("refs", ID, "--refuse", "2404.00002").err
    with LibraryFile.open(Paths.find().library_db) as library:
        assert library.saved_record(key_of(ID)), "an act keeps the record of its paper"
    assert call("undo").code == 0
    assert linked() == ["2404.00002", "2404.00003"]
    assert json.loads(call("refs", ID, "--refuse", "2404.00003", "--json").out)["act"] == "refuse"
    assert call("refs", ID, "--accept", "2404.00003").code == 0
    assert "nothing to change" in call("refs", ID, "--accept", "2404.00003").err
    assert linked() == ["2404.00002", "2404.00003"]


@pytest.mark.usefixtures("cited")
def test_refused_links_are_exported_and_imported_with_the_library(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "library.jsonl"
    assert call("refs", ID, "--refuse", "2404.00002").code == 0
    assert call("library", "export", str(file)).code == 0
    assert call("undo").code == 0
    assert call("library", "import", str(file)).out.startswith("1 act")
    assert "is linked to 2404.00002" in call("refs", ID, "--refuse", "2404.00002").err
