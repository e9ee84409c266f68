"""The tables of ``cache.db``: what upstream said. Days are proleptic Gregorian ordinals, times epoch seconds, UTC."""

from __future__ import annotations

from arxtui.store.sqlite.connection import Database, FileKind
from arxtui.store.sqlite.migrations import Migration, run_script

CACHE = FileKind(
    name="cache",
    application_id=0x41545843,  # "ATXC"
    synchronous="NORMAL",
    advice="'arxtui doctor --repair' saves what can be read of it; it can be deleted: nothing in it is yours.",
)

# paper      what lists and look-ups need, narrow: `category` the primary one; `source` of the current version and
#            `sources` as bits (store.columns); `content` the hash that decides changed or same; `change` its last
#            number. Sources below 4 (feeds, listings, reviews) tell too little: the query API completes them.
# detail     title, and the rest of the record compressed (store.codec).
# version    superseded and older versions; the current one is in `paper`. `body` is empty where no text is known.
# review     `slot` is the version that the card's link gave, or -1 - place.
# alias      a pending key that has become a paper; `signs` (its abstract's hash, else its title's) tells clashes.
# gone       the change number at which a key vanished.
# month      store.keys; category_count: papers by primary category and month of the id.
# arrival    when the change numbers from `change` on were given.
_FIRST = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID

CREATE TABLE paper (
    key INTEGER PRIMARY KEY, version INTEGER, category TEXT NOT NULL, published INTEGER, updated INTEGER,
    title_hash INTEGER NOT NULL, abstract_hash INTEGER, content BLOB NOT NULL,
    source INTEGER NOT NULL, sources INTEGER NOT NULL, added INTEGER NOT NULL, change INTEGER NOT NULL)

CREATE INDEX paper_by_title ON paper (title_hash)

CREATE INDEX paper_by_abstract ON paper (abstract_hash) WHERE abstract_hash IS NOT NULL

CREATE INDEX paper_by_change ON paper (change)

CREATE INDEX paper_unfinished ON paper (source, key) WHERE source < 4

CREATE TABLE detail (key INTEGER PRIMARY KEY, title TEXT NOT NULL, body BLOB NOT NULL)

CREATE TABLE version (
    key INTEGER, number INTEGER, updated INTEGER, source INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (key, number)) WITHOUT ROWID

CREATE TABLE review (
    key INTEGER, slot INTEGER, listed_on INTEGER NOT NULL, theorem_links INTEGER, headline TEXT NOT NULL,
    body BLOB NOT NULL, PRIMARY KEY (key, slot)) WITHOUT ROWID

CREATE TABLE alias (pending INTEGER PRIMARY KEY, key INTEGER NOT NULL, signs INTEGER NOT NULL)

CREATE INDEX alias_by_key ON alias (key)

CREATE TABLE gone (change INTEGER PRIMARY KEY, key INTEGER NOT NULL)

CREATE TABLE announcement (
    day INTEGER, category TEXT, key INTEGER, type INTEGER NOT NULL, version INTEGER,
    PRIMARY KEY (day, category, key)) WITHOUT ROWID

CREATE INDEX announcement_by_key ON announcement (key)

CREATE TABLE month (month INTEGER PRIMARY KEY, n INTEGER NOT NULL, numbers BLOB NOT NULL)

CREATE TABLE category_count (
    category TEXT, month INTEGER, n INTEGER NOT NULL, PRIMARY KEY (category, month)) WITHOUT ROWID

CREATE TABLE arrival (change INTEGER PRIMARY KEY, at INTEGER NOT NULL)

CREATE TABLE ledger (
    source TEXT, target TEXT, attempted REAL NOT NULL, outcome TEXT NOT NULL, next_due REAL NOT NULL,
    fresh_as_of REAL, status INTEGER, reason TEXT NOT NULL, failures INTEGER NOT NULL, etag TEXT,
    last_modified TEXT, progress TEXT, PRIMARY KEY (source, target)) WITHOUT ROWID

INSERT INTO meta (name, value)
SELECT name, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 1024
FROM (SELECT 'origin' AS name UNION ALL SELECT 'change')
"""


# A hash falls anywhere in an index of its own: at a million papers, each new one had two pages of it written, 13 kB. By
# month first, papers that come together are written together.
# import     how far a file is taken in: `file` is its identity (sync.resuming), `through` the place (sources.files),
#            `tally` the counts so far as JSON. The row goes when the file is done.
_SECOND = """
DROP INDEX paper_by_title

DROP INDEX paper_by_abstract

CREATE INDEX paper_by_title ON paper (key >> 32, title_hash)

CREATE INDEX paper_by_abstract ON paper (key >> 32, abstract_hash) WHERE abstract_hash IS NOT NULL

CREATE TABLE import (
    file BLOB PRIMARY KEY, at INTEGER NOT NULL, through INTEGER NOT NULL, seconds REAL NOT NULL, tally TEXT NOT NULL
    ) WITHOUT ROWID

CREATE TABLE import_reject (
    file BLOB, number INTEGER, place TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (file, number)) WITHOUT ROWID
"""
# announcement.archive: only a dump told of it, so it is not for the inbox.
_THIRD = "ALTER TABLE announcement ADD COLUMN archive INTEGER NOT NULL DEFAULT 0"
# announced_day: what upstream claims to have announced in a subscribed category or archive; counts are NULL where it
#            could not say, `doubt` is why a feed was not believed (model.announced).
_FOURTH = """
CREATE TABLE announced_day (
    category TEXT, day INTEGER, told TEXT NOT NULL, heard REAL NOT NULL, new INTEGER, crosses INTEGER,
    replacements INTEGER, doubt TEXT NOT NULL, PRIMARY KEY (category, day)) WITHOUT ROWID
"""
# harvest    a harvest that is under way: what was asked for (days as ISO dates, empty where open), and its place
#            (model.harvest) as JSON. The row goes when it is complete.
# harvested  up to which day all of a set has been harvested in a format.
# deleted    papers of which arXiv has deleted its record; what is known of them stays.
_FIFTH = """
CREATE TABLE harvest (
    format TEXT, spec TEXT, first TEXT, last TEXT, place TEXT NOT NULL, PRIMARY KEY (format, spec, first, last)
    ) WITHOUT ROWID

CREATE TABLE harvested (format TEXT, spec TEXT, day INTEGER NOT NULL, PRIMARY KEY (format, spec)) WITHOUT ROWID

CREATE TABLE deleted (key INTEGER PRIMARY KEY, day INTEGER)
"""
# wanted     names (identifiers without version, DOIs) that somebody asked for and arXiv was not asked for yet.
_SIXTH = "CREATE TABLE wanted (name TEXT PRIMARY KEY, at INTEGER NOT NULL)"
# fulltext   the full texts that are here: `version` 0 where it is not known, `readable` the way in which its page was
#            read (store.fulltexts), `size` in bytes with page and figures.
# fulltext_body  the text (store.documents), and the page it was read from: its address, and itself compressed.
# figure     a figure by its address as the page has it, `url` the whole one; without a body it is not fetched yet, or
#            cannot be had for a reason.
# fulltext_state  what became of the last time that a paper's text was asked for (store.fulltexts.Outcome).
_SEVENTH = """
CREATE TABLE fulltext (
    key INTEGER, version INTEGER, origin TEXT NOT NULL, readable INTEGER NOT NULL, fetched REAL NOT NULL,
    words INTEGER NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (key, version)) WITHOUT ROWID

CREATE TABLE fulltext_body (
    id INTEGER PRIMARY KEY, key INTEGER NOT NULL, version INTEGER NOT NULL, document BLOB NOT NULL, url TEXT NOT NULL,
    page BLOB NOT NULL, UNIQUE (key, version))

CREATE TABLE figure (
    id INTEGER PRIMARY KEY, key INTEGER NOT NULL, version INTEGER NOT NULL, address TEXT NOT NULL, url TEXT NOT NULL,
    type TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT '', body BLOB, UNIQUE (key, version, address))

CREATE INDEX figure_wanted ON figure (key, version) WHERE body IS NULL AND reason = ''

CREATE TABLE fulltext_state (
    key INTEGER PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, tried REAL NOT NULL,
    next_due REAL, failures INTEGER NOT NULL) WITHOUT ROWID
"""
# full_review  a whole review: `version` 0, `at` (epoch seconds) 0 and `model` empty where not told.
_EIGHTH = """
CREATE TABLE full_review (
    key INTEGER, version INTEGER, at REAL, model TEXT, body BLOB NOT NULL,
    PRIMARY KEY (key, version, at, model)) WITHOUT ROWID
"""
# outdated   papers of which a newer version was announced, and not which: the query API tells.
_NINTH = "CREATE TABLE outdated (key INTEGER PRIMARY KEY)"
# rule_match what the queries of rules mean (store.matched), up to which change number of the index: as part 0 the whole
#            list, as part 1 what came and what went since it was written.
_TENTH = """
CREATE TABLE rule_match (
    name TEXT, part INTEGER, change INTEGER NOT NULL, keys BLOB NOT NULL, gone BLOB NOT NULL, PRIMARY KEY (name, part))
"""
# taste      what was learned of the user's marks: `state` tells which these were, `wanted` how many papers they want,
#            `body` is the model (ranking.model).
# for_you    the scores that it gives.
_ELEVENTH = """
CREATE TABLE taste (
    id INTEGER PRIMARY KEY, at REAL NOT NULL, state TEXT NOT NULL, wanted INTEGER NOT NULL, body BLOB NOT NULL)

CREATE TABLE for_you (key INTEGER PRIMARY KEY, score REAL NOT NULL)
"""
# source_record  the records that a paper is merged from, where there is more than one (model.merge.Place): `version` 0
#            and `day` 0 where there is none, `body` what the record says otherwise than the paper (store.codec).
_TWELFTH = """
CREATE TABLE source_record (
    key INTEGER, source INTEGER, version INTEGER, day INTEGER, body BLOB NOT NULL,
    PRIMARY KEY (key, source, version, day)) WITHOUT ROWID
"""
# What is of a day that cannot be, or of a version (model.ids), was believed once: a review from before arXiv, which has
# a key that no index holds, and announcements of days to come. Papers lose such a version, and are asked for again.
_THIRTEENTH = """
DELETE FROM paper WHERE key < 0

DELETE FROM detail WHERE key < 0

DELETE FROM review WHERE key < 0

DELETE FROM alias WHERE pending < 0

DELETE FROM gone WHERE key < 0

DELETE FROM month WHERE month < 1

DELETE FROM category_count WHERE month < 1

DELETE FROM announcement WHERE day > julianday('now') - 1721424.5 + 1

DELETE FROM announced_day WHERE day > julianday('now') - 1721424.5 + 1

UPDATE announcement SET version = NULL WHERE version > 999

DELETE FROM version WHERE number > 999

UPDATE paper SET version = NULL, updated = NULL, source = min(source, 2), content = zeroblob(8) WHERE version > 999
"""
_AT_ONCE = 1_000


def _first(db: Database) -> None:
    run_script(db, _FIRST)


def _second(db: Database) -> None:
    run_script(db, _SECOND)
    _hash_contents(db)


def _third(db: Database) -> None:
    run_script(db, _THIRD)


def _fourth(db: Database) -> None:
    run_script(db, _FOURTH)


def _fifth(db: Database) -> None:
    run_script(db, _FIFTH)


def _sixth(db: Database) -> None:
    run_script(db, _SIXTH)


def _seventh(db: Database) -> None:
    run_script(db, _SEVENTH)


def _eighth(db: Database) -> None:
    run_script(db, _EIGHTH)


def _ninth(db: Database) -> None:
    run_script(db, _NINTH)


def _tenth(db: Database) -> None:
    run_script(db, _TENTH)


def _eleventh(db: Database) -> None:
    run_script(db, _ELEVENTH)


def _twelfth(db: Database) -> None:
    run_script(db, _TWELFTH)


def _thirteenth(db: Database) -> None:
    run_script(db, _THIRTEENTH)


def _fourteenth(db: Database) -> None:
    """Details are packed by zstd, which older programs cannot read; those that are here stay until they are written
    again."""


def _hash_contents(db: Database) -> None:
    """The content hashes of papers are made another way now."""
    from arxtui.store.cache.entries import entry_of
    from arxtui.store.cache.papers import Papers

    last = -1
    while keys := [
        key for (key,) in db.rows("SELECT key FROM paper WHERE key > ? ORDER BY key LIMIT ?", (last, _AT_ONCE))
    ]:
        last = keys[-1]
        hashes = [(entry_of(key, paper).content, key) for key, paper in Papers(db).get_all(keys).items()]
        db.run_many("UPDATE paper SET content = ? WHERE key = ?", hashes)


MIGRATIONS: tuple[Migration, ...] = (
    _first,
    _second,
    _third,
    _fourth,
    _fifth,
    _sixth,
    _seventh,
    _eighth,
    _ninth,
    _tenth,
    _eleventh,
    _twelfth,
    _thirteenth,
    _fourteenth,
)
"""From an empty file to the newest version, a step each. Append; a step that was released never changes."""
