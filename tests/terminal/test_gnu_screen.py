"""The reader within GNU screen, which shows neither colours of 24 bits nor italics."""

from __future__ import annotations

import re

from arxtui.config.paths import Paths
from tests.terminal.preloaded import open_reader
from tests.tui.reader import fill_usually

_SGR = re.compile(rb"\x1b\[([0-9;:]*)m")


def test_no_colour_of_24_bits_and_no_italics_although_the_terminal_around_it_has_both(
    paths: Paths, environ: dict[str, str]
) -> None:
    paths.config_file.write_text("[refresh]\nat_start = false\ninterval_minutes = 0\n")
    fill_usually(paths)
    with open_reader({**environ, "TERM": "screen-256color", "STY": "7.tty", "COLORTERM": "truecolor"}) as running:
        running.shows("We make up paper number 60")
        running.send("?")
        running.shows("the keys used most")
        codes = [code for code in _SGR.findall(bytes(running.raw)) if code]
    assert any(b"8;5;" in code for code in codes)
    assert not [code for code in codes if b"8;2;" in code or code.split(b";")[0] == b"3"]
