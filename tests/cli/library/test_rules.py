"""``arxtui rules``, ``follow`` and ``unfollow``."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.library.rules import queries
from arxtui.model.arxiv.calendar import eastern_day
from tests.builders import paper
from tests.cli.command import PAPERS, objects, write_papers
from tests.cli.conftest import Call
from tests.library.made import Home

RULE = {"mute": False, "highlight": False, "tag": None, "star": False, "score": None, "off": False}


@pytest.mark.usefixtures("filled")
def test_rules_are_made_listed_and_removed(call: Call) -> None:
    code, out, err = call("rules")
    assert (code, out) == (0, "")
    assert err.startswith("there are no rules yet; 'arxtui rules try QUERY --mute' shows what one would do")
    assert call("rules", "add", "no gossip", "ti:gossip", "--mute", "--score", "-2") == (
        0,
        '"no gossip" is a rule: mute, score -2; it matches 1 paper; it hides 1 paper\n',
        "",
    )
    said = call("rules", "add", "Ada", 'au:"Ada Example"', "--highlight", "--star", "--tag", "ada")
    assert said.out == '"Ada" is a rule: highlight, tag ada, star; it matches 2 papers\n'
    assert said.err == "it tags and stars new papers; 'arxtui rules apply' also applies it to stored papers\n"
    out, err = call("rules")[1:]
    assert err == ""
    assert out.splitlines() == [
        "no gossip: mute, score -2 · 1 paper, 1 hidden, 0 announced in the last 30 days · ti:gossip",
        'Ada: highlight, tag ada, star · 2 papers, 0 announced in the last 30 days · au:"Ada Example"',
    ]
    fields = {**RULE, "name": "no gossip", "query": "ti:gossip", "mute": True, "score": -2}
    counts = {"papers": 1, "muted": 1, "recent": 0, "followed": False}
    assert objects(call("rules", "--json").out)[0] == {**fields, **counts}
    assert call("rules", "remove", "No Gossip").out == 'removed "no gossip"; it was ti:gossip: mute, score -2\n'
    assert [each["name"] for each in objects(call("rules", "--json").out)] == ["Ada"]
    [removed] = objects(call("rules", "remove", "Ada", "--json").out)
    assert removed == {
        **RULE,
        "name": "Ada",
        "query": 'au:"Ada Example"',
        "highlight": True,
        "star": True,
        "tag": "ada",
    }


@pytest.mark.usefixtures("filled")
def test_a_new_rule_is_shown_as_in_the_list(call: Call) -> None:
    added = call("rules", "add", "no gossip", "ti:gossip", "--mute", "--json").out
    assert objects(added)[0]["muted"] == 1
    assert added == call("rules", "--json").out
    assert call("rules", "add", " blanks ", "ti:queues", "--highlight").out.startswith('"blanks" is a rule: ')


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    "command", [("rules", "add", "either", "--mute"), ("rules", "try", "--mute"), ("views", "add", "either")]
)
def test_words_that_may_be_meant_as_operators_are_pointed_out(call: Call, command: tuple[str, ...]) -> None:
    said = call(*command[:3], "bounded or gossip", *command[3:])
    assert said.code == 0
    assert "OR" in said.err


@pytest.mark.usefixtures("filled")
def test_a_rule_that_is_gone_before_it_is_shown_is_no_success(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arxtui.library.rules.config.add_rule", lambda paths, rule: None)
    words = 'the rule "mine" was added, and another program has since removed or renamed it'
    assert call("rules", "add", "mine", "ti:gossip", "--mute") == (1, "", f"arxtui: {words}\n")


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("effect", "is_said"),
    [
        (["--star"], True),
        (["--tag", "ada"], True),
        (["--mute"], False),
        (["--highlight"], False),
        (["--score=3"], False),
    ],
)
def test_only_a_rule_that_tags_or_stars_is_said_to_do_so_to_new_papers(
    call: Call, effect: list[str], is_said: bool
) -> None:
    assert ("it tags and stars new papers" in call("rules", "add", "Ada", "au:ada", *effect).err) == is_said


@pytest.mark.usefixtures("filled")
def test_a_list_says_how_many_of_its_papers_rules_hide(call: Call) -> None:
    call("rules", "add", "no gossip", "ti:gossip", "--mute")
    code, out, err = call("list", "cat:cs.DC")
    assert (code, len(out.splitlines()), err) == (0, 2, "1 hidden by rules; is:muted lists them\n")
    assert "Gossip" in call("list", "is:muted").out
    assert call("list", "is:muted").err == ""
    assert call("list", "is:starred").err == "no paper matches\n"
    assert call("stats", "--json").out.count('"muted": 1')


@pytest.mark.usefixtures("filled")
def test_rules_that_may_have_missed_papers_are_spoken_of_beside_those_they_hide(call: Call, paths: Paths) -> None:
    call("rules", "add", "no gossip", "ti:gossip", "--mute")
    Home(paths).take(paper(5, "More gossip"), indexed=False)
    note = "search does not include the newest paper yet: rules may have missed papers\n"
    hidden = "1 hidden by rules; is:muted lists them\n"
    assert (call("list").err, call("rules").err, call("rules", "why", "2605.00999").err) == (hidden + note, note, note)
    assert call("rules", "add", "old", "old", "--mute").err == note
    assert objects(call("rules", "try", "old", "--mute", "--json").out)[0]["note"] == note.partition(":")[0]


@pytest.mark.usefixtures("filled")
def test_papers_give_the_reasons_for_their_place(call: Call) -> None:
    call("rules", "add", "no gossip", "ti:gossip", "--mute")
    call("rules", "add", "links", "ti:links", "--score", "4")
    call("follow", "Ada Example")
    assert call("rules", "why", "2605.00999").out.splitlines() == [
        "score 9: links +4, following Ada Example +5",
        "hidden by rule: no gossip",
        "highlighted by: following Ada Example",
    ]
    assert "Rules: score 9" in call("show", "2605.00999").out
    [result] = objects(call("rules", "why", "2605.00999", "--json").out)
    assert (result["name"], result["score"], result["highlighted"], result["muted"]) == ("2605.00999", 9, True, True)
    assert result["why"][0] == {"rule": "no gossip", "effect": "mute", "points": 0, "note": None}
    [paper] = objects(call("list", "ti:links is:muted", "--json").out)
    assert (paper["score"], paper["why"]) == (9, result["why"])
    assert call("rules", "why", "hep-th/9901001") == (0, "", "no rule matches this paper\n")
    first = call("list", "sort:score is:muted OR -is:muted", "--limit", "1").out
    assert "Gradient Gossip" in first


@pytest.mark.usefixtures("filled")
def test_a_rule_is_tried_before_it_is_made(call: Call) -> None:
    call("subscribe", "cs.DC")
    code, out, err = call("rules", "try", "ti:bounded", "--mute", "--days", "9999")
    summary, title = out.splitlines()
    assert summary.startswith("Would mute 1 of the 1 paper announced in the last 9,999 days (since ")
    assert "Bounded Staleness" in title
    assert (code, err, call("rules").out) == (0, "", "")
    call("mark", "2605.01234", "--star")
    [kept] = call("rules", "try", "ti:bounded", "--mute", "--days", "9999").out.splitlines()
    assert kept.startswith("Would mute 0 of the 1 paper announced in the last 9,999 days (since ")
    assert kept.endswith("; 1 more that you keep stays in sight)")
    [result] = objects(call("rules", "try", "ti:bounded", "--star", "--days", "9999", "--json").out)
    assert (result["star"], result["announced"], result["papers"], result["muted"]) == (True, 1, 1, 0)
    assert date.fromisoformat(result["since"]) == eastern_day(datetime.now(UTC)) - timedelta(days=9998)
    assert (result["sample"], result["warnings"], result["note"]) == (["2605.01234"], [], None)
    assert call("rules", "try", "ti:bounded").code == 2


@pytest.mark.parametrize(("most", "said"), [(1, "the newest 1 of 2 papers\n"), (2, "")])
def test_a_rule_that_is_tried_shows_the_newest_papers_and_says_of_how_many(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, said: str
) -> None:
    monkeypatch.setattr(queries, "_SAMPLE", most)
    announced = PAPERS[0]["announcements"]
    call(
        "import", str(write_papers(tmp_path / "papers", [{**each, "announcements": announced} for each in PAPERS[:2]]))
    )
    tried = call("rules", "try", "cat:cs.DC", "--mute", "--days", "9999")
    assert (len(tried.out.splitlines()), tried.err) == (1 + most, said)


@pytest.mark.usefixtures("filled")
def test_rules_apply_marks_the_stored_papers_by_acts_that_can_be_undone(call: Call) -> None:
    call("rules", "add", "Ada", 'au:"Ada Example"', "--star", "--tag", "ada")
    assert call("list", "is:starred").out == ""
    said = call("rules", "apply", "Ada")
    assert said.out == "2 papers tagged ada\n2 papers starred\n"
    assert len(call("list", "is:starred tag:ada").out.splitlines()) == 2
    assert call("rules", "apply", "Ada").err == "nothing to change: all matching papers are marked so already\n"
    first, second = re.findall(r"'arxtui undo (\d+)'", said.err)
    call("undo", first)
    (act,) = objects(call("rules", "apply", "Ada", "--json").out)
    number = act["number"]
    assert act == {"act": "tag", "tag": "ada", "papers": 2, "by": "rule Ada", "number": number}
    call("undo", second)
    call("undo", str(number))
    assert call("list", "is:starred OR tag:ada").out == ""


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        (["add", "odd", "is:odd", "--mute"], 2, 'arxtui: is: has no value "odd"'),
        (["add", "odd", "ti:a"], 2, "arxtui: it does nothing; give it one of mute"),
        (["add", "odd", "ti:a", "--tag", 'a"b'], 2, 'arxtui: a tag cannot contain "'),
        (["add", "odd", "sort:new", "--mute"], 2, "arxtui: a rule's query must not match every paper"),
        (["add", "odd", "is:muted", "--star"], 2, "arxtui: a rule's query cannot use is:muted"),
        (["try", "is:muted", "--star"], 2, "arxtui: a rule's query cannot use is:muted"),
        (["try", "ti:a", "--mute", "--days", "0"], 2, "usage: arxtui rules try "),
        (["try", "cat:xx", "--mute"], 2, 'arxtui: arXiv has no category "xx"'),
        (["remove", "none"], 1, "arxtui: there is no rule \"none\"; 'arxtui rules' lists the rules\n"),
        (["apply", "none"], 1, "arxtui: there is no rule \"none\"; 'arxtui rules' lists the rules\n"),
        (["why", "2605.77777"], 1, "arxtui: 2605.77777 is not in the cache"),
    ],
)
def test_invalid_rules_and_unknown_rules_or_papers_are_errors_in_words(
    call: Call, command: list[str], code: int, words: str
) -> None:
    said = call("rules", *command)
    assert (said.code, said.out) == (code, "")
    assert said.err.startswith(words)


def test_a_faulty_rule_stops_every_verb_that_needs_rules_and_names_its_line(call: Call, filled: Path) -> None:
    file = filled / "config/config.toml"
    file.write_text('[[rules]]\nname = "odd"\nmute = true\nquery = "ti:a (b"\n')
    said = call("list")
    assert (said.code, said.out) == (1, "")
    assert said.err.splitlines() == [
        f"arxtui: {file}, line 4: rule 'odd': this bracket is never closed",
        "  ti:a (b",
        "       ^",
    ]
    assert call("rules", "remove", "odd").code == 0
    assert call("list").code == 0


@pytest.mark.usefixtures("filled")
def test_authors_and_keywords_are_followed_and_left(call: Call) -> None:
    assert call("follow").err.startswith("no author or keyword is followed; 'arxtui follow \"Ada Example\"'")
    assert call("follow", "Ada Example", "--keyword", "bounded staleness").out == (
        "author   Ada Example\nkeyword  bounded staleness\n"
    )
    assert objects(call("follow", "ada example", "--json").out) == [
        {"author": "Ada Example"},
        {"keyword": "bounded staleness"},
    ]
    assert [rule["followed"] for rule in objects(call("rules", "--json").out)] == [True, True]
    assert len(call("list", "is:highlighted").out.splitlines()) == 2
    assert call("list", "sort:score", "--limit", "1", "--json").out.count('"score": 7')
    assert call("unfollow", "Ben Example").err.startswith('arxtui: "Ben Example" is not followed')
    assert call("unfollow").code == 2
    call("follow", "--keyword", "gossip")
    assert call("unfollow", "--keyword", "Gossip").out == "author   Ada Example\nkeyword  bounded staleness\n"
    assert call("unfollow", "ADA example", "--keyword", "bounded staleness").out == ""
    assert call("list", "is:highlighted").out == ""
    assert call("follow", "...").code == 2


@pytest.mark.usefixtures("filled")
def test_following_is_undone_and_redone(call: Call) -> None:
    call("follow", "Ada Example", "Ben Example", "--keyword", "bounded staleness")
    call("unfollow", "Ben Example")
    assert call("undo").out.startswith("undone: author Ben Example no longer followed on 20")
    assert call("undo").out.startswith("undone: keyword bounded staleness followed on 20")
    assert call("follow").out == "author   Ada Example\nauthor   Ben Example\n"
    assert call("undo").out.startswith("undone: authors Ada Example; Ben Example followed on 20")
    assert call("follow").out == ""
    assert call("redo").out.startswith("redone: authors Ada Example; Ben Example followed on 20")
    assert call("follow").out == "author   Ada Example\nauthor   Ben Example\n"
    [result] = objects(call("journal", "--limit", "1", "--json").out)
    assert (result["act"], result["papers"]) == ("unfollow author", 0)


@pytest.mark.usefixtures("filled")
def test_making_and_removing_a_rule_is_undone_and_redone(call: Call, paths: Paths) -> None:
    call("rules", "add", "no gossip", "ti:gossip", "--mute")
    assert "1 hidden by rules" in call("list", "ti:gossip").err
    assert call("undo").out.startswith("undone: rule no gossip made on 20")
    assert call("rules").out == ""
    assert call("redo").out.startswith("redone: rule no gossip made on 20")
    call("rules", "remove", "no gossip")
    assert "rule no gossip removed" in call("journal", "--limit", "1").out
    [result] = objects(call("undo", "--json").out)
    assert (result["act"], result["name"], result["papers"]) == ("remove rule", "no gossip", 0)
    paths.config_file.write_text(paths.config_file.read_text().replace("ti:gossip", "ti:rumour"))
    said = call("undo")
    assert (said.code, said.out) == (1, "")
    assert 'the rule "no gossip" was since edited by hand and is left as it is' in said.err


@pytest.mark.usefixtures("filled")
def test_a_rule_that_is_off_does_nothing_and_is_listed(call: Call, paths: Paths) -> None:
    call("rules", "add", "no gossip", "ti:gossip", "--mute", "--star")
    paths.config_file.write_text(paths.config_file.read_text() + "off = true\n")
    assert (
        call("rules").out
        == "no gossip: off: mute, star · 0 papers, 0 hidden, 0 announced in the last 30 days · ti:gossip\n"
    )
    assert "Gossip" in call("list", "ti:gossip").out
    said = call("rules", "apply", "no gossip")
    assert said.code
    assert '"no gossip" is off' in said.err


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("query", [("ti:bound", "au:example"), ("ti:bound au:example",)])
def test_who_leaves_out_the_name_of_a_rule_hears_that_it_comes_before_the_query(
    call: Call, query: tuple[str, ...]
) -> None:
    said = call("rules", "add", *query, "--mute")
    assert (said.code, said.out) == (2, "")
    assert said.err.endswith(f"error: argument NAME: {query[0]!r} is a query; put a name before it\n")
    assert "rules add NAME QUERY" in call("rules").err
