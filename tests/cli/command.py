"""The real command, run in a process of its own or in this process, and the papers of a small home."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from arxtui.cli.main import main
from arxtui.model.events import Event, EventKind

COMMAND = [sys.executable, "-m", "arxtui"]
SMALL_DEMO = [
    sys.executable,
    "-c",
    "from arxtui.cli.program import demo; demo._PAPERS_PER_REQUEST, demo._FIRST_PAUSE = 32, 0.5\n"
    "from arxtui.demo import home; home.CATEGORIES_SHOWN = ('cs.DC',)\n"
    "from arxtui.demo.papers import corpus; corpus.DAYS, corpus.PAPERS = 2, 140\n"
    "from arxtui.__main__ import main; raise SystemExit(main())",
    "demo",
]
"""``arxtui demo`` with two days of one category, whose papers arrive soon: its home takes a third of the time."""

PAPERS: tuple[dict[str, Any], ...] = (
    {
        "id": "2605.01234",
        "version": 2,
        "title": "Bounded Staleness for Sharded Optimizers",
        "abstract": "We bound delay at $O(\\sqrt{T})$ per shard.",
        "authors": [{"name": "Ada Example", "affiliations": ["Example University"]}, {"name": "Björn Måns"}],
        "categories": ["cs.DC", "cs.LG"],
        "published": "2026-05-11T17:00:00Z",
        "updated": "2026-05-13T08:00:00Z",
        "comment": "12 pages",
        "doi": "10.1000/example",
        "announcements": [{"day": "2026-05-13", "category": "cs.DC", "type": "new", "version": 1}],
        "reviews": [
            {"headline": "Stale gradients cost a third less", "deck": "Bounding delay keeps the rate",
             "theorem_links": 2, "deck_truncated": True, "listed_on": "2026-05-13", "url": "https://pith.example.org/paper/2605.01234v2"},
        ],
    },
    {
        "id": "2605.01111",
        "title": "Cheap Snapshots in [b]Persistent[/b] Queues",
        "abstract": "Queues of G\\\"odel.",
        "authors": ["Chiara Prova"],
        "categories": ["cs.DC"],
        "published": "2026-05-10",
    },
    {
        "id": "2605.00999",
        "title": "Gradient Gossip over Lossy Links 链",
        "abstract": "Gossip.",
        "authors": ["Ada Example"],
        "categories": ["cs.LG", "cs.DC"],
        "published": "2026-05-09",
    },
    {"id": "hep-th/9901001", "title": "Old Strings", "abstract": "Strings.", "authors": [], "categories": ["hep-th"]},
)  # fmt: skip


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def write_papers(file: Path, papers: Sequence[dict[str, Any]] = PAPERS) -> Path:
    """Write papers to a file that ``arxtui import`` reads. Returns the file."""
    file.write_text("".join(json.dumps(paper) + "\n" for paper in papers), encoding="utf-8")
    return file


def environ(home: Path, **more: str) -> dict[str, str]:
    """Return environment variables with which every file of the program is under ``home``."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    return {**kept, "ARXTUI_HOME": str(home), **more}


def arxtui(
    home: Path, *arguments: str, stdin: bytes | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end in a process of its own, without a terminal."""
    done = subprocess.run(
        [*COMMAND, *arguments], input=stdin or b"", capture_output=True, env=environ(home, **(env or {})), timeout=100
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def log_of_its_own() -> Iterator[None]:
    """Let a command in this process log to the file of its home alone, not to that of an earlier test."""
    handlers: list[logging.Handler] = []
    with mock.patch.object(logging.root, "handlers", handlers):
        yield
    for handler in handlers:
        handler.close()


def run_here(
    home: Path, *arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command like :func:`arxtui`, but in this process; for tests that do not depend on starting a process."""
    done = run_bytes_here(home, *arguments, stdin=stdin, env=env)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_bytes_here(
    home: Path, *arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command like :func:`run_here`, and return its output as bytes. No command may print a message without
    words."""
    read, out, err = (io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (stdin, b"", b""))
    with (
        mock.patch.dict(os.environ, environ(home, **(env or {})), clear=True),
        mock.patch.multiple(sys, stdin=read, stdout=out, stderr=err),
        log_of_its_own(),
    ):
        code = main(arguments)
        for stream in (out, err):
            stream.flush()
    assert b"\n\n" not in b"\n" + err.buffer.getvalue(), f"an empty line among the messages of {arguments}"
    return subprocess.CompletedProcess(arguments, code, out.buffer.getvalue(), err.buffer.getvalue())


def events_of(home: Path, *arguments: str) -> list[Event]:
    """Run a command with ``--events`` to its end in this process. Returns its events."""
    done = run_here(home, *arguments, "--events")
    events = [Event.from_json(line) for line in done.stdout.splitlines()]
    assert (done.stderr, events[-1].kind, events[-1].exit_code) == ("", EventKind.FINISHED, done.returncode)
    return events


def objects(text: str) -> list[dict[str, Any]]:
    """Return the JSON objects of a listing, which has one object per line."""
    return [json.loads(line) for line in text.splitlines()]
