"""``arxtui unfollow``: stop following authors and keywords."""

from __future__ import annotations

import argparse

from arxtui.cli.library.follow import change
from arxtui.cli.support.exits import OK, BadCommandError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments to its parser."""
    parser.add_argument("authors", metavar="AUTHOR", nargs="*", help="names listed by 'arxtui follow'")
    parser.add_argument(
        "--keyword", metavar="WORD", action="append", default=[], help="a followed keyword; can be repeated"
    )
    parser.add_argument("--json", action="store_true", help="the remaining follows, one JSON object per line")


def run(options: argparse.Namespace) -> int:
    """Unfollow, and print the authors and keywords that are still followed."""
    if not (options.authors or options.keyword):
        raise BadCommandError("nothing to unfollow; name authors, or keywords with --keyword")
    from arxtui.library.rules import following

    change(options, following.unfollow)
    return OK
