"""Papers that are exported to files, programs and the clipboard or added to Zotero, and synchronized files."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from arxtui.config.exports import SyncSettings
from arxtui.config.paths import Paths
from arxtui.config.settings import ExportSettings, Settings
from arxtui.library.destinations import Stop
from arxtui.text import clean
from arxtui.tui.context import Context
from arxtui.tui.screens.output import OutputScreen
from arxtui.tui.services.background.programs import OutputTo, ProgramTask, RunningProgram
from arxtui.tui.state.program_output import ProgramOutput
from tests.builders import announced
from tests.cli.fetching.zotero_server import zotero_running
from tests.tui.acts.test_triage import begin
from tests.tui.papers import HOSTILE, paper
from tests.tui.reader import LIMIT, QUIET, THREE_PANES, Reader, fill, fill_usually, reading
from tests.tui.test_hostile import controls


def copied(written: Sequence[str]) -> str:
    """Return the text that was last copied to the terminal's clipboard."""
    found = [each for each in written if each.startswith("\x1b]52;c;")]
    return base64.b64decode(found[-1].removeprefix("\x1b]52;c;").partition("\x07")[0]).decode() if found else ""


async def export(reader: Reader, answer: str) -> None:
    await reader.press("E")
    await reader.until(lambda: reader.main.context.questions.is_asking)
    await reader.press("ctrl+u")
    await reader.paste(answer)
    await reader.press("enter")


async def test_the_paper_under_the_cursor_goes_to_the_file_that_is_named(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    file = tmp_path / "one.bib"
    async with reading(paths) as reader:
        await reader.press("E")
        await reader.until_shown("Export this paper to", "Tab bibtex  ris  csl-json  markdown  jsonl")
        await reader.paste(str(file))
        await reader.press("enter")
        await reader.until_shown("1 paper written to")
        assert "eprint = {2605.00060}" in file.read_text()
        await reader.press("E")
        await reader.until_shown(f"Tab {file}")  # where the last export went is offered first


async def test_picked_papers_are_exported_together_and_are_no_longer_picked(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    file = tmp_path / "picked.ris"
    async with reading(paths) as reader:
        await reader.press("m", "m", "j", "m", "E")
        await reader.until_shown("Export 3 papers to")
        await reader.paste(str(file))
        await reader.press("enter")
        await reader.until_shown("3 papers written to")
        assert re.findall(r"AN  - arXiv:2605\.(\d+)", file.read_text()) == ["00060", "00059", "00057"]
        assert not reader.main.session.selection


async def test_all_of_the_list_is_exported(paths: Paths, tmp_path: Path) -> None:
    made = [paper(number) for number in range(1, 231)]
    fill(paths, made, [announced(each) for each in made])
    file = tmp_path / "all.jsonl"
    async with reading(paths) as reader:
        await reader.press("percent_sign")
        await reader.until_shown("230 selected")
        await export(reader, str(file))
        await reader.until_shown("230 papers written to")
        assert len(file.read_text().splitlines()) == 230


async def test_an_existing_file_needs_a_confirmation(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    file = tmp_path / "papers.bib"
    file.write_text("mine")
    async with reading(paths) as reader:
        await export(reader, str(file))
        await reader.until_shown("Replace papers.bib?  Enter yes · Esc no")
        await reader.press("escape")
        await reader.until(lambda: not reader.main.context.questions.is_asking)
        assert file.read_text() == "mine"
        await export(reader, str(file))
        await reader.until_shown("Replace papers.bib?  Enter yes · Esc no")
        await reader.press("enter")
        await reader.until_shown("1 paper written to")
        assert "2605.00060" in file.read_text()


async def test_the_reason_of_a_failed_export_is_shown_and_the_selection_stays(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("m", "m")
        for answer, words in (
            ("papers.pdf", '"papers.pdf" has no known format. A file ends in .bib'),
            ("/nowhere/at/all/x.bib", "There is no folder /nowhere/at/all"),
            ("/dev/full/x.bib", "There is no folder /dev/full"),
            ("/proc/x.bib", "cannot be written: "),
            ("| no-such-program", "no-such-program cannot be started"),
            ("| sh -c 'echo full >&2; exit 3'", "sh ended with 3: full"),
        ):
            await export(reader, answer)
            await reader.until_shown(words)
            assert len(reader.main.session.selection) == 2, answer
            if reader.main.context.questions.is_asking:
                await reader.press("escape")
            await reader.press("E")
            await reader.until_shown("Tab bibtex")
            await reader.press("escape")


async def test_nothing_happens_without_an_answer(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await export(reader, "")
        await reader.until_shown("A file ends in .bib .ris .json .md .jsonl")
        await reader.press("E")
        await reader.until(lambda: reader.main.context.questions.is_asking)
        await reader.press("escape")
        await reader.until_gone("Export this paper")


async def test_a_program_is_given_the_papers_and_the_reader_goes_on_meanwhile(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    gate = tmp_path / "gate"
    async with reading(paths) as reader:
        await export(reader, f"ris | sh -c 'cat > {tmp_path}/got; until test -e {gate}; do sleep 0.01; done'")
        await reader.until_shown("sending to sh (Ctrl+C stops it)")
        await reader.press("j", "s")
        await reader.until_shown("★")
        await reader.press("C")
        await reader.until_shown("Copied 1 paper as bibtex")
        gate.touch()
        await reader.until_shown("1 paper sent to sh as ris")
        await reader.until_gone("sending to sh")
        assert "2605.00060" in (tmp_path / "got").read_text()


@pytest.mark.parametrize("leaves", [False, True], ids=["Ctrl+C", "leaving"])
async def test_a_program_is_ended_by_ctrl_c_and_with_the_reader(paths: Paths, tmp_path: Path, leaves: bool) -> None:
    fill_usually(paths)
    lives = tmp_path / "lives"
    os.mkfifo(lives)
    held = os.open(lives, os.O_RDONLY | os.O_NONBLOCK)
    async with reading(paths) as reader:
        await reader.press("m")
        await export(reader, f"| sh -c 'echo here > {lives}; exec 3> {lives}; yes > /dev/null'")
        await reader.until_shown("sending to sh")
        await reader.until(lambda: _read(held) == b"here\n")
        if not leaves:
            await reader.press("ctrl+c")
            await reader.until_shown("Stopped sending to sh")
            assert "stops it" not in reader.text
            assert len(reader.main.session.selection) == 1
            await reader.press("ctrl+c")
            await reader.until_shown("Leave arxtui")
    os.set_blocking(held, True)
    assert os.read(held, 1) == b""  # end of file: no process has the pipe open
    os.close(held)


def _read(held: int) -> bytes:
    try:
        return os.read(held, 100)
    except BlockingIOError:
        return b""


async def test_other_settings_do_not_end_an_export_and_leaving_does(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    gate = tmp_path / "gate"
    wait = f"until test -e {gate}; do sleep 0.01; done"
    async with reading(paths) as reader:
        await export(reader, f"| sh -c '{wait}; cat > {tmp_path}/got'")
        await reader.until_shown("sending to sh")
        reader.main.context.poller.reopen(QUIET)
        gate.touch()
        await reader.until_shown("1 paper sent to sh as bibtex")
        assert "2605.00060" in (tmp_path / "got").read_text()
        gate.unlink()
        await export(reader, f"| sh -c '{wait}'")
        await reader.until_shown("sending to sh")
    gate.touch()


async def test_bibtex_is_copied_through_the_terminal_and_kept_in_a_file(paths: Paths, written: list[str]) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("m", "m", "C")
        await reader.until_shown("Copied 2 papers as bibtex; also in")
        assert copied(written).count("@misc{") == 2
        assert (paths.state / "exports/clipboard.bib").read_text() == copied(written)
        assert not reader.main.session.selection


async def test_inside_tmux_the_terminal_around_it_gets_it_too(
    paths: Paths, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_usually(paths)
    monkeypatch.setenv("TMUX", "/tmp/tmux-0/default,1,0")
    async with reading(paths) as reader:
        await export(reader, "ris")
        await reader.until_shown("Copied 1 paper as ris")
        assert copied(written).startswith("TY  - ")
        assert "\x1bPtmux;\x1b\x1b]52;c;" in written[-1]


async def test_bibtex_too_long_for_the_clipboard_of_a_terminal_is_in_a_file(paths: Paths, written: list[str]) -> None:
    made = [paper(number, f"A long title, number {number}, " + "of many words " * 12) for number in range(1, 231)]
    fill(paths, made, [announced(each) for each in made])
    async with reading(paths) as reader:
        await reader.press("percent_sign", "C")
        await reader.until_shown("Copy the BibTeX of 230 papers?  Enter yes · Esc no")
        await reader.press("enter")
        await reader.until_shown("230 papers as bibtex, too long for a terminal's clipboard")
        assert copied(written) == ""
        assert (paths.state / "exports/clipboard.bib").read_text().count("@misc{") == 230


async def test_hostile_titles_are_copied_without_control_characters(paths: Paths, written: list[str]) -> None:
    made = [paper(number, clean(title)) for number, title in enumerate(HOSTILE.values(), 1)]
    fill(paths, made, [announced(each) for each in made])
    async with reading(paths, size=(40, 12)) as reader:
        for form in ("bibtex", "markdown", "csl-json"):
            await reader.press("percent_sign")
            await export(reader, form)
            await reader.until_shown(f"Copied {len(HOSTILE)} papers as")
            assert controls(reader) == []
            assert not any(ord(each) < 32 or 0x7F <= ord(each) < 0xA0 for each in copied(written).replace("\n", ""))


async def test_there_is_nothing_to_take_along_from_an_empty_list(paths: Paths) -> None:
    fill(paths)
    async with reading(paths) as reader:
        for key in "ECZO":
            await reader.press(key)
            await reader.until_shown("There is no paper in the list")
            assert not reader.main.context.questions.is_asking


async def test_triage_mode_exports_and_copies_with_questions_in_its_own_foot(
    paths: Paths, written: list[str], tmp_path: Path
) -> None:
    fill_usually(paths)
    file = tmp_path / "papers.bib"
    file.touch()
    async with reading(paths, size=(80, 24)) as reader:
        await begin(reader)
        await reader.press("J", "C")
        await reader.until_shown("2 of 20", "Copied 1 paper as bibtex")
        assert "2605.00059" in copied(written)
        await reader.press("E")
        await reader.until_shown("Export this paper to")
        await reader.paste(str(file))
        await reader.press("enter")
        await reader.until_shown("Replace papers.bib?  Enter yes · Esc no")
        await reader.press("enter")
        await reader.until_shown("1 paper written to")
        assert "2605.00059" in file.read_text()
        assert "2 of 20" in reader.text


# Zotero


async def test_papers_are_added_to_zotero(paths: Paths) -> None:
    fill_usually(paths)
    with zotero_running() as server:
        paths.config_file.write_text(f'[zotero]\nurl = "{server.url}"\n')
        async with reading(paths) as reader:
            await reader.press("m", "m", "Z")
            await reader.until_shown("2 papers added to Reading")
            assert [each["archiveID"] for each in server.items] == ["arXiv:2605.00060", "arXiv:2605.00059"]
            assert not reader.main.session.selection


async def test_papers_are_not_added_to_zotero_while_earlier_ones_are(paths: Paths) -> None:
    fill_usually(paths)
    with zotero_running() as server:
        server.fault = "slow"
        paths.config_file.write_text(f'[zotero]\nurl = "{server.url}"\n')
        async with reading(paths) as reader:
            await reader.press("Z", "Z")
            await reader.until_shown("Adding papers to Zotero is still in progress; its result will be shown here")


async def test_a_zotero_that_does_not_run_is_reported_and_the_picks_stay(paths: Paths) -> None:
    fill_usually(paths)
    paths.config_file.write_text('[zotero]\nurl = "http://127.0.0.1:1"\n')
    async with reading(paths) as reader:
        await reader.press("m", "Z")
        await reader.until_shown("Zotero is not running")
        assert len(reader.main.session.selection) == 1


# Synchronized files


def in_step(file: Path, query: str = "is:starred") -> Settings:
    return replace(QUIET, export=ExportSettings(sync=(SyncSettings(file, query, "bibtex"),)))


async def test_an_act_and_its_undo_change_the_files_kept_in_step(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    file = tmp_path / "starred.bib"
    async with reading(paths, in_step(file)) as reader:
        await reader.until(file.exists)
        await reader.press("s")
        await reader.until(lambda: "2605.00060" in file.read_text())
        await reader.press("u")
        await reader.until(lambda: "2605.00060" not in file.read_text())


async def test_who_leaves_right_after_an_act_finds_it_in_the_files(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    file = tmp_path / "starred.bib"
    async with reading(paths, in_step(file)) as reader:
        await reader.until(file.exists)
        await reader.press("m", "m", "m", "s", "q")
    assert file.read_text().count("@misc{") == 3


async def test_who_leaves_while_the_files_wait_to_be_written_finds_the_act_in_them(
    paths: Paths, tmp_path: Path
) -> None:
    fill_usually(paths)
    file, counting = tmp_path / "starred.bib", list[bool]()
    async with reading(paths, in_step(file)) as reader:
        await reader.until(file.exists)
        context = reader.main.context
        context.poller.counting.subscribe(lambda: counting.append(True))
        context.threads.count.ask(lambda _: context.threads.count._closed.wait(LIMIT), repr, repr)
        await reader.press("s")
        await reader.until(lambda: counting)
        await reader.press("q")
    assert "2605.00060" in file.read_text()


async def test_a_file_that_cannot_be_kept_in_step_is_reported_once(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    file = tmp_path / "starred.bib"
    file.write_text("mine")
    async with reading(paths, in_step(file)) as reader:
        await reader.until_shown("it was not written by arxtui and is left unchanged")
        await reader.press("j", "s", "j")
        await reader.until_gone("is left unchanged")
        assert file.read_text() == "mine"


async def test_who_leaves_right_after_an_act_hears_why_it_is_not_in_the_files(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    file = tmp_path / "starred.bib"
    async with reading(paths, in_step(file)) as reader:
        await reader.until(file.exists)
        exports, words = reader.main.context.exports, list[str]()
        reader.main.context.status.said.subscribe(lambda text, _: words.append(text))
        file.write_text("mine")
        await reader.press("m", "m", "s", "q")
    assert file.read_text() == "mine"
    # The message is on the screen if the act was counted before the key, otherwise it appears after quitting; never
    # both.
    assert (
        sum("it was not written by arxtui and is left unchanged" in each for each in (*words, *exports.unreported)) == 1
    )


def running(context: Context, *, title: str, to: OutputTo, ended: list[str]) -> tuple[object, RunningProgram]:
    task = ProgramTask(title, repr, to, then=partial(ended.append, title))  # type: ignore[arg-type]
    thread = context.threads.new("program")
    run = RunningProgram(task, ProgramOutput(), Stop(), None)
    context.programs._running[thread] = run
    context.jobs.begin_task(f"running {title}")
    return thread, run


async def test_each_program_ends_for_itself_and_its_background_processes_end_with_the_reader(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context, ended = reader.main.context, list[str]()
        programs, messages = context.programs, reader.main.session.messages
        runs = {
            title: running(context, title=title, to=OutputTo(to), ended=ended)
            for title, to in (("one", "message"), ("two", "none"), ("three", "message"), ("four", "message"))
        }
        runs["two"][1].stop.has_left = True
        runs["three"][1].output.add(b"three lines\n")
        for title, error, words in (
            ("two", None, "two: done"),
            ("three", None, "three lines"),
            ("four", ValueError("not found"), "four: not found"),
        ):
            thread, run = runs[title]
            programs._finish(thread, run, error)  # type: ignore[arg-type]
            assert messages.pieces[0][0] == words
        assert (ended, [run.task.title for run in programs.running]) == (["two", "three", "four"], ["one"])
        assert reader.main.session.progress == "running one (Ctrl+C stops it)"
        assert programs.stop()
        thread, run = runs["one"]
        programs._finish(thread, run, None)  # type: ignore[arg-type]
        assert messages.pieces[0][0] == "Stopped one"
        assert not programs.stop()
    assert runs["two"][1].stop.is_requested
    assert not runs["three"][1].stop.is_requested


async def test_the_pane_of_a_program_offers_to_stop_it_while_it_runs_and_shows_its_last_output(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        output, stopped = ProgramOutput(), list[bool]()
        screen = OutputScreen("sort", output, lambda: stopped.append(True))
        reader.main.context.overlays.open(screen, lambda _: None)
        await reader.until_shown("sort   running")
        assert [words for _, words in screen.useful_keys] == [words for _, words in screen.keys]
        output.add(b"the last line\n")
        screen.ended("", "dim")
        await reader.until_shown("sort   ended", "the last line")
        assert len(screen.useful_keys) < len(screen.keys)
        screen.action_stop_program()
        await reader.until_shown("The program has ended: Esc goes back")
        assert stopped == []
        await screen.interrupt()
        await reader.until(lambda: reader.app.screen is reader.main)
