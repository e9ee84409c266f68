"""Builders of payloads that describe a few made-up papers, one builder for each format that ``arxtui import`` reads."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from random import Random
from typing import Any

from arxtui.demo import wire
from arxtui.demo.wire import listing, oai
from arxtui.demo.wire.atom import ApiQuery
from arxtui.demo.wire.listing import Window
from arxtui.export.jsonform import record_to_json
from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, AnnounceType, Author, Link, Paper, Version
from arxtui.model.views import Record
from tests.sources.fixtures import abspage, pith
from tests.sources.reading import read_file
from tests.store.cache.payload_reviews import SUBJECT, announced_on, cards, pith_card, whole_reviews

_BEGUN = datetime(2026, 5, 4, 17, 59, 30, tzinfo=UTC)
_WHOLE = Window(0, 2000)
_EARLIER = timedelta(days=2)

Payload = bytes
TEXT = "Pith's page as text"


class World:
    """Made-up papers with one to three versions each; ``Random`` decides the content of each version.

    ``retitled`` gives papers different titles in some versions. A Pith listing without links is matched to papers by
    title and text, which does not always work for such papers; ``forms`` leaves that format out when ``retitled`` is
    true.
    """

    def __init__(self, random: Random, papers: int = 4, *, retitled: bool = False) -> None:
        self.revisions = [_revisions(number, random, retitled=retitled) for number in range(1, papers + 1)]
        self.forms = [form for form in FORMS if not (retitled and form == TEXT)]

    def papers(self, random: Random) -> list[Paper]:
        """Return a random selection of the papers, each as of one of its versions."""
        chosen = random.sample(self.revisions, random.randint(1, len(self.revisions)))
        return [random.choice(each) for each in chosen]

    def versions(self, paper: Paper) -> tuple[Version, ...]:
        """Return the versions of a paper up to ``paper.version``."""
        (result,) = (each for each in self.revisions if each[0].id == paper.id)
        return tuple(
            Version(each.version or 0, each.updated, paper.source) for each in result[: paper.version or len(result)]
        )

    def payload(self, form: str, random: Random) -> Payload:
        """Return a payload in this form that describes a random selection of the papers."""
        return FORMS[form](self, self.papers(random), random)


def read(payload: Payload) -> list[Intake]:
    """Return the intakes that an import reads from a payload."""
    return list(read_file(io.BytesIO(payload), "a payload"))


def _revisions(number: int, random: Random, *, retitled: bool) -> list[Paper]:
    found = []
    at = _BEGUN + timedelta(days=number)
    title = f"Cheap Snapshots, Part {number}"
    for version in range(1, random.randint(1, 3) + 1):
        found.append(
            Paper(
                id=f"2605.{number:05}",
                title=title if not retitled or random.random() < 0.5 else f"{title}, Revision {version}",
                abstract=f"We take snapshots of kind {number}. Revision {version} takes {version + 1} of them.",
                authors=(Author("Ada Example", ("Example University",)), Author("Björn Måns")),
                categories=random.choice([("cs.DC",), ("cs.DC", "cs.LG"), ("cs.DC", "math.PR", "cs.LG")]),
                version=version,
                published=_BEGUN + timedelta(days=number),
                updated=at,
                comment=random.choice([None, "9 pages", "12 pages, 3 figures"]),
                journal_ref=random.choice([None, "J. Ex. 1 (2026) 1-12"]),
                doi=random.choice([None, "10.1000/example.1"]),
                license="http://creativecommons.org/licenses/by/4.0/",
                links=(Link(f"https://arxiv.org/abs/2605.{number:05}v{version}", "alternate", "", "text/html"),),
                source="api",
            )
        )
        at += timedelta(days=random.randint(1, 9), minutes=random.randint(0, 600))
    return found


def _kind(paper: Paper) -> AnnounceType:
    return AnnounceType.NEW if paper.version == 1 else AnnounceType.REPLACE


def _atom(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    return wire.answer(papers, len(papers), ApiQuery("cat:cs.DC"), _BEGUN)


def _feed(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    """Return a feed of the papers that were announced on the same day as the first one."""
    day = announced_on(papers[0])
    items = [(paper, _kind(paper)) for paper in papers if announced_on(paper) == day]
    return wire.feed(items, (SUBJECT,), day, _BEGUN)


def _oai(form: str) -> Callable[[World, Sequence[Paper], Random], bytes]:
    def answer(world: World, papers: Sequence[Paper], random: Random) -> bytes:
        records = [oai.Record(paper, announced_on(paper), world.versions(paper), ("cs:cs:DC",)) for paper in papers]
        return oai.document(_BEGUN, {"verb": "ListRecords", "metadataPrefix": form}, oai.records(records, form, ""))

    return answer


def _new(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    return listing.new(SUBJECT, announced_on(papers[0]), _sections(papers), _WHOLE)


def _catchup(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    day = announced_on(papers[0])
    return listing.catchup(SUBJECT, day, _sections(papers), _WHOLE, abstracts=random.random() < 0.5, next_day=None)


def _recent(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    return listing.recent(SUBJECT, [(announced_on(papers[0]), [(papers[0], AnnounceType.NEW)])], _WHOLE)


def _sections(papers: Sequence[Paper]) -> list[listing.ListingSection]:
    result = [(paper, _kind(paper)) for paper in papers if announced_on(paper) == announced_on(papers[0])]
    return [
        listing.ListingSection(name, [each for each in result if each[1] is kind])
        for name, kind in (
            ("New", AnnounceType.NEW),
            ("Cross", AnnounceType.CROSS),
            ("Replacement", AnnounceType.REPLACE),
        )
    ]


def _abstract_page(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    paper = papers[0]
    dates = [f"{each.updated:%a, %d %b %Y %H:%M:%S} UTC" for each in world.versions(paper)]
    page = abspage.Page(
        paper.id,
        paper.title,
        paper.title,
        "Ada Example (Example University), Björn Måns",
        ("Example, Ada", "Måns, Björn"),
        categories=paper.categories,
        abstract=paper.abstract,
        comments=paper.comment or "",
        journal_ref=paper.journal_ref or "",
        doi=paper.doi or "",
        versions=dates,
        version=len(dates),
    )
    return abspage.page(page)


def _dump(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    """Return the papers as rows of the Kaggle snapshot."""
    return _lines(
        {
            "id": paper.id,
            "title": paper.title,
            "abstract": f"  {paper.abstract}\n",
            "comments": paper.comment,
            "journal-ref": paper.journal_ref,
            "doi": paper.doi,
            "license": paper.license,
            "categories": " ".join(paper.categories),
            "versions": [
                {"version": f"v{each.number}", "created": format_datetime(each.updated, usegmt=True)}
                for each in world.versions(paper)
                if each.updated
            ],
            "update_date": str(announced_on(paper)),
            "authors_parsed": [["Example", "Ada", ""], ["Måns", "Björn", ""]],
        }
        for paper in papers
    )


def _plain(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    return _lines(
        {
            "id": str(paper.arxiv_id) if random.random() < 0.5 else paper.id,
            "title": paper.title,
            "abstract": paper.abstract,
            "authors": [author.name for author in paper.authors],
            "categories": list(paper.categories),
        }
        for paper in papers
    )


def _export(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    """Return the papers as arxtui's own export, with announcements, versions, review cards and full reviews."""
    return _lines(
        record_to_json(
            Record(
                key=paper.key,
                paper=paper,
                title=paper.title,
                announcements=(Announcement(paper.id, announced_on(paper), SUBJECT, _kind(paper), paper.version),),
                versions=world.versions(paper),
                reviews=tuple(cards([paper], random)),
                sources=tuple(random.sample(["rss", "oai", "api", "pith"], random.randint(1, 3))),
            ),
            whole_reviews(paper, random),
        )
        for paper in papers
    )


def _pith_page(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    layout = random.choice(list(pith.LAYOUTS.values()))
    return layout([pith_card(card) for card in cards(papers, random)], links=True)


def _pith_text(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    """Return Pith's listing as text without links. It describes papers in their newest version, because only their
    texts identify the papers."""
    newest = [revisions[-1] for revisions in world.revisions if revisions[0].id in {paper.id for paper in papers}]
    return pith.as_text([pith_card(card) for card in cards(newest, random)]).encode()


def _names(world: World, papers: Sequence[Paper], random: Random) -> bytes:
    """Return a text that mentions paper identifiers, as a list of references does."""
    return "".join(f"See arXiv:{paper.id} for more.\n" for paper in papers).encode()


def _lines(rows: Iterable[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


FORMS: dict[str, Callable[[World, Sequence[Paper], Random], bytes]] = {
    "query API": _atom,
    "feed": _feed,
    "OAI arXiv": _oai("arXiv"),
    "OAI arXivRaw": _oai("arXivRaw"),
    "listing": _new,
    "catch-up": _catchup,
    "recent": _recent,
    "abstract page": _abstract_page,
    "dump": _dump,
    "JSON lines": _plain,
    "export": _export,
    "Pith's page": _pith_page,
    TEXT: _pith_text,
    "names": _names,
}
"""The function that builds a payload, for each format that an import reads."""
