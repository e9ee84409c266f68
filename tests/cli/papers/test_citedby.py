"""``arxtui citedby`` and ``arxtui missing``: what stored texts say of a paper, and what they cite that is not here."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from arxtui.cli.papers import citedby, missing
from arxtui.config.paths import Paths
from arxtui.library.references.found import Voice
from arxtui.library.references.references import MissingWork
from arxtui.model.document import Work
from arxtui.store.cache.database import Cache
from tests.cli.conftest import Call
from tests.cli.papers.test_refs import ID, cited, keep

__all__ = ["cited"]
OTHER = "2404.00003"


@pytest.fixture
def citing(cited: Path) -> Path:
    """The same text as that of two papers."""
    with Cache.open(Paths.find().cache_db) as cache:
        text = cache.fulltexts.document(cache.with_text()[0], 1)
        assert text
        keep(cache, 1, text, OTHER)
    return cited


@pytest.mark.usefixtures("citing")
def test_the_papers_that_cite_one_are_listed_with_their_sentences(call: Call) -> None:
    code, out, err = call("citedby", "2404.00002")
    assert (code, [line.split("\t")[0] for line in out.splitlines()]) == (0, [ID, OTHER])
    assert err == "2 of 2 stored texts cite it\n"
    said = call("citedby", "2404.00002", "--sentences").out.splitlines()
    assert said[1::2] == ["    Locks wait [1]."] * 2
    # the text of this paper names itself, too, which is no citation
    assert call("citedby", OTHER, "--sentences").out.splitlines()[1::2] == ["    named in its bibliography only"]
    assert call("citedby", ID).err == "0 of 2 stored texts cite it\n"


@pytest.mark.usefixtures("citing")
def test_json_and_other_formats_have_the_same_papers(call: Call) -> None:
    printed = [json.loads(line) for line in call("citedby", "2404.00002", "--json").out.splitlines()]
    assert [each["id"] for each in printed] == [ID, OTHER]
    assert printed[0]["entries"] == [
        {
            "number": 1,
            "label": "[1]",
            "citations": [{"block": 0, "section": "", "sentence": "Locks wait [1]."}],
        }
    ]
    exported = call("citedby", "2404.00002", "--format", "bibtex").out
    assert exported == call("export", ID, OTHER, "--format", "bibtex").out


@pytest.mark.usefixtures("citing")
def test_missing_lists_works_that_starred_papers_cite_and_that_are_not_stored(call: Call) -> None:
    assert call("missing").err == "from the references of 0 papers\n"
    assert call("mark", ID, OTHER, "2404.00002", "--star").code == 0
    code, out, err = call("missing")
    assert code == 0
    assert [line.split("\t") for line in out.splitlines()] == [
        ["2", "2404.09999", "Papers that nobody stored here · F. Far, G. Near 2024"]
    ]
    assert err == "from the references of 2 papers; those of 1 more are not known, because their texts are not stored\n"
    assert call("missing", f"id:{ID}", "--ids").out == "2404.09999\n"
    (result,) = map(json.loads, call("missing", "--json").out.splitlines())
    assert (result["arxiv"], result["cited_by"]) == ("2404.09999", [ID, OTHER])
    assert call("missing", "is:nothing").code == 2


@pytest.mark.usefixtures("citing")
def test_on_a_terminal_the_works_are_aligned_and_cut(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    call("mark", ID, "--star")
    monkeypatch.setenv("COLUMNS", "40")
    assert call("missing").out == "1  2404.09999  Papers that nobody store…\n"
    monkeypatch.setenv("COLUMNS", "20")
    assert call("missing").out == "1  2404.09999  Papers that nobody…\n"
    monkeypatch.setenv("COLUMNS", "31")
    assert call("citedby", OTHER, "--sentences").out.splitlines()[1:3] == [
        "    named in its bibliography",
        "    only",
    ]


def test_a_work_without_a_known_year_or_author_ends_with_its_title() -> None:
    alone = MissingWork(Work(title="Walls alone"), "An entry", "", ())
    assert missing._words(alone) == "Walls alone"
    assert (
        missing._words(alone._replace(work=Work(("A. Far", "G. Near"), "Walls", "2024")))
        == "Walls · A. Far, G. Near 2024"
    )
    assert missing._words(alone._replace(work=Work())) == "An entry"


@pytest.fixture
def imported(citing: Path, call: Call, tmp_path: Path) -> Path:
    """A file that says of a paper without a stored text that it cites two others, of which one is not here."""
    file = tmp_path / "known.jsonl"
    file.write_text(json.dumps({"id": "2404.00002", "references": [OTHER, "2404.09999"]}))
    os.utime(file, (86_400, 86_400))
    said = call("import", str(file))
    assert (said.code, said.out) == (0, f"{file}: 2 citations\n")
    return citing


@pytest.mark.usefixtures("imported")
def test_who_says_that_a_paper_cites_one_is_named(call: Call) -> None:
    code, out, err = call("citedby", OTHER)
    assert (code, [line.split("\t")[0] for line in out.splitlines()]) == (0, [ID, "2404.00002"])
    assert err == "1 of 2 stored texts cite it, and 1 paper according to known.jsonl (1970-01-02)\n"
    printed = [json.loads(line) for line in call("citedby", OTHER, "--json").out.splitlines()]
    assert [(each["id"], len(each["entries"])) for each in printed] == [(ID, 1), ("2404.00002", 0)]
    assert [voice["source"] for each in printed for voice in each["said_by"]] == ["text", "known.jsonl"]
    assert printed[-1]["said_by"][0]["as_of"] == "1970-01-02T00:00:00+00:00"


def test_the_sources_of_other_papers_are_named_once_the_oldest_first() -> None:
    zbmath, inspire, older = Voice("zbmath", 0), Voice("inspire", 86_400), Voice("inspire", 1)
    text = Voice("text", 9)
    assert citedby._summary({1: (text,), 2: (zbmath,), 3: (inspire, text), 4: (older, inspire)}, 1_000) == (
        "2 of 1,000 stored texts cite it, and 2 papers according to zbmath (1970-01-01), INSPIRE (1970-01-02)"
    )


@pytest.mark.usefixtures("imported")
def test_on_a_terminal_the_source_of_a_citation_that_no_stored_text_has_is_below_the_paper(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert [line.split()[0] for line in call("citedby", OTHER).out.splitlines()] == [
        *(ID, "2404.00002"),
        "known.jsonl",
    ]


@pytest.mark.usefixtures("imported")
def test_references_without_a_text_are_those_of_an_imported_file(call: Call) -> None:
    code, out, err = call("refs", "2404.00002")
    assert (code, [line.split("\t")[1:3] for line in out.splitlines()]) == (
        0,
        [["2404.09999", ""], [OTHER, "stored,text"]],
    )
    assert err == (
        "2 references: 1 stored, 1 with an arXiv id that is not stored ('arxtui add ID' fetches the record); "
        "the text is not stored, these are those according to known.jsonl (1970-01-02)\n"
    )
    assert [
        json.loads(line)["works"][0]["arxiv"] for line in call("refs", "2404.00002", "--json").out.splitlines()
    ] == ["2404.09999", OTHER]
    said = call("list", "citedby:2404.00002")
    assert said.out.startswith(OTHER)
    assert "these references are those according to known.jsonl (1970-01-02)" in said.err


@pytest.mark.usefixtures("citing")
def test_beside_a_text_an_imported_file_is_named_with_its_day(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "more.jsonl"
    file.write_text(json.dumps({"id": ID, "references": ["2404.09998"]}))
    os.utime(file, (86_400, 86_400))
    call("import", str(file))
    said = call("refs", ID)
    assert [line.split("\t")[-1] for line in said.out.splitlines()] == ["text"] * 5 + ["more.jsonl"]
    assert said.err.endswith("; others are according to more.jsonl (1970-01-02)\n")


@pytest.mark.usefixtures("imported")
def test_the_papers_around_one_are_a_tree(call: Call) -> None:
    assert call("refs", OTHER, "--tree").out.splitlines() == [
        "2404.00003  Snapshots",
        "├ cites 1 paper of the cache",
        "│ └ 2404.00002  Sharded locks of a long queue  cited by 2",
        "│   └ 2404.00003  Snapshots  cited by 2",
        "└ cited by 2 papers of the cache",
        "  ├ 2404.00002  Sharded locks of a long queue  cited by 2",
        "  │ ├ 2404.00003  Snapshots  cited by 2",
        "  │ └ 2605.00001  What cites",
        "  └ 2605.00001  What cites",
    ]
    assert call("refs", OTHER, "--tree", "--limit", "1").out.splitlines()[-1] == "  └ and 1 more paper"
    assert call("refs", OTHER, "--tree", "--format", "bibtex").code == 2
    first = json.loads(call("refs", OTHER, "--tree", "--json").out.splitlines()[0])
    assert first == {
        "side": "cites", "step": 1, "of": OTHER,
        "name": "2404.00002", "title": "Sharded locks of a long queue", "cited_by": 2,
    }  # fmt: skip
    assert "├ what it cites is not known, because its text is not stored" in call("refs", "1011.1669", "--tree").out
