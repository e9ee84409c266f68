"""The baseline of the start-up benchmark: a plain Textual app with three panes and no data."""

from __future__ import annotations

import sys

from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Header, Input, OptionList, Static


class BareApp(App[None]):
    """An app with a header, an input, three panes and a footer."""

    CSS = "OptionList { width: 24; } #list { width: 1fr; } #detail { width: 48; }"
    BINDINGS = [("q", "quit", "Quit")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        """Compose the widgets. The middle pane has sixty rows, as many as a screen can show."""
        yield Header()
        yield Input()
        with Horizontal():
            yield OptionList(*(f"filter {number}" for number in range(12)))
            yield OptionList(*(f"bare-row {number}" for number in range(60)), id="list")
            with VerticalScroll(id="detail"):
                yield Static("detail " * 150)
        yield Footer()


if __name__ == "__main__":
    sys.exit(BareApp().run())
