"""``arxtui unfollow``: follow authors and keywords no longer."""

from __future__ import annotations

import argparse

from arxtui.cli.exits import OK, BadCommandError, CommandError
from arxtui.cli.follow import show
from arxtui.cli.home import home


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("authors", metavar="AUTHOR", nargs="*", help="names that 'arxtui follow' lists")
    parser.add_argument(
        "--keyword", metavar="WORD", action="append", default=[], help="a keyword that is followed; may be given again"
    )
    parser.add_argument("--json", action="store_true", help="what is still followed, one object a line")


def run(options: argparse.Namespace) -> int:
    """Unfollow, and print what is followed now."""
    if not (options.authors or options.keyword):
        raise BadCommandError("nothing to unfollow; name authors, or keywords with --keyword")
    paths, settings = home()
    from arxtui.library import rulebook

    try:
        if options.authors:
            settings = rulebook.unfollow(paths, "authors", tuple(options.authors))
        if options.keyword:
            settings = rulebook.unfollow(paths, "keywords", tuple(options.keyword))
    except LookupError as error:
        raise CommandError(error.args[0]) from error
    show(settings.follow, as_json=options.json)
    return OK
