"""``arxtui similar``: the papers most similar to one, with the words that they have in common."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arxtui.cli.support import output, table
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.model.counted import counted
from arxtui.text import wrap

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.search.similar import Similar
    from arxtui.search.similar import Similarity

_INDENT = "    "


def run(options: argparse.Namespace) -> int:
    """List the similar papers."""
    with open_library() as library:
        similar = library.related.similar(key_of(library, options.id), options.limit)
        (_print_json if options.json else _print)(library, similar)
    if similar.note:
        output.say(f"{similar.note}: papers may be missing")
    if not similar.hits:
        output.say("no similar paper was found")
    return OK


def _print(library: Library, similar: Similar) -> None:
    rows = library.papers.rows([hit.key for hit in similar.hits])
    in_common = {hit.key: _in_common(hit) for hit in similar.hits}
    if table.is_piped():
        for row in rows:
            output.line(f"{table.piped_line(row)}\t{in_common[row.key]}")
        return
    for row, line in zip(rows, table.lines(rows), strict=True):
        output.line(line)
        for words in wrap(in_common[row.key], output.measure() - len(_INDENT)):
            output.line(_INDENT + output.styled(words, output.DIM))


def _in_common(hit: Similarity) -> str:
    shared, together, _ = hit.links
    said = [f"{counted(shared, 'reference')} in common"] if shared else []
    said += [f"cited together by {counted(together, 'text')}"] if together else []
    return output.foreign(", ".join((*hit.words, *hit.authors, *said)))


def _print_json(library: Library, similar: Similar) -> None:
    hits = {hit.key: hit for hit in similar.hits}
    for record in library.papers.records(list(hits)):
        hit = hits[record.key]
        likeness = {"score": round(hit.score, 3), "words": hit.words, "authors": hit.authors}
        likeness |= {"references": hit.links.shared, "together": hit.links.together}
        output.record_as_json(record, more={"likeness": likeness})
