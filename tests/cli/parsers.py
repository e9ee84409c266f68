"""All arguments of the command line."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.verbs import VERBS
from arxtui.verbs.declaration import Argument


def every_argument() -> Iterator[tuple[tuple[str, ...], Argument]]:
    """Yield (path, argument) for each argument of all verbs. The path is the verb, followed by its action if it has
    actions."""
    for name, verb in VERBS.items():
        yield from (((name,), each) for each in verb.options())
        for action in verb.actions:
            yield from (((name, action), each) for each in verb.options(action))
