"""The user's own programs: they receive papers, run without a shell, can be shown and stopped, and never block the
reader."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from arxtui.config.commands import FIELDS
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, parse
from arxtui.library import paper_fields
from arxtui.library.facade import Library
from arxtui.library.paper_fields import fields_of, filled_in
from arxtui.library.papers.links import Addresses
from arxtui.light import changed
from arxtui.tui.present.help import help_lines
from arxtui.tui.present.line import Line
from arxtui.tui.screens.output import OutputScreen
from arxtui.tui.state.program_output import ProgramOutput
from arxtui.tui.triage_screen import TriageScreen
from tests.builders import record
from tests.tui.acts.test_labels import marks
from tests.tui.command_line.steps import run_line
from tests.tui.papers import paper
from tests.tui.reader import QUIET, Reader, fill_usually, reading
from tests.tui.reading.texts import fill_with_text, open_text


def with_commands(text: str) -> Settings:
    return changed(QUIET, commands=parse(text).commands)


def script(folder: Path, text: str) -> str:
    """Write a program with these lines. Returns its path as a TOML string."""
    file = folder / "program"
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return json.dumps(str(file))


def plain(lines: list[Line]) -> str:
    return "\n".join("".join(text for text, _ in line.pieces) for line in lines)


def test_every_field_that_is_documented_has_a_value() -> None:
    made = record(paper(7))
    values = fields_of(made, Addresses.of(QUIET.arxiv))
    assert list(values) == list(FIELDS)
    assert values["id"] == "2605.00007"
    assert values["url"] == "https://arxiv.org/abs/2605.00007"
    assert values["authors"] == "Ada Example; Björn Måns"


def test_an_argument_with_a_field_appears_once_for_each_paper() -> None:
    papers = [{"id": "1", "title": "{id} $(rm)"}, {"id": "2", "title": "Two"}]
    assert filled_in(("x", "-v", "{id}: {title}", "{{id}}"), papers) == ("x", "-v", "1: {id} $(rm)", "2: Two", "{id}")


async def test_a_key_runs_the_program_with_the_fields_of_the_paper(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    program = script(tmp_path, f'env > {tmp_path}/env; cat > {tmp_path}/stdin; printf "%s\\n" "got $1" "second"')
    settings = with_commands(f'[commands.mine]\nrun = [{program}, "{{id}} {{category}}"]\nkey = "s"\n')
    async with reading(paths, settings) as reader:
        await reader.press("m")  # a command on one paper ignores the selection
        await reader.press("s")
        await reader.until_shown("got 2605.00059 cs.DC · second")
    assert not marks(paths, 59).starred
    environ = dict(line.partition("=")[::2] for line in (tmp_path / "env").read_text().splitlines())
    assert environ["ARXTUI_ID"] == "2605.00059"
    assert environ["ARXTUI_TITLE"] == "Made-up paper number 59"
    assert environ["ARXTUI_PDF_URL"] == "https://arxiv.org/pdf/2605.00059"
    assert environ["ARXTUI_COUNT"] == "1"
    assert environ["ARXTUI_HOME"] == str(paths.config.parent)
    [line] = (tmp_path / "stdin").read_text().splitlines()
    assert json.loads(line)["id"] == "2605.00059"


async def test_a_program_gets_the_selection(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    settings = with_commands(
        '[commands.mine]\nrun = ["wc", "-l"]\non = "selection"\noutput = "pane"\ntitle = "Lines"\n'
    )
    async with reading(paths, settings) as reader:
        await reader.press("m", "m", "m")
        await run_line(reader, "mine")
        await reader.until(lambda: isinstance(reader.app.screen, OutputScreen))
        await reader.until_shown("Lines   ended", "Esc back")
        assert "3" in reader.lines[1]
        await reader.press("escape")
        assert len(reader.main.session.selection) == 3


async def test_it_is_in_palette_help_and_command_line_under_its_title(paths: Paths) -> None:
    fill_usually(paths)
    settings = with_commands('[commands.mine]\nrun = ["wc", "-l"]\nkey = "ctrl+g"\ntitle = "Count the lines"\n')
    async with reading(paths, settings) as reader:
        text = plain(help_lines(100))
        assert "Your own commands" in text
        assert "Ctrl+G" in text
        assert "Count the lines" in text
        assert text.count("Select papers") == 1
        await reader.press("ctrl+p", *"count the lines")
        await reader.until_shown("Your own: wc -l, on the paper.")
        await reader.press("enter")
        await reader.until(lambda: reader.app.screen is reader.main)
        await reader.until_shown(" 1 ")


def test_that_nothing_was_printed_is_said_once_the_program_has_ended() -> None:
    screen = OutputScreen("Lines", ProgramOutput(), lambda: None)
    assert screen._lines(40) == []
    screen.is_at_work = False
    assert plain(screen._lines(40)) == " Nothing was printed"


async def test_a_text_and_triage_mode_run_it_on_their_paper(paths: Paths, tmp_path: Path) -> None:
    fill_with_text(paths)
    settings = with_commands('[commands.mine]\nrun = ["echo", "this is {id}"]\nkey = "f12"\n')
    async with reading(paths, settings) as reader:
        await open_text(reader)
        name = reader.main.papers.row.title.rpartition(" ")[2]  # type: ignore[union-attr]
        reader.main.papers.go(2)  # what is under the cursor of the list below does not matter
        await reader.press("f12")
        await reader.until_shown(f"this is 2605.0000{name}")
        reader.main.papers.go(0)
        await reader.press("q", "z")
        await reader.until(lambda: isinstance(reader.app.screen, TriageScreen))
        await reader.press("j", "f12")
        await reader.until_shown("this is 2605.0000")
        assert f"this is 2605.0000{name}" not in reader.text


async def test_a_key_that_is_typed_is_typed(paths: Paths) -> None:
    fill_usually(paths)
    settings = with_commands('[commands.mine]\nrun = ["echo", "ran"]\nkey = "s"\n')
    async with reading(paths, settings) as reader:
        await reader.search("s")
        assert reader.main.session.view.query == "s"
        assert "ran" not in reader.lines[-1]


_FAILURES = {
    "absent": ('["no-such-program"]', "no-such-program cannot be started: No such file or directory"),
    "fails": ('["sh", "-c", "echo no >&2; echo disk full >&2; exit 3"]', "sh ended with 3: disk full"),
    "killed": ('["sh", "-c", "kill -9 $$"]', "sh was killed by signal 9"),
    "slow": ('["sh", "-c", "sleep 60"]\ntime_limit_seconds = 1', "sh was stopped after 1 second"),
}


async def test_the_failure_of_an_own_command_is_reported(paths: Paths) -> None:
    fill_usually(paths)
    outputs = ("pane", "message", "none")
    settings = with_commands(
        "".join(
            f'[commands.{name}-{output}]\nrun = {run}\noutput = "{output}"\n'
            for name, (run, _) in _FAILURES.items()
            for output in outputs
        )
    )
    async with reading(paths, settings) as reader:
        for name, (_, words) in _FAILURES.items():
            for output in outputs:
                await run_line(reader, f"{name}-{output}")
                await reader.until_shown(f"{name}-{output}: {words}")
                if output == "pane":
                    await reader.press("escape")


async def test_output_that_is_dropped_is_not_shown(paths: Paths) -> None:
    fill_usually(paths)
    settings = with_commands('[commands.mine]\nrun = ["echo", "secret"]\noutput = "none"\n')
    async with reading(paths, settings) as reader:
        await run_line(reader, "mine")
        await reader.until_shown("mine: done")
        assert "secret" not in reader.text


async def test_a_terminal_obeys_nothing_of_the_output_and_it_is_bounded(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    program = script(tmp_path, r"printf '\033[31mred\033[0m\033]0;title\007 \342\200\256x\n'; yes | head -c 3000000")
    settings = with_commands(f'[commands.mine]\nrun = [{program}]\noutput = "pane"\n')
    async with reading(paths, settings) as reader:
        await run_line(reader, "mine")
        await reader.until_shown("mine   ended", " red x")
        assert not any(ord(each) < 32 or 0x7F <= ord(each) < 0xA0 or each == "\u202e" for each in "".join(reader.lines))
        await reader.press("G")
        await reader.until_shown("more bytes")


def test_a_table_that_is_wider_than_the_screen_gets_smaller_gaps() -> None:
    output = ProgramOutput()
    output.add(b"  reviewed papers           60\n  one\n")
    screen = OutputScreen("stats", output, lambda: None)
    assert plain(screen._lines(25)) == "   reviewed papers  60\n   one"
    assert plain(screen._lines(40)) == "   reviewed papers           60\n   one"


@pytest.mark.parametrize("number", [600, 601])
def test_a_message_of_a_program_is_cut_to_a_length_with_a_sign_of_that(number: int) -> None:
    output = ProgramOutput()
    output.add(b"x" * number)
    assert output.message == "x" * 600 + ("…" if number > 600 else "")


def test_bytes_of_output_beyond_the_limit_are_counted() -> None:
    output = ProgramOutput()
    for _ in range(3):
        output.add(b"x" * 400_000)
    assert [len(line) for line in output.lines[:-1]] == [1_000_000]
    assert output.lines[-1] == "… 200,000 more bytes"
    output.add(b"y\n")
    assert output.lines[-1] == "… 200,002 more bytes"
    output = ProgramOutput()
    output.add(b"\n" * 10_000)
    output.add(b"zzz")
    assert output.lines[-1] == "… 3 more bytes"


def held_open(folder: Path) -> tuple[int, str]:
    """Return the reading end of a named pipe, and a program that keeps the pipe open as long as it runs."""
    lives = folder / "lives"
    os.mkfifo(lives)
    return os.open(lives, os.O_RDONLY | os.O_NONBLOCK), script(folder, f"exec 3> {lives}; echo here; yes > /dev/null")


def assert_ended(held: int) -> None:
    os.set_blocking(held, True)
    assert os.read(held, 1) == b""  # end of file: no process has the pipe open
    os.close(held)


@pytest.mark.parametrize("key", ["x", "ctrl+c"])
async def test_in_the_pane_a_key_stops_it(paths: Paths, tmp_path: Path, key: str) -> None:
    fill_usually(paths)
    held, program = held_open(tmp_path)
    settings = with_commands(f'[commands.mine]\nrun = [{program}]\noutput = "pane"\n')
    async with reading(paths, settings) as reader:
        await run_line(reader, "mine")
        await reader.until_shown("here", "mine   running")
        await reader.press(key)
        await reader.until_shown("Stopped mine", "here")
        assert_ended(held)


@pytest.mark.parametrize("leaves", [False, True], ids=["Ctrl+C", "leaving"])
async def test_it_is_ended_by_ctrl_c_and_with_the_reader(paths: Paths, tmp_path: Path, leaves: bool) -> None:
    fill_usually(paths)
    held, program = held_open(tmp_path)
    settings = with_commands(f"[commands.mine]\nrun = [{program}]\n")
    async with reading(paths, settings) as reader:
        await run_line(reader, "mine")
        await reader.until_shown("running mine (Ctrl+C stops it)")
        await reader.until(lambda: _is_held(reader))
        if not leaves:
            await reader.press("ctrl+c")
            await reader.until_shown("Stopped mine")
            assert "stops it" not in reader.text
    assert_ended(held)


def _is_held(reader: Reader) -> bool:
    """Return whether the program has started and printed something."""
    return all(run.output.size for run in reader.main.context.programs.running)


async def test_who_leaves_the_pane_hears_how_it_ended(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    gate = tmp_path / "gate"
    program = script(tmp_path, f"until test -e {gate}; do sleep 0.01; done; echo 12 papers")
    settings = with_commands(f'[commands.mine]\nrun = [{program}]\noutput = "pane"\n')
    async with reading(paths, settings) as reader:
        await run_line(reader, "mine")
        await reader.until_shown("mine   running")
        await reader.press("escape")
        await reader.until_shown("running mine (Ctrl+C stops it)")
        gate.touch()
        await reader.until_shown("12 papers")


async def test_a_background_process_of_an_own_command_is_not_waited_for(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    held, program = held_open(tmp_path)
    Path(json.loads(program)).write_text(f"#!/bin/sh\nexec 3> {tmp_path}/lives\nsleep 1000 &\necho done\n")
    async with reading(paths, with_commands(f"[commands.mine]\nrun = [{program}]\n")) as reader:
        await run_line(reader, "mine")
        await reader.until_shown(" done ")
    os.close(held)


def test_every_paper_of_a_long_selection_is_a_line_of_the_input(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper_fields, "_CHUNK", 2)
    fill_usually(paths)
    library = Library.open(paths, QUIET)
    try:
        for number in (0, 1, 2, 3, 4, 5):
            keys = tuple(paper(each).key for each in range(1, number + 1))
            lines = [json.loads(line)["id"] for line in paper_fields.json_lines(library.papers, keys)]
            assert lines == [f"2605.{each:05}" for each in range(1, number + 1)]
    finally:
        library.close()
