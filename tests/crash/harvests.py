"""A harvest killed at random moments, over and over, until it is let to its end.

Shared by the suite (a few kills) and by ``benchmarks/soak_harvest.py`` (fifty).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from arxtui.demo.messages import Reply, Request
from arxtui.demo.oai import OaiService
from arxtui.sources.arxiv.oai.page import read_envelope
from tests.crash.forked import run
from tests.sync.harvest.harvesting import Repository, many
from tests.zygote import Zygote


def repository(count: int, page: int) -> Repository:
    """A service of so many records, so many a page. Its pages are rendered before, so that a kill seldom comes while
    one is."""
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
    """A home that harvests from there."""
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text(f'[arxiv]\noai_url = "{url}"\n')
    return home


def killed_harvest(zygote: Zygote, home: Path, seconds: float) -> bool:
    """Harvest, and kill the process after so many seconds; whether it was still at work."""
    return run(zygote, home, "harvest", seconds=seconds).killed


def whole_harvest(zygote: Zygote, home: Path) -> int:
    """Harvest to the end; the exit status."""
    return run(zygote, home, "harvest").status


def fetched(served: Repository) -> Counter[str]:
    """How often each page was asked for."""
    return Counter(served.asked)
