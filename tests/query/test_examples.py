"""Meanings, matches and non-matches of queries beyond those in the documentation, which has one of each kind."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from arxtui.query import QueryError, check, parse
from arxtui.query.explain import explain
from arxtui.query.highlights import highlights
from arxtui.text import readable
from arxtui.text.matching.spans import matching_spans

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
CS_DC = "in cs.DC (Distributed, Parallel, and Cluster Computing)"
HEP_TH = "in hep-th (High Energy Physics - Theory)"

MEANINGS = {
    "refs:1": "with 1 reference, newest first",
    "refs:5..7": "with 5 to 7 references, newest first",
    "refs:..1": "with at most 1 reference, newest first",
    "cited:>1999": "cited by 2,000 papers or more, newest first",
    '"models"': "the phrase “models”, newest first",
    "and/or": "“and/or”, newest first",
    "title:sparse": "“sparse” in the title, newest first",
    "au:exam*": "a word that begins with “exam” among the authors, newest first",
    "author:example abstract:sparse": "“example” among the authors and “sparse” in the abstract, newest first",
    'venue:"ICS 2026"': "at “ICS 2026”, newest first",
    "venue:neur*": "at a venue that begins with “neur”, newest first",
    "doi:10.1000*": "a DOI that begins with “10.1000”, newest first",
    "id:pith-2605.1a2b3c4d": "the identifier “pith-2605.1a2b3c4d”, newest first",
    "category:cs.DC": f"{CS_DC}, newest first",
    "cat:hep-th": f"{HEP_TH}, newest first",
    "tag:thesis/related": "tagged “thesis/related”, newest first",
    'tag:"to read"': "tagged “to read”, newest first",
    "tag:*": "with a tag, newest first",
    "list:*": "on a list, the top of the list first",
    'note:"section two"': "“section two” in a note, newest first",
    "note:lem*": "a word that begins with “lem” in a note, newest first",
    "rating:2..4": "rated 2 to 4, newest first",
    "rating:..2": "rated 2 or less, newest first",
    "list:seminar": "on the list “seminar”, the top of the list first",
    "list:sem* sort:new": "on a list that begins with “sem”, newest first",
    "like:2605.01234 cat:hep-th is:unread": f"like 2605.01234 and {HEP_TH} and unread, best match first",
    "day:2026-05-01..2026-05-13": "announced from 2026-05-01 to 2026-05-13, newest first",
    "day:..2026-04": "announced until 2026-04-30, newest first",
    "date:2026-05-13": "submitted on 2026-05-13, newest first",
    "added:2026-05": "first received from 2026-05-01 to 2026-05-31, newest first",
    "year:2025": "submitted from 2025-01-01 to 2025-12-31, newest first",
    "after:2025": "submitted since 2026-01-01, newest first",
    "before:2026-05": "submitted until 2026-04-30, newest first",
    "day:yesterday": "announced on 2026-11-20, new submissions first",
    "newer:3d": "submitted since 2026-11-18, newest first",
    "newer:1w": "submitted since 2026-11-14, newest first",
    "newer:1y": "submitted since 2025-11-21, newest first",
    "added:1w": "first received since 2026-11-14, newest first",
    r"/graph[\s-]?neural/": r"text that contains /graph[\s-]?neural/, newest first",
    "sparse AND attention": "“sparse” and “attention”, newest first",
    "sparse NOT survey": "“sparse” and not “survey”, newest first",
    "date:>=2025": "submitted since 2025-01-01, newest first",
    "year<=2025": "submitted until 2025-12-31, newest first",
    "date<2025": "submitted until 2024-12-31, newest first",
    "day:=2026-05": "announced from 2026-05-01 to 2026-05-31, newest first",
    "rating=3": "rated 3, newest first",
    "tag:th*": "with a tag that begins with “th”, newest first",
    "list:th*": "on a list that begins with “th”, the top of the list first",
    "tag:x list:*": "tagged “x” and on a list, the top of the list first",
    "submitteddate:[* TO 202605132359]": "submitted until 2026-05-13, newest first",
    "comment:withdrawn journal:x": "“withdrawn” in the comment and “x” in the journal reference, newest first",
    "-(sparse OR pruned)": "not (“sparse” or “pruned”), newest first",
}

FAULTS = {
    "ti:": ("ti:", "ti: needs a value right after the colon"),
    "is:unred": ("unred", 'is: has no value "unred"'),
    "day:tomorrow": ("tomorrow", 'day: "tomorrow" is not a day'),
    "id:2605": ("2605", '"2605" is not an arXiv identifier'),
    "date:>May": (">May", 'date: "may" is not a day'),
    "rating>9": (">9", 'rating: ">9" is not a rating'),
    "lastUpdatedDate:[2025 TO 2026]": ("lastUpdatedDate:", 'there is no field "lastUpdatedDate"; the day of the last'),
    "rn:ABC": ("rn:", 'there is no field "rn"; report numbers are not stored'),
    "au:()": ("au:(", "au: needs a value right after the colon"),
    "au:": ("au:", "au: needs a value right after the colon"),
    "newer:week": ("week", 'newer: "week" is not a duration'),
    "newer:9000y": ("9000y", 'newer: "9000y" is before the calendar begins'),
    "added:lately": ("lately", 'added: "lately" is not a day'),
    "badge:gold": ("gold", 'badge: has no value "gold"'),
    "badge:1234567": ("1234567", 'badge: has no value "1234567"'),
    "source:ftp": ("ftp", 'source: has no value "ftp"'),
    "has:figures": ("figures", 'has: has no value "figures"'),
    "sort:oldest": ("oldest", 'sort: has no value "oldest"'),
    "ti:/a**/": ("*", "regular expression: multiple repeat"),
    "/mo(st/": ("(", "regular expression: this bracket is never closed"),
    "(sparse": ("(", "this bracket is never closed"),
    "AND sparse": ("AND", "AND needs a term on both sides"),
    "sparse NOT": ("NOT", "the term to exclude is missing"),
    "-": ("-", "the term to exclude is missing, as in -cat:cs.LG"),
}


@pytest.mark.parametrize(("text", "meaning"), MEANINGS.items())
def test_a_query_means(text: str, meaning: str) -> None:
    assert explain(check(text, now=NOW)) == meaning


@pytest.mark.parametrize(("text", "place", "reason"), [(text, *fault) for text, fault in FAULTS.items()])
def test_a_fault_is_reported_at_its_place_and_stops_no_search_box(text: str, place: str, reason: str) -> None:
    with pytest.raises(QueryError) as caught:
        check(text)
    fault = caught.value.fault
    assert text[fault.start : fault.end] == place
    assert fault.reason.startswith(reason)
    assert explain(parse(text, typing=True))


@pytest.mark.parametrize(
    ("text", "found", "passed"),
    [
        ("lukasz", "Łukasz", "Lukas"),
        ("n2", "a cost of $n^2$", "two nets"),
        ("matrices", "a matrix", "a mattress"),
        ("nonlinear", "a non-linear map", "non linear"),
    ],
)
def test_words_match(text: str, found: str, passed: str) -> None:
    wanted = highlights(check(text).expr).abstract
    assert matching_spans(readable(found), wanted)
    assert not matching_spans(readable(passed), wanted)
