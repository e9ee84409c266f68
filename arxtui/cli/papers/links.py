"""``arxtui links`` and ``open``: the web addresses of papers, and papers in a browser."""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.cli.program.reader import no_terminal
from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import records_for
from arxtui.cli.support.settings import home
from arxtui.library.browser import Attempt, open_in_terminal, open_page_and_wait, programs
from arxtui.model.arxiv.ids import name_of, not_on_arxiv
from arxtui.model.counted import counted
from arxtui.model.views import LinkKind
from arxtui.text.mentions.links import link_warning

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.views import Record, WebLink


def run(options: argparse.Namespace) -> int:
    """List the links, numbered as ``arxtui open --link`` takes them; of several papers, below the name of each."""
    with open_library() as library:
        links_of = [(name_of(each.key), library.papers.links(each.key)) for each in records_for(library, options.ids)]
    for name, links in links_of:
        if len(links_of) > 1 and not options.json:
            output.line(output.styled(name, output.BOLD))
        _print(name, links, as_json=options.json)
    return exits.OK


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


def open_papers(options: argparse.Namespace) -> int:
    """Print the address of each paper, then open it."""
    with open_library() as library:
        urls = [_address(library, record, options) for record in records_for(library, options.ids)]
    for url in urls:
        output.line(url)
        if not options.print:
            _open_in_browser(url)
    return exits.OK


def _open_in_browser(url: str) -> None:
    """Open an address in a browser. Raises CommandError if there is none."""
    if warning := link_warning(url):
        output.say(warning)
    attempt = _try_browsers(url)
    if not attempt.opened:
        raise exits.CommandError(f"no browser could be opened: {attempt.words}; copy the printed address")


def _try_browsers(url: str) -> Attempt:
    """Try the available browsers; those that run in the terminal only if there is a terminal."""
    available = programs(home()[1].ui.opener)
    if no_terminal():
        available = tuple(program for program in available if not program.in_terminal)
    attempt = open_page_and_wait(url, available)
    while attempt.rest:
        attempt = open_in_terminal(url, attempt, subprocess.call)
        after = open_page_and_wait(url, attempt.rest)
        attempt = attempt if attempt.opened else Attempt(after.opened, (*attempt.tried, *after.tried), after.rest)
    return attempt


def _address(library: Library, record: Record, options: argparse.Namespace) -> str:
    links = library.papers.links(record.key)
    number: int | None = options.link
    if number is not None:
        if not 1 <= number <= len(links):
            raise exits.BadCommandError(
                f"there is no link {number}; 'arxtui links {name_of(record.key)}' lists {counted(len(links), 'link')}"
            )
        return links[number - 1].url
    kind = LinkKind.PDF if options.pdf else LinkKind.PAGE
    url = next((link.url for link in links if link.kind is kind), "")
    if not url and not options.pdf:
        url = next((link.url for link in links), "")
    if not url:
        raise exits.CommandError(
            f"the paper has no {'PDF' if options.pdf else 'page'}: it is {not_on_arxiv(record.key)}"
        )
    return url
