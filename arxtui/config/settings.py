"""The settings: one TOML file, every key known, every fault named with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from arxtui.model.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, canonical_case


class ConfigError(Exception):
    """The configuration cannot be used; the message names file, line and what to write instead."""


@dataclass(frozen=True, slots=True)
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
    listing_url: str = "https://arxiv.org/list"
    abs_url: str = "https://arxiv.org/abs"
    pdf_url: str = "https://arxiv.org/pdf"


@dataclass(frozen=True, slots=True)
class PithSettings:
    """``[pith]``: addresses of Pith. An empty ``listing_url`` switches the listing off."""

    listing_url: str = ""
    """A template with ``{category}``; the site's own address for listings is not documented."""
    mcp_url: str = "https://pith.science/mcp"
    record_url: str = "https://pith.science/pith"


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """``[http]``: how requests introduce themselves."""

    contact: str = ""
    """An address (mail or URL) that arXiv can reach you at; sent in the User-Agent."""


@dataclass(frozen=True, slots=True)
class RefreshSettings:
    """``[refresh]``: when the open reader asks upstream."""

    at_start: bool = True
    interval_minutes: int = 60
    """Minutes between looks at what is due; 0 for never."""


@dataclass(frozen=True, slots=True)
class UiSettings:
    """``[ui]``: looks."""

    theme: str = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; the defaults are those of a file that says nothing."""

    arxiv: ArxivSettings = field(default_factory=ArxivSettings)
    pith: PithSettings = field(default_factory=PithSettings)
    http: HttpSettings = field(default_factory=HttpSettings)
    refresh: RefreshSettings = field(default_factory=RefreshSettings)
    ui: UiSettings = field(default_factory=UiSettings)


SECTIONS: dict[str, type] = {
    "arxiv": ArxivSettings,
    "pith": PithSettings,
    "http": HttpSettings,
    "refresh": RefreshSettings,
    "ui": UiSettings,
}
THEMES = ("dark", "light", "ansi")


def load(file: Path) -> Settings:
    """Read the configuration; defaults when there is no file. ConfigError names the line of a fault."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file}: cannot be read: {error}") from error
    return parse(text, str(file))


def parse(text: str, name: str = "config.toml") -> Settings:
    """Read settings from TOML text. ConfigError names ``name`` and the line of a fault."""
    try:
        held = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}: not valid TOML: {error}") from error
    reader = _Reader(text, name)
    return Settings(**{section: reader.section(section, value) for section, value in held.items()})


def check_categories(codes: tuple[str, ...]) -> tuple[str, ...]:
    """The codes as arXiv writes them, without repeats. ValueError names the first that arXiv does not have."""
    checked: dict[str, None] = {}
    for code in codes:
        known = canonical_case(code.strip())
        known = CANONICAL.get(known, known)
        if known not in CATEGORIES and known not in ARCHIVES:
            raise ValueError(f"arXiv has no category {code!r}")
        checked[known] = None
    return tuple(checked)


@dataclass(frozen=True, slots=True)
class _Reader:
    text: str
    name: str

    def section(self, section: str, held: object) -> Any:
        kind = SECTIONS.get(section)
        if kind is None:
            raise self.fault(section, None, f"unknown section [{section}]; known are {', '.join(SECTIONS)}")
        if not isinstance(held, dict):
            raise self.fault(section, None, f"[{section}] must be a table")
        return kind(**{key: self.value(section, kind, key, value) for key, value in held.items()})

    def value(self, section: str, kind: type, key: str, value: object) -> object:
        known = {each.name: each.type for each in fields(kind)}
        if key not in known:
            raise self.fault(section, key, f"unknown key {key!r} in [{section}]; known are {', '.join(known)}")
        try:
            return _CHECKS[str(known[key])](key, value)
        except ValueError as error:
            raise self.fault(section, key, f"[{section}] {key}: {error}") from None

    def fault(self, section: str, key: str | None, message: str) -> ConfigError:
        return ConfigError(f"{self.name}, line {_line_of(self.text, section, key)}: {message}")


def _line_of(text: str, section: str, key: str | None) -> int:
    here = False
    header = 1
    assigned = re.compile(rf"\s*[\"']?{re.escape(key or section)}[\"']?\s*[.=]")
    for number, line in enumerate(text.splitlines(), 1):
        if opened := re.match(r"\s*\[+\s*([\w.-]+)", line):
            here = opened[1] == section
            header = number if here else header
        elif (here or key is None) and assigned.match(line):
            return number
    return header


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a string in quotes")
    if key.endswith("_url") and value and urlsplit(value).scheme not in ("http", "https"):
        raise ValueError(f"must be an http or https address, not {value!r}")
    if key == "listing_url" and "{" in value and "{category}" not in value:
        raise ValueError("the only placeholder is {category}")
    if key == "theme" and value not in THEMES:
        raise ValueError(f"must be one of {', '.join(THEMES)}, not {value!r}")
    return value


def _number(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("must be a whole number, 0 or more")
    return value


def _switch(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _codes(key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError('must be a list of strings, such as ["cs.DC", "math"]')
    return check_categories(tuple(value))


_CHECKS: Mapping[str, Any] = {"str": _text, "int": _number, "bool": _switch, "tuple[str, ...]": _codes}
