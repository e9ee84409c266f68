"""``arxtui similar``: the papers most like one, with the words that make them so."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arxtui.cli.papers.listing import whole_number
from arxtui.cli.support import output, table
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import library
from arxtui.cli.support.named_papers import key_of
from arxtui.text import wrap

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.search.similar import Similar
    from arxtui.search.similar import Similarity

_DEFAULT_LIMIT = 20
_INDENT = "    "


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("id", metavar="ID", help="the paper, named as for 'arxtui show'")
    parser.add_argument(
        "--limit", metavar="N", type=_limit, default=_DEFAULT_LIMIT, help=f"at most N papers ({_DEFAULT_LIMIT})"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line, each a whole paper")


def _limit(text: str) -> int:
    from arxtui.search.similar import MAX_COMPARED

    number = whole_number(text)
    if not 0 < number <= MAX_COMPARED:
        raise argparse.ArgumentTypeError(f"must be from 1 to {MAX_COMPARED}, not {text}")
    return number


def run(options: argparse.Namespace) -> int:
    """List what is similar."""
    with library() as held:
        found = held.related.similar(key_of(held, options.id), options.limit)
        (_print_json if options.json else _print)(held, found)
    if found.note:
        output.say(f"{found.note}: papers may be missing")
    if not found.hits:
        output.say("no paper shares its words")
    return OK


def _print(held: Library, found: Similar) -> None:
    rows = held.papers.rows([hit.key for hit in found.hits])
    why = {hit.key: _in_common(hit) for hit in found.hits}
    for row, line in zip(rows, table.lines(rows, output.width()), strict=True):
        output.line(line)
        for words in wrap(why[row.key], output.measure() - len(_INDENT)):
            output.line(_INDENT + output.styled(words, output.DIM))


def _in_common(hit: Similarity) -> str:
    return output.foreign(", ".join((*hit.words, *hit.authors)))


def _print_json(held: Library, found: Similar) -> None:
    from arxtui.export.jsonform import record_to_json

    told = {hit.key: hit for hit in found.hits}
    for record in held.papers.records(list(told)):
        hit = told[record.key]
        likeness = {"score": round(hit.score, 3), "words": hit.words, "authors": hit.authors}
        output.as_json({**record_to_json(record), "likeness": likeness})
