"""Requests to the terminal: its clipboard, its notifications, its title."""

from __future__ import annotations

import base64

from rich.console import Console
from rich.text import Text

from arxtui.config.paths import Paths
from arxtui.light import changed
from arxtui.tui.state.view import News
from arxtui.tui.terminal.control import RESTORE_TITLE, SAVE_TITLE, clipboard_sequences, notification, window_title
from tests.tui.reader import QUIET, fill_usually, reading


def test_copying_goes_through_the_terminal() -> None:
    coded = base64.b64encode(b"2605.00001").decode()
    assert clipboard_sequences("2605.00001", {}) == f"\x1b]52;c;{coded}\x07"


def test_copying_reaches_the_terminal_around_tmux() -> None:
    sequences = clipboard_sequences("2605.00001", {"TMUX": "/tmp/tmux"})
    assert sequences.startswith("\x1b]52;c;")
    assert "\x1bPtmux;\x1b\x1b]52;c;" in sequences
    assert sequences.endswith("\x1b\\")


def test_a_notification_with_control_characters_is_one_sequence() -> None:
    hostile = "12\x07 new\x1b]52;c;aGVsbG8=\x07\npapers"
    for kind in ("osc9", "osc777"):
        result = notification(kind, hostile, {})
        assert (result.count("\x1b"), result.count("\x07"), result[-1]) == (1, 1, "\x07")
    assert notification("off", "12 new papers", {}) == ""


def test_a_notification_is_in_the_form_that_was_chosen_also_inside_tmux() -> None:
    assert notification("osc9", "2 new papers", {}) == "\x1b]9;arxtui: 2 new papers\x07"
    assert notification("osc777", "2 new papers", {}) == "\x1b]777;notify;arxtui;2 new papers\x07"
    inside = notification("osc9", "2 new papers", {"TMUX": "/tmp/tmux"})
    assert inside == "\x1bPtmux;\x1b\x1b]9;arxtui: 2 new papers\x07\x1b\\"


def test_the_title_holds_no_control_character() -> None:
    assert window_title("a\x07b\x1b[31mc").count("\x1b") == 1


async def test_only_a_number_of_unread_papers_that_grows_while_the_terminal_has_no_focus_is_notified_of(
    paths: Paths, written: list[str]
) -> None:
    fill_usually(paths)
    async with reading(paths, changed(QUIET, ui=changed(QUIET.ui, title=True, notify="osc9"))) as reader:
        notifications, counts = reader.main.context.notifications, reader.main.session.news.counts
        assert counts
        for unread, has_focus, title, words in (
            (20, False, "", ""),
            (30, False, "30 unread", "10 new papers, 30 unread"),
            (31, True, "31 unread", ""),
            (31, False, "", ""),
            (33, False, "33 unread", "2 new papers, 33 unread"),
            (33, False, "", ""),
            (32, False, "32 unread", ""),
            (33, False, "33 unread", "1 new paper, 33 unread"),
            (0, False, "arxtui", ""),
        ):
            reader.app.app_focus = has_focus
            written.clear()
            notifications.show(News(counts=changed(counts, unread=unread)))
            assert [title in sequence for sequence in written[:1]] == ([True] if title else [])
            assert written[1:] == ([notification("osc9", words, {})] if words else [])
        assert "unread" not in written[0]


async def test_a_title_that_the_reader_sets_gives_way_to_that_of_before_at_the_end_or_once_it_is_not_wanted(
    paths: Paths, written: list[str]
) -> None:
    fill_usually(paths)
    wanted, unwanted = (changed(QUIET, ui=changed(QUIET.ui, title=title)) for title in (True, False))
    for settings in ((unwanted,), (wanted,), (wanted, unwanted), (unwanted, wanted), (wanted, unwanted, wanted)):
        written.clear()
        async with reading(paths, settings[0]) as reader:
            for each in settings:
                reader.main.session.settings = each
                reader.main.context.notifications.show(reader.main.session.news)
        times = settings.count(wanted)
        assert "".join(written) == f"{SAVE_TITLE}{window_title('arxtui · 20 unread')}{RESTORE_TITLE}" * times


async def test_a_message_printed_after_the_end_is_below_the_reason_of_the_end(paths: Paths) -> None:
    async with reading(paths) as reader:
        reader.app.exit(message=Text("The harvest stops."))
        reader.app.print_after_exit("The note was not saved.")
        console = Console(width=80)
        with console.capture() as printed:
            console.print(*reader.app._exit_renderables)
    assert printed.get() == "The harvest stops.\nThe note was not saved.\n"
