"""The commands and names that the documents give."""

from __future__ import annotations

import logging
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from arxtui.cli.parser import parse
from arxtui.demo.upstream import Upstream
from arxtui.verbs import VERBS
from tests.cli.command import run_here, write_papers
from tests.dblp import write_dump
from tests.documents import DOCS, DOCUMENTS, ROOT, calls, inline_code, shell_blocks, shell_lines
from tests.homes import corpus, subscribed
from tests.numbered_works import openalex_work, packed, s2_citation, s2_paper
from tests.service.programs import System

TEXT = "\n".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
LINES = [line for page in DOCUMENTS for line in shell_lines(page)]
MODULES = sorted(set(re.findall(r"python -m ((?:benchmarks|screenshots|tests)[\w.]*\w)", TEXT)))
BENCHMARKS = sorted(
    {
        *((name.partition(".")[2], "") for name in MODULES if name.startswith("benchmarks.")),
        *re.findall(r"^bench (\w+)(.*)$", "\n".join(LINES), re.M),
        *((name, "") for names in re.findall(r"^for name in (.*)$", "\n".join(LINES), re.M) for name in names.split()),
    }
)
SCRIPTS = sorted(set(re.findall(r"python ((?:benchmarks|packaging|screenshots|tests)/\S+\.py)", TEXT)))
NAMES = sorted(set(re.findall(r"`([A-Za-z_.]+)` in\s`((?:arxtui|benchmarks|tests)/[\w/]*\.py)`", TEXT)))
CALLS = {
    str(page.relative_to(ROOT)): said
    for page in DOCUMENTS
    if page.parent.name != "decisions"  # they tell how it was when they were made
    and (said := [*dict.fromkeys((*calls(shell_lines(page)), *calls(inline_code(page))))])
}
EXITS = {
    "arxtui config init": 1,  # the file exists
    "arxtui export": 2,  # would be every paper
    "arxtui fetch": 2,
    "arxtui fetch 'newer:1w' --pdf": 1,  # the made-up papers are older
    "arxtui read": 2,
    "arxtui read 2605.01234": 1,  # has no full text
    "arxtui refs ID": 1,  # likewise
    "arxtui refresh": 3,  # the made-up arXiv has announced nothing for months
    "arxtui refresh --quiet": 3,
    "arxtui service install": 1,  # asks for confirmation at a terminal
    "arxtui undo 12": 1,  # there are fewer acts
}
"""The exit statuses other than 0, as documented."""
NOT_RUN = {
    "arxtui": "opens the reader: tests/terminal",
    "arxtui demo": "opens the reader: tests/cli/program/test_demo.py",
    "arxtui demo --plain": "takes seconds, and has an upstream of its own: the same tests",
    "arxtui serve": "serves until it is stopped: tests/cli/program/test_serve.py",
}
OTHER_PROGRAMS = {
    **dict.fromkeys(("pip", "pipx", "uv", "npm"), "needs the network"),
    **dict.fromkeys(("cosmic-ray", "cr-filter-operators", "cr-report", "cr-rate"), "comes from the network"),
    **dict.fromkeys(("debootstrap", "mount", "chroot", "env"), "needs root"),
    **dict.fromkeys(("git", "tar", "cd"), "needs a clone"),
    **dict.fromkeys(("run", "mkdocs"), "runs in CI"),
    **dict.fromkeys(("bench()", "shift", "}", "bench", "for", "do", "done"), "BENCHMARKS"),
    **dict.fromkeys(("python", "python3"), "MODULES and SCRIPTS; venv needs the network after it"),
    "pytest": "the tests that it names, below and in tests/test_recipes.py",
    "printf": "the input of plain mode",
    "duckdb": "is 70 MB; its lines were tried with version 2.0.1",
}
"""What the shell blocks run besides arxtui: why it is not run here, or where it is tested."""
STAND_INS = {"VERB": "list", "QUERY": "gossip", "TEXT": "2605.01234", "ID": "2605.01234", "NAME": "old"}
FILES = {"import": "archive.zip", "restore": "old.tar.gz", "library": "old.jsonl"}
"""The stand-ins for FILE by verb."""


def test_the_shell_blocks_are_those_of_a_shell() -> None:
    blocks = "\n".join(block for page in DOCUMENTS for block in shell_blocks(page))
    assert subprocess.run(["bash", "-n"], input=blocks, capture_output=True, text=True).stderr == ""


def test_each_program_of_the_shell_blocks_is_tested_or_has_a_reason() -> None:
    parts = [part for line in LINES for part in re.split(r" *(?:&&|\||;) *", line)]
    words = [re.sub(r"^(?:\w+=\S+ +)+", "", part).split() for part in parts]
    assert {each[0].rpartition("/")[2].rstrip("'") for each in words if each} == {"arxtui", *OTHER_PROGRAMS}


def test_the_tests_that_the_shell_blocks_name_are_there() -> None:
    named = {word for line in LINES if "pytest" in line for word in line.split() if word.startswith("tests/")}
    assert len(named) > 5
    assert [each for each in named if not (ROOT / each).exists()] == []


def _words(call: str) -> list[str]:
    """Return the arguments of a call, with stand-ins for its placeholders, and the files of patterns."""
    words = shlex.split(call.replace("…", "2026-05-13"))[1:]
    words = [FILES[words[0]] if word == "FILE" else STAND_INS.get(word, word) for word in words]
    return [each for word in words for each in (map(str, sorted(Path().glob(word))) if "/*" in word else [word])]


def _is_complete(words: list[str], capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether the words are a command line. Fails if they are neither that nor a verb, an action or an option without
    its arguments."""
    try:
        if words:
            parse(words)
    except SystemExit as ended:
        if ended.code:
            said, verb = capsys.readouterr().err, VERBS[words[0]]
            assert re.search("arguments are required|expected one argument", said), said
            known = {"--help", *(each.option for action in ("", *verb.actions) for each in verb.options(action))}
            assert {word for word in words if word.startswith("-")} <= known
            return False
    return True


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with papers and marks, and in its folder ``here`` the files that the documents name."""
    home = tmp_path_factory.mktemp("made")
    here = home / "here"
    here.mkdir()
    papers = write_papers(here / "papers.jsonl")
    with zipfile.ZipFile(here / "archive.zip", "w") as archive:
        archive.write(papers, papers.name)
    write_dump(here / "dblp.xml.gz")
    packed(here / "papers/part_00.gz", [s2_paper(1, "2605.01234")])
    packed(here / "citations/part_00.gz", [s2_citation(1, 1)])
    packed(here / "works/updated_date=2026-06-24/part_0000.gz", [openalex_work(1)])
    with Upstream(corpus()) as upstream:
        subscribed(home, upstream.url)
        for call in (
            f"import {papers}",
            "harvest --set cs.DC",
            "mark 2605.01234 --star --tag thesis --list thesis",
            *(
                f"mark {each.id} --star"
                for each in [paper for paper in upstream.papers if "cs.DC" in paper.categories][:4]
            ),
            "rank",
            "rules add old ti:survey --tag old",
            f"library export {here}/old.jsonl",
            f"backup {here}/old.tar.gz",
        ):
            assert run_here(home, *call.split()).returncode == 0, call
        yield home


@pytest.mark.parametrize("page", CALLS)
def test_each_call_ends_as_documented(
    page: str, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = shutil.copytree(made, tmp_path / "home")
    monkeypatch.chdir(home / "here")
    system = System(tmp_path, "crontab")
    (system.path / "xclip").write_text("#!/bin/sh\nwhile read line; do :; done\n")
    (system.path / "xclip").chmod(0o700)
    env, piped = {**system.environ, "VISUAL": "/bin/true"}, ""
    for call in CALLS[page]:
        words = _words(call)
        if _is_complete(words, capsys) and call not in NOT_RUN:
            done = run_here(home, *words, stdin=piped.encode(), env=env)
            assert done.returncode == EXITS.get(call, 0), f"{call}\n{done.stderr}"
            piped = done.stdout if call.startswith("arxtui list") else ""


def test_the_line_for_a_crontab_runs_without_a_search_path(tmp_path: Path) -> None:
    [line] = [code for code in inline_code(DOCS / "howto/refresh.md") if " * * * * " in code]
    [(times, command)] = re.findall(r"^((?:\S+ ){5})(.*)$", line)
    assert re.fullmatch(r"[1-5]?\d (\* ){4}", times)
    program = tmp_path / ".local/bin/arxtui"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o700)
    # cron(8) runs commands by sh, with few variables.
    done = subprocess.run(["/bin/sh", "-c", command], env={"HOME": str(tmp_path)}, capture_output=True, text=True)
    assert done.stdout == "refresh --quiet\n"


@pytest.mark.parametrize("module", MODULES)
def test_each_documented_module_is_there(module: str) -> None:
    assert find_spec(module)


@pytest.mark.parametrize(("name", "arguments"), BENCHMARKS)
def test_each_documented_benchmark_starts(
    name: str, arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit, match="0"):
        runpy.run_path(str(ROOT / f"benchmarks/{name}.py"), run_name="__main__")
    said = capsys.readouterr().out
    assert "usage: " in said
    assert [option for option in re.findall(r"--[\w-]+", arguments) if option not in said] == []
    assert not logging.root.manager.disable  # tests after this one read the log


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_documented_script_is_there(script: str) -> None:
    assert (ROOT / script).is_file()


@pytest.mark.parametrize(("name", "path"), NAMES)
def test_each_documented_name_is_in_its_file(name: str, path: str) -> None:
    code = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(rf"\b{name.rpartition('.')[2]}\b", code)


def test_the_steps_of_keys_are_counted_as_documented() -> None:
    counted = _run("benchmarks.walks")
    assert re.search(r"^\| `s` \|( \d+ \|)+$", counted, re.M), counted


def _run(module: str, *arguments: str) -> str:
    """Return what a module prints. Fails if it ends with an error."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
