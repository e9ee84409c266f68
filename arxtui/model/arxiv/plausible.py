"""Rejection of implausible data: future dates, dates before arXiv began, and impossible version numbers. Pure
functions.

An announcement with a future date would sort above all later ones until that day, and a feed with such a date would
look newer than each later feed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime
from typing import TypeVar

from arxtui.model.arxiv.calendar import FIRST_DAY, last_day
from arxtui.model.arxiv.ids import LAST_VERSION
from arxtui.model.intake import Intake, Reject
from arxtui.model.paper import Announcement, Paper
from arxtui.model.reviews import Review

_Dated = TypeVar("_Dated", Announcement, Review)


def is_plausible(day: date, today: date) -> bool:
    """Whether a date is possible for an announcement or a review."""
    return FIRST_DAY <= day <= last_day(today)


def plausible(intake: Intake, today: date) -> Intake:
    """Return the intake without implausible data. Announcements and reviews with such dates are rejected; papers lose
    such dates and versions, which a note reports."""
    papers = tuple(_sound(paper, today) for paper in intake.papers)
    corrected = sum(paper is not before for paper, before in zip(papers, intake.papers, strict=True))
    rejects = [
        *(Reject(each.id, _words("announced", each.day)) for each in _implausible(intake.announcements, today)),
        *(Reject(each.headline, _words("listed", each.listed_on)) for each in _implausible(intake.reviews, today)),
    ]
    if not (rejects or corrected):
        return intake
    note = f"impossible dates or versions were left out of papers: {corrected}"
    return replace(
        intake,
        papers=papers,
        announcements=tuple(each for each in intake.announcements if is_plausible(_day_of(each), today)),
        reviews=tuple(each for each in intake.reviews if is_plausible(_day_of(each), today)),
        rejects=(*intake.rejects, *rejects),
        notes=(*intake.notes, *((note,) if corrected else ())),
    )


def _implausible(dated: Iterable[_Dated], today: date) -> Iterator[_Dated]:
    return (each for each in dated if not is_plausible(_day_of(each), today))


def _day_of(dated: Announcement | Review) -> date:
    return dated.day if isinstance(dated, Announcement) else dated.listed_on


def _words(what: str, day: date) -> str:
    return f"{what} on {day}, an impossible day"


def _sound(paper: Paper, today: date) -> Paper:
    published, updated = (_believed(moment, today) for moment in (paper.published, paper.updated))
    version = paper.version if paper.version is None or 0 < paper.version <= LAST_VERSION else None
    if (published, updated, version) == (paper.published, paper.updated, paper.version):
        return paper
    return replace(paper, published=published, updated=updated, version=version)


def _believed(moment: datetime | None, today: date) -> datetime | None:
    return moment if moment is None or moment.date() <= last_day(today) else None
