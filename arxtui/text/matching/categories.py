"""Search among arXiv's categories: those that match a typed text, the best match first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from arxtui.model.arxiv.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, OTHER_NAMES, archive_of, category_name
from arxtui.model.frozen import changed, frozen
from arxtui.text import words
from arxtui.text.matching.nearest import nearest
from arxtui.text.matching.spelling import slips

_INSIDE = 3
"""The fewest letters of a typed text that are also searched inside words."""
_FAR = 1_000


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
    matches, return those whose code is similar to ``text``.
    """
    typed = tuple(words(text))
    if not typed:
        return list(_ALL)
    return list(_found(typed)) or [choice_of(code) for code in nearest(text.strip(), _BY_CODE)]


def choice_of(code: str) -> Choice:
    """Return the choice with this code, as one listed outside its archive."""
    found = _BY_CODE.get(code) or Choice(code, category_name(code))
    return changed(found, within=False)


class _Wording:
    """The searchable text of a choice: its codes, its names, and the words of both."""

    def __init__(self, choice: Choice) -> None:
        code = choice.code
        names = [CATEGORIES.get(code) or ARCHIVES[code], *OTHER_NAMES.get(code, ())]
        self.codes = {_joined(words(code)), *map(_joined, map(words, _FORMER.get(code, ())))}
        self.last_part = _joined(words(code.partition(".")[2]))
        self.names = [_joined(words(name)) for name in names]
        self.first_words = {words(whole)[0] for whole in (code, *names)}
        self.words = {*words(code), *(word for name in names for word in words(name))}
        self.archive = set(words(ARCHIVES[archive_of(code)]))
        self.whole = "." not in code


@lru_cache(128)
def _found(typed: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return the choices that match all words, ranked. A word that no choice has may be a misspelling."""
    costs = [_costs(word) for word in typed]
    ranked = []
    for place, (choice, wording) in enumerate(zip(_ALL, _WORDINGS, strict=True)):
        step = _step(wording, _joined(typed))
        each = [known.get(place) for known in costs]
        if step is not None:
            ranked.append(((step, 0, 0), place, choice))
        elif None not in each:
            ranked.append((_words_rank([cost for cost in each if cost is not None]), place, choice))
    ranked.sort(key=lambda found: (found[0], not _WORDINGS[found[1]].whole, found[1]))
    return tuple(changed(choice, within=False) for _, _, choice in ranked)


def _step(wording: _Wording, typed: str) -> int | None:
    """Return how well the whole typed text matches, 0 (best) to 4, or None if only single words can match.

    0: a code; 1: a name; 2: the last part of a code; 3: the beginning of a code; 4: the beginning of arXiv's name.
    """
    if typed in wording.codes:
        return 0
    if typed in wording.names:
        return 1
    if typed == wording.last_part:
        return 2
    if any(code.startswith(typed) for code in wording.codes):
        return 3
    return 4 if wording.names[0].startswith(typed) else None


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
    for word, places in _PLACES.items():
        cost = measure(typed, word)
        if cost is not None:
            for place, weakness in places:
                costs[place] = min(costs.get(place, _FAR), 4 * cost + weakness)
    return costs


def _starts(typed: str, word: str) -> int | None:
    """Return 0 if ``typed`` is the word, 1 if it is its beginning, else None."""
    return int(typed != word) if word.startswith(typed) else None


def _distance(typed: str, word: str) -> int | None:
    """Return the number of typing errors; 3 for a match inside the word; 3 more than the errors for a misspelt
    beginning.
    """
    whole, start = slips(typed, word)
    if whole is not None:
        return whole
    if len(typed) >= _INSIDE and typed in word:
        return 3
    return None if start is None else start + 3


def _joined(parts: Iterable[str]) -> str:
    return "".join(parts)


def _all() -> Iterator[Choice]:
    for archive in ARCHIVES:
        parts = [code for code in CATEGORIES if archive_of(code) == archive and code not in CANONICAL]
        if archive == "test" or not parts:
            continue
        if parts == [archive]:
            yield Choice(archive, category_name(archive))
            continue
        yield Choice(archive, f"{ARCHIVES[archive]}: all of it")
        yield from (Choice(code, category_name(code), within=True) for code in parts)


def _former() -> dict[str, list[str]]:
    """Map each category to its former codes."""
    codes: dict[str, list[str]] = defaultdict(list)
    for code, today in CANONICAL.items():
        codes[today].append(code)
    return codes


def _places() -> dict[str, list[tuple[int, int]]]:
    """Map each word to the (index, weakness) of the choices that have it.

    The weakness is 0 if a code or a name begins with the word, 1 if the word is further inside, and 8 (as much as two
    typing errors) if only the archive's name has it.
    """
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, wording in enumerate(_WORDINGS):
        for word in wording.words:
            places[word].append((place, 0 if word in wording.first_words else 1))
        for word in wording.archive - wording.words:
            places[word].append((place, 8))
    return places


_ALL = tuple(_all())
_BY_CODE = {choice.code: choice for choice in _ALL}
_FORMER = _former()
_WORDINGS = tuple(map(_Wording, _ALL))
_PLACES = _places()
