"""The settings: one TOML file; unknown keys are faults, and every fault is reported with its line.

Each setting is declared once, with its default, its meaning (the words of docs/config.md) and its allowed values.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxtui.config.declaration import Setting, section, setting, settings_of
from arxtui.config.parsing import SectionReader
from arxtui.config.tables import keep_tables, kept_tables, read_toml
from arxtui.config.text import ConfigError, Report, read, refuse
from arxtui.config.values import (
    AUTO,
    DEFAULT_COLUMNS,
    THEMES,
    check_address,
    check_bibliography,
    check_categories,
    check_columns,
    check_command,
    check_contact,
    check_loopback,
    check_names,
    check_program,
    check_template,
)
from arxtui.light import deferred, frozen

with deferred():
    from arxtui.config.commands import UserCommand, read_commands
    from arxtui.config.keys import KeyBinding, read_table
    from arxtui.config.rules import read_rules

if TYPE_CHECKING:
    from arxtui.config.exports import SyncSettings
    from arxtui.model.rules import Rule


@section("arxiv")
class ArxivSettings:
    """``[arxiv]``: the followed categories, and every address of arXiv."""

    categories: tuple[str, ...] = setting(
        (),
        'the followed categories (`"cs.DC"`) or whole archives (`"math"`); `arxtui subscribe` writes this setting',
        check=check_categories,
        example='["cs.DC", "math"]',
    )
    backfill_days: int = setting(14, "how many days of submissions the first refresh of a category fetches")
    api_url: str = setting("https://export.arxiv.org/api/query", "the query API", check=check_address)
    feed_url: str = setting("https://rss.arxiv.org/rss", "the daily announcements", check=check_address)
    oai_url: str = setting(
        "https://oaipmh.arxiv.org/oai",
        "OAI-PMH: harvests, and single papers while the query API does not answer; empty: off",
        check=check_address,
    )
    datacite_url: str = setting(
        "https://api.datacite.org/dois",
        "DataCite's records of arXiv's DOIs: papers requested by name while arXiv does not answer; empty: off",
        check=check_address,
    )
    html_url: str = setting("https://arxiv.org/html", "full texts", check=check_address)
    ar5iv_url: str = setting(
        "https://ar5iv.labs.arxiv.org/html",
        "full texts of papers without arXiv HTML; empty: off",
        check=check_address,
    )
    listing_url: str = setting("https://arxiv.org/list", "listing pages", check=check_address)
    catchup_url: str = setting("https://arxiv.org/catchup", "announcements of an earlier day", check=check_address)
    abs_url: str = setting("https://arxiv.org/abs", "what `o` opens", check=check_address)
    pdf_url: str = setting(
        "https://arxiv.org/pdf", "what `p` opens, and where PDFs are fetched from", check=check_address
    )


@section("pith")
class PithSettings:
    """``[pith]``: the addresses of Pith. An empty ``listing_url`` switches the listing off."""

    listing_url: str = setting(
        "", "a template with `{category}` for Pith's listing of a category; empty: off", check=check_address
    )
    mcp_url: str = setting(
        "https://pith.science/mcp",
        "Pith's machine access: full reviews, and once a day the newest ones if `listing_url` is empty; empty: off",
        check=check_address,
    )
    record_url: str = setting("https://pith.science/pith", "Pith's records", check=check_address)
    paper_url: str = setting(
        "https://pith.science/paper", "Pith's page of a paper, with its whole review; empty: off", check=check_address
    )
    reviews: bool = setting(True, "request reviews from the two addresses above")


@section("citations")
class CitationsSettings:
    """``[citations]``: the [sources](references.md#sources) that are asked for references and citations, each off by
    default."""

    inspire: bool = setting(False, "ask INSPIRE (physics), which has citation keys and BibTeX entries, too")
    semantic_scholar: bool = setting(False, "ask Semantic Scholar, which needs your own key")
    openalex: bool = setting(False, "ask OpenAlex")
    crossref: bool = setting(False, "ask Crossref for the references of papers whose DOI in a journal is known")
    opencitations: bool = setting(False, "ask OpenCitations")
    semantic_scholar_key: str = setting(
        "", "your key of Semantic Scholar; sent to it alone, and not printed", variable="S2_API_KEY", is_secret=True
    )
    openalex_key: str = setting(
        "",
        "your key of OpenAlex, whose free budget is ten times that without a key; sent to it alone, and not printed",
        variable="OPENALEX_API_KEY",
        is_secret=True,
    )
    most_citing: int = setting(
        1_000, "how many of the works that cite a paper are fetched from each source; their number is that of all"
    )
    daily_requests: int = setting(1_000, "the most requests to each source in a day (UTC)")
    inspire_url: str = setting("https://inspirehep.net/api", "INSPIRE's API", check=check_address)
    semantic_scholar_url: str = setting(
        "https://api.semanticscholar.org/graph/v1", "Semantic Scholar's API", check=check_address
    )
    openalex_url: str = setting("https://api.openalex.org", "OpenAlex's API", check=check_address)
    crossref_url: str = setting("https://api.crossref.org", "Crossref's API", check=check_address)
    opencitations_url: str = setting(
        "https://api.opencitations.net/index/v2", "OpenCitations' API", check=check_address
    )


@section("http")
class HttpSettings:
    """``[http]``: how requests identify the user."""

    contact: str = setting(
        "", "an e-mail or web address where upstream can reach you, sent in the User-Agent", check=check_contact
    )


@section("refresh")
class RefreshSettings:
    """``[refresh]``: when the reader refreshes while it is open."""

    at_start: bool = setting(True, "refresh what is due when the reader opens")
    interval_minutes: int = setting(60, "minutes between automatic refreshes while the reader is open; 0 for never")


@section("fulltext")
class FulltextSettings:
    """``[fulltext]``: when full texts are fetched, and how many are kept."""

    keep_mb: int = setting(
        2_000,
        "limit for full texts with their figures, in megabytes. Beyond it, texts of papers that are neither "
        "starred nor queued are removed, the least recently read first, and a refresh fetches no more texts",
    )
    figures: bool = setting(True, "fetch the figures together with a text")
    fetch_on_open: bool = setting(
        True,
        "when `t` opens a paper whose full text is not stored, or a better one is due, fetch it immediately; "
        "`false`: only on `W`",
    )


@section("hooks")
class HooksSettings:
    """``[hooks]``: programs with their arguments that a refresh starts, never through a shell; empty for none."""

    after_refresh: tuple[str, ...] = setting(
        (),
        "a program and its arguments, started after each refresh that sent a request ([hooks](hooks.md))",
        check=check_program,
        example='["notify-send", "arXiv"]',
    )
    on_new_match: tuple[str, ...] = setting(
        (),
        "a program and its arguments, started when new papers match saved views ([hooks](hooks.md))",
        check=check_program,
        example='["notify-send", "arXiv"]',
    )
    time_limit_seconds: int = setting(
        30, "time limit of a hook, in seconds; then the hook and its child processes are stopped", minimum=1
    )


@section("follow")
class FollowSettings:
    """``[follow]``: the authors and keywords whose papers are highlighted."""

    authors: tuple[str, ...] = setting(
        (),
        "authors whose papers are highlighted ([rules](rules.md#following)); `arxtui follow` writes it",
        check=check_names,
        example='["Ada Example"]',
    )
    keywords: tuple[str, ...] = setting(
        (),
        "words of titles and abstracts that are highlighted; `arxtui follow --keyword` writes it",
        check=check_names,
        example='["consensus"]',
    )
    author_score: int = setting(5, "points of a paper by a followed author")
    keyword_score: int = setting(2, "points for each keyword in a paper")


@section("export")
class ExportSettings:
    """``[export]``: citation keys, and the files kept in step with queries."""

    bibtex_key: str = setting(
        "{author}{year}{word}", "the pattern of [citation keys](export.md#citation-keys)", check=check_template
    )
    bibliography: str = setting(
        "",
        "the BibTeX file to which the reader [adds papers](export.md#adding-to-a-bibliography); it begins with `/` or "
        "`~/`. If it is empty, the reader asks",
        check=check_bibliography,
        example='"~/thesis/references.bib"',
    )
    sync: tuple[SyncSettings, ...] = setting(
        (), "files [kept in step](export.md#files-kept-in-step) with queries, each a table `[[export.sync]]`"
    )

    @property
    def bibliography_file(self) -> Path | None:
        """The file of ``bibliography``, if one is named."""
        name = os.path.expanduser(self.bibliography)  # noqa: PTH111 - an unknown user is no error
        return Path(name) if name else None


@section("zotero")
class ZoteroSettings:
    """``[zotero]``: the address of Zotero on this machine."""

    url: str = setting("http://127.0.0.1:23119", "Zotero's address; a loopback address", check=check_loopback)


@section("ui")
class UiSettings:
    """``[ui]``: the appearance of the reader, and what it sends to the terminal."""

    theme: str = setting(
        AUTO,
        'the [theme](themes.md): `"auto"` is `"dark"` or `"light"`, matching the terminal\'s background; `F9` lists '
        "the themes and writes this setting. If `NO_COLOR` is set in the environment, there are no colours in any "
        "theme",
        choices=THEMES,
        variable="NO_COLOR",
    )
    ascii: bool = setting(
        False,
        "use only ASCII characters on the screen (always so if the locale's encoding is not UTF-8): [symbols in"
        " ASCII](themes.md#ascii-only)",
    )
    notify: str = setting(
        "off",
        'desktop notifications of new papers, through the terminal: `"osc9"` (iTerm2, kitty, WezTerm), '
        '`"osc777"` (urxvt, foot), or `"off"`',
        choices=("off", "osc9", "osc777"),
    )
    plain: bool = setting(
        False, "`arxtui` opens [plain mode](plain.md), a prompt for screen readers, instead of the reader"
    )
    title: bool = setting(True, "the reader sets the terminal's title")
    keymap: str = setting(
        "default",
        'the key preset: `"default"`, `"vim"`, `"newsboat"` or `"emacs"`; [`[keys]`](#keys) changes single keys',
        choices=("default", "vim", "newsboat", "emacs"),
    )
    kitty_keyboard: bool = setting(
        True,
        "the reader asks for kitty's keyboard protocol, in which terminals that have it tell more keys apart; `false` "
        "where dead keys or an input method do not work ([terminals](terminals.md))",
    )
    pictures: str = setting(
        "auto",
        'how figures are shown. In the text, in cells of two to eight dots: `"halves"`, `"quadrants"`, `"sextants"` or '
        '`"braille"`; over the whole screen and below an abstract also with the graphics of the terminal: `"kitty"`, '
        '`"iterm2"` or `"sixel"`. `"auto"` chooses both by the terminal, `"blocks"` only the cells; `arxtui doctor` '
        "says what is chosen and why",
        choices=("auto", "kitty", "iterm2", "sixel", "blocks", "halves", "quadrants", "sextants", "braille"),
    )
    two_lines: bool = setting(
        False,
        "two lines for each paper in the list; the second has the rest of a long title, authors, venue, code, "
        "category and symbols; `F8` toggles it in the reader",
    )
    mark_passed: bool = setting(
        False,
        "papers are marked read as the cursor steps over them in the list (`j`, `k`, `J`, `K`; not jumps); all that "
        "were passed in a list are one act for `u`. They are written after half a second; `, r` toggles it",
    )
    columns: tuple[str, ...] = setting(
        DEFAULT_COLUMNS,
        "the columns of the list from left to right; others are not shown. `authors`, `venue` and `code` are shown in "
        "very wide lists and on the second line of two",
        check=check_columns,
        example='["unread", "title", "mark"]',
    )
    group: str = setting(
        "none",
        'the groups of the inbox and of a day: `"topic"`, `"category"`, `"rules"` (your rules and "For you") or '
        '`"none"`; `, g` groups any list, with [`group:`](query.md#groups) in its query',
        choices=("none", "topic", "category", "rules"),
    )
    reopen: bool = setting(
        True,
        "the reader opens where you left it: query, paper under the cursor, and scroll position; after six hours, or "
        "if papers came meanwhile, on what is unread, and Esc leads to where you left it",
    )
    opener: str = setting(
        "",
        'the program that opens addresses, with its arguments, started without a shell: `"firefox --new-tab '
        '{url}"`; `{url}` is replaced by the address, which is otherwise added at the end. Empty: the programs in '
        "`BROWSER` (separated by colons, `%s` for the address), then the desktop's. A text browser (`w3m`, `lynx`, …) "
        "gets the terminal. Pictures are opened by the desktop's program for them",
        check=check_command,
        variable="BROWSER",
    )


@frozen
class Settings:
    """All settings; the defaults are those of an empty file."""

    arxiv: ArxivSettings = ArxivSettings()
    pith: PithSettings = PithSettings()
    citations: CitationsSettings = CitationsSettings()
    http: HttpSettings = HttpSettings()
    refresh: RefreshSettings = RefreshSettings()
    fulltext: FulltextSettings = FulltextSettings()
    hooks: HooksSettings = HooksSettings()
    follow: FollowSettings = FollowSettings()
    export: ExportSettings = ExportSettings()
    zotero: ZoteroSettings = ZoteroSettings()
    ui: UiSettings = UiSettings()
    rules: tuple[Rule, ...] = ()
    """``[[rules]]``, in their order; read by ``config.rules``."""
    keys: tuple[KeyBinding, ...] = ()
    """``[keys]``; read by ``config.keys``."""
    commands: tuple[UserCommand, ...] = ()
    """``[commands.NAME]``, in their order; read by ``config.commands``."""


OTHER_TABLES = ("rules", "keys", "commands")
"""The tables of the file that are not sections."""
SECTIONS: dict[str, type] = {name: type(value) for name, value in vars(Settings()).items() if name not in OTHER_TABLES}
"""The class of each section, in the order of the manual."""


def load(file: Path, kept: Path | None = None) -> Settings:
    """Read the configuration file; a missing file gives the defaults. ``kept`` is a file in which its tables are kept
    as they were parsed. Raises: ConfigError with the line of the first fault."""
    text = read(file)
    if not text:
        return Settings()
    if kept and (tables := kept_tables(kept, text)) is not None:
        return _read_tables(tables, text, str(file), refuse)
    tables = read_toml(text, str(file))
    settings = _read_tables(tables, text, str(file), refuse)
    if kept and not _has_secret(settings):
        keep_tables(kept, text, tables)
    return settings


def parse(text: str, name: str = "config.toml", report: Report = refuse) -> Settings:
    """Parse settings from TOML text.

    Raises: ConfigError with ``name`` and the line of the first fault, unless ``report`` returns: then the faulty part
    is left out. Text that is not TOML always raises.
    """
    return _read_tables(read_toml(text, name), text, name, report)


def _has_secret(settings: Settings) -> bool:
    """Whether a secret is set, which is not copied to a second file."""
    return any(each.is_secret and getattr(getattr(settings, each.section), each.key) for each in every_setting())


def _read_tables(tables: dict[str, Any], text: str, name: str, report: Report) -> Settings:
    rules, keys, commands = map(tables.get, OTHER_TABLES)
    reader = SectionReader(text, name, SECTIONS, report)
    settings = {each: reader.section(each, table) for each, table in tables.items() if each not in OTHER_TABLES}
    if rules is not None:
        settings["rules"] = read_rules(rules, text, name, report)
    if keys is not None:
        settings["keys"] = read_table(keys, text, name, report)
    if commands is not None:
        settings["commands"] = read_commands(commands, text, name, report)
    return Settings(**{section: values for section, values in settings.items() if values is not None})


def faults(text: str, name: str = "config.toml") -> list[ConfigError]:
    """Return all faults of a text, in the order of its lines."""
    reported: list[ConfigError] = []
    try:
        parse(text, name, reported.append)
    except ConfigError as fault:
        reported.append(fault)
    return sorted(reported, key=lambda fault: fault.line)


def every_setting() -> Iterator[Setting]:
    """Yield the declarations of all settings, in the order of the manual."""
    for kind in SECTIONS.values():
        yield from settings_of(kind).values()
