"""Edits of a query's text, used by the keys of the filter pane, chips, months and order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

from arxtui.light import pattern
from arxtui.model import expr
from arxtui.query import parse
from arxtui.query.chips import Chip, chips, with_term, without_chip
from arxtui.query.incomplete import with_stars
from arxtui.tui.present.filter.histogram import MonthRange, month_range_of, month_range_term
from arxtui.tui.present.filter.rows import TermUse

_ORDERS = (expr.Sort.NEW, expr.Sort.BEST, expr.Sort.OLD, expr.Sort.UPDATED, expr.Sort.SCORE, expr.Sort.FOR_YOU)

_PLAIN_WORDS = pattern(r"[\w* ]+")
_OPERATORS = frozenset(("AND", "OR", "NOT"))
MUTED = "is:muted"
"""The term for the papers that rules hide."""


def completed(text: str) -> str:
    """Return a complete query with the meaning of one that is still being typed: mark word beginnings with a star, or
    drop a last term that has no value yet."""
    meaning, starred_text = parse(text, typing=True).expr, with_stars(text)
    return next(
        (each for each in (text, starred_text, without_last(starred_text)) if parse(each).expr == meaning), text
    )


def with_toggled_term(text: str, term: str) -> str:
    """Add a term to the query; remove the term if the query already has it. The negated term is replaced."""
    matching = [chip for chip in chips(text) if chip.text == term]
    if matching:
        return without_chip(text, matching[-1])
    return with_term(without_chips(text, lambda chip: chip.text == negated(term)), term)


def negated(term: str) -> str:
    """Return the negation of a term."""
    return term[1:] if term.startswith("-") else f"-{term}"


def as_term(query: str) -> str:
    """Return a whole query as one term of another query, without its order and groups."""
    # ``with_term`` puts several terms or words in brackets if there is another word beside them.
    return with_term("x", without_chips(query, _is_arrangement)).removeprefix("x").lstrip()


def use_of(query_chips: Iterable[Chip], term: str) -> TermUse:
    """Return whether the query with these chips includes a term, excludes it, or does not contain it."""
    texts = {chip.text for chip in query_chips}
    if term in texts:
        return TermUse.WITHIN
    return TermUse.WITHOUT if negated(term) in texts else TermUse.NONE


def without_last(text: str) -> str:
    """Return the query without its last chip."""
    query_chips = chips(text)
    return without_chip(text, query_chips[-1]) if query_chips else ""


def without_repeats(text: str) -> str:
    """Return the query without repeated chips; the last occurrence stays. A word and its beginning (``fair*``) are the
    same chip: a word that was typed again replaces what a search has made of it."""
    query_chips = chips(text)
    texts = [chip.text.rstrip("*") for chip in query_chips]
    chip = next((chip for place, chip in enumerate(query_chips, 1) if texts[place - 1] in texts[place:]), None)
    if chip:
        return without_repeats(without_chip(text, chip))
    for each in reversed(query_chips):
        text = f"{text[: each.start]}{_without_repeated_words(each.text)}{text[each.end :]}"
    return text


def _without_repeated_words(text: str) -> str:
    """Return several words, which are one chip, without repeated ones; another term stays as it is."""
    words = text.split()
    if not _PLAIN_WORDS.fullmatch(text) or not _OPERATORS.isdisjoint(words):
        return text
    bare = [word.rstrip("*") for word in words]
    return " ".join(word for place, word in enumerate(words, 1) if bare[place - 1] not in bare[place:])


def with_dates(text: str, months: MonthRange) -> str:
    """Return the query with its dates replaced by these months."""
    return with_term(without_date_terms(text), month_range_term(months))


def without_date_terms(text: str) -> str:
    """Return the query without its dates."""
    return without_chips(text, lambda chip: _dates_of_chip(chip) is not None)


def words_alone(text: str) -> str:
    """Return the words of a query, without filter terms, order and groups."""
    return without_chips(
        text,
        lambda chip: (
            _is_arrangement(chip) or not isinstance(parse(chip.text).expr, expr.Word | expr.Phrase | expr.Or | expr.And)
        ),
    )


def without_temporary_terms(text: str) -> str:
    """Return the query without its temporary parts: states of the library, announcement days, order and groups."""
    return without_chips(text, lambda chip: _is_arrangement(chip) or _is_temporary(chip))


def temporary_terms(text: str) -> list[str]:
    """Return the temporary terms of a query (states of the library and announcement days)."""
    return [chip.text for chip in chips(text) if not _is_arrangement(chip) and _is_temporary(chip)]


def _is_temporary(chip: Chip) -> bool:
    return all(map(_is_temporary_term, expr.terms_of(parse(chip.text).expr)))


def dates_of(text: str) -> MonthRange | None:
    """Return the months that the query is restricted to; None if it has no dates."""
    dates = next((chip_dates for chip in chips(text) if (chip_dates := _dates_of_chip(chip))), None)
    return month_range_of(dates.first, dates.last) if dates else None


def day_of(text: str) -> date | None:
    """Return the announcement day that the query is restricted to; None if there is none."""
    return expr.single_day(parse(text).expr)


def with_day(text: str, day: date) -> str:
    """Return the query with its announcement day replaced by ``day``; the query for ``day`` alone if it has none."""
    of_day = next((chip.text for chip in chips(text) if day_of(chip.text)), "") if day_of(text) else ""
    return with_replaced_term(text, of_day, day_term(day)) or day_term(day)


def with_replaced_term(text: str, term: str, replacement: str) -> str | None:
    """Return the query with the chip ``term`` replaced by ``replacement``; None if the query has no such chip."""
    chip = next((chip for chip in chips(text) if chip.text == term), None)
    return f"{text[: chip.start]}{replacement}{text[chip.end :]}" if chip else None


def day_term(day: date) -> str:
    """Return the query for the papers of an announcement day."""
    return f"day:{day.isoformat()}"


def next_order(text: str) -> str:
    """Return the query with the next order of the cycle: newest, best match (only with words in the query), oldest,
    last updated, highest score, "for you", and then the query's own order (a day or a reading list can have another
    one)."""
    bare = without_order(text)
    own, now = parse(bare).sort, parse(text).sort
    orders = [each for each in _ORDERS if has_words(bare) or each in (own, now) or each is not expr.Sort.BEST]
    if own not in orders:
        orders.append(own)
    return with_order(text, orders[(orders.index(now) + 1) % len(orders)])


def has_words(text: str) -> bool:
    """Return whether the query has words, by which the best matches can stand first."""
    return any(isinstance(term, expr.Word | expr.Phrase | expr.Like) for term in expr.terms_of(parse(text).expr))


def with_order(text: str, order: expr.Sort) -> str:
    """Return the query in this order, without a term for the order that it has of its own."""
    if parse(text).sort is order:
        return text
    bare = without_order(text)
    return bare if order is parse(bare).sort else with_term(bare, f"sort:{order}")


def without_order(text: str) -> str:
    """Return the query without its order term. The papers stay the same."""
    return without_chips(text, _is_order)


def without_arrangement(text: str) -> str:
    """Return the query without its order and its groups. The papers stay the same."""
    return without_chips(text, _is_arrangement)


def _dates_of_chip(chip: Chip) -> expr.Dated | None:
    if ":" not in chip.text:  # Plain words have no dates.
        return None
    tree = parse(chip.text).expr
    return tree if isinstance(tree, expr.Dated) and not tree.added else None


def usual_grouping(text: str, setting: str) -> expr.Grouping:
    """Return the groups of the list of a query that names none: as the setting says for the inbox and for a day, unless
    the user has chosen another order."""
    if setting == expr.Grouping.NONE:  # a letter of a search is parsed once
        return expr.Grouping.NONE
    query = parse(text)
    is_usual = expr.single_day(query.expr) or expr.State("unread") in expr.conjuncts(query.expr)
    return (
        expr.Grouping(setting)
        if is_usual and query.sort in (expr.Sort.NEW, expr.Sort.ANNOUNCED)
        else expr.Grouping.NONE
    )


def next_grouping(text: str, usual: expr.Grouping) -> expr.Grouping:
    """Return the next way to group the list of a query, in a cycle; ``usual`` is that of a query that names none."""
    ways = tuple(expr.Grouping)
    return ways[(ways.index(parse(text).group or usual) + 1) % len(ways)]


def with_grouping(text: str, grouping: expr.Grouping, usual: expr.Grouping) -> str:
    """Return the query with these groups, without a term if they are the ``usual`` ones of the query."""
    bare = without_chips(text, _is_grouping)
    return bare if grouping is usual else with_term(bare, f"group:{grouping}")


def _is_order(chip: Chip) -> bool:
    return chip.text.lower().startswith("sort:")


def _is_grouping(chip: Chip) -> bool:
    return chip.text.lower().startswith("group:")


def _is_arrangement(chip: Chip) -> bool:
    return _is_order(chip) or _is_grouping(chip)


def _is_temporary_term(term: expr.Term) -> bool:
    return isinstance(term, expr.State | expr.Announced)


def without_chips(text: str, dropped: Callable[[Chip], bool]) -> str:
    """Return the query without the chips for which ``dropped`` returns True."""
    while chip := next(filter(dropped, chips(text)), None):
        text = without_chip(text, chip)
    return text
