"""``arxtui links`` and ``arxtui open``."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxtui.cli.papers import links
from arxtui.config.paths import Paths
from arxtui.library import browser as browsing
from tests.cli.command import objects, write_papers
from tests.cli.conftest import Call

PAPER = {
    "id": "2605.01234",
    "title": "Bounded Staleness",
    "abstract": "Our code is at github.com/example/shards. See https://arxiv.org@evil.example.com/x.",
    "authors": ["Ada Example"],
    "categories": ["cs.DC"],
    "comment": r"Accepted at ICS 2026; \href{javascript:alert(1)}{film}",
}
PAGE, PDF = "https://arxiv.org/abs/2605.01234", "https://arxiv.org/pdf/2605.01234"
CODE = "https://github.com/example/shards"


@pytest.fixture
def linked(home: Path, call: Call, tmp_path: Path) -> Path:
    assert call("import", str(write_papers(tmp_path / "papers.jsonl", [PAPER]))).code == 0
    return home


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A graphical session with a browser that records its arguments and fails for every PDF. Returns the file of the
    arguments."""
    programs, asked = tmp_path / "bin", tmp_path / "asked"
    programs.mkdir()
    program = programs / "xdg-open"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> {asked}\ncase "$1" in */pdf/*) exit 3;; esac\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.setenv("DISPLAY", ":9")
    monkeypatch.setattr(browsing, "SETTLED", 60.0)  # on a busy machine, a program that fails can take long to start
    return asked


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


def test_the_links_of_a_paper_are_numbered_with_their_kind_and_source(linked: Path, call: Call) -> None:
    said = call("links", "2605.01234", "--json")
    assert [(each["number"], each["kind"], each["url"], each["told"]) for each in objects(said.out)] == [
        (1, "page", PAGE, "arXiv"),
        (2, "pdf", PDF, "arXiv"),
        (3, "html", "https://arxiv.org/html/2605.01234", "arXiv"),
        (4, "code", CODE, "abstract"),
        (5, "other", "https://arxiv.org@evil.example.com/x", "abstract"),
    ]
    cautions = [each["caution"] for each in objects(said.out)]
    assert cautions[:4] == [None] * 4
    assert "this leads to evil.example.com" in cautions[4]
    shown = call("links", "2605.01234").out
    assert f"  4  code     {CODE}  abstract\n" in shown
    assert "not a host: this leads to evil.example.com\n" in shown
    assert "javascript" not in shown


@pytest.mark.parametrize(
    ("options", "url"),
    [
        ((), PAGE),
        (("--pdf",), PDF),
        (("--link", "1"), PAGE),
        (("--link", "4"), CODE),
        (("--link", "5"), "https://arxiv.org@evil.example.com/x"),
    ],
)
def test_an_address_can_be_printed_alone(linked: Path, call: Call, options: tuple[str, ...], url: str) -> None:
    assert call("open", "2605.01234", "--print", *options) == (0, f"{url}\n", "")


def test_an_address_is_shown_and_then_opened_as_one_argument(linked: Path, browser: Path, call: Call) -> None:
    assert call("open", "2605.01234", "--link", "4") == (0, f"{CODE}\n", "")
    assert browser.read_text() == f"{CODE}\n"


def test_open_warns_of_a_link_that_leads_to_another_host_than_it_seems(linked: Path, browser: Path, call: Call) -> None:
    assert "this leads to evil.example.com" in call("open", "2605.01234", "--link", "5").err


def test_a_browser_that_fails_is_reported(linked: Path, browser: Path, call: Call) -> None:
    said = call("open", "2605.01234", "--pdf")
    assert (said.code, said.out) == (1, f"{PDF}\n")
    assert "no browser could be opened: tried xdg-open (exit 3)" in said.err


@pytest.mark.parametrize(
    ("browsers", "tried", "opened"),
    [
        ("first:w3m:no-such-browser", ["first: exit 4", "w3m: exit 5", "no-such-browser: not found"], ""),
        ("w3m:first", ["w3m: exit 5", "first: exit 4"], ""),
        ("w3m:first:second", [], "second"),
        ("first:lynx:second", [], "lynx"),
    ],
)
def test_browsers_are_tried_in_turn_in_the_terminal_and_beside_it_until_one_opens(
    linked: Path,
    browser: Path,
    no_display: None,
    call: Call,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    browsers: str,
    tried: list[str],
    opened: str,
) -> None:
    asked = tmp_path / "opened"
    for name, code in (("first", 4), ("w3m", 5), ("second", 0), ("lynx", 0)):
        program = tmp_path / "bin" / name
        program.write_text(f"#!/bin/sh\n[ {code} = 0 ] && echo {name} >> {asked}\nexit {code}\n")
        program.chmod(0o755)
    monkeypatch.setattr(links, "no_terminal", lambda: False)
    monkeypatch.setenv("BROWSER", browsers)
    said = call("open", "2605.01234", "--pdf")
    assert said.code == (0 if opened else 1)
    words = ", ".join(f"$BROWSER ({each})" for each in tried)
    assert (f"no browser could be opened: tried {words};" in said.err) == bool(tried)
    assert (asked.read_text() if asked.exists() else "") == (f"{opened}\n" if opened else "")


def test_a_browser_for_a_terminal_is_not_started_without_one(
    linked: Path, no_display: None, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER", "w3m:no-such-browser")
    said = call("open", "2605.01234")
    assert said.code == 1
    assert "tried $BROWSER (no-such-browser: not found);" in said.err


def test_without_a_graphical_session_the_address_is_printed_and_nothing_is_started(
    linked: Path, no_display: None, call: Call
) -> None:
    said = call("open", "2605.01234")
    assert (said.code, said.out) == (1, f"{PAGE}\n")
    assert "no browser could be opened: there is no graphical session" in said.err


def test_the_browser_of_the_environment_comes_first_and_the_opener_of_the_settings_before_it(
    linked: Path, browser: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "named"
    for name in ("mine", "theirs"):
        program = tmp_path / "bin" / name
        program.write_text(f'#!/bin/sh\necho {name} "$@" >> {asked}\n')
        program.chmod(0o755)
    monkeypatch.setenv("BROWSER", "no-such-browser:theirs --tab %s")
    assert call("open", "2605.01234").code == 0
    Paths.under(linked).config_file.write_text('[ui]\nopener = "mine {url} --new"\n')
    assert call("open", "2605.01234").code == 0
    assert asked.read_text() == f"theirs --tab {PAGE}\nmine {PAGE} --new\n"
    assert not browser.exists()


def test_a_paper_known_only_from_its_review_opens_the_review_and_has_no_pdf(
    home: Path, call: Call, tmp_path: Path
) -> None:
    url = "https://pith.example.org/paper/2605.01234"
    review = {"headline": "Locks cost less", "listed_on": "2026-05-13", "url": url}
    call("import", str(write_papers(tmp_path / "cards.jsonl", [{"title": "Fair Locks", "reviews": [review]}])))
    name = call("list").out.split("\t")[0]
    assert call("open", name, "--print") == (0, f"{url}\n", "")
    said = call("open", name, "--print", "--pdf")
    assert (said.code, said.out) == (1, "")
    assert "the paper has no PDF: it is known only from its review" in said.err


@pytest.mark.parametrize("number", ["0", "6"])
def test_a_number_that_no_link_has_is_a_bad_command(linked: Path, call: Call, number: str) -> None:
    said = call("open", "2605.01234", f"--link={number}")
    assert (said.code, said.out) == (2, "")
    assert f"there is no link {number}" in said.err


def test_a_paper_that_nobody_knows_is_reported(home: Path, call: Call) -> None:
    assert call("links", "2605.01234").code == call("open", "2605.01234").code == 1
