"""The project's own themes."""

from __future__ import annotations

from arxtui.tui.themes.look import Look


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
