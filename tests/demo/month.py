"""A month of made-up announcements, including rare events.

Every day has new papers with cross-lists, and replacements of recent and older papers, some with a changed title or
abstract. One paper is announced weeks after its submission, one is revised beyond the fifth version (not announced),
and one is deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

from arxtui.demo.papers.calendar import last_days, submitted
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.papers.drafts import LAST_ANNOUNCED, Draft, DraftVersion, write_up
from arxtui.demo.papers.topics import TOPICS
from arxtui.demo.papers.writing import PaperText, Writer

DAYS = 22
"""Announcement days of a month."""

_REPLACED = 0.4
"""Replacements a day, as a fraction of the new papers."""
_RETITLED, _REWORDED = 0.15, 0.3
"""Fractions of the replacements that change the title, and the abstract."""
_MINUTES = 959
"""The largest ``minute`` of ``calendar.submitted``."""
_DELAY = timedelta(days=25)
"""How much earlier than usual the paper was submitted that is announced late."""
_DELETED_AFTER = 10
"""Announcement days after which the deleted paper is deleted."""


def make_month(newest: date, *, days: int = DAYS, papers: int = 10, seed: int = 1) -> Corpus:
    """Return a corpus of ``days`` announcement days up to ``newest``, each with ``papers`` new papers spread over the
    demo's categories; always the same for the same arguments."""
    rng = Random(f"{newest} {days} {papers} {seed}")
    writers = [Writer(topic, rng) for topic in TOPICS]
    announcement_days = last_days(newest, days)
    drafts = [_older(writers, number, announcement_days[0], rng) for number in range(1 + papers)]
    often_revised = drafts[0]
    to_delete = _new(writers, 0, announcement_days[0], rng)
    for place, day in enumerate(announcement_days):
        # This paper is revised every other day, until it has two versions more than are announced.
        if place % 2 and len(often_revised.versions) < LAST_ANNOUNCED + 2:
            often_revised.versions.append(_revised(often_revised, day, rng))
        count = max(1, round(papers * _REPLACED))
        for draft in rng.sample([each for each in drafts[1:] if len(each.versions) < LAST_ANNOUNCED], count):
            draft.versions.append(_revised(draft, day, rng))
        drafts += [_new(writers, place + number, day, rng) for number in range(papers)]
    late = _new(writers, 0, announcement_days[len(announcement_days) // 2], rng)
    late.versions[0] = replace(late.versions[0], time=late.versions[0].time - _DELAY)
    written = write_up([*drafts, to_delete, late], rng)
    deleted = {written.ids[id(to_delete)]: announcement_days[_DELETED_AFTER]} if days > _DELETED_AFTER else {}
    return Corpus(newest, written.revisions, tuple(written.announcements), deleted=deleted)


def _new(writers: Sequence[Writer], number: int, day: date, rng: Random) -> Draft:
    writer = writers[number % len(writers)]
    return Draft(writer.topic, [DraftVersion(writer.write(), submitted(day, rng.randint(0, _MINUTES)), day)])


def _older(writers: Sequence[Writer], number: int, before: date, rng: Random) -> Draft:
    """Return a paper that was submitted 30 to 150 days before a day."""
    writer = writers[number % len(writers)]
    came = datetime(before.year, before.month, before.day, 9, tzinfo=UTC) - timedelta(days=rng.randint(30, 150))
    return Draft(writer.topic, [DraftVersion(writer.write(), came + timedelta(seconds=rng.randint(0, 30_000)), None)])


def _revised(draft: Draft, day: date, rng: Random) -> DraftVersion:
    text, number = draft.versions[-1].text, len(draft.versions) + 1
    if rng.random() < _RETITLED:
        text = replace(text, title=f"{_untitled(text)} (Version {number})")
    if rng.random() < _REWORDED:
        text = replace(text, abstract=f"{text.abstract} Version {number} corrects a constant.")
    return DraftVersion(text, submitted(day, rng.randint(0, _MINUTES)), day)


def _untitled(text: PaperText) -> str:
    return text.title.partition(" (Version ")[0]
