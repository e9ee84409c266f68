"""``arxtui similar``: the papers most similar to one, with the words that they have in common."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arxtui.cli.papers.listing import whole_number
from arxtui.cli.support import output, table
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.text import wrap

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.search.similar import Similar
    from arxtui.search.similar import Similarity

_DEFAULT_LIMIT = 20
_INDENT = "    "


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments to its parser."""
    parser.add_argument("id", metavar="ID", help="the paper, as for 'arxtui show'")
    parser.add_argument(
        "--limit", metavar="N", type=_limit, default=_DEFAULT_LIMIT, help=f"at most N papers ({_DEFAULT_LIMIT})"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per line, each a whole paper")


def _limit(text: str) -> int:
    from arxtui.search.similar import MAX_COMPARED

    number = whole_number(text)
    if not 0 < number <= MAX_COMPARED:
        raise argparse.ArgumentTypeError(f"must be from 1 to {MAX_COMPARED}, not {text}")
    return number


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
    return output.foreign(", ".join((*hit.words, *hit.authors)))


def _print_json(library: Library, similar: Similar) -> None:
    from arxtui.export.jsonform import record_to_json

    hits = {hit.key: hit for hit in similar.hits}
    for record in library.papers.records(list(hits)):
        hit = hits[record.key]
        likeness = {"score": round(hit.score, 3), "words": hit.words, "authors": hit.authors}
        output.as_json({**record_to_json(record), "likeness": likeness})
