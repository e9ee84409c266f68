"""``arxtui links``: the addresses that belong to a paper."""

from __future__ import annotations

import argparse

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import library
from arxtui.cli.support.named_papers import record_told
from arxtui.text.mentions.links import caution


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("id", metavar="ID", help="an arXiv identifier, an address, a DOI, or a name of 'arxtui list'")
    parser.add_argument(
        "--json", action="store_true", help="one address a line as JSON: number, kind, url, told, caution"
    )


def run(options: argparse.Namespace) -> int:
    """List them, numbered as ``arxtui open --link`` takes them."""
    with library() as held:
        links = held.papers.links(record_told(held, options.id).key)
    for number, link in enumerate(links, 1):
        warned = caution(link.url)
        if options.json:
            told = {"kind": link.kind, "url": link.url, "told": link.origin}
            output.as_json({"number": number, **told, "caution": warned or None})
        else:
            output.line(f"{number:3}  {link.kind:<8} {link.url}  {output.styled(link.origin, output.DIM)}")
            if warned:
                output.line(f"     {'':<8} {output.foreign(warned)}")
    return OK
