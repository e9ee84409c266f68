"""The doctor's report on each part: fine, a warning, or a fault."""

from __future__ import annotations

import locale
import os
import re
import sqlite3
import sys
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.config.settings import load
from arxtui.config.text import ConfigError
from arxtui.library.doctor import Check, Progress, State, examine
from arxtui.library.facade import Library
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from tests.builders import NOW, paper
from tests.library.made import Home

HOUR = timedelta(hours=1)


def checked(home: Home, part: str, **environ: str) -> tuple[State, str]:
    return of_part(examine(home.paths, environ), part)


def checked_in_full(home: Home, part: str, progress: Progress) -> tuple[State, str]:
    return of_part(examine(home.paths, {}, progress), part)


def of_part(checks: Iterable[Check], part: str) -> tuple[State, str]:
    (check,) = (each for each in checks if each.part == part)
    return check.state, check.words


def failed(home: Home, source: str, target: str, at: datetime, reason: str, due: timedelta = HOUR) -> None:
    with Cache.open(home.paths.cache_db) as cache:
        cache.ledger.put(LedgerEntry(source, target, at, Outcome.FAILED, at + due, reason=reason))


def test_parts_come_in_their_order_each_once(home: Home) -> None:
    parts = [check.part for check in examine(home.paths, {})]
    assert parts == ["config", "cache", "library", "index", "terminal", "figures"]
    for source, target in (("pith.mcp", "answers"), ("arxiv.add", "papers")):
        failed(home, source, target, datetime.now(UTC) - HOUR / 2, "it did not answer")
    home.paths.data.chmod(0o755)
    parts = [check.part for check in examine(home.paths, {})]
    assert parts == ["config", "cache", "library", "index", "permissions", "papers", "pith", "terminal", "figures"]


# The configuration

ONE_RULE = '[arxiv]\ncategories = ["cs.DC"]\n[[rules]]\nname = "x"\n'


@pytest.mark.parametrize(
    ("rule", "line", "reason"),
    [
        ('query = "cat:zz"\nmute = true', 5, 'arXiv has no category "zz"'),
        ('query = "ti:("\nmute = true', 5, "rule 'x': "),
        ('query = "is:muted"\nmute = true', 5, "a rule's query cannot use is:muted"),
        ('query = "ti:survey"\ntag = "a*"', 6, "rule 'x': "),
    ],
)
def test_a_rule_that_stops_the_reader_is_a_fault_with_its_place(home: Home, rule: str, line: int, reason: str) -> None:
    home.paths.config_file.write_text(ONE_RULE + rule + "\n")
    with pytest.raises(ConfigError) as refused:
        Library.open(home.paths, load(home.paths.config_file))
    assert checked(home, "config") == (State.FAULT, str(refused.value))
    assert f"config.toml, line {line}: " in str(refused.value)
    assert reason in str(refused.value)


# Databases


def test_a_cache_with_damaged_pages_is_reported_in_short(home: Home) -> None:
    home.take(*(paper(number) for number in range(1, 400)))
    content = bytearray(home.paths.cache_db.read_bytes())
    content[len(content) // 2 :] = b"\xff" * (len(content) - len(content) // 2)
    home.paths.cache_db.write_bytes(content)
    state, words = checked(home, "cache")
    assert state is State.FAULT
    assert words.count("\n") == 0
    assert "'arxtui doctor --repair' repairs it" in words


def test_a_record_that_cannot_be_read_is_reported_by_a_full_check_only(home: Home) -> None:
    home.take(*(paper(number) for number in range(1, 400)))
    with sqlite3.connect(home.paths.cache_db) as db:
        db.execute("UPDATE detail SET body = x'00' WHERE key = ?", (paper(200).key,))
    assert checked(home, "cache")[0] is State.OK
    received: list[str] = []
    assert checked_in_full(home, "cache", received.append) == (
        State.FAULT,
        "damaged (1 record of it cannot be read); 'arxtui doctor --repair' repairs it",
    )
    assert received == ["checking the cache", "checking the cache: 399 papers", "checking the index"]


def test_a_library_that_is_gone_bad_is_reported_with_its_copies_the_newest_first(home: Home) -> None:
    with LibraryFile.open(home.paths.library_db) as library:
        library.marks.apply([1], "star", NOW)
    state, words = checked(home, "library")
    assert (state, words.partition("; ")[2]) == (State.OK, "1 starred, 0 unread")
    home.paths.library_db.write_bytes(b"no library" * 1000)
    state, words = checked(home, "library")
    assert state is State.FAULT
    assert "There is no backup of it here" in words
    assert words.count("'arxtui restore FILE'") == 1
    for version, day in ((3, 1_700_000_000), (4, 1_600_000_000)):
        copy = home.paths.library_db.with_name(f"library.db.v{version}.bak")
        copy.touch()
        os.utime(copy, (day, day))
    _, words = checked(home, "library")
    newer, older = words.index("library.db.v3.bak (of 2023-11-14)"), words.index("library.db.v4.bak (of 2020-09-13)")
    assert newer < older
    assert "then copy library.db.v3.bak to library.db." in words


# The index


def test_an_index_of_a_cache_that_was_deleted_is_built_by_the_next_refresh(home: Home) -> None:
    home.take(paper(1), paper(2))
    for file in home.paths.cache.glob("cache.db*"):
        file.unlink()
    assert checked(home, "index") == (
        State.WARNING,
        "belongs to a deleted cache: the next refresh builds it again",
    )


@pytest.mark.parametrize(("papers", "lag"), [(1, "1 change behind"), (2, "2 changes behind")])
def test_an_index_that_could_not_be_written_says_why(home: Home, papers: int, lag: str) -> None:
    home.take(paper(9))
    failed(home, "search.index", "papers", NOW, "the disk is full")
    assert checked(home, "index")[0] is State.OK
    home.take(*(paper(number + 1) for number in range(papers)), indexed=False)
    assert checked(home, "index") == (
        State.FAULT,
        f"{lag}, the disk is full; 'arxtui doctor --repair' repairs it",
    )


def test_an_index_with_damaged_files_is_reported_by_the_first_and_their_number(home: Home) -> None:
    home.take(paper(1))
    for kind, expected in (("fieldnorm", r"[0-9a-f]+\.fieldnorm"), ("term", r"[0-9a-f]+\.\w+, and 1 more")):
        for file in home.paths.index.rglob(f"*.{kind}"):
            content = file.read_bytes()
            file.write_bytes(bytes([content[0] ^ 1]) + content[1:])
        assert checked(home, "index")[0] is State.OK  # a quick check does not read the files
        state, words = checked_in_full(home, "index", lambda expected: None)
        assert state is State.FAULT
        assert re.match(rf"damaged \({expected}\); 'arxtui doctor --repair' repairs it", words)


def test_where_the_cache_cannot_be_read_the_index_is_compared_with_nothing(home: Home) -> None:
    home.take(paper(1))
    home.paths.cache_db.write_bytes(b"no cache" * 1000)
    assert checked(home, "index") == (
        State.WARNING,
        "cannot be compared with the cache, which cannot be read",
    )


# Pith


def test_invalid_answers_of_pith_are_reported_while_it_rests(home: Home) -> None:
    def found_checks() -> list[Check]:
        return [check for check in examine(home.paths, {}) if check.part == "pith"]

    now = datetime.now(UTC)
    failed(home, "pith.mcp", "answers", now - HOUR / 2, "its responses were unreadable")
    assert found_checks() == [Check("pith", State.WARNING, "its responses were unreadable")]
    failed(home, "pith.mcp", "answers", now - 2 * HOUR, "its responses were unreadable")
    assert found_checks() == []
    failed(home, "pith.mcp", "answers", now + HOUR, "written by a clock that was wrong")
    assert found_checks() == []


# Requested papers


def test_of_the_requests_for_papers_the_last_failure_is_reported_for_a_week(home: Home) -> None:
    def found_checks() -> list[str]:
        return [check.words for check in examine(home.paths, {}) if check.part == "papers"]

    now, day = datetime.now(UTC), timedelta(days=1)
    failed(home, "arxiv.add", "papers", now - 7.01 * day, "an old refusal")
    assert found_checks() == []
    failed(home, "arxiv.add", "papers", now - 6.99 * day, "a refusal")
    assert found_checks() == ["a refusal"]
    failed(home, "arxiv.complete", "papers", now - 2 * day, "a later refusal")
    assert found_checks() == ["a later refusal"]
    failed(home, "arxiv.add", "papers", now - day, "the latest refusal")
    assert found_checks() == ["the latest refusal"]


# The terminal


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Standard output is a terminal of 80x24 that can show UTF-8."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(locale, "getpreferredencoding", lambda: "UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    return monkeypatch


def test_without_a_terminal_there_is_no_reader(home: Home, tmp_path: Path) -> None:
    state, words = checked(home, "terminal", TERM="xterm")
    assert state is State.WARNING
    assert "not a terminal" in words


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({}, "16 colours"),
        ({"TERM": "xterm-256color"}, "256 colours"),
        ({"TERM": "xterm-256color", "COLORTERM": "TrueColor"}, "16.7 million colours"),
        ({"COLORTERM": "24bit"}, "16.7 million colours"),
        ({"COLORTERM": "yes"}, "16 colours"),
        ({"COLORTERM": "24bit", "NO_COLOR": "1"}, "no colours (NO_COLOR)"),
        ({"COLORTERM": "24bit", "NO_COLOR": ""}, "16.7 million colours"),
    ],
)
def test_the_colours_of_a_terminal_are_reported(home: Home, environ: dict[str, str], colours: str) -> None:
    fields = {"TERM": "xterm", **environ}
    assert checked(home, "terminal", **fields) == (State.OK, f"{fields['TERM']}, 80x24, {colours}, UTF-8")


@pytest.mark.parametrize(
    ("columns", "lines", "state"),
    [(40, 12, State.OK), (39, 12, State.WARNING), (40, 11, State.WARNING)],
)
def test_a_terminal_may_be_as_small_as_40x12(
    home: Home, at_a_terminal: pytest.MonkeyPatch, columns: int, lines: int, state: State
) -> None:
    at_a_terminal.setenv("COLUMNS", str(columns))
    at_a_terminal.setenv("LINES", str(lines))
    assert checked(home, "terminal", TERM="xterm")[0] is state


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize("environ", [{}, {"TERM": "dumb"}])
def test_a_terminal_that_cannot_move_its_cursor_is_a_fault(home: Home, environ: dict[str, str]) -> None:
    assert checked(home, "terminal", **environ)[0] is State.FAULT


def test_without_utf_8_math_cannot_be_shown(home: Home, at_a_terminal: pytest.MonkeyPatch) -> None:
    at_a_terminal.setattr(locale, "getpreferredencoding", lambda: "ANSI_X3.4-1968")
    state, words = checked(home, "terminal", TERM="xterm")
    assert state is State.WARNING
    assert "without UTF-8" in words
