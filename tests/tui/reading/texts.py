"""Made-up full texts, and homes that contain them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from arxtui.config.paths import Paths
from arxtui.model.document import (
    Block,
    Cell,
    Document,
    Equation,
    EquationCell,
    EquationRow,
    Float,
    Footnote,
    Formula,
    Group,
    Heading,
    Inline,
    Link,
    Origin,
    Paragraph,
    Person,
    Picture,
    Pictures,
    Reference,
    Source,
    Table,
    Text,
)
from arxtui.model.fulltext import TextState
from arxtui.model.paper import Paper
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import FigureRequest, Outcome, Page
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import Reader, fill

FETCHED = datetime(2026, 5, 13, 9, tzinfo=UTC)
WORDS = "Delays of queues are bounded where every shard keeps its own clock and nobody waits for the slowest of them"


def prose(*content: Inline | str, anchor: str = "") -> Paragraph:
    """Return a paragraph of texts and other runs."""
    runs = tuple(Text(each) if isinstance(each, str) else each for each in content)
    return Paragraph(runs, (anchor,) if anchor else ())


def heading(number: str, title: str, level: int = 1, anchor: str = "") -> Heading:
    """Return the heading of a section."""
    return Heading(level, number, (Text(title),), (anchor,) if anchor else ())


def refers(text: str, target: str, *, cites: bool = False) -> Reference:
    """Return a reference; with ``cites``, a citation in brackets."""
    if cites:
        return Reference((Text("["), Reference((Text(text),), target, cites=True), Text("]")), "", cites=True)
    return Reference((Text(text),), target)


def document(blocks: Iterable[Block], title: str = "Bounded Staleness of Sharded Queues") -> Document:
    """Return a text with two authors."""
    people = (Person((Text("Ada Example"),)), Person((Text("Björn Måns"),)))
    return Document((Text(title),), people, tuple(blocks))


def table(columns: int, rows: int = 3) -> Table:
    """Return a table of ``columns`` columns whose cells contain their row and column."""
    return Table(
        tuple(
            tuple(Cell((prose(f"cell-{row}-{column}"),), header=row == 0) for column in range(columns))
            for row in range(rows)
        )
    )


def filling(sections: int, paragraphs: int = 6) -> list[Block]:
    """Return sections of prose in which every paragraph has its own number."""
    blocks: list[Block] = []
    for section in range(1, sections + 1):
        blocks.append(heading(f"{section}", f"Filling number {section}", anchor=f"S{section}"))
        said = (f"Paragraph {section}.{place} says this. {WORDS}. " * 3 for place in range(1, paragraphs + 1))
        blocks += map(prose, said)
    return blocks


def usual() -> Document:
    """Return a text with every kind of block, a few screens long."""
    return document(
        [
            Group("abstract", (Text("Abstract."),), (prose("We bound the staleness of queues."),)),
            heading("1", "Introduction", anchor="S1"),
            prose(
                "It is known ",
                refers("1", "bib1", cites=True),
                " that queues are stale",
                Footnote("1", (prose("Stale means old here."),)),
                ". The bound is ",
                refers("Theorem 2", "thm2"),
                " with ",
                Formula(r"\epsilon^{2}"),
                ", see ",
                refers("Figure 1", "fig1"),
                " and ",
                Link((Text("the page"),), "https://example.org/queues"),
                ".",
            ),
            Float(
                "figure",
                "Figure 1",
                (Text("A queue and its clock."),),
                (Pictures((Picture("x1.png", "A drawing of a queue", 320, 200),)),),
                ("fig1",),
            ),
            heading("1.1", "A detail", level=2, anchor="S1.SS1"),
            prose("A detail of no weight. " * 12),
            *filling(3),
            heading("5", "The bound", anchor="S5"),
            Group("theorem", (Text("Theorem 2 (Example)."),), (prose("Every queue is stale."),), ("thm2",)),
            Equation((EquationRow((EquationCell((Formula(r"\sum_{i=1}^{n} x_{i}=1"),)),), "(3)", ("eq3",)),), ("eqs",)),
            prose("It follows from ", refers("(3)", "eq3"), "."),
            table(20),
            heading("", "References"),
            Source("[1]", (prose("A. Example, On Queues, 1999."),), ("bib1",)),
            Source("[2]", (prose("B. Måns, On Clocks, 2001."),), ("bib2",)),
        ]
    )


def put_text(
    paths: Paths,
    made: Paper,
    text: Document,
    version: int = 1,
    figures: Sequence[FigureRequest] = (),
    words: int = 1_234,
) -> None:
    """Store a full text, as a fetch does."""
    page = Page(Origin.HTML, f"https://arxiv.example/html/{made.id}v{version}", b"<html>", FETCHED)
    outcome = Outcome(version, TextState.HAVE, "", FETCHED)
    with Cache.open(paths.cache_db) as cache:
        cache.fulltexts.put(made.key, version, page, text, words, figures, outcome)


def put_outcome(paths: Paths, made: Paper, state: TextState, reason: str) -> None:
    """Store the outcome of a fetch without a text."""
    with Cache.open(paths.cache_db) as cache:
        cache.fulltexts.write(made.key, Outcome(1, state, reason, FETCHED))


def fill_with_text(paths: Paths, text: Document | None = None) -> Paper:
    """Add three papers, of which the newest has a full text. Returns the newest."""
    papers = [paper(number) for number in range(1, 4)]
    fill(paths, papers, [announced(each) for each in papers])
    put_text(paths, papers[-1], text or usual())
    return papers[-1]


async def open_text(reader: Reader) -> None:
    """Open the text of the paper under the cursor."""
    await reader.press("t")
    await reader.until(lambda: reader.app.screen is not reader.main)
    await reader.until(lambda: any("%" in line[-4:] for line in reader.lines))
