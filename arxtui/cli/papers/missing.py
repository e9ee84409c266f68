"""``arxtui missing``: what some papers cite most and the cache does not have."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arxtui.cli.support import output, table
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import checked_query
from arxtui.model.arxiv.ids import name_of
from arxtui.model.counted import counted
from arxtui.text import clip

if TYPE_CHECKING:
    from arxtui.library.references.references import MissingWork, MissingWorks

_STARRED = "is:starred"
_LEAST_TITLE = 20


def run(options: argparse.Namespace) -> int:
    """List the works."""
    text = " ".join(options.query) if options.query else _STARRED
    query = checked_query(text, "look through the references of every paper", "'*' is every paper")
    with open_library() as library:
        listing = library.search.more(library.search.listing(query.text))
        missing = library.missing.of(listing.keys, options.limit)
    if options.ids:
        for name in filter(None, (each.arxiv for each in missing.works)):
            output.line(name)
    elif options.json:
        for each in missing.works:
            citing = [name_of(key) for key in each.citing]
            output.as_json({**each.work._asdict(), "arxiv": each.arxiv, "text": each.text, "cited_by": citing})
    else:
        _print(missing)
    output.say(_summary(missing))
    return OK


def _print(missing: MissingWorks) -> None:
    lines = [(f"{len(each.citing):,}", each.arxiv, _words(each)) for each in missing.works]
    if table.is_piped():
        for line in lines:
            output.line("\t".join(line))
        return
    sizes = [max(map(len, column), default=0) for column in list(zip(*lines, strict=True))[:2]]
    width = output.width()
    for number, name, words in lines:
        start = f"{number:>{sizes[0]}}  {name:{sizes[1]}}  " if sizes[1] else f"{number:>{sizes[0]}}  "
        output.line(start + (clip(words, max(width - len(start), _LEAST_TITLE)) if width else words))


def _words(each: MissingWork) -> str:
    work = each.work
    words = f"{work.title} · {', '.join(work.authors)} {work.year}" if work.title else each.text
    return " ".join(output.foreign(words).split()).rstrip(" ·")


def _summary(missing: MissingWorks) -> str:
    """Return of how many papers the references are known."""
    of = f"the references of {counted(missing.looked_at, 'paper')}"
    unknown = f"; those of {missing.without_text:,} more are not known, because their texts are not stored"
    return f"from {of}{unknown if missing.without_text else ''}"
