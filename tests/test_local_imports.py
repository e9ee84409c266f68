"""Imports inside functions: each is listed with what it saves. All others are at the top of their modules.

The times are CPU time of these imports alone; ``python -X importtime`` shows those of each.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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
    "``--version`` and ``--help`` need neither: 30 ms.": """
        cli.program.version: arxtui.cli.program.version_details
        verbs.argument_types: arxtui.query.vocabulary
    """,
    "A list, ``show`` or a mark on the command line does without these, together 90 ms (a list takes 65 ms).": """
        cli.main: arxtui.tui.terminal.early_input
        cli.library.follow: arxtui.library.rules.config
        cli.papers.listing: arxtui.query.explain
        cli.papers.show: arxtui.cli.support.text_lines
        cli.parser: arxtui.cli.support.named_papers, textwrap
        cli.program.unfinished_restore: arxtui.cli.program.backup
        cli.support.files: arxtui.library.destinations, tempfile
        cli.support.output: arxtui.export.jsonform, arxtui.text.encodable
        cli.support.queries: arxtui.query.literal_words
        cli.support.settings: arxtui.library.rules.queries
        config.parsing: arxtui.config.exports
        config.paths: platformdirs
        config.settings: arxtui.config.commands, arxtui.config.keys, arxtui.config.rules
        config.tables: tomllib
        config.values: arxtui.text.matching.categories, shlex
        files: threading
        library.context: arxtui.search.index
        library.facade: arxtui.library.backup.portable, arxtui.library.exports, arxtui.library.marks.acts,
            arxtui.library.marks.journal, arxtui.library.marks.saved_views, arxtui.library.papers.fulltexts,
            arxtui.library.papers.versions, arxtui.library.ranking.for_you, arxtui.library.references.checking,
            arxtui.library.references.cited_papers, arxtui.library.references.references,
            arxtui.library.rules.library_rules, arxtui.library.rules.queries, arxtui.library.search.counts,
            arxtui.library.search.facets, arxtui.library.search.listings, arxtui.library.search.related,
            arxtui.library.search.suggestions
        library.marks.inbox: arxtui.library.rules.acts
        library.marks.journal: arxtui.library.rules.config
        library.papers.fulltexts: arxtui.library.papers.reading, arxtui.store.texts.fulltexts
        library.papers.papers: arxtui.library.papers.text_links, arxtui.library.references.refused
        library.papers.records: arxtui.text.mentions.links, arxtui.text.mentions.venue,
            arxtui.text.mentions.withdrawal
        library.rules.library_rules: arxtui.library.rules.acts, arxtui.library.rules.queries
        library.search.listings: arxtui.library.search.grouping
        library.search.queries: arxtui.library.rules.results, arxtui.library.search.regex,
            arxtui.library.search.similar
        library.search.related: arxtui.library.search.similar
        library.search.resolve: arxtui.text.matching.forms
        library.session: arxtui.library.ledger, arxtui.model.intake, arxtui.store.library.space
        light: dataclasses
        model.arxiv.calendar: zoneinfo
        model.arxiv.ids: hashlib
        query.parser: arxtui.query.incomplete, arxtui.query.terms
        query.terms: calendar
        search.counting: concurrent.futures
        store.cache.announcements: arxtui.model.paper
        store.cache.citing_lists: tempfile
        store.cache.database: arxtui.store.cache.announced_days, arxtui.store.cache.graph, arxtui.store.cache.ingest,
            arxtui.store.cache.paper_writer, arxtui.store.cache.papers, arxtui.store.cache.record_parts,
            arxtui.store.cache.repacking, arxtui.store.progress.imports, arxtui.store.progress.ledger,
            arxtui.store.progress.rule_matches, arxtui.store.texts.fulltexts
        store.cache.papers: logging
        store.cache.repacking: arxtui.store.cache.entries
        store.cache.schema: arxtui.store.cache.conversions
        store.library.act_writer: arxtui.store.library.journal
        store.library.database: arxtui.store.library.creation, arxtui.store.library.journal,
            arxtui.store.library.judgements, arxtui.store.library.labels, arxtui.store.library.views,
            arxtui.store.sqlite.codec
        store.library.schema: arxtui.store.sqlite.packed_json
        store.sqlite.codec: hashlib
        store.sqlite.packed_json: arxtui.store.sqlite.zstd
        text.decode: html.entities
        text.fold: hashlib
        text.tex: arxtui.text.tex.converter
        text.tex.converter: arxtui.text.math, arxtui.text.tex.shorthands
        text.tex.commands: logging
        text.width: rich.cells
        verbs.declaration: arxtui.export.forms
    """,
    "The first frame of the reader does not wait for these, together 80 ms (the start takes 240 ms).": """
        cli.program.reader: arxtui.cli.plain.shell
        tui.application: arxtui.tui.command_line.prompt, arxtui.tui.screens.help, arxtui.tui.user_keys
        tui.commands.display: arxtui.tui.screens.themes
        tui.commands.fetching: arxtui.tui.screens.ledger
        tui.commands.marks: arxtui.tui.commands.triage_mode, arxtui.tui.screens.journal
        tui.commands.outside: arxtui.tui.screens.links
        tui.commands.program: arxtui.tui.command_line.prompt, arxtui.tui.screens.first_run
        tui.context: arxtui.tui.notes.notes, arxtui.tui.services.citations, arxtui.tui.services.rules
        tui.main_screen: arxtui.store.texts.documents, arxtui.tui.reading.screen
        tui.present.record: arxtui.tui.present.note
        tui.present.rules: arxtui.library.rules.queries
        tui.services.background.programs: arxtui.library.paper_fields, arxtui.tui.screens.output
        tui.services.configuration: arxtui.config.edit
        tui.services.exports: arxtui.tui.destinations
        tui.services.related: arxtui.reader.conclusions, arxtui.tui.pictures.record_figure
        tui.widgets.detail_pane: arxtui.tui.pictures.graphics, arxtui.tui.pictures.strips
    """,
    "A refresh with nothing due does without these, together 150 ms (it takes 60 ms).": """
        cli.fetching.after_refresh: arxtui.sync.by_hand.requests, arxtui.sync.fulltext.fetching
        cli.fetching.refresh: arxtui.cli.fetching.after_refresh, arxtui.cli.papers.export
        http.client: arxtui.http.wire
        logs: logging, logging.handlers
        sync.indexing: arxtui.sync.importing.index_follower
        sync.refresh.engine: arxtui.sync.indexing, arxtui.sync.refresh.fetching
        sync.refresh.plan: arxtui.http.hosts
    """,
    "Only some uses of a verb or a screen need these.": """
        cli.papers.citedby: arxtui.cli.fetching.ask_citations
        cli.papers.read: arxtui.figures.svg
        cli.papers.refs: arxtui.cli.fetching.ask_citations
        cli.plain.refresh: arxtui.cli.plain.background_refresh
        cli.program.config: arxtui.tui.user_keys
        cli.program.reader: arxtui.tui.start
        cli.support.text_lines: arxtui.figures.drawing, arxtui.figures.text
        figures.cells: PIL
        figures.decoding: PIL
        figures.hidden: PIL
        library.references.checking: arxtui.library.references.appending
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


def found() -> Iterator[tuple[str, str]]:
    """Return the same of each import in a function of the program."""
    for file in sorted(ROOT.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        if INDENTED.search(source):
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            yield from ((module, each) for each in _in_functions(ast.parse(source), is_inside=False))


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
    assert len(list(listed())) <= 174
