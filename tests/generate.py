"""Every file that is made of others: ``python -m tests.generate`` writes them all, or only the files named after it.

Tables of the documentation are made of declarations, the manual pages of the documentation, and ``docs/faults.md`` of
what a refresh reports of each fault.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from arxtui.cli.parser import verb_parser
from arxtui.cli.plain.shell import COMMANDS
from arxtui.cli.program.completions import SCRIPTS
from arxtui.config import exports, rules
from arxtui.config.manual import toml_value
from arxtui.config.settings import every_setting
from arxtui.tui import commands  # noqa: F401 - declares the commands, whose keys many lines name
from arxtui.tui.actions import Group
from arxtui.tui.keys import in_force
from arxtui.tui.user_keys import DEFAULT
from tests import manpages
from tests.sync import fault_table

ROOT = Path(__file__).resolve().parents[1]


def with_rows(page: str, head: str, rows: Sequence[str]) -> str:
    """Return a page whose table with this first line has these rows."""
    parts = re.split(rf"(^{re.escape(head)}\n\|[-|]+\n)((?:\|.*\n)*)", page, flags=re.M)
    assert len(parts) == 4, f"the page has no single table {head}"
    return "".join((parts[0], parts[1], *(f"{row}\n" for row in rows), parts[3]))


def keys_page(page: str) -> str:
    """Return ``docs/keys.md`` with the commands of the reader by group, and their default keys."""
    in_force.use({})
    first, last = page.index(f"## {next(iter(Group)).value}"), page.index("## While searching")
    return page[:first] + "".join(_commands()) + page[last:]


def _commands() -> Iterator[str]:
    for group in Group:
        rows = [
            f"| {' '.join(f'`{name}`' for name in action.key_names)} | {action.description} "
            f"| {in_force.with_keys(action.help, area)} | `{action.id}` |\n"
            for area, actions in DEFAULT.items()
            for action in actions
            if action.group is group
        ]
        if rows:  # none in the group of the user's own commands
            yield f"## {group.value}\n\n| key | command | what it does | name |\n|---|---|---|---|\n{''.join(rows)}\n"


def plain_page(page: str) -> str:
    """Return ``docs/plain.md`` with the commands of plain mode."""
    return with_rows(page, "| command | description |", [f"| `{each.usage}` | {each.help} |" for each in COMMANDS])


def config_page(page: str) -> str:
    """Return ``docs/config.md`` with the settings, and the keys of its tables."""
    settings = [
        f"| `[{each.section}]` | `{each.key}` | `{toml_value(each.default)}` | {each.words} |"
        for each in every_setting()
    ]
    page = with_rows(page, "| section | key | default | meaning |", settings)
    for table, keys in (("[[rules]]", rules.KEYS), ("[[export.sync]]", exports.KEYS)):
        page = with_rows(page, f"| key of `{table}` | meaning |", [f"| `{key}` | {keys[key]} |" for key in keys])
    return page


def cli_page(page: str) -> str:
    """Return ``docs/cli.md`` with a row for each option of a verb; a new one has the words of the help."""
    before, *sections = re.split(r"^(?=## `arxtui \w+)", page, flags=re.M)
    return before + "".join(map(_with_options, sections))


def _with_options(section: str) -> str:
    parser = verb_parser(section.split()[2].strip("`"))
    row = ""
    for option in parser._actions:
        if not option.option_strings or option.dest == "help":
            continue
        name, last = f"{option.option_strings[0]} {option.metavar or ''}".strip(), row
        if f"\n| `{name}` |" not in section:
            last = last or "| option | meaning |\n|---|---|\n"
            if last not in section:
                section = f"{section.rstrip()}\n\n{last}\n"
            section = section.replace(last, f"{last}| `{name}` | {option.help} |\n", 1)
        row = section[section.index(f"| `{name}` |") :].partition("\n")[0] + "\n"
    return section


def _document(name: str, write: Callable[[str], str]) -> Callable[[], str]:
    return lambda: write((ROOT / name).read_text(encoding="utf-8"))


FILES: dict[str, Callable[[], str]] = {
    "docs/keys.md": _document("docs/keys.md", keys_page),
    "docs/plain.md": _document("docs/plain.md", plain_page),
    "docs/config.md": _document("docs/config.md", config_page),
    "docs/cli.md": _document("docs/cli.md", cli_page),
    "docs/faults.md": fault_table.page,
    **{f"man/{name}": partial(manpages.page, name) for name in manpages.PAGES},
    "completions/arxtui.bash": lambda: SCRIPTS["bash"],
    "completions/_arxtui": lambda: SCRIPTS["zsh"],
    "completions/arxtui.fish": lambda: SCRIPTS["fish"],
}
"""By path: how the text of a file is made. Files come after those that they are made of."""

if __name__ == "__main__":
    logging.disable()  # the faults of docs/faults.md
    for name in sys.argv[1:] or FILES:
        (ROOT / name).write_text(FILES[name](), encoding="utf-8")
