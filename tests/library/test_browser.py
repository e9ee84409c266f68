"""Opening pages in the user's programs: which programs, in which order, and the messages about those that fail."""

from __future__ import annotations

import os
import queue
import sys
import threading
from pathlib import Path

import pytest

from arxtui.library import browser
from arxtui.library.browser import (
    Attempt,
    Program,
    go_on,
    open_file,
    open_in_terminal,
    open_page,
    open_page_and_wait,
    programs,
)

PAGE = "https://arxiv.example/abs/2605.00001"


def with_programs(folder: Path, *names: str) -> str:
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return str(folder)


def script(file: Path, text: str) -> str:
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return str(file)


def commands(setting: str = "", platform: str = "linux", **environ: str) -> list[tuple[str, ...]]:
    return [program.command for program in programs(setting, environ, platform)]


# Choice of programs


def test_without_a_graphical_session_the_desktop_opener_is_not_used(tmp_path: Path) -> None:
    assert commands(PATH=with_programs(tmp_path, "xdg-open", "lynx", "w3m")) == []


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_in_a_graphical_session_the_desktop_opens_pages(tmp_path: Path, variable: str) -> None:
    path = with_programs(tmp_path, "xdg-open", "firefox")
    assert commands(PATH=path, **{variable: ":0"}) == [("xdg-open",), ("firefox",)]


def test_a_console_browser_that_nobody_named_is_never_chosen(tmp_path: Path) -> None:
    path = with_programs(tmp_path, "lynx", "w3m", "links", "elinks", "www-browser")
    assert commands(PATH=path, DISPLAY=":0") == []


def test_on_a_mac_open_is_used_unless_it_is_a_remote_one() -> None:
    assert commands(platform="darwin") == [("open",)]
    assert commands(platform="darwin", SSH_CONNECTION="there") == []


def test_the_programs_of_browser_come_first_in_their_order_with_or_without_a_display(tmp_path: Path) -> None:
    path = with_programs(tmp_path, "xdg-open")
    named = "my-browser --new-tab %s &::'two words' -x"
    expected = [("my-browser", "--new-tab", "%s"), ("two words", "-x")]
    assert commands(PATH=path, BROWSER=named) == expected
    assert commands(PATH=path, BROWSER=named, DISPLAY=":0") == [*expected, ("xdg-open",)]


def test_the_opener_of_the_settings_is_the_only_one(tmp_path: Path) -> None:
    path = with_programs(tmp_path, "xdg-open")
    found = commands("send-it --to 'my laptop' {url}", PATH=path, DISPLAY=":0", BROWSER="firefox")
    assert found == [("send-it", "--to", "my laptop", "{url}")]


def test_the_address_is_at_its_placeholder_else_last() -> None:
    assert Program(("a", "--url=%s", "-x")).on(PAGE) == ["a", f"--url={PAGE}", "-x"]
    assert Program(("a", "-x")).on(PAGE) == ["a", "-x", PAGE]
    assert Program(("a", "{url}"), place="{url}").on(PAGE) == ["a", PAGE]


def test_a_text_browser_is_known_by_its_name_or_the_target_of_its_symbolic_link(tmp_path: Path) -> None:
    path = with_programs(tmp_path, "w3m", "firefox")
    (tmp_path / "x-browser").symlink_to(tmp_path / "w3m")
    found = programs("", {"PATH": path, "BROWSER": "x-browser:lynx:firefox"}, "linux")
    assert [program.in_terminal for program in found] == [True, True, False]


# Results


def test_a_program_that_failed_is_reported_by_its_name_and_by_the_setting_that_named_it() -> None:
    assert Program(("/usr/bin/gio", "open")).failed("exit 3") == "gio (exit 3)"
    assert Program(("firefox", "-P", "work"), "$BROWSER").failed("not found") == "$BROWSER (firefox: not found)"


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
    attempts: list[Attempt] = []

    def then(attempt: Attempt) -> None:
        attempts.append(attempt)
        ended.set()

    open_page(PAGE, [Program((str(program),))], then)
    assert ended.wait(30)
    assert report.read_text() == repr([True, False, False, False, PAGE])
    assert attempts == [Attempt(opened=False, tried=("browser (exit 1)",))]


def test_browsers_are_tried_one_after_the_other_and_failed_ones_are_reported(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    script(tmp_path / "broken", "exit 3")
    script(tmp_path / "good", f'echo "$1" > {asked}')
    environ = {"PATH": f"{tmp_path}:/usr/bin:/bin", "BROWSER": f"no-such-browser:{tmp_path}/broken:{tmp_path}/good"}
    attempt = open_page_and_wait(PAGE, programs("", environ, "linux"))
    assert attempt == Attempt(opened=True, tried=("$BROWSER (no-such-browser: not found)", "$BROWSER (broken: exit 3)"))
    assert asked.read_text() == f"{PAGE}\n"


def test_where_all_fail_it_is_said_which_were_tried(tmp_path: Path) -> None:
    broken = script(tmp_path / "xdg-open", "exit 3")
    attempt = open_page_and_wait(PAGE, [Program(("no-such-browser",), "$BROWSER"), Program((broken,))])
    assert (attempt.opened, attempt.words) == (
        False,
        "tried $BROWSER (no-such-browser: not found), xdg-open (exit 3)",
    )
    assert open_page_and_wait(PAGE, ()).words == "there is no graphical session, no $BROWSER and no [ui] opener"
    assert open_page_and_wait(PAGE, [Program((os.devnull,))]).words == "tried null (Permission denied)"


def test_a_text_browser_waits_for_the_terminal_and_the_rest_is_tried_after_it(tmp_path: Path) -> None:
    broken = script(tmp_path / "broken", "exit 1")
    found = [Program((broken,)), Program(("w3m",), in_terminal=True), Program(("true",))]
    attempt = open_page_and_wait(PAGE, found)
    assert attempt == Attempt(opened=False, tried=("broken (exit 1)",), rest=tuple(found[1:]))
    given: list[object] = []

    def run(command: object) -> int:
        given.append(command)
        return 2

    after = open_in_terminal(PAGE, attempt, run)
    assert given == [["w3m", PAGE]]
    assert after == Attempt(opened=False, tried=("broken (exit 1)", "w3m (exit 2)"), rest=tuple(found[2:]))


def test_the_program_that_had_the_terminal_may_have_opened_it_or_not_have_been_there() -> None:
    attempt = Attempt(opened=False, tried=("xdg-open (exit 3)",), rest=(Program(("w3m",)), Program(("lynx",))))
    assert open_in_terminal(PAGE, attempt, lambda command: 0) == Attempt(opened=True, tried=("xdg-open (exit 3)",))

    def missing(command: object) -> int:
        raise FileNotFoundError(2, "No such file")

    after = open_in_terminal(PAGE, attempt, missing)
    assert after == Attempt(opened=False, tried=("xdg-open (exit 3)", "w3m (not found)"), rest=(Program(("lynx",)),))


def test_after_a_program_that_had_the_terminal_the_rest_is_tried(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    good = script(tmp_path / "good", f'echo "$1" > {asked}')
    became: queue.SimpleQueue[Attempt] = queue.SimpleQueue()
    go_on(PAGE, Attempt(opened=False, tried=("w3m (exit 2)",), rest=(Program((good,)),)), became.put)
    assert became.get(timeout=30) == Attempt(opened=True, tried=("w3m (exit 2)",))
    assert asked.read_text() == f"{PAGE}\n"


def test_a_file_is_opened_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = tmp_path / "asked"
    good = script(tmp_path / "good", f'echo "$1" > {asked}')
    (tmp_path / "paper.pdf").touch()
    monkeypatch.chdir(tmp_path)
    became: queue.SimpleQueue[Attempt] = queue.SimpleQueue()
    open_file(Path("paper.pdf"), [Program((good,))], became.put)
    assert became.get(timeout=30).opened
    assert asked.read_text() == f"{(tmp_path / 'paper.pdf').resolve()}\n"


def test_a_program_that_goes_on_has_opened_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "SETTLED", 0.05)
    os.mkfifo(tmp_path / "until")
    waiting = script(tmp_path / "waiting", f"read line < {tmp_path}/until; exit 1")
    assert open_page_and_wait(PAGE, [Program((waiting,))]) == Attempt(opened=True)
    (tmp_path / "until").write_text("done\n")


def test_a_program_that_a_signal_ends_is_reported(tmp_path: Path) -> None:
    killed = script(tmp_path / "killed", "kill -9 $$")
    assert open_page_and_wait(PAGE, [Program((killed,))]).tried == ("killed (killed by signal 9)",)


def test_an_entry_of_browser_with_a_quotation_mark_too_many_is_one_program() -> None:
    assert commands(BROWSER="it's here:other") == [("it's here",), ("other",)]


def test_an_address_is_never_more_than_one_argument_and_no_shell_reads_it(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    named = script(tmp_path / "browser", f'printf "%s\\n" "$#" "$@" > {asked}')
    url = "https://arxiv.example/?q=$(touch%20x);`id`&--help"
    assert open_page_and_wait(url, [Program((named, "--open", "%s"))]).opened
    assert asked.read_text() == f"2\n--open\n{url}\n"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "--help", "https://a.example/\n-x"])
def test_nothing_but_web_addresses_is_opened(url: str) -> None:
    with pytest.raises(ValueError, match="not a web address"):
        open_page(url, [Program(("xdg-open",))], lambda attempt: None)
    with pytest.raises(ValueError, match="not a web address"):
        open_page_and_wait(url, [Program(("xdg-open",))])
