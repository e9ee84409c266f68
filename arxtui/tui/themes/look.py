"""The colours of a theme by role, with one accent, and the project's own themes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

LETTERS = {
    "bold": Style(bold=True),
    "slanted": Style(italic=True),
    "underlined": Style(underline=True),
    "struck": Style(strike=True),
}
"""The emphasis that an author gave to a text, laid over the ink of its role."""

ANSI_INKS = {
    "text": Style(),
    "strong": Style(bold=True),
    "dim": Style(dim=True),
    "faint": Style(dim=True),
    "hidden": Style(dim=True, strike=True),
    "italic": Style(dim=True, italic=True),
    "accent": Style(color="cyan"),
    "accent-strong": Style(color="cyan", bold=True),
    "link": Style(color="cyan", underline=True),
    "fault": Style(color="red"),
    "found": Style(underline=True),
    "found-strong": Style(bold=True, underline=True),
    "star": Style(bold=True),
    **{f"tint-{number}": Style(dim=True) for number in range(5)},
    "chip": Style(),
    "chip-cross": Style(color="cyan"),
    "chip-fault": Style(color="red", underline=True),
    "rule": Style(color="bright_black"),
    "cursor": Style(color="default", reverse=True, dim=False),
    "cursor-blurred": Style(),
    "match": Style(underline=True),
    "match-here": Style(reverse=True, dim=False),
    "target": Style(reverse=True, dim=False),
    "selected": Style(reverse=True, dim=False),
    **LETTERS,
}
PLAIN_INKS = {
    **{name: style.without_color for name, style in ANSI_INKS.items()},
    "fault": Style(bold=True, underline=True),
    "chip-fault": Style(bold=True, underline=True),
    "rule": Style(dim=True),
}
_SCROLL_BAR = 0.4
"""Share of the faint ink in the colour of scroll bars, which are half a cell wide; the rest is that of rules."""
ANSI_VARIABLES = {
    "rule": "ansi_bright_black",
    "scrollbar": "ansi_bright_black",
    "scrollbar-hover": "ansi_bright_black",
    "scrollbar-active": "ansi_cyan",
    "scrollbar-background": "ansi_default",
    "scrollbar-background-hover": "ansi_default",
    "scrollbar-background-active": "ansi_default",
    "block-cursor-foreground": "ansi_black",
    "block-cursor-background": "ansi_cyan",
    "input-cursor-foreground": "ansi_default",
    "input-cursor-background": "ansi_default",
    "input-cursor-text-style": "reverse",
}
"""Black, white and their bright forms are the background of some terminal, on which nothing would be seen."""


@dataclass(frozen=True)
class Look:
    """The colours of a theme, as ``#rrggbb``. An ``ansi`` look uses the terminal's sixteen colours and its own
    background; a ``plain`` one uses only bold, dim, italic, underline and reverse. ``base`` is the theme of Textual
    from which the look is derived; Textual's own widgets keep its other colours."""

    name: str
    dark: bool
    background: str
    foreground: str
    dim: str
    faint: str
    rule: str
    accent: str
    fault: str
    cursor: str
    cursor_blurred: str
    star: str = ""
    tints: tuple[str, ...] = ()
    """The colours of categories, by their archives."""
    base: str = ""
    ansi: bool = False
    plain: bool = False

    @cached_property
    def inks(self) -> dict[str, Style]:
        """Foreground and attributes by role; ``cursor`` and ``cursor-blurred`` are the backgrounds of a row."""
        if self.ansi:
            return PLAIN_INKS if self.plain else ANSI_INKS
        dim, faint, accent = (Style(color=colour) for colour in (self.dim, self.faint, self.accent))
        text, bold = Style(color=self.foreground), Style(bold=True)
        return {
            "text": text,
            "strong": text + bold,
            "dim": dim,
            "faint": faint,
            "hidden": faint + Style(strike=True),
            "italic": dim + Style(italic=True),
            "accent": accent,
            "accent-strong": accent + bold,
            "link": accent + Style(underline=True),
            "fault": Style(color=self.fault),
            "found": accent + Style(underline=True),
            "found-strong": accent + bold + Style(underline=True),
            "star": Style(color=self.star),
            **{f"tint-{number}": Style(color=colour) for number, colour in enumerate(self.tints)},
            "chip": text + Style(bgcolor=self.cursor_blurred),
            "chip-cross": faint + Style(bgcolor=self.cursor_blurred),
            "chip-fault": Style(color=self.fault, bgcolor=self.cursor_blurred, underline=True),
            "rule": Style(color=self.rule),
            "cursor": Style(bgcolor=self.cursor),
            "cursor-blurred": Style(bgcolor=self.cursor_blurred),
            "match": Style(color=self.accent, bgcolor=self.cursor),
            "match-here": Style(color=self.background, bgcolor=self.accent),
            "target": Style(bgcolor=self.cursor, underline=True),
            "selected": Style(bgcolor=self.cursor),
            **LETTERS,
        }

    def ink(self, name: str, row: str = "") -> Style:
        """Return the style of an ink on this look's background. ``name`` can list several inks separated by ``+``, each
        laid over the one before. ``row`` is the ink of the whole row."""
        style = self._styles.get((name, row))
        if style is None:
            ground = Style() if self.ansi else Style(color=self.foreground, bgcolor=self.background)
            inks = [self.inks[each] for each in (*name.split("+"), *([row] if row else ()))]
            style = self._styles[name, row] = Style.combine([ground, *inks])
        return style

    @cached_property
    def _styles(self) -> dict[tuple[str, str], Style]:
        return {}

    def textual(self) -> Theme:
        """Return the theme for Textual's own widgets and ``styles/arxtui.tcss``."""
        variables = ANSI_VARIABLES if self.ansi else self._variables
        if self.base:
            base = BUILTIN_THEMES[self.base]
            foreground = base.foreground if self.ansi else self.foreground
            return replace(base, name=self.name, foreground=foreground, variables={**base.variables, **variables})
        return Theme(
            name=self.name,
            dark=self.dark,
            primary=self.accent,
            secondary=self.dim,
            accent=self.accent,
            foreground=self.foreground,
            background=self.background,
            surface=self.background,
            panel=self.cursor_blurred,
            warning=self.accent,
            error=self.fault,
            success=self.accent,
            variables=variables,
        )

    @property
    def _variables(self) -> dict[str, str]:
        return {
            "rule": self.rule,
            "scrollbar": Color.parse(self.rule).blend(Color.parse(self.faint), _SCROLL_BAR).hex,
            "scrollbar-hover": self.faint,
            "scrollbar-active": self.accent,
            "scrollbar-background": self.background,
            "scrollbar-background-hover": self.background,
            "scrollbar-background-active": self.background,
            "block-cursor-foreground": self.foreground,
            "block-cursor-background": self.cursor,
            "block-cursor-text-style": "none",
            "block-cursor-blurred-foreground": self.foreground,
            "block-cursor-blurred-background": self.cursor,
            "block-cursor-blurred-text-style": "none",
        }


def terminal_colours(name: str, base: str, *, plain: bool = False) -> Look:
    """Return a look in the terminal's own colours; ``base`` is the theme of Textual for what Textual paints."""
    return Look(
        name=name,
        dark=True,
        background="default",
        foreground="default",
        dim="default",
        faint="default",
        rule="bright_black",
        accent="cyan",
        fault="red",
        cursor="default",
        cursor_blurred="default",
        base=base,
        ansi=True,
        plain=plain,
    )


PLAIN = "plain"
"""The look without colours, used if ``NO_COLOR`` is set."""
LOOKS = {
    look.name: look
    for look in (
        Look(
            name="dark",
            dark=True,
            background="#16181d",
            foreground="#d9dbe0",
            dim="#9aa0ab",
            faint="#7f8692",
            rule="#2c3038",
            accent="#e2a95f",
            fault="#e88578",
            cursor="#2a313d",
            cursor_blurred="#20242b",
            star="#e9bf11",
            tints=("#7499da", "#a58ddc", "#5fab81", "#d37fa4", "#50aab2"),
        ),
        Look(
            name="light",
            dark=False,
            background="#fcfbf8",
            foreground="#202328",
            dim="#5c6169",
            faint="#6a6f77",
            rule="#dedad2",
            accent="#8f4c00",
            fault="#b3261e",
            cursor="#ece2cf",
            cursor_blurred="#f3efe6",
            star="#7b6305",
            tints=("#46649a", "#6f58a2", "#34704e", "#954f6c", "#296f73"),
        ),
        Look(
            name="contrast-dark",
            dark=True,
            background="#000000",
            foreground="#ffffff",
            dim="#d0d0d0",
            faint="#b0b0b0",
            rule="#808080",
            accent="#ffd75f",
            fault="#ffb3ab",
            cursor="#1f3a5f",
            cursor_blurred="#262626",
            star="#f0c723",
            tints=("#b6ccf2", "#d5c3f3", "#a5d6b7", "#f2bed1", "#9cd5d7"),
        ),
        Look(
            name="contrast-light",
            dark=False,
            background="#ffffff",
            foreground="#000000",
            dim="#303030",
            faint="#4d4d4d",
            rule="#6e6e6e",
            accent="#00408a",
            fault="#8c0000",
            cursor="#ffe08a",
            cursor_blurred="#eaeaea",
            star="#554402",
            tints=("#2f4875", "#513b78", "#205232", "#71344a", "#164f51"),
        ),
        terminal_colours("ansi", "ansi-dark"),
        terminal_colours(PLAIN, "ansi-dark", plain=True),
    )
}
