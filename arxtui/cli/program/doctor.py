"""``arxtui doctor``: look for faults, and print what to do about them."""

from __future__ import annotations

import argparse
import stat
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from arxtui.cli.support import exits, output
from arxtui.config.paths import Paths
from arxtui.config.settings import CitationsSettings, Settings, load
from arxtui.config.text import ConfigError
from arxtui.http.client import Client
from arxtui.http.errors import Cancelled, HttpError
from arxtui.http.hosts import host_of
from arxtui.http.names import unknown_hosts
from arxtui.library.doctor import Check, Progress, State, examine, open_folders
from arxtui.model.ledger import NAMELESS, UNREACHED
from arxtui.model.sources import CITATION_SOURCES, CitationSource
from arxtui.sources.arxiv.urls import api_query_url, datacite_url, feed_url
from arxtui.sync.by_hand.repair import repair

_MARKS = {State.OK: "ok", State.UNCHECKED: "-", State.WARNING: "note", State.FAULT: "FAULT"}
_ANY_PAPER = "0704.0001"
_ANY_CATEGORY = "cs.DC"
_LOOK_UP_SECONDS = 3.0
"""Seconds until all host names must be resolved."""


def run(options: argparse.Namespace) -> int:
    """Run the checks and print each result immediately.

    Exit status 1 if a fault remains, after the repair if requested. A repair reads everything.
    """
    paths = Paths.find()
    paths.make()
    with output.progress() as redraw:
        progress = redraw if options.full or options.repair else None
        checks = _checks(paths, progress, offline=options.offline or options.repair)
        faults = _examine(checks, redraw, as_json=options.json)
        if options.repair:
            _repair(paths, redraw, as_json=options.json)
            faults = _examine(examine(paths, progress=progress), redraw, as_json=options.json)
    return exits.FAILED if faults else exits.OK


def _examine(checks: Iterable[Check], redraw: Progress, *, as_json: bool) -> int:
    """Print the checks and return the number of faults."""
    faults = 0
    for check in checks:
        faults += check.state is State.FAULT
        redraw("")
        _print(check.part, str(check.state), _MARKS[check.state], check.words, as_json=as_json)
    return faults


def _repair(paths: Paths, redraw: Progress, *, as_json: bool) -> None:
    is_repaired = False
    for folder in open_folders(paths):
        is_repaired = True
        folder.chmod(folder.stat().st_mode & stat.S_IRWXU)
        _print("repair", "done", "done", f"{folder} is private now", as_json=as_json)
    for words in repair(paths, redraw):
        is_repaired = True
        redraw("")
        _print("repair", "done", "done", words, as_json=as_json)
    if not is_repaired:
        _print("repair", "done", "done", "there was nothing to repair", as_json=as_json)


def _print(part: str, state: str, mark: str, words: str, *, as_json: bool) -> None:
    if as_json:
        output.as_json({"part": part, "state": state, "words": words})
    else:
        output.line(f"{mark:5}  {part:17}  {output.foreign(words)}")


def _checks(paths: Paths, progress: Progress | None, *, offline: bool) -> Iterator[Check]:
    yield from examine(paths, progress=progress)
    if not offline:
        with suppress(ConfigError):  # reported by an earlier check
            yield from check_addresses(paths, load(paths.config_file))
    if progress is None:
        yield Check("records", State.UNCHECKED, "not read: arxtui doctor --full")


@dataclass(frozen=True, slots=True)
class _Address:
    """A setting and the request that tests it.

    ``good``: the response must be a success; any response will do for an address that is only a prefix of others.
    ``secrets``: headers that only this host gets.
    """

    setting: str
    url: str
    service: str
    good: bool = True
    secrets: Mapping[str, str] | None = None


def check_addresses(paths: Paths, settings: Settings) -> Iterator[Check]:
    """Check each address that a refresh uses; addresses that are switched off are left out."""
    addresses = list(_addresses(settings))
    hosts = {host_of(address.url) for address in addresses}
    unknown = unknown_hosts(hosts, _LOOK_UP_SECONDS)
    if len(unknown) == len(hosts) > 1:
        yield Check("network", State.FAULT, f"no network: none of the names was found ({', '.join(sorted(hosts))})")
        return
    for address in addresses:
        if (host := host_of(address.url)) in unknown:
            yield Check(address.setting, State.FAULT, f"{host} {UNREACHED}: {NAMELESS}")
        else:
            yield _try(paths, settings.http.contact, address)


def _addresses(settings: Settings) -> Iterator[_Address]:
    arxiv, pith = settings.arxiv, settings.pith
    category = quote((*arxiv.categories, _ANY_CATEGORY)[0])
    known = (
        _Address(
            "arxiv.api_url",
            arxiv.api_url and api_query_url(arxiv.api_url, id_list=[_ANY_PAPER], max_results=1),
            "arxiv",
        ),
        _Address(
            "arxiv.feed_url", arxiv.feed_url and feed_url(arxiv.feed_url, arxiv.categories or (_ANY_CATEGORY,)), "arxiv"
        ),
        _Address("arxiv.oai_url", arxiv.oai_url and f"{arxiv.oai_url}?verb=Identify", "arxiv", good=False),
        _Address(
            "arxiv.datacite_url",
            arxiv.datacite_url and datacite_url(arxiv.datacite_url, _ANY_PAPER),
            "datacite",
            good=False,
        ),
        _Address("arxiv.html_url", arxiv.html_url and f"{arxiv.html_url}/{_ANY_PAPER}", "arxiv", good=False),
        _Address("arxiv.ar5iv_url", arxiv.ar5iv_url and f"{arxiv.ar5iv_url}/{_ANY_PAPER}", "arxiv", good=False),
        _Address(
            "arxiv.listing_url", arxiv.listing_url and f"{arxiv.listing_url}/{category}/recent", "arxiv", good=False
        ),
        _Address("pith.listing_url", pith.listing_url.replace("{category}", category), "pith"),
        _Address("pith.mcp_url", pith.mcp_url if pith.reviews else "", "pith", good=False),
        _Address("pith.record_url", pith.record_url, "pith", good=False),
        _Address("pith.paper_url", pith.paper_url if pith.reviews else "", "pith", good=False),
        *(_citations_address(source, settings.citations) for source in CITATION_SOURCES.values()),
    )
    return (address for address in known if address.url)


def _citations_address(source: CitationSource, settings: CitationsSettings) -> _Address:
    """Return the address of a source of citations; an empty one if it is switched off or lacks its key."""
    key = getattr(settings, f"{source.name}_key") if source.key_header else ""
    is_used = getattr(settings, source.name) and bool(key) == bool(source.key_header)
    url = getattr(settings, f"{source.name}_url") if is_used else ""
    secrets = {source.key_header: key} if key else None
    return _Address(f"citations.{source.name}_url", url, source.name, good=False, secrets=secrets)


def _try(paths: Paths, contact: str, address: _Address) -> Check:
    stop = threading.Event()
    pause: list[str] = []

    def on_wait(until: datetime, reason: str) -> None:
        pause.append(f"{reason}; requests are paused until {until.astimezone():%H:%M:%S}")
        stop.set()

    try:
        with Client(paths.state, contact, stop=stop, on_wait=on_wait) as client:
            answer = client.get(address.url, service=address.service, secrets=address.secrets)
    except Cancelled:
        return Check(address.setting, State.FAULT, f"not requested, or not retried: {' '.join(pause)}")
    except HttpError as error:
        is_answer = error.status is not None and 400 <= error.status < 500 and error.status not in (403, 406, 429)
        is_sound = is_answer and not address.good
        if is_sound:
            return Check(address.setting, State.OK, f"can be reached ({error.reason})")
        return Check(address.setting, State.FAULT, error.reason)
    return Check(address.setting, State.OK, f"{answer.url.split('?')[0]} answers")
