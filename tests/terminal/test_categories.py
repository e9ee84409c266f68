"""Categories are chosen in a real terminal: at the first run, and with ``c``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from tests.builders import paper_json
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal

SIZES = [(160, 45), (120, 35), (80, 24), (40, 12), (30, 8)]
TITLE = "Choose the arXiv categories"
NOWHERE = "http://127.0.0.1:1"
UP, DOWN, ESCAPE, DONE, INTERRUPT = "\x1b[A", "\x1b[B", "\x1b", "\x13", "\x03"


@pytest.fixture
def unreachable(paths: Paths) -> Path:
    """A home without subscriptions whose upstream cannot be reached. Returns its configuration file."""
    paths.config_file.write_text(
        "[refresh]\nat_start = false\ninterval_minutes = 0\n[arxiv]\n"
        + "".join(f'{name} = "{NOWHERE}/{name}"\n' for name in ("api_url", "feed_url", "listing_url", "oai_url"))
    )
    return paths.config_file


@contextmanager
def choosing(environ: dict[str, str], size: tuple[int, int] = (100, 30)) -> Iterator[Terminal]:
    """Open the reader at its first run, with the choice of categories on the screen."""
    with open_reader(environ, *size) as reader:
        reader.shows(TITLE)
        reader.shows("Esc ")
        yield reader


def subscribed(config: Path) -> list[str]:
    found = tomllib.loads(config.read_text())["arxiv"].get("categories", [])
    assert isinstance(found, list)
    return found


def highlighted(reader: Terminal) -> str:
    """Return the line that Enter applies to; empty unless exactly one line is highlighted, because a frame can arrive
    in parts."""
    lines = [line for line in reader.lines if line.lstrip().startswith("›")]
    return lines[0] if len(lines) == 1 else ""


def test_the_first_run_shows_categories_before_anything_is_typed_at_every_size(
    environ: dict[str, str], unreachable: Path
) -> None:
    with choosing(environ, SIZES[0]) as reader:
        for columns, rows in SIZES:
            reader.resize(columns, rows)
            reader.until(lambda: "astro-ph " in highlighted(reader) and "astro-ph.CO" in reader.text)
            enter = "Enter Tab add" if columns > 40 else "Enter add"
            done = "Ctrl+S done" if columns >= 40 else "Done"
            for words in ("a field or a code: ", "Done", "nothing chosen yet", enter, done, "Esc not now"):
                reader.shows(words)
            reader.until(lambda: "Esc not now" in reader.lines[-1], "the keys in the last line")
            assert max(map(len, reader.lines)) <= columns
        reader.resize(100, 30)
        reader.shows("Cosmology and Nongalactic Astrophysics")


def test_control_c_loses_nothing_that_was_chosen(environ: dict[str, str], unreachable: Path) -> None:
    with choosing(environ) as reader:
        reader.send("cs.DC\r")
        reader.shows("1 chosen")
        for _ in range(3):
            reader.send(INTERRUPT)
            reader.shows("Not saved: Enter saves · Esc discards")
        reader.send("\r")
        reader.until(lambda: subscribed(unreachable) == ["cs.DC"])


def test_the_key_lists_chosen_categories_before_others_and_escape_warns_of_an_unsaved_choice(
    environ: dict[str, str], unreachable: Path
) -> None:
    unreachable.write_text(unreachable.read_text() + 'categories = ["cs.DC", "math"]\n')
    with open_reader(environ, 160, 45) as reader:
        for size in ((160, 45), (40, 12)):
            reader.resize(*size)
            reader.shows("? help")
            reader.send("c")
            reader.until(lambda: "2 chosen: cs.DC, math" in highlighted(reader), f"the choice at {size}")
            reader.shows("astro-ph")
            assert [line.split()[:2] for line in reader.lines if "✓" in line][:2] == [["✓", "cs.DC"], ["✓", "math"]]
            reader.send("optics\r")
            reader.shows("3 chosen: cs.DC, math, phys")
            reader.send(ESCAPE)
            reader.shows("Not saved: Enter saves · Esc discards")
            reader.send(ESCAPE)
            reader.until(lambda: TITLE not in reader.text, "the list")
    assert subscribed(unreachable) == ["cs.DC", "math"]


NAMES = {
    "machine learning": "cs.LG",
    "quantum physics": "quant-ph",
    "computer vision": "cs.CV",
    "machne lerning": "cs.LG",
    "cs.DC": "cs.DC",
    "nlp": "cs.CL",
}
"""What is typed, and the code of the category that is meant."""


def test_a_category_typed_in_one_burst_with_enter_is_followed_and_tab_keeps_it(
    environ: dict[str, str], unreachable: Path
) -> None:
    with choosing(environ) as reader:
        reader.send(ESCAPE)
        reader.shows("No categories followed")
        reader.send("c")
        for typed, code in NAMES.items():
            reader.shows("nothing chosen")
            reader.send(f"{typed}\r")
            reader.shows(f"1 chosen: {code}")
            reader.until(lambda: "Done" in highlighted(reader), f"the end of the choice of {typed!r}")
            reader.shows("/ type a field or a code")
            reader.send(f"{code}\r")
        reader.shows("nothing chosen")
        reader.send("quantum physics\r\t")
        reader.shows("Enter finishes · ↓ goes to the list")
        reader.send("\r")
        reader.until(lambda: subscribed(unreachable) == ["quant-ph"], "the category in the file")


def test_a_whole_visit_in_one_burst_is_done_in_order(environ: dict[str, str], unreachable: Path) -> None:
    with choosing(environ) as reader:
        reader.send("machine learning\rquantum physics\tstat\x15hep-th\r\r\rq")
        assert reader.ended() == 0
        reader.until(lambda: subscribed(unreachable) == ["cs.LG", "quant-ph", "hep-th"])


def test_space_is_text_of_the_search_and_tab_chooses_the_highlighted_category(
    environ: dict[str, str], unreachable: Path
) -> None:
    with choosing(environ) as reader:
        reader.send("machine ")
        reader.shows("Machine Learning")
        reader.send("l")
        reader.shows("/ machine l")
        reader.until(lambda: "cs.LG" in highlighted(reader))
        assert "✓" not in reader.text
        reader.send(DOWN)
        reader.until(lambda: "stat.ML" in highlighted(reader))
        reader.send("\t")
        reader.shows("1 chosen: stat.ML")
        reader.send(DONE)
        reader.shows("? help")
        reader.until(lambda: subscribed(unreachable) == ["stat.ML"])


def test_text_that_matches_no_category_chooses_none(environ: dict[str, str], unreachable: Path) -> None:
    with choosing(environ) as reader:
        reader.send("xyzzy\r\t")
        reader.shows("No category matches xyzzy")
        reader.shows("Esc clear")
        reader.send(ESCAPE)
        reader.shows("astro-ph.CO")
        reader.send(DONE)
        reader.shows("Nothing is chosen yet")
        reader.send(ESCAPE)
        reader.shows("No categories followed")
        assert "c chooses them" in reader.text
        assert subscribed(unreachable) == []


def test_rows_are_gone_through_and_chosen_with_the_arrows(environ: dict[str, str], unreachable: Path) -> None:
    with choosing(environ) as reader:
        reader.send(f"{DOWN}\r{DOWN}\r")
        reader.shows("2 chosen: astro-ph.CO, astro-ph.EP")
        reader.shows("Enter Tab remove")
        reader.send("\r")
        reader.shows("1 chosen: astro-ph.CO")
        reader.send(UP * 3)
        reader.until(lambda: "Done" in highlighted(reader))
        reader.send("\r")
        reader.shows("? help")
        reader.until(lambda: subscribed(unreachable) == ["astro-ph.CO"])


def test_a_click_chooses_a_row_and_done_ends(environ: dict[str, str], unreachable: Path) -> None:
    def click(words: str) -> None:
        row = next(row for row, line in enumerate(reader.lines, 1) if words in line)
        reader.send(f"\x1b[<0;10;{row}M\x1b[<0;10;{row}m")

    with choosing(environ) as reader:
        reader.send("learning")
        reader.shows("/ learning")
        reader.until(lambda: ["cs.LG" in reader.lines[4], "stat.ML" in reader.lines[5]] == [True, True])
        click("stat.ML")
        reader.shows("1 chosen: stat.ML")
        reader.until(lambda: "stat.ML" in highlighted(reader))
        reader.send("x")
        reader.shows("/ learningx")
        click("Done")
        reader.shows("? help")
        reader.until(lambda: subscribed(unreachable) == ["stat.ML"])


def test_an_imported_library_without_categories_opens_with_its_list(
    environ: dict[str, str], paths: Paths, fill: Callable[[Sequence[dict[str, Any]]], None]
) -> None:
    fill([paper_json(1, "On locks"), paper_json(2, "On queues")])
    paths.config_file.write_text("[refresh]\nat_start = false\ninterval_minutes = 0\n")
    with open_reader(environ, 80, 24) as reader:
        reader.send("/locks\r")
        reader.shows("locks* ×")
        reader.shows("1/1")
        assert TITLE not in reader.text
        reader.send("c")
        reader.shows(TITLE)
