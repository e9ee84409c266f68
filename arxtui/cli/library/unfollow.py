"""``arxtui unfollow``: stop following authors and keywords."""

from __future__ import annotations

import argparse

from arxtui.cli.library.follow import change
from arxtui.cli.support.exits import OK, BadCommandError
from arxtui.library.rules import following


def run(options: argparse.Namespace) -> int:
    """Unfollow, and print the authors and keywords that are still followed."""
    if not (options.authors or options.keyword):
        raise BadCommandError("nothing to unfollow; name authors, or keywords with --keyword")
    change(options, following.unfollow)
    return OK
