"""Figures of full texts: which are fetched, which are not, and what is stored if a fetch is interrupted or fails."""

from __future__ import annotations

import base64
import sqlite3
from contextlib import closing
from dataclasses import replace
from urllib.parse import quote

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import FulltextSettings
from arxtui.demo.fulltexts import bars
from arxtui.demo.messages import Reply
from arxtui.model.events import EventKind
from arxtui.model.fulltext import Figure, TextState
from arxtui.sources.pictures import picture_base, picture_type
from arxtui.sync.fulltext import paper as keeper
from arxtui.sync.fulltext.fetching import FetchOptions
from tests.figures.svgs import svg, text
from tests.sync.fulltext.fulltexts import Fetcher, asked, fetching, page, paper, serving

PNG = bars([0.5, 1.0])
SVG = b"<?xml version='1.0'?>\n<!-- drawn --><svg xmlns='http://www.w3.org/2000/svg'><path d='M 0 0'/></svg>"
WITHIN = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
OF = paper()


def _figure(reader: Fetcher, address: str) -> Figure:
    with reader.texts() as texts:
        return texts.figure(OF.key, OF.version, address)


def _images(*addresses: str) -> str:
    return "".join(f"<figure class='ltx_figure'><img class='ltx_graphics' src='{each}'></figure>" for each in addresses)


def test_addresses_are_relative_to_the_folder_of_the_paper_or_the_base_that_the_page_names(paths: Paths) -> None:
    pages = {
        f"/html/{OF.name}": page(_images("x1.png", "/root.svg", "extracted/fig.png")),
        f"/html/{OF.name}/x1.png": Reply(200, PNG, "image/png"),
        "/root.svg": Reply(200, SVG, "text/plain"),
        f"/html/{OF.name}/extracted/fig.png": Reply(200, PNG, "application/octet-stream"),
    }
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF]) == 0
    assert [_figure(reader, each).type for each in ("x1.png", "/root.svg", "extracted/fig.png")] == [
        "image/png",
        "image/svg+xml",
        "image/png",
    ]
    shown = [(event.page, event.pages) for event in reader.events if event.kind is EventKind.PAGE]
    assert shown == [(1, 3), (2, 3), (3, 3)]
    assert _figure(reader, "/root.svg").data == SVG
    url = "https://arxiv.org/html/2605.00001v1"
    assert picture_base(b"<p>", url) == f"{url}/"
    assert picture_base(b"<head><base href='/html/2605.00001v1/'>", url) == f"{url}/"


def test_an_svg_in_an_object_is_fetched_and_stored_as_other_figures_are(paths: Paths) -> None:
    body = (
        "<figure class='ltx_figure'><object type='image/svg+xml' data='x1.svg' id='S1.F1.g1' width='80' height='61' "
        "class='ltx_graphics ltx_img_landscape' style='aspect-ratio:80/61;'></object></figure>"
    )
    with serving(
        {f"/html/{OF.name}": page(body), f"/html/{OF.name}/x1.svg": Reply(200, SVG, "image/svg+xml")}
    ) as server:
        assert fetching(paths, server.url).fetch([OF]) == 0
        assert _figure(fetching(paths, server.url), "x1.svg") == Figure("image/svg+xml", SVG)


def test_the_text_in_an_svg_figure_is_stored_with_it(paths: Paths) -> None:
    pages = {
        f"/html/{OF.name}": page(_images("x1.svg", "x2.svg")),
        f"/html/{OF.name}/x1.svg": Reply(200, svg(text("Known", 20, 30)), "image/svg+xml"),
        f"/html/{OF.name}/x2.svg": Reply(200, b"<svg><g></svg>", "image/svg+xml"),
    }
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF]) == 0
    with reader.texts() as texts:
        words = texts.figure_words(OF.key, OF.version)
    assert words["x1.svg"] == ("Text: Known",)
    assert words["x2.svg"][0].startswith("[text incomplete: ")


def test_only_pictures_of_the_same_host_are_requested_and_the_others_say_why_they_are_not_here(paths: Paths) -> None:
    with serving({"/far.png": Reply(200, PNG)}) as far:
        odd = ("x1.png", f"{far.url}/far.png", "file:///etc/hostname", "javascript:alert(1)", "http://[", "gone.png")
        pages = {
            f"/html/{OF.name}": page(_images(*odd, "page.png", "away.png")),
            f"/html/{OF.name}/x1.png": Reply(200, PNG),
            f"/html/{OF.name}/page.png": Reply(200, b"<html>not a picture</html>", "image/png"),
            f"/html/{OF.name}/away.png": Reply(302, headers={"Location": f"{far.url}/far.png"}),
        }
        with serving(pages) as server:
            reader = fetching(paths, server.url)
            assert reader.fetch([OF]) == 0
        assert asked(far) == []
    state = reader.state(OF)
    assert (state.state, state.figures, state.figures_missing) == (TextState.HAVE, 8, 7)
    assert _figure(reader, "x1.png").data == PNG
    assert _figure(reader, f"{far.url}/far.png").reason == "on another host (127.0.0.1)"
    assert _figure(reader, "file:///etc/hostname").reason == "not on the web"
    assert "404" in _figure(reader, "gone.png").reason
    assert _figure(reader, "page.png").reason == "not a PNG, JPEG, GIF, WebP or SVG"
    assert "redirects to" in _figure(reader, "away.png").reason
    before = len(asked(server))
    assert reader.fetch([OF]) == 0
    assert len(asked(server)) == before


def test_a_figure_within_the_page_is_kept_without_a_request(paths: Paths) -> None:
    damaged, endless = "data:image/png;base64,%%%", f"data:image/png;base64,{'A' * 3_000_000}"
    loud, quoted = WITHIN.replace(";base64", ";BASE64"), f"data:image/png,{quote(PNG)}"
    with serving({f"/html/{OF.name}": page(_images(WITHIN, damaged, endless, loud, quoted))}) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF]) == 0
        assert len(asked(server)) == 1
    for address in (WITHIN, loud, quoted):
        assert _figure(reader, address) == Figure("image/png", PNG)
    assert _figure(reader, damaged).reason == "not a PNG, JPEG, GIF, WebP or SVG"
    assert reader.state(OF).figures == 4


def test_a_drawing_in_the_page_is_stored_with_its_text_and_needs_no_request(paths: Paths) -> None:
    label = '<foreignObject width="40" height="12"><span class="ltx_p">kettle</span></foreignObject>'
    lines = "".join(f'<path stroke="#000" d="M {x} 0 L 90 40"></path>' for x in (0, 20, 40))
    body = f'<svg id="S1.pic1" class="ltx_picture" width="90" height="40">{lines}{label}</svg>'
    with serving({f"/html/{OF.name}": page(_images("x1.png", "#none") + body)}) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF]) == 0
        assert len(asked(server)) == 2
    drawing = _figure(reader, "#S1.pic1")
    assert (drawing.type, drawing.words) == ("image/svg+xml", ("Text: kettle",))
    assert b"foreignObject" not in drawing.data
    assert _figure(reader, "#none").reason == "not a PNG, JPEG, GIF, WebP or SVG"


def test_drawings_whose_stored_page_is_damaged_are_left_out_and_the_other_figures_come(paths: Paths) -> None:
    pages = {f"/html/{OF.name}": page(_images("x1.png", "#pic1")), f"/html/{OF.name}/x1.png": Reply(200, PNG)}
    with serving(pages) as server:
        reader = fetching(paths, server.url, figures=False)
        reader.fetch([OF])
        with closing(sqlite3.connect(paths.cache_db)) as cache, cache:
            cache.execute("UPDATE fulltext_body SET page = x'00'")
        reader.settings = replace(reader.settings, fulltext=FulltextSettings(figures=True))
        assert reader.fetch([OF]) == 0
    assert (_figure(reader, "#pic1").type, _figure(reader, "x1.png").data) == ("", PNG)


def test_a_figure_that_is_too_large_or_one_too_many_is_left_out_and_the_others_come(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "MOST", 2)
    pages = {
        f"/html/{OF.name}": page(_images("large.png", "x.png", "third.png")),
        f"/html/{OF.name}/large.png": Reply(200, PNG + bytes(keeper.LARGEST)),
        f"/html/{OF.name}/x.png": Reply(200, PNG),
    }
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF]) == 0
    assert "larger than 9 MB" in _figure(reader, "large.png").reason
    assert _figure(reader, "x.png").data == PNG
    assert _figure(reader, "third.png").reason == "beyond the first 2 figures"


def test_a_figure_that_the_service_fails_at_is_left_out_and_the_others_come_the_next_time(paths: Paths) -> None:
    pages = {
        f"/html/{OF.name}": page(_images("x1.png", "x2.png")),
        f"/html/{OF.name}/x1.png": Reply(500, b""),
        f"/html/{OF.name}/x2.png": Reply(200, PNG),
    }
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF]) == 3
        before = len(asked(server))
        assert reader.fetch([OF]) == 0
        assert asked(server)[before:] == [f"/html/{OF.name}/x2.png"]
    assert "answered 500" in _figure(reader, "x1.png").reason
    assert _figure(reader, "x2.png").data == PNG


def test_figures_that_a_service_cannot_give_now_come_the_next_time_without_the_page(paths: Paths) -> None:
    pages = {
        f"/html/{OF.name}": page(_images("x1.png", "x2.png")),
        f"/html/{OF.name}/x1.png": Reply(200, PNG),
        f"/html/{OF.name}/x2.png": Reply(503, b""),
    }
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF]) == 3
        assert reader.reasons(EventKind.FAILED) == ["127.0.0.1 answered 503 Service Unavailable"]
        assert (reader.state(OF).state, reader.state(OF).figures_missing) == (TextState.HAVE, 1)
        pages[f"/html/{OF.name}/x2.png"] = Reply(200, PNG)
        before = len(asked(server))
        assert reader.fetch([OF]) == 0
        assert asked(server)[before:] == [f"/html/{OF.name}/x2.png"]
    assert reader.state(OF).figures_missing == 0


def test_without_figures_a_text_is_one_request_and_they_come_when_they_are_wanted_again(paths: Paths) -> None:
    pages = {f"/html/{OF.name}": page(_images("x1.png")), f"/html/{OF.name}/x1.png": Reply(200, PNG)}
    with serving(pages) as server:
        reader = fetching(paths, server.url, figures=False)
        assert reader.fetch([OF]) == 0
        assert len(asked(server)) == 1
        assert _figure(reader, "x1.png").reason == "not fetched yet"
        reader.settings = replace(reader.settings, fulltext=FulltextSettings(figures=True))
        assert reader.fetch([OF]) == 0
        assert asked(server)[1:] == [f"/html/{OF.name}/x1.png"]


def test_a_retry_requests_figures_that_failed(paths: Paths) -> None:
    pages = {f"/html/{OF.name}": page(_images("x1.png"))}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF]) == 0
        pages[f"/html/{OF.name}/x1.png"] = Reply(200, PNG)
        assert reader.later(hours=1).fetch([OF], FetchOptions(again=True)) == 0
    assert _figure(reader, "x1.png").data == PNG


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0made up", "image/jpeg"),
        (b"GIF89amade up", "image/gif"),
        (b"RIFF\0\0\0\0WEBPmade up", "image/webp"),
        (SVG, "image/svg+xml"),
        (b"\xef\xbb\xbf <svg:svg xmlns:svg='x'>", "image/svg+xml"),
        (b"<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'x'>\n<svg>", "image/svg+xml"),
        (b"<html><svg></svg></html>", None),
        (b"RIFF\0\0\0\0WAVE", None),
        (b"", None),
        (b"<!--" * 100_000, None),
    ],
)
def test_the_bytes_decide_the_type_of_a_picture(data: bytes, kind: str | None) -> None:
    assert picture_type(data) == kind


@pytest.mark.parametrize("location", ["http://127.0.0.1:99999/x.png", "http://host.example:port/x.png", "http://[::1/"])
def test_a_figure_that_leads_to_no_address_stops_neither_the_next_one_nor_the_next_paper(
    paths: Paths, location: str
) -> None:
    other = paper(2)
    pages = {
        f"/html/{OF.name}": page(_images("away.png", "x1.png")),
        f"/html/{OF.name}/away.png": Reply(302, headers={"Location": location}),
        f"/html/{OF.name}/x1.png": Reply(200, PNG),
        f"/html/{other.name}": page(""),
    }
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF, other]) == 0
    assert "redirects to an address that is not on the web" in _figure(reader, "away.png").reason
    assert _figure(reader, "x1.png").data == PNG
    assert reader.state(other).state is TextState.HAVE
