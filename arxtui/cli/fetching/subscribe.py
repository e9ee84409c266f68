"""``arxtui subscribe``: follow categories, or list the followed ones."""

from __future__ import annotations

import argparse

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, BadCommandError
from arxtui.cli.support.home import home
from arxtui.library.rules.following import follow
from arxtui.model.arxiv.taxonomy import category_name


def run(options: argparse.Namespace) -> int:
    """Subscribe, and print the followed categories."""
    paths, settings = home()
    followed = settings.arxiv.categories
    if options.categories:
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
