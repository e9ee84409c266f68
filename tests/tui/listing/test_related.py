"""Related papers in the reader: similar papers, and the same work under another identifier."""

from __future__ import annotations

from arxtui.config.paths import Paths
from arxtui.text import clean
from tests.builders import announced
from tests.tui.papers import HOSTILE, paper
from tests.tui.reader import fill, fill_usually, reading
from tests.tui.test_hostile import controls

ABSTRACT = (
    "We describe how sixty-four replicas agree on the order of their messages although every clock among them drifts, "
    "give the bounds that any such protocol must obey, and show on three made-up machines that ours meets them within "
    "a factor of two, whatever the network does meanwhile."
)


async def test_similar_papers_are_a_list_that_escape_leaves(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(150, 40)) as reader:
        here, before = reader.main.papers.key, reader.main.session.view.query
        await reader.press("tilde")
        await reader.until(lambda: reader.main.session.view.query.startswith("like:"))
        assert here not in reader.main.papers.rows.keys
        await reader.press("escape")
        await reader.until(lambda: reader.main.session.view.query == before and reader.main.papers.key == here)


async def test_the_same_work_under_another_number_is_reported_once_the_cursor_rests(paths: Paths) -> None:
    made = [
        paper(1, "An order of messages for drifting clocks", abstract=ABSTRACT),
        paper(2, "An order of messages for drifting clocks", abstract=ABSTRACT),
        paper(3, "Something else altogether"),
    ]
    fill(paths, made, [announced(each) for each in made])
    async with reading(paths) as reader:
        await reader.until(lambda: reader.title == "Something else altogether")
        await reader.press("j")
        await reader.until_shown("The same work: 2605.00001 · An order of messages")
        await reader.press("j")
        await reader.until_shown("The same work: 2605.00002 · An order of messages")
        await reader.press("g")
        await reader.until_gone("The same work")


async def test_a_related_title_is_shown_as_text(paths: Paths) -> None:
    pairs = [
        [paper(number + each, clean(title), abstract=ABSTRACT.replace(" ", f"{number} ")) for each in (0, 1)]
        for number, title in zip(range(1, 99, 2), HOSTILE.values(), strict=False)
    ]
    made = [each for pair in pairs for each in pair]
    fill(paths, made, [announced(each) for each in made])
    async with reading(paths) as reader:
        for other, _ in reversed(pairs):
            await reader.until_shown(f"The same work: {other.id} ·")
            assert controls(reader) == [], other.title
            await reader.press("j", "j")
