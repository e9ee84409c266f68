"""The program in forks of a process that has imported all of it except the terminal interface, has imported what a
refresh needs from other libraries, and has compiled the regular expressions."""

from __future__ import annotations

from pathlib import Path

from tests.fork_server import Done, ForkServer, Kill

PREPARATION = """
import importlib, pkgutil, sys
import encodings.idna, feedparser, h11, httpcore2, tomllib, truststore, xml.sax.expatreader, zoneinfo
import arxtui
from arxtui.light import _LazyPattern
for module in pkgutil.walk_packages(arxtui.__path__, "arxtui."):
    if not module.name.startswith(("arxtui.tui", "arxtui.__main__")):
        for each in vars(importlib.import_module(module.name)).values():
            if isinstance(each, _LazyPattern):
                each.pattern
from arxtui.cli.main import main
from tests.crash.refreshing import refresh
"""
PROGRAM = "sys.exit(main(sys.argv[1:]))"


def program() -> ForkServer:
    """Return the process that forks the program."""
    return ForkServer(PREPARATION)


def run(fork_server: ForkServer, home: Path, *words: str | Path, seconds: float | None = None) -> Done:
    """Run the program with these arguments, and kill it after ``seconds``."""
    return fork_server.run(PROGRAM, *words, environ={"ARXTUI_HOME": str(home)}, kill=Kill(seconds=seconds))
