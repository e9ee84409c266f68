"""Papers in the form that Zotero accepts."""

from __future__ import annotations

from typing import Any

from arxtui.export.zotero import item
from arxtui.model.marks import Marks
from arxtui.model.paper import Author
from arxtui.model.views import Record
from tests import builders


def record(**more: Any) -> Record:
    authors = Author("Ada van der Example"), Author("Example Collaboration")
    usual = {"title": "Bounds of $O(\\sqrt{T})$", "abstract": "We bound it.", "authors": authors}
    made = builders.paper(1234, **{**usual, **more})
    return builders.record(made, title="Bounds of O(√T)", marks=Marks(tags=("thesis",)))


def test_a_preprint_has_its_identifier_where_zotero_keeps_it() -> None:
    assert item(record()) == {
        "itemType": "preprint",
        "title": "Bounds of O(√T)",
        "creators": [
            {"firstName": "Ada", "lastName": "van der Example", "creatorType": "author"},
            {"lastName": "Example Collaboration", "fieldMode": 1, "creatorType": "author"},
        ],
        "abstractNote": "We bound it.",
        "repository": "arXiv",
        "archiveID": "arXiv:2605.01234",
        "date": "2026-05-11",
        "DOI": "10.48550/arXiv.2605.01234",
        "url": "https://arxiv.org/abs/2605.01234",
        "libraryCatalog": "arXiv.org",
        "extra": "arXiv:2605.01234 [cs.DC]",
        "tags": [
            {"tag": "thesis", "type": 0},
            {"tag": "Distributed, Parallel, and Cluster Computing", "type": 1},
        ],
        "attachments": [],
        "notes": [],
        "seeAlso": [],
    }


def test_a_published_paper_is_an_article_of_its_journal() -> None:
    held = item(record(journal_ref="Example Lett. 12, 345 (2027)", doi="10.1000/example"))
    assert (held["itemType"], held["publicationTitle"], held["volume"]) == ("journalArticle", "Example Lett.", "12")
    assert (held["date"], held["DOI"], held["extra"]) == ("2027", "10.1000/example", "arXiv:2605.01234 [cs.DC]")
    assert "archiveID" not in held
