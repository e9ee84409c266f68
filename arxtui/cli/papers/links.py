"""``arxtui links``: the web addresses of papers."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import records_for
from arxtui.model.arxiv.ids import name_of
from arxtui.text.mentions.links import link_warning

if TYPE_CHECKING:
    from arxtui.model.links import WebLink


def run(options: argparse.Namespace) -> int:
    """List the links, numbered as ``arxtui open --link`` takes them; of several papers, below the name of each."""
    with open_library() as library:
        links_of = [(name_of(each.key), library.papers.links(each.key)) for each in records_for(library, options.ids)]
    for name, links in links_of:
        if len(links_of) > 1 and not options.json:
            output.line(output.styled(name, output.BOLD))
        _print(name, links, as_json=options.json)
    return OK


def _print(name: str, links: Sequence[WebLink], *, as_json: bool) -> None:
    for number, link in enumerate(links, 1):
        warning = link_warning(link.url)
        if as_json:
            fields = {"kind": link.kind, "url": link.url, "told": link.origin}
            output.as_json({"paper": name, "number": number, **fields, "caution": warning or None})
        else:
            output.line(f"{number:3}  {link.kind:<8} {link.url}  {output.styled(link.origin, output.DIM)}")
            if warning:
                output.line(f"     {'':<8} {output.foreign(warning)}")
