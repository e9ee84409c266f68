"""The merge of records of reviews from files of any age. The result does not depend on the order of reading, and
nothing of any record is lost."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

from arxtui.model.frozen import changed
from arxtui.model.reviews.full_review import SINGLE, FullReview, Part, Passage, ReviewField, Section
from arxtui.model.reviews.review import Review

_Item = TypeVar("_Item", bound=Hashable)


def merged_card(one: Review, other: Review) -> Review:
    """Merge two records of one card. Of two different values the larger is used: counts grow, and texts may be cut."""
    values = {name: max(getattr(one, name), getattr(other, name), key=_size) for name in _CARD}
    return changed(
        one,
        **values,
        deck_truncated=one.deck_truncated and other.deck_truncated,
        has_figure=one.has_figure or other.has_figure,
        place=min(one.place, other.place),
    )


_CARD = (
    *("title", "category", "abstract", "theorem_links", "votes", "comments", "other_counts", "arxiv_id", "version"),
    *("url", "source"),
)
"""The fields of a card for which the larger value is used."""


def merged_review(one: FullReview, other: FullReview) -> FullReview:
    """Merge two records of one full review. Of two different values of a field the longer is used, and the other is
    stored in ``extra``."""
    single, spare = _single(one, other)
    times = [each.reviewed_at for each in (one, other) if each.reviewed_at]
    extra = [tuple(each for each in review.extra if each.name not in SINGLE) for review in (one, other)]
    return changed(
        one,
        **single,
        version=one.version or other.version,
        model=one.model or other.model,
        reviewed_at=max(times, default=None),
        sections=_sections(one.sections, other.sections),
        scores=_all_of(one.scores, other.scores),
        links=_all_of(one.links, other.links),
        extra=(*_all_of(*extra), *spare),
    )


def _single(one: FullReview, other: FullReview) -> tuple[dict[str, str], list[ReviewField]]:
    """Return the fields with a single value, and the values that were not used."""
    single: dict[str, str] = {}
    spare: list[ReviewField] = []
    for name in SINGLE:
        values = {getattr(one, name), getattr(other, name)}
        values |= {each.value for each in (*one.extra, *other.extra) if each.name == name}
        single[name], *rest = sorted(values, key=_size, reverse=True)
        spare += [ReviewField(name, value) for value in rest if value]
    return single, spare


def _sections(one: Iterable[Section], other: Iterable[Section]) -> tuple[Section, ...]:
    """Merge sections: known ones in the order of a page, then the others. Each section, and each passage in it, occurs
    once."""
    mine, theirs = _by_name(one), _by_name(other)
    order = list(Part)
    names = sorted(
        _all_of(tuple(mine), tuple(theirs)), key=lambda name: order.index(name[0]) if name[0] else len(order)
    )
    return tuple(_section(name, [each[name] for each in (mine, theirs) if name in each]) for name in names)


_Name = tuple[Part | None, str]


def _by_name(sections: Iterable[Section]) -> Mapping[_Name, Section]:
    by_name: dict[_Name, Section] = {}
    for section in sections:
        name = (section.part, "" if section.part else section.heading)
        before = by_name.get(name)
        by_name[name] = section._replace(passages=(*before.passages, *section.passages)) if before else section
    return by_name


def _section(name: _Name, records: list[Section]) -> Section:
    texts: tuple[str, ...] = ()
    listed: set[str] = set()
    for section in records:
        texts = _all_of(texts, tuple(passage.text for passage in section.passages))
        listed |= {passage.text for passage in section.passages if passage.listed}
    heading = max((section.heading for section in records), key=_size)
    return Section(heading, tuple(Passage(text, text in listed) for text in texts), name[0])


def _all_of(one: tuple[_Item, ...], other: tuple[_Item, ...]) -> tuple[_Item, ...]:
    """Return every item once. The order is that of a record that has all items, if there is one; otherwise one that
    does not depend on the records."""
    one, other = tuple(dict.fromkeys(one)), tuple(dict.fromkeys(other))
    both = set(one) | set(other)
    whole = [each for each in (one, other) if len(each) == len(both)]
    plain = tuple(sorted(both, key=repr))
    return max(whole, key=lambda each: (each != plain, repr(each)), default=plain)


def _size(value: Any) -> tuple[int, str]:
    """Return a sort key for values of one kind: None first, then numbers by value, texts and lists by length."""
    if value is None:
        return 0, ""
    return value if isinstance(value, int) else len(value), repr(value)
