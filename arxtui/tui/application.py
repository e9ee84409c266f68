"""The application: one library, the themes, the palette, and what happens when something goes wrong."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.filter import ANSIToTruecolor, LineFilter, Monochrome
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from arxtui.model.frozen import changed
from arxtui.text import clean
from arxtui.tui.actions import ON_APP, Action, Area
from arxtui.tui.keys import in_force
from arxtui.tui.keys.dispatcher import Dispatcher
from arxtui.tui.present.line import draw_in_ascii
from arxtui.tui.screens.main import MainScreen
from arxtui.tui.state.command_uses import CommandUses
from arxtui.tui.terminal.app import Palette, TerminalApp
from arxtui.tui.terminal.background import is_dark_environment
from arxtui.tui.terminal.forced_exit import ForcedExit
from arxtui.tui.terminal.input_parser import BackgroundReported
from arxtui.tui.terminal.last_frame import LastFrame
from arxtui.tui.terminal.no_color import NoColors
from arxtui.tui.themes import look
from arxtui.tui.themes.switch import ThemeSwitch

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.actions import ActionParseResult
    from textual.dom import DOMNode
    from textual.notifications import SeverityLevel

    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.tui.keys.keymap import KeyMap
    from arxtui.tui.terminal.early_input import EarlyInput

_log = logging.getLogger(__name__)
_GARBAGE_THRESHOLDS = (20_000, 50, 50)


class ArxtuiApp(TerminalApp, inherit_bindings=False):
    """The reader over one library."""

    CSS_PATH: ClassVar[Any] = Path(__file__).parent / "styles" / "arxtui.tcss"
    TITLE = "arxtui"
    ALLOW_SELECT = False  # Textual would paint the whole screen at each step of the mouse while a button is held
    ENABLE_COMMAND_PALETTE = False  # Textual would bind a key to it

    def __init__(self, paths: Paths, settings: Settings, early_input: EarlyInput | None = None) -> None:
        """Errors of the library pass through."""
        from arxtui.library.facade import Library

        in_force.use(_keymap(paths, settings))
        opener = partial(Library.open, paths)
        library = opener(settings)
        wished = os.environ.get("NO_COLOR")
        super().__init__(early_input)
        self.dispatcher = Dispatcher(self)
        self._uses = CommandUses(paths.command_uses)
        self.no_color = bool(wished)  # Textual takes an empty value for a wish, too
        self.animation_level = "none"
        self._ascii_only = settings.ui.ascii
        self._own_filters = _filters(colours=not self.no_color, ascii_only=settings.ui.ascii)
        self.themes = ThemeSwitch(self, settings.ui.theme, dark=_is_dark(early_input), colours=not self.no_color)
        self._style_fault = self._use_style(paths.style_file)
        replaces_frame = bool(early_input and early_input.frame.is_shown)
        self.main = MainScreen(library, opener, paths, settings, replaces_frame=replaces_frame)
        self._last_frame = LastFrame(self.main, paths)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The one variable that Textual's own themes lack."""
        return {"rule": look("dark").rule}

    @property
    def watches_background(self) -> bool:
        """Whether the terminal is to report another background."""
        return self.themes.is_automatic

    def on_background_reported(self, event: BackgroundReported) -> None:
        """The terminal has told its background."""
        self.themes.background_is(dark=event.dark)

    def get_default_screen(self) -> MainScreen:
        """The reader."""
        return self.main

    def on_mount(self) -> None:
        """Watch for signals and for the terminal going away; collect garbage once the first frame is out."""
        ForcedExit(self).watch()
        self.screen_change_signal.subscribe(self, lambda _: self.input.watch(), immediate=True)
        self.app_resume_signal.subscribe(self, self._paint_anew)
        self.input.watch()
        if self._style_fault:
            self.main.say(f"Your style.tcss is not used: {self._style_fault}", "fault")
        self.call_after_refresh(self._settle)

    def refresh_css(self, animate: bool = True) -> None:  # noqa: FBT001 - Textual's signature
        """Apply the theme; as long as there is no screen, without parsing everything twice, as Textual would."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())
            self.stylesheet.update(self, animate=animate)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters but the one that replaces the sixteen colours, which no theme that it is on for uses, and
        the one that makes greys where no colours are wished, of which a terminal's own colours come out black."""
        others = (ANSIToTruecolor, Monochrome)
        return [*(each for each in super().get_line_filters() if not isinstance(each, others)), *self._own_filters]

    def write_sequence(self, sequence: str) -> None:
        """Write what is no part of a frame; in ASCII where the screen is."""
        if self._ascii_only and not sequence.isascii():
            from arxtui.text.encodable import encodable

            sequence = encodable(sequence, "ascii")
        super().write_sequence(sequence)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Textual's toast; never markup, whoever asks."""
        super().notify(clean(message), title=clean(title), severity=severity, timeout=timeout, markup=False)

    def exit(self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Leave; the next start shows the screen as it is now."""
        self._last_frame.draw()
        super().exit(result, return_code, message)

    def close(self) -> None:
        """End the session, close the library, and keep the last frame."""
        library = self.main.context.threads.library
        try:
            library.session.end()
        except Exception:  # whatever it is: the user has left, and only the log can still be told
            _log.exception("the end of the session could not be noted")
        finally:
            library.close()
            self._last_frame.write()

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Every key that is bound to something is an act of the user."""
        self.begin_act()
        return await super().run_action(action, default_namespace, namespaces)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Ctrl+Z suspends on every screen but one that undoes what was typed by it."""
        return action != "suspend_process" or not getattr(self.screen, "undoes_typing", False)

    async def handle_key(self, event: events.Key) -> bool:
        """Run the command of a key; whether there is one."""
        return await self.dispatcher.take(event)

    def begin_act(self) -> None:
        """Whatever the user does next, what was said of the act before has been read; but not below a full text or
        triage, which say it in their own way."""
        self.dispatcher.cancel()
        if hasattr(self.screen, "next_act"):
            screens: set[Any] = {self.screen, self.main}
            for screen in screens:
                screen.next_act()

    async def action_quit(self) -> None:
        """Leave; work in the background ends. A note that is being written is saved first."""
        # Who never wrote a note has not loaded its screen, and need not to leave.
        save_before = next(filter(None, (getattr(each, "save_before", None) for each in self.screen_stack)), None)
        if save_before:
            save_before(self.main.quit)
        else:
            self.main.quit()

    def commands_of(self, screen: Screen[Any]) -> Sequence[Action]:
        """The commands of a screen with the keys in force, their help in words; none where it has no registry."""
        area = getattr(screen, "area", None)
        if area is None:
            return getattr(screen, "actions", ())
        return [changed(each, help=in_force.with_keys(each.help, area)) for each in in_force.actions(area)]

    def action_help(self) -> None:
        """Every key, those of the screen in front first."""
        from arxtui.tui.screens.help import HelpScreen

        screen = self.screen
        place = self.main.session.place if screen is self.main else None
        self.push_screen(HelpScreen(getattr(screen, "area", Area.MAIN), place, getattr(screen, "here", None)))

    def action_command_palette(self) -> None:
        """Every action of the screen by its name; a question that waits for its answer is left first, as by Escape. A
        screen that has no actions says where they are."""
        below = self.screen
        if below is self.main:
            self.main.context.questions.leave()
        if actions := self.commands_of(below):
            self.push_screen(Palette(actions, partial(self._chosen, below), self._uses.counts))
        elif say := getattr(below, "say", None):
            say("The commands are those of what lies below: Esc goes there")

    async def action_interrupt(self) -> None:
        """Copy what is selected; else close what is open, as the screen does; else as Escape closes it."""
        screen = self.screen
        if selected := getattr(self.focused, "selected_text", ""):
            self.copy_to_clipboard(selected)
            if say := getattr(screen, "say", None):
                say("Copied the selected text")
        elif interrupt := getattr(screen, "interrupt", None):
            await interrupt()
        else:
            await self.answer(events.Key("escape", None))

    def _use_style(self, file: Path) -> str:
        """Have the user's own stylesheet used after ours, where there is one; what is wrong with it, if anything."""
        if not file.exists():
            return ""
        from arxtui.tui.themes.user_style import fault_of

        fault = fault_of(file, self.get_css_variables())
        if fault:
            _log.warning("%s is not used: %s", file, fault)
        else:
            self.css_path = [*self.css_path, file]
        return fault

    def _chosen(self, screen: Screen[Any], action: Action) -> Callable[[], Any]:
        """What runs an action of the palette on the screen below it."""

        async def run() -> None:
            self._uses.add(action.id)
            call = action.call()
            await screen.run_action(call if call in ON_APP.values() else f"screen.{call}")

        return run

    def _paint_anew(self, _: object) -> None:
        """The shell, or an editor, had the terminal."""
        for screen in self.screen_stack:
            screen.refresh(layout=True)

    def _settle(self) -> None:
        if not gc.isenabled():
            gc.freeze()
            # Few objects outlive a frame: a full search in the middle of scrolling costs more than it finds.
            gc.set_threshold(*_GARBAGE_THRESHOLDS)
            gc.enable()


def _filters(*, colours: bool, ascii_only: bool) -> list[LineFilter]:
    """What every line of the screen goes through."""
    filters: list[LineFilter] = [] if colours else [NoColors()]
    ScrollBar.renderer = ScrollBarRender  # one for all scroll bars, and for all applications of a process
    draw_in_ascii(ascii_only=ascii_only)
    if ascii_only:
        from arxtui.tui.terminal.ascii_only import AsciiOnly, WholeCells

        filters.append(AsciiOnly())
        ScrollBar.renderer = WholeCells
    return filters


def _is_dark(early_input: EarlyInput | None) -> bool:
    """Whether the terminal's background is dark: as it has answered by now, else by the environment, else yes."""
    answers = (early_input.background_is_dark() if early_input else None, is_dark_environment(os.environ), True)
    return next(answer for answer in answers if answer is not None)


def _keymap(paths: Paths, settings: Settings) -> KeyMap:
    """The user's own keys; nothing where they are those of the registries. ConfigError for keys with a fault."""
    if not settings.keys and settings.ui.keymap == "default":
        return {}
    from arxtui.tui.keys.user_keys import keymap_of  # most users have none

    return keymap_of(settings, str(paths.config_file))
