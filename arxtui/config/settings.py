"""The settings: one TOML file, every key known, every fault named with its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxtui.config.text import ConfigError, read
from arxtui.config.values import checked_value
from arxtui.model.frozen import frozen

if TYPE_CHECKING:
    from arxtui.config.exports import SyncSettings
    from arxtui.model.rules import Rule


@frozen
class ArxivSettings:
    """``[arxiv]``: what is subscribed, and every address of arXiv."""

    categories: tuple[str, ...] = ()
    """Categories (``cs.DC``) or whole archives (``math``) whose announcements fill the inbox."""
    backfill_days: int = 14
    """How many days of submissions the first refresh of a category fetches."""
    api_url: str = "https://export.arxiv.org/api/query"
    feed_url: str = "https://rss.arxiv.org/rss"
    oai_url: str = "https://oaipmh.arxiv.org/oai"
    html_url: str = "https://arxiv.org/html"
    ar5iv_url: str = "https://ar5iv.labs.arxiv.org/html"
    """The second source of full texts; empty switches it off."""
    listing_url: str = "https://arxiv.org/list"
    catchup_url: str = "https://arxiv.org/catchup"
    abs_url: str = "https://arxiv.org/abs"
    pdf_url: str = "https://arxiv.org/pdf"


@frozen
class PithSettings:
    """``[pith]``: addresses of Pith. An empty ``listing_url`` switches the listing off."""

    listing_url: str = ""
    """A template with ``{category}``; the site's own address for listings is not documented."""
    mcp_url: str = "https://pith.science/mcp"
    record_url: str = "https://pith.science/pith"
    paper_url: str = "https://pith.science/paper"
    reviews: bool = True
    """Whether ``mcp_url`` and ``paper_url`` are asked for reviews."""


@frozen
class HttpSettings:
    """``[http]``: how requests introduce themselves."""

    contact: str = ""
    """An address (mail or URL) that arXiv can reach you at; sent in the User-Agent."""


@frozen
class RefreshSettings:
    """``[refresh]``: when the open reader asks upstream."""

    at_start: bool = True
    interval_minutes: int = 60
    """Minutes between looks at what is due; 0 for never."""


@frozen
class FulltextSettings:
    """``[fulltext]``: when full texts are fetched, and what is kept of them."""

    keep_mb: int = 2_000
    """Megabytes of texts and figures beyond which those of papers that are neither starred nor queued are forgotten."""
    figures: bool = True
    """Whether figures are fetched with a text."""
    fetch_on_open: bool = True
    """Whether the reader fetches a text that is not here when it is opened."""


@frozen
class HooksSettings:
    """``[hooks]``: programs with their arguments that a refresh starts, never through a shell; none when empty."""

    after_refresh: tuple[str, ...] = ()
    on_new_match: tuple[str, ...] = ()
    time_limit_seconds: int = 30
    """Seconds after which one that still runs is ended, with all that it started."""


@frozen
class FollowSettings:
    """``[follow]``: whose papers, and papers about what, are highlighted."""

    authors: tuple[str, ...] = ()
    """Whole names (``Ada Example``); other forms of a name are found too, and told apart."""
    keywords: tuple[str, ...] = ()
    """Words, or words side by side, of titles and abstracts."""
    author_score: int = 5
    keyword_score: int = 2


@frozen
class ExportSettings:
    """``[export]``: citation keys, and the files that are kept in step."""

    bibtex_key: str = "{author}{year}{word}"
    """What a citation key is made of (``config.values.KEY_PARTS``)."""
    sync: tuple[SyncSettings, ...] = ()
    """``[[export.sync]]``; ``config.exports`` reads them."""


@frozen
class ZoteroSettings:
    """``[zotero]``: where Zotero listens on this machine."""

    url: str = "http://127.0.0.1:23119"


@frozen
class UiSettings:
    """``[ui]``: looks, and what the reader tells the terminal."""

    theme: str = "dark"
    notify: str = "off"
    """How the terminal is told of new papers: ``osc9`` (iTerm2, kitty, WezTerm) or ``osc777`` (urxvt, foot)."""
    title: bool = True
    """Whether the reader sets the terminal's title."""
    pictures: str = "auto"
    """How a picture is shown over the whole screen; ``auto``: as the terminal can."""
    opener: str = ""
    """The command line that opens addresses; ``{url}`` stands for the address, which else comes last."""


@frozen
class Settings:
    """All settings; the defaults are those of a file that says nothing."""

    arxiv: ArxivSettings = ArxivSettings()
    pith: PithSettings = PithSettings()
    http: HttpSettings = HttpSettings()
    refresh: RefreshSettings = RefreshSettings()
    fulltext: FulltextSettings = FulltextSettings()
    hooks: HooksSettings = HooksSettings()
    follow: FollowSettings = FollowSettings()
    export: ExportSettings = ExportSettings()
    zotero: ZoteroSettings = ZoteroSettings()
    ui: UiSettings = UiSettings()
    rules: tuple[Rule, ...] = ()
    """``[[rules]]``, in their order; ``config.rules`` reads them."""


SECTIONS: dict[str, type] = {
    "arxiv": ArxivSettings,
    "pith": PithSettings,
    "http": HttpSettings,
    "refresh": RefreshSettings,
    "fulltext": FulltextSettings,
    "hooks": HooksSettings,
    "follow": FollowSettings,
    "export": ExportSettings,
    "zotero": ZoteroSettings,
    "ui": UiSettings,
}


def load(file: Path) -> Settings:
    """Read the configuration; defaults when there is no file. ConfigError names the line of a fault."""
    text = read(file)
    return parse(text, str(file)) if text else Settings()


def parse(text: str, name: str = "config.toml") -> Settings:
    """Read settings from TOML text. ConfigError names ``name`` and the line of a fault."""
    import tomllib  # 6 ms that a start without a file need not spend

    try:
        held = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}, {_placed(str(error), text)}") from error
    except (RecursionError, ValueError) as error:
        what = "its values are nested too deep" if isinstance(error, RecursionError) else "a number in it is too long"
        raise ConfigError(f"{name}: not valid TOML: {what}") from error
    told = held.pop("rules", None)
    reader = _Reader(text, name)
    settings = {section: reader.section(section, value) for section, value in held.items()}
    if told is not None:
        from arxtui.config.rules import read_rules  # most files have none

        settings["rules"] = read_rules(told, text, name)
    return Settings(**settings)


@frozen
class _Reader:
    text: str
    name: str

    def section(self, section: str, held: object) -> Any:
        kind = SECTIONS.get(section)
        if kind is None:
            raise self.fault(section, None, f"unknown section [{section}]; known are {', '.join((*SECTIONS, 'rules'))}")
        if not isinstance(held, dict):
            raise self.fault(section, None, f"[{section}] must be a table")
        return kind(**{key: self.value(section, kind, key, value) for key, value in held.items()})

    def value(self, section: str, kind: type, key: str, value: object) -> object:
        known = kind.__annotations__
        if key not in known:
            raise self.fault(section, key, f"unknown key {key!r} in [{section}]; known are {', '.join(known)}")
        try:
            if key == "sync":
                from arxtui.config.exports import read_sync  # most files have none

                return read_sync(value, self.text, self.name)
            return checked_value(str(known[key]), key, value)
        except ValueError as error:
            raise self.fault(section, key, f"[{section}] {key}: {error}") from None

    def fault(self, section: str, key: str | None, message: str) -> ConfigError:
        return ConfigError(f"{self.name}, line {_line_of(self.text, section, key)}: {message}")


def _placed(message: str, text: str) -> str:
    line = re.search(r"\(at line (\d+), column \d+\)$", message)
    said = re.sub(r" \(at [^()]*\)$", "", message)
    return f"line {line[1] if line else max(1, len(text.splitlines()))}: not valid TOML: {said}"


def _line_of(text: str, section: str, key: str | None) -> int:
    """The line that assigns the key, else that opens the section, whichever way TOML lets it be written."""
    inside: list[str] = []
    header = 1
    wanted = [section] if key is None else [section, key]
    for number, line in enumerate(text.splitlines(), 1):
        if opened := re.match(r"\s*\[+([^\[\]]+)\]+\s*(?:#.*)?$", line):
            inside = _names(opened[1])
            here = inside
        elif assigned := re.match(r"\s*([\w\s.\"'-]+?)\s*=", line):
            here = inside + _names(assigned[1])
        else:
            continue
        if here[: len(wanted)] == wanted:
            return number
        if here[:1] == [section]:
            header = number
    return header


def _names(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in dotted.split(".")]
