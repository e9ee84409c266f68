"""arXiv's categories to choose from, and those that a typed text finds, the most likely first."""

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
"""Letters from which on a typed text is looked for within words, too."""
_FAR = 1_000


@frozen
class Choice:
    """A category, or a whole archive; ``within`` an archive that can be chosen as a whole."""

    code: str
    name: str
    within: bool = False


def choices(text: str) -> list[Choice]:
    """The choices that have every word of ``text`` in their code or name, misspelt words included, the most likely
    first; without a text all of them, each archive before its categories. Where none has them, those with a code
    that is near."""
    typed = tuple(words(text))
    if not typed:
        return list(_ALL)
    return list(_found(typed)) or [choice_of(code) for code in nearest(text.strip(), _BY_CODE)]


def choice_of(code: str) -> Choice:
    """The choice with a code, to stand outside its archive."""
    found = _BY_CODE.get(code) or Choice(code, category_name(code))
    return changed(found, within=False)


class _Wording:
    """What a choice is found by: its codes, its names, and the words of both."""

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
    """Each word narrows the choices; a word that none has may be misspelt."""
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
    """How well all that is typed matches as a whole: a code, a name, the last part of a code, the beginning of a code,
    that of arXiv's name; None where only its words may."""
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
    """The words count as the worst of them, then all together."""
    return (5, max(costs), sum(costs))


@lru_cache(256)
def _costs(typed: str) -> dict[int, int]:
    """The numbers of the choices that have a word, each with how far the word is from what they have. What neither is a
    word nor begins one may be the middle of one or a misspelling."""
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
    """0 for the word, 1 for its beginning."""
    return int(typed != word) if word.startswith(typed) else None


def _distance(typed: str, word: str) -> int | None:
    """The slips of a misspelt word; 3 for what is within a word; more for the misspelt beginning of one."""
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
    """Each category with the codes that it stands for today."""
    codes: dict[str, list[str]] = defaultdict(list)
    for code, today in CANONICAL.items():
        codes[today].append(code)
    return codes


def _places() -> dict[str, list[tuple[int, int]]]:
    """Each word with the numbers of the choices that have it: 0 where a code or a name begins with it, 1 where it
    stands later, 8 (as much as two slips) where only the name of the archive has it."""
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
