"""``arxtui check``: entries of BibTeX files held against the papers of the cache."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from tests.cli.command import write_papers
from tests.cli.conftest import Call

TITLE = "Sharded locks of a long queue"
PAPERS: list[dict[str, Any]] = [
    {"id": "2404.00002", "title": TITLE, "authors": ["Bo Måns", "Ada Example", "Floris van Doorn"],
     "published": "2024-04-02T00:00:00Z", "updated": "2024-04-02T00:00:00Z", "version": 1},
    {"id": "hep-th/9901001", "title": "Snapshots of strings", "authors": ["Chiara Böhringer"],
     "published": "1999-01-02T00:00:00Z", "doi": "10.1000/snap.3", "journal_ref": "Made-up Rev. 12 (2001) 3"},
    {"id": "1207.0014", "title": "Observation of a made-up particle", "authors": ["ATLAS Collaboration"],
     "published": "2012-07-02T00:00:00Z"},
]  # fmt: skip
RIGHT = {
    "title": TITLE,
    "author": "M{\\aa}ns, Bo and Example, Ada and {van Doorn}, F.",
    "year": "2024",
    "eprint": "2404.00002",
}


@pytest.fixture(autouse=True)
def filled(home: Path, call: Call, tmp_path: Path) -> None:
    assert call("import", str(write_papers(tmp_path / "papers.jsonl", PAPERS))).code == 0


def bib(key: str = "key", /, **fields: str | None) -> str:
    """Return the right entry with other fields; None leaves one out."""
    held = {name: value for name, value in {**RIGHT, **fields}.items() if value is not None}
    return f"@misc{{{key},\n" + ",\n".join(f"  {name} = {{{value}}}" for name, value in held.items()) + "\n}\n"


def checked(call: Call, tmp_path: Path, *entries: str) -> list[tuple[str, str]]:
    """Return (key, verdict) of entries."""
    file = tmp_path / "references.bib"
    file.write_text("".join(entries))
    told = map(json.loads, call("check", "--all", "--json", str(file)).out.splitlines())
    return [(each["key"], each["verdict"]) for each in told]


@pytest.mark.parametrize(
    "fields",
    [
        {"eprint": "arXiv:2404.00002v1"},
        {"eprint": "2404.00002 [cs.DC]", "archiveprefix": "arXiv"},
        {"eprint": None, "url": "https://arxiv.org/abs/2404.00002"},
        {"eprint": None, "note": "arXiv:2404.00002"},
        {"eprint": None, "howpublished": "\\url{https://arxiv.org/pdf/2404.00002v1}"},
        {"eprint": None, "number": "arXiv:2404.00002"},
        {"eprint": None, "journal": "arXiv preprint arXiv:2404.00002"},
        {"eprint": None, "journal": "CoRR", "volume": "abs/2404.00002"},
        {"eprint": None, "doi": "10.48550/arXiv.2404.00002"},
        {"eprint": None, "doi": "https://doi.org/10.48550/arXiv.2404.00002"},
        {"eprint": None},
        {"title": "{S}harded {Locks} of a \\emph{Long} Queue"},
        {"author": "Bo Mans and others"},
        {"author": "Måns Bo and A. Example"},
        {"title": "Sharded locks"},
        {"journal": "Made-up Rev.", "year": "2027"},
        {"year": None},
        {"year": "to appear", "eprint": None},
    ],
)  # fmt: skip
def test_a_right_entry_is_verified_however_it_is_written(
    call: Call, tmp_path: Path, fields: dict[str, str | None]
) -> None:
    assert checked(call, tmp_path, bib(**fields)) == [("key", "verified")]


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ({"title": "Sharded locks of a short queue"}, "wrong"),
        ({"title": f"{TITLE}: a comprehensive survey"}, "wrong"),
        ({"author": "Måns, Bo and Stranger, Sam"}, "wrong"),
        ({"author": "Anonymous"}, "wrong"),
        ({"year": "2019"}, "wrong"),
        ({"title": "Skins that a lens can sort alone"}, "other paper"),
        ({"eprint": "1207.0014"}, "other paper"),
        ({"eprint": "2413.00002"}, "impossible"),
        ({"eprint": None, "note": "arXiv:2413.00002"}, "impossible"),
        ({"eprint": "2404.09999"}, "cannot tell"),
        ({"eprint": "hal-0123456", "archiveprefix": "HAL", "title": "A book of no paper"}, "cannot tell"),
        ({"eprint": None, "title": "A book that nobody put on arXiv"}, "cannot tell"),
    ],
)
def test_what_is_wrong_is_told_apart_from_what_is_unknown(
    call: Call, tmp_path: Path, fields: dict[str, str | None], verdict: str
) -> None:
    assert checked(call, tmp_path, bib(**fields)) == [("key", verdict)]


def test_old_ids_umlauts_and_collaborations_are_understood(call: Call, tmp_path: Path) -> None:
    old = bib("old", title="Snapshots of strings", author="Boehringer, C.", year="1999", eprint="hep-th/9901001")
    group = bib("group", title=PAPERS[2]["title"], author="Aad, G. and others", year="2012", eprint="1207.0014")
    assert checked(call, tmp_path, old, group) == [("old", "verified"), ("group", "verified")]


def test_the_same_work_under_two_keys_and_a_broken_entry_are_named_with_their_lines(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "references.bib"
    file.write_bytes((bib("a") + bib("b", eprint=None) + "@misc{c, title={x} year=1}\n" + bib("é")).encode("latin-1"))
    code, out, err = call("check", str(file))
    assert code == 1
    assert [line.split(": ", 2)[:2] for line in out.splitlines()] == [
        [f"{file}:7", "b"],
        [f"{file}:12", "c"],
        [f"{file}:13", "é"],
    ]
    assert "it is the same work as a" in out
    assert "no comma follows the field title" in out
    assert err.startswith("4 entries: 1 verified, 2 twice, 1 unreadable; checked with 3 papers in the cache")


def test_works_of_one_title_with_identifiers_of_their_own_are_two(call: Call, tmp_path: Path) -> None:
    talk, article = (
        bib(key, title="Not in the cache", eprint=None, doi=f"10.1000/{key}") for key in ("talk", "article")
    )
    assert checked(call, tmp_path, talk, article) == [("talk", "cannot tell"), ("article", "cannot tell")]
    again = bib("again", title="Not here", eprint=None, doi="10.1000/TALK")
    assert checked(call, tmp_path, talk, again) == [("talk", "cannot tell"), ("again", "twice")]


def test_hints_are_no_problems(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "references.bib"
    file.write_text(bib("old", title="Snapshot of strings", author="Böhringer", year="2000", eprint="hep-th/9901001"))
    assert call("check", str(file))[:2] == (0, "")
    wrong = tmp_path / "wrong.bib"
    wrong.write_text(
        bib("old", title="Snapshots of strings", author="Other, Ann", year="2000", eprint="hep-th/9901001")
    )
    assert "hint:" not in (told := call("check", str(wrong))).out
    assert (told.code, len(told.out.splitlines())) == (1, 1)
    assert "hint:" in call("check", "--all", str(wrong)).out
    said = call("check", "--all", str(file)).out
    assert "hint: title: “snapshot” for “snapshots”" in said
    assert "hint: year: 2000, but its versions are of 1999, 2001" in said
    assert "hint: published since: Made-up Rev. 12 (2001) 3 10.1000/snap.3" in said


def test_one_problem_in_any_file_makes_the_status_1(call: Call, tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.bib", tmp_path / "wrong.bib"
    right.write_text(bib("right"))
    wrong.write_text(bib("wrong", author="Other, Ann") + bib("after"))
    for files, code in (([right], 0), ([wrong], 1), ([wrong, right], 1), ([right, wrong], 1)):
        for options in ((), ("--all",), ("--json",)):
            assert call("check", *options, *map(str, files)).code == code


def test_nothing_to_check_is_no_clean_file(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "references.bib"
    file.write_text("no entries")
    assert call("check", str(file)).code == 2
    file.write_text(bib())
    assert call("check", str(file)).code == 0
    shutil.rmtree(Paths.find().cache_db.parent)
    code, _, err = call("check", str(file))
    assert code == 2
    assert "checked with 0 papers in the cache" in err
