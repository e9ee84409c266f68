"""Changes of the configuration file by the program, which keep the user's comments and order; and edits of
``[[rules]]`` in it: planned, applied and reversed as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from arxtui import locks
from arxtui.config.rules import checked, lines_of, no_such_rule
from arxtui.config.settings import parse
from arxtui.config.text import ConfigError, read
from arxtui.files import write_whole
from arxtui.light import NamedTuple, changed
from arxtui.model.rules import Rule

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

    from arxtui.config.settings import Settings


@contextmanager
def changing(file: Path) -> Iterator[str]:
    """Yield the text of the file for a change that ends with :func:`save`; other programs' changes wait until then.

    Every change of the file is made inside, so that none overwrites another. Raises: ConfigError if the file cannot be
    read, or its folder cannot be written to.
    """
    with ExitStack() as stack:
        try:
            file.resolve().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            stack.enter_context(locks.exclusive(file))
        except OSError as error:
            raise _unwritable(file, error) from error
        yield read(file)


def changed_document(file: Path, text: str, change: Callable[[TOMLDocument], None]) -> str:
    """Return the text of the file with a change. Raises: ConfigError if the text is invalid before or after the
    change."""
    parse(text, str(file))
    try:
        document = tomlkit.parse(text)
        change(document)
        written = tomlkit.dumps(document)
        parse(written, str(file))
    except (TOMLKitError, RecursionError) as error:
        raise ConfigError(f"{file}: cannot be changed by the program, only by hand: {error}") from error
    return written


def set_value(file: Path, name: str, key: str, value: str) -> None:
    """Write one setting to the file, atomically; comments and everything else stay. Raises: ConfigError if the file is
    invalid or cannot be written."""

    def put(document: TOMLDocument) -> None:
        section: Any = document.setdefault(name, tomlkit.table())
        section[key] = value

    with changing(file) as text:
        save(file, changed_document(file, text, put))


def put_list(
    document: TOMLDocument, name: str, key: str, entries: tuple[str, ...], canonical: Callable[[str], str]
) -> None:
    """Set the list ``key`` of a section to these values; the comments of the values that stay are kept."""
    section: Any = document.setdefault(name, tomlkit.table())
    section[key] = _edited_array(section.get(key), entries, canonical)


def _edited_array(array: Any, entries: tuple[str, ...], canonical: Callable[[str], str]) -> Any:
    """Return the existing array with entries removed and inserted, which keeps its comments. If the order of the
    entries changed, or there is no array, return a new list."""
    if array is None:
        return list(entries)
    for index in reversed(range(len(array))):
        if canonical(array[index]) not in entries:
            del array[index]
    remaining = tuple(canonical(each) for each in array)
    if remaining != tuple(each for each in entries if each in remaining):
        return list(entries)
    for index, each in enumerate(entries):
        if each not in remaining:
            array.insert(index, each)
    return array


def save(file: Path, text: str) -> None:
    """Replace the file, atomically, within :func:`changing`. Raises: ConfigError if it cannot be written."""
    try:
        write_whole(file, text.encode())
    except OSError as error:
        raise _unwritable(file, error) from error


def _unwritable(file: Path, error: OSError) -> ConfigError:
    return ConfigError(f"{file}: cannot be written: {error.strerror or error}")


class RuleEdit(NamedTuple):
    """The replacement of the text ``before`` by ``after``; either is empty if there is no rule. ``names`` are the
    rule's names before and after. ``line`` is the number of lines above the rule, and ``above`` the last of these
    lines, stripped."""

    names: tuple[str, str]
    before: str
    after: str
    line: int
    above: str

    @property
    def reversed(self) -> RuleEdit:
        """The edit that reverses this one."""
        return self._replace(names=self.names[::-1], before=self.after, after=self.before)


class ChangedSinceError(Exception):
    """The rule is no longer as the edit left it; the message says so to the user."""


def plan_addition(file: Path, rule: Rule) -> RuleEdit:
    """Plan to append a rule. Raises: ValueError for an invalid rule, or one whose name is taken."""
    text = read(file)
    rules, new = parse(text, str(file)).rules, checked(rule)
    _check_free(rules, new.name)
    lines = text.splitlines(keepends=True)
    line = lines_of(text, len(rules) - 1)[1] if rules else len(lines)
    blank_lines = "\n" * bool(line) + "\n" * (bool(line) and not lines[line - 1].endswith("\n"))
    return RuleEdit(("", new.name), "", blank_lines + _block(new), line, _above(lines, line))


def plan_removal(file: Path, name: str) -> tuple[Rule, RuleEdit]:
    """Plan to remove a rule with the comments between its lines. Returns the rule and the edit. Raises: LookupError if
    there is no rule of that name."""
    text = read(file)
    rules = parse(text, str(file)).rules
    index = _index_of(rules, name)
    first, last = lines_of(text, index)
    lines = text.splitlines(keepends=True)
    if first > 1 and not lines[first - 2].strip() and not "".join(lines[last : last + 1]).strip():
        first -= 1
    removed = "".join(lines[first - 1 : last])
    return rules[index], RuleEdit((rules[index].name, ""), removed, "", first - 1, _above(lines, first - 1))


def plan_change(file: Path, name: str, rule: Rule) -> tuple[Rule, RuleEdit | None]:
    """Plan to change the values of a rule; its comments stay in place. Returns the old rule and the edit, None if
    nothing changes.

    Raises: LookupError if there is no rule of that name; ValueError as :func:`plan_addition` does.
    """
    text = read(file)
    rules, new = parse(text, str(file)).rules, checked(rule)
    index = _index_of(rules, name)
    old = rules[index]
    _check_free((*rules[:index], *rules[index + 1 :]), new.name)
    if new == old:
        return old, None
    first, last = lines_of(text, index)
    lines = text.splitlines(keepends=True)
    before = "".join(lines[first - 1 : last])
    edit = RuleEdit((old.name, new.name), before, _edited(before, new, file), first - 1, _above(lines, first - 1))
    return old, edit


def apply(file: Path, edit: RuleEdit) -> None:
    """Apply an edit to the file, atomically.

    Raises: ChangedSinceError if the file no longer contains the text to replace; ConfigError if the file cannot be read
    or written, or if anything but the rule would change.
    """
    with changing(file) as text:
        save(file, _applied(file, text, edit))


def _applied(file: Path, text: str, edit: RuleEdit) -> str:
    """Return the text of the file with an edit. Raises the errors of :func:`apply`."""
    current = parse(text, str(file))
    start, end = _edited_range(text, edit, current) if edit.before else _insertion_point(text, edit, current)
    newline = "\n" if not edit.before and start and text[start - 1] != "\n" and edit.after[:1] != "\n" else ""
    written = text[:start] + newline + edit.after + text[end:]
    try:
        if _others(parse(written, str(file)), edit) != _others(current, edit):
            raise ConfigError("other settings would change, too")
    except ConfigError as error:
        raise ConfigError(f"{file}: its rules cannot be changed by the program, only by hand: {error}") from error
    return written


def _edited_range(text: str, edit: RuleEdit, settings: Settings) -> tuple[int, int]:
    """Return the range of the text that the edit left, including the blank lines that the edit put before it."""
    rule_text = edit.before.strip("\n")
    match = re.search(rf"^{re.escape(rule_text)}$", text, re.M)
    if not match:
        is_there = any(rule.name == edit.names[0] for rule in settings.rules)
        what = "was since edited by hand and is left as it is" if is_there else "is no longer in the configuration"
        raise ChangedSinceError(f'the rule "{edit.names[0]}" {what}')
    start, end = match.span()
    if text[end : end + 1] == "\n" and edit.before.endswith("\n"):
        end += 1
    blank_lines = len(edit.before) - len(edit.before.lstrip("\n"))
    while blank_lines and text[start - blank_lines : start] != "\n" * blank_lines:
        blank_lines -= 1
    is_joined = bool(text[end:]) and text[: start - blank_lines][-1:] not in ("", "\n")
    return start - blank_lines + (is_joined and bool(blank_lines)), end


def _insertion_point(text: str, edit: RuleEdit, settings: Settings) -> tuple[int, int]:
    """Return the (empty) range where the rule is inserted: at its old place if the line above is unchanged, otherwise
    after the last rule."""
    if any(rule.name.casefold() == edit.names[1].casefold() for rule in settings.rules):
        raise ChangedSinceError(f'another rule "{edit.names[1]}" exists now and is left as it is')
    lines = text.splitlines(keepends=True)
    line = edit.line
    if line > len(lines) or _above(lines, line) != edit.above:
        line = lines_of(text, len(settings.rules) - 1)[1] if settings.rules else len(lines)
    offset = len("".join(lines[:line]))
    return offset, offset


def _others(settings: Settings, edit: RuleEdit) -> tuple[Settings, list[Rule]]:
    """Return everything that an edit must not change."""
    return changed(settings, rules=()), [rule for rule in settings.rules if rule.name not in edit.names]


def _block(rule: Rule) -> str:
    values = ((key, getattr(rule, key)) for key in Rule.__annotations__)
    assignments = [f"{key} = {tomlkit.item(value).as_string()}\n" for key, value in values if value]
    return "".join(["[[rules]]\n", *assignments])


def _edited(block: str, rule: Rule, file: Path) -> str:
    """Return the lines of a rule with the values of another; its comments stay in place."""
    try:
        document = tomlkit.parse(block)
        table = document["rules"][0]
        for key in Rule.__annotations__:
            value = getattr(rule, key)
            if not value:
                table.pop(key, None)
            elif table.get(key) != value:
                table[key] = value
        return tomlkit.dumps(document)
    except (TOMLKitError, LookupError, TypeError, AttributeError) as error:
        raise ConfigError(f"{file}: its rules cannot be changed by the program, only by hand: {error}") from error


def _index_of(rules: Sequence[Rule], name: str) -> int:
    folded = name.strip().casefold()
    index = next((index for index, rule in enumerate(rules) if rule.name.casefold() == folded), None)
    if index is None:
        raise no_such_rule(name, rules)
    return index


def _check_free(rules: Sequence[Rule], name: str) -> None:
    if any(rule.name.casefold() == name.casefold() for rule in rules):
        raise ValueError(f'a rule "{name}" already exists')


def _above(lines: Sequence[str], line: int) -> str:
    return lines[line - 1].strip() if line else ""
