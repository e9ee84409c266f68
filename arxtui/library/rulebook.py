"""Writing rules, and what is followed, into the configuration; a library opened with it afterwards goes by them."""

from __future__ import annotations

from typing import Literal

from arxtui.config import edit
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, load
from arxtui.library.rehearsing import sound
from arxtui.model.rules import Rule
from arxtui.text import fold

Followed = Literal["authors", "keywords"]


def add_rule(paths: Paths, rule: Rule) -> Settings:
    """Write a rule after the others; the settings as they are then. QueryError for a query with a fault, ValueError, in
    words, for what else is wrong with it or for a name that is taken, ConfigError when the file cannot be written."""
    edit.add_rule(paths.config_file, sound(rule))
    return load(paths.config_file)


def remove_rule(paths: Paths, name: str) -> tuple[Rule, Settings]:
    """Take a rule out: what it was, and the settings as they are then. LookupError when there is none of the name."""
    removed = edit.remove_rule(paths.config_file, name)
    return removed, load(paths.config_file)


def follow(paths: Paths, what: Followed, names: tuple[str, ...]) -> Settings:
    """Follow these too; the settings as they are then. ValueError for what is no name or word."""
    held = _held(paths, what)
    known = set(map(fold, held))
    edit.write_followed(paths.config_file, what, (*held, *(name for name in names if fold(name) not in known)))
    return load(paths.config_file)


def unfollow(paths: Paths, what: Followed, names: tuple[str, ...]) -> Settings:
    """Follow these no longer; the settings as they are then. LookupError, and nothing is changed, when one of them was
    not followed."""
    held = _held(paths, what)
    known = set(map(fold, held))
    dropped = {fold(" ".join(name.split())): name for name in names}
    if missing := [name for folded, name in dropped.items() if folded not in known]:
        raise LookupError(f"\"{missing[0]}\" is not followed; 'arxtui follow' lists what is")
    edit.write_followed(paths.config_file, what, tuple(name for name in held if fold(name) not in dropped))
    return load(paths.config_file)


def _held(paths: Paths, what: Followed) -> tuple[str, ...]:
    follow = load(paths.config_file).follow
    return follow.authors if what == "authors" else follow.keywords
