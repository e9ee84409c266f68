"""Papers by their numbers in the last list: single ones, ranges and several of them."""

from __future__ import annotations

import pytest

from arxtui.cli.plain.session import Session, current_paper, is_numbers, keys_of, names_of, split_papers
from arxtui.cli.support.exits import BadCommandError
from arxtui.model.arxiv.ids import key_of

IDS = [f"2605.0000{number}" for number in range(1, 6)]


@pytest.fixture
def session() -> Session:
    return Session(interactive=False, papers=[key_of(each) for each in IDS], paper=key_of("2605.00009"))


@pytest.mark.parametrize("word", ["3", "2-5", "1,4-6", "10,2"])
def test_numbers_and_ranges_are_numbers(word: str) -> None:
    assert is_numbers(word)


@pytest.mark.parametrize("word", ["", "-3", "3-", "1,,2", "1-2-3", "2605.00001", "x3", "3x", "٣", "1, 2"])
def test_anything_else_is_not(word: str) -> None:
    assert not is_numbers(word)


@pytest.mark.parametrize(
    ("word", "numbers"), [("1", [1]), ("5", [5]), ("2-4", [2, 3, 4]), ("3-3", [3]), ("5,1-2", [5, 1, 2])]
)
def test_numbers_count_from_one_and_ranges_include_both_ends(session: Session, word: str, numbers: list[int]) -> None:
    assert keys_of(session, word) == [session.papers[number - 1] for number in numbers]
    assert names_of(session, word) == [IDS[number - 1] for number in numbers]
    assert names_of(session, "hep-th/9901001") == ["hep-th/9901001"]


@pytest.mark.parametrize("word", ["0", "6", "0-2", "4-6", "3-2", "1,9"])
def test_a_number_outside_the_list_names_its_ends(session: Session, word: str) -> None:
    with pytest.raises(BadCommandError, match=r"number (0|6|0-2|4-6|3-2|9) in the last list, which has 1 to 5\Z"):
        keys_of(session, word)
    session.papers = ()
    with pytest.raises(BadCommandError, match="nothing is listed yet"):
        keys_of(session, word)


@pytest.mark.parametrize(
    ("words", "at_least", "papers", "others"),
    [
        ([], 0, ["2605.00009"], []),
        (["thesis"], 0, ["2605.00009"], ["thesis"]),
        (["1", "3-4", "thesis", "2"], 0, [IDS[0], IDS[2], IDS[3]], ["thesis", "2"]),
        (["2605.00777", "2"], 0, ["2605.00777", IDS[1]], []),
        (["1", "4"], 1, [IDS[0]], ["4"]),
        (["4"], 1, ["2605.00009"], ["4"]),
        ([], 1, ["2605.00009"], []),
    ],
)
def test_the_first_words_name_papers_but_as_many_as_are_needed_are_left(
    session: Session, words: list[str], at_least: int, papers: list[str], others: list[str]
) -> None:
    assert split_papers(session, words, at_least=at_least) == (papers, others)


def test_without_a_current_paper_one_is_to_be_named(session: Session) -> None:
    assert current_paper(session) == "2605.00009"
    session.paper = None
    with pytest.raises(BadCommandError, match="name a paper"):
        split_papers(session, ["thesis"])
    assert split_papers(session, ["1"]) == ([IDS[0]], [])
