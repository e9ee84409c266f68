"""Papers of which better is to be asked for: of which only reviews have told, or not the best source."""

from __future__ import annotations

from arxtui.model.arxiv.ids import PENDING_BIT, id_of
from arxtui.model.paper import Paper
from arxtui.store.cache.papers import read_papers
from arxtui.store.sqlite.codes import PITH
from arxtui.store.sqlite.connection import Database

_PENDING = "SELECT key FROM paper WHERE source < 4 AND source = ? AND key & ? ORDER BY key DESC LIMIT ?"
_INCOMPLETE = (
    "SELECT key FROM paper INDEXED BY paper_unfinished WHERE source < 4 AND NOT key & ? "
    "UNION SELECT key FROM outdated ORDER BY key DESC LIMIT ?"
)


def pending(db: Database, limit: int) -> list[tuple[int, Paper]]:
    """(key, paper) of papers that only reviews have told of and that no link names, newest first."""
    wanted = [key for (key,) in db.rows(_PENDING, (PITH, PENDING_BIT, limit))]
    found = read_papers(db, wanted)
    return [(key, found[key]) for key in wanted if key in found]


def incomplete(db: Database, limit: int) -> list[str]:
    """Ids, newest first, of papers whose current version a feed, a listing or a review told of, nothing better, or of
    which a newer one was announced and nobody told which."""
    return [base for (key,) in db.rows(_INCOMPLETE, (PENDING_BIT, limit)) if (base := id_of(key))]
