"""Moving through a text: what Escape closes and in which order, where jumps lead and return to, and what each tab
keeps."""

from __future__ import annotations

import threading

import pytest

from arxtui.config.paths import Paths
from arxtui.model.document import Document, Source, Text
from arxtui.model.events import Event, EventKind
from arxtui.model.intake import Intake
from arxtui.reader.lines import Place, Role, Run
from arxtui.store.cache.database import Cache
from arxtui.tui.present.reading.targets import FOLLOWED, FORMULAS, targets
from arxtui.tui.reading.panes import Tab
from arxtui.tui.services.background.jobs import JobOutcome
from arxtui.tui.widgets.document_page import DocumentPage
from tests.tui.papers import paper
from tests.tui.reader import LIMIT, THREE_PANES, Reader, fill_usually, reading
from tests.tui.reading.test_page import screen_of
from tests.tui.reading.test_paper import whole
from tests.tui.reading.texts import document, fill_with_text, filling, open_text, prose, put_text, refers, table, usual

SIZE = (120, 30)


def foot(reader: Reader) -> str:
    return reader.lines[-1]


async def find(reader: Reader, text: str) -> None:
    await reader.press("slash")
    await reader.until(lambda: screen_of(reader).question.prompt.asking)
    await reader.press("ctrl+u", *text, "enter")


async def test_escape_closes_contents_preview_choice_and_search_of_a_text_one_by_one(filled: Paths) -> None:
    async with reading(filled, size=SIZE) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        state = screen.reading.state
        await find(reader, "stale")
        await reader.press("tab", "enter")
        assert screen.preview.is_open
        await reader.press("c")
        assert (screen.in_contents, screen.preview.is_open) == (True, False)
        await reader.press("escape")
        assert (screen.in_contents, bool(state.chosen)) == (False, True)
        assert "goes to the heading" not in foot(reader)
        await reader.press("enter")
        assert screen.preview.is_open
        await reader.press("escape")
        assert (screen.preview.is_open, bool(state.chosen)) == (False, True)
        await reader.press("escape")
        assert (state.chosen, bool(state.matches), state.message) == (None, True, [])
        await reader.press("escape")
        assert (state.matches, state.search_text, reader.app.screen) == ((), "", screen)
        await reader.press("escape")
        assert reader.app.screen is reader.main


async def test_each_jump_is_gone_back_from_and_forward_to_and_at_the_ends_that_is_said(filled: Paths) -> None:
    async with reading(filled, size=SIZE) as reader:
        await open_text(reader)
        view = screen_of(reader).viewport
        places = [view.place]
        for keys in (("percent_sign", *"70", "enter"), ("c", "j", "j", "enter"), ("percent_sign", *"50", "enter")):
            await reader.press(*keys)
            places.append(view.place)
        await find(reader, "a detail of no weight")
        places.append(view.place)
        assert len(set(places)) == 5
        for step, key, words in ((-1, "backspace", "to go back to"), (1, "greater_than_sign", "to go forward to")):
            for place in places[::step][1:]:
                await reader.press(key)
                assert view.place == place
            await reader.press(key)
            assert words in foot(reader)
        for key in ("backspace", "greater_than_sign"):
            await reader.press("g", "tab", "enter")
            assert screen_of(reader).preview.is_open
            await reader.press(key)
            assert not screen_of(reader).preview.is_open


async def test_a_search_that_leads_nowhere_else_is_no_jump_and_one_that_is_cancelled_is_none(filled: Paths) -> None:
    async with reading(filled, size=SIZE) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        await find(reader, "bounded")
        assert screen.viewport.top == 0
        await reader.press("j", "backspace")
        assert "nowhere to go back" in foot(reader)
        await reader.press("slash", *"paragraph 3")
        assert screen.viewport.top > 20
        await reader.press("ctrl+u", *"paragraph")
        assert screen.reading.state.match == 0  # searched from where the search began
        await reader.press("ctrl+u", *"known")
        assert screen.viewport.top == 1
        await reader.press("escape")
        assert (screen.viewport.top, screen.reading.state.matches) == (1, ())
        await reader.press("backspace")
        assert "nowhere to go back" in foot(reader)


async def test_the_matches_are_numbered_stepped_through_round_and_round_and_their_keys_named(filled: Paths) -> None:
    async with reading(filled, size=SIZE) as reader:
        await open_text(reader)
        assert "next found" not in foot(reader)
        screen_of(reader).reading.bars.say("Said before")
        await find(reader, "filling number")
        await reader.until_shown("1/3")
        for key, number in (("n", 2), ("n", 3), ("n", 1), ("N", 3), ("N", 2)):
            await reader.press(key)
            assert f"{number}/3" in foot(reader)
        await reader.press("colon", "escape")  # the end of another question is not that of the search
        assert "2/3" in foot(reader)
        await find(reader, "nowhere in it")
        await reader.press("n")
        assert "Nothing was found" in foot(reader)


async def test_a_step_beyond_the_last_section_says_so_and_one_before_the_first_goes_to_the_top(filled: Paths) -> None:
    async with reading(filled, size=SIZE) as reader:
        await open_text(reader)
        view = screen_of(reader).viewport
        await reader.press(*["right_square_bracket"] * 8)
        end = view.top
        assert "This is the last section" in foot(reader)
        await reader.press("left_square_bracket")
        assert view.top <= end
        await reader.press(*["left_square_bracket"] * 10)
        assert view.top == 0
        assert "last section" not in foot(reader)


async def test_the_target_of_a_jump_is_shaded_until_the_text_moves(filled: Paths) -> None:
    async with reading(filled, size=SIZE) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        links = screen.reading.links
        await reader.press("tab", "enter", "enter")
        assert "Jumped" in foot(reader)
        assert not screen.preview.is_open
        shaded = links._jump_target
        assert shaded
        assert links.shades(shaded.block)
        await reader.press("k")
        assert not links.shades(shaded.block)
        links.jump("no such place")
        assert "What this refers to is not in the text" in foot(reader)


async def test_a_choice_ends_when_it_scrolls_out_of_sight_and_its_preview_when_the_text_is_another(
    filled: Paths,
) -> None:
    async with reading(filled, size=SIZE) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        state = screen.reading.state
        await find(reader, "queue")
        matches, has_choice = len(state.matches), list[bool]()
        for keys in (("g", "tab"), ("j",), ("G",)):
            await reader.press(*keys)
            has_choice.append(bool(state.chosen))
        assert has_choice == [True, True, False]
        await reader.press("g", "tab", "enter")
        assert screen.preview.is_open
        screen.reading.paper.show(document([prose("A queue of a queue.")]), None)
        assert (screen.preview.is_open, state.chosen) == (False, None)
        assert matches > len(state.matches) == 3  # one of them in the title


async def test_each_tab_keeps_its_place_and_the_text_has_its_place_at_the_next_visit(filled: Paths) -> None:
    with Cache.open(filled.cache_db) as cache:
        cache.full_reviews.put(paper(3).key, [whole(3, 1, " ".join(["Queues are stale."] * 400))])
    put_text(filled, paper(3), document([*filling(3), prose("Queues are new here.")]), version=2)
    async with reading(filled, size=(80, 24)) as reader:
        await open_text(reader)
        view, tops = screen_of(reader).viewport, dict[str, int]()
        for key, lines in (("1", 7), ("2", 5), ("3", 3)):
            await reader.press(key)
            await reader.until(lambda: view.page and view.page.height > 24)
            await reader.press(*"j" * lines)
            tops[key] = view.top
            if key == "2":  # the place was stored when the text was left
                assert reader.main.context.threads.library.texts.place(paper(3).key)
        assert sorted(tops.values()) == [3, 5, 7]
        for key in "231":
            await reader.press(key)
            await reader.until(lambda key=key: view.top == tops[key])  # type: ignore[misc]
        place = view.place
        await reader.press("2", "j", "escape")
        await reader.until(lambda: reader.app.screen is reader.main)
        await open_text(reader)
        assert screen_of(reader).viewport.place == place


async def test_the_head_names_each_tab_that_there_is_and_the_foot_the_keys_of_the_others(filled: Paths) -> None:
    async with reading(filled, size=(160, 30)) as reader:
        await open_text(reader)
        state = screen_of(reader).reading.state
        assert state.tabs == {int(Tab.TEXT): "Text"}
        with Cache.open(filled.cache_db) as cache:
            cache.full_reviews.put(paper(3).key, [whole(3, 1, "Queues are stale.")])
        screen_of(reader).reading.paper.load()
        assert state.tabs == {int(Tab.TEXT): "Text", int(Tab.REVIEWS): "Review"}
        with Cache.open(filled.cache_db) as cache:
            cache.full_reviews.put(paper(3).key, [whole(3, 1, "Queues are stale."), whole(3, 2, "Fresh.")])
        put_text(filled, paper(3), usual(), version=2)
        screen_of(reader).reading.paper.load()
        assert list(state.tabs.values()) == ["Text", "Reviews (2)", "Versions (2)"]
        await reader.press("2")
        assert state.tab == Tab.REVIEWS
        assert "2 review" not in foot(reader)


async def test_reviews_beside_each_other_are_gone_with_their_tab_and_with_one_column(filled: Paths) -> None:
    with Cache.open(filled.cache_db) as cache:
        cache.full_reviews.put(paper(3).key, [whole(3, 1, "Queues are stale."), whole(3, 2, "Queues are fresh.")])
    async with reading(filled, size=(140, 30)) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        for key in ("1", "vertical_line", "tab"):
            await reader.press("2")
            if not screen.reading.appearance.looks.two_columns:
                await reader.press("vertical_line")
            await reader.until(lambda: len(screen.query(".beside")) == 1 == len(screen.reading.tabs.side_pages))
            await reader.press(key)
            await reader.until(lambda: not screen.query(".beside"))
            assert not screen.reading.tabs.side_pages


async def test_a_text_that_arrives_while_another_tab_is_read_is_shown_in_its_own(paths: Paths) -> None:
    made = paper(60)
    fill_usually(paths)
    with Cache.open(paths.cache_db) as cache:
        cache.full_reviews.put(made.key, [whole(60, 1, " ".join(["Queues are stale."] * 400))])
    async with reading(paths, size=(80, 24)) as reader:
        await reader.press("t")
        await reader.until_shown("The full text is not stored yet")
        screen, fetched = screen_of(reader), list[tuple[int, bool]]()

        def fetch(key: int, *, reviews: bool = False) -> None:
            fetched.append((key, reviews))

        reader.main.context.fulltexts.fetch_open_paper = fetch  # type: ignore[method-assign]
        for key in ("1", "2"):
            await reader.press(key, "W")
        assert fetched == [(made.key, False), (made.key, True)]
        await reader.press("j", "j", "j")
        put_text(paths, made, usual())
        screen.reading.paper._check_for_text()
        assert (screen.viewport.top, screen.reading.state.tab) == (3, Tab.REVIEWS)
        await reader.press("1")
        await reader.until_shown("Bounded Staleness")
        assert not screen.has_class("-status")


async def test_a_click_beside_the_links_closes_the_preview_and_one_on_a_formula_keeps_it(filled: Paths) -> None:
    async with reading(filled, size=SIZE) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        links, view = screen.reading.links, screen.viewport
        visible = targets(view.in_sight, FOLLOWED | FORMULAS)
        for role, is_open in ((Role.CITATION, True), (Role.MATH, True), (None, False)):
            target = next((each for each in visible if each.role is role), None)
            links._on_clicked(target.match.place if target else Place(1, 0), Run("", role or Role.HEADING))
            assert (screen.preview.is_open, screen.reading.state.chosen) == (is_open, target)


async def test_only_a_text_keeps_a_place(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        stored: list[int] = []
        screen.reading.places._fulltexts.store_place = (  # type: ignore[method-assign]
            lambda key, place, version, words, *, at_once: stored.append(key)
        )
        screen.reading.places.save()
        assert stored == [paper(3).key]
        screen.reading.state.tab = Tab.REVIEWS
        screen.reading.places.save()
        screen.reading.state.tab = Tab.TEXT
        screen.reading.state.is_text = False
        screen.reading.places.save()
        assert stored == [paper(3).key]
        screen.reading.state.is_text = True
        for _ in range(2):  # a rest after each scrolling
            screen.reading.places.save_soon()
            timer = screen.reading.places._save_timer
            assert timer
            timer.stop()
            screen.reading.places._save_rested()
            assert screen.reading.places._save_timer is None
        assert len(stored) == 3


async def test_a_fetch_of_another_paper_is_no_reason_to_load_this_one_again(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        await open_text(reader)
        opened, loads = screen_of(reader).reading.paper, list[bool]()
        opened.loaded.subscribe(lambda: loads.append(True))
        opened.fetch_progressed("2605.00001")
        assert not loads
        opened.fetch_progressed("2605.00003")
        assert loads == [True]


async def test_a_paper_that_left_the_cache_says_so_and_its_text_stays(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        await open_text(reader)
        opened = screen_of(reader).reading.paper
        reader.main.context.threads.library.papers.record = lambda key: None  # type: ignore[method-assign]
        opened.load()
        assert "This paper left the cache" in foot(reader)
        assert "Bounded Staleness" in reader.text


async def test_a_wide_table_is_scrolled_back_when_it_leaves_the_screen(paths: Paths) -> None:
    fill_with_text(paths, document([table(40), *filling(4)]))
    async with reading(paths, size=(80, 24)) as reader:
        await open_text(reader)
        view = screen_of(reader).viewport
        await reader.press("l", "l")
        assert view.shift == 16
        await reader.press("j")
        assert view.shift == 16
        await reader.press("G")
        assert view.shift == 0


async def test_lines_are_made_longer_and_shorter_between_their_ends(filled: Paths) -> None:
    async with reading(filled, size=(120, 24)) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        for key, last in (("minus", 24), ("plus", screen.size.width - 4)):
            for _ in range(40):
                before = screen.viewport.grid.measure
                await reader.press(key)
                assert f"Text width: {screen.viewport.grid.measure} columns" in foot(reader)
                if screen.viewport.grid.measure == before:
                    break
            assert abs(screen.viewport.grid.measure - last) <= 4
            await reader.press("minus" if key == "plus" else "plus")
            assert screen.viewport.grid.measure != before


async def test_the_title_is_in_the_head_only_where_the_page_does_not_show_it(filled: Paths) -> None:
    with Cache.open(filled.cache_db) as cache:
        cache.full_reviews.put(paper(3).key, [whole(3, 1, "Queues are stale.")])
    async with reading(filled, size=(120, 24)) as reader:
        await open_text(reader)
        title = screen_of(reader).reading.state.title
        assert title not in reader.lines[0]
        await reader.press("j", "j")
        assert title in reader.lines[0]
        await reader.press("g", "2")
        assert title in reader.lines[0]


async def test_a_record_that_arrives_opens_its_paper_only_while_its_preview_is_there(paths: Paths) -> None:
    cited = Source("[1]", (prose("A. Example, On Queues, arXiv:2605.00009."),), ("bib1",))
    fill_with_text(paths, document([prose("Known ", refers("1", "bib1", cites=True), "."), cited]))
    async with reading(paths, size=(120, 24)) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        parts, opened = screen.reading, list[int]()
        parts.context.fulltexts.opened.subscribe(lambda key, _: opened.append(key))
        parts.context.fulltexts.opened.unsubscribe(reader.main._read)
        await reader.press("tab", "enter")
        wanted = parts.cited.paper
        assert wanted
        assert wanted.name == "2605.00009"
        assert "fetches the record of 2605.00009" in reader.text
        with Cache.open(paths.cache_db) as cache:
            cache.take(Intake((paper(9),), (), ()))
        outcome = JobOutcome(Event(EventKind.FINISHED, new=1, exit_code=0), ())
        parts.cited._fetched(wanted, outcome)
        assert opened == [paper(9).key] == [parts.cited.opened]
        await reader.press("greater_than_sign")
        assert opened == [paper(9).key] * 2
        await reader.press("escape")
        assert parts.cited.paper is None
        parts.cited._fetched(wanted, outcome)
        assert len(opened) == 2


async def test_versions_that_were_compared_too_late_do_not_replace_another_tab(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        screen.reading.tabs._show_changes(Document((Text("What the versions changed"),), (), ()))
        assert "What the versions changed" not in reader.text
        assert screen.viewport.document
        assert screen.viewport.document.title[0] == Text("Bounded Staleness of Sharded Queues")


async def test_a_place_in_a_text_is_stored_at_once_where_the_reader_may_be_ending(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context, busy = reader.main.context, threading.Event()
        context.threads.act.ask(lambda _: busy.wait(LIMIT), lambda _: None, lambda _: None)
        key = paper(3).key
        for block, at_once in ((4, True), (9, False)):
            context.fulltexts.store_place(key, Place(block, 2), 1, "words", at_once=at_once)
            stored = context.threads.library.texts.place(key)
            assert stored
            assert stored.block == 4
        busy.set()
        await reader.until(lambda: (stored := context.threads.library.texts.place(key)) and stored.block == 9)


async def test_of_two_selected_texts_that_of_the_preview_is_copied(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_with_text(paths)
    async with reading(paths, size=(120, 30)) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        selected = {screen.preview.text: "of the preview", screen.text: "of the text"}
        monkeypatch.setattr(DocumentPage, "selected_text", property(selected.get))
        assert screen.reading.links.to_copy() == ("of the preview", "14 characters")
        selected[screen.preview.text] = ""
        assert screen.reading.links.to_copy() == ("of the text", "11 characters")
