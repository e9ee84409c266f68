"""Edits of a query's text: what the keys of filter, chips, months and order do to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

from arxtui.model.expr import And, Announced, Dated, Like, Or, Phrase, Sort, State, Term, Word, single_day, terms_of
from arxtui.query import parse
from arxtui.query.chips import Chip, chips, with_term, without
from arxtui.query.typed import starred
from arxtui.tui.present.filter.histogram import Stretch, stretch_of, stretch_term
from arxtui.tui.present.filter.rows import Use

_ORDERS = (Sort.NEW, Sort.BEST, Sort.OLD, Sort.UPDATED, Sort.SCORE, Sort.FOR_YOU)


def finished(text: str) -> str:
    """What a query that is being typed means, as one that is not: beginnings with their stars, a term that asks for
    nothing yet left out."""
    meant, whole = parse(text, typing=True).expr, starred(text)
    return next((each for each in (text, whole, without_last(whole)) if parse(each).expr == meant), text)


def narrowed(text: str, term: str) -> str:
    """The query within a term as well; without it again where it is within it already."""
    held = [chip for chip in chips(text) if chip.text == term]
    if held:
        return without(text, held[-1])
    return with_term(less(text, lambda chip: chip.text == negated(term)), term)


def negated(term: str) -> str:
    """The term that asks for all else."""
    return term[1:] if term.startswith("-") else f"-{term}"


def as_term(query: str) -> str:
    """A whole query as one term of another, without its order."""
    # Beside a word, what is several terms, or words, goes into brackets.
    return with_term("x", less(query, _is_order)).removeprefix("x").lstrip()


def use_of(held: Iterable[Chip], term: str) -> Use:
    """What the query with these chips makes of a term."""
    texts = {chip.text for chip in held}
    if term in texts:
        return Use.WITHIN
    return Use.WITHOUT if negated(term) in texts else Use.NONE


def without_last(text: str) -> str:
    """The query without its last chip."""
    held = chips(text)
    return without(text, held[-1]) if held else ""


def without_repeats(text: str) -> str:
    """The query with each of its chips once, where it stands last."""
    held = chips(text)
    repeated = (chip for place, chip in enumerate(held, 1) if chip.text in {each.text for each in held[place:]})
    chip = next(repeated, None)
    return without_repeats(without(text, chip)) if chip else text


def dated(text: str, stretch: Stretch) -> str:
    """The query with these months in place of its former dates."""
    return with_term(undated(text), stretch_term(stretch))


def undated(text: str) -> str:
    """The query without its dates."""
    return less(text, lambda chip: _dates(chip) is not None)


def words_alone(text: str) -> str:
    """The words of a query, without what it is narrowed to and without its order."""
    return less(text, lambda chip: _is_order(chip) or not isinstance(parse(chip.text).expr, Word | Phrase | Or | And))


def lasting(text: str) -> str:
    """The query without what holds for a while: states of the library, announcement days, the order."""
    return less(text, lambda chip: _is_order(chip) or _holds_for_a_while(chip))


def passing(text: str) -> list[str]:
    """The terms of a query that hold for a while."""
    return [chip.text for chip in chips(text) if not _is_order(chip) and _holds_for_a_while(chip)]


def _holds_for_a_while(chip: Chip) -> bool:
    return all(map(_is_passing, terms_of(parse(chip.text).expr)))


def dates_of(text: str) -> Stretch | None:
    """The months that the query is narrowed to; None where it is not."""
    told = next((found for chip in chips(text) if (found := _dates(chip))), None)
    return stretch_of(told.first, told.last) if told else None


def day_of(text: str) -> date | None:
    """The announcement day that the query is narrowed to; None where it is not."""
    return single_day(parse(text).expr)


def on_day(text: str, day: date) -> str:
    """The query of another day: in place of its own, else that day's alone."""
    of_day = next((chip.text for chip in chips(text) if day_of(chip.text)), "") if day_of(text) else ""
    return exchanged(text, of_day, day_term(day)) or day_term(day)


def exchanged(text: str, term: str, other: str) -> str | None:
    """The query with another term in the place of one of its chips; None if it has no such chip."""
    chip = next((chip for chip in chips(text) if chip.text == term), None)
    return f"{text[: chip.start]}{other}{text[chip.end :]}" if chip else None


def day_term(day: date) -> str:
    """The query for a day's papers."""
    return f"day:{day.isoformat()}"


def next_order(text: str) -> str:
    """The query in the next order: newest, best where there are words to be best at, oldest, last updated, most points
    first, of a day or a reading list also its own; and round again."""
    bare = without_order(text)
    own, now = parse(bare).sort, parse(text).sort
    has_words = any(isinstance(term, Word | Phrase | Like) for term in terms_of(parse(bare).expr))
    orders = [each for each in _ORDERS if has_words or each in (own, now) or each is not Sort.BEST]
    if own not in orders:
        orders.append(own)
    order = orders[(orders.index(now) + 1) % len(orders)]
    return bare if order is own else with_term(bare, f"sort:{order}")


def without_order(text: str) -> str:
    """The query without the order that it asks for, which leaves out no paper."""
    return less(text, _is_order)


def _dates(chip: Chip) -> Dated | None:
    if ":" not in chip.text:  # words alone tell of no dates
        return None
    expr = parse(chip.text).expr
    return expr if isinstance(expr, Dated) and not expr.added else None


def _is_order(chip: Chip) -> bool:
    return chip.text.lower().startswith("sort:")


def _is_passing(term: Term) -> bool:
    return isinstance(term, State | Announced)


def less(text: str, dropped: Callable[[Chip], bool]) -> str:
    """The query without the chips that a condition holds for."""
    while chip := next(filter(dropped, chips(text)), None):
        text = without(text, chip)
    return text
