"""Saved views: named, opened by digits, ordered, renamed and removed; and the suggestions when no paper matches."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.library.views import SavedView
from arxtui.tui.commands import views
from arxtui.tui.present.filter.rows import TermUse
from arxtui.tui.screens.journal import JournalScreen
from arxtui.tui.state.view import QueryCounts
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import QUIET, THREE_PANES, Reader, fill, fill_usually, reading

TITLES = ("Fair locks for everyone", "Fairness of shared queues", "Sparse attention", "Bounded staleness")


@pytest.fixture
def filled(paths: Paths) -> Paths:
    made = [paper(number, title) for number, title in enumerate(TITLES, 1)]
    fill(paths, made, [announced(each) for each in made[1:]])
    return paths


def save(paths: Paths, *views: SavedView) -> None:
    library = Library.open(paths, QUIET)
    for view in views:
        library.views.save(view.name, view.query)
        library.views.bind(view.name, view.key)
    library.close()


def saved(paths: Paths) -> tuple[SavedView, ...]:
    library = Library.open(paths, QUIET)
    try:
        return library.views.all()
    finally:
        library.close()


async def go_to_view(reader: Reader, name: str) -> None:
    await reader.until(lambda: any(view.name == name for view, *_ in reader.main.session.saved_views))
    await reader.go_to_filter(lambda row: row.view and row.label == name)


async def test_a_search_is_saved_under_a_name_and_shows_its_papers_and_the_unread(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("fair*")
        await reader.press("enter", "v")
        await reader.until_shown("Name of the view")
        await reader.press(*"Locks", "enter")
        await reader.until(lambda: saved(filled) == (SavedView("Locks", "fair*"),))
        await reader.until(
            lambda: any(line.split("│")[0].split() == ["+", "Locks", "●1", "2"] for line in reader.lines)
        )
        await reader.until_shown(" Locks  ")
        assert reader.main.focused is reader.main.papers
        await reader.press("b")
        await reader.until_shown("Digit that opens Locks")


async def test_a_word_that_was_being_typed_is_saved_as_the_beginning_it_was(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("fairn")
        await reader.press("enter", "v", *"F", "enter")
        await reader.until(lambda: saved(filled) == (SavedView("F", "fairn*"),))


async def test_escape_and_going_elsewhere_save_nothing(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("f", "v")
        await reader.until_shown("Name of the view")
        await reader.press(*"Locks", "escape")
        await reader.until_gone("Name of the view")
        assert reader.main.focused is reader.main.filters
        await reader.press("v", *"Locks")
        await reader.pilot.click("#list", offset=(20, 2))
        await reader.until_gone("Name of the view")
        await reader.press("j", "k")
    assert saved(filled) == ()


async def test_all_papers_and_faulty_queries_are_not_saved(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        reader.main.context.navigator.leave_for("")
        await reader.until(lambda: reader.main.session.view.query == "")
        await reader.press("v")
        await reader.until_shown("All papers are a view already")
        await reader.search("cat:nothing")
        await reader.press("enter", "v")
        await reader.until_shown("A view needs a valid query")


async def test_digits_open_the_views_bound_to_them(filled: Paths) -> None:
    save(filled, SavedView("Locks", "locks", 3), SavedView("Attention", "ti:attention", 7))
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.until_shown(" 3 Locks", " 7 Attention")
        await reader.press("7")
        await reader.until_shown(" Attention  ")
        await reader.press("3")
        await reader.until_shown(" Locks  ")
        assert [spot.query for spot in reader.main.session.view.back] == ["is:unread", "ti:attention"]
        await reader.press("1")
        await reader.until_shown("No view is bound to 1")
        await reader.press("escape", "escape")
        await reader.until_shown(" Unread  ")
        await views.bound_view(reader.main.context)  # without a digit, as from the palette
        await reader.until_shown("Digit of the view")
        await reader.press("3", "enter")
        await reader.until_shown(" Locks  ")
        await go_to_view(reader, "Locks")
        await reader.press("b", "ctrl+u", "x", "enter")
        await reader.until_shown("one of the digits 1 to 9")
        assert saved(filled)[0].key == 3


async def test_a_view_is_bound_renamed_and_removed(filled: Paths) -> None:
    save(filled, SavedView("Locks", "locks"), SavedView("Attention", "attention"))
    async with reading(filled, size=THREE_PANES) as reader:
        await go_to_view(reader, "Attention")
        await reader.press("b")
        await reader.until_shown("Digit that opens Attention")
        await reader.press("2", "enter")
        await reader.until(lambda: saved(filled)[1] == SavedView("Attention", "attention", 2))
        await reader.until_shown("›2 Attention")
        await reader.press("r", "ctrl+u", *"Sparse", "enter")
        await reader.until(lambda: saved(filled)[1].name == "Sparse")
        await go_to_view(reader, "Sparse")
        await reader.press("r", "enter")
        assert reader.main.session.messages.current is None
        await reader.press("D")
        await reader.until_shown("Remove the view Sparse?")
        await reader.press("escape")
        await reader.until_gone("Enter removes")
        await reader.press("delete", "enter")
        await reader.until(lambda: len(saved(filled)) == 1)
        await reader.until_shown("Removed Sparse: attention · u undoes")


async def test_a_view_of_all_papers_that_is_removed_says_that_it_was(filled: Paths) -> None:
    save(filled, SavedView("Everything", ""))
    async with reading(filled, size=THREE_PANES) as reader:
        await go_to_view(reader, "Everything")
        await reader.press("D", "enter")
        await reader.until_shown("Removed Everything: all papers · u undoes")


async def test_each_change_of_a_view_is_said_undone_and_redone_and_the_filter_shows_it(filled: Paths) -> None:
    save(filled, SavedView("Locks", "locks"))
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("s")
        await go_to_view(reader, "Locks")
        await reader.press("b", "2", "enter")
        await reader.until_shown("2 opens Locks · u undoes", "2 Locks")
        await reader.press("r", "ctrl+u", *"Mutexes", "enter")
        await reader.until_shown("Renamed to Mutexes · u undoes", "2 Mutexes")
        await go_to_view(reader, "Mutexes")
        await reader.press("D", "enter")
        await reader.until_shown("Removed Mutexes: locks · u undoes")
        await reader.until_gone("2 Mutexes")
        await reader.press("u")
        await reader.until_shown("Undone: view Mutexes removed", "2 Mutexes")
        await reader.press("u")
        await reader.until_shown("Undone: view Locks renamed to Mutexes", "2 Locks")
        await reader.press("u")
        await reader.until_shown("Undone: view Locks bound to 2")
        await reader.until_gone("2 Locks")
        await reader.press("U", "U", "U")
        await reader.until_shown("Redone: view Mutexes removed")
        await reader.until(lambda: not reader.main.session.saved_views)
        await reader.open("V", JournalScreen)
        await reader.until_shown("View Mutexes removed", "View Locks renamed to Mutexes", "View Locks bound to 2")
        await reader.press("u")
        await reader.until_shown("› ", "Undone: view Mutexes removed · U")
        await reader.press("escape")
        await reader.until_shown("2 Mutexes")
    assert saved(filled) == (SavedView("Mutexes", "locks", 2),)


async def test_a_view_that_is_saved_moved_and_unbound_says_that_u_undoes_it(filled: Paths) -> None:
    save(filled, SavedView("Locks", "locks", 3))
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("fair*")
        await reader.press("enter", "v", *"Fair", "enter")
        await reader.until_shown("Saved as Fair · u undoes")
        await go_to_view(reader, "Fair")
        await reader.press("less_than_sign")
        await reader.until_shown("Moved Fair · u undoes")
        await go_to_view(reader, "Locks")
        await reader.press("b", "ctrl+u", "enter")
        await reader.until_shown("No digit opens Locks any more · u undoes")
        await reader.press("b", "enter")
        await reader.until_shown("Nothing to change: already done")


async def test_a_view_that_was_changed_since_stays_and_the_reason_is_said(filled: Paths) -> None:
    save(filled, SavedView("Locks", "locks"))
    save(filled, SavedView("Locks", "ti:locks"))
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.open("V", JournalScreen)
        await reader.until_shown("View Locks changed", "View Locks saved")
        await reader.press("j", "u")
        await reader.until_shown('Nothing undone: the view "Locks" was changed since, and stays as it is')
    assert saved(filled) == (SavedView("Locks", "ti:locks"),)


async def test_in_the_filter_a_view_is_the_one_under_the_cursor_or_none(filled: Paths) -> None:
    save(filled, SavedView("Mine", "is:unread"))
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("f", "g")
        for key, words in (("b", "no view here to bind"), ("D", "no view, tag or reading list here to remove")):
            await reader.press(key)
            await reader.until_shown(words)
            assert not reader.main.context.questions.is_asking


async def test_a_name_that_is_taken_is_said(filled: Paths) -> None:
    save(filled, SavedView("Locks", "locks"), SavedView("Attention", "attention"))
    async with reading(filled, size=THREE_PANES) as reader:
        await go_to_view(reader, "Attention")
        await reader.press("r", "ctrl+u", *"Locks", "enter")
        await reader.until_shown("Locks", "already")
        assert [view.name for view in saved(filled)] == ["Locks", "Attention"]


async def test_views_are_put_in_order_and_the_cursor_goes_along(filled: Paths) -> None:
    save(filled, *(SavedView(name, name.lower()) for name in ("One", "Two", "Three")))
    async with reading(filled, size=THREE_PANES) as reader:
        await go_to_view(reader, "Three")
        await reader.press("less_than_sign")
        await reader.until(
            lambda: [view.name for view, *_ in reader.main.session.saved_views] == ["One", "Three", "Two"]
        )
        await reader.press("ctrl+up")
        await reader.until(
            lambda: [view.name for view, *_ in reader.main.session.saved_views] == ["Three", "One", "Two"]
        )
        await reader.press("less_than_sign", "greater_than_sign")
        await reader.until(
            lambda: [view.name for view, *_ in reader.main.session.saved_views] == ["One", "Three", "Two"]
        )
        assert reader.main.filters.row
        assert reader.main.filters.row.label == "Three"
        await reader.press("greater_than_sign", "greater_than_sign")
        await reader.until_shown("Three is the last of the views")
        await reader.press("k", "k", "ctrl+up")
        await reader.until_shown("One is the first of the views")


async def test_a_view_narrows_the_query_as_a_whole(filled: Paths) -> None:
    save(filled, SavedView("Either", "sparse OR bounded"))
    async with reading(filled, size=THREE_PANES) as reader:
        await go_to_view(reader, "Either")
        await reader.press("plus")
        await reader.until(lambda: reader.main.session.view.query == "is:unread (sparse OR bounded)")
        assert reader.main.papers.count == 2


async def test_without_a_view_the_keys_for_views_explain_themselves(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        for key, does in (("r", "rename"), ("b", "bind"), ("D", "remove"), ("ctrl+up", "move"), ("ctrl+down", "move")):
            await reader.press(key)
            await reader.until_shown("There is no view", f"to {does}", "v saves what the list shows")
            await reader.press("j")


# Suggestions when no paper matches


async def test_another_spelling_is_offered_and_tab_takes_it(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("attentien sparse")
        await reader.until_shown("No paper matches", "Did you mean", "attention sparse")
        await reader.press("tab")
        await reader.until_shown("/ attention sparse", "Sparse attention")
        assert reader.main.bar.searching


async def test_a_bare_category_code_is_searched_as_words_and_cat_is_suggested(paths: Paths) -> None:
    fill(paths, [paper(1, "A guide to hep-th"), paper(2, "Strings", categories=("hep-th",))], [])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.search("hep-th")
        await reader.until_shown("1 match", "hep-th is searched as words; did you mean cat:hep-th? · Tab takes it")
        await reader.press("enter")
        await reader.until_shown("A guide to hep-th", "searched as words; did you mean cat:hep-th?")
        await reader.press("slash", "tab")
        await reader.until_shown("/ cat:hep-th", "Strings")
        assert reader.main.bar.searching


async def test_enter_in_the_list_takes_the_offer_that_is_chosen(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("staleress")
        await reader.press("enter")
        await reader.until_shown("Did you mean", "› staleness")
        await reader.press("down", "up", "enter")
        await reader.until_shown("Bounded staleness")
        reader.main.session.offered = 1  # of the list before
        await reader.search("attentiom")
        await reader.until_shown("Did you mean", "› ")
        assert reader.main.session.offered == 0


async def test_tab_before_the_offer_of_an_empty_list_leaves_no_message_behind_it(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        counts, counted = reader.main.context.counts, list[QueryCounts]()
        with monkeypatch.context() as patch:
            patch.setattr(counts, "_show_counts", counted.append)
            await reader.search("staleress")
            await reader.press("enter")
            await reader.until(lambda: counted and counted[-1].offers)
            await reader.press("tab")
            await reader.until_shown("There is no paper in the list")
        counts._show_counts(counted[-1])
        await reader.until_shown("Did you mean", "› staleness")
        await reader.until_gone("There is no paper in the list")


async def test_words_that_no_paper_of_the_filter_has_are_offered_in_all_papers_and_spelled_otherwise(
    filled: Paths,
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("slash", *"everyome")
        await reader.until_shown("is:unread everyome", "› everyone")
        await reader.press("escape", "slash", *"everyone")
        await reader.until_shown("is:unread everyone", "Did you mean", "› everyone")
        await reader.press("tab")
        await reader.until_shown("/ everyone", "1 match", "Fair locks for everyone")


async def test_for_a_query_that_cannot_be_understood_nothing_else_is_offered(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        for query in ("is:foo", "date:2026-13", "everyone is:foo", "everyome is:foo", "sort:bst"):
            await reader.search(query)
            await reader.until_shown(f'"{query}" is not understood')
            fault = reader.main.bar.faults[0].reason[:40]
            assert reader.text.lower().count(fault.lower()) == 1, "in one place"
            await reader.press("enter")
            await reader.until(lambda: not reader.main.bar.searching)
            shown = reader.text
            assert "Did you mean" not in shown, query
            assert "& asks arXiv" not in shown, query
            assert "Tab takes it" not in shown, query


async def test_a_search_for_the_beginning_of_a_word_has_an_asterisk_and_is_no_view_of_whole_words(
    filled: Paths,
) -> None:
    save(filled, SavedView("Words", "fai"))
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.until(lambda: reader.main.session.saved_views)
        await reader.search("fai")
        await reader.press("enter")
        await reader.until_shown("  fai* ×", "2 papers")
        assert reader.main.session.view_name == ""
        assert not any("Words   fai" in line for line in reader.lines)


async def test_saving_a_view_with_another_query_names_the_old_one(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        for query, said in (("ti:made", "Saved as mine"), ("ti:paper", "mine is now ti:paper*, no longer ti:made*")):
            await reader.search(query)
            await reader.press("enter", "v")
            await reader.until_shown("Name of the view")
            await reader.press(*"mine", "enter")
            await reader.until_shown(said)


@pytest.mark.parametrize("name", ["Unread", " All papers ", "For\tyou", "Hidden\n"])
def test_a_name_is_that_of_a_row_also_with_blanks(name: str) -> None:
    with pytest.raises(ValueError, match="is already a row of the filter"):
        views._check_name(name)


async def test_no_view_is_called_as_a_row_of_the_library(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.search("ti:made")
        await reader.press("enter", "v")
        await reader.until_shown("Name of the view")
        for name in ("For you", "All papers", "Starred"):
            await reader.press("ctrl+u", *name, "enter")
            await reader.until_shown(f'"{name}" is already a row of the filter')


async def test_a_view_of_several_words_is_added_excluded_and_taken_back_as_one_term(filled: Paths) -> None:
    save(filled, SavedView("Both", "sparse attention"))
    async with reading(filled, size=THREE_PANES) as reader:
        await go_to_view(reader, "Both")
        for key, query, use in (
            ("plus", "is:unread (sparse attention)", TermUse.WITHIN),
            ("plus", "is:unread", TermUse.NONE),
            ("minus", "is:unread -(sparse attention)", TermUse.WITHOUT),
            ("minus", "is:unread", TermUse.NONE),
        ):
            await reader.press(key)
            await reader.until_listed(query)
            assert reader.main.filters._uses.get("sparse attention", TermUse.NONE) is use


async def test_a_search_for_the_beginning_of_a_word_is_the_saved_view_with_an_asterisk(filled: Paths) -> None:
    save(filled, SavedView("Fair", "fair*"))
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.until(lambda: reader.main.session.saved_views)
        await reader.search("fair")
        await reader.press("enter", "b")
        await reader.until_shown("Digit that opens Fair")
        await reader.press("4", "enter")
        await reader.until_shown("4 opens Fair")


async def test_a_view_that_is_saved_again_as_it_is_says_no_change_and_one_that_takes_a_digit_whose_it_was(
    filled: Paths,
) -> None:
    save(filled, SavedView("Fair", "fair", 2), SavedView("Sparse", "sparse"))
    async with reading(filled, size=THREE_PANES) as reader:
        await go_to_view(reader, "Sparse")
        await reader.press("b", "2", "enter")
        await reader.until_shown("2 opens Sparse, no longer Fair · u undoes")
        await go_to_view(reader, "Sparse")
        await reader.press("r", "enter")  # the same name
        await reader.until(lambda: not reader.main.context.questions.is_asking)
        assert [view.name for view in saved(filled)] == ["Fair", "Sparse"]
        reader.main.context.navigator.leave_for("sparse")
        await reader.until_listed("sparse")
        await reader.press("f3", "v", *"Sparse", "enter")
        await reader.until_shown("Nothing to change: already done")
        await reader.press("v", *"Third", "enter")
        await reader.until_shown("Saved as Third · u undoes")


async def test_no_order_of_a_family_of_lists_is_changed_and_a_moved_paper_keeps_the_cursor(paths: Paths) -> None:
    fill_usually(paths)
    library = Library.open(paths, QUIET)
    for name in ("thesis", "thesis/related"):
        library.lists.enlist([paper(number).key for number in (60, 59, 58)], name)
    library.close()
    async with reading(paths, size=THREE_PANES) as reader:
        view, papers = reader.main.session.view, reader.main.papers
        reader.main.context.navigator.leave_for("list:thesis*")
        await reader.until_listed("list:thesis*")
        await reader.press("ctrl+down")
        await reader.until_shown("nor a reading list in its own order")
        reader.main.context.navigator.leave_for("list:thesis")
        await reader.until(lambda: view.query == "list:thesis" and papers.count == 3)
        await reader.press("g")
        for place in (1, 2):
            await reader.press("ctrl+down")
            await reader.until(lambda place=place: papers.rows.place_of(paper(60).key) == place)  # type: ignore[misc]
            assert papers.key == paper(60).key
        await reader.until(lambda: reader.main.session.news.undoable)


async def test_a_list_that_is_shown_is_renamed_to_the_same_name_in_silence_and_removed(
    paths: Paths,
) -> None:
    fill_usually(paths)
    library = Library.open(paths, QUIET)
    library.lists.enlist([paper(60).key], "seminar")
    library.close()
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.until(lambda: any(row.label == "seminar" for row in reader.main.filters.rows))
        reader.main.context.navigator.leave_for("is:unread list:seminar")
        await reader.until_listed("is:unread list:seminar")
        await reader.press("r")
        await reader.until_shown("Rename to")
        await reader.press("enter")  # the same name
        await reader.until_gone("Rename to")
        assert reader.main.session.messages.current is None
        await reader.press("D", "enter")
        await reader.until_shown("List seminar removed: 1 paper · u undoes")
        assert reader.main.papers.count == 0


async def test_the_number_of_a_view_follows_each_mark_that_it_depends_on(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        session = reader.main.session
        session.saved_views = ()
        reader.main.context.threads.library.views.save("Stars", "is:starred")
        reader.main.context.counts.count_views()
        await reader.until(lambda: [papers for _, papers, _ in session.saved_views] == [0])
        for key, number in (("s", 1), ("u", 0)):
            await reader.press(key)
            await reader.until(lambda number=number: session.saved_views[0][1] == number)  # type: ignore[misc]
