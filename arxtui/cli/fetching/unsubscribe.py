"""``arxtui unsubscribe``: follow categories no longer. What was fetched stays."""

from __future__ import annotations

import argparse

from arxtui.cli.fetching.subscribe import show
from arxtui.cli.support.exits import OK, refusals
from arxtui.cli.support.home import home


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("categories", metavar="CATEGORY", nargs="+", help="subscribed categories")
    parser.add_argument("--json", action="store_true", help="the remaining subscriptions, one JSON object per line")


def run(options: argparse.Namespace) -> int:
    """Unsubscribe, and print what is followed now."""
    from arxtui.library.rules.following import unfollow

    paths, _ = home()
    with refusals():
        settings = unfollow(paths, "categories", tuple(options.categories))
    show(settings.arxiv.categories, as_json=options.json)
    return OK
