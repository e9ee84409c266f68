"""Output of the verbs to a terminal that is only sent plain text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.cli.support import output, pager
from tests.cli.command import COMMAND, environ
from tests.terminal.screen import terminal


@pytest.fixture(params=["dumb", "plain mode"])
def plain(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Simulate a dumb terminal, or another terminal in plain mode."""
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    monkeypatch.setattr(output, "is_stderr_terminal", lambda: True)
    monkeypatch.setenv("TERM", "dumb" if request.param == "dumb" else "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if request.param == "dumb":
        yield
    else:
        with output.plain_mode():
            yield


@pytest.mark.usefixtures("plain")
def test_no_style_and_no_pager(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "false")
    pager.show([output.styled("words", output.BOLD)])
    assert capsys.readouterr().out == "words\n"


@pytest.mark.usefixtures("plain")
def test_progress_is_a_line_now_and_then(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(output, "monotonic", lambda: now)
    with output.progress() as tell:
        for now in (1.0, 4.0, 5.0, 6.0, 9.0, 11.0):
            tell(f"{now:.0f} of 11")
    assert capsys.readouterr().err == "5 of 11\n11 of 11\n"


def test_outside_plain_mode_there_are_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with output.plain_mode():
        pass
    assert output.is_styled()


def test_verbs_send_a_dumb_terminal_no_control_sequence(filled: Path) -> None:
    for verb in (["show", "2605.01234"], ["read", "2605.01234"], ["doctor", "--offline"]):
        with terminal([*COMMAND, *verb], environ(filled, TERM="dumb")) as running:
            running.ended()
            assert running.raw
            assert b"\x1b" not in running.raw, verb
