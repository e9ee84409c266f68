"""What terminals can show, told by the environment."""

from __future__ import annotations

import pytest

from arxtui.config.terminals import TRUE_COLOUR, colours_of


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUE_COLOUR),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, TRUE_COLOUR),
        ({"TERM": "xterm", "XTERM_VERSION": "XTerm(379)"}, TRUE_COLOUR),
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "xterm-kitty"}, 256),
        ({"TERM": "mlterm"}, 256),
        ({"TERM": "xterm"}, 16),
        ({"TERM": "st-256color", "XTERM_VERSION": "XTerm(379)"}, 256),
        ({"TERM": "linux"}, 16),
        ({"TERM": "screen", "COLORTERM": "truecolor", "XTERM_VERSION": "XTerm(379)"}, 16),
        ({"TERM": "screen.xterm-256color", "COLORTERM": "truecolor"}, 256),
        ({"TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/tmux"}, TRUE_COLOUR),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, 0),
        ({}, 16),
    ],
)
def test_the_number_of_colours(environ: dict[str, str], colours: int) -> None:
    assert colours_of(environ) == colours
