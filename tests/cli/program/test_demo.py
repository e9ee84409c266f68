"""``arxtui demo``: all parts of the program on made-up papers."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import SMALL_DEMO, arxtui, environ, objects, run_here
from tests.terminal.screen import Terminal, processes_of, terminal, wait_until


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """The directory in which the demo creates its temporary home."""
    made = tmp_path / "tmp"
    made.mkdir()
    return made


@pytest.fixture
def reader(tmp_path: Path, temporary: Path) -> Iterator[Terminal]:
    """The demo's reader, opened in a wide terminal."""
    env = environ(tmp_path / "own", TMPDIR=str(temporary))
    with terminal(SMALL_DEMO, env, columns=160, rows=45) as screen:
        screen.shows("papers")
        yield screen


def test_the_demo_without_a_terminal_prints_its_steps_and_removes_its_library(tmp_path: Path, temporary: Path) -> None:
    env = environ(tmp_path / "own", TMPDIR=str(temporary))
    said = subprocess.run(SMALL_DEMO, stdin=subprocess.DEVNULL, capture_output=True, env=env, text=True, timeout=100)
    assert said.returncode == 0
    first, *steps = said.stderr.splitlines()
    assert first == "creating a made-up library; your own data is not touched ..."
    assert [each.split()[0] for each in steps] == ["importing", "fetching", "marking"]
    assert said.stdout.startswith("made-up library: ")
    assert "'arxtui demo --home DIR' keeps the library" in said.stdout
    assert list(temporary.iterdir()) == []
    assert not (tmp_path / "own").exists()


def test_a_home_with_a_name_stays_for_a_look(tmp_path: Path) -> None:
    home = tmp_path / "a home"
    said = arxtui(tmp_path / "own", "demo", "--home", str(home))
    assert said.returncode == 0
    assert f"ARXTUI_HOME='{home}' arxtui list" in said.stdout
    papers = objects(run_here(home, "list", "--json", "--limit", "0").stdout)
    assert len(papers) > 150
    for state in ("unread", "starred"):
        assert sum(paper["marks"][state] for paper in papers) > 5, state
    assert sum(not paper["marks"]["unread"] for paper in papers) > 20
    assert sum(bool(paper["reviews"]) for paper in papers) > 20
    assert len({announced["day"] for paper in papers for announced in paper["announcements"]}) > 5
    acts = objects(run_here(home, "journal", "--json").stdout)
    assert len({act["at"][:10] for act in acts}) > 5, "each day was read on its day"
    assert {act["by"] for act in acts if act["act"] in ("read", "star")} == {"the demo"}
    assert "nothing to undo" in run_here(home, "undo").stderr.lower()
    assert "needs" not in run_here(home, "rank").stdout
    again = run_here(tmp_path / "own", "demo", "--home", str(home))
    assert (again.returncode, again.stdout) == (1, "")
    refused = "is not empty; the demo builds its home in a new or an empty directory"
    assert again.stderr.endswith(f"{refused}; ARXTUI_HOME='{home}' arxtui opens what is there\n")
    said = run_here(tmp_path / "own", "demo", "--home", str(tmp_path))
    assert said.stderr.endswith(f"{refused}\n")


def test_the_reader_opens_full_papers_keep_arriving_and_a_home_with_a_name_is_kept(tmp_path: Path) -> None:
    home = tmp_path / "kept"
    with terminal([*SMALL_DEMO, "--home", str(home)], environ(tmp_path / "own"), columns=160, rows=45) as reader:
        reader.shows("papers")
        reader.shows("Unread")
        reader.shows("Tour 1/")
        reader.shows("waiting")
        reader.send("q")
        reader.shows(f"kept: ARXTUI_HOME={home} arxtui opens it again, without the made-up arXiv")
        assert reader.ended() == 0
    assert not (tmp_path / "own").exists()


def test_a_lost_terminal_leaves_nothing_behind(reader: Terminal, temporary: Path) -> None:
    [home] = temporary.glob("arxtui-demo-*")
    os.kill(reader.pid, signal.SIGHUP)
    reader.ended()
    wait_until(lambda: processes_of(str(home)) == [], "the end of every process")
    wait_until(lambda: not home.exists(), "the end of the home")
