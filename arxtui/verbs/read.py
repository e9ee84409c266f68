"""Verbs that show papers."""

from __future__ import annotations

from arxtui.model.limits import MOST_SIMILAR
from arxtui.verbs.argument_types import line_width, number_to, version, whole_number
from arxtui.verbs.declaration import (
    ANY,
    EACH_PAPER,
    OPTIONAL,
    READ,
    Verb,
    export_formats,
    flag,
    ids,
    option,
    positional,
)

_LISTED, _SIMILAR, _BELOW = 50, 20, 8
_ASK = flag("ask", "ask the sources of citations that are switched on first")

VERBS = {
    "list": Verb(
        READ,
        "papers.listing",
        "list papers, newest first",
        ("arxtui list is:unread cat:cs.DC", "arxtui list newer:1w sort:best attention --limit 10"),
        (
            positional(
                *("query", "QUERY", "the query (man 7 arxtui-query); default: all papers"),
                takes=ANY,
                values="terms",
            ),
            option("limit", "N", f"at most N papers, 0 for all ({_LISTED})", parse=whole_number, default=_LISTED),
            flag("explain", "explain the query in words, and list nothing"),
            flag("authors", "the authors after the title"),
        ),
        json=EACH_PAPER,
    ),
    "show": Verb(
        READ,
        "papers.show",
        "show papers in full",
        ("arxtui show 2605.01234", "arxtui show - < names.txt"),
        (ids(), flag("tex", "all texts as sent by upstream, with TeX")),
        json=EACH_PAPER,
    ),
    "similar": Verb(
        READ,
        "papers.similar",
        "list the papers most similar to one, and what they have in common",
        ("arxtui similar 2605.01234", "arxtui similar 2605.01234 --limit 5"),
        (
            positional("id", "ID", "the paper, as for 'arxtui show'"),
            option("limit", "N", f"at most N papers ({_SIMILAR})", parse=number_to(MOST_SIMILAR), default=_SIMILAR),
        ),
        json=EACH_PAPER,
    ),
    "refs": Verb(
        READ,
        "papers.refs",
        "list the references of a paper, and which of them are stored",
        ("arxtui refs 2605.01234", "arxtui refs 2605.01234 --tree --limit 5"),
        (
            positional("id", "ID", "a paper, as for 'show'; a version selects its text"),
            _ASK,
            flag("stored", "only references to papers in the cache", one_of="which"),
            flag("missing", "only the others", one_of="which"),
            option(
                "star",
                "NUMBER",
                "star entry NUMBER (from 1); a work that is not on arXiv becomes a paper",
                parse=whole_number,
            ),
            option("refuse", "REF", "the paper REF is none of the references of ID, now and later; 'undo' reverts it"),
            option("accept", "REF", "take back a refusal"),
            option("version", "N", "of the text of version N (default: the newest stored)", parse=whole_number),
            flag("tree", "what it cites and who cites it, and the same of these, as a tree"),
            option(
                *("limit", "N", f"with --tree: at most N papers below each, 0 for all ({_BELOW})"),
                parse=whole_number,
                default=_BELOW,
            ),
            option("format", "FORMAT", "the papers in the cache, in {choices}", choices=export_formats),
        ),
        json="one JSON object per line, each an entry; with --tree a paper",
    ),
    "citedby": Verb(
        READ,
        "papers.citedby",
        "list the papers that cite one, and what they say of it",
        ("arxtui citedby 2605.01234", "arxtui citedby 2605.01234 --sentences"),
        (
            positional("id", "ID", "the paper, as for 'show'"),
            _ASK,
            flag("sentences", "the sentences that cite it"),
            option("format", "FORMAT", "these papers, in {choices}", choices=export_formats),
        ),
        json="one JSON object per line, each a paper with the entries that name the cited one and their sentences",
    ),
    "missing": Verb(
        READ,
        "papers.missing",
        "list what your starred papers cite most and the cache does not have",
        ("arxtui missing", "arxtui missing tag:thesis --limit 20"),
        (
            positional(*("query", "QUERY", "the papers that cite (default: is:starred)"), takes=ANY, values="terms"),
            option("limit", "N", f"at most N works, 0 for all ({_LISTED})", parse=whole_number, default=_LISTED),
            flag("ids", "only arXiv ids, for 'arxtui add -'"),
        ),
        json="one JSON object per line, each a work with the papers that cite it",
    ),
    "read": Verb(
        READ,
        "papers.read",
        "print papers' full texts, laid out or as Markdown",
        ("arxtui read 2605.01234", "arxtui read 2605.01234 --markdown > paper.md"),
        (
            ids(ANY),
            option("file", "FILE", "a saved page of arXiv or ar5iv; - is standard input", file="input"),
            option("version", "N", "the text of version N (default: the newest stored)", parse=whole_number),
            option("width", "N", "cells per line (default: the terminal's width; 80 in a pipe)", parse=line_width),
            flag("markdown", "as Markdown, formulas as TeX"),
            flag("report", "statistics of the text, and what could not be converted"),
        ),
    ),
    "diff": Verb(
        READ,
        "papers.diff",
        "show the differences between versions of a paper, word by word",
        ("arxtui diff 2605.01234", "arxtui diff 2605.01234 v1 v3"),
        (
            positional("id", "ID", "a paper, as for 'show'"),
            positional(*("old", "vA", "the older version (default: the one before vB)"), takes=OPTIONAL, parse=version),
            positional("new", "vB", "the newer version (default: the newest known)", takes=OPTIONAL, parse=version),
        ),
        json="one part or section per line as JSON",
    ),
    "links": Verb(
        READ,
        "papers.links",
        "list the addresses of papers, their reviews, and links in their texts",
        ("arxtui links 2605.01234", "arxtui links 2605.01234 --json"),
        (ids(),),
        json="one address per line as JSON: paper, number, kind, url, told, caution",
    ),
    "open": Verb(
        READ,
        "papers.links:open_papers",
        "open papers' pages, their PDFs or one of their links in a browser",
        ("arxtui open 2605.01234", "arxtui open 2605.01234 --pdf"),
        (
            ids(),
            flag("pdf", "the PDF instead of the page", one_of="which"),
            option(
                *("link", "N", "the address with this number in 'arxtui links'"), parse=whole_number, one_of="which"
            ),
            flag("print", "only print the address"),
        ),
    ),
}
