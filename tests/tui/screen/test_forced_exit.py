"""The end of the reader when nobody can see it any more."""

from __future__ import annotations

import os

from arxtui.tui.terminal.forced_exit import _pipe_is_closed


def test_a_pipe_with_unread_keys_is_closed_only_when_its_other_end_is() -> None:
    read, write = os.pipe()
    try:
        os.write(write, b"keys")
        assert not _pipe_is_closed(read)
        os.close(write)
        assert _pipe_is_closed(read)
    finally:
        os.close(read)
