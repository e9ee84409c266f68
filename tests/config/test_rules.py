"""Rules in the configuration: parsed, reported with their errors, and written without changing the rest of the file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.config.edit import (
    ChangedSinceError,
    RuleEdit,
    apply,
    plan_addition,
    plan_change,
    plan_removal,
)
from arxtui.config.follow_edits import apply as apply_following
from arxtui.config.follow_edits import plan_following
from arxtui.config.rules import fault_of_rule, lines_of
from arxtui.config.settings import Settings, load, parse
from arxtui.config.text import ConfigError
from arxtui.light import changed
from arxtui.model.rules import Effect, Rule

OWN = """# mine
[ui]
theme = "light" # sunny

[[rules]] # the loud ones
name = "loud" # every day
query = "ti:loud"
# for now
mute = true

# about my own
[[rules]]
name = "own"
query = 'au:"Ada Example"'
score = 8
tag = "mine"

[arxiv]
categories = ["cs.DC"] # the day job
"""
LOUD = Rule("loud", "ti:loud", mute=True)
OWN_RULE = Rule("own", 'au:"Ada Example"', score=8, tag="mine")
LESS = Rule("less LLM", 'ti:"large language model" -cat:cs.DC', mute=True, score=-2)


def add_rule(file: Path, rule: Rule) -> RuleEdit:
    edit = plan_addition(file, rule)
    apply(file, edit)
    return edit


def remove_rule(file: Path, name: str) -> Rule:
    rule, edit = plan_removal(file, name)
    apply(file, edit)
    return rule


def change_rule(file: Path, name: str, rule: Rule) -> RuleEdit:
    _, edit = plan_change(file, name, rule)
    assert edit
    apply(file, edit)
    return edit


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "config.toml"
    file.write_text(OWN)
    return file


def test_rules_are_in_their_order_and_name_their_effects() -> None:
    assert parse(OWN).rules == (LOUD, OWN_RULE)
    assert [rule.effects for rule in parse(OWN).rules] == [(Effect.MUTE,), (Effect.SCORE, Effect.TAG)]
    assert OWN_RULE.in_words == "score +8, tag mine"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[[rules]]\nname = "a"\nquery = "x"\n\nmuted = true\n', 5, "unknown key 'muted' in [[rules]]; known are name"),
        ('[ui]\n[[rules]]\nname = "a"\nquery = "x"\n', 2, "rule 'a': it does nothing; give it one of mute, highlight"),
        ('[[rules]]\nname = "a"\nquery = "x"\nmute = false\n', 1, "it does nothing"),
        ('[[rules]]\nquery = "x"\nmute = true\n', 1, "[[rules]] name: is missing"),
        ('[[rules]]\nname = "a"\nmute = true\n', 1, "[[rules]] query: is missing"),
        ('[[rules]]\nname = "a"\nquery = "  "\nmute = true\n', 3, "[[rules]] query: must be one line"),
        ('[[rules]]\nname = "a"\nquery = "x"\nmute = "yes"\n', 4, "[[rules]] mute: must be true or false"),
        ('[[rules]]\nname = "a"\nquery = "x"\nscore = 0\n', 4, "from -1,000 to 1,000, and not 0"),
        ('[[rules]]\nname = "a"\nquery = "x"\nscore = 1.5\n', 4, "must be a whole number"),
        ('[[rules]]\nname = "a"\nquery = "x"\nscore = true\n', 4, "must be a whole number"),
        ('[[rules]]\nname = 3\nquery = "x"\nscore = 1\n', 2, "[[rules]] name: must be a string in quotes"),
        (OWN + '[[rules]]\nname = "LOUD"\nquery = "y"\nstar = true\n', 21, "there are two rules named 'LOUD'"),
        ('\n[rules]\nname = "a"\n', 2, "[[rules]] must be tables, each under a line [[rules]]"),
        ('# none\nrules = "x"\n', 2, "[[rules]] must be tables"),
        ('rules = [{ name = "a", query = "x" }]\n', 1, "it does nothing"),
        ('[follow]\nauthors = "Ada Example"\n', 2, 'must be a list of strings, such as ["Ada Example"]'),
        ('[follow]\n\nkeywords = ["..."]\n', 3, "must be words in one line"),
        ("[follow]\nauthor_score = -1\n", 2, "must be a whole number from 0"),
    ],
)
def test_every_fault_names_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(ConfigError) as fault:
        parse(text, "config.toml")
    assert str(fault.value).startswith(f"config.toml, line {line}: ")
    assert words in str(fault.value)


@pytest.mark.parametrize(
    ("values", "is_valid"),
    [
        ({"score": 1_000}, True),
        ({"score": -1_000}, True),
        ({"score": 1_001}, False),
        ({"score": -1_001}, False),
        ({"name": "n" * 100}, True),
        ({"name": f" {'n' * 100} "}, True),
        ({"name": "n" * 101}, False),
    ],
)
def test_the_ends_of_points_and_names_are_taken(file: Path, values: dict[str, Any], is_valid: bool) -> None:
    rule = changed(Rule("new", "ti:new", mute=True), **values)
    with nullcontext() if is_valid else pytest.raises(ValueError, match="of a rule must"):
        add_rule(file, rule)
        assert load(file).rules[-1].name == rule.name.strip()


def test_a_rule_may_get_its_own_name_in_another_spelling_and_no_other_rules(file: Path) -> None:
    change_rule(file, "own", changed(OWN_RULE, name="OWN"))
    assert [rule.name for rule in load(file).rules] == ["loud", "OWN"]
    for name, other in (("loud", "own"), ("own", "Loud")):
        with pytest.raises(ValueError, match="already exists"):
            plan_change(file, name, changed(LOUD, name=other))


def test_a_removed_rule_leaves_one_blank_line_and_comes_back_where_it_was(file: Path) -> None:
    for name in ("loud", "own"):
        _, edit = plan_removal(file, name)
        apply(file, edit)
        assert "\n\n\n" not in file.read_text()
        apply(file, edit.reversed)
        assert file.read_text() == OWN
    _, edit = plan_removal(file, "own")
    apply(file, edit)
    file.write_text(f"# one more line\n{file.read_text()}")
    apply(file, edit.reversed)
    assert [rule.name for rule in load(file).rules] == ["loud", "own"]
    assert load(file).arxiv.categories == ("cs.DC",)


def test_the_library_can_name_the_line_of_a_query(file: Path) -> None:
    assert str(fault_of_rule(file.read_text(), str(file), 1, "query", "odd")) == f"{file}, line 14: odd"
    assert str(fault_of_rule(file.read_text(), str(file), 0, "tag", "odd")) == f"{file}, line 5: odd"


def test_who_is_followed_is_read_with_single_blanks_and_once() -> None:
    follow = parse('[follow]\nauthors = ["Ada  Example", "Ada Example"]\nkeywords = ["consensus"]\n').follow
    assert (follow.authors, follow.keywords) == (("Ada Example",), ("consensus",))
    assert (follow.author_score, follow.keyword_score) == (5, 2)


def test_a_new_rule_is_after_the_others_and_touches_nothing(file: Path) -> None:
    add_rule(file, LESS)
    written = (
        '\n[[rules]]\nname = "less LLM"\nquery = "ti:\\"large language model\\" -cat:cs.DC"\nmute = true\nscore = -2\n'
    )
    assert file.read_text() == OWN.replace('tag = "mine"\n', f'tag = "mine"\n{written}')
    assert load(file).rules == (LOUD, OWN_RULE, LESS)


def test_the_first_rule_makes_the_file(tmp_path: Path) -> None:
    add_rule(tmp_path / "new" / "config.toml", LESS)
    assert load(tmp_path / "new" / "config.toml").rules == (LESS,)


def test_a_removed_rule_leaves_the_comments_around_it(file: Path) -> None:
    assert remove_rule(file, "Loud") == LOUD
    before, after = OWN.split("[[rules]] # the loud ones")
    assert file.read_text() == before.rstrip("\n") + "\n\n" + after[after.index("# about") :]
    remove_rule(file, "own")
    assert "# about my own\n" in file.read_text()
    assert load(file).rules == ()


def test_an_invalid_duplicate_or_unknown_rule_is_an_error_and_nothing_is_written(file: Path) -> None:
    for rule, words in ((Rule("own ", "x", mute=True), "already"), (Rule("x", "y"), "it does nothing")):
        with pytest.raises(ValueError, match=words):
            add_rule(file, rule)
    with pytest.raises(LookupError, match='there is no rule "none"'):
        remove_rule(file, "none")
    assert file.read_text() == OWN


def test_a_changed_rule_keeps_the_comments_among_its_lines(file: Path) -> None:
    change_rule(file, "loud", Rule("quiet", "ti:loud", highlight=True, off=True))
    text = file.read_text()
    assert load(file).rules == (Rule("quiet", "ti:loud", highlight=True, off=True), OWN_RULE)
    for kept in ("[[rules]] # the loud ones\n", 'name = "quiet" # every day\n', "# for now\n", "# about my own\n"):
        assert kept in text
    assert plan_change(file, "quiet", load(file).rules[0]) == (load(file).rules[0], None)
    with pytest.raises(ValueError, match='a rule "own" already exists'):
        plan_change(file, "quiet", OWN_RULE)


@pytest.mark.parametrize(
    "begin",
    [
        OWN,
        OWN.replace("\n\n", "\n"),
        OWN[: OWN.index("[[rules]]")],
        OWN[OWN.index("[[rules]]") : OWN.index("# about")],
        OWN[OWN.index("[[rules]]") :],
        "",
        "# only this",
    ],
)
def test_every_edit_is_turned_back_to_the_very_text_and_forth_again(tmp_path: Path, begin: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(begin)
    states = [begin]
    edits: list[RuleEdit] = []
    plans: tuple[Callable[[], RuleEdit | None], ...] = (
        lambda: plan_addition(file, LESS),
        lambda: plan_change(file, "less LLM", Rule("more LLM", LESS.query, highlight=True))[1],
        lambda: plan_removal(file, load(file).rules[0].name)[1],
        lambda: plan_addition(file, Rule("last", "ti:last", star=True)),
        lambda: plan_removal(file, load(file).rules[-1].name)[1],
    )
    for plan in plans:
        edit = plan()
        assert edit
        apply(file, edit)
        edits.append(edit)
        states.append(file.read_text())
    for done, state in zip(reversed(edits), reversed(states[:-1]), strict=True):
        apply(file, done.reversed)
        assert file.read_text() == state
    for done, state in zip(edits, states[1:], strict=True):
        apply(file, done)
        assert file.read_text() == state


def test_a_rule_edited_by_hand_since_is_not_undone(file: Path) -> None:
    edit = add_rule(file, LESS)
    by_hand = file.read_text().replace("score = -2", "score = -3")
    file.write_text(by_hand)
    with pytest.raises(ChangedSinceError, match='the rule "less LLM" was since edited by hand'):
        apply(file, edit.reversed)
    assert file.read_text() == by_hand
    remove_rule(file, "less LLM")
    with pytest.raises(ChangedSinceError, match="is no longer in the configuration"):
        apply(file, edit.reversed)
    for name in ("less LLM", "Less llm"):
        add_rule(file, changed(LESS, name=name))
        with pytest.raises(ChangedSinceError, match='another rule "less LLM" exists now'):
            apply(file, edit)
        remove_rule(file, name)


def test_a_rule_comes_back_though_the_file_was_changed_around_it(file: Path) -> None:
    _, edit = plan_removal(file, "loud")
    apply(file, edit)
    file.write_text("# a new first line\n" + file.read_text() + '\n[follow]\nkeywords = ["new"]\n')
    apply(file, edit.reversed)
    assert set(load(file).rules) == {LOUD, OWN_RULE}
    assert load(file).follow.keywords == ("new",)
    assert '[[rules]] # the loud ones\nname = "loud" # every day\nquery = "ti:loud"\n# for now\nmute = true\n' in (
        file.read_text()
    )


def test_rules_in_one_line_are_left_to_people(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    text = 'rules = [{ name = "a", query = "x", mute = true }, { name = "b", query = "x", mute = true }]\n'
    file.write_text(text)
    for change in (lambda: add_rule(file, LESS), lambda: remove_rule(file, "a")):
        with pytest.raises(ConfigError, match="cannot be changed by the program, only by hand"):
            change()
    assert file.read_text() == text


def write_followed(file: Path, names: tuple[str, ...]) -> None:
    edit = plan_following(file, "authors", names)
    assert edit
    apply_following(file, edit)


def test_followed_names_are_added_beside_the_comments(file: Path) -> None:
    file.write_text(OWN + '\n[follow]\nauthors = [\n    "Ada Example", # a friend\n]\n')
    write_followed(file, ("Ada Example", "Björn  Måns"))
    assert '"Ada Example", # a friend\n' in file.read_text()
    assert load(file).follow.authors == ("Ada Example", "Björn Måns")
    write_followed(file, ("Björn Måns",))
    assert load(file) == parse(OWN + '[follow]\nauthors = ["Björn Måns"]\n')


def test_an_edit_of_followed_names_adds_and_drops_only_changed_ones_in_any_spelling(file: Path) -> None:
    file.write_text('[follow]\nauthors = ["Ada Example", "Björn Måns"]\n')
    edit = plan_following(file, "authors", ("ada EXAMPLE", "Chiara Prova"))
    assert edit
    assert (edit.added, edit.dropped) == (["Chiara Prova"], ["Björn Måns"])
    assert (edit.reversed.added, edit.reversed.dropped) == (["Björn Måns"], ["Chiara Prova"])
    with pytest.raises(ChangedSinceError, match="Chiara Prova is no longer followed"):
        apply_following(file, edit.reversed)


@given(
    st.lists(
        st.builds(
            Rule,
            name=st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=20),
            query=st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=20),
            mute=st.booleans(),
            score=st.integers(1, 1000),
        ),
        unique_by=lambda rule: rule.name.casefold(),
        max_size=5,
    )
)
def test_any_rules_that_are_written_are_read_and_can_be_removed(
    tmp_path_factory: pytest.TempPathFactory, rules: list[Rule]
) -> None:
    file = tmp_path_factory.mktemp("rules") / "config.toml"
    file.write_text(OWN[: OWN.index("[[rules]]")])
    for rule in rules:
        add_rule(file, rule)
    assert load(file).rules == tuple(rules)
    for rule in rules[::2]:
        remove_rule(file, rule.name)
    assert load(file).rules == tuple(rules[1::2])
    assert load(file).ui == parse(OWN, "own").ui != Settings().ui


def test_where_no_rule_is_the_first_line_is_named() -> None:
    for text in ("", "[ui]\ntitle = true\n"):
        assert lines_of(text, 0) == (1, 1)
