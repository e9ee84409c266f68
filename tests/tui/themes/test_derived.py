"""Every style of every theme is legible: WCAG 2.2, level AA."""

from __future__ import annotations

import pytest
from rich.style import Style
from textual.theme import BUILTIN_THEMES

from arxtui.config.values import AUTO, OWN, TEXTUAL, THEMES
from arxtui.tui.themes import PLAIN, look
from arxtui.tui.themes.derived import LARGE, TEXT, contrast, legible, mix

COLOURED = [name for name in THEMES if name != AUTO and not look(name).ansi]
SIGNS = {"faint", "hidden", "chip-cross"}
"""Styles that are not for text to be read: padding, signs, and struck-out or obsolete parts."""
_GROUNDS = ("", "cursor", "cursor-blurred")


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#777777", "#ffffff", 4.48),
        ("#0000ff", "#000000", 2.44),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


def test_a_colour_is_changed_as_little_as_makes_it_legible() -> None:
    assert legible("#ffffff", ["#000000"], TEXT) == "#ffffff"
    mended = legible("#555555", ["#000000", "#202020"], TEXT)
    assert TEXT <= contrast(mended, "#202020") < TEXT + 0.5


@pytest.mark.parametrize("name", COLOURED)
def test_every_ink_can_be_read_on_every_ground(name: str) -> None:
    theme = look(name)
    least = {ink: LARGE if ink in SIGNS else TEXT for ink in theme.inks if ink != "rule"}
    weak = {
        (ink, row): round(ratio, 2)
        for ink, wanted in least.items()
        for row in (_GROUNDS if theme.inks[ink].bgcolor is None else ("",))
        if (ratio := ratio_of(theme.ink(ink, row))) < wanted
    }
    assert weak == {}


@pytest.mark.parametrize("name", [name for name in COLOURED if name.startswith("contrast-")])
def test_high_contrast_is_that_of_level_aaa(name: str) -> None:
    theme = look(name)
    assert min(ratio_of(theme.ink(ink)) for ink in ("text", "strong", "dim", "faint", "accent", "link", "fault")) >= 7
    assert ratio_of(theme.ink("rule")) >= LARGE


@pytest.mark.parametrize("name", COLOURED)
def test_rules_are_seen_and_dim_text_is_distinguished_from_other(name: str) -> None:
    theme = look(name)
    assert ratio_of(theme.ink("rule")) > 1.2
    assert contrast(theme.foreground, theme.background) > contrast(theme.dim, theme.background) * 1.1
    assert contrast(theme.dim, theme.background) > contrast(theme.faint, theme.background) * 1.1
    assert contrast(theme.cursor, theme.background) > 1.1


def test_themes_of_textual_are_all_there() -> None:
    assert set(TEXTUAL) == set(BUILTIN_THEMES)
    assert set(OWN).isdisjoint(TEXTUAL)


@pytest.mark.parametrize("name", COLOURED)
def test_the_textual_theme_has_the_background_of_the_theme(name: str) -> None:
    theme = look(name).textual()
    assert (theme.name, theme.dark) == (name, look(name).dark)
    assert theme.to_color_system().generate()["background"].lower() == look(name).background.lower()
    assert theme.variables["rule"] == look(name).rule


@pytest.mark.parametrize("name", ["ansi", "ansi-dark", "ansi-light"])
def test_the_terminals_own_colours_assume_nothing_of_its_background(name: str) -> None:
    grounds = {style.bgcolor for style in (look(name).ink(ink) for ink in look(name).inks)}
    assert grounds == {None}
    colours = {style.color.name for style in (look(name).ink(ink) for ink in look(name).inks) if style.color}
    assert colours <= {"cyan", "red", "bright_black", "default"}


@pytest.mark.parametrize("name", [*THEMES[1:], PLAIN])
def test_stars_matches_rules_and_the_cursor_are_distinguished_in_every_theme(name: str) -> None:
    theme = look(name)
    styles = [theme.ink("star"), theme.ink("found"), theme.ink("accent"), theme.ink("text", "cursor")]
    assert len(set(styles)) == len(styles)


def ratio_of(style: Style) -> float:
    """Return the contrast between a style's foreground and background colours."""
    assert style.color is not None
    assert style.bgcolor is not None
    return contrast(style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex)


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert [mix("#000000", "#ffffff", share) for share in (0, 0.5, 1)] == ["#000000", "#808080", "#ffffff"]
