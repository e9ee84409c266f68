"""The difference of two texts: exactly their words, within bounded time."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.text.differences import MAX_STEPS, ChangeKind, DiffRun, MatchingBlock, align, differences

KEPT, REMOVED, ADDED = ChangeKind.KEPT, ChangeKind.REMOVED, ChangeKind.ADDED


def old_of(runs: tuple[DiffRun, ...]) -> str:
    return "".join(run.text for run in runs if run.kind is not ADDED)


def new_of(runs: tuple[DiffRun, ...]) -> str:
    return "".join(run.text for run in runs if run.kind is not REMOVED)


def marked(old: str, new: str) -> str:
    marks = {KEPT: "{}", REMOVED: "[-{}-]", ADDED: "{{+{}+}}"}
    return "".join(marks[run.kind].format(run.text) for run in differences(old, new))


@pytest.mark.parametrize(
    ("old", "new", "way"),
    [
        ("", "", ""),
        ("", "All new.", "{+All new.+}"),
        ("All gone.", "", "[-All gone.-]"),
        ("The same.", "The same.", "The same."),
        ("The quick brown fox.", "The quick red fox.", "The quick [-brown-]{+red+} fox."),
        ("Delay is bounded.", "The delay is bounded.", "[-Delay-]{+The delay+} is bounded."),
        ("one two three four", "one 2 3 four", "one [-two three-]{+2 3+} four"),
        ("a rate of O(√T) holds", "a rate of O(log T) holds", "a rate of O([-√-]{+log +}T) holds"),
        ("12 pages", "12 pages, 3 figures", "12 pages{+, 3 figures+}"),
        ("first\nsecond\nthird", "first\nthird", "first\n[-second\n-]third"),
        ("first\nsecond", "second\nfirst", "{+second\n+}first[-\nsecond-]"),
        ("Gödel's proof", "Godel's proof", "[-Gödel-]{+Godel+}'s proof"),
    ],
)
def test_changes_are_reported_word_by_word(old: str, new: str, way: str) -> None:
    assert marked(old, new) == way


SOME = st.text(st.sampled_from("ab \n.é"), max_size=40)
WORDS = st.lists(st.sampled_from(["alpha", "beta", "gamma", " ", " ", "\n", ".", "√T"]), max_size=60).map("".join)


@given(st.text(max_size=80) | SOME | WORDS, st.text(max_size=80) | SOME | WORDS)
def test_the_runs_are_exactly_the_old_text_and_the_new_one(old: str, new: str) -> None:
    runs = differences(old, new)
    assert old_of(runs) == old
    assert new_of(runs) == new
    assert all(run.text for run in runs)


@given(WORDS, WORDS, st.integers(0, 200))
def test_that_holds_too_where_the_steps_are_used_up(old: str, new: str, steps: int) -> None:
    runs = differences(old, new, steps)
    assert (old_of(runs), new_of(runs)) == (old, new)


@given(st.text(max_size=60) | WORDS)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert {run.kind for run in differences(text, text)} <= {KEPT}


@given(SOME | WORDS, SOME | WORDS)
def test_an_edit_is_one_removal_and_then_one_addition(old: str, new: str) -> None:
    kinds = [run.kind for run in differences(old, new)]
    assert all((one, other) not in ((KEPT, KEPT), (ADDED, REMOVED), (ADDED, ADDED)) for one, other in pairwise(kinds))


@given(st.lists(st.sampled_from("abcd"), max_size=12), st.lists(st.sampled_from("abcd"), max_size=12))
def test_aligned_stretches_are_equal_and_in_order(old: list[str], new: list[str]) -> None:
    stretches = align(old, new)
    at_old = at_new = 0
    for stretch in stretches:
        assert stretch.old >= at_old
        assert stretch.new >= at_new
        at_old, at_new = stretch.old + stretch.size, stretch.new + stretch.size
        assert old[stretch.old : at_old] == new[stretch.new : at_new]


@given(st.lists(st.sampled_from("ab"), max_size=9), st.lists(st.sampled_from("ab"), max_size=9))
def test_without_unique_words_the_shortest_edit_is_found(old: list[str], new: list[str]) -> None:
    if any(old.count(item) == 1 and new.count(item) == 1 for item in "ab"):
        return
    assert sum(stretch.size for stretch in align(old, new)) <= longest_common(old, new)


@pytest.mark.parametrize(
    ("old", "new"), [("abab", "baba"), ("abbabba", "babbab"), ("aabb", "bbaa"), ("abaab", "baaba"), ("aabba", "bbaab")]
)
def test_of_texts_that_repeat_themselves_as_much_is_kept_as_they_have_in_common(old: str, new: str) -> None:
    assert sum(stretch.size for stretch in align(old, new)) == longest_common(list(old), list(new))


def longest_common(old: list[str], new: list[str]) -> int:
    """Return the length of the longest common subsequence, by the textbook algorithm."""
    row = [0] * (len(new) + 1)
    for item in old:
        before = row[:]
        for place, other in enumerate(new):
            row[place + 1] = before[place] + 1 if item == other else max(before[place + 1], row[place])
    return row[-1]


def test_moved_lines_do_not_hide_unchanged_ones() -> None:
    assert align(list("abcdef"), list("defabc")) in (
        [MatchingBlock(3, 0, 3)],
        [MatchingBlock(0, 3, 3)],
    )


@pytest.mark.parametrize("kind", ["edited", "another", "shuffled", "two words"])
def test_long_texts_are_compared_within_the_steps_they_have(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = MAX_STEPS // 10  # enough for an edited text of this length, too few for another text
    drawn = Random(7)
    words = [f"word{number}" for number in range(4_000)]
    old = [" ".join(drawn.choices(words, k=100)) for _ in range(150)]
    new = {
        "edited": [line.replace(drawn.choice(line.split()), "mended") for line in old],
        "another": [" ".join(drawn.choices(words, k=100)) for _ in range(150)],
        "shuffled": drawn.sample(old, len(old)),
        "two words": [" ".join(drawn.choices("ab", k=100)) for _ in range(150)],
    }[kind]
    taken = 0
    from arxtui.text import differences as module

    take = module._Budget.take

    def counted(budget: module._Budget, steps: int) -> bool:
        nonlocal taken
        allowed = take(budget, steps)
        taken += steps if allowed else 0
        return allowed

    monkeypatch.setattr(module._Budget, "take", counted)
    runs = differences("\n".join(old), "\n".join(new), steps)

    assert old_of(runs) == "\n".join(old)
    assert new_of(runs) == "\n".join(new)
    assert taken <= steps
    if kind == "edited":
        assert sum(len(run.text) for run in runs if run.kind is KEPT) > 0.95 * len("\n".join(old))
