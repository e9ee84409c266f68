"""Every text that names a key names the key in force: footers, help, key lines and messages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from arxtui.config.keys import ALWAYS, KeyBinding, key_name
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.light import changed
from arxtui.tui.actions import Area, Fact, Place
from arxtui.tui.keys import in_force
from arxtui.tui.keys.keymap import overlay
from arxtui.tui.present.help import help_lines
from arxtui.tui.present.line import hints, keys_of
from arxtui.tui.screens.help import HelpScreen
from arxtui.tui.screens.journal import JournalScreen
from arxtui.tui.screens.ledger import LedgerScreen
from arxtui.tui.screens.rules import RulesScreen
from arxtui.tui.user_keys import DEFAULT
from tests.tui.reader import QUIET, Reader, fill_usually, reading

TUI = Path(in_force.__file__).parents[1]
FILES = sorted(set(TUI.rglob("*.py")) - {TUI / "keys" / "presets.py"})
_KEY = r"[b-zB-HJ-Z?&*@#~^%!.+\-\[\]{}()<>|/=]|Ctrl\+\w|F\d+|Backspace|[Ss]pace|Del"
_NAMED = re.compile(rf"(?:^|(?<=[\s·;:,(]))({_KEY})(?= [a-z])")
_NO_KEYS = {
    "s are opened at once, and ",  # the end of a word
    "s of ",
    "write a program after | to send it the papers: | wc -l",  # a command that the user types as an answer
    " alone copies; | sends to a program",
    "Ctrl+C copies selected text, and none is selected · Esc saves the note",  # Ctrl+C always has this command
    " (Ctrl+C stops it)",
}


def _texts(file: Path) -> Iterator[str]:
    """Yield the strings of a module without its docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    bodies = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(tree) if isinstance(node, bodies)]
    documents = {id(each.value) for node in nodes for each in node.body if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value


@pytest.mark.parametrize(
    "file", sorted(set(TUI.rglob("*.py")) - {TUI / "keys" / "presets.py"}), ids=lambda file: file.stem
)
def test_no_text_of_the_reader_names_a_key_that_may_be_another(file: Path) -> None:
    fixed = re.compile(r"In a note, Ctrl\+Z undoes|Enter or Ctrl\+C quits")
    texts = [fixed.sub("", each) for each in _texts(file) if each not in _NO_KEYS]
    assert [each for each in texts if _NAMED.search(each)] == [], "in_force.key_for names the key of a command"


def other_keys() -> Settings:
    """Return settings that give every command another key, which contains no default key."""
    ids = dict.fromkeys(action.id for actions in DEFAULT.values() for action in actions)
    bindings = []
    for number, id in enumerate(ids):
        key = f"ctrl+shift+f{number % 12 + 1} ctrl+shift+f{number // 12 + 1}"
        bindings.append(KeyBinding("", id, (key,), number))
    digits = [action.id for actions in DEFAULT.values() for action in actions if action.by_digit]
    others = tuple(changed(each, keys=()) if each.command in digits else each for each in bindings)
    return changed(QUIET, keys=others)


_OLD = [key_name(key) for actions in DEFAULT.values() for action in actions for key in action.keys if key not in ALWAYS]


@pytest.fixture
def other_keys_in_force() -> Iterator[None]:
    in_force.use(overlay(DEFAULT, other_keys().keys, lambda *_: pytest.fail("a clash")))
    yield
    in_force.use({})


def named_before(keys: Iterator[str]) -> list[str]:
    return [each for each in keys if each in _OLD]


@pytest.mark.usefixtures("other_keys_in_force")
@pytest.mark.parametrize("place", [Place.FILTER, Place.LIST, Place.DETAIL])
def test_a_footer_names_the_keys_in_force(place: Place) -> None:
    named = [key for key, _ in hints(place, frozenset(Fact))]
    assert len(named) > 5
    assert named_before(iter(named)) == []


@pytest.mark.usefixtures("other_keys_in_force")
@pytest.mark.parametrize("area", Area)
def test_key_lines_and_help_name_the_keys_in_force(area: Area) -> None:
    assert named_before(key for key, _ in keys_of([each.id for each in in_force.actions(area)], area)) == []
    rows = ["".join(piece for piece, _ in line.pieces) for line in help_lines(200, area)]
    keys = {
        word
        for row in rows[: rows.index(" Signs in the list")]
        for word in row[:22].split("  ")
        if row.startswith("   ")
    }
    assert named_before(each.strip() for each in keys) == []
    text = "\n".join(rows)
    assert re.search(r"[;.,:] (u|y|P) (un|co|and)", text) is None
    assert "Ctrl+Shift+F" in text


@pytest.mark.usefixtures("other_keys_in_force")
def test_a_command_without_a_key_is_named_as_the_palette_has_it() -> None:
    in_force.use(
        {Area.MAIN: [changed(each, keys=() if each.id == "undo" else each.keys) for each in in_force.actions()]}
    )
    assert re.fullmatch(r"Ctrl\+Shift\+F\d+ Ctrl\+Shift\+F\d+ “Undo”", in_force.key_for("undo"))
    assert "undo" not in dict(map(reversed, hints(Place.LIST, frozenset(Fact))))  # type: ignore[arg-type]


def _is_open(reader: Reader, kind: type) -> bool:
    return isinstance(reader.app.screen, kind) and reader.app.screen.is_mounted


async def test_the_screens_of_a_reader_with_other_keys_name_those(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, other_keys(), size=(160, 45)) as reader:
        assert "Ctrl+Shift+F" in reader.lines[-1]
        assert re.search(r" ([a-zA-Z/?.]|space) [a-z]", reader.lines[-1]) is None
        for id, kind in (("journal", JournalScreen), ("ledger", LedgerScreen), ("rules", RulesScreen)):
            await reader.main.action_command(id)
            await reader.until(partial(_is_open, reader, kind))
            assert " u undo" not in reader.lines[-1]
            assert "? help" not in reader.lines[-1]
            await reader.press("escape")
        await reader.press("s")
        assert not reader.main.session.news.undoable
        await reader.main.action_command("toggle_star")
        await reader.main.action_command("undo")
        await reader.until_shown("Undone")
        assert re.search(r"Ctrl\+Shift\+F\d+ Ctrl\+Shift\+F\d+ redoes", reader.text)
        await reader.main.action_command("help")
        await reader.until(lambda: isinstance(reader.app.screen, HelpScreen))
        assert " / " not in reader.lines[-1]


def test_the_detail_names_the_key_that_chooses_an_author() -> None:
    assert ("Tab", "author") in hints(Place.DETAIL, frozenset())


def test_the_footer_of_the_detail_has_similar_papers_before_references() -> None:
    labels = [label for _, label in hints(Place.DETAIL, frozenset(Fact))]
    assert labels.index("note") < labels.index("similar") < labels.index("references")
