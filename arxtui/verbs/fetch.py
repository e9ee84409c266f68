"""Verbs that fetch from arXiv and Pith."""

from __future__ import annotations

from arxtui.model.limits import MOST_RESULTS, PER_REQUEST
from arxtui.verbs.argument_types import day, number_to, whole_number
from arxtui.verbs.declaration import (
    ANY,
    EACH_PAPER,
    EVENTS,
    EVENTS_ALONE,
    FETCH,
    SOME,
    Verb,
    flag,
    option,
    papers,
    positional,
)

CONFIRM_ABOVE = 100
"""The number of papers above which fetching needs ``--yes``."""
RECORD_FORMATS = ("arXivRaw", "arXiv")
"""The formats of OAI-PMH that a harvest can ask for."""
_LEDGER_DAYS = 30

VERBS = {
    "refresh": Verb(
        FETCH,
        "fetching.refresh",
        "fetch what is due from arXiv and Pith",
        ("arxtui refresh", "arxtui refresh --all --quiet"),
        (
            flag("all", "everything, due or not; Pith at most once in five minutes"),
            EVENTS,
            flag("watch", "keep running: refresh again whenever something is due"),
            flag("quiet", "print only errors"),
        ),
        job="The refresh",
    ),
    "harvest": Verb(
        FETCH,
        "fetching.harvest",
        "fetch the records of whole sets of arXiv, and later their changes",
        ("arxtui harvest --set cs.DC", "arxtui harvest --set hep-th --from 2020-01-01"),
        (
            option(
                *("set", "SET"),
                "a group, an archive or a category (cs, hep-th, cs.DC, cs:cs:DC); default: all of arXiv",
                name="spec",
                values="sets",
            ),
            option("from", "DATE", "only records changed on that day or later", name="first", parse=day),
            option("until", "DATE", "only records changed up to that day", name="last", parse=day),
            option(
                *("format", "FORMAT"),
                "arXivRaw (the default; has the dates of all versions) or arXiv (has names in parts)",
                choices=RECORD_FORMATS,
                default=RECORD_FORMATS[0],
            ),
            EVENTS,
        ),
        job="The harvest",
        apart=True,
    ),
    "search": Verb(
        FETCH,
        "fetching.add:search_arxiv",
        "search with arXiv's own search and store the results",
        ("arxtui search au:lamport ti:clocks", "arxtui search 'cat:cs.DC abs:\"memory wall\"' --limit 200"),
        (
            positional("query", "QUERY", "the query (man 7 arxtui-query)", takes=SOME, values="terms"),
            option(
                *("limit", "N", f"fetch and list at most N papers, up to {MOST_RESULTS:,} (default {PER_REQUEST})"),
                parse=number_to(MOST_RESULTS),
                default=PER_REQUEST,
            ),
            flag("again", "send the query even if it was sent in the last 24 hours"),
            EVENTS_ALONE,
        ),
        json=EACH_PAPER,
        job="The search at arXiv",
        apart=True,
    ),
    "add": Verb(
        FETCH,
        "fetching.add",
        "fetch papers by identifier, address or DOI",
        ("arxtui add 2605.01234", "arxtui add https://arxiv.org/abs/hep-th/9901001"),
        (
            positional(
                *("texts", "TEXT"),
                "an identifier, an arXiv address, a DOI, or any text that mentions papers; - is standard input",
                takes=SOME,
            ),
            EVENTS_ALONE,
        ),
        json="the papers, one JSON object per line",
        job="Adding the earlier papers",
        apart=True,
    ),
    "fetch": Verb(
        FETCH,
        "fetching.fetch",
        "fetch full texts with figures, and PDFs, for offline reading",
        ("arxtui fetch is:starred", "arxtui fetch 2605.01234 --pdf"),
        (
            papers(ANY),
            flag("queued", "queued papers ('arxtui mark --queue')"),
            flag("pdf", "store the PDFs, too"),
            flag("review", "Pith's full reviews instead of the full texts"),
            flag("citations", "instead of the texts, references and citations from the sources of [citations]"),
            flag("again", "fetch stored texts again, and retry unavailable ones"),
            flag("at-once", "for one paper: do not wait for another running fetch"),
            option("limit", "N", "at most N papers, 0 for all", parse=whole_number),
            flag("yes", f"allow more than {CONFIRM_ABOVE} papers"),
            EVENTS,
        ),
        json="print the state of each text, one JSON object per line",
        job="Fetching full texts",
        apart=True,
    ),
    "service": Verb(
        FETCH,
        "fetching.service",
        "schedule automatic refreshes with systemd, launchd or cron",
        ("arxtui service install", "arxtui service status"),
        (
            positional("action", "ACTION", "install, status or remove", choices=("install", "status", "remove")),
            option(
                *("with", "SCHEDULER", "systemd, launchd or cron"),
                name="scheduler",
                choices=("systemd", "launchd", "cron"),
            ),
            flag("yes", "install or remove without confirmation"),
        ),
        apart=True,
    ),
    "import": Verb(
        FETCH,
        "fetching.importing",
        "import papers and reviews from files",
        ("arxtui import archive.zip", "arxtui import - < papers.jsonl"),
        (
            positional(
                *("files", "FILE"),
                "JSON lines (the Kaggle snapshot, our own export), OAI-PMH, Atom, RSS, pages of arXiv and Pith, also "
                "as .zip, .gz or .xz; the dump of dblp, for 'check'; files of citations, Semantic Scholar's datasets, "
                "OpenAlex's snapshot; detected by content; - is standard input",
                takes=SOME,
                file="input",
            ),
        ),
        json="the report of each file, one JSON object per line",
        apart=True,
    ),
    "subscribe": Verb(
        FETCH,
        "library.follow:subscribe",
        "subscribe to categories, or list the subscriptions",
        ("arxtui subscribe cs.DC math.NT", "arxtui subscribe math"),
        (
            positional(
                *("categories", "CATEGORY", "categories (cs.DC) or whole archives (math); none lists them"),
                takes=ANY,
                values="sets",
            ),
        ),
        json="one JSON object per line: code and name",
    ),
    "unsubscribe": Verb(
        FETCH,
        "library.follow:unsubscribe",
        "cancel subscriptions to categories",
        ("arxtui unsubscribe math.NT", "arxtui unsubscribe cs.DC math"),
        (positional("categories", "CATEGORY", "subscribed categories", takes=SOME, values="followed categories"),),
        json="the remaining subscriptions, one JSON object per line",
    ),
    "ledger": Verb(
        FETCH,
        "fetching.ledger",
        "compare what arXiv announced with what is stored, and fetch what is missing",
        ("arxtui ledger --days 7", "arxtui ledger --repair"),
        (
            option("days", "N", f"the last N days ({_LEDGER_DAYS})", parse=whole_number, default=_LEDGER_DAYS),
            flag("repair", "fetch what is missing or unknown, then show"),
            flag("events", "with --repair: print each step as JSON instead of the table"),
        ),
        json="one JSON object per line, for each day and category",
        apart=True,
    ),
}
