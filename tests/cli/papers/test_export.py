"""``arxtui export``: its content, its destination, and the import of its output."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.cli.papers import export
from arxtui.cli.support import output
from arxtui.cli.support.exits import CommandError
from arxtui.export.forms import FORMS
from arxtui.library import exports
from arxtui.library.export_writer import ExportWriter
from arxtui.library.papers.papers import Papers
from arxtui.sync.worker.process_pool import ProcessPool
from tests.child import Child
from tests.cli.command import COMMAND, PAPERS, environ, objects, run_here, write_papers
from tests.cli.conftest import Call


def ids(text: str) -> list[str]:
    return [each["id"] for each in objects(text)]


def test_every_paper_is_written_newest_first_and_counted(filled: Path, call: Call) -> None:
    said = call("export", "--all", "--format", "jsonl")

    assert said.code == 0
    assert ids(said.out) == ["2605.01234", "2605.01111", "2605.00999", "hep-th/9901001"]
    assert said.err == "4 papers written\n"
    assert objects(said.out) == objects(call("list", "--json").out)


def test_a_query_chooses_and_orders(filled: Path, call: Call) -> None:
    assert ids(call("export", "cat:cs.DC", "sort:old", "--format", "jsonl").out) == [
        "2605.00999",
        "2605.01111",
        "2605.01234",
    ]
    said = call("export", "staleness", "--format", "jsonl")
    assert (ids(said.out), said.err) == (["2605.01234"], "1 paper written\n")


def test_an_export_of_all_papers_has_hidden_and_muted_ones_that_a_query_leaves_out(filled: Path, call: Call) -> None:
    call("mark", "2605.01111", "--hide")
    call("rules", "add", "no gossip", "gossip", "--mute")
    everything, chosen = (ids(call("export", which, "--format", "jsonl").out) for which in ("--all", "cat:cs.DC"))
    assert everything == ["2605.01234", "2605.01111", "2605.00999", "hep-th/9901001"]
    assert chosen == ["2605.01234"]


def test_an_export_without_a_matching_paper_is_reported_and_written_nowhere(
    filled: Path, call: Call, tmp_path: Path
) -> None:
    file = tmp_path / "chosen.jsonl"
    for to, words in (
        ((), "nothing was written"),
        (("--output", "-"), "nothing was written"),
        (("--output", str(file)), f"{file} was not written"),
        (("--command", "tee", str(file)), "tee was not started"),
    ):
        for query in ("zebra", "9999.99999"):
            said = call("export", query, "--format", "csl-json", *to)
            assert (said.code, said.out, said.err) == (1, "", f"arxtui: no paper matches; {words}\n")
    assert not file.exists()


def test_beside_a_name_each_argument_is_taken_by_itself(filled: Path, call: Call) -> None:
    said = call("export", "2605.01234", "nosuch", "--format", "jsonl")
    assert (said.code, ids(said.out)) == (1, ["2605.01234"])
    assert said.err == "no paper matches 'nosuch'\n1 paper written\n"
    said = call("export", "hep-th/9901001", "cat:cs.DC sort:old", "2605.01234", "--format", "jsonl")
    assert (said.code, said.err) == (0, "4 papers written\n")
    assert ids(said.out) == ["hep-th/9901001", "2605.00999", "2605.01111", "2605.01234"]


@pytest.mark.parametrize("query", ["", "sort:old", "*"])
def test_beside_a_name_a_query_that_means_every_paper_is_refused(filled: Path, call: Call, query: str) -> None:
    said = call("export", "2605.01234", query, "--format", "jsonl")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"arxtui: {query!r} would export every paper; ")


@pytest.mark.parametrize("query", ["zebra", "9999.99999"])
def test_a_file_stays_as_it_is_where_nothing_matches(filled: Path, call: Call, tmp_path: Path, query: str) -> None:
    file = tmp_path / "thesis.bib"
    for held in (None, "@misc{mine}\n"):
        if held:
            file.write_text(held)
        said = call("export", query, "--output", str(file))
        assert (said.code, said.out) == (1, "")
        assert f"no paper matches; {file} was not written" in said.err
        assert (file.read_text() if file.exists() else None) == held


def test_a_file_is_written_and_an_import_reads_it(filled: Path, call: Call, tmp_path: Path) -> None:
    file = tmp_path / "papers.jsonl"
    said = call("export", "--all", "--format", "jsonl", "--output", str(file))

    assert (said.code, said.out, said.err) == (0, "", f"4 papers written to {file}\n")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    again = call("import", "--json", str(file))
    assert {name: json.loads(again.out)[name] for name in ("new", "changed", "rejected")} == {
        "new": 0,
        "changed": 0,
        "rejected": 0,
    }


def test_a_dash_is_standard_output(filled: Path, call: Call) -> None:
    assert len(ids(call("export", "--all", "--format", "jsonl", "--output", "-").out)) == 4


def test_a_file_stays_as_it_was_when_an_export_fails(
    filled: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "papers.jsonl"
    file.write_text("what was here before")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Papers, "records", full)
    said = call("export", "--all", "--format", "jsonl", "--output", str(file))

    assert (said.code, said.err) == (1, f"arxtui: {file} cannot be written: No space left on device\n")
    assert file.read_text() == "what was here before"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_link_goes_on_leading_to_the_file(filled: Path, call: Call, tmp_path: Path) -> None:
    file, link = tmp_path / "papers.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(file)
    call("export", "--all", "--format", "jsonl", "--output", str(link))

    assert link.is_symlink()
    assert len(ids(file.read_text(encoding="utf-8"))) == 4


def test_a_pipe_by_name_is_written_into(filled: Path, call: Call, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    said = call("export", "--all", "--format", "jsonl", "--output", str(pipe))
    reader.join()

    assert said.code == 0
    assert len(ids(read[0])) == 4


@pytest.mark.parametrize(
    ("place", "words"), [("missing/papers.jsonl", "No such file or directory"), (".", "Is a directory")]
)
def test_a_file_that_cannot_be_written_is_reported(
    filled: Path, call: Call, tmp_path: Path, place: str, words: str
) -> None:
    file = tmp_path / place
    said = call("export", "--all", "--format", "jsonl", "--output", str(file))

    assert (said.code, said.err) == (1, f"arxtui: {file} cannot be written: {words}\n")


def test_a_format_that_there_is_not_is_reported_with_those_there_are(filled: Path, call: Call) -> None:
    said = call("export", "--all", "--format", "papyrus")

    assert said.code == 2
    assert "invalid choice: 'papyrus'" in said.err
    for form in FORMS:
        assert form in said.err
    said = call("export", "--all", "--output", str(filled / "papers.doc"))
    assert (said.code, said.err) == (
        2,
        f"arxtui: no format has the suffix .doc; choose one with --format: {', '.join(FORMS)}\n",
    )


def test_without_a_format_or_a_suffix_it_is_bibtex(filled: Path, call: Call, tmp_path: Path) -> None:
    bibtex = call("export", "--all", "--format", "bibtex").out
    assert bibtex.startswith("@misc{")
    assert call("export", "--all").out == call("export", "--all", "--output", "-").out == bibtex
    call("export", "--all", "--output", str(tmp_path / "papers"))
    assert (tmp_path / "papers").read_text(encoding="utf-8") == bibtex


def test_the_suffix_of_a_file_decides_the_format(filled: Path, call: Call, tmp_path: Path) -> None:
    beginnings = {".bib": "@misc{", ".ris": "TY  - ", ".json": "[\n{", ".md": "- [", ".jsonl": '{"id": '}
    for suffix, beginning in beginnings.items():
        file = tmp_path / f"papers{suffix}"
        assert call("export", "--all", "--output", str(file)).err.startswith(f"4 papers written to {file}\n")
        assert file.read_text(encoding="utf-8").startswith(beginning)
    assert call("export", "--all", "--output", str(tmp_path / "papers.txt")).code == 2


@pytest.mark.parametrize("form", FORMS)
def test_standard_output_and_a_file_hold_the_same(filled: Path, call: Call, tmp_path: Path, form: str) -> None:
    file = tmp_path / "papers"
    call("export", "--all", "--format", form, "--output", str(file))

    assert call("export", "--all", "--format", form).out == file.read_text(encoding="utf-8")


def test_a_long_export_is_written_by_several_processes(
    filled: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("mark", "2605.01111", "--tag", "queues")
    alone = call("export", "--all", "--format", "bibtex")
    monkeypatch.setattr(exports, "_CHUNK", 1)
    monkeypatch.setattr(export, "_MOST_PAPERS_HERE", 3)
    monkeypatch.setattr(ExportWriter, "entries", None)  # not in this process
    assert "keywords = {queues}" in alone.out
    assert call("export", "--all", "--format", "bibtex") == alone


@pytest.mark.parametrize(("most", "is_alone"), [(4, True), (3, False)])
def test_only_an_export_of_more_papers_starts_processes(
    filled: Path, call: Call, monkeypatch: pytest.MonkeyPatch, most: int, *, is_alone: bool
) -> None:
    def started(**_: object) -> None:
        raise CommandError("processes are started")

    monkeypatch.setattr(export, "_MOST_PAPERS_HERE", most)
    monkeypatch.setattr(export, "ProcessPool", started)
    assert (call("export", "--all").code == 0) == is_alone


def test_the_progress_of_an_export_is_reported_unless_the_papers_go_to_the_same_terminal(
    filled: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "is_stderr_terminal", lambda: True)
    monkeypatch.setattr(export, "_PROGRESS_EVERY", 3)
    shown = "".join(f"\r\x1b[K{words}" for words in ("3 of 4 papers", "4 of 4 papers", "4 papers written\n"))
    assert call("export", "--all", "--format", "jsonl").err == shown
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    assert call("export", "--all", "--format", "jsonl").err == "4 papers written\n"
    file = str(tmp_path / "all.jsonl")
    assert "\r\x1b[K3 of 4 papers" in call("export", "--all", "--output", file).err
    assert call("export", "--all", "--format", "jsonl", "--command", "cat").err == "4 papers written to cat\n"


def test_an_export_ends_when_one_of_its_processes_is_killed(
    filled: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(pool: ProcessPool, *_: object) -> Iterator[None]:
        yield pool.submit(signal.raise_signal, signal.SIGKILL).result()

    monkeypatch.setattr(export, "_MOST_PAPERS_HERE", 3)
    monkeypatch.setattr(ProcessPool, "map", killed)
    said = call("export", "--all", "--format", "jsonl")
    assert (said.code, said.out) == (1, "")
    assert "helper process was killed" in said.err


def test_papers_are_named_one_by_one_in_the_order_wanted(filled: Path, call: Call) -> None:
    said = call("export", "2605.00999", "10.1000/example", "arXiv:hep-th/9901001v2", "--format", "jsonl")

    assert ids(said.out) == ["2605.00999", "2605.01234", "hep-th/9901001"]
    said = call("export", "2605.00999", "2605.77777", "--format", "jsonl")
    assert (said.code, said.out) == (1, "")
    assert "2605.77777 is not in the cache" in said.err


def test_an_export_is_utf8_where_the_encoding_of_standard_output_is_ascii(filled: Path) -> None:
    command = [*COMMAND, "export", "2605.00999", "--format", "bibtex"]
    done = subprocess.run(command, capture_output=True, env=environ(filled, PYTHONIOENCODING="ascii"))

    assert "over Lossy Links 链}" in done.stdout.decode("utf-8")


def test_a_program_is_given_the_export(filled: Path, tmp_path: Path) -> None:
    file = tmp_path / "taken"
    said = run_here(
        filled, "export", "ti:gossip", "--format", "bibtex", "--command", "sh", "-c", 'cat > "$0"', str(file)
    )

    warning = "pdflatex does not know 链: use LuaLaTeX or XeLaTeX for the characters, and define the commands\n"
    assert (said.returncode, said.stdout, said.stderr) == (0, "", f"1 paper written to sh\n{warning}")
    assert file.read_text(encoding="utf-8").startswith("@misc{example2026gradient,")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--all", "is:starred"),
        ("--all", "--output", "papers.bib", "--command", "cat"),
        *(("--sync", *more) for more in (("--all",), ("--output", "-"), ("--command", "cat"), ("is:starred",))),
    ],
)
def test_options_that_exclude_each_other_write_nothing(
    filled: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = call("export", *arguments)
    assert (said.code, said.out) == (2, "")
    assert not (tmp_path / "papers.bib").exists()


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        (["sh", "-c", "cat > /dev/null; exit 7"], 1, "arxtui: sh ended with 7\n"),
        (["sh", "-c", "kill -9 $$"], 1, "arxtui: sh was killed by signal 9\n"),
        (["/nowhere/program"], 1, "arxtui: /nowhere/program cannot be started: No such file or directory\n"),
        ([], 2, "arxtui: --command takes a program with its arguments, and excludes --output\n"),
    ],
)
def test_a_program_that_fails_is_reported(filled: Path, command: list[str], code: int, words: str) -> None:
    said = run_here(filled, "export", "--all", "--format", "bibtex", "--command", *command)

    assert (said.returncode, said.stderr) == (code, words)


def test_a_program_that_needs_no_more_is_no_error(filled: Path) -> None:
    assert run_here(filled, "export", "--all", "--format", "jsonl", "--command", "true").returncode == 0


def test_notes_are_written_when_requested(filled: Path, call: Call) -> None:
    call("note", "2605.01234", "Read 50% of it")

    assert "annote" not in call("export", "2605.01234", "--format", "bibtex").out
    assert "  annote = {Read 50\\% of it},\n" in call("export", "2605.01234", "--format", "bibtex", "--notes").out


def test_citation_keys_are_made_by_the_template_in_the_settings(filled: Path, call: Call) -> None:
    (filled / "config/config.toml").write_text('[export]\nbibtex_key = "{Author}:{id}"\n')

    assert "@misc{Example:2605.01234,\n" in call("export", "2605.01234", "--format", "bibtex").out


def test_a_bad_query_is_reported_with_its_place(filled: Path, call: Call) -> None:
    said = call("export", "cat:", "--format", "jsonl")

    assert (said.code, said.out) == (2, "")
    assert "^" in said.err


def test_a_closed_pipe_is_no_error(home: Path, call: Call, tmp_path: Path) -> None:
    many = [{**PAPERS[1], "id": f"2605.{number:05}"} for number in range(1, 2001)]
    assert call("import", str(write_papers(tmp_path / "many.jsonl", many))).code == 0
    with Child(
        [*COMMAND, "export", "--all", "--format", "jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ(home),
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert json.loads(process.stdout.readline())["id"] == "2605.02000"
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0
