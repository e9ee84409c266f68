"""``arxtui --version``, and with ``--verbose`` the details that a bug report needs."""

from __future__ import annotations

import argparse
import os

from arxtui import __version__
from arxtui.cli.support import exits, output
from arxtui.config.paths import Paths
from arxtui.light import deferred

with deferred():
    from arxtui.cli.program.version_details import details


def run(options: argparse.Namespace) -> int:
    """Print the version."""
    if not options.version:
        raise exits.BadCommandError("--verbose needs --version; or name a verb ('arxtui help' lists them)")
    output.line(f"arxtui {__version__}")
    if options.verbose:
        for name, words in details(Paths.find(), os.environ):
            output.line(f"{name:12} {output.foreign(words)}".rstrip())
    return exits.OK
