"""The terminal's title, and the notification that the reader sends while it has no focus."""

from __future__ import annotations

from datetime import date

from arxtui.config.paths import Paths
from tests.builders import announced
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal
from tests.tui.papers import paper
from tests.tui.reader import fill

DAY = date(2026, 5, 13)
OUT, IN = "\x1b[O", "\x1b[I"
"""What a terminal sends when it loses the focus, and when it gains the focus."""


def configure(paths: Paths, ui: str) -> None:
    paths.config_file.write_text(
        f"[refresh]\nat_start = false\ninterval_minutes = 0\n[arxiv]\ncategories = ['cs.DC']\n[ui]\n{ui}\n"
    )


def bring(paths: Paths, *numbers: int) -> None:
    made = [paper(number) for number in numbers]
    fill(paths, made, [announced(each, DAY) for each in made])


def writes(reader: Terminal, sequence: bytes) -> None:
    reader.until(lambda: sequence in reader.raw, repr(sequence))


def test_the_title_of_the_terminal_counts_unread_papers_and_is_restored_at_the_end(
    paths: Paths, environ: dict[str, str]
) -> None:
    configure(paths, "title = true")
    bring(paths, 1, 2)
    with open_reader(environ) as reader:
        writes(reader, b"\x1b]2;arxtui \xc2\xb7 2 unread\x07")
        assert reader.raw.index(b"\x1b[22;2t") < reader.raw.index(b"\x1b]2;arxtui")
        reader.send(" ")
        writes(reader, b"\x1b]2;arxtui \xc2\xb7 1 unread\x07")
        reader.send("q")
        assert reader.ended() == 0
        assert b"\x1b]2;\x1b\\\x1b[23;2t" in reader.raw


def test_where_no_title_is_wanted_none_is_written(paths: Paths, environ: dict[str, str]) -> None:
    configure(paths, "title = false")
    bring(paths, 1)
    with open_reader(environ) as reader:
        reader.shows("1/1")
        reader.send("q")
        assert reader.ended() == 0
        assert b"\x1b]2;" not in reader.raw
        assert b"\x1b[22;2t" not in reader.raw


def test_papers_that_come_are_announced_only_while_the_terminal_is_out_of_sight(
    paths: Paths, environ: dict[str, str]
) -> None:
    configure(paths, "notify = 'osc777'")
    bring(paths, 1)
    with open_reader({**environ, "TMUX": "/tmp/made-up,1,0"}) as reader:
        writes(reader, b"1 unread")
        reader.send(OUT)
        bring(paths, 2, 3)
        writes(reader, b"\x1bPtmux;\x1b\x1b]777;notify;arxtui;2 new papers, 3 unread\x07\x1b\\")
        reader.raw.clear()
        reader.send(IN)
        bring(paths, 4, 5)
        writes(reader, b"5 unread")
        reader.shows("4 waiting")
        assert b"new papers" not in reader.raw
