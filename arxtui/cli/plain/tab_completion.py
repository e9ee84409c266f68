"""Tab completion at the prompt: commands, and after a command the completions of the matching command line."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.cli.plain.commands import BY_NAME, names
from arxtui.cli.plain.verbs import is_verb
from arxtui.cli.support.completion import FILES, candidates


def complete(before: str, typed: str) -> list[str]:
    """Return the possible completions of ``typed`` after the text ``before`` on the line."""
    words = before.split()
    if not words or words == ["help"]:
        return [name for name in names() if name.startswith(typed)]
    return list(_completions(words, typed))


def _completions(words: list[str], typed: str) -> Iterator[str]:
    name = words[0]
    command_line = words
    if name in BY_NAME:
        # Only the text after the papers is completed: 'tag 3 th' like 'mark --tag th'.
        is_option = len(BY_NAME[name].completed_as) > 1
        command_line = [*BY_NAME[name].completed_as, *([] if is_option else words[1:])]
    elif not is_verb(name):
        return
    if command_line:
        yield from (each.text for each in candidates([*command_line, typed]) if each is not FILES)
