"""Whether a paper says that its current version is withdrawn, in the words that authors and arXiv use."""

from __future__ import annotations

import pytest

from arxtui.text.mentions.withdrawal import withdrawal_of
from tests.builders import paper


@pytest.mark.parametrize(
    "comment",
    [
        "This paper has been withdrawn by the author due to a crucial sign error in equation 3",
        "8 pages, this paper has been withdrawn.",
        "14 pages, no figure. WITHDRAWN by the author",
        "Paper withdrawn: the lemma is known",
        "18 pages -- Withdrawn because the new version differs too much",
        "withdrawn, some mistakes",
        "This papaer has been withdrawn by the auther, it is out of date",
        "The paper has been withdraw due to a gap in Lemma 2",
        "v2: explanations added, v3: this preprint has been withdrawn. Everything is in arXiv:2605.00002",
        "2605.00002 This paper has been withdrawn due to errors",
        "It misreads a theorem. For this reason, it has been withdrawn by the authors",
        "We find some problems in the manuscript, so we have to withdraw it",
        "I want to withdraw my paper because its model is not appropriate",
        "The proof is wrong. We wish to withdraw all versions of this paper",
        "We kindly request the withdrawal of our submission",
        "19 pages. Reason for withdrawal: a theorem is wrong",
        "This article was removed by the author because of a gap",
        "The paper arXiv:2605.00001 is withdrawn; read arXiv:2605.00002 instead",
        "The paper is withdrawn from arXiv, see the journal",
        "The arXiv version needs to be withdrawn since its data are old",
    ],
)
def test_a_comment_of_a_withdrawn_paper_is_recognised(comment: str) -> None:
    withdrawal = withdrawal_of(paper(1, comment=comment))
    assert withdrawal is not None
    assert withdrawal == (comment, False)


@pytest.mark.parametrize(
    "comment",
    [
        "This submission has been withdrawn by arXiv administrators because of disputed authorship",
        "arXiv admin comment: This version has been removed by arXiv administrators",
        "Withdrawn by the arXiv admins: text of others",
    ],
)
def test_a_withdrawal_by_arxiv_is_distinguished_from_one_by_the_authors(comment: str) -> None:
    withdrawal = withdrawal_of(paper(1, version=3, comment=comment))
    assert withdrawal is not None
    assert withdrawal.by_arxiv
    assert withdrawal.of(3) == "v3 was withdrawn by arXiv"


@pytest.mark.parametrize(
    "comment",
    [
        "Includes all results of the withdrawn posting arXiv:2605.00002",
        "Previous version was withdrawn to be updated",
        "The first version of this paper was withdrawn; this one is whole",
        "v1 withdrawn from Ex. Lett.; v2 resubmitted to Ex. Rev.",
        "26 pages, v2 was a withdrawal due to an error, which is mended here",
        "Accepted but withdrawn from EX 2017",
        "Accepted to EXCONF '19. Withdrawn due to high registration fees",
        "Accepted at a workshop (withdrawn before presentation)",
        "This paper supersedes arXiv:2605.00002, which will be withdrawn",
        "Replaces arXiv:2605.00002, which has been withdrawn by the authors",
        "It depends on arXiv:2605.00002 which was withdrawn by the author",
        "Theorem 3 withdrawn of this version",
        "An earlier claim to a simple proof has been withdrawn",
        "An updated version of a previously RETRACTED PAPER",
        "The original paper was retracted (see the journal); this is a corrected version",
        "I will withdraw the claim of Section 6",
        "Section 3 of version 1 has been removed",
        "12 pages",
    ],
)
def test_a_paper_whose_comment_only_mentions_a_withdrawal_is_not_withdrawn(comment: str) -> None:
    assert withdrawal_of(paper(1, version=3, comment=comment)) is None


def test_an_abstract_that_is_a_notice_gives_the_reason_that_the_comment_lacks() -> None:
    reason = "This paper has been withdrawn by the author because Lemma 2 is wrong."
    withdrawal = withdrawal_of(paper(1, comment="This paper has been withdrawn", abstract=f"  {reason}"))
    assert withdrawal is not None
    assert withdrawal.words == reason
    assert withdrawal_of(paper(1, comment="5 pages", abstract="The paper is wrong and is therefore withdrawn."))


@pytest.mark.parametrize(
    "abstract",
    [
        "When a plate is withdrawn from a liquid bath, a film is left on it.",
        "Every work is withdrawn from the reservoir in a reversible process.",
        f"{'We study deformation retracts of a space. ' * 3} This paper has been withdrawn.",
    ],
)
def test_an_abstract_about_other_things_is_no_notice(abstract: str) -> None:
    assert withdrawal_of(paper(1, abstract=abstract)) is None


@pytest.mark.parametrize(("before", "is_notice"), [(0, True), (54, True), (55, False), (90, False)])
def test_a_notice_begins_within_the_first_sixty_characters_of_an_abstract(before: int, is_notice: bool) -> None:
    notice = "paper has been withdrawn by the authors."
    abstract = f"{('ab ' * 40)[:before]} This {notice}"
    assert (abstract.index(notice) < 61) is is_notice
    assert (withdrawal_of(paper(1, abstract=abstract)) is not None) is is_notice


def test_a_paper_that_arxiv_lists_as_withdrawn_is_withdrawn_with_any_comment() -> None:
    given = paper(1, comment="Theorem 2 is\n wrong")
    assert withdrawal_of(given) is None
    assert withdrawal_of(given, listed=True) == ("Theorem 2 is wrong", False)
    assert withdrawal_of(paper(2), listed=True) == ("", False)
