"""``[commands.NAME]``: which commands are accepted, and the line of each error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arxtui.config.commands import FIELDS, CommandSettings, UserCommand
from arxtui.config.declaration import settings_of
from arxtui.config.manual import in_force, toml_value
from arxtui.config.settings import Settings, faults, parse
from arxtui.config.text import ConfigError
from arxtui.library.backup.incoming import guarded_settings, without

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"

TEXT = """
[ui]
title = false
[commands.zathura]
run = ["zathura", "{pdf_url}"]  # a viewer
output = "none"
[commands.count]
run = ["wc", "-l"]
on = "selection"
key = "f9"
title = "Count"
"""


def test_commands_are_read_in_their_order() -> None:
    assert parse(TEXT).commands == (
        UserCommand("zathura", CommandSettings(run=("zathura", "{pdf_url}"), output="none")),
        UserCommand("count", CommandSettings(run=("wc", "-l"), on="selection", key="f9", title="Count")),
    )
    assert [each.title for each in parse(TEXT).commands] == ["zathura", "Count"]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[commands.a]\nrun = ["x", "{titel}"]\n', 2, "no field {titel}; {{titel}} is the literal text"),
        ('[commands.a]\nrun = ["{id}"]\n', 2, "the program's name cannot be a field of a paper"),
        ('[commands.a]\nrun = "wc -l"\n', 2, "must be a list of strings"),
        ("[commands.a]\nrun = []\n", 2, "must be a program and its arguments"),
        ('[commands.a]\nkey = "f9"\n', 1, "[commands.a] run: is missing"),
        ('[commands.a]\nrun = ["x"]\nons = "paper"\n', 3, "unknown key 'ons' in [commands.a]"),
        ('[commands.a]\nrun = ["x"]\noutput = "panes"\n', 3, "did you mean pane?"),
        ('[commands."a b"]\nrun = ["x"]\n', 1, "a name is letters, digits, - and _"),
        ("[commands]\na = 1\n", 2, "must be a table"),
        ('[commands.a]\nrun = ["x"]\nkey = "Esc"\n', 3, "always keeps its command"),
        ('[commands.a]\nrun = ["x"]\nkey = "enter x"\n', 3, "Enter always keeps its command"),
        ('[commands.a]\nrun = ["x"]\nkey = "g Esc"\n', 3, "Esc always keeps its command"),
        ('[commands.a]\nrun = ["x"]\nkey = "hyper+x"\n', 3, "unknown key"),
        ("commands = 1\n", 1, "must hold tables"),
        (
            '[commands.a]\nrun = ["x"]\nkey = "f9"\n[commands.b]\nrun = ["x"]\nkey = "f9"\n',
            6,
            "'f9' already runs a",
        ),
        (
            '[commands.a]\nrun = ["x"]\nkey = "g z"\n[commands.b]\nrun = ["x"]\nkey = "g"\n',
            6,
            "'g' conflicts with 'g z', which already runs a",
        ),
        (
            '[commands.a]\nrun = ["x"]\nkey = "Ctrl+Y"\n[commands.b]\nrun = ["x"]\nkey = "ctrl+y"\n',
            6,
            "'ctrl+y' already runs a",
        ),
    ],
)
def test_a_fault_names_its_line(text: str, line: int, words: str) -> None:
    [fault] = faults(text)
    assert fault.line == line
    assert words in str(fault)


def test_each_key_that_is_taken_twice_is_reported_with_its_first_command() -> None:
    text = "".join(f'[commands.{name}]\nrun = ["x"]\nkey = "f9"\n' for name in ("a", "b", "c"))
    said = [str(fault).partition("key: ")[2] for fault in faults(text)]
    assert said == ["'f9' already runs a", "'f9' already runs a"]


def test_letters_in_braces_can_be_written() -> None:
    assert not faults('[commands.a]\nrun = ["awk", "{{print}}", "{print $1}"]\n')


def test_settings_of_commands_in_force_have_their_line_and_origin() -> None:
    held = {(each.section, each.key): (each.value, each.line, each.origin) for each in in_force(parse(TEXT), TEXT, {})}
    assert held["commands.count", "key"] == ("f9", 10, "file")
    assert held["commands.zathura", "on"] == ("paper", 0, "default")


def test_commands_of_somebody_else_are_guarded_unless_they_are_ours_to_the_letter() -> None:
    ours = parse(TEXT)
    assert [str(each) for each in guarded_settings(ours, Settings())] == [
        "[commands] zathura = 'zathura' '{pdf_url}'",
        "[commands] count = 'wc' '-l'",
    ]
    assert guarded_settings(ours, ours) == ()
    assert [each.key for each in guarded_settings(parse(TEXT.replace("f9", "j")), ours)] == ["count"]


def test_guarded_commands_are_left_out_and_the_rest_stays() -> None:
    guarded = guarded_settings(parse(TEXT), Settings())
    left = without(TEXT, guarded, "config.toml")
    assert parse(left).commands == ()
    assert parse(left).ui.title is False
    for text in ("commands = ", "[ui]\ntitle = true\n"):
        with pytest.raises(ConfigError, match=r"^other: its settings that run programs .* cannot be left out: "):
            without(text, guarded, "other")


def test_the_manual_lists_each_setting_and_field_of_commands_as_declared() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for key, each in settings_of(CommandSettings).items():
        assert f"| `{key}` | `{toml_value(each.default)}` | {each.words} |" in page
    for field, words in FIELDS.items():
        assert f"| `{{{field}}}` | `ARXTUI_{field.upper()}` | {words} |" in page


def test_the_example_of_the_page_is_sound() -> None:
    [example] = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert [each.name for each in parse(example).commands] == ["zathura", "words"]
