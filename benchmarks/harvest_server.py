"""The server of ``benchmarks.harvest``: it serves pages that were rendered in advance from the disk.

    python -m benchmarks.harvest_server FOLDER

Prints its address, serves until its input ends, and then prints a line for each request: when it arrived and when it
was answered (``time.monotonic``). ``0000.xml`` is the first page; the token of a page is the name of the next page.
"""

from __future__ import annotations

import sys
from pathlib import Path

from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import Server


def main() -> None:
    """Serve the pages."""
    folder = Path(sys.argv[1])

    def answer(request: Request) -> Reply:
        name = request.query.get("resumptionToken", "0000")
        return Reply(200, (folder / f"{name}.xml").read_bytes(), "text/xml; charset=utf-8")

    with Server(answer) as server:
        print(server.url, flush=True)
        sys.stdin.read()
        for hit in server.log:
            print(hit.at, hit.finished)


if __name__ == "__main__":
    main()
