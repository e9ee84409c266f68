"""``arxtui serve``: the reader in a browser on this machine."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from arxtui import logs
from arxtui.cli.support import exits, output
from arxtui.cli.support.settings import home


def run(options: argparse.Namespace) -> int:
    """Serve until an interrupt. Raises CommandError if the extra is not installed, or the port is in use."""
    if find_spec("textual_serve") is None:
        raise exits.CommandError("the reader in a browser needs an extra: pip install 'arxtui[web]'")
    from arxtui.cli.program.web_server import WebServer, bound_socket

    paths, _ = home()
    logs.to_file(paths.log_file)
    try:
        listening = bound_socket(options.port)
    except OSError as error:
        raise exits.CommandError(
            f"port {options.port} cannot be used: {error.strerror}; --port 0 takes a free one"
        ) from error
    server = WebServer(listening)
    output.line(server.address)
    output.say(
        "open this address in a browser on this machine; anyone who has it can use your library. Ctrl+C stops it"
    )
    server.serve()
    return exits.OK
