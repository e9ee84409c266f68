"""``arxtui unsubscribe``: stop following categories. Papers already fetched stay."""

from __future__ import annotations

import argparse

from arxtui.cli.fetching.subscribe import show
from arxtui.cli.support.exits import OK, library_errors
from arxtui.cli.support.home import home
from arxtui.library.rules.following import unfollow


def run(options: argparse.Namespace) -> int:
    """Unsubscribe, and print the categories that are still followed."""
    paths, _ = home()
    with library_errors():
        settings = unfollow(paths, "categories", tuple(options.categories))
    show(settings.arxiv.categories, as_json=options.json)
    return OK
