"""``arxtui unsubscribe``: follow categories no longer. What was fetched stays."""

from __future__ import annotations

import argparse

from arxtui.cli.fetching.subscribe import show
from arxtui.cli.support.exits import OK, CommandError
from arxtui.cli.support.home import home
from arxtui.config.values import canonical_category


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("categories", metavar="CATEGORY", nargs="+", help="categories that are followed")
    parser.add_argument("--json", action="store_true", help="what is followed then, one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Unsubscribe, and print what is followed now."""
    from arxtui.library.subscriptions import unsubscribe

    paths, settings = home()
    for code in options.categories:
        if canonical_category(code) not in settings.arxiv.categories:
            raise CommandError(f"{code} is not followed; nothing was changed")
    show(unsubscribe(paths, settings, tuple(options.categories)), as_json=options.json)
    return OK
