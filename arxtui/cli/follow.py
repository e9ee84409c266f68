"""``arxtui follow``: whose papers, and papers about what, are highlighted."""

from __future__ import annotations

import argparse

from arxtui.cli import output
from arxtui.cli.exits import OK, BadCommandError
from arxtui.cli.home import home
from arxtui.config.settings import FollowSettings

_NOBODY = "nobody and nothing is followed; 'arxtui follow \"Ada Example\"' follows an author, --keyword a word"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("authors", metavar="AUTHOR", nargs="*", help="whole names, each in quotes; none lists them")
    parser.add_argument(
        "--keyword",
        metavar="WORD",
        action="append",
        default=[],
        help="a word, or words side by side, of titles and abstracts; may be given again",
    )
    parser.add_argument("--json", action="store_true", help="what is followed, one object a line: author or keyword")


def run(options: argparse.Namespace) -> int:
    """Follow, and print what is followed now."""
    paths, settings = home()
    from arxtui.library import rulebook

    try:
        if options.authors:
            settings = rulebook.follow(paths, "authors", tuple(options.authors))
        if options.keyword:
            settings = rulebook.follow(paths, "keywords", tuple(options.keyword))
    except ValueError as error:
        raise BadCommandError(str(error)) from error
    show(settings.follow, as_json=options.json)
    return OK


def show(follow: FollowSettings, *, as_json: bool) -> None:
    """What is followed, one a line."""
    told = [("author", name) for name in follow.authors] + [("keyword", word) for word in follow.keywords]
    for kind, name in told:
        if as_json:
            output.as_json({kind: name})
        else:
            output.line(f"{kind:7}  {output.foreign(name)}")
    if not told:
        output.say(_NOBODY)
