"""``arxtui cite --into``: entries appended to a BibTeX file that exists."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arxtui.export.layout import key_template
from arxtui.text.bibtex import bib_entries
from tests.cli.command import write_papers
from tests.cli.conftest import Call
from tests.homes import as_made

PAPERS: list[dict[str, Any]] = [
    {"id": "2404.00002", "title": "Sharded locks of a long queue", "authors": ["Bo Måns", "Ada Example"],
     "published": "2024-04-02T00:00:00Z", "version": 1},
    {"id": "hep-th/9901001", "title": "Snapshots of strings", "authors": ["Chiara Böhringer"],
     "published": "1999-01-02T00:00:00Z", "doi": "10.1000/snap.3", "journal_ref": "Made-up Rev. 12 (2001) 3"},
    {"id": "2404.00003", "title": "Sharded locks of a short queue", "authors": ["Bo Måns"],
     "published": "2024-04-02T00:00:00Z", "version": 1},
]  # fmt: skip
DEFAULT = "{author}{year}{word}"


@pytest.fixture(autouse=True)
def filled(home: Path, call: Call, tmp_path: Path) -> None:
    as_made(home, "papers to append", lambda: call("import", str(write_papers(tmp_path / "papers.jsonl", PAPERS))))


@pytest.fixture
def bib(tmp_path: Path) -> Path:
    return tmp_path / "thesis.bib"


def keys_of(bib: Path) -> list[str]:
    return [entry.key for entry in bib_entries(bib.read_text("utf-8"))]


@pytest.mark.parametrize(
    ("keys", "template"),
    [
        ("lamport1978time pease1980reaching", "{author}{year}{word}"),
        ("Lamport1978Time Pease1980Reaching", "{Author}{year}{Word}"),
        ("Lamport1978 Pease1980 Pease1980a other", "{Author}{year}"),
        ("lamport_1978 pease_1980b", "{author}_{year}"),
        ("Lamport78 Pease80", "{Author}{yy}"),
        ("Lamport:1978tca ATLAS:2012qtn Pease:1980ra", "{texkey}"),
        ("lamport_time_1978 pease_reaching_1980a", "{author}_{word}_{year}"),
        ("Lamport-1978-Time", "{Author}-{year}-{Word}"),
        ("1211.7205 2404.12345", "{id}"),
        ("arXiv:1211.7205", "arXiv:{id}"),
        ("lamport clocks queue", DEFAULT),
        ("lamport clocks Pease1980", DEFAULT),
        ("", DEFAULT),
    ],
)
def test_new_keys_are_like_most_of_the_keys_in_the_file(keys: str, template: str) -> None:
    assert key_template(keys.split(), DEFAULT) == template


def test_an_entry_is_appended_and_no_byte_before_it_changes(call: Call, bib: Path) -> None:
    before = b'% m\xfcnze, not UTF-8\r\n@ARTICLE{Lamport:1978tca,\r\n\tTITLE     = "Clocks",\r\n\tYEAR      = 1978\r\n}'
    bib.write_bytes(before)
    said = call("cite", "2404.00002", "hep-th/9901001", "--into", str(bib))
    assert said.out.splitlines() == [
        "2404.00002: added as Mans:2024slo",
        "hep-th/9901001: added as Bohringer:2001sos",
    ]
    after = bib.read_bytes()
    assert after.startswith(before)
    assert after[len(before) :].decode("ascii").splitlines(keepends=True)[:6] == [
        "\r\n",
        "\r\n",
        "@MISC{Mans:2024slo,\r\n",
        '\tTITLE     = "Sharded locks of a long queue",\r\n',
        '\tAUTHOR    = "M{\\r{a}}ns, Bo and Example, Ada",\r\n',
        '\tYEAR      = "2024",\r\n',
    ]
    assert [entry.fault for entry in bib_entries(after.decode("cp1252"))] == ["", "", ""]
    assert call("check", str(bib)).out == ""


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ("@misc{mine, eprint = {arXiv:2404.00002v1}}", 1),
        ("@misc{mine, title = {x}, url = {https://arxiv.org/abs/2404.00002}}", 1),
        ("@misc{a, note = {b}}\n@misc{mine, doi = {10.48550/ARXIV.2404.00002}}", 2),
        ("@misc{mine, title={{Sharded} Locks of a Long Queue}, author={B. M{\\aa}ns}, year=2025}", 1),
    ],
)
def test_a_paper_that_is_there_is_named_and_not_appended(call: Call, bib: Path, entry: str, line: int) -> None:
    bib.write_text(entry)
    assert call("cite", "2404.00002", "--into", str(bib)).out == f"2404.00002: already {bib}:{line}: mine\n"
    assert bib.read_text() == entry


def test_a_paper_is_recognised_by_the_doi_of_its_publication(call: Call, bib: Path) -> None:
    bib.write_text("@misc{mine, doi = {https://doi.org/10.1000/SNAP.3}}")
    printed = json.loads(call("cite", "hep-th/9901001", "--into", str(bib), "--json").out)
    assert printed == {"name": "hep-th/9901001", "key": "mine", "added": False, "line": 1}


@pytest.mark.parametrize(
    "entry",
    [
        "@misc{mans2024sharded, title={Sharded locks of a long queue}, author={Bo Måns}, eprint={2404.00009}}",
        "@misc{Mans2024sharded, title={Sharded locks of a long queue}, author={Cy Other}, year=2024}",
        "@misc{mans2024sharded, title={Sharded locks of a long queue}, author={Bo Måns}, year=1999}",
    ],
)
def test_another_work_is_not_taken_for_the_paper_and_keeps_its_key_alone(call: Call, bib: Path, entry: str) -> None:
    bib.write_text(entry, "utf-8")
    call("cite", "2404.00002", "--into", str(bib))
    assert [key.lower() for key in keys_of(bib)[1:]] == ["mans2024shardeda"]


def test_a_second_call_appends_nothing_and_one_call_names_papers_apart(call: Call, bib: Path) -> None:
    bib = bib.with_suffix(".BIB")
    assert call("cite", "2404.00002", "2404.00002", "2404.00003", "--into", str(bib)).err == f"{bib} is a new file\n"
    assert keys_of(bib) == ["mans2024sharded", "mans2024shardeda"]
    before = bib.read_bytes()
    said = call("cite", "2404.00003", "--into", str(bib))
    assert (said.out.split(":")[1], said.err) == (" already " + str(bib), "")
    assert bib.read_bytes() == before


def test_a_dry_run_prints_the_entries_and_writes_nothing(call: Call, bib: Path) -> None:
    said = call("cite", "2404.00002", "--into", str(bib), "--dry-run")
    assert said.err == ""
    assert said.out.startswith("2404.00002: would be added as mans2024sharded\n@misc{mans2024sharded,\n  title = {")
    assert not bib.exists()


@pytest.mark.parametrize("begin", ["@misc{b,\n title", "@string{b"])
def test_a_file_that_ends_within_an_entry_is_left_as_it_is(call: Call, bib: Path, begin: str) -> None:
    bib.write_text(f"@misc{{a, title={{x}}}}\n{begin} = {{never closed\n")
    said = call("cite", "2404.00002", "--into", str(bib))
    assert f"{bib}:2: a brace or quote is not closed" in said.err
    assert bib.read_text().endswith("never closed\n")


def test_an_address_in_an_entry_does_not_change_the_letter_case_of_types(call: Call, bib: Path) -> None:
    bib.write_text("@article{a,\n  note = {ask a@EXAMPLE.org},\n  doi = {10.1000/x}\n}\n")
    call("cite", "2404.00002", "--into", str(bib))
    assert "\n@misc{mans2024sharded,\n" in bib.read_text()


def test_a_file_whose_encoding_lacks_a_character_is_named_with_the_advice_to_convert_to_utf8(
    call: Call, bib: Path, tmp_path: Path
) -> None:
    call("import", str(write_papers(tmp_path / "other.jsonl", [{**PAPERS[0], "id": "2404.00004", "title": "量子"}])))
    bib.write_bytes(before := b"@misc{a, title={M\xfcnze}}\n")
    said = call("cite", "2404.00004", "--into", str(bib))
    assert said.err.startswith(f"arxtui: {bib}: a new entry has a character")
    assert "convert the file to UTF-8" in said.err
    assert bib.read_bytes() == before


def test_a_file_that_another_program_changes_meanwhile_is_not_overwritten(
    call: Call, bib: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arxtui.library.references import appending

    bib.write_text("@misc{a, title={x}}\n")
    as_it_is = appending.appending

    def change(*given: Any) -> appending.Appending:
        result = as_it_is(*given)
        bib.write_text("@misc{b, title={y}}\n")
        return result

    monkeypatch.setattr(appending, "appending", change)
    said = call("cite", "2404.00002", "--into", str(bib))
    assert "another program has changed it meanwhile" in said.err
    assert keys_of(bib) == ["b"]


def test_calls_at_the_same_time_lose_no_entry(home: Path, bib: Path) -> None:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.library.references.appending import append
    from arxtui.model.arxiv.ids import key_named

    with closing(Library.open(Paths.under(home), Settings())) as library:
        records = [record for each in PAPERS if (record := library.papers.record(key_named(each["id"])))]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda record: append(bib, [record], {}, DEFAULT), records))
    assert sorted(keys_of(bib)) == ["bohringer2001snapshots", "mans2024sharded", "mans2024shardeda"]
    assert [each.name for each in bib.parent.iterdir() if each.name.startswith(".")] == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--dry-run", 2),
        ("--into -", 2),
        ("--into thesis.tex", 2),
        ("--into /nowhere/at/all.bib", 1),
        ("--into /nowhere/at/all.bib --dry-run", 1),
    ],
)
def test_cite_refuses_a_dash_a_tex_file_a_missing_directory_and_a_dry_run_without_a_file(
    call: Call, words: str, code: int
) -> None:
    said = call("cite", "2404.00002", *words.split())
    assert (said.code, said.out) == (code, "")
