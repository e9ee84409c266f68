"""The query that a response of the query API repeats in its title and its link, to check what it answers.

The API repeats a query as it has understood it: it rewrites operators and brackets, puts a field before each word, and
quotes ranges of dates (https://info.arxiv.org/help/api/user-manual.html, 5.1 and 3.3.1). Only the words stay the same,
so only the words are compared.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from arxtui.tuples import NamedTuple

_PARAMETER = re.compile(r"(?:^|&)(search_query|id_list|start|max_results)=")
_FIELD = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|doi|all|submittedDate|lastUpdatedDate):", re.I)
_OPERATORS = frozenset({"and", "or", "andnot", "not", "to"})
_WORD = re.compile(r"[^\W_]+")


class Echo(NamedTuple):
    """The words of a search without fields and operators, the requested identifiers, and the number of the first result
    (from 0; None if not given)."""

    words: frozenset[str]
    ids: frozenset[str]
    start: int | None

    def __str__(self) -> str:
        return " ".join(sorted(self.ids or self.words)) or "nothing"


def read_echo(text: str) -> Echo | None:
    """Parse the query in a response: its parameters joined by ``&``. Returns None if it has none."""
    parts = _PARAMETER.split(text.strip())
    parameters = dict(zip(parts[1::2], parts[2::2], strict=True))
    return _echo(parameters) if "search_query" in parameters or "id_list" in parameters else None


def requested_query(url: str) -> Echo:
    """Return the query in the address of a request."""
    return _echo({name: values[0] for name, values in parse_qs(urlsplit(url).query).items()})


def _echo(parameters: dict[str, str]) -> Echo:
    words = _WORD.findall(_FIELD.sub(" ", parameters.get("search_query", "")).casefold())
    start = parameters.get("start", "").strip()
    return Echo(
        words=frozenset(words) - _OPERATORS,
        ids=frozenset(filter(None, (name.strip() for name in parameters.get("id_list", "").split(",")))),
        start=int(start) if start.isascii() and start.isdigit() and len(start) < 9 else None,
    )
