"""The verbs of ``arxtui`` on the command line of the reader: run in the reader itself, as jobs, or in a pane."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.upstream import Upstream
from arxtui.model.arxiv.ids import name_of
from arxtui.tui.actions import Action, Place, Takes
from arxtui.tui.command_line.completion import complete_line
from arxtui.tui.command_line.prompt import ActionCall, parse_line, split_line
from arxtui.tui.command_line.verbs import VerbCall, needs_paper
from arxtui.tui.commands import ACTIONS
from arxtui.tui.reading.screen import ReadingScreen
from arxtui.tui.screens.output import OutputScreen
from arxtui.verbs.declaration import Values
from tests.tui.acts.test_labels import marks
from tests.tui.command_line.steps import run_line
from tests.tui.reader import Reader, by_hand, fill_usually, reading
from tests.tui.reading.texts import fill_with_text, open_text


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("list cat:cs.DC is:unread", VerbCall("list", "cat:cs.DC is:unread")),
        ("undo 5", VerbCall("undo", "5")),
        ("read 2605.00060", VerbCall("read", "2605.00060")),
        ("refresh --all", VerbCall("refresh", "--all")),
        ("export is:starred --format ris", VerbCall("export", "is:starred --format ris")),
        ("help list", VerbCall("help", "list")),
        ("add 2605.00060", VerbCall("add", "2605.00060")),
    ],
)
def test_which_lines_are_verbs(line: str, call: VerbCall) -> None:
    assert parse_line(line, ACTIONS) == call


@pytest.mark.parametrize(("line", "name"), [("read", "toggle_read"), ("export ~/a.bib", "export"), (":undo", "undo")])
def test_which_lines_are_commands_of_the_same_name(line: str, name: str) -> None:
    call = parse_line(line, ACTIONS)
    assert isinstance(call, ActionCall)
    assert call.action.id == name


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("demo", "opens a reader of its own: run it in a shell"),
        ("lsit", "did you mean list"),
        ('views add "open', "a quotation mark is not closed"),
    ],
)
def test_a_misspelt_unclosed_or_interactive_verb_is_refused_in_words(line: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_line(line, ACTIONS)


@dataclass
class Words:
    """A source of values for every argument; it records what they are."""

    asked: list[Values | None] = field(default_factory=list)

    def of(self, takes: Takes, typed: str) -> list[str]:
        return [f"{typed}x"]

    def of_verb(self, values: Values | None, typed: str) -> list[str]:
        self.asked.append(values)
        return [f"{typed}x"]


@pytest.mark.parametrize(
    ("line", "asked", "answer"),
    [
        ("list is:st", "terms", "list is:stx"),
        ("list cat:cs.DC is:st", "terms", "list cat:cs.DC is:stx"),
        ("mark x --tag th", "tags", "mark x --tag thx"),
        ("views add q", "views", "views add qx"),
        ("views add mine is:unread is:st", "terms", "views add mine is:unread is:stx"),
        ("tags rename old ne", "tags", "tags rename old nex"),
        ("views re", None, "views remove"),
        ("stats ", None, None),
        ("list is:st --li", None, "list is:st --limit"),
        ("export is:starred --fo", None, "export is:starred --format"),
        ("export is:starred --format b", None, "export is:starred --format bibtex"),
        ("rules add --mu", None, "rules add --mute"),
        ("views --j", None, "views --json"),
        ("list --json is:st", "terms", "list --json is:stx"),
        ("list -is:st", "terms", "list -is:stx"),
    ],
)
def test_arguments_of_verbs_are_completed(line: str, asked: Values | None, answer: str | None) -> None:
    values, actions = Words(), tuple[Action, ...](ACTIONS)
    offers = complete_line(line, actions, values)
    assert values.asked == ([asked] if asked else [])
    assert (answer in [each.answer for each in offers]) if answer else not offers


def test_an_option_without_a_value_is_offered_once() -> None:
    offers = complete_line("mark x --star --tag a --", ACTIONS, Words())
    names = [each.name for each in offers]
    assert "--star" not in names
    assert {"--tag", "--unstar"} <= set(names)


async def output_of(reader: Reader, line: str) -> OutputScreen:
    """Run a line, and wait until the pane that it opens shows the complete output."""
    await run_line(reader, line)
    await reader.until(lambda: isinstance(reader.app.screen, OutputScreen))
    screen = reader.app.screen
    assert isinstance(screen, OutputScreen)
    await reader.until(lambda: not screen.is_at_work)
    return screen


async def test_a_query_is_listed_in_the_reader(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await run_line(reader, 'list ti:"number 57"')
        await reader.until(lambda: reader.main.session.view.query == 'ti:"number 57"' and reader.main.papers.count == 1)
        await reader.press("escape")
        await reader.until(lambda: reader.main.session.view.query == "is:unread")


async def test_a_paper_is_shown_beside_the_list_and_read_over_it(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths) as reader:
        await run_line(reader, "show 2605.00001")
        await reader.until(lambda: reader.main.session.place is Place.DETAIL)
        await reader.until_shown("Made-up paper number 1")
        await run_line(reader, "read https://arxiv.org/abs/2605.00001")
        await reader.until(lambda: isinstance(reader.app.screen, ReadingScreen))
        await run_line(reader, "show 2605.77777")
        await reader.until_shown("2605.77777 is not stored here: :add 2605.77777 fetches it")


async def test_a_verb_without_a_paper_is_run_for_the_row_or_the_open_text(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths) as reader:
        row = reader.main.papers.row
        assert row
        screen = await output_of(reader, "cite --json")
        await reader.until_shown(f"{name_of(row.key)}")
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is not screen)
        await run_line(reader, "read 2605.00001")
        await reader.until(lambda: isinstance(reader.app.screen, ReadingScreen))
        await output_of(reader, "show --tex")
        await reader.until_shown("2605.00001")


@pytest.mark.parametrize(
    ("line", "is_needed"),
    [("read", True), ("similar --limit 5", True), ("similar 5", False), ("show -", False), ("list", False)],
)
def test_a_paper_is_needed_where_a_verb_begins_with_one(line: str, is_needed: bool) -> None:
    assert needs_paper(VerbCall(*split_line(line))) == is_needed


async def test_several_papers_are_shown_in_a_pane(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await run_line(reader, "cite 2605.00060 2605.00059")
        await reader.until_shown("arXiv:2605.00060", "arXiv:2605.00059")
        await reader.press("escape")
        await run_line(reader, "show 2605.00060 2605.00059")
        await reader.until(lambda: isinstance(reader.app.screen, OutputScreen))
        await reader.until_shown("Made-up paper number 60")


async def test_from_a_text_a_query_leads_back_to_the_list(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths) as reader:
        await open_text(reader)
        await run_line(reader, "list is:starred")
        await reader.until(lambda: reader.app.screen is reader.main)
        await reader.until(lambda: reader.main.session.view.query == "is:starred")


async def test_the_output_of_a_verb_is_in_a_pane_and_the_changes_it_made_are_shown(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await output_of(reader, "list ti:57 --limit 1")
        await reader.until_shown(
            "arxtui list ti:57 --limit 1", "Made-up paper number 57", "--limit 1   ended", "Esc back"
        )
        await reader.press("escape")
        assert reader.app.screen is reader.main
        await output_of(reader, "stats --nonsense")
        await reader.until_shown("unrecognized arguments: --nonsense", "arxtui stats ended with 2")
        await reader.press("escape")
        await output_of(reader, "mark 2605.00060 --tag thesis")
        assert marks(paths).tags == ("thesis",)
        await reader.press("escape")
        await reader.until_shown("tagged thesis")
        await output_of(reader, "subscribe math.NT")
        await reader.until(lambda: reader.main.session.settings.arxiv.categories == ("math.NT",))


async def test_a_refresh_runs_as_a_job(home: Paths, upstream: Upstream) -> None:
    async with reading(home, by_hand(home)) as reader:
        await run_line(reader, "refresh --all")
        await reader.until(lambda: not reader.main.context.jobs.is_working("refresh"))
        await reader.until(lambda: reader.main.session.news.counts and reader.main.session.news.counts.all)
        await run_line(reader, "refresh --al")
        await reader.until_shown("unrecognized arguments: --al; did you mean --all?")
