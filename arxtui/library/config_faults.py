"""The faults of a configuration, including those in its queries."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.config.exports import fault_of_sync
from arxtui.config.rules import fault_of_rule
from arxtui.config.settings import faults, parse
from arxtui.config.text import ConfigError
from arxtui.library.rules.queries import faults_of_rules
from arxtui.query import QueryError, check


def config_faults(text: str, name: str) -> list[ConfigError]:
    """Return the faults of a configuration text, sorted by line; ``name`` is the file's name in the messages. Queries
    are checked only if there are no other faults."""
    return faults(text, name) or sorted(_faults_of_queries(text, name), key=lambda fault: fault.line)


def _faults_of_queries(text: str, name: str) -> Iterator[ConfigError]:
    settings = parse(text, name)
    for place, key, message in faults_of_rules(settings):
        yield fault_of_rule(text, name, place, key, message)
    for place, sync in enumerate(settings.export.sync):
        try:
            check(sync.query)
        except QueryError as error:
            yield fault_of_sync(text, name, place, "query", f"[[export.sync]] query: {error}")
