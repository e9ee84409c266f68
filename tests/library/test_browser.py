"""Opening pages, without ever putting another program on the reader's screen."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from arxtui.library.browser import open_page, opened_page, opener


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


def test_a_command_that_ends_waits_until_the_browser_has_taken_the_page_or_failed(tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" > {tmp_path / "asked"}\ntest "$1" != https://arxiv.example/no\n')
    program.chmod(0o755)
    assert opened_page("https://arxiv.example/yes", (str(program),))
    assert not opened_page("https://arxiv.example/no", (str(program),))
    assert not opened_page("https://arxiv.example/yes", (str(tmp_path / "missing"),))
    assert (tmp_path / "asked").read_text() == "https://arxiv.example/no\n"
