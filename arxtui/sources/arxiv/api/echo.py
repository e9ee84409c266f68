"""The query that an answer of the query API says it is to: its title and its link repeat the parameters.

The API repeats a query as it has understood it: operators and brackets are written its own way, a field stands before
each word, a range of dates stands in quotes (https://info.arxiv.org/help/api/user-manual.html, 5.1 and 3.3.1). What
stays the same are the words.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

_PARAMETER = re.compile(r"(?:^|&)(search_query|id_list|start|max_results)=")
_FIELD = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|doi|all|submittedDate|lastUpdatedDate):", re.I)
_OPERATORS = frozenset({"and", "or", "andnot", "not", "to"})
_WORD = re.compile(r"[^\W_]+")


class Echo(NamedTuple):
    """The words of a search, without fields and operators; the identifiers asked for; the number of the first result
    (from 0), None where it is not said."""

    words: frozenset[str]
    ids: frozenset[str]
    start: int | None

    def __str__(self) -> str:
        return " ".join(sorted(self.ids or self.words)) or "nothing"


def read_echo(text: str) -> Echo | None:
    """The query of an answer by its parameters, joined by ``&``; None where there are none."""
    parts = _PARAMETER.split(text.strip())
    told = dict(zip(parts[1::2], parts[2::2], strict=True))
    return _echo(told) if "search_query" in told or "id_list" in told else None


def asked_at(url: str) -> Echo:
    """The query that is sent with an address."""
    return _echo({name: values[0] for name, values in parse_qs(urlsplit(url).query).items()})


def _echo(told: dict[str, str]) -> Echo:
    words = _WORD.findall(_FIELD.sub(" ", told.get("search_query", "")).casefold())
    start = told.get("start", "").strip()
    return Echo(
        words=frozenset(words) - _OPERATORS,
        ids=frozenset(filter(None, (name.strip() for name in told.get("id_list", "").split(",")))),
        start=int(start) if start.isascii() and start.isdigit() and len(start) < 9 else None,
    )
