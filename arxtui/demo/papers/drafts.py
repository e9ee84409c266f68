"""Papers made from drafts: drafts get ids, metadata, versions and announcements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from random import Random

from arxtui.demo.papers.topics import Topic
from arxtui.demo.papers.writing import PaperText
from arxtui.model.paper import Announcement, AnnounceType, Author, Link, Paper

_GIVEN = (
    "Ada Björn Chloé Dmitri Ewa Farid Gül Håkon Inés Jūratė Kwame Lior Małgorzata Noé Olena Pınar Quentin Rūta Søren "
    "Tomáš Uma Vít Wanjiru Ximena Yuki Žofia Ádám Éva Ingrid Oluwaseun Priya Ngozi Mei Haruto Camila Luca"
).split()
_SURNAMES = (
    "Example Sample Beispiel Ejemplo Esempio Exemple Exemplo Voorbeeld Eksempel Exempel Esimerkki Näide Piemērs "
    "Pavyzdys Przykład Příklad Príklad Példa Primer Örnek Mfano Tatoe Shili Yeje Contoh Halimbawa Måns Specimen "
    "Fictive Placeholm Muster Template Mockworth Nonesuch"
).split()
_PLACES = (
    "Example University, Nowhere",
    "Institute for Made-Up Systems, Nowhere",
    "Department of Imaginary Mathematics, Sample University",
    "Fictional Laboratory for Computing, Placeholm",
    "Specimen Research, Utopia",
    "School of Invented Physics, Atlantis College",
)

COLLABORATION = Author("The EXAMPLE Collaboration")


def authors(rng: Random, count: int, *, affiliated: bool) -> tuple[Author, ...]:
    """Return ``count`` authors with different names; if ``affiliated``, each has one or two of at most three shared
    affiliations."""
    names: dict[str, None] = {}
    while len(names) < count:
        middle = f" {rng.choice('ABCDEFHJKLMNPRSTVW')}." if rng.random() < 0.25 else ""
        names[f"{rng.choice(_GIVEN)}{middle} {rng.choice(_SURNAMES)}"] = None
    places = rng.sample(_PLACES, rng.randint(1, 3)) if affiliated else []
    return tuple(Author(name, _some(rng, places)) for name in names)


def _some(rng: Random, places: list[str]) -> tuple[str, ...]:
    if not places:
        return ()
    count = 2 if len(places) > 1 and rng.random() < 0.2 else 1
    return tuple(rng.sample(places, count))


FIRST_NUMBER = 90001
"""The first number of a month's made-up identifiers; arXiv's own numbers do not come near it."""
LAST_ANNOUNCED = 5
"""The last version that is announced; replacements by later ones are not
(https://info.arxiv.org/help/availability.html)."""

_LICENSES = (
    "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
    "http://creativecommons.org/licenses/by/4.0/",
    "http://creativecommons.org/licenses/by-sa/4.0/",
    "http://creativecommons.org/licenses/by-nc-nd/4.0/",
    "http://creativecommons.org/publicdomain/zero/1.0/",
)


@dataclass(frozen=True, slots=True)
class DraftVersion:
    """A version of a draft: its text, its submission time, and the announcement day from which it is public (None: one
    before all days of the corpus)."""

    text: PaperText
    time: datetime
    day: date | None


@dataclass(slots=True)
class Draft:
    """A paper before it has an id: its versions, oldest first."""

    topic: Topic
    versions: list[DraftVersion]


@dataclass(frozen=True, slots=True)
class Revision:
    """A version of a paper, public from an announcement day on (None: one before all days of the corpus)."""

    paper: Paper
    day: date | None


@dataclass(slots=True)
class FinishedPapers:
    """Papers made from drafts: the versions of each paper by its id, their announcements, the texts for reviews by id,
    and the papers' ids by Python's ``id`` of their drafts."""

    revisions: dict[str, tuple[Revision, ...]] = field(default_factory=dict)
    announcements: list[Announcement] = field(default_factory=list)
    texts: dict[str, PaperText] = field(default_factory=dict)
    ids: dict[int, str] = field(default_factory=dict)


def write_up(drafts: Iterable[Draft], rng: Random) -> FinishedPapers:
    """Return the papers of the drafts; ids are assigned in the order of submission."""
    written = FinishedPapers()
    numbers: Counter[str] = Counter()
    for draft in sorted(drafts, key=lambda draft: draft.versions[0].time):
        month = f"{draft.versions[0].time:%y%m}"
        identifier = f"{month}.{FIRST_NUMBER + numbers[month]}"
        numbers[month] += 1
        written.revisions[identifier] = revisions = tuple(_revisions(draft, identifier, rng))
        written.ids[id(draft)] = identifier
        written.texts[identifier] = draft.versions[-1].text
        written.announcements += [row for revision in revisions for row in _announced(revision)]
    written.announcements.sort(key=lambda row: row.day)
    return written


def _revisions(draft: Draft, identifier: str, rng: Random) -> Iterable[Revision]:
    crosses = rng.sample(draft.topic.crosses, rng.choice((0, 1, 1, 2, 3)))
    doi = f"10.0000/demo.{identifier}" if rng.random() < 0.2 else None
    first = draft.versions[0]
    paper = Paper(
        id=identifier,
        title=first.text.title,
        authors=_authors(draft.topic, rng),
        categories=(draft.topic.category, *crosses),
        published=first.time,
        comment=_comment(rng),
        journal_ref=_journal(rng, first.time.year) if doi else None,
        doi=doi,
        license=rng.choice(_LICENSES),
        source="api",
    )
    for number, draft_version in enumerate(draft.versions, 1):
        corrected = number > 1 and rng.random() < 0.6
        paper = replace(
            paper,
            version=number,
            title=draft_version.text.title,
            abstract=draft_version.text.abstract,
            updated=draft_version.time,
            comment=f"{rng.randint(6, 48)} pages; v{number}: minor corrections" if corrected else paper.comment,
            links=_links(identifier, number, doi),
        )
        yield Revision(paper, draft_version.day)


def _links(identifier: str, version: int, doi: str | None) -> tuple[Link, ...]:
    links = (
        Link(f"https://arxiv.org/abs/{identifier}v{version}", "alternate", type="text/html"),
        Link(f"https://arxiv.org/pdf/{identifier}v{version}", "related", "pdf", "application/pdf"),
    )
    return (*links, Link(f"https://doi.org/{doi}", "related", "doi")) if doi else links


def _authors(topic: Topic, rng: Random) -> tuple[Author, ...]:
    if topic.category == "hep-ph" and rng.random() < 0.1:
        return (COLLABORATION, *authors(rng, rng.randint(40, 90), affiliated=False))
    count = rng.choice((1, 2, 2, 3, 3, 4, 5, 7))
    return authors(rng, count, affiliated=rng.random() < 0.3)


def _comment(rng: Random) -> str | None:
    pages = f"{rng.randint(6, 48)} pages"
    kinds = (
        None,
        pages,
        f"{pages}, {rng.randint(2, 14)} figures",
        f"Accepted at EXAMPLE '26, {pages}",
        f"{pages}. Comments are welcome",
        f"{pages}, the data are at https://example.org/data",
    )
    return rng.choice(kinds)


def _journal(rng: Random, year: int) -> str:
    volume, page = rng.randint(1, 40), rng.randint(1, 900)
    return f"J. Made-Up Res. {volume} ({year}) {page}--{page + rng.randint(8, 40)}"


def _announced(revision: Revision) -> list[Announcement]:
    """Return one announcement per category, the primary category first."""
    paper, day, version = revision.paper, revision.day, revision.paper.version or 1
    if day is None or version > LAST_ANNOUNCED:
        return []
    first = version == 1
    primary = AnnounceType.NEW if first else AnnounceType.REPLACE
    other = AnnounceType.CROSS if first else AnnounceType.REPLACE_CROSS
    return [
        Announcement(paper.id, day, category, primary if category == paper.primary_category else other, version)
        for category in paper.categories
    ]
