"""Writing rules, and what is followed, into the configuration; a library opened with it afterwards goes by them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from arxtui.config import edit, rule_edits
from arxtui.config.paths import Paths
from arxtui.config.rule_edits import ChangedSinceError, RuleEdit
from arxtui.config.settings import ConfigError, Settings, load
from arxtui.library.rehearsing import sound
from arxtui.model.frozen import changed
from arxtui.model.rules import Rule
from arxtui.store.errors import StoreError
from arxtui.store.library import LibraryFile
from arxtui.store.marks import Deed
from arxtui.text import fold

if TYPE_CHECKING:
    from arxtui.store.fields import Value

Followed = Literal["authors", "keywords"]


def add_rule(paths: Paths, rule: Rule, *, at: datetime | None = None) -> Settings:
    """Write a rule after the others, as an act; the settings as they are then. QueryError for a query with a fault,
    ValueError, in words, for what else is wrong with it or for a name that is taken, ConfigError when the file cannot
    be written, StoreError when the act cannot be written down; then nothing is changed."""
    made = sound(rule)
    _act(paths, "make rule", at, lambda: rule_edits.planned_addition(paths.config_file, made))
    return load(paths.config_file)


def change_rule(paths: Paths, name: str, rule: Rule, *, at: datetime | None = None) -> Settings:
    """Give a rule other values, as an act; the settings as they are then. LookupError when there is none of the name,
    else as :func:`add_rule`."""
    made = sound(rule)
    was, edit = rule_edits.planned_change(paths.config_file, name, made)
    if edit:
        _act(paths, _what(was, made), at, lambda: rule_edits.planned_change(paths.config_file, name, made)[1])
    return load(paths.config_file)


def switch_rule(paths: Paths, name: str, *, off: bool, at: datetime | None = None) -> Settings:
    """Have a rule do nothing, or what it says again, as an act; the settings as they are then. LookupError when there
    is none of the name."""
    rules = load(paths.config_file).rules
    held = next((rule for rule in rules if rule.name.casefold() == name.strip().casefold()), None)
    if held is None:
        raise LookupError(f"there is no rule \"{name}\"; 'arxtui rules' lists those there are")
    return change_rule(paths, held.name, changed(held, off=off), at=at)


def remove_rule(paths: Paths, name: str, *, at: datetime | None = None) -> tuple[Rule, Settings]:
    """Take a rule out, as an act: what it was, and the settings as they are then. LookupError when there is none of the
    name."""
    removed, _ = rule_edits.planned_removal(paths.config_file, name)
    _act(paths, "remove rule", at, lambda: rule_edits.planned_removal(paths.config_file, name)[1])
    return removed, load(paths.config_file)


def turn_rule(paths: Paths, held: list[Any], wanted: list[Any]) -> str:
    """Put a rule back, from what an act left to what was before it or the other way, where it is still so; why it was
    not, in words. ConfigError when the configuration cannot be read or written."""
    (name, before, line, above), (other, after, *_) = held, wanted
    try:
        rule_edits.apply(paths.config_file, RuleEdit((name, other), before, after, line, above))
    except ChangedSinceError as error:
        return str(error)
    return ""


def _act(paths: Paths, what: str, at: datetime | None, planned: Callable[[], RuleEdit | None]) -> None:
    """The journal's transaction is the turn of one program: the edit is planned and made inside it, as its last step.
    An act that then cannot be written down is turned back."""
    made: list[RuleEdit] = []

    def plan() -> tuple[Deed, Value, Value]:
        edit = planned()
        if edit is None:
            raise ValueError("another program has just made the same change")
        made.append(edit)
        (old, new), place = edit.names, (edit.line, edit.above)
        deed = Deed(what, at or datetime.now(UTC), old or new, new if old and new != old else "")
        return deed, [old, edit.before, *place], [new, edit.after, *place]

    with closing(LibraryFile.open(paths.library_db)) as library:
        try:
            library.act_on_rule(plan, lambda: rule_edits.apply(paths.config_file, made[0]))
        except StoreError:
            if made:
                with suppress(ChangedSinceError, ConfigError):
                    rule_edits.apply(paths.config_file, made[0].reversed)
            raise


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


def _what(was: Rule, made: Rule) -> str:
    if changed(was, off=made.off) == made:
        return "switch off rule" if made.off else "switch on rule"
    return "change rule"


def _held(paths: Paths, what: Followed) -> tuple[str, ...]:
    follow = load(paths.config_file).follow
    return follow.authors if what == "authors" else follow.keywords
