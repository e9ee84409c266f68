"""Every parser of external data, with valid payloads: made-up ones, and captured ones if available."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from arxtui.demo.wire.pith import review_page
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.intake import Intake
from arxtui.sources import portable, records
from arxtui.sources.arxiv.api.atom import parse_answer
from arxtui.sources.arxiv.feed import parse_feed
from arxtui.sources.arxiv.oai.answers import parse_page, read_oai
from arxtui.sources.arxiv.pages.abstract import parse_abs
from arxtui.sources.arxiv.pages.listing import parse_listing
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_document
from arxtui.sources.pith import listing, mcp, reviewpage
from tests.mutants.mutator import mutated
from tests.sources.fixtures.pith import LAYOUTS
from tests.sources.latexml.outline import PAGES
from tests.sources.reading import read_file
from tests.sources.test_archives import packed
from tests.store.cache.payloads import FORMS, World

DAY = date(2026, 5, 13)
_PAPER = ArxivId("2605.01234")
_FOLDERS = ("atom", "feeds", "oai", "listing", "abs", "html")
_LISTINGS = ("listing", "catch-up", "recent")
_LARGE = 8_000
"""Payloads larger than this number of bytes are chosen less often, by their size."""


class Parser(NamedTuple):
    """A parser: ``read`` returns what is to be shown; ``errors`` are the errors that its documentation names."""

    read: Callable[[bytes], list[Any]]
    payloads: tuple[bytes, ...]
    errors: tuple[type[Exception], ...] = (SourceError,)
    packs: tuple[Callable[[bytes], bytes], ...] = ()
    """Compressors for the payloads, applied before or after the damage."""

    def mutant(self, others: Sequence[bytes], chance: Random) -> bytes:
        """Return one of the valid payloads, damaged."""
        (data,) = chance.choices(self.payloads, [1 / max(1, len(each) / _LARGE) ** 1.5 for each in self.payloads])
        if not self.packs:
            return mutated(data, others, chance)
        pack = chance.choice(self.packs)
        return mutated(pack(data), others, chance) if chance.random() < 0.3 else pack(mutated(data, others, chance))


def parsers() -> dict[str, Parser]:
    """Return all parsers by name."""
    made = _made_up()
    captured = _captured()
    lines = [line for name in ("dump", "JSON lines", "export") for line in made[name].splitlines()]
    answers = {
        folder: captured.get(f"arxiv/{folder}", ()) for folder in ("atom", "feeds", "oai", "listing", "abs", "html")
    }
    texts = tuple(page.read_bytes() for page in sorted(PAGES.iterdir()) if page.suffix in (".html", ".xhtml"))
    oai = (made["OAI arXiv"], made["OAI arXivRaw"], *answers["oai"])
    files = (*made.values(), *(each for held in captured.values() for each in held))
    layouts = tuple(layout() for layout in LAYOUTS.values())
    seeds = _read_by(_listing_text, captured.get("seeds", ()))
    reviews = _read_by(reviewpage.parse_page, captured.get("pith", ()))
    tool = tuple(json.dumps(_called(row)).encode() for row in _TOLD)
    return {
        "query API": Parser(_intake(parse_answer), (made["query API"], *answers["atom"])),
        "feed": Parser(_intake(parse_feed), (made["feed"], *answers["feeds"])),
        "OAI-PMH": Parser(lambda data: list(read_oai(_pieces(data))), oai),
        "OAI-PMH page": Parser(lambda data: [parse_page(data)], oai),
        "listing": Parser(
            _intake(parse_listing), (made["listing"], made["catch-up"], made["recent"], *answers["listing"])
        ),
        "abstract page": Parser(_abstract, (made["abstract page"], *answers["abs"])),
        "JSON line": Parser(lambda data: [records.parse_record(_text(data))], tuple(lines), (ValueError,)),
        "library line": Parser(lambda data: [portable.parse_line(_text(data))], tuple(lines), (ValueError,)),
        "file": Parser(lambda data: list(read_file(io.BytesIO(data), "a file")), files),
        "packed file": Parser(
            lambda data: list(read_file(io.BytesIO(data), "a file")),
            tuple(made.values()),
            packs=(_gzip, lzma.compress, _zipped),
        ),
        "Pith's listing": Parser(_intake(listing.parse_html), (made["Pith's page"], *layouts)),
        "Pith's listing as text": Parser(_listing_text, (made["Pith's page as text"], *seeds)),
        "Pith's review": Parser(lambda data: [reviewpage.parse_page(data)], (_review_page(), *reviews)),
        "Pith's record": Parser(lambda data: [reviewpage.parse_record(data)], (json.dumps(_RECORD).encode(),)),
        "Pith's tools": Parser(_tool, tool),
        "full text": Parser(lambda data: [parse_document(data)], (*texts, *answers["html"])),
    }


def _intake(parse: Callable[[bytes], Any]) -> Callable[[bytes], list[Any]]:
    return lambda data: [parse(data).intake]


def _abstract(data: bytes) -> list[Any]:
    paper, history = parse_abs(data)
    return [Intake(papers=(paper,), histories=(history,) if history else ())]


def _tool(data: bytes) -> list[Any]:
    """Parse a review, or a list of reviews, as Pith's machine interface returns it."""
    row = mcp.read_tool(mcp.read_result(data, "application/json", 2), "a tool")
    if "results" in row:
        listed, rejects = mcp.read_list(row, "a tool", DAY, "https://pith.example.org")
        full = [each.full for each in listed if each.full]
        return [Intake(reviews=tuple(each.card for each in listed), rejects=tuple(rejects)), *full]
    review = mcp.read_review(row, _PAPER, "https://pith.example.org")
    return [review] if review else []


def _listing_text(data: bytes) -> list[Any]:
    return [listing.parse_text(_text(data)).intake]


def _read_by(parse: Callable[[bytes], Any], payloads: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the payloads that a parser accepts."""
    for data in payloads:
        with suppress(SourceError):
            parse(data)
            yield data


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _zipped(data: bytes) -> bytes:
    return packed(("one.json", data), ("other.xml", data))


def _pieces(data: bytes) -> Iterator[bytes]:
    return (data[place : place + 3_000] for place in range(0, len(data), 3_000))


def _made_up() -> dict[str, bytes]:
    return {form: World(Random(4), retitled=True).payload(form, Random(3)) for form in FORMS}


def _captured() -> dict[str, tuple[bytes, ...]]:
    """Return the captured responses by folder, relative to the shared folder. Empty if there are none."""
    shared = Path(os.environ.get("ARXTUI_SHARED") or Path(__file__).resolve().parents[3] / "shared")
    found: dict[str, tuple[bytes, ...]] = {}
    for folder in (*sorted((shared / "data" / "arxiv").glob("*/")), shared / "data" / "pith", shared / "seeds"):
        files = [file for file in sorted(folder.glob("*.*")) if file.is_file()]
        found["/".join(folder.parts[-2:]) if folder.parent.name == "arxiv" else folder.name] = tuple(
            file.read_bytes() for file in files
        )
    return {name: held for name, held in found.items() if held}


def _called(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": json.dumps(row)}]}}


_SECTIONS = {"core_claim": "Delays of $O(\\sqrt{T})$ cost nothing.", "falsifier": ["One slow shard.", "A second one."]}
_TOLD: tuple[Mapping[str, Any], ...] = (
    {"found": True, "arxiv_id": "2605.01234v2", "title": "Bounded Staleness", "verdict": "sound", **_SECTIONS}
    | {"scores": {"novelty": 7, "confidence": "high"}, "reviewed_at": "2026-05-13T09:00:00Z", "model": "example-1"},
    {
        "results": [
            {"arxiv_id": f"2605.0{number}", "title": f"Part {number}", "category": "cs.DC"} | _SECTIONS
            for number in range(1001, 1006)
        ]
    },
)
_RECORD = {
    "record_type": "pith_number_record",
    "paper": {"title": "Bounded Staleness", "headline": "Stale gradients are cheap.", "primary_cat": "cs.DC"},
    "source": {"kind": "arxiv", "id": "2605.01234", "version": 2},
    "schema_version": "1",
}


def _review_page() -> bytes:
    review = _tool(json.dumps(_called(_TOLD[0])).encode())[0]
    return review_page(review)
