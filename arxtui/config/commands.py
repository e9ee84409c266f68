"""``[commands.NAME]``: the user's own programs, which the reader runs on papers."""

from __future__ import annotations

from arxtui.config.declaration import section, setting
from arxtui.config.keys import ALWAYS, conflicts, key_name, read_keys, reserved_key
from arxtui.config.parsing import SectionReader, line_of
from arxtui.config.text import Report, fault_at, refuse
from arxtui.config.values import check_program
from arxtui.light import NamedTuple, pattern
from arxtui.text.matching.nearest import did_you_mean

FIELDS = {
    "id": "the arXiv identifier without version; empty if there is none",
    "version": "the number of the newest version",
    "name": "the name accepted by `arxtui show`: the identifier, or the special name of a paper without one",
    "title": "the title, readable, on one line",
    "authors": "the authors' names, separated by semicolons",
    "category": "the primary category",
    "categories": "all categories, separated by spaces",
    "date": "the day of the first version, as 2026-05-13",
    "doi": "the DOI; empty if there is none",
    "url": "the address of the abstract page",
    "pdf_url": "the address of the PDF",
}
"""The fields of a paper, with descriptions in Markdown. A program receives a field as ``{id}`` in an argument and as
the variable ``ARXTUI_ID``."""
PLACEHOLDER = pattern(r"\{\{(\w+)\}\}|\{(\w+)\}")
"""``{id}``, or ``{{id}}`` for these characters themselves."""
_NAME = pattern(r"[A-Za-z][A-Za-z0-9_-]*")


def _check_run(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return a program and its arguments. Raises: ValueError if there is none, or for an unknown placeholder."""
    check_program(command)
    if not command:
        raise ValueError('must be a program and its arguments, such as ["wc", "-l"]')
    if PLACEHOLDER.search(command[0]):
        raise ValueError("the program's name cannot be a field of a paper")
    for field in (match[2] for each in command for match in PLACEHOLDER.finditer(each) if match[2]):
        if field not in FIELDS:
            hint = did_you_mean(field, FIELDS)
            raise ValueError(f"there is no field {{{field}}}; {{{{{field}}}}} is the literal text{hint}")
    return command


def _check_key(text: str) -> str:
    """Return a key or sequence as written, or the empty string. Raises: ValueError for an invalid key, or one that
    questions need."""
    if text and (key := reserved_key(read_keys(text))):
        raise ValueError(f"{key_name(key)} always keeps its command ({ALWAYS[key]}): choose another key than {text!r}")
    return text


@section("commands.NAME")
class CommandSettings:
    """``[commands.NAME]``: a program, the papers it is run on, and where its output goes."""

    run: tuple[str, ...] = setting(
        (),
        "the program and its arguments, started without a shell; required. Fields of the paper are written in braces",
        check=_check_run,
        example='["wc", "-l"]',
    )
    title: str = setting("", "the title in palette, help and messages; empty: its name")
    key: str = setting(
        "",
        'the key that runs it, written as in `[keys]`: `"="`, `"f9"`, `"g z"`; empty: none. It takes precedence over '
        "default keys",
        check=_check_key,
    )
    on: str = setting(
        "paper",
        '`"paper"`: the paper under the cursor, or the open full text; `"selection"`: the selected papers, if any. An '
        "argument with a field is repeated for each paper",
        choices=("paper", "selection"),
    )
    output: str = setting(
        "message",
        'where the output is shown: `"pane"`, a page that scrolls; `"message"`, the bottom line; `"none"`, nowhere',
        choices=("pane", "message", "none"),
    )
    time_limit_seconds: int = setting(
        60,
        "seconds after which the program is stopped, with its child processes; 0: never, for a viewer that stays open",
    )


class UserCommand(NamedTuple):
    """One of the user's own commands."""

    name: str
    settings: CommandSettings

    @property
    def title(self) -> str:
        """The title shown to the user."""
        return self.settings.title or self.name


def read_commands(table: object, text: str, name: str, report: Report = refuse) -> tuple[UserCommand, ...]:
    """Read the commands of a configuration with the text ``text``. ``report`` receives a ConfigError with ``name`` and
    the line for each fault; a faulty command is left out."""
    if not isinstance(table, dict):
        report(fault_at(name, line_of(text, "commands", None), "[commands] must hold tables, each [commands.NAME]"))
        return ()
    commands: list[UserCommand] = []
    for each, values in table.items():
        place = f"commands.{each}"
        if not _NAME.fullmatch(each):
            words = f"[commands] {each!r}: a name is letters, digits, - and _, a letter first"
            report(fault_at(name, line_of(text, "commands", each), words))
        elif (read := SectionReader(text, name, {place: CommandSettings}, report).section(place, values)) is not None:
            if read.run:
                commands.append(UserCommand(each, read))
            elif "run" not in values:
                report(fault_at(name, line_of(text, place, None), f"[{place}] run: is missing"))
    return _without_key_conflicts(commands, text, name, report)


def _without_key_conflicts(
    commands: list[UserCommand], text: str, name: str, report: Report
) -> tuple[UserCommand, ...]:
    """Return the commands without those whose key conflicts with the key of an earlier one; each conflict is
    reported."""
    accepted: list[UserCommand] = []
    bound: dict[str, UserCommand] = {}
    for each in commands:
        key = read_keys(each.settings.key) if each.settings.key else ""
        clashing = next((other for other in bound if conflicts(key, other)), "") if key else ""
        if clashing:
            conflict = (
                "already runs" if key == clashing else f"conflicts with {key_name(clashing)!r}, which already runs"
            )
            words = f"[commands.{each.name}] key: {each.settings.key!r} {conflict} {bound[clashing].name}"
            report(fault_at(name, line_of(text, f"commands.{each.name}", "key"), words))
            continue
        accepted.append(each)
        if key:
            bound[key] = each
    return tuple(accepted)
