"""The tables of ``cache.db``: the data from upstream. Days are proleptic Gregorian ordinals; times are epoch seconds,
UTC."""

from __future__ import annotations

from arxtui.light import deferred
from arxtui.store.sqlite.connection import Database, FileKind
from arxtui.store.sqlite.migrations import Migration, run_script
from arxtui.text.mentions import DERIVED_VERSION

with deferred():
    from arxtui.store.cache.conversions import find_all_withdrawn, hash_contents, write_all_citations

CACHE = FileKind(
    name="cache",
    application_id=0x41545843,  # "ATXC"
    synchronous="NORMAL",
    advice="'arxtui doctor --repair' saves what can be read of it; it holds none of your data and can be deleted.",
)

# paper      the columns for lists and look-ups: `category` is the primary one; `source` is the source of the current
#            version, `sources` are all sources as bits (store.sqlite.codes); `content` is the hash that decides whether
#            a paper has changed; `change` is its last change number. Sources below 4 (feeds, listings, reviews) are
#            incomplete: the query API completes their papers.
# detail     title, and the rest of the record compressed (store.sqlite.codec).
# version    superseded and older versions; the current one is in `paper`. `body` is empty if no text is known.
# review     `slot` is the version from the card's link, or -1 - place.
# alias      a pending key and its final key; `signs` (hash of the abstract, or else of the title) detects clashes.
# gone       the change number at which a key was deleted.
# month      see store.cache.keys; category_count: papers by primary category and month of the id.
# arrival    the time at which the change numbers from `change` on were assigned.
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


# In an index by hash alone, each new row falls on a random page: at a million papers, each new paper made SQLite write
# two pages of it, 13 kB. With the month first, papers that arrive together are on the same pages.
# import     the progress of a file: `file` is its identity (sync.resuming), `through` the position (sources.files),
#            `tally` the counts so far as JSON. The row is deleted when the file is done.
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
# announcement.archive: known only from a dump, so it is not delivered to the inbox.
_THIRD = "ALTER TABLE announcement ADD COLUMN archive INTEGER NOT NULL DEFAULT 0"
# announced_day: the announcements that upstream reports in a subscribed category or archive; counts are NULL if the
#            source does not give them, `doubt` is the reason why a feed is not trusted (model.arxiv.announced_days).
_FOURTH = """
CREATE TABLE announced_day (
    category TEXT, day INTEGER, told TEXT NOT NULL, heard REAL NOT NULL, new INTEGER, crosses INTEGER,
    replacements INTEGER, doubt TEXT NOT NULL, PRIMARY KEY (category, day)) WITHOUT ROWID
"""
# harvest    a harvest in progress: its request (days as ISO dates, empty if open), and its position (model.harvest)
#            as JSON. The row is deleted when the harvest is complete.
# harvested  the day up to which a whole set has been harvested in a format.
# deleted    papers whose record arXiv has deleted; the stored data stays.
_FIFTH = """
CREATE TABLE harvest (
    format TEXT, spec TEXT, first TEXT, last TEXT, place TEXT NOT NULL, PRIMARY KEY (format, spec, first, last)
    ) WITHOUT ROWID

CREATE TABLE harvested (format TEXT, spec TEXT, day INTEGER NOT NULL, PRIMARY KEY (format, spec)) WITHOUT ROWID

CREATE TABLE deleted (key INTEGER PRIMARY KEY, day INTEGER)
"""
# wanted     names (identifiers without version, DOIs) that the user requested and that are not yet fetched from arXiv.
_SIXTH = "CREATE TABLE wanted (name TEXT PRIMARY KEY, at INTEGER NOT NULL)"
# fulltext   the stored full texts: `version` is 0 if unknown, `readable` is the number of the parsing method
#            (store.texts.text_states), `size` in bytes includes page and figures.
# fulltext_body  the text (store.texts.documents), and the page it was parsed from: its URL, and its compressed content.
# figure     a figure, by its address in the page; `url` is the absolute address. Without a body, the figure is not yet
#            fetched, or cannot be fetched for the given reason.
# fulltext_state  the result of the last request for a paper's text (store.texts.fulltexts.Outcome).
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
# full_review  a full review: `version` 0, `at` (epoch seconds) 0 and `model` empty if unknown.
_EIGHTH = """
CREATE TABLE full_review (
    key INTEGER, version INTEGER, at REAL, model TEXT, body BLOB NOT NULL,
    PRIMARY KEY (key, version, at, model)) WITHOUT ROWID
"""
# outdated   papers of which a newer version was announced without its number, which the query API gives.
_NINTH = "CREATE TABLE outdated (key INTEGER PRIMARY KEY)"
# rule_match the papers that match the queries of rules (store.progress.rule_matches), at a change number of the index:
#            part 0 is the whole list, part 1 the keys added and removed since part 0 was written.
_TENTH = """
CREATE TABLE rule_match (
    name TEXT, part INTEGER, change INTEGER NOT NULL, keys BLOB NOT NULL, gone BLOB NOT NULL, PRIMARY KEY (name, part))
"""
# taste      the model learned from the user's marks: `state` identifies the marks, `wanted` is the number of papers
#            that they mark as wanted, `body` is the model (ranking.model).
# for_you    the scores that the model gives.
_ELEVENTH = """
CREATE TABLE taste (
    id INTEGER PRIMARY KEY, at REAL NOT NULL, state TEXT NOT NULL, wanted INTEGER NOT NULL, body BLOB NOT NULL)

CREATE TABLE for_you (key INTEGER PRIMARY KEY, score REAL NOT NULL)
"""
# source_record  the records that a paper is merged from, if there is more than one (model.merge.Place): `version` and
#            `day` are 0 if there is none, `body` is the difference from the paper (store.sqlite.codec).
_TWELFTH = """
CREATE TABLE source_record (
    key INTEGER, source INTEGER, version INTEGER, day INTEGER, body BLOB NOT NULL,
    PRIMARY KEY (key, source, version, day)) WITHOUT ROWID
"""
# Earlier programs stored impossible days and versions (model.ids): a review from before arXiv, whose key no index can
# store, and announcements on future days. Papers lose such a version, and are fetched again.
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
# meta 'repacked': the details up to this key are packed in the current format (store.cache.repacking); no row if all
#            are.
_FIFTEENTH = "INSERT INTO meta (name, value) SELECT 'repacked', -1 WHERE EXISTS (SELECT key FROM detail)"
# fulltext.broken_off  1 if upstream's conversion ended with an error before the end of the paper.
_SIXTEENTH = "ALTER TABLE fulltext ADD COLUMN broken_off INTEGER NOT NULL DEFAULT 0"
# withdrawn  the papers whose current version is withdrawn (store.cache.withdrawals): `listed` is 1 if arXiv lists the
#            version so, 0 if its texts say so; `at` is when a paper that was known before was withdrawn.
_SEVENTEENTH = """
CREATE TABLE withdrawn (
    key INTEGER PRIMARY KEY, version INTEGER, listed INTEGER NOT NULL DEFAULT 0, at INTEGER)
"""
# figure.words: the text in the figure, one line each; of figures fetched since.
_EIGHTEENTH = "ALTER TABLE figure ADD COLUMN words TEXT NOT NULL DEFAULT ''"
# cited_text the stored texts whose works were looked up, and citation these works (store.texts.citations).
_NINETEENTH = """
CREATE TABLE cited_text (
    key INTEGER PRIMARY KEY, method INTEGER NOT NULL, papers INTEGER NOT NULL, entries INTEGER)

CREATE INDEX cited_text_by_entries ON cited_text (entries)

CREATE TABLE citation (
    key INTEGER, entry INTEGER, work INTEGER, cited INTEGER, certain INTEGER NOT NULL, found_by TEXT NOT NULL,
    sign INTEGER, PRIMARY KEY (key, entry, work)) WITHOUT ROWID

CREATE INDEX citation_by_cited ON citation (cited) WHERE cited IS NOT NULL

CREATE INDEX citation_by_sign ON citation (sign) WHERE found_by = ''
"""
# citation_source   the sources that say what papers cite.
# reference_list    what a paper cites according to a source, as of a time (store.sqlite.neighbours).
# citing_list       the `n` papers that cite one according to any source. It follows from reference_list.
# fresh_citation    what is to be changed in citing_list (store.cache.graph).
_TWENTIETH = """
CREATE TABLE citation_source (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)

CREATE TABLE reference_list (
    key INTEGER, source INTEGER, at INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (key, source)) WITHOUT ROWID

CREATE TABLE citing_list (key INTEGER PRIMARY KEY, n INTEGER NOT NULL, body BLOB NOT NULL)

CREATE INDEX citing_list_by_n ON citing_list (n)

CREATE TABLE fresh_citation (
    cited INTEGER, citing INTEGER, is_gone INTEGER NOT NULL, PRIMARY KEY (cited, citing)) WITHOUT ROWID
"""
# report     what a source of citations reported of a paper (store.cache.reports): numbers that are not known are NULL.
# reported_work  what the source says of the works that the paper cites, and of those that cite it, with the key of the
#            arXiv id and the DOI, if they have any. Citations between papers of arXiv are in the graph, too.
# request_count  the requests to such a source on a day.
_TWENTY_FIRST = """
CREATE TABLE report (
    key INTEGER, source TEXT, at REAL NOT NULL, record TEXT NOT NULL, cites INTEGER, cited_by INTEGER,
    by_others INTEGER, texkey TEXT NOT NULL, bibtex TEXT NOT NULL, PRIMARY KEY (key, source)) WITHOUT ROWID

CREATE TABLE reported_work (
    key INTEGER, source TEXT, is_citing INTEGER, place INTEGER, cited INTEGER, doi TEXT, body BLOB NOT NULL,
    PRIMARY KEY (key, source, is_citing, place)) WITHOUT ROWID

CREATE INDEX reported_work_by_doi ON reported_work (doi) WHERE doi IS NOT NULL

CREATE TABLE request_count (day INTEGER, service TEXT, n INTEGER NOT NULL, PRIMARY KEY (day, service)) WITHOUT ROWID
"""
# report.papers  among how many papers of the cache the works without an arXiv id were looked up; NULL if they were not.
# reported_work.found  the key of the paper of the cache that such a work certainly is.
_TWENTY_SECOND = """
ALTER TABLE report ADD COLUMN papers INTEGER

ALTER TABLE reported_work ADD COLUMN found INTEGER
"""

# detail.derived  what is derived from the paper (store.sqlite.packed_derived); NULL if that is still to be done.
# meta 'derived': the version of the rules by which all papers up to 'repacked' were derived (store.cache.repacking).
_TWENTY_THIRD = "ALTER TABLE detail ADD COLUMN derived"
# A title is sought in all months of some years: with quarters of years (store.cache.keys.QUARTER) by four looks a year
# instead of twelve. Whole years made an import of 250,000 papers of one year write 25 % more, quarters 5 %.
# month_by_n: the number of all papers is read without the numbers themselves.
_TWENTY_FOURTH = """
DROP INDEX paper_by_title

DROP INDEX paper_by_abstract

CREATE INDEX paper_by_title ON paper (((key >> 32) - 1) / 3, title_hash)

CREATE INDEX paper_by_abstract ON paper (((key >> 32) - 1) / 3, abstract_hash) WHERE abstract_hash IS NOT NULL

CREATE INDEX IF NOT EXISTS month_by_n ON month (n)
"""


def _first(db: Database) -> None:
    run_script(db, _FIRST)


def _second(db: Database) -> None:
    run_script(db, _SECOND)
    hash_contents(db)


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
    """Mark the file as containing details packed by zstd, which older programs cannot read. Stored details stay as they
    are until they are packed again."""


def _fifteenth(db: Database) -> None:
    run_script(db, _FIFTEENTH)


def _sixteenth(db: Database) -> None:
    run_script(db, _SIXTEENTH)


def _seventeenth(db: Database) -> None:
    run_script(db, _SEVENTEENTH)
    find_all_withdrawn(db)


def _eighteenth(db: Database) -> None:
    run_script(db, _EIGHTEENTH)


def _nineteenth(db: Database) -> None:
    run_script(db, _NINETEENTH)


def _twentieth(db: Database) -> None:
    run_script(db, _TWENTIETH)
    write_all_citations(db)


def _twenty_first(db: Database) -> None:
    run_script(db, _TWENTY_FIRST)


def _twenty_second(db: Database) -> None:
    run_script(db, _TWENTY_SECOND)


def _twenty_third(db: Database) -> None:
    run_script(db, _TWENTY_THIRD)
    if db.value("SELECT key FROM detail LIMIT 1") is None:
        db.run("INSERT INTO meta (name, value) VALUES ('derived', ?)", (DERIVED_VERSION,))


def _twenty_fourth(db: Database) -> None:
    run_script(db, _TWENTY_FOURTH)


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
    _fifteenth,
    _sixteenth,
    _seventeenth,
    _eighteenth,
    _nineteenth,
    _twentieth,
    _twenty_first,
    _twenty_second,
    _twenty_third,
    _twenty_fourth,
)
"""The steps from an empty file to the newest version. Append only; a released step never changes."""
