"""The layout of what the verbs print: widths, styles, the pager, and errors in one sentence."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from pathlib import Path

import pytest

from arxtui.cli.main import main
from arxtui.cli.support import output, pager, text_lines
from arxtui.cli.support.exits import FAILED
from arxtui.cli.support.failures import explain
from arxtui.model.document import Style
from arxtui.reader.lines import Line, Role, Run
from tests.cli.command import Terminal
from tests.cli.conftest import Call


@pytest.mark.parametrize(
    ("columns", "width", "measure"),
    [
        ("", None, 92),
        ("0", None, 92),
        ("-80", None, 92),
        ("²", None, 92),
        ("wide", None, 92),
        ("1", 1, 20),
        ("19", 19, 20),
        ("60", 60, 60),
        ("92", 92, 92),
        ("93", 93, 92),
    ],
)
@pytest.mark.usefixtures("capsys")
def test_the_width_is_that_of_the_environment_and_prose_is_never_wider_than_a_page(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int | None, measure: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert (output.width(), output.measure()) == (width, measure)


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("columns", [10, 30, 60, 71, 72, 120])
def test_a_narrow_list_drops_the_day_and_then_cuts_the_title_but_not_all_of_it(
    call: Call, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    first = call("list", "id:2605.01234").out.rstrip("\n")
    assert ("2026-05-11" in first) == (columns >= 72)
    title = first.partition("◆2 ")[2].strip()
    assert len(title) >= 10
    assert len(first) <= columns or len(title) == 10


def test_the_pager_has_our_options_unless_the_user_has_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("PAGER", f"sh -c 'cat; echo $LESS >> {tmp_path}/options'")
    monkeypatch.delenv("LESS", raising=False)
    pager.show(["words"])
    monkeypatch.setenv("LESS", "-i")
    pager.show(["words"])
    assert (tmp_path / "options").read_text() == "FRSX\n-i\n"


def test_a_style_and_a_dim_role_are_both_written() -> None:
    runs = (Run("plain"), Run("dim", Role.CITATION), Run("both", Role.DIM, style=Style.BOLD))
    line = Line(runs, 0)
    assert text_lines._styled(line, text_lines.STYLES) == "plain\x1b[2mdim\x1b[0m\x1b[1;2mboth\x1b[0m"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/home/x"), "/home/x: No space left on device"),
        (
            OSError(errno.ENOSPC, "No space left"),
            "an unexpected error (OSError: [Errno 28] No space left); the details",
        ),
        (ValueError("odd"), "an unexpected error (ValueError: odd); the details are in "),
    ],
)
def test_an_error_that_nobody_expected_is_one_sentence(
    home: Path, capsys: pytest.CaptureFixture[str], error: Exception, words: str
) -> None:
    assert explain(error) == FAILED
    assert capsys.readouterr().err.startswith(f"arxtui: {words}")


@pytest.mark.parametrize(("value", "is_styled"), [(None, True), ("", True), ("1", False), ("0", False)])
def test_any_value_of_no_color_forbids_styles_and_an_empty_one_none(
    monkeypatch: pytest.MonkeyPatch, value: str | None, *, is_styled: bool
) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    if value is None:
        monkeypatch.delenv("NO_COLOR", raising=False)
    else:
        monkeypatch.setenv("NO_COLOR", value)
    assert output.styled("words", output.BOLD) == ("\x1b[1mwords\x1b[0m" if is_styled else "words")


def test_a_closed_standard_output_or_error_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert not output.is_terminal()
    assert not output.is_stderr_terminal()


@pytest.mark.usefixtures("filled")
def test_characters_that_the_output_cannot_show_are_replaced_and_each_line_is_written_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdout", out := io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main(["list", "ti:gossip"]) == 0
    assert "Lossy Links" in out.buffer.getvalue().decode("ascii")
    assert out.line_buffering


def test_progress_is_one_line_of_a_terminal_that_is_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "24")
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    with output.progress() as show:
        show("one")
        show("two\x1b and more words than fit")
    one, two = "\r\x1b[Kone", "\r\x1b[Ktwo and more words tha…"
    assert shown.getvalue() == f"{one}{two}\r\x1b[K"


def test_progress_is_nothing_in_a_file_and_a_line_now_and_then_on_a_dumb_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", shown := io.StringIO())
    with output.progress() as show:
        show("one")
    assert shown.getvalue() == ""
    times = [0.0]
    monkeypatch.setattr(output, "monotonic", lambda: times[-1])
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    with output.plain_mode(), output.progress() as show:
        for time, words in ((4.9, "early"), (5.0, "first"), (9.9, "between"), (10.0, ""), (10.1, "second")):
            times.append(time)
            show(words)
    assert shown.getvalue() == "first\nsecond\n"
    assert not output.is_plain()


def test_characters_that_the_encoding_lacks_are_replaced_or_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, words in (("ascii", "Mans"), ("latin-1", "Måns"), ("utf-8", "Måns")):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        assert output.foreign("Måns") == words
        assert output.json_line({"a": "å"}).isascii() == (encoding != "utf-8")


def test_no_style_is_written_around_nothing_and_none_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", Terminal())
    styled = (output.styled("", output.BOLD), output.styled("x", ""), output.styled("x", output.DIM))
    assert styled == ("", "x", "\x1b[2mx\x1b[0m")


def test_the_width_is_that_of_the_terminal_unless_the_environment_gives_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    assert output.width() is None
    with Path(os.devnull).open("w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((47, 20)))
        assert output.width() == 47
        monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((0, 0)))
        assert output.width() is None


def test_an_interrupt_is_for_the_program_that_has_the_terminal() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pager.interrupts_ignored():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("command", ["", "no-such-pager", "less '"])
def test_without_a_pager_the_lines_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("PAGER", command)
    pager.show(["one", "two"])
    assert capsys.readouterr().out == "one\ntwo\n"
