"""``arxtui follow``: highlight papers by followed authors and about followed keywords."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, library_errors
from arxtui.cli.support.home import home
from arxtui.library.rules import following

if TYPE_CHECKING:
    from arxtui.config.follow_edits import Followed
    from arxtui.config.paths import Paths
    from arxtui.config.settings import FollowSettings, Settings

_EMPTY = "no author or keyword is followed; 'arxtui follow \"Ada Example\"' follows an author, --keyword a word"


def run(options: argparse.Namespace) -> int:
    """Follow, and print the followed authors and keywords."""
    change(options, following.follow)
    return OK


def change(options: argparse.Namespace, edit: Callable[[Paths, Followed, tuple[str, ...]], Settings]) -> None:
    """Apply ``edit`` (follow or unfollow) to the authors and keywords of a command line, and print the result."""
    paths, settings = home()
    with library_errors():
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
