"""Rules, followed authors and the ranking in the reader."""

from __future__ import annotations

import threading
from contextlib import nullcontext
from datetime import date

import pytest
from textual.widgets import Input

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, load
from arxtui.library.facade import Library
from arxtui.library.rules import config
from arxtui.model.paper import Author
from arxtui.model.rules import Rehearsal, Rule, RuleCount
from arxtui.tui.present.rules import check_name, effects_text, head_line, name_question, parse_rule, rule_line
from arxtui.tui.screens.rules import RulesScreen
from arxtui.tui.services import navigator
from arxtui.tui.state.query_edit import without_temporary_terms
from tests.builders import announced
from tests.config.edits import write_categories
from tests.tui.papers import days_back, paper
from tests.tui.reader import LIMIT, QUIET, THREE_PANES, Reader, fill, fill_usually, reading

_QUIET = """
[arxiv]
categories = ["cs.DC", "cs.LG"]
[refresh]
at_start = false
interval_minutes = 0
"""


def ruled(paths: Paths, *rules: Rule) -> Settings:
    """Return settings from a configuration file with these rules; the reader does not refresh by itself."""
    paths.make()
    paths.config_file.write_text(_QUIET)
    for rule in rules:
        config.add_rule(paths, rule)
    return load(paths.config_file)


async def answer(reader: Reader, key: str, *texts: str) -> None:
    """Press a key, and answer its questions one after the other."""
    await reader.press(key)
    for text in texts:
        await reader.until(lambda: reader.main.context.questions.is_asking)
        await reader.press("ctrl+u", *text, "enter")


async def search(reader: Reader, text: str) -> None:
    await reader.press("slash", *text, "enter")
    await reader.until(lambda: text in reader.main.session.view.query and reader.main.session.view.listing is not None)


@pytest.mark.parametrize(
    ("expected", "rule"),
    [
        ("mute", Rule("new", "q", mute=True)),
        ("highlight, +8", Rule("new", "q", highlight=True, score=8)),
        ("tag thesis/related , star", Rule("new", "q", tag="thesis/related", star=True)),
        ("-3", Rule("new", "q", score=-3)),
        ("-9999", Rule("new", "q", score=-9999)),
        ("mute, star, highlight", Rule("new", "q", mute=True, star=True, highlight=True)),
        ("star, mute", Rule("new", "q", mute=True, star=True)),
    ],
)
def test_a_rule_is_reported_in_a_few_words(expected: str, rule: Rule) -> None:
    assert parse_rule("q", expected) == rule
    assert parse_rule("q", effects_text(rule)) == rule


@pytest.mark.parametrize(("name", "is_free"), [("Locks", False), (" locks ", False), ("lock", True), ("Locks 2", True)])
def test_a_rule_has_a_name_of_its_own_however_it_is_written(name: str, is_free: bool) -> None:
    with nullcontext() if is_free else pytest.raises(ValueError, match="There is already a rule"):
        check_name(name, ["LOCKS", "Other"])


@pytest.mark.parametrize("expected", ["", ",", "mutes", "tag", "+", "+0", "8", "mute me", "+99999"])
def test_an_invalid_effect_of_a_rule_is_refused_in_words(expected: str) -> None:
    with pytest.raises(ValueError, match=r"A rule (needs an effect|cannot do)"):
        parse_rule("q", expected)


def test_a_rule_leaves_out_temporary_terms_of_the_query() -> None:
    assert (
        without_temporary_terms("is:unread ti:queue day:2026-05-13 -cat:cs.LG sort:best -is:starred")
        == "ti:queue -cat:cs.LG"
    )
    assert without_temporary_terms("is:unread") == ""


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            Rule("", "ti:survey", mute=True),
            "mute 27 of the 1,284 papers announced in the last 30 days (since 14 Apr; 2 of them read; 4 more that",
        ),
        (Rule("", "ti:survey", highlight=True, score=8), "highlight and give +8 points to 31 of the 1,284 papers"),
        (Rule("", "ti:survey", star=True, tag="thesis"), "tag as thesis and star 31 of the 1,284 papers"),
    ],
)
def test_a_rehearsal_counts_the_papers_that_the_rule_would_have_muted_highlighted_or_starred(
    rule: Rule, words: str
) -> None:
    muted = 27 if rule.mute else 0
    rehearsal = Rehearsal(rule, 30, date(2026, 4, 14), announced=1284, matched=31, muted=muted, kept=4, read=2)
    assert name_question(rehearsal).startswith(f"Would {words}")
    assert name_question(rehearsal).endswith(". Name of the rule:")


@pytest.mark.parametrize("size", [(120, 35), (40, 12)])
async def test_an_invalid_effect_of_a_rule_is_reported_and_the_question_keeps_the_typed_text(
    paths: Paths, size: tuple[int, int]
) -> None:
    fill_usually(paths)
    async with reading(paths, size=size, settings=ruled(paths)) as reader:
        await search(reader, "ti:57")
        await reader.press("I")
        await reader.until(lambda: reader.main.context.questions.is_asking)
        await reader.press(*"muet", "enter")
        await reader.until_shown("A rule cannot do", "muet", "Enter ok", "Esc cancel")
        assert reader.main.context.questions.is_asking
        await reader.press("backspace")
        await reader.until_gone("A rule cannot do")
        await reader.press("backspace", *"te", "enter")
        asked = "Would mute 1 of the 1 paper in this list. Name of the rule:"
        await reader.until(lambda: asked in " ".join(reader.text.split()))
        await reader.until_shown("Enter ok", "Esc cancel")
        await reader.press("ctrl+u", "enter")
        await reader.until_shown("A rule needs a name")
        await reader.press(*"not these", "enter")
        await reader.until(lambda: [rule.name for rule in load(paths.config_file).rules] == ["not these"])


async def test_a_rule_of_the_list_is_rehearsed_made_and_hides_its_papers(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(150, 40), settings=ruled(paths)) as reader:
        await search(reader, "ti:57")
        await reader.until(lambda: reader.main.papers.count == 1)
        await answer(reader, "I", "mute")
        await reader.until_shown("Would mute 1 of the 1 paper in this list. Name of the rule:")
        await reader.press("ctrl+u", *"not these", "enter")
        await reader.until(lambda: [rule.name for rule in load(paths.config_file).rules] == ["not these"])
        await reader.until(lambda: reader.main.papers.count == 0)
        await reader.press("X")
        await reader.until(lambda: reader.main.papers.count == 1)
        await reader.until_shown("hidden by rule: not these")
        await reader.press("X")
        await reader.until(lambda: reader.main.papers.count == 0)


@pytest.mark.parametrize(("rule", "papers"), [(Rule("r", "ti:x", mute=True), "36"), (Rule("r", "ti:x", score=3), "37")])
def test_the_number_of_a_rule_is_that_of_the_papers_that_enter_lists(rule: Rule, papers: str) -> None:
    line = "".join(text for text, _ in rule_line(RuleCount(rule, matched=37, muted=36, recent=5), 120, here=False))
    assert papers in line.split()


@pytest.mark.parametrize("width", [40, 79, 119, 159])
def test_effects_are_below_their_heading_and_are_whole_where_there_is_room(width: int) -> None:
    rule = Rule("A rule with a rather long name, which is cut", "ti:x", highlight=True, score=20)
    line = "".join(text for text, _ in rule_line(RuleCount(rule, matched=1, muted=0, recent=0), width, here=False))
    assert line.index("highlight") == head_line(width)[0][0].index("effect")
    assert "highlight, score +20" in line or width < 70


async def test_for_words_of_papers_that_a_rule_hides_no_others_are_offered(paths: Paths) -> None:
    fill(paths, [paper(1, "A lower bound"), paper(2, "A power bound")])
    rule = Rule("lower", "ti:lower", mute=True)
    async with reading(paths, size=(150, 40), settings=ruled(paths, rule)) as reader:
        await search(reader, "lower bound")
        await reader.until_shown('No paper matches "lower bound"', "X shows it.")
        await reader.until(
            lambda: bool(reader.main.session.counted and reader.main.session.counted.query == "lower bound")
        )
        assert "Did you mean" not in reader.text


async def test_a_new_rule_names_terms_left_out_and_counts_the_papers_it_hides_and_spares(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(150, 40), settings=ruled(paths)) as reader:
        await reader.press("I")
        await reader.until_shown("is:unread cannot be part of a rule): search or filter first")
        await search(reader, "ti:made")
        await reader.press("s", "I")
        await reader.until_shown("Effect on papers like these (without is:unread)")
        await reader.press(*"mute", "enter")
        await reader.until_shown("Name of the rule:")
        await reader.press("ctrl+u", *"none", "enter")
        await reader.until_shown("Rule none made: mute (hides 59 papers, spares 1 that you keep) · u undoes")


async def test_a_rule_is_undone_where_it_was_made(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(150, 40), settings=ruled(paths)) as reader:
        await search(reader, "ti:57")
        await reader.until(lambda: reader.main.papers.count == 1)
        await answer(reader, "I", "mute", "not these")
        await reader.until_shown("Rule not these made: mute (hides 1 paper) · u undoes · e lists the rules")
        await reader.until_shown('No paper matches "is:unread ti:57"', "X shows it.")
        await reader.press("u")
        await reader.until_shown("Undone: rule not these made", "Made-up paper number 57")
        assert load(paths.config_file).rules == ()
        await reader.press("U")
        await reader.until_shown("Redone: rule not these made", "X shows it.")
        await reader.press("V")
        await reader.until_shown("The journal", "Rule not these made")
        await reader.press("u")
        await reader.until_shown("Undone: rule not these made")
        assert load(paths.config_file).rules == ()


async def test_rules_are_switched_off_edited_removed_and_undone_in_their_list(paths: Paths) -> None:
    fill_usually(paths)
    rules = (Rule("no seven", "ti:57", mute=True), Rule("eight", "ti:58", highlight=True))
    async with reading(paths, size=(130, 40), settings=ruled(paths, *rules)) as reader:
        await reader.open("e", RulesScreen)
        await reader.until_shown("effect", "no seven", "mute", "ti:57", "eight", "e edit  space off or on")
        await reader.press("space")
        await reader.until_shown("Rule no seven switched off · u undoes", "off (mute)")
        assert load(paths.config_file).rules[0].off
        await reader.press("u")
        await reader.until_shown("Undone: rule no seven switched off")
        assert load(paths.config_file).rules == rules
        screen = reader.app.screen
        assert isinstance(screen, RulesScreen)
        await reader.press("j", "e")
        for text in ("ti:59", "star, +3", "nine"):
            await reader.until(lambda: screen.question.is_asking)
            await reader.press("ctrl+u", *text, "enter")
        await reader.until_shown("Rule nine changed · u undoes", "star")
        assert load(paths.config_file).rules[1] == Rule("nine", "ti:59", star=True, score=3)
        await reader.press("g", "D")
        await reader.until_shown("Rule no seven removed · u undoes")
        assert [rule.name for rule in load(paths.config_file).rules] == ["nine"]
        await reader.press("u")
        await reader.until_shown("Undone: rule no seven removed")
        assert [rule.name for rule in load(paths.config_file).rules] == ["no seven", "nine"]
        await reader.press("g", "enter")
        await reader.until(lambda: reader.main.session.view.query == "ti:57 is:muted")
        await reader.until_shown("Made-up paper number 57")


async def test_an_invalid_edit_of_a_rule_is_reported_and_changes_nothing(paths: Paths) -> None:
    fill_usually(paths)
    rule = Rule("no seven", "ti:57", mute=True)
    async with reading(paths, size=(150, 40), settings=ruled(paths, rule)) as reader:
        await reader.open("e", RulesScreen)
        await reader.until_shown("no seven")
        screen = reader.app.screen
        assert isinstance(screen, RulesScreen)
        await reader.press("e", "enter")
        await reader.until(lambda: screen.question.is_asking)
        await reader.press("ctrl+u", *"vanish", "enter")
        await reader.until_shown('A rule cannot do "vanish"')
        await reader.press("ctrl+u", *"mute", "enter")
        await reader.until_shown("Name ")
        await reader.press("escape", "e", "ctrl+u", *"is:muted", "enter")
        await reader.until_shown("A rule's query cannot use is:muted")
        await reader.press("ctrl+u", *"date:2026-13", "enter")
        await reader.until_shown("A rule needs a valid query", "date:2026-13")
        await reader.press("escape")
        await reader.until(lambda: not screen.question.is_asking)
        assert load(paths.config_file).rules == (rule,)


async def test_the_list_of_rules_fits_a_small_terminal(paths: Paths) -> None:
    fill_usually(paths)
    settings = ruled(paths, Rule("[b]no[/b] seven", "ti:57", mute=True))
    async with reading(paths, size=(40, 12), settings=settings) as reader:
        await reader.open("e", RulesScreen)
        await reader.until_shown("[b]no", "mute", "e edit")


async def test_an_author_is_followed_and_no_longer_and_both_are_undone(paths: Paths) -> None:
    fill_usually(paths)
    name = paper(1).authors[0].name

    def followed() -> tuple[str, ...]:
        return load(paths.config_file).follow.authors

    async with reading(paths, size=(150, 40), settings=ruled(paths)) as reader:
        await reader.press("at", "enter")
        await reader.until_shown("Type the name of an author, or Tab for one of the paper's")
        await reader.press(*'"Odell"', "enter")
        await reader.until_shown("without quotation marks", '"Odell"')
        assert reader.main.context.questions.is_asking
        assert followed() == ()
        await reader.press("escape")
        await answer(reader, "at", name)
        await reader.until_shown("is followed: highlighted, +5 points", "u undoes", "score 5")
        assert followed() == (name,)
        row = reader.main.papers.row
        assert row is not None
        assert row.highlighted
        await reader.press("at")
        await reader.until_shown(f"Follow, or unfollow {name}")
        await reader.press("escape")
        await answer(reader, "at", name)
        await reader.until_shown(f"{name} is no longer followed · u undoes")
        assert followed() == ()
        await reader.press("u")
        await reader.until_shown(f"Undone: author {name} no longer followed", "score 5")
        assert followed() == (name,)
        await reader.press("u")
        await reader.until_shown(f"Undone: author {name} followed")
        await reader.until_gone("score 5")
        assert followed() == ()
        await reader.press("U")
        await reader.until_shown(f"Redone: author {name} followed", "score 5")
        assert followed() == (name,)
        await answer(reader, "at", "Zzz")
        await reader.until_shown("Zzz is followed", "no author of this paper has that name")
        await reader.press("u")
        await reader.until_shown("Undone: author Zzz followed")
        await reader.press("V")
        await reader.until_shown("The journal", f"Author {name} followed")


async def test_the_heading_counts_papers_hidden_by_rules_and_points_are_beside_the_papers_they_order(
    paths: Paths,
) -> None:
    fill_usually(paths)
    rules = Rule("no seven", "ti:57", mute=True), Rule("LG", "cat:cs.LG", score=8)
    async with reading(paths, size=(130, 40), settings=ruled(paths, *rules)) as reader:
        await search(reader, "cat:cs.DC")
        await reader.until_shown("hidden by rules")
        await search(reader, "sort:score")
        await reader.until(lambda: (row := reader.main.papers.row) is not None and row.score == 8)
        await reader.until_shown("+8", "sort:score ×")


async def test_for_you_says_that_it_needs_more_stars_while_nothing_is_learned(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(150, 40)) as reader:
        await search(reader, "sort:foryou")
        await reader.until_shown("more stars to learn from")
        await reader.press("exclamation_mark")
        await reader.until_shown("For you: needs")
        await reader.press("exclamation_mark")
        await reader.until(lambda: not reader.main.detail.looks.why)


async def test_without_scores_or_further_authors_the_keys_that_show_them_say_so(paths: Paths) -> None:
    async with reading(paths, size=(80, 24)) as reader:
        await reader.press("exclamation_mark")
        await reader.until_shown("There is no paper in the list")
        await reader.press("A")
        await reader.until_shown("There is no paper in the list")
    made = [paper(1, authors=(Author("Ada Example"),)), paper(2, authors=(Author("Björn Måns", ("A made-up place",)),))]
    fill(paths, made, [announced(each, days_back(0)) for each in made])
    async with reading(paths, size=(80, 24)) as reader:
        await reader.until(lambda: reader.main.papers.row)
        await reader.press("exclamation_mark")
        await reader.until_shown("There are no scores yet: For you needs", "s stars a paper")
        await reader.press("exclamation_mark")
        await reader.until_shown("The scores are not explained any more")
        await reader.press("A")
        await reader.until_shown("All authors in the detail")
        await reader.press("j")
        await reader.until(lambda: reader.main.detail.record and reader.main.detail.record.key == made[0].key)
        await reader.press("A")
        await reader.until_shown("All authors are shown: no more")


async def test_for_you_learns_from_the_marks_and_says_why(paths: Paths) -> None:
    fill_usually(paths)
    library = Library.open(paths, QUIET)
    library.inbox.deliver()
    library.marks.apply([paper(number).key for number in range(1, 26)], "star")
    library.close()
    async with reading(paths, size=(150, 40)) as reader:
        await search(reader, "sort:foryou")
        await reader.until(lambda: (row := reader.main.papers.row) is not None and row.score is not None)
        await reader.press("exclamation_mark")
        await reader.until_shown("For you +")


async def test_while_the_cursor_moves_fast_an_author_of_the_paper_under_it_is_followed(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(navigator, "_FAST_MOVE_SECONDS", 3600.0)  # the detail lags behind the cursor
    papers = [paper(number, authors=(Author(f"Author {number}"),)) for number in (1, 2)]
    fill(paths, papers, [announced(each, days_back(0)) for each in papers])
    async with reading(paths, size=THREE_PANES, settings=ruled(paths)) as reader:
        await reader.press("j", "at")
        await reader.until(lambda: reader.main.context.questions.is_asking)
        await reader.press("enter")
        await reader.until(lambda: load(paths.config_file).follow.authors)
        assert load(paths.config_file).follow.authors == (f"Author {reader.title.split()[-1]}",)


async def test_a_hostile_name_is_offered_and_followed_as_it_is(paths: Paths) -> None:
    name = "[b]Ada[/b] [@click=app.quit]Example[/]"
    made = paper(1, authors=(Author(name),))
    fill(paths, [made], [announced(made, days_back(0))])
    async with reading(paths, size=(40, 12), settings=ruled(paths)) as reader:
        await reader.press("at")
        await reader.until(lambda: reader.main.context.questions.is_asking)
        await reader.press("enter")
        await reader.until(lambda: load(paths.config_file).follow.authors == (name,))


async def test_other_categories_are_an_act_that_is_undone(paths: Paths) -> None:
    fill_usually(paths)
    held = QUIET.arxiv.categories
    write_categories(paths.config_file, held)
    async with reading(paths) as reader:
        await reader.press("c", *"hep-th", "tab", "enter")
        await reader.until_shown(f"Categories that you follow: {', '.join((*held, 'hep-th'))} · u undoes")
        await reader.press("u")
        await reader.until_shown("Undone: category hep-th followed")
        assert reader.main.session.settings.arxiv.categories == held
        await reader.press("U")
        await reader.until_shown("Redone: category hep-th followed")
        assert load(paths.config_file).arxiv.categories == (*held, "hep-th")


async def test_papers_that_come_back_with_an_undone_rule_are_shown_and_do_not_wait(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, settings=ruled(paths)) as reader:
        await search(reader, "paper")
        await reader.until(lambda: reader.main.papers.count == 20)
        await answer(reader, "I", "mute", "all of them")
        await reader.until(lambda: reader.main.papers.count == 0)
        counted: list[object] = []
        reader.main.context.poller.counted.subscribe(counted.append)
        await reader.press("u")
        await reader.until(lambda: reader.main.papers.count == 20 and counted)
        await reader.until_gone("waiting")
        assert not reader.main.session.news.waiting


async def test_papers_counted_as_waiting_for_the_list_before_are_not_waiting_once_it_is_replaced(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await search(reader, "paper is:starred")
        await reader.until(lambda: reader.main.papers.count == 0)
        library = Library.open(paths, QUIET)
        library.marks.apply([paper(60).key, paper(58).key], "star")
        library.close()
        context, busy, counted = reader.main.context, threading.Event(), list[int]()
        context.poller.ask_for_news()
        await reader.until_shown("2 waiting · . shows them")
        context.poller.counted.subscribe(lambda news: counted.append(news.waiting))
        context.threads.ask(lambda _: busy.wait(LIMIT), lambda _: None)
        context.poller.ask_for_news()
        await reader.press("full_stop")
        await reader.until(lambda: reader.main.papers.count == 2)
        counted.clear()
        busy.set()
        await reader.until(lambda: counted)
        assert not any(counted)
        await reader.until_gone("waiting")


async def test_an_author_is_followed_no_longer_however_the_name_is_typed(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, settings=ruled(paths), size=THREE_PANES) as reader:
        for typed, followed in (("Ada Example", ("Ada Example",)), ("ada EXAMPLE", ())):
            await answer(reader, "at", typed)

            def is_so(followed: tuple[str, ...] = followed) -> bool:
                in_use = reader.main.session.settings.follow.authors
                return load(paths.config_file).follow.authors == in_use == followed

            await reader.until(is_so)


async def test_a_rule_may_keep_its_name_takes_no_other_rules_and_stays_switched_off(paths: Paths) -> None:
    fill_usually(paths)
    rules = Rule("one", "ti:57", mute=True), Rule("two", "ti:58", highlight=True)
    async with reading(paths, settings=ruled(paths, *rules), size=THREE_PANES) as reader:
        screen = await reader.open("e", RulesScreen)
        await reader.until(lambda: screen.rows.count == 2)
        screen.action_switch_rule()
        await reader.until(lambda: load(paths.config_file).rules[0].off)
        await reader.until(lambda: screen.rows.row and screen.rows.row.rule.off)
        screen.action_edit_rule()
        await reader.press("enter", "enter", "ctrl+u", *"two", "enter")
        await reader.until_shown("There is already a rule")
        await reader.press("ctrl+u", *"one", "enter")
        await reader.until(lambda: not screen.question.is_asking)
        [one, _] = load(paths.config_file).rules
        assert (one.name, one.query, one.mute, one.off) == ("one", "ti:57", True, True)
        screen.say("Said before")
        await reader.press("j")
        await reader.until_gone("Said before")
        await reader.press("g", "enter")
        await reader.until_listed("ti:57")  # a rule that is off hides nothing


async def test_without_rules_only_undo_redo_and_back_are_offered(paths: Paths) -> None:
    async with reading(paths, settings=ruled(paths), size=THREE_PANES) as reader:
        screen = await reader.open("e", RulesScreen)
        assert [what for _, what in screen.useful_keys] == ["undo", "redo", "back"]
        assert "edit" not in reader.lines[-1]


async def test_a_rule_is_called_by_the_first_forty_characters_of_its_query_at_first(paths: Paths) -> None:
    fill_usually(paths)
    query = "made paper number exist OR made paper number show"
    async with reading(paths, settings=ruled(paths), size=THREE_PANES) as reader:
        await reader.search(query)
        await reader.press("enter")
        await answer(reader, "I", "mute")
        await reader.until(lambda: "Name of the rule" in reader.main.context.questions.words)
        assert reader.main.query_one("#answer", Input).value == query[:40]
