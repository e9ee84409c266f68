"""The looks: colours by role, with one accent; and one without colours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from rich.style import Style

if TYPE_CHECKING:
    from textual.theme import Theme


@dataclass(frozen=True)
class Look:
    """The colours of a theme. ``ansi`` looks use the terminal's own sixteen and its own background; ``plain`` ones only
    bold, dim, italic, underlined and reverse."""

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
    ansi: bool = False
    plain: bool = False

    @cached_property
    def inks(self) -> dict[str, Style]:
        """Foreground and attributes by role; ``cursor`` and ``cursor-blurred`` are the backgrounds of a row."""
        if self.ansi:
            return _PLAIN_INKS if self.plain else _ANSI_INKS
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
            "found": accent,
            "found-strong": accent + bold,
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
            **_LETTERS,
        }

    def ink(self, name: str, row: str = "") -> Style:
        """The style of an ink on this look's ground, or of several with ``+`` between, the later over the earlier;
        ``row`` names the ink laid under the whole row."""
        found = self._mixed.get((name, row))
        if found is None:
            ground = Style() if self.ansi else Style(color=self.foreground, bgcolor=self.background)
            inks = [self.inks[each] for each in (*name.split("+"), *([row] if row else ()))]
            found = self._mixed[name, row] = Style.combine([ground, *inks])
        return found

    @cached_property
    def _mixed(self) -> dict[tuple[str, str], Style]:
        return {}

    def textual(self) -> Theme:
        """The theme that Textual's own widgets and ``styles/arxtui.tcss`` use."""
        from textual.theme import BUILTIN_THEMES, Theme

        if self.ansi:
            base = BUILTIN_THEMES["ansi-dark"]
            return replace(base, name=self.name, variables={**base.variables, **_ANSI_VARIABLES})
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
            variables={
                "rule": self.rule,
                "scrollbar": self.rule,
                "scrollbar-hover": self.faint,
                "scrollbar-active": self.accent,
                "scrollbar-background": self.background,
                "scrollbar-background-hover": self.background,
                "scrollbar-background-active": self.background,
                **_cursors(self.foreground, self.cursor),
            },
        )


def _cursors(foreground: str, background: str) -> dict[str, str]:
    return {
        "block-cursor-foreground": foreground,
        "block-cursor-background": background,
        "block-cursor-text-style": "none",
    }


_LETTERS = {
    "bold": Style(bold=True),
    "slanted": Style(italic=True),
    "underlined": Style(underline=True),
    "struck": Style(strike=True),
}
"""How an author set a text, over the ink of what it is."""

_ANSI_INKS = {
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
    "chip": Style(),
    "chip-cross": Style(color="cyan"),
    "chip-fault": Style(color="red", underline=True),
    "rule": Style(color="bright_black"),
    "cursor": Style(color="default", reverse=True, dim=False),
    "cursor-blurred": Style(),
    "match": Style(underline=True),
    "match-here": Style(reverse=True),
    "target": Style(reverse=True),
    "selected": Style(reverse=True),
    **_LETTERS,
}
_PLAIN_INKS = {
    **{name: style.without_color for name, style in _ANSI_INKS.items()},
    "fault": Style(bold=True, underline=True),
    "chip-fault": Style(bold=True, underline=True),
    "rule": Style(dim=True),
}
_ANSI_VARIABLES = {
    "rule": "ansi_bright_black",
    "scrollbar": "ansi_bright_black",
    "scrollbar-hover": "ansi_bright_black",
    "scrollbar-active": "ansi_cyan",
    "scrollbar-background": "ansi_default",
    "scrollbar-background-hover": "ansi_default",
    "scrollbar-background-active": "ansi_default",
}


def _terminals_own(name: str, *, plain: bool = False) -> Look:
    """A look on the terminal's own ground."""
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
        ansi=True,
        plain=plain,
    )


LOOKS = {
    look.name: look
    for look in (
        Look(
            name="dark",
            dark=True,
            background="#16181d",
            foreground="#d9dbe0",
            dim="#8b919c",
            faint="#5d636e",
            rule="#2c3038",
            accent="#e2a95f",
            fault="#e0786c",
            cursor="#2d3542",
            cursor_blurred="#20242b",
        ),
        Look(
            name="light",
            dark=False,
            background="#fcfbf8",
            foreground="#202328",
            dim="#62676f",
            faint="#979ba3",
            rule="#dedad2",
            accent="#9a5200",
            fault="#b3261e",
            cursor="#eadfca",
            cursor_blurred="#f3efe6",
        ),
        _terminals_own("ansi"),
        _terminals_own("plain", plain=True),
    )
}
