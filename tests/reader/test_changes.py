"""The changes between two versions, and full reviews, as documents."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.document import (
    Block,
    Document,
    Equation,
    EquationCell,
    EquationRow,
    Footnote,
    Formula,
    Heading,
    Paragraph,
    Person,
    Text,
)
from arxtui.model.paper import Author, Paper
from arxtui.model.reviews import MEANING_OF_RECOGNITION, FullReview, Part, Passage, ReviewField, Section
from arxtui.reader import Page, plain
from arxtui.reader.changes import PartChange, changed_document, record_changes, text_changes
from arxtui.reader.reviewed import reviewed_document
from arxtui.text.differences import ChangeKind, differences

OLD = Paper(
    "2605.01234", "Bounds of $O(\\sqrt{T})$", "We bound it.", (Author("Ada Example"),), ("cs.DC",), comment="12 pages"
)
NEW = Paper("2605.01234", "Bounds of O(√T)", "We bound it well.", (Author("Ada Example"),), ("cs.DC", "cs.LG"))


def shown(document: Document, width: int = 70) -> str:
    return "\n".join(plain(document, width))


def test_parts_of_a_record_are_compared_in_readable_form() -> None:
    changes = {change.part: change for change in record_changes(OLD, NEW)}
    assert list(changes) == ["title", "authors", "abstract", "comment", "categories"]
    assert [part for part, change in changes.items() if change.differs] == ["abstract", "comment", "categories"]


def text(*sections: tuple[str, str]) -> Document:
    blocks: list[Block] = []
    for number, (heading, words) in enumerate(sections, 1):
        blocks += [Heading(1, str(number), (Text(heading),)), *(Paragraph((Text(line),)) for line in words.split("\n"))]
    return Document((Text("A Paper"),), (), tuple(blocks))


def parts(before: Document, after: Document) -> list[tuple[str, bool]]:
    return [(change.part, change.differs) for change in text_changes(before, after)]


def test_a_text_is_compared_section_by_section() -> None:
    before = text(("Introduction", "It is short.\nIt stays."), ("Method", "A coupling."), ("Results", "They hold."))
    after = text(("Introduction", "It is long.\nIt stays."), ("Method", "A coupling."), ("Results", "They hold."))
    assert parts(before, after) == [("1 Introduction", True), ("2 Method", False), ("3 Results", False)]
    assert "\n1 Introduction\n\nIt is [-short-]{+long+}.\n\n… 1 paragraph unchanged …\n" in shown(
        changed_document("v1 → v2", text_changes(before, after), marked=True)
    )
    assert "Unchanged: 2 Method, 3 Results." in shown(changed_document("", text_changes(before, after)))


def test_a_section_that_went_one_that_came_and_one_that_was_renamed_are_reported() -> None:
    before = text(("Introduction", "Words."), ("Method", "A coupling."))
    renamed = text(("Introduction", "Words."), ("Methods", "A coupling."))
    assert parts(before, renamed) == [("1 Introduction", False), ("2 Method → 2 Methods", True)]
    longer = text(("Introduction", "Words."), ("Method", "A coupling."), ("Proofs", "By hand."))
    assert parts(before, longer)[-1] == ("3 Proofs", True)
    assert parts(longer, before)[-1] == ("3 Proofs", True)
    assert "{+By hand.+}" in shown(changed_document("", text_changes(before, longer), marked=True))


def test_formulas_and_text_before_the_first_section_are_compared() -> None:
    equation = Equation((EquationRow((EquationCell((Formula("x^2"),)),), "(1)"),))
    before = Document((), (), (Paragraph((Text("For "), Formula("n > 1"), Text("."))), equation))
    after = Document((), (), (Paragraph((Text("For "), Formula("n > 2"), Text("."))), equation))
    (change,) = text_changes(before, after)
    assert change.part == "Before the first section"
    assert [(run.kind, run.text) for run in change.runs if run.kind is not ChangeKind.KEPT] == [
        (ChangeKind.REMOVED, "1"),
        (ChangeKind.ADDED, "2"),
    ]


def test_footnotes_are_compared_those_of_headings_and_of_footnotes_too() -> None:
    def noted(said: str) -> Document:
        inner = Footnote("2", (Paragraph((Text(f"Within, {said}."),)),))
        outer = Footnote("1", (Paragraph((Text(f"Below, {said}."), inner)),))
        heading = Heading(1, "1", (Text("Method"), Footnote("*", (Paragraph((Text(f"Above, {said}."),)),))))
        return Document((), (), (heading, Paragraph((Text("It works"), outer, Text(" well.")))))

    (change,) = text_changes(noted("once"), noted("twice"))
    assert "".join(run.text for run in change.runs if run.kind is not ChangeKind.ADDED) == (
        "Above, once.\nIt works¹ well.\nBelow, once.²\nWithin, once."
    )
    assert [run.text for run in change.runs if run.kind is ChangeKind.ADDED] == ["twice"] * 3


def test_affiliations_and_thanks_are_compared_but_title_and_authors_are_not() -> None:
    def fronted(said: str) -> Document:
        thanks = Footnote("*", (Paragraph((Text(f"Thanks, {said}."),)),))
        person = Person((Text(f"Ada {said}"),), ((Text(f"Example Institute, {said}"),),))
        return Document((Text(f"Locks {said}"), thanks), (person,), ())

    (change,) = text_changes(fronted("once"), fronted("twice"))
    assert change.part == "Before the first section"
    assert "".join(run.text for run in change.runs if run.kind is not ChangeKind.ADDED) == (
        "Example Institute, once\nThanks, once."
    )
    assert [run.text for run in change.runs if run.kind is ChangeKind.ADDED] == ["twice"] * 2


def test_unchanged_paragraphs_are_counted_in_their_places() -> None:
    before = "One.\n\nTwo.\nThree is old.\nFour is old.\nFive.\nSix is old."
    change = PartChange("abstract", differences(before, before.replace("old", "new")))
    lines = [line for line in plain(changed_document("", [change], marked=True), 70) if line]
    assert lines == [
        "Abstract",
        "… 2 paragraphs unchanged …",
        "Three is [-old-]{+new+}.",
        "Four is [-old-]{+new+}.",
        "… 1 paragraph unchanged …",
        "Six is [-old-]{+new+}.",
    ]


WORDS = st.text(st.sampled_from("ab c\n"), max_size=20)
DOCUMENTS = st.lists(st.tuples(st.sampled_from(["A", "B", "C"]), WORDS), max_size=5).map(lambda told: text(*told))


@given(DOCUMENTS, DOCUMENTS)
def test_no_word_of_either_text_is_lost(before: Document, after: Document) -> None:
    changes = text_changes(before, after)
    for document, other in ((before, ChangeKind.ADDED), (after, ChangeKind.REMOVED)):
        said = "".join(run.text for change in changes for run in change.runs if run.kind is not other)
        whole = "".join(line for line in plain(document._replace(title=()), 1_000))
        for letter in "abc":
            assert said.count(letter) == whole.count(letter)


def test_removed_and_added_words_are_seen_without_marks_too() -> None:
    document = changed_document("", [PartChange("title", differences("One two", "One three"))])
    page = Page(document, 70)
    runs = [run for line in page.lines(0, page.height) for run in line.runs if run.text in ("two", "three")]
    assert [run.text for run in runs] == ["two", "three"]
    assert runs[0].style != runs[1].style


REVIEW = FullReview(
    "2605.01234",
    2,
    "Bounded Staleness",
    (
        Section.of(Part.PITH, "Stale gradients cost $O(\\sqrt{T})$ less, 5\\% at most; it costs $5 or $6."),
        Section("If this is right", (Passage("Shards may lag.", listed=True), Passage("So be it.")), Part.CONSEQUENCES),
        Section("What nobody knows [b]yet[/b]", (Passage("Kept <b>as it is</b>."),)),
    ),
    "plausible",
    (ReviewField("novelty score", "7"),),
    "2 theorem links",
    "made-up-1",
    datetime(2026, 5, 13, 3, 5, tzinfo=UTC),
    url="https://pith.example.org/paper/2605.01234",
    links=("https://pith.example.org/paper/2605.01234", "https://pith.example.org/kernels"),
    extra=(ReviewField("keywords", "staleness"), ReviewField("", "words")),
)


def test_a_review_is_a_document_with_all_that_it_says() -> None:
    result = " ".join(shown(reviewed_document([REVIEW])).split())
    for words in (
        "Bounded Staleness Pith's review of v2, 13 May 2026",
        "verdict: plausible novelty score: 7 review model: made-up-1",
        "The pith Stale gradients cost O(√T) less, 5% at most; it costs $5 or $6.",
        "If this is right • Shards may lag. So be it.",
        "What nobody knows [b]yet[/b] Kept <b>as it is</b>.",
        f"Recognition 2 theorem links. {MEANING_OF_RECOGNITION}",
        "Links • https://pith.example.org/paper/2605.01234 • https://pith.example.org/kernels",
        "Other fields keywords: staleness besides: words",
    ):
        assert words in result


def test_several_reviews_are_side_by_side_each_with_its_own_place() -> None:
    other = FullReview("2605.01234", 1, sections=(Section.of(Part.PITH, "Only small shards gain."),))
    page = Page(reviewed_document([REVIEW, other]), 70)
    assert [entry.title for entry in page.outline if entry.level == 1] == [
        "Pith's review of v2, 13 May 2026",
        "Pith's review of v1",
    ]
    assert page.y_of("review-2") is not None


def test_a_review_that_says_nothing_is_no_fault() -> None:
    assert "Pith's review" in shown(reviewed_document([FullReview("2605.01234")]))
    assert shown(reviewed_document([])).strip() == ""
