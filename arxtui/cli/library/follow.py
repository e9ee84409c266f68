"""``arxtui follow`` and ``unfollow``: the authors and keywords whose papers are highlighted; ``subscribe`` and
``unsubscribe``: the categories."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arxtui.cli.support import exits, output
from arxtui.cli.support.settings import home
from arxtui.light import deferred
from arxtui.model.arxiv.taxonomy import category_name

with deferred():
    from arxtui.library.rules import config

if TYPE_CHECKING:
    from arxtui.config.settings import FollowSettings


_EMPTY = "no author or keyword is followed; 'arxtui follow \"Ada Example\"' follows an author, --keyword a word"


def run(options: argparse.Namespace) -> int:
    """Follow, and print the followed authors and keywords."""
    _change(options, adds=True)
    return exits.OK


def _change(options: argparse.Namespace, *, adds: bool) -> None:
    """Follow or unfollow the authors and keywords of a command line, and print what is followed then."""
    paths, settings = home()
    if options.authors or options.keyword:
        edit = config.follow if adds else config.unfollow
        with exits.library_errors():
            if options.authors:
                settings = edit(paths, "authors", tuple(options.authors))
            if options.keyword:
                settings = edit(paths, "keywords", tuple(options.keyword))
    _print(settings.follow, as_json=options.json)


def _print(follow: FollowSettings, *, as_json: bool) -> None:
    followed = [("author", name) for name in follow.authors] + [("keyword", word) for word in follow.keywords]
    for kind, name in followed:
        if as_json:
            output.as_json({kind: name})
        else:
            output.line(f"{kind:7}  {output.foreign(name)}")
    if not followed:
        output.say(_EMPTY)


def unfollow(options: argparse.Namespace) -> int:
    """Unfollow, and print the authors and keywords that are still followed."""
    if not (options.authors or options.keyword):
        raise exits.BadCommandError("nothing to unfollow; name authors, or keywords with --keyword")
    _change(options, adds=False)
    return exits.OK


def subscribe(options: argparse.Namespace) -> int:
    """Subscribe, and print the followed categories."""
    paths, settings = home()
    followed = settings.arxiv.categories
    if options.categories:
        try:
            followed = config.follow(paths, "categories", tuple(options.categories)).arxiv.categories
        except ValueError as error:
            raise exits.BadCommandError(str(error)) from error
    show(followed, as_json=options.json)
    return exits.OK


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
    paths, _ = home()
    with exits.library_errors():
        settings = config.unfollow(paths, "categories", tuple(options.categories))
    show(settings.arxiv.categories, as_json=options.json)
    return exits.OK
