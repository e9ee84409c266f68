"""Opening pages and copying, without ever putting another program on the reader's screen."""

from __future__ import annotations

import base64
import os
import sys
import threading
from pathlib import Path

import pytest

from arxtui.tui.outside import clipboard_sequences, notification, open_page, opener, window_title


def with_programs(folder: Path, *names: str) -> str:
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return str(folder)


def test_without_a_graphical_session_nothing_is_opened(tmp_path: Path) -> None:
    path = with_programs(tmp_path, "xdg-open", "lynx", "w3m")
    assert opener({"PATH": path}, "linux") is None


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_in_a_graphical_session_the_desktop_opens_pages(tmp_path: Path, variable: str) -> None:
    path = with_programs(tmp_path, "xdg-open", "firefox")
    assert opener({"PATH": path, variable: ":0"}, "linux") == ("xdg-open",)


def test_a_console_browser_is_never_chosen(tmp_path: Path) -> None:
    path = with_programs(tmp_path, "lynx", "w3m", "links", "elinks", "www-browser")
    assert opener({"PATH": path, "DISPLAY": ":0", "BROWSER": "lynx"}, "linux") is None


def test_on_a_mac_open_is_used_unless_it_is_a_remote_one() -> None:
    assert opener({}, "darwin") == ("open",)
    assert opener({"SSH_CONNECTION": "there"}, "darwin") is None


def test_the_browser_has_no_terminal_and_a_session_of_its_own(tmp_path: Path) -> None:
    report = tmp_path / "report"
    program = tmp_path / "browser"
    program.write_text(
        f"#!{sys.executable}\n"
        "import os, pathlib, sys\n"
        "told = [os.getsid(0) == os.getpid(), *(os.isatty(each) for each in (0, 1, 2)), sys.argv[1]]\n"
        f"draft = pathlib.Path({str(report)!r} + '.new')\n"
        "draft.write_text(repr(told))\n"
        f"draft.rename({str(report)!r})\n"
        "sys.exit(1)\n"
    )
    program.chmod(0o755)
    ended = threading.Event()
    open_page("https://arxiv.example/abs/2605.00001", (str(program),), ended.set)
    assert ended.wait(30)
    assert report.read_text() == repr([True, False, False, False, "https://arxiv.example/abs/2605.00001"])


def test_a_browser_that_is_not_there_is_reported() -> None:
    failed = threading.Event()
    open_page("https://arxiv.example/", (os.devnull,), failed.set)
    assert failed.wait(30)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "--help", "https://a.example/\n-x"])
def test_nothing_but_web_addresses_is_opened(url: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        open_page(url, ("xdg-open",), lambda: None)


def test_copying_asks_the_terminal() -> None:
    coded = base64.b64encode(b"2605.00001").decode()
    assert clipboard_sequences("2605.00001", {}) == f"\x1b]52;c;{coded}\x07"


def test_copying_reaches_the_terminal_around_tmux() -> None:
    sequences = clipboard_sequences("2605.00001", {"TMUX": "/tmp/tmux"})
    assert sequences.startswith("\x1b]52;c;")
    assert "\x1bPtmux;\x1b\x1b]52;c;" in sequences
    assert sequences.endswith("\x1b\\")


def test_a_notification_is_one_sequence_whatever_stands_in_it() -> None:
    hostile = "12\x07 new\x1b]52;c;aGVsbG8=\x07\npapers"
    for kind in ("osc9", "osc777"):
        told = notification(kind, hostile, {})
        assert (told.count("\x1b"), told.count("\x07"), told[-1]) == (1, 1, "\x07")
    assert notification("off", "12 new papers", {}) == ""


def test_the_title_holds_no_control_character() -> None:
    assert window_title("a\x07b\x1b[31mc").count("\x1b") == 1
