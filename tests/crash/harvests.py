"""A harvest that is killed at random moments again and again, then run to its end.

Used by the tests (a few kills) and by ``benchmarks/soak_harvest.py`` (fifty).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from arxtui.demo.messages import Reply, Request
from arxtui.demo.oai import OaiService
from arxtui.sources.arxiv.oai.page import read_envelope
from tests.fork_server import ForkServer
from tests.forked import run
from tests.sync.harvest.harvesting import Repository, many


def repository(count: int, page: int) -> Repository:
    """Return a service of ``count`` records, ``page`` records a page. The pages are rendered in advance, so that a kill
    seldom happens while the service renders."""
    made = Repository(many(count))
    made.harvestable = OaiService(lambda: made.records, lambda: made.now, page=page)
    pages: dict[str | None, Reply] = {}
    query = {"verb": "ListRecords", "metadataPrefix": "arXivRaw"}
    while query:
        reply = pages[query.get("resumptionToken")] = made.harvestable.answer(query)
        token = read_envelope(reply.body).page.token
        query = {"verb": "ListRecords", "resumptionToken": token.text} if token and token.text else {}
    answer = made.server.handler

    def rendered(request: Request) -> Reply:
        known = None if "from" in request.query else pages.get(request.query.get("resumptionToken"))
        return known or answer(request)

    made.server.handler = rendered
    return made


def configure(home: Path, url: str) -> Path:
    """Return a home that is configured to harvest from ``url``."""
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text(f'[arxiv]\noai_url = "{url}"\n')
    return home


def killed_harvest(fork_server: ForkServer, home: Path, seconds: float) -> bool:
    """Harvest, and kill the process after ``seconds``. Returns whether the process was still running."""
    return run(fork_server, home, "harvest", seconds=seconds).killed


def whole_harvest(fork_server: ForkServer, home: Path) -> int:
    """Harvest to the end. Returns the exit status."""
    return run(fork_server, home, "harvest").status


def fetched(served: Repository) -> Counter[str]:
    """Return how often each page was requested."""
    return Counter(served.asked)
