"""Files that name papers by numbers, with made-up works, in the form of the real ones."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable
from pathlib import Path


def s2_paper(number: int, arxiv: str | None = None) -> str:
    """Return a line of Semantic Scholar's ``papers``."""
    ids = dict.fromkeys(("ACL", "DBLP", "ArXiv", "MAG", "CorpusId", "PubMed", "DOI", "PubMedCentral"))
    record = {
        "corpusid": number, "externalids": {**ids, "ArXiv": arxiv, "CorpusId": str(number)},
        "url": f"https://www.semanticscholar.org/paper/{number:040x}", "title": f"On work {number}",
        "authors": [{"authorId": "7", "name": "Ada Example"}], "venue": "", "publicationvenueid": None, "year": 2026,
        "referencecount": 2, "citationcount": 0, "influentialcitationcount": 0, "isopenaccess": False,
        "s2fieldsofstudy": None, "publicationtypes": None, "publicationdate": None, "journal": None,
    }  # fmt: skip
    return json.dumps(record, separators=(",", ":"))


def s2_citation(citing: int | str, cited: int | str | None) -> str:
    """Return a line of Semantic Scholar's ``citations``."""
    record = {
        "citationid": 9, "citingcorpusid": citing, "citedcorpusid": cited, "isinfluential": False,
        "contexts": ['as in [3] "citingcorpusid":4,"citedcorpusid":5}'], "intents": [["background"]],
    }  # fmt: skip
    return json.dumps(record, separators=(",", ":"))


def openalex_work(number: int, *cited: int, doi: str | None = None, pages: Iterable[str] = ()) -> str:
    """Return a line of OpenAlex's works."""
    name = f"https://openalex.org/W{number}"
    locations = [{"is_oa": True, "landing_page_url": page, "pdf_url": None, "source": None} for page in pages]
    record = {
        "id": name, "doi": doi, "title": f"On work {number}", "display_name": f"On work {number}",
        "publication_year": 2026, "ids": {"openalex": name, "doi": doi}, "primary_location": None, "type": "preprint",
        "indexed_in": ["arxiv"], "authorships": [{"author": {"id": "https://openalex.org/A5000000001"}}],
        "locations": locations, "referenced_works_count": len(cited),
        "referenced_works": [f"https://openalex.org/W{other}" for other in cited],
        "related_works": [], "abstract_inverted_index": {"arxiv.": [0]}, "updated_date": "2026-06-24T12:00:00",
    }  # fmt: skip
    return json.dumps(record, separators=(",", ":"))


def packed(file: Path, lines: Iterable[str], at: int = 7) -> Path:
    """Write a file of lines, packed with gzip, as of a time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")))
    os.utime(file, (at, at))
    return file
