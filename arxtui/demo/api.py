"""The query API for made-up papers: checks parameters, searches, sorts and splits into pages as arXiv's API does.

``search_query`` is arXiv's query language, as far as it is supported. Operators are right-associative and have equal
precedence, as in arXiv's code: ``a AND b OR c`` is ``a AND (b OR c)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from functools import lru_cache

from arxtui.demo.messages import Reply
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.papers.manuscripts import archived_paper
from arxtui.demo.wire.atom import ApiQuery, answer, error
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.paper import Paper
from arxtui.text.fold import fold

_CONSONANT, _VOWEL = "(?:[^aeiouy]|^y|(?<=[aeiou])y)", "(?:[aeiou]|(?<=[^aeiou])y)"
_HAS_VOWEL = re.compile(_VOWEL)
_MEASURED = re.compile(f"{_VOWEL}{_CONSONANT}")
"""A vowel and the consonant after it; Porter's measure of a stem is the number of such pairs."""
_SHORT = re.compile(f"{_CONSONANT}{_VOWEL}[^aeiouwxy]$")
_LEAST = 3
_ENDINGS = (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", ""))
Test = Callable[[Paper], bool]
_TOKEN = re.compile(r'\s*(?:([()])|(AND NOT|ANDNOT|NOT|AND|OR)(?=[\s(]|$)|(?:(\w+):)?(\[[^\]]*\]|"[^"]*"|[^\s()"]+))')
_RANGE = re.compile(r"\[(\d{4,12}) TO (\d{4,12})\]")
_WORD = re.compile(r"[^\W_]+")
_UNINDEXED = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this "
    "to was will with".split()
)
"""Stop words: a query of these words alone matches no title, abstract or comment at arXiv."""
_TYPE = "application/atom+xml; charset=utf-8"
_WINDOW = 10_000
_NO_TIME = datetime.min.replace(tzinfo=UTC)
_SORTS: dict[str, Callable[[Paper], tuple[datetime, str]]] = {
    "relevance": lambda paper: (_NO_TIME, paper.id),
    "lastUpdatedDate": lambda paper: (paper.updated or _NO_TIME, paper.id),
    "submittedDate": lambda paper: (paper.published or _NO_TIME, paper.id),
}


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return the common stem of the singular and the regular plural of a folded word."""
    if len(word) < _LEAST:
        return word
    word = next((word.removesuffix(ending) + left for ending, left in _ENDINGS if word.endswith(ending)), word)
    if word.endswith("y") and _HAS_VOWEL.search(word[:-1]):
        word = f"{word[:-1]}i"
    if word.endswith("e"):
        measure = len(_MEASURED.findall(word[:-1]))
        if measure > 1 or (measure == 1 and not _SHORT.search(word[:-1])):
            return word[:-1]
    return word


def matcher(query: str) -> Test:
    """Return the predicate of a ``search_query``.

    Raises:
        ValueError: the query is not valid.
    """
    tokens = _tokens(query)
    test, rest = _expression(tokens)
    if rest:
        raise ValueError(f"Invalid query string: '{query}'")
    return test


def _tokens(query: str) -> list[tuple[str, str]]:
    """Return the tokens as (kind, text); the kind is a bracket, an operator, or the name of a field."""
    tokens: list[tuple[str, str]] = []
    place = 0
    while place < len(query.rstrip()):
        match = _TOKEN.match(query, place)
        if match is None:
            raise ValueError(f"Invalid query string: '{query}'")
        bracket, operator, field, text = match.groups()
        tokens.append((bracket or operator or field or "all", text or ""))
        place = match.end()
    return tokens


def _expression(tokens: list[tuple[str, str]]) -> tuple[Test, list[tuple[str, str]]]:
    left, rest = _term(tokens)
    if not rest or rest[0][0] == ")":
        return left, rest
    operator = rest[0][0]
    known = operator in ("AND", "OR", "ANDNOT", "AND NOT", "NOT")
    right, rest = _expression(rest[1:] if known else rest)
    if operator == "AND":
        return (lambda paper: left(paper) and right(paper)), rest
    if known and operator != "OR":
        return (lambda paper: left(paper) and not right(paper)), rest
    return (lambda paper: left(paper) or right(paper)), rest


def _term(tokens: list[tuple[str, str]]) -> tuple[Test, list[tuple[str, str]]]:
    if not tokens:
        raise ValueError("Invalid query string: it ends too early")
    (kind, text), rest = tokens[0], tokens[1:]
    if kind == "(":
        test, rest = _expression(rest)
        if not rest or rest[0][0] != ")":
            raise ValueError("Invalid query string: unbalanced parenthesis")
        return test, rest[1:]
    if kind not in _FIELDS:
        raise ValueError(f"Invalid query string: '{kind}'")
    return _FIELDS[kind](text), rest


def _category(text: str) -> Test:
    code = text.strip('"')
    return lambda paper: any(fnmatchcase(category, code) for category in paper.categories)


def _submitted(text: str) -> Test:
    match = _RANGE.fullmatch(text)
    if match is None:
        raise ValueError(f"Invalid query string: '{text}'")
    first, last = match[1].ljust(12, "0"), match[2].ljust(12, "9")
    return lambda paper: paper.published is not None and first <= _minutes(paper) <= last


def _minutes(paper: Paper) -> str:
    assert paper.published is not None
    return f"{paper.published.astimezone(UTC):%Y%m%d%H%M}"


def _identifier(text: str) -> Test:
    """Match an identifier without quotes; for an old one, only its number."""
    return lambda paper: text == paper.id if "." in text else paper.id.endswith(f"/{text}")


def _doi(text: str) -> Test:
    return lambda paper: paper.doi == text.strip('"')


def _author(text: str) -> Test:
    """Match all the words, in any order, in the name of one author."""
    name_words = set(_words(text))
    return lambda paper: bool(name_words) and any(name_words <= set(_words(author.name)) for author in paper.authors)


def _text(field: Callable[[Paper], str | None], *, stemmed: bool = False) -> Callable[[str], Test]:
    """Return the matcher of a text field: for a phrase in quotes, or a word that can end in ``*``. Case and accents are
    ignored; in a ``stemmed`` field, so are plural endings."""
    words = _stems if stemmed else _words

    def test(text: str) -> Test:
        query_words = _words(text)
        if _UNINDEXED.issuperset(query_words):
            return lambda paper: False
        is_begun = text.endswith("*")
        row, end = (query_words, "") if is_begun else (words(text), r"\b")
        expression = re.compile(rf"\b{' '.join(row)}{end}")
        return lambda paper: bool(expression.search(" ".join(words(field(paper) or ""))))

    return test


def _all(text: str) -> Test:
    tests = [_FIELDS[field](text) for field in ("ti", "abs", "co", "jr", "au")]
    return lambda paper: any(test(paper) for test in tests)


@lru_cache(maxsize=1 << 12)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(fold(text)))


@lru_cache(maxsize=1 << 12)
def _stems(text: str) -> tuple[str, ...]:
    return tuple(map(stem, _words(text)))


def _title(paper: Paper) -> str:
    return paper.title


def _abstract(paper: Paper) -> str:
    return paper.abstract


def _comment(paper: Paper) -> str | None:
    return paper.comment


def _journal(paper: Paper) -> str | None:
    return paper.journal_ref


_FIELDS: dict[str, Callable[[str], Test]] = {
    "cat": _category,
    "submittedDate": _submitted,
    "lastUpdatedDate": _submitted,
    "ti": _text(_title, stemmed=True),
    "abs": _text(_abstract, stemmed=True),
    "au": _author,
    "co": _text(_comment),
    "jr": _text(_journal),
    "doi": _doi,
    "id": _identifier,
    "rn": lambda text: lambda paper: False,  # the made-up papers have no report numbers
    "all": _all,
}


def respond(query: Mapping[str, str], papers: Sequence[Paper], corpus: Corpus, now: datetime) -> Reply:
    """Return the response to a request for ``/api/query``; ``papers`` are the papers that are public at ``now``."""
    try:
        return Reply(200, _search(query, papers, corpus, now), _TYPE)
    except ValueError as fault:
        return Reply(400, error(str(fault), now), _TYPE)
    except OverflowError as fault:
        return Reply(500, error(str(fault), now), _TYPE)


def _search(query: Mapping[str, str], papers: Sequence[Paper], corpus: Corpus, now: datetime) -> bytes:
    parameters = ApiQuery(
        query.get("search_query", ""),
        query.get("id_list", ""),
        _number(query, "start", 0),
        _number(query, "max_results", 10),
    )
    if not (parameters.search_query or parameters.id_list):
        raise ValueError("Either a search_query or id_list must be specified for the classic API.")
    if parameters.start + parameters.max_results > _WINDOW or not parameters.max_results:
        raise OverflowError("The server encountered an internal error.")
    results = _from_id_list(parameters.id_list, papers, corpus) if parameters.id_list else list(papers)
    if parameters.search_query:
        results = list(filter(matcher(parameters.search_query), results))
    if not parameters.id_list or "sortBy" in query:
        results = _sorted(results, query)
    page = results[parameters.start : parameters.start + parameters.max_results]
    return answer(page, len(results), parameters, now)


def _number(query: Mapping[str, str], name: str, default: int) -> int:
    try:
        number = int(query.get(name) or default)
    except ValueError:
        raise ValueError(f"{name} must be an integer") from None
    if number < 0:
        raise ValueError(f"{name} must be non-negative")
    return number


def _sorted(papers: list[Paper], query: Mapping[str, str]) -> list[Paper]:
    by, order = query.get("sortBy", "relevance"), query.get("sortOrder", "descending")
    if by not in _SORTS:
        raise ValueError(f"sortBy must be in: {', '.join(_SORTS)}")
    if order not in ("ascending", "descending"):
        raise ValueError("sortOrder must be in: ascending, descending")
    return sorted(papers, key=_SORTS[by], reverse=order == "descending")


def _from_id_list(id_list: str, papers: Sequence[Paper], corpus: Corpus) -> list[Paper]:
    """Return the papers of an ``id_list``, at the versions that it names; valid but unknown ids are skipped.

    Raises:
        ValueError: an id is not valid.
    """
    known = {paper.id: paper for paper in papers}
    results = []
    for text in filter(None, map(str.strip, id_list.split(","))):
        try:
            requested = ArxivId.parse(text)
        except ValueError:
            raise ValueError(f"incorrect id format for {text}") from None
        paper = known.get(requested.base)
        if paper is None and (archived := archived_paper(requested.base, papers)):
            results.append(archived)
        elif paper and paper.version and (requested.version or 1) <= paper.version:
            results.append(
                paper if requested.version is None else corpus.revisions[paper.id][requested.version - 1].paper
            )
    return results
