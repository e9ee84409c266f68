"""A reader that asks sources of citations."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arxtui.config.paths import Paths
from arxtui.config.settings import parse
from arxtui.demo.upstream import settings_toml
from arxtui.model.arxiv.ids import key_of
from arxtui.model.events import EventKind
from arxtui.model.ledger import LedgerEntry
from arxtui.model.reported import Report
from arxtui.model.sources import CITATION_SOURCES
from arxtui.store.cache.database import Cache
from arxtui.sync.citations.asking import ask
from tests.sync.upstream import Reader


@dataclass
class Asker(Reader):
    """A reader that asks one source."""

    source: str = "inspire"

    def ask(self, *names: str, again: bool = False) -> int:
        self.events = []
        return ask(
            self.paths,
            self.settings,
            names,
            again=again,
            emit=self.events.append,
            stop=self.stop,
            now=lambda: self.now,
            interval=0.0,
        )

    def said(self, kind: EventKind) -> list[str]:
        return [event.reason or "" for event in self.events if event.kind is kind]

    def reports(self, name: str) -> list[Report]:
        with Cache.open(self.paths.cache_db) as cache:
            return cache.reports.of(key_of(name))

    def report(self, name: str) -> Report:
        [report] = self.reports(name)
        return report

    def references(self, name: str) -> list[str]:
        """Return the arXiv ids, DOIs or titles of the references."""
        with Cache.open(self.paths.cache_db) as cache:
            works = [each.reported.work for each in cache.reports.references(key_of(name))]
            return [work.arxiv or next(iter(work.dois), work.title) for work in works]

    def citing(self, name: str) -> list[str]:
        with Cache.open(self.paths.cache_db) as cache:
            return [each.reported.work.arxiv for each in cache.reports.citing(key_of(name))]

    def entry(self, name: str) -> LedgerEntry:
        return self.ledger()[f"{self.source}.citations", name]


def asker_of(paths: Paths, url: str, source: str = "inspire", **citations: object) -> Asker:
    """Return a reader with this source alone."""
    made = parse(settings_toml(url))
    only = {name: name == source for name in CITATION_SOURCES}
    settings = replace(made, citations=replace(made.citations, **{**only, **citations}))  # type: ignore[arg-type]
    return Asker(paths, settings, source=source)
