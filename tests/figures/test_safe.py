"""SVG from the network refers to nothing outside and runs nothing."""

from __future__ import annotations

import pytest

from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.safe import WHOLE, safe_svg, svg_box

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="72pt" height="36pt">'


def safe(inner: str, head: str = HEAD) -> str:
    return safe_svg(f"{head}{inner}</svg>".encode(), (20, 10))[0]


@pytest.mark.parametrize(
    "inner",
    [
        '<image href="file:///evil.png"/>',
        '<image xlink:href="evil.png"/>',
        '<image xlink:href="&#x66;ile:///evil.png"/>',
        '<image xlink:href=" //evil/x.png"/>',
        "<image a=\"href='#\" href='https://evil/'/>",
        '<x:image xmlns:x="http://www.w3.org/2000/svg" x:href="evil.png"/>',
        '<use href="evil.svg#a"/>',
        '<feImage xlink:href="http://evil/"/>',
        '<image href="data:image/svg+xml,evil"/>',
        '<image href="data:text/html,evil"/>',
        '<path fill="url(http://evil/#a)"/>',
        '<path style="fill:URL( evil.svg#a )"/>',
        r'<path style="fill:u\72l(evil.svg#a)"/>',
        "<style>@import 'evil.css'; path { fill: url(evil) }</style>",
        r"<style>@\69mport 'evil.css';</style>",
        "<style><![CDATA[@import url(evil);]]></style>",
        "<style>@font-face { src: url(evil) }</style>",
        "<script>evil()</script>",
        "<script><g><path d='evil'/></g></script>",
        '<path onclick="evil()"/>',
        '<image><set attributeName="href" to="evil.png"/></image>',
        '<font-face-uri xlink:href="evil.svg#a"/>',
        '<a xlink:href="javascript:evil()"><path d="M0 0h1"/></a>',
        '<g xml:base="http://evil/"/>',
        "<foreignObject><p>evil</p></foreignObject>",
        "<?xml-stylesheet href='evil.css'?><!-- evil -->",
    ],
)
def test_scripts_and_references_to_the_outside_are_left_out(inner: str) -> None:
    assert "evil" not in safe(inner)


def test_references_within_the_figure_stay() -> None:
    kept = safe(
        '<path fill="url(#a)" style="clip-path:url(#b)"/><use href="#c"/><image xlink:href="data:image/png;base64,AA"/>'
    )
    for part in ('fill="url(#a)"', "clip-path:url(#b)", 'xlink:href="#c"', 'xlink:href="data:image/png;base64,AA"'):
        assert part in kept


@pytest.mark.parametrize(
    "declaration",
    [
        '<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;">',
        '<!ENTITY a SYSTEM "file:///etc/hostname">',
        '<!ENTITY % a SYSTEM "http://127.0.0.1:9/">',
        f'<!ENTITY a "{"x" * 1000}">',
    ],
)
def test_entities_that_grow_or_come_from_outside_are_refused(declaration: str) -> None:
    with pytest.raises(NotDrawnError, match="entities"):
        safe_svg(f"<!DOCTYPE svg [{declaration}]>{HEAD}<text>&a;</text></svg>".encode(), (20, 10))


def test_a_short_entity_as_drawing_programs_write_it_is_read() -> None:
    doctype = '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>'
    assert "<path" in safe("<path/>", doctype + '<svg xmlns="&ns;">')


def test_many_entities_do_not_make_a_figure_larger_than_the_limit() -> None:
    doctype = f'<!DOCTYPE svg [<!ENTITY a "{"x" * 200}">]>'
    with pytest.raises(NotDrawnError):
        safe(f"<text>{'&a;' * 400_000}</text>", doctype + HEAD)


@pytest.mark.parametrize("sign", ["<", "&", '"'])
def test_unescaped_characters_of_glyphs_are_repaired(sign: str) -> None:
    assert "<use" in safe(f'<use data-text="{sign}" xlink:href="#a"/>')


def test_a_figure_that_ends_early_is_reported_with_its_line() -> None:
    with pytest.raises(NotDrawnError, match="damaged in line 2"):
        safe_svg(f"{HEAD}\n<g".encode(), (20, 10))


def test_a_file_that_is_no_svg_is_reported() -> None:
    with pytest.raises(NotDrawnError, match="no SVG"):
        safe_svg(b"<html/>", (20, 10))


def test_glyphs_can_be_left_out() -> None:
    glyphs = f'{HEAD}<use data-text="a" href="#f"/><path d="M0 0"/></svg>'.encode()
    assert "<use" in safe_svg(glyphs, (20, 10), WHOLE)[0]
    bare = safe_svg(glyphs, (20, 10), WHOLE, glyphs=False)[0]
    assert "<use" not in bare
    assert "<path" in bare


@pytest.mark.parametrize(
    ("attributes", "box"),
    [
        ('width="72pt" height="36pt"', (0, 0, 96, 48, 96, 48)),
        ('width="1in" height="0.5in" viewBox="10 20 30 15"', (10, 20, 30, 15, 96, 48)),
        ('viewBox="0,0,30,15"', (0, 0, 30, 15, 30, 15)),
        ('width="60" viewBox="0 0 30 15"', (0, 0, 30, 15, 60, 30)),
        ('width="100%" height="100%" viewBox="0 0 30 15"', (0, 0, 30, 15, 30, 15)),
        ('width="1e99" height="-4" viewBox="0 0 nan 15"', (0, 0, 300, 150, 300, 150)),
        ("", (0, 0, 300, 150, 300, 150)),
    ],
)
def test_the_size_of_a_figure_is_read_from_its_root(attributes: str, box: tuple[float, ...]) -> None:
    assert svg_box(f"<svg {attributes}><g>".encode()) == pytest.approx(box)


def test_the_size_is_set_by_the_caller_and_a_view_by_the_coordinates() -> None:
    svg = f"{HEAD}</svg>".encode()
    assert (
        'width="20" height="10" preserveAspectRatio="none" viewBox="24.0 12.0 48.0 24.0"'
        in safe_svg(svg, (20, 10), (0.25, 0.25, 0.5, 0.5))[0]
    )
