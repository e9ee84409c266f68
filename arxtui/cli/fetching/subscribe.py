"""``arxtui subscribe`` and ``unsubscribe``: follow categories, list the followed ones, or stop following some."""

from __future__ import annotations

import argparse

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, BadCommandError, library_errors
from arxtui.cli.support.settings import home
from arxtui.model.arxiv.taxonomy import category_name


def run(options: argparse.Namespace) -> int:
    """Subscribe, and print the followed categories."""
    paths, settings = home()
    followed = settings.arxiv.categories
    if options.categories:
        from arxtui.library.rules.following import follow

        try:
            followed = follow(paths, "categories", tuple(options.categories)).arxiv.categories
        except ValueError as error:
            raise BadCommandError(str(error)) from error
    show(followed, as_json=options.json)
    return OK


def show(codes: tuple[str, ...], *, as_json: bool) -> None:
    """Print the followed categories, code and name, one a line."""
    width = max(map(len, codes), default=0)
    for code in codes:
        if as_json:
            output.as_json({"code": code, "name": category_name(code)})
        else:
            output.line(f"{code:{width}}  {category_name(code)}")
    if not codes:
        output.say(output.NOTHING_FOLLOWED)


def unsubscribe(options: argparse.Namespace) -> int:
    """Unsubscribe, and print the categories that are still followed."""
    from arxtui.library.rules.following import unfollow

    paths, _ = home()
    with library_errors():
        settings = unfollow(paths, "categories", tuple(options.categories))
    show(settings.arxiv.categories, as_json=options.json)
    return OK
