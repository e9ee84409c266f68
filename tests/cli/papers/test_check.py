"""``arxtui check``: entries of BibTeX files compared with the papers of the cache."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from arxtui.cli.support import output
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.library.references.comparing import Verdict
from arxtui.model.document import Work
from tests.cli.command import write_papers
from tests.cli.conftest import Call
from tests.homes import as_made

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
    as_made(home, "papers to cite", lambda: call("import", str(write_papers(tmp_path / "papers.jsonl", PAPERS))))


def bib(key: str = "key", /, **fields: str | None) -> str:
    """Return the right entry with other fields; None leaves one out."""
    held = {name: value for name, value in {**RIGHT, **fields}.items() if value is not None}
    return f"@misc{{{key},\n" + ",\n".join(f"  {name} = {{{value}}}" for name, value in held.items()) + "\n}\n"


def checked(call: Call, tmp_path: Path, *entries: str) -> list[tuple[str, str]]:
    """Return (key, verdict) of entries."""
    file = tmp_path / "references.bib"
    file.write_text("".join(entries))
    loads = map(json.loads, call("check", "--all", "--json", str(file)).out.splitlines())
    return [(each["key"], each["verdict"]) for each in loads]


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
        {"journal": "Made-up Rev.", "year": "2019"},
        {"author": "Mans, Boris and Loris van Doorn and others"},
        {"year": "{2024}"},
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
        ({"author": "Måns, Walter and Example, Ada and van Doorn, Floris"}, "wrong"),
        ({"year": "2019"}, "wrong"),
        ({"year": "{2019}"}, "wrong"),
        ({"year": "20244"}, "wrong"),
        ({"title": "Snapshots of strings", "author": "Böhringer", "eprint": None, "doi": "10.1000/snap.3",
          "journal": "Made-up Rev.", "year": "2004"}, "wrong"),
        ({"title": "Skins that a lens can sort alone"}, "other-paper"),
        ({"eprint": "1207.0014"}, "other-paper"),
        ({"eprint": None, "doi": "10.1000/snap.3"}, "other-paper"),
        ({"url": "https://arxiv.org/abs/1207.0014"}, "other-paper"),
        ({"doi": "10.48550/arXiv.1207.0014"}, "other-paper"),
        ({"doi": "10.1000/snap.3"}, "other-paper"),
        ({"eprint": "2413.00002"}, "impossible"),
        ({"eprint": "2404.000022"}, "impossible"),
        ({"eprint": None, "volume": "abs/hep-th/9913001"}, "impossible"),
        ({"url": "https://arxiv.org/abs/2413.00002"}, "impossible"),
        ({"eprint": None, "note": "arXiv:2413.00002"}, "impossible"),
        ({"eprint": "2404.09999"}, "cannot-tell"),
        ({"title": None, "author": None}, "cannot-tell"),
        ({"eprint": "hal-0123456", "archiveprefix": "HAL", "title": "A book of no paper"}, "cannot-tell"),
        ({"eprint": None, "title": "A book that nobody put on arXiv"}, "cannot-tell"),
    ],
)  # fmt: skip
def test_a_wrong_field_another_paper_an_impossible_id_and_an_unknown_work_are_distinguished(
    call: Call, tmp_path: Path, fields: dict[str, str | None], verdict: str
) -> None:
    assert checked(call, tmp_path, bib(**fields)) == [("key", verdict)]


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ({}, "verified"),
        ({"author": "Somebody, S.", "year": "2001"}, "cannot-tell"),
        ({"year": "2002", "author": "Somebody, S."}, "cannot-tell"),
        ({"year": None}, "verified"),
        ({"pages": "4"}, "cannot-tell"),
        ({"title": "Nothing of it"}, "cannot-tell"),
    ],
)
def test_a_work_without_a_title_is_known_by_its_journal_volume_and_page(
    call: Call, tmp_path: Path, fields: dict[str, str | None], verdict: str
) -> None:
    place = {"title": None, "eprint": None, "journal": "Made-Up Review", "volume": "12", "pages": "3--9"}
    assert checked(call, tmp_path, bib(**{**place, "author": "C. Böhringer", "year": "2001", **fields})) == [
        ("key", verdict)
    ]


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


def test_a_short_title_alone_is_no_reason_to_call_an_entry_wrong(call: Call, tmp_path: Path) -> None:
    short = {"title": "Snapshots of strings", "eprint": None, "year": "1999"}
    assert checked(
        call,
        tmp_path,
        bib("right", **short, author="Böhringer, Chiara"),
        bib("others", **short, author="Böhringer, Chiara and Nonesuch, Nora"),
        bib("long", eprint=None, author="M{\\aa}ns, Bo and Nonesuch, Nora"),
    ) == [("right", "verified"), ("others", "cannot-tell"), ("long", "wrong")]


def test_works_of_one_title_with_identifiers_of_their_own_are_two(call: Call, tmp_path: Path) -> None:
    talk, article = (
        bib(key, title="Not in the cache", eprint=None, doi=f"10.1000/{key}") for key in ("talk", "article")
    )
    assert checked(call, tmp_path, talk, article) == [("talk", "cannot-tell"), ("article", "cannot-tell")]
    again = bib("again", title="Not here", eprint=None, doi="10.1000/TALK")
    assert checked(call, tmp_path, talk, again) == [("talk", "cannot-tell"), ("again", "twice")]


@pytest.mark.parametrize(
    ("own", "other", "verdict"),
    [
        ({"year": "1998"}, {"year": "1984"}, "cannot-tell"),
        ({"volume": "1"}, {"volume": "2"}, "cannot-tell"),
        ({"title": "Locks", "author": None}, {"title": "Locks", "author": None}, "cannot-tell"),
        ({"volume": "1", "year": "1998"}, {"year": "1999"}, "twice"),
        ({"eprint": "2404.09999", "year": "1998"}, {"eprint": "2404.09999", "volume": "3"}, "twice"),
    ],
)
def test_works_of_one_title_and_author_are_one_unless_years_or_volumes_differ(
    call: Call, tmp_path: Path, own: dict[str, str | None], other: dict[str, str | None], verdict: str
) -> None:
    same: dict[str, str | None] = {"title": "A handbook of locks", "eprint": None}
    made = [bib(key, **{**same, **fields}) for key, fields in (("one", own), ("two", other))]
    assert checked(call, tmp_path, *made) == [("one", "cannot-tell"), ("two", verdict)]


def test_entries_without_a_title_are_not_taken_for_one_work(call: Call, tmp_path: Path) -> None:
    made = [bib(key, title=None, eprint=None, author=name) for key, name in (("a", "A"), ("b", "A"), ("c", None))]
    assert {
        verdict for _, verdict in checked(call, tmp_path, *made, bib("d", title=None, eprint=None, author=None))
    } == {"cannot-tell"}


def test_a_broken_definition_of_a_macro_is_reported_with_its_line(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "references.bib"
    file.write_text(f"{bib()}@string{{prl = {{Phys. Rev. Lett.\n{bib('b', eprint='hep-th/9901001', year='1999')}")
    assert f"{file}:7: (no key): unreadable: a brace or quote is not closed" in call("check", str(file)).out


def test_works_on_particles_of_two_charges_are_two(call: Call, tmp_path: Path) -> None:
    plus, minus, again = (
        bib(key, title=f"On $D^{{{sign}}}$ mesons", eprint=None)
        for key, sign in (("plus", "+"), ("minus", "-"), ("again", "-"))
    )
    assert checked(call, tmp_path, plus, minus, again) == [
        ("plus", "cannot-tell"),
        ("minus", "cannot-tell"),
        ("again", "twice"),
    ]


def test_hints_are_no_problems(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "references.bib"
    file.write_text(bib("old", title="Snapshot of strings", author="Böhringer", year="2000", eprint="hep-th/9901001"))
    assert call("check", str(file))[:2] == (0, "")
    wrong = tmp_path / "wrong.bib"
    wrong.write_text(
        bib("old", title="Snapshots of strings", author="Other, Ann", year="2000", eprint="hep-th/9901001")
    )
    assert "hint:" not in (result := call("check", str(wrong))).out
    assert (result.code, len(result.out.splitlines())) == (1, 1)
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


def test_json_names_the_field_and_the_line_of_each_problem_and_hint(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "references.bib"
    file.write_text(bib("a", year="2019") + bib("a", author="Måns, Bo", eprint="2404.00002v1"))
    printed = [json.loads(line) for line in call("check", "--json", str(file)).out.splitlines()]
    assert [(each["line"], each["key"], each["verdict"], each["paper"]) for each in printed] == [
        (1, "a", "wrong", "2404.00002"),
        (7, "a", "twice", "2404.00002"),
    ]
    assert [[(said["field"], said["line"]) for said in each["problems"]] for each in printed] == [
        [("year", 4)],
        [(None, 7)],
    ]
    assert [[(said["field"], said["line"]) for said in each["hints"]] for each in printed] == [[], [("author", 9)]]


def test_an_identifier_of_another_paper_is_named_with_the_paper_that_is_meant(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "references.bib"
    for field, value in (("eprint", "1207.0014"), ("doi", "10.1000/snap.3")):
        file.write_text(bib(**{"eprint": None, field: value}))
        [result] = map(json.loads, call("check", "--json", str(file)).out.splitlines())
        [problem] = result["problems"]
        assert (problem["field"], problem["line"]) == (field, 5)
        assert problem["words"].startswith(f"{value} is “")
        assert problem["words"].endswith("; this is 2404.00002")
    file.write_text(bib(title="Skins that a lens can sort alone"))
    assert "”, by the same authors: an earlier version may have had this title\n" in call("check", str(file)).out
    file.write_text(bib(eprint="2404.09999", doi="10.1000/snap.3"))
    assert "doi: 10.1000/snap.3 is “Snapshots" in call("check", str(file)).out


DOCUMENT = r"""\documentclass{article}
\newcommand\citesee[1]{see~\cite{#1}} % \cite{remark}
\begin{document}
\input{chapters/one} \include{chapters/none} 50\% \textcite[see][p.~{[3]}]{right,
  Upper} \cites(see)[p. 1]{first}{gone}
\begin{verbatim}
\cite{verbatim}
\end{verbatim}
\citestyle{plain} \verb|\cite{code} %| \cite{own} \\\verb+%+ \cite{inline} % \verb|\cite{remark}
\begin{thebibliography}{9} \bibitem[{Own (2020)}]{own} A book. \end{thebibliography}
\bibliography{references,more}
\end{document}
\cite{behind}
"""


def write_document(folder: Path) -> Path:
    """Write a document that cites entries of ``references.bib`` and ``more.bib``, and one that neither has."""
    (folder / "chapters").mkdir()
    (folder / "chapters" / "one.tex").write_text("\n\\Citep*{chapter}\n\\input{main}\n")
    (folder / "references.bib").write_text(bib("right") + bib("uncited", title="Another title of nothing at all"))
    others = {
        key: bib(key, eprint=None, doi=f"10.1000/{key}", title=f"Not on {key}") for key in ("upper", "first", "inline")
    }
    (folder / "more.bib").write_text("".join(others.values()) + bib("chapter", year="2019", eprint="2404.00002"))
    (folder / "main.tex").write_text(DOCUMENT)
    return folder / "main.tex"


def test_only_entries_that_a_document_cites_are_checked_and_missing_keys_are_named(call: Call, tmp_path: Path) -> None:
    document = write_document(tmp_path)
    code, out, err = call("check", "--all", str(document))
    assert (code, [line.split(" (")[0].split("/")[-1] for line in out.splitlines() if "hint" not in line]) == (
        1,
        [
            "references.bib:1: right: verified",
            "more.bib:1: upper: cannot-tell",
            "more.bib:7: first: cannot-tell",
            "more.bib:13: inline: cannot-tell",
            "more.bib:22: chapter: wrong",
            "more.bib:19: chapter: wrong",
            "main.tex:5: gone: missing: the document cites it, and no entry has this key",
        ],
    )
    assert "an included file cannot be read: chapters/none" in err
    assert err.splitlines()[1:] == [
        "5 entries: 1 verified, 3 cannot-tell, 1 wrong, 1 missing; "
        "checked with 3 papers in the cache, the newest of 2024-04-02"
    ]
    named = call("check", "--all", str(document), str(tmp_path / "references.bib")).out
    keys = [line.split(": ")[1] for line in named.splitlines()]
    assert keys == ["right", "Upper", "first", "gone", "inline", "chapter"]


@pytest.mark.parametrize(
    ("name", "text", "keys"),
    [
        ("main.tex", "\\cite{a}\\nocite{*}", ["a", "b", "c"]),
        ("MAIN.TEX", "\\cite{a}", ["a"]),
        ("main.aux", "\\citation{a,REVTEX42Control}\n\\abx@aux@cite{0}{b}\n\\@input{part.aux}", ["a", "b", "c"]),
        ("main.bbl", "\\bibitem[{\\citenamefont{Left}(2020)}]{a}\n\\entry{b}{article}{}", ["a", "b"]),
        ("main.bcf", '<bcf:citekey order="1">a</bcf:citekey><bcf:datasource type="file">x.bib</bcf:datasource>', ["a"]),
    ],
)  # fmt: skip
def test_cited_keys_are_read_from_tex_aux_bbl_and_bcf_files(
    call: Call, tmp_path: Path, name: str, text: str, keys: list[str]
) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / "part.aux").write_text("\\citation{c}")
    file = tmp_path / "x.bib"
    file.write_text("".join(bib(key, eprint=None, doi=f"10.1000/{key}", title=f"No {key}") for key in "abc"))
    loads = map(json.loads, call("check", "--all", "--json", str(tmp_path / name), str(file)).out.splitlines())
    assert [(each["key"], each["verdict"]) for each in loads] == [(key, "cannot-tell") for key in keys]


def test_files_are_read_in_the_order_in_which_they_are_included(call: Call, tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text("\\input{one}\\input{two}\n\\cite{b}\\bibliography{x}")
    (tmp_path / "one.tex").write_text("\\cite{a}")
    (tmp_path / "two.tex").write_text("\\cite{a}\n\\cite{b}")
    (tmp_path / "x.bib").write_text("")
    out = call("check", str(tmp_path / "main.tex")).out
    assert [line.split("/")[-1][:14] for line in out.splitlines()] == ["main.tex:2: b:", "one.tex:1: a: "]


def test_a_document_that_names_no_bibliography_needs_one(call: Call, tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text("\\cite{key}\\bibliography{none,some}")
    (tmp_path / "some.bib").write_text(bib())
    code, _, err = call("check", str(tmp_path / "main.tex"))
    assert (code, err.splitlines()[0]) == (0, f"a BibTeX file cannot be read: {tmp_path / 'none.bib'}")
    assert len(err.splitlines()) == 2
    (tmp_path / "main.tex").write_text("\\cite{a}")
    assert call("check", str(tmp_path / "main.tex")).code == 2
    for name in ("none.tex", "none.bib"):
        assert call("check", str(tmp_path / name)).code == 2


def test_a_file_without_an_end_is_refused(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arxtui.cli.support.files._LARGEST", 1 << 20)
    said = call("check", "/dev/zero")
    assert (said.code, said.err) == (2, "arxtui: /dev/zero: it has more than 1 MB\n")


@pytest.mark.parametrize(
    "part", ["\\cite[", "\\cite{", "\\cite{a}{", "\\begin{comment}", "%", "\\", "\\citep[{", "{", "\\cites("]
)
def test_a_hostile_document_costs_no_more_than_its_size(call: Call, tmp_path: Path, part: str) -> None:
    (tmp_path / "main.tex").write_text(part * 20_000)
    (tmp_path / "x.bib").write_text(bib())
    assert call("check", str(tmp_path / "main.tex"), str(tmp_path / "x.bib")).code in (1, 2)


def test_a_key_of_two_entries_is_named_across_files(call: Call, tmp_path: Path) -> None:
    first, second = tmp_path / "first.bib", tmp_path / "second.bib"
    first.write_text(bib("a"))
    second.write_text(bib("a", title="Another title of nothing at all", eprint=None) + bib("b"))
    assert call("check", str(first), str(second)).out == (
        f"{second}:1: a: twice: its key is that of an entry before it ({first}:1)\n"
        f"{second}:6: b: twice (2404.00002): it is the same work as a ({first}:1)\n"
    )


def test_a_remark_ignores_a_verdict_of_the_entry_behind_it(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "references.bib"
    file.write_text(
        "% arxtui: ignore wrong -- the title of the journal\n" + bib("a", title="Sharded locks of a short queue")
        + "  %% arxtui: ignore withdrawn, other-paper\n" + bib("b", year="2019")
        + "% arxtui: ignore nonsense\n" + bib("c", title="On nothing", eprint=None)
        + "% arxtui: ignore wrong\n" + bib("d", title="On nothing else", eprint=None)
        + "% arxtui: ignore\n"
    )  # fmt: skip
    code, out, err = call("check", str(file))
    assert code == 1
    assert [line.partition(": ")[2] for line in out.splitlines()] == [
        "b: wrong (2404.00002): year: 2019, but its versions are of 2024",
        f"b: wrong (2404.00002): it is the same work as a ({file}:2)",
        "b: unused-ignore: not withdrawn, other-paper, but wrong",
        "c: unused-ignore: it names no verdict: nonsense",
        "(no key): unused-ignore: no entry is behind it",
    ]
    assert err.startswith("4 entries: 1 ignored, ")
    ignored = next(map(json.loads, call("check", "--json", "--all", str(file)).out.splitlines()))
    assert (ignored["verdict"], ignored["ignored"]) == ("wrong", True)
    file.write_text("% arxtui: ignore wrong\n" + bib("a", year="2019"))
    assert call("check", str(file))[:2] == (0, "")


def test_a_sarif_log_has_the_members_required_by_the_standard_and_a_place_for_each_problem(
    call: Call, tmp_path: Path
) -> None:
    file = tmp_path / "with blank é.bib"
    entries = bib("right"), bib("year", year="2019"), bib("no", title="Not here", eprint=None)
    ignored = "% arxtui: ignore other-paper, wrong\n" + bib("o", eprint="1207.0014")
    file.write_text("".join(entries) + ignored)
    code, out, _ = call("check", str(file), "--format", "sarif", "--all")
    log = json.loads(out)
    assert (code, log["version"], set(log) - {"$schema"}) == (1, "2.1.0", {"version", "runs"})
    [run] = log["runs"]
    assert set(run) == {"tool", "columnKind", "results"}
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = run["tool"]["driver"]
    assert driver["name"] == "arxtui"
    names = [rule["id"] for rule in driver["rules"]]
    assert names == [*Verdict, "hint"]
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")
    for result in run["results"]:
        assert names[result["ruleIndex"]] == result["ruleId"]
        assert result["message"]["text"]
        assert result["kind"] in ("notApplicable", "pass", "fail", "review", "open", "informational")
        assert (result["level"] == "none") == (result["kind"] != "fail")
        [place] = result["locations"]
        uri = urlsplit(place["physicalLocation"]["artifactLocation"]["uri"])
        assert (uri.scheme, unquote(uri.path)) == ("file", str(file))
        assert all(each == {"kind": "inSource"} for each in result.get("suppressions", ()))
    assert [
        (each["ruleId"], each["locations"][0]["physicalLocation"]["region"]["startLine"], "suppressions" in each)
        for each in run["results"]
        if each["ruleId"] != "hint"
    ] == [
        ("verified", 1, False),
        ("wrong", 10, False),
        ("wrong", 7, False),
        ("cannot-tell", 13, False),
        ("other-paper", 23, True),
        ("unused-ignore", 18, False),
    ]
    relative = call("check", str(file), "--format", "sarif").out
    assert [each["ruleId"] for each in json.loads(relative)["runs"][0]["results"]] == [
        "wrong", "wrong", "other-paper", "unused-ignore",
    ]  # fmt: skip
    file.write_text("% arxtui: ignore wrong\n" + bib("ignored", year="2019", author="Måns, Bo"))
    [run] = json.loads(call("check", str(file), "--format", "sarif", "--all").out)["runs"]
    reported = [(each["ruleId"], each["kind"], "suppressions" in each) for each in run["results"]]
    assert reported == [("wrong", "fail", True), ("hint", "informational", False)]
    file.write_text(bib("hint", author="Måns, Bo"))
    for option, rules in (("--all", ["verified", "hint"]), (None, [])):
        out = call("check", str(file), "--format", "sarif", *filter(None, [option])).out
        assert [each["ruleId"] for each in json.loads(out)["runs"][0]["results"]] == rules


def fixed(call: Call, tmp_path: Path, text: str, *options: str, encoding: str = "utf-8") -> str:
    """Return what becomes of a file."""
    file, copy = tmp_path / "references.bib", tmp_path / "fixed.bib"
    file.write_bytes(text.encode(encoding))
    call("check", str(file), "--fix", "--output", str(copy), *options)
    assert file.read_bytes() == text.encode(encoding)
    return copy.read_bytes().decode(encoding)


SNAPSHOTS = """% by J\xf6rg\r
@ARTICLE{old,\r
\tTITLE   = {{S}napshots of  strings},\r
\tEprint  = "hep-th/9901001",\r
\tauthor  = "Böhringer"}\r
@misc{one, eprint={hep-th/9901001}, title={Snapshots of strings}, year={1999}}"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_safe_changes_keep_every_other_byte(call: Call, tmp_path: Path, encoding: str) -> None:
    year = bib("year", year="2019") + "\n" * 9
    assert fixed(call, tmp_path, SNAPSHOTS + "\n" + year, encoding=encoding) == SNAPSHOTS.replace(
        '"hep-th/9901001",', '"hep-th/9901001",\r\n\tDoi     = "10.1000/snap.3",'
    ) + "\n" + year.replace("2019", "2024")


def diff_of(call: Call, tmp_path: Path) -> tuple[Path, bytes, bytes]:
    """Return a file with changes in its first lines and its last, which has no end; the diff; and the file changed."""
    file = tmp_path / "references.bib"
    file.write_bytes((SNAPSHOTS + "\n" * 9 + bib("year", year="2019").rstrip()).encode())
    call("check", str(file), "--fix", "--output", str(copy := tmp_path / "fixed.bib"))
    return file, call("check", str(file), "--fix").out.encode(), copy.read_bytes()


def test_a_diff_in_a_terminal_keeps_its_columns_and_has_no_sequences_of_the_file(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "references.bib"
    file.write_text(SNAPSHOTS.replace("@ARTICLE", "\x1b[31m @ARTICLE", 1) + bib("year", year="2019"))
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = call("check", str(file), "--fix").out
    assert "\n        TITLE   = {{S}napshots of  strings},\n" in shown
    assert "\x1b[31m" not in shown
    assert "\x1b[1m+" in shown
    assert "\x1b[2m@@" in shown


def test_a_diff_has_each_change_with_the_lines_around_it(call: Call, tmp_path: Path) -> None:
    file, diff, _ = diff_of(call, tmp_path)
    assert diff.decode().split("\n") == [
        f"--- {file}", f"+++ {file}",
        "@@ -2,6 +2,7 @@", " @ARTICLE{old,\r", " \tTITLE   = {{S}napshots of  strings},\r",
        " \tEprint  = \"hep-th/9901001\",\r", "+\tDoi     = \"10.1000/snap.3\",\r", " \tauthor  = \"Böhringer\"}\r",
        " @misc{one, eprint={hep-th/9901001}, title={Snapshots of strings}, year={1999}}", " ",
        "@@ -15,6 +16,6 @@", " @misc{year,", f"   title = {{{TITLE}}},", f"   author = {{{RIGHT['author']}}},",
        "-  year = {2019},", "+  year = {2024},", "   eprint = {2404.00002}", " }", "\\ No newline at end of file", "",
    ]  # fmt: skip


@pytest.mark.skipif(not shutil.which("patch"), reason="patch is not installed")
def test_patch_applied_to_the_diff_makes_the_same_file_as_output(call: Call, tmp_path: Path) -> None:
    file, diff, after = diff_of(call, tmp_path)
    subprocess.run(["patch", "--binary", "--quiet", str(file)], input=diff, check=True)
    assert file.read_bytes() == after


@pytest.mark.skipif(not shutil.which("patch"), reason="patch is not installed")
def test_patch_finds_a_file_with_a_blank_in_its_name_and_a_byte_order_mark_in_the_line_of_its_entry(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("my references.bib")
    text = "@misc{one, eprint={hep-th/9901001}, title={Snapshots of strings}}"
    file.write_text(text, encoding="utf-8-sig")
    diff = call("check", str(file), "--fix").out
    subprocess.run(["patch", "--quiet", "--fuzz=0"], input=diff.encode(), check=True)
    assert file.read_bytes() == b"\xef\xbb\xbf" + text.replace("001}", "001}, doi = {10.1000/snap.3}").encode()


def test_a_field_is_added_in_the_line_of_an_entry_in_one_line(call: Call, tmp_path: Path) -> None:
    text = "@misc{one, eprint={hep-th/9901001}, title={Snapshots of strings}}"
    assert fixed(call, tmp_path, text) == text.replace("001}", "001}, doi = {10.1000/snap.3}")


@pytest.mark.parametrize(
    ("fields", "old", "new"),
    [
        ({"title": "{Shared} Locks of a long queue"}, "{Shared}", "{Sharded}"),
        ({"title": "Sharded blocks of a long queue"}, "blocks", "locks"),
        ({"author": "Måns, Bo"}, "Måns, Bo", "Måns, Bo and others"),
        ({"eprint": "arXiv:1207.0014v2"}, "1207.0014v2", "2404.00002"),
        ({"eprint": "1207.0014", "url": "https://arxiv.org/abs/1207.0014"}, "1207.0014", "2404.00002"),
        ({"year": None}, "", ""),
        ({"year": "2019", "journal": "J. Made-up"}, "", ""),
        ({"title": "Sharded locks of a a a queue"}, "", ""),
        ({"eprint": None, "title": "Nothing that is here"}, "", ""),
        ({"eprint": "hep-th/9901001", "title": "Snapshots of strings", "year": "1999", "author": "Böhringer, C.",
          "doi": "none"}, "", ""),
    ],
)  # fmt: skip
def test_changes_to_look_at_are_apart(
    call: Call, tmp_path: Path, fields: dict[str, str | None], old: str, new: str
) -> None:
    text = bib(**fields)
    assert fixed(call, tmp_path, text) == text
    assert fixed(call, tmp_path, text, "--unsafe") == text.replace(old, new)


def test_fixes_need_a_single_file_to_write_and_count_the_unsafe_changes_left(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "a.bib"
    file.write_text(bib(title="Shared locks of a long queue") + bib("year", year="2019", title=None, doi="10.1000/b"))
    assert "0 safe changes; 1 more to look at: --unsafe includes them" in call("check", "--fix", str(file)).err
    other = tmp_path / "other.bib"
    other.write_text(bib("other", eprint="1207.0014"))
    assert "0 safe changes; 2 more to look at" in call("check", "--fix", str(file), str(other)).err
    assert call("check", "--fix", "--output", str(tmp_path / "b"), str(file), str(other)).code == 2
    assert call("check", "--unsafe", str(file)).code == 2
    for words in (["--json"], ["--format", "sarif"]):
        said = call("check", "--fix", *words, str(file))
        assert (said.code, said.err) == (2, "arxtui: --fix prints a diff: leave out --json and --format\n")
    file.write_text("% arxtui: ignore wrong\n" + bib(year="2019"))
    assert call("check", "--fix", str(file)).out == ""


def test_a_printed_line_of_an_entry_with_a_very_long_field_is_cut_to_a_limit(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "long.bib"
    file.write_text(bib(author=f"N{'o' * 2000}body, Jane"))
    assert {len(line.split("key: ")[1]) for line in call("check", str(file)).out.splitlines()} == {1000}


def test_the_manual_lists_the_verdicts() -> None:
    manual = (Path(__file__).resolve().parents[3] / "docs" / "cli.md").read_text(encoding="utf-8")
    for verdict in Verdict:
        assert f"| `{verdict}` | {verdict.words} |" in manual


def test_nothing_to_check_is_no_clean_file(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "references.bib"
    file.write_text("no entries")
    assert call("check", str(file)).code == 2
    file.write_text(bib())
    assert call("check", str(file)).code == 0
    shutil.rmtree(Paths.find().cache_db.parent)
    code, _, err = call("check", str(file))
    assert (code, err) == (2, "1 entry: 1 cannot-tell; checked with 0 papers in the cache\n")


@pytest.mark.parametrize("doi", ["", ", doi = {10.1000/invented.1}"])
def test_a_work_that_only_a_bibliography_names_is_no_witness_for_an_entry(
    home: Path, call: Call, tmp_path: Path, doi: str
) -> None:
    invented = Work(("Nora Nonesuch",), "Invented words about gravel and teapots", "2024", dois=("10.1000/invented.1",))
    with closing(Library.open(Paths.under(home), Settings())) as library:
        library.marks.apply([library.references.keep(invented, "an entry")], "star")
    entry = f"@misc{{key, title = {{{invented.title}}}, author = {{Nonesuch, Nora}}, year = 2024{doi}}}"
    assert checked(call, tmp_path, entry) == [("key", "cannot-tell")]


@pytest.mark.usefixtures("filled")
def test_a_bibliography_without_entries_is_nothing_to_check(call: Call, tmp_path: Path) -> None:
    (file := tmp_path / "empty.bib").write_text("% later\n")
    said = call("check", str(file))
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("0 entries: nothing to check; checked with ")
