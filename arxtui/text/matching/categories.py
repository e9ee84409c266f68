"""Search among arXiv's categories: those that match a typed text, the best match first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from arxtui.light import changed, frozen, pattern
from arxtui.model.arxiv import taxonomy
from arxtui.text import words
from arxtui.text.matching.nearest import nearest, typos

_SHORTEST_INSIDE = 3
"""The fewest letters of a typed text that are also searched inside words."""
_NO_MATCH = 1_000
_DIVIDERS = pattern(r"[\s,;]+")


@frozen
class Choice:
    """A category or a whole archive to choose.

    ``within`` means that it is listed under an archive that can be chosen as a whole.
    """

    code: str
    name: str
    within: bool = False


def choices(text: str) -> list[Choice]:
    """Return the choices that have every word of ``text`` in their code or name, the best match first.

    Misspelt words match, too. Without a text, return all choices, each archive before its categories. If no choice
    matches, return those whose codes ``text`` lists, otherwise those whose code is similar to it.
    """
    typed = tuple(words(text))
    if not typed:
        return list(_ALL_CHOICES)
    return list(_matches(typed)) or listed_in(text) or [choice_of(code) for code in nearest(text.strip(), _BY_CODE)]


def listed_in(text: str) -> list[Choice]:
    """Return the choices whose codes a text lists, divided by commas, semicolons or blanks; empty if anything else is
    in it."""
    codes = [taxonomy.canonical(part) for part in _DIVIDERS.split(text) if part]
    return [choice_of(code) for code in dict.fromkeys(codes)] if _BY_CODE.keys() >= set(codes) else []


def choice_of(code: str) -> Choice:
    """Return the choice with this code, as one listed outside its archive."""
    choice = _BY_CODE.get(code) or Choice(code, taxonomy.category_name(code))
    return changed(choice, within=False)


class _SearchTerms:
    """The searchable text of a choice: its codes, its names, and the words of both."""

    def __init__(self, choice: Choice) -> None:
        code = choice.code
        names = [taxonomy.CATEGORIES.get(code) or taxonomy.ARCHIVES[code], *taxonomy.OTHER_NAMES.get(code, ())]
        self.codes = {_join(words(code)), *map(_join, map(words, _FORMER_CODES.get(code, ())))}
        self.last_part = _join(words(code.partition(".")[2]))
        self.names = [_join(words(name)) for name in names]
        self.first_words = {words(whole)[0] for whole in (code, *names)}
        self.words = {*words(code), *(word for name in names for word in words(name))}
        self.archive = set(words(taxonomy.ARCHIVES[taxonomy.archive_of(code)]))
        self.is_archive = "." not in code


@lru_cache(128)
def _matches(typed: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return the choices that match all words, ranked. A word that no choice has may be a misspelling."""
    costs = [_costs(word) for word in typed]
    ranked = []
    for index, (choice, terms) in enumerate(zip(_ALL_CHOICES, _SEARCH_TERMS, strict=True)):
        whole_rank = _whole_text_rank(terms, _join(typed))
        word_costs = [by_choice.get(index) for by_choice in costs]
        if whole_rank is not None:
            ranked.append(((whole_rank, 0, 0), index, choice))
        elif None not in word_costs:
            ranked.append((_words_rank([cost for cost in word_costs if cost is not None]), index, choice))
    ranked.sort(key=lambda entry: (entry[0], not _SEARCH_TERMS[entry[1]].is_archive, entry[1]))
    return tuple(changed(choice, within=False) for _, _, choice in ranked)


def _whole_text_rank(terms: _SearchTerms, typed: str) -> int | None:
    """Return how well the whole typed text matches, 0 (best) to 4, or None if only single words can match.

    0: a code; 1: a name; 2: the last part of a code; 3: the beginning of a code; 4: the beginning of arXiv's name.
    """
    if typed in terms.codes:
        return 0
    if typed in terms.names:
        return 1
    if typed == terms.last_part:
        return 2
    if any(code.startswith(typed) for code in terms.codes):
        return 3
    return 4 if terms.names[0].startswith(typed) else None


def _words_rank(costs: list[int]) -> tuple[int, int, int]:
    """Rank by the word that matches worst, then by the sum of all costs."""
    return (5, max(costs), sum(costs))


@lru_cache(256)
def _costs(typed: str) -> dict[int, int]:
    """Return the index of each choice that a typed word matches, with the cost of the match.

    If the word is neither a word of a choice nor the beginning of one, it may be the middle of a word or a misspelling.
    """
    return _costs_by(_starts, typed) or _costs_by(_distance, typed)


def _costs_by(measure: Callable[[str, str], int | None], typed: str) -> dict[int, int]:
    costs: dict[int, int] = {}
    for word, choices in _CHOICES_BY_WORD.items():
        cost = measure(typed, word)
        if cost is not None:
            for index, weakness in choices:
                costs[index] = min(costs.get(index, _NO_MATCH), 4 * cost + weakness)
    return costs


def _starts(typed: str, word: str) -> int | None:
    """Return 0 if ``typed`` is the word, 1 if it is its beginning, else None."""
    return int(typed != word) if word.startswith(typed) else None


def _distance(typed: str, word: str) -> int | None:
    """Return the number of typing errors; 3 for a match inside the word; 3 more than the errors for a misspelt
    beginning.
    """
    whole, start = typos(typed, word)
    if whole is not None:
        return whole
    if len(typed) >= _SHORTEST_INSIDE and typed in word:
        return 3
    return None if start is None else start + 3


def _join(parts: Iterable[str]) -> str:
    return "".join(parts)


def _all_choices() -> Iterator[Choice]:
    for archive in taxonomy.ARCHIVES:
        parts = [
            code
            for code in taxonomy.CATEGORIES
            if taxonomy.archive_of(code) == archive and code not in taxonomy.CANONICAL
        ]
        if archive == "test" or not parts:
            continue
        if parts == [archive]:
            yield Choice(archive, taxonomy.category_name(archive))
            continue
        yield Choice(archive, f"{taxonomy.ARCHIVES[archive]}: all of it")
        yield from (Choice(code, taxonomy.category_name(code), within=True) for code in parts)


def _former_codes() -> dict[str, list[str]]:
    """Map each category to its former codes."""
    codes: dict[str, list[str]] = defaultdict(list)
    for code, today in taxonomy.CANONICAL.items():
        codes[today].append(code)
    return codes


def _choices_by_word() -> dict[str, list[tuple[int, int]]]:
    """Map each word to the (index, weakness) of the choices that have it.

    The weakness is 0 if a code or a name begins with the word, 1 if the word is further inside, and 8 (as much as two
    typing errors) if only the archive's name has it.
    """
    by_word: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for index, terms in enumerate(_SEARCH_TERMS):
        for word in terms.words:
            by_word[word].append((index, 0 if word in terms.first_words else 1))
        for word in terms.archive - terms.words:
            by_word[word].append((index, 8))
    return by_word


_ALL_CHOICES = tuple(_all_choices())
_BY_CODE = {choice.code: choice for choice in _ALL_CHOICES}
_FORMER_CODES = _former_codes()
_SEARCH_TERMS = tuple(map(_SearchTerms, _ALL_CHOICES))
_CHOICES_BY_WORD = _choices_by_word()
