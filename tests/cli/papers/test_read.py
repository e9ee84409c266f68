"""``arxtui read``: a full text from the cache or a file, shown on a terminal, in a pipe, or as Markdown."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pexpect
import pytest

from arxtui.cli.papers import read
from arxtui.cli.support import output
from arxtui.config.paths import Paths
from arxtui.figures import svg as figures
from arxtui.model.arxiv.ids import key_of
from arxtui.model.document import Document, Group, Heading, Origin, Paragraph, Picture, Pictures, Rule, Text
from arxtui.model.fulltext import Figure, TextState
from arxtui.store.cache.database import Cache
from arxtui.store.texts import documents
from arxtui.store.texts.fulltexts import FigureRequest, Outcome, Page
from tests.cli.command import COMMAND, run_here
from tests.cli.conftest import Call
from tests.figures.svgs import column, row, svg, text

ID = "2605.01234"
NOW = datetime(2026, 5, 14, tzinfo=UTC)
HOSTILE = b"""<!DOCTYPE html><html><body><article class="ltx_document">
<h1 class="ltx_title ltx_title_document">Locks \x1b]0;x\x07 &#27;[31mred \xc2\x9b31m &#x202e;back</h1>
<div class="ltx_para"><p class="ltx_p">Held <b>fast</b> by <i>all</i>.</p></div>
<script>alert(1)</script></article></body></html>"""


@pytest.fixture
def saved(tmp_path: Path) -> str:
    """A saved HTML page."""
    file = tmp_path / "page.html"
    file.write_bytes(HOSTILE)
    return str(file)


def keep(version: int, words: str, *, broken_off: bool = False, engine: str = "", flaws: tuple[str, ...] = ()) -> None:
    """Put a full text into the cache of the command's home, as a fetch does."""
    document = Document(
        (Text("Bounded Staleness"),),
        (),
        (Group("abstract", (Text("Abstract"),), (Paragraph((Text(words),)),)), Heading(1, "1", (Text("Delay"),))),
        broken_off=broken_off,
        engine=engine,
        flaws=flaws,
    )
    outcome = Outcome(version, TextState.HAVE, "", NOW)
    with Cache.open(Paths.find().cache_db) as cache:
        page = Page(Origin.HTML, "https://arxiv.example/html/2605.01234", b"<p>words</p>", NOW)
        cache.fulltexts.put(key_of(ID), version, page, document, len(words.split()), [], outcome)


@pytest.mark.usefixtures("filled")
def test_show_and_the_first_line_of_a_text_name_its_conversion_engine_and_its_flaws(call: Call) -> None:
    keep(2, "We bound the delay.", engine="LaTeXML oxide 0.7.6", flaws=("Its bibliography is missing.",))
    said = "Converted by LaTeXML oxide 0.7.6. Its bibliography is missing."
    assert call("read", ID).out.splitlines()[0] == said
    assert call("read", ID, "--markdown").out.splitlines()[0] == f"*{said}*"
    assert f"Text quality: {said}" in call("show", ID).out.splitlines()
    assert json.loads(call("show", ID, "--json").out)["text_quality"] == said


@pytest.mark.usefixtures("filled")
def test_a_paper_is_shown_even_if_its_text_cannot_be_read(call: Call) -> None:
    keep(2, "We bound the delay.")
    with closing(sqlite3.connect(Paths.find().cache_db)) as db, db:
        db.execute("UPDATE fulltext_body SET document = ?", (bytes([documents.FORM]) + b"damaged",))
    code, out, said = call("show", ID)
    assert (code, "cannot be read" in said) == (0, True)
    assert "Full text: 4 words" in out


@pytest.mark.usefixtures("filled")
def test_a_text_that_broke_off_upstream_says_so_in_its_first_line_in_show_and_in_the_list(
    call: Call, home: Path
) -> None:
    keep(2, "We bound the delay.", broken_off=True)
    notice = "This text is incomplete: its conversion to HTML broke off"
    code, out, _ = call("read", ID)
    assert code == 0
    assert out.startswith(notice)
    assert "We bound the delay." in out
    assert call("read", ID, "--markdown")[1].startswith(f"*{notice}")
    assert "incomplete, 4 words from arXiv's HTML" in call("show", ID)[1]
    assert "full text stored, incomplete" in run_here(home, "--plain", stdin=b"list\n").stdout


@pytest.mark.usefixtures("filled")
def test_a_full_text_of_the_cache_is_printed(call: Call) -> None:
    keep(2, "We bound the delay.")
    code, out, err = call("read", ID)
    assert (code, err) == (0, "")
    assert out.splitlines() == ["Bounded Staleness", "", "Abstract", "  We bound the delay.", "", "", "1  Delay"]


@pytest.mark.usefixtures("filled")
def test_the_newest_version_is_meant_unless_one_is_named(call: Call) -> None:
    keep(1, "Old words.")
    keep(2, "New words.")
    assert "New words." in call("read", ID).out
    assert "Old words." in call("read", f"{ID}v1").out
    assert "Old words." in call("read", ID, "--version", "1").out
    assert "Old words." in call("read", f"{ID}v2", "--version", "1").out
    for words in ((ID, "--version", "7"), (f"{ID}v7",)):
        code, out, err = call("read", *words)
        assert code == 1
        assert "only v2, v1" in err
        assert "We bound delay at O(√T) per shard." in out


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("names", [(ID, "2605.00999"), ("2605.00999", ID)])
def test_of_several_papers_each_is_read_and_one_without_a_text_makes_the_status_1(
    call: Call, names: tuple[str, ...]
) -> None:
    keep(2, "We bound the delay.")
    code, out, _ = call("read", *names)
    assert (code, "We bound the delay." in out, "Gossip." in out) == (1, True, True)


@pytest.mark.usefixtures("filled")
def test_without_a_full_text_it_says_how_to_get_it_and_prints_the_abstract(call: Call) -> None:
    code, out, err = call("read", ID)
    assert code == 1
    assert err == f"arxtui: the full text is not stored; 'arxtui fetch {ID}' fetches it\nThis is its abstract.\n"
    assert out.splitlines()[-2:] == ["Abstract", "  We bound delay at O(√T) per shard."]
    assert call("read", ID, "--report") == (1, "", err.splitlines()[0] + "\n")


@pytest.mark.usefixtures("filled")
def test_a_time_to_ask_again_that_is_past_is_not_reported_as_one_to_come(call: Call) -> None:
    dues = {NOW: "with the next refresh", datetime(2999, 5, 14, tzinfo=UTC): r"... 1[345] May \d\d:\d\d"}
    for due, words in dues.items():
        with Cache.open(Paths.find().cache_db) as cache:
            cache.fulltexts.write(key_of(ID), Outcome(2, TextState.FAILED, "blocked", NOW, due))
        assert re.search(f"; next request {words}\n", call("read", ID).err)
        assert re.search(f"; next request {words}\n", call("show", ID).out)


@pytest.mark.usefixtures("home")
def test_a_paper_that_nobody_knows_is_a_failure(call: Call) -> None:
    code, out, err = call("read", "2605.04321")
    assert (code, out) == (1, "")
    assert err.startswith("arxtui: 2605.04321 is not in the cache")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    "arguments",
    [(), (ID, "--file", "page.html"), (ID, "--width", "19"), (ID, "--width", "1001"), (ID, "--width", "wide")],
)
def test_read_without_a_paper_with_a_paper_and_a_file_or_with_an_invalid_width_is_a_bad_command_line(
    call: Call, arguments: tuple[str, ...]
) -> None:
    code, out, err = call("read", *arguments)
    assert (code, out) == (2, "")
    assert err


@pytest.mark.usefixtures("home")
def test_a_saved_page_is_printed_and_no_terminal_obeys_its_text(call: Call, saved: str) -> None:
    code, out, err = call("read", "--file", saved)
    assert (code, err) == (0, "")
    assert out == "Locks ]0;x [31mred 31m back\n\nHeld fast by all.\n"


@pytest.mark.usefixtures("home")
def test_a_page_may_come_from_standard_input(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(HOSTILE)))
    assert "Held fast" in call("read", "--file", "-").out


@pytest.mark.usefixtures("home")
def test_lines_are_as_wide_as_is_requested(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "long.html"
    file.write_text(f'<article class="ltx_document"><p class="ltx_p">{"of " * 200}</p></article>')
    assert max(map(len, call("read", "--file", str(file)).out.splitlines())) == 80
    assert max(map(len, call("read", "--file", str(file), "--width", "120").out.splitlines())) == 119


FIGURE = b"""<article class="ltx_document"><figure class="ltx_figure"><object class="ltx_graphics"
 type="image/svg+xml" data="ADDRESS"></object><figcaption>The decay.</figcaption></figure></article>"""


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("options", [(), ("--markdown",)])
def test_the_text_of_a_figure_that_was_saved_beside_a_page_is_below_it(
    call: Call, tmp_path: Path, options: tuple[str, ...]
) -> None:
    (tmp_path / "a figure.svg").write_bytes(
        svg(row("0 10 20 30", 275), text("Time (s)", 130, 292), column("0 5 10 15", 45))
    )
    page = tmp_path / "page.html"
    page.write_bytes(FIGURE.replace(b"ADDRESS", b"a%20figure.svg"))
    lines = [line.strip() for line in call("read", "--file", str(page), *options).out.splitlines()]
    place = next(number for number, line in enumerate(lines) if line.startswith("x: Time"))
    assert "0, 10, 20, 30" in lines[place]
    assert any("The decay." in line for line in lines[place:])


@pytest.mark.usefixtures("home")
def test_the_text_of_a_drawing_within_a_saved_page_is_below_it(call: Call, tmp_path: Path) -> None:
    lines = "".join(f'<path stroke="#000" d="M {x} 0 L 90 40"></path>' for x in (0, 20, 40))
    label = '<foreignObject width="40" height="12">kettle</foreignObject>'
    page = tmp_path / "page.html"
    page.write_text(
        f'<article class="ltx_document"><svg class="ltx_picture" width="90" height="40">{lines}{label}</svg></article>'
    )
    printed = [line.strip() for line in call("read", "--file", str(page)).out.splitlines() if line]
    assert printed == ["▣ drawing", "Text: kettle"]


@pytest.mark.usefixtures("filled")
def test_the_text_of_a_stored_figure_is_below_it_in_each_version(call: Call) -> None:
    document = Document((Text("Decay"),), (), (Pictures((Picture("f.svg"),)), Paragraph((Text("After."),))))
    with Cache.open(Paths.find().cache_db) as cache:
        page = Page(Origin.HTML, "https://arxiv.example/html/2605.01234", b"<p>words</p>", NOW)
        requests = [FigureRequest("f.svg", "https://arxiv.example/f.svg")]
        for version, words in ((1, "old words"), (2, "two words")):
            outcome = Outcome(version, TextState.HAVE, "", NOW)
            cache.fulltexts.put(key_of(ID), version, page, document, 1, requests, outcome)
            drawn = svg(text(words, 20, 50))
            cache.fulltexts.put_figure(key_of(ID), version, "f.svg", Figure("image/svg+xml", drawn))
    for name, words in (
        ((ID,), "two words"),
        ((f"{ID}v1",), "old words"),
        ((f"{ID}v2", "--version", "1"), "old words"),
    ):
        printed = [line.strip() for line in call("read", *name).out.splitlines() if line]
        assert printed[-2:] == [f"Text: {words}", "After."]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    "address", ["../outside.svg", "file:///{}/outside.svg", "{}/outside.svg", "%00", "link.svg", "x" * 300]
)
def test_no_file_outside_the_folder_of_a_page_is_read_as_its_figure(call: Call, tmp_path: Path, address: str) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    (tmp_path / "outside.svg").write_bytes(svg(text("secret", 20, 50)))
    (folder / "link.svg").symlink_to(tmp_path / "outside.svg")
    page = folder / "page.html"
    page.write_bytes(FIGURE.replace(b"ADDRESS", address.format(tmp_path).encode()))
    code, out, err = call("read", "--file", str(page))
    assert (code, err) == (0, "")
    assert "secret" not in out


@pytest.mark.usefixtures("home")
def test_markdown_has_the_styles_and_escapes_the_rest(call: Call, saved: str) -> None:
    assert call("read", "--file", saved, "--markdown").out == (
        "# Locks \\]0;x \\[31mred 31m back\n\nHeld **fast** by *all*.\n"
    )


@pytest.mark.usefixtures("home")
def test_struck_words_have_signs_where_no_style_shows_them(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "struck.html"
    struck = '<span class="ltx_text ltx_ulem_sout">do <b>not</b></span>'
    file.write_text(
        f'<article class="ltx_document"><p class="ltx_p">We {struck} roll.</p><table class="ltx_tabular">'
        f'<tr><td class="ltx_td" colspan="2">{struck}</td></tr><tr><td>a</td><td>b</td></tr></table></article>'
    )
    lines = [line.strip() for line in call("read", "--file", str(file)).out.splitlines()]
    assert (lines[0], "~~do not~~" in lines) == ("We ~~do not~~ roll.", True)
    assert call("read", "--file", str(file), "--markdown").out.startswith("We ~~do~~ ~~**not**~~ roll.\n")
    monkeypatch.setattr(output, "is_styled", lambda: True)
    styled = call("read", "--file", str(file)).out
    assert "~" not in styled
    assert "\x1b[9mdo \x1b[0m\x1b[1;9mnot\x1b[0m" in styled


@pytest.mark.usefixtures("home")
def test_a_report_lists_formulas_left_as_tex_unknown_elements_and_conversion_errors(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "odd.html"
    file.write_text(
        '<article class="ltx_document"><h2 class="ltx_title">Odd</h2><p class="ltx_p"><blink>on</blink> '
        '<math alttext="\\unheardof"></math><span class="ltx_ERROR undefined">\\odd</span></p></article>'
    )
    assert list(read._report(Document((), (), (Rule(),))))[1] == "      1 rules"
    lines = [line.strip() for line in call("read", "--file", str(file), "--report").out.splitlines()]
    assert lines == [
        "From arXiv's HTML",
        "1 headings",
        "1 paragraphs",
        "0 footnotes",
        "1 formulas; left as TeX: 1 different ones",
        "\\unheardof",
        "1 unknown elements, shown as text",
        "blink, 1 time",
        "1 errors in the upstream conversion",
        "\\odd",
    ]


@pytest.mark.usefixtures("home")
def test_a_page_that_is_no_paper_is_refused_in_words(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "empty.html"
    file.write_text("")
    code, out, err = call("read", "--file", str(file))
    assert (code, out) == (1, "")
    assert err.startswith(f"arxtui: {file}: ")
    code, out, err = call("read", "--file", str(tmp_path / "nowhere.html"))
    assert (code, out) == (1, "")
    assert "nowhere.html" in err


@pytest.mark.parametrize(
    ("pager", "no_color"), [("", ""), ("cat", ""), ("nowhere-to-be-found", ""), ("less 'a", ""), ("", "1")]
)
def test_a_terminal_gets_styles_with_a_pager_without_one_and_with_an_invalid_one_but_not_with_no_color(
    home: Path, saved: str, pager: str, no_color: str
) -> None:
    environ = {"ARXTUI_HOME": str(home), "PAGER": pager, "TERM": "xterm", "NO_COLOR": no_color, "PATH": "/usr/bin:/bin"}
    result, code = pexpect.run(
        " ".join([*COMMAND, "read", "--file", saved]), env=environ, withexitstatus=True, encoding="utf-8"
    )
    assert code == 0
    if no_color:
        assert "Held fast by all.\r\n" in result
    else:
        assert "\x1b[1mLocks ]0;x [31mred 31m back\x1b[0m\r\n" in result
        assert "Held \x1b[1mfast\x1b[0m by \x1b[3mall\x1b[0m.\r\n" in result


@pytest.mark.usefixtures("home")
def test_a_figure_beside_a_page_is_read_up_to_a_size(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = svg(text("as drawn", 20, 50))
    (tmp_path / "figure.svg").write_bytes(drawn)
    page = tmp_path / "page.html"
    page.write_bytes(FIGURE.replace(b"ADDRESS", b"figure.svg"))
    for most, is_read in ((len(drawn), True), (len(drawn) - 1, False)):
        monkeypatch.setattr(figures, "MOST_BYTES", most)
        assert ("as drawn" in call("read", "--file", str(page)).out) == is_read
