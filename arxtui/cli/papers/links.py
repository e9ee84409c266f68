"""``arxtui links``: the web addresses of a paper."""

from __future__ import annotations

import argparse

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import record_for
from arxtui.text.mentions.links import link_warning


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments to its parser."""
    parser.add_argument(
        "id", metavar="ID", help="an arXiv identifier, an address, a DOI, or a name shown by 'arxtui list'"
    )
    parser.add_argument(
        "--json", action="store_true", help="one address per line as JSON: number, kind, url, told, caution"
    )


def run(options: argparse.Namespace) -> int:
    """List the links, numbered as ``arxtui open --link`` takes them."""
    with open_library() as library:
        links = library.papers.links(record_for(library, options.id).key)
    for number, link in enumerate(links, 1):
        warning = link_warning(link.url)
        if options.json:
            fields = {"kind": link.kind, "url": link.url, "told": link.origin}
            output.as_json({"number": number, **fields, "caution": warning or None})
        else:
            output.line(f"{number:3}  {link.kind:<8} {link.url}  {output.styled(link.origin, output.DIM)}")
            if warning:
                output.line(f"     {'':<8} {output.foreign(warning)}")
    return OK
