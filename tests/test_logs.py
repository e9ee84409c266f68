"""The log contains no control characters: output of hooks and data from upstream cannot control the terminal it is read
on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_HOOK = r"""
import logging, sys, threading
from pathlib import Path
from arxtui.logs import to_file
from arxtui.sync.refresh.hooks import run_hook
to_file(Path(sys.argv[1]))
printing = "import sys; sys.stdout.buffer.write(b'\\x1b[31mred\\x1b]52;c;AA\\x07\\x9b\\nnext\\x00')"
run_hook("after_refresh", [sys.executable, "-c", printing], [], seconds=60, directory=Path.cwd(), environ={},
         stop=threading.Event())
try:
    raise ValueError("\x1b[2J of upstream")
except ValueError:
    logging.getLogger("x").exception("a fault \x1b[1m")
"""


def test_escapes_are_spelled_out_in_the_log(tmp_path: Path) -> None:
    file = tmp_path / "log"
    subprocess.run([sys.executable, "-c", _HOOK, str(file)], check=True, timeout=100)
    log = file.read_text("utf-8")
    assert all(sign == "\n" or sign.isprintable() for sign in log)
    for words in ("\\x1b[31mred\\x1b]52;c;AA\\x07", "\nnext\\x00", "a fault \\x1b[1m\n", "ValueError: \\x1b[2J of"):
        assert words in log
