"""docs/cli.md, docs/json.md and --help agree with the parser."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.cli.main import main
from arxtui.cli.parser import verb_parser
from arxtui.export.jsonform import marks_to_json
from arxtui.model.marks import Marks
from arxtui.verbs import VERBS

DOCS = Path(__file__).resolve().parents[2] / "docs"
MANUAL = (DOCS / "cli.md").read_text(encoding="utf-8")


def _sections() -> dict[str, str]:
    found = re.split(r"^## `(arxtui[^`]*)`$", MANUAL, flags=re.M)
    return dict(zip(found[1::2], found[2::2], strict=True))


def _verbs() -> dict[str, argparse.ArgumentParser]:
    return {name: verb_parser(name) for name in VERBS}


def _options(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    return (action for action in parser._actions if action.option_strings and "--help" not in action.option_strings)


def test_every_verb_has_a_section_whose_heading_shows_its_arguments() -> None:
    assert [heading.split()[1] for heading in _sections() if " " in heading] == list(VERBS)
    for verb, parser in _verbs().items():
        [heading] = [each for each in _sections() if each.split()[1:2] == [verb]]
        places = [action for action in parser._actions if not action.option_strings]
        assert ["QUERY" if action.metavar == "QUERY" else action.metavar for action in places] == [
            word.strip("[].") for word in heading.split()[2:]
        ]


def _section(verb: str) -> str:
    found = [body for heading, body in _sections().items() if heading.split()[1:2] == [verb]]
    assert len(found) == 1, f"docs/cli.md needs one section: ## `arxtui {verb}`"
    return found[0]


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_is_in_the_table_of_its_verb(verb: str) -> None:
    body = _section(verb)
    written = re.findall(r"^\| `(--[^`]+)` \| ..", body, re.M)
    taken = [f"{each.option_strings[0]} {each.metavar or ''}".strip() for each in _options(_verbs()[verb])]
    assert written == taken


def test_every_choice_of_an_option_is_in_its_row_or_on_the_page_that_the_row_names() -> None:
    for verb, parser in _verbs().items():
        rows = dict(re.findall(r"^\| `(--[\w-]+)[^`]*` \| (.*) \|$", _section(verb), re.M))
        for option in filter(lambda each: each.choices, _options(parser)):
            row = rows[option.option_strings[0]]
            pages = [(DOCS / name).read_text(encoding="utf-8") for name in re.findall(r"\(([\w-]+\.md)\)", row)]
            missing = [
                choice for choice in option.choices or () if not any(f"`{choice}`" in text for text in (row, *pages))
            ]
            assert not missing, f"docs/cli.md, {verb} {option.option_strings[0]}"


def test_every_verb_with_json_is_on_the_page_for_scripts() -> None:
    verbs, _, _ = (DOCS / "json.md").read_text(encoding="utf-8").partition("\n## ")
    assert re.findall(r"^\| `(\w+)` \| ..", verbs, re.M) == [
        verb for verb, parser in _verbs().items() if any("--json" in each.option_strings for each in _options(parser))
    ]


def test_each_mark_is_on_the_page_for_scripts() -> None:
    written = re.findall(r"^- `marks\{([^}]+)\}`", (DOCS / "json.md").read_text(encoding="utf-8"), re.M)
    assert [name.removesuffix("[]") for fields in written for name in fields.split(", ")] == list(
        marks_to_json(Marks())
    )


@pytest.mark.parametrize("verb", VERBS)
def test_help_names_and_describes_every_option(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--help"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"usage: arxtui {verb}")
    for action in _verbs()[verb]._actions:
        assert action.help, action
        assert all(name in said for name in action.option_strings)


def test_help_names_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    for name, verb in VERBS.items():
        assert re.search(rf"^    {name}\s+{re.escape(verb.summary.split()[0])}", said, re.M), name


def test_the_exit_statuses_are_documented() -> None:
    assert re.findall(r"^\| (\d+) \|", MANUAL, re.M) == ["0", "1", "2", "3", "4", "130"]
