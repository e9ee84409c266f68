"""Imports inside functions are listed with what each saves; those in ``with deferred():`` are not made before use.

All others are at the top of their modules. The times are CPU time of these imports alone; ``python -X importtime``
shows those of each.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "arxtui"
INDENTED = re.compile(r"^ +(from .+ )?import ", re.M)

SAVED = {
    "Before these, an interrupt ends the program, or the terminal is asked for its background.": """
        __main__: arxtui.cli.main
        tui.start: arxtui.tui.application
    """,
    "The frame of the last session is on the screen before these are imported: 35 ms of CPU time.": """
        cli.main: arxtui.cli.parser, arxtui.cli.program.reader, arxtui.cli.program.unfinished_restore,
            arxtui.text.encodable
        cli.support.outcome: arxtui.cli.support.failures
    """,
    "A list, ``show`` or a mark on the command line does without these, together 90 ms (a list takes 65 ms).": """
        cli.main: arxtui.tui.terminal.early_input
        cli.parser: textwrap
        cli.support.files: tempfile
        config.paths: platformdirs
        config.tables: tomllib
        config.values: shlex
        files: threading
        light: dataclasses
        model.arxiv.calendar: zoneinfo
        model.arxiv.ids: hashlib
        query.terms: calendar
        search.counting: concurrent.futures
        store.cache.citing_lists: tempfile
        store.cache.papers: logging
        store.sqlite.codec: hashlib
        text.decode: html.entities
        text.fold: hashlib
        text.tex.commands: logging
        text.width: rich.cells
    """,
    "The first frame of the reader does not wait for these, half as long again as its own imports.": """
        cli.program.reader: arxtui.cli.plain.shell
        tui.main_screen: arxtui.store.texts.documents, arxtui.tui.reading.screen
    """,
    "A refresh with nothing due does without these: 30 ms (it takes 60 ms).": """
        logs: logging, logging.handlers
    """,
    "Only some uses of a verb or a screen need these.": """
        cli.program.reader: arxtui.tui.start
        figures.cells: PIL
        figures.decoding: PIL
        figures.hidden: PIL
        sources.loose: feedparser
        sources.pdf: pypdfium2
        store.library.marks: json
        tui.pictures.graphics: PIL.Image
    """,
    "No list needs these, which ``pathlib`` imports in Python 3.11 and 3.12 only: 2 ms.": """
        config.values: ipaddress, urllib.parse
        model.arxiv.ids: urllib.parse
        model.dois: urllib.parse
    """,
    "Not every system has these.": """
        cli.plain.prompt: readline
        cli.program.serve: arxtui.cli.program.web_server
        library.search.regex_process: resource
        tui.pictures.graphics: fcntl, termios
    """,
}
"""By reason: a module in a line, and what its functions import."""


def listed() -> Iterator[tuple[str, str]]:
    """Return the importing module, without the name of the package, and the imported one, of each entry."""
    for table in SAVED.values():
        for part in table.replace(",\n", ",").split("\n"):
            module, _, imported = part.strip().partition(": ")
            yield from ((module, each.strip()) for each in imported.split(",") if module)


@cache
def modules() -> dict[str, ast.Module]:
    """Return the modules of the program that have imports in functions or blocks."""
    sources = {file: file.read_text(encoding="utf-8") for file in sorted(ROOT.rglob("*.py"))}
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(source)
        for file, source in sources.items()
        if INDENTED.search(source)
    }


def found() -> Iterator[tuple[str, str]]:
    """Return the same of each import in a function of the program."""
    for module, tree in modules().items():
        yield from ((module, each) for each in _in_functions(tree, is_inside=False))


def deferred(tree: ast.Module) -> dict[str, str]:
    """Return the names that a module imports in ``with deferred():``, and the module that each import loads."""
    blocks = (node for node in tree.body if isinstance(node, ast.With) and ast.unparse(node.items[0]) == "deferred()")
    imports = [node for block in blocks for node in block.body]
    assert all(isinstance(node, ast.ImportFrom) and str(node.module).startswith("arxtui.") for node in imports)
    names = [(str(node.module), each) for node in imports if isinstance(node, ast.ImportFrom) for each in node.names]
    assert not any(each.asname for _, each in names)
    return {each.name: imported(module, each.name) for module, each in names}


def _other_uses(node: ast.AST, names: Collection[str]) -> Iterator[str]:
    """Yield the uses of names that are neither calls nor attributes nor types."""
    for field, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for child in children if field not in ("annotation", "returns") else ():
            if not isinstance(child, ast.Name):
                yield from _other_uses(child, names) if isinstance(child, ast.AST) else ()
            elif child.id in names and (type(node), field) not in ((ast.Call, "func"), (ast.Attribute, "value")):
                yield f"{child.id} in line {child.lineno}"


def _in_functions(node: ast.AST, *, is_inside: bool) -> Iterator[str]:
    if is_inside and isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif is_inside and isinstance(node, ast.ImportFrom):
        yield from (imported(str(node.module), each.name) for each in node.names)
    is_inside = is_inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield from _in_functions(child, is_inside=is_inside)


def imported(module: str, name: str) -> str:
    """Return the module that ``from module import name`` imports."""
    path = ROOT.parent.joinpath(*module.split("."), name)
    return f"{module}.{name}" if path.is_dir() or path.with_suffix(".py").exists() else module


def test_each_import_in_a_function_is_listed_with_its_saving() -> None:
    in_functions, in_table = set(found()), list(listed())
    assert in_functions - set(in_table) == set(), "import at the top, or say in the table what that would cost"
    assert set(in_table) - in_functions == set(), "no longer imported there"
    assert len(in_table) == len(set(in_table))


def test_there_are_few_of_them() -> None:
    assert len(list(listed())) <= 50


def test_names_of_deferred_imports_are_called_or_have_their_attributes_read() -> None:
    uses = {module: list(_other_uses(tree, deferred(tree))) for module, tree in modules().items()}
    assert {module: each for module, each in uses.items() if each} == {}, "there, a stand-in is not what it stands for"
