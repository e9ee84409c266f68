"""The application: one library, the themes, the palette, and error handling."""

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
from textual.scrollbar import ScrollBar

from arxtui.config.keys import key_name
from arxtui.config.terminals import is_gnu_screen
from arxtui.library.facade import Library
from arxtui.light import deferred
from arxtui.text import clean
from arxtui.text.encodable import encodable
from arxtui.tui.actions import ON_APP, Action, Area, run_command
from arxtui.tui.commands.everyday_words import EVERYDAY_WORDS
from arxtui.tui.keys import in_force
from arxtui.tui.main_screen import MainScreen
from arxtui.tui.present.line import draw_in_ascii
from arxtui.tui.state.saved import CommandUses
from arxtui.tui.terminal.app import Palette, TerminalApp
from arxtui.tui.terminal.background import is_console, is_dark_environment
from arxtui.tui.terminal.forced_exit import ForcedExit
from arxtui.tui.terminal.input_parser import BackgroundReported
from arxtui.tui.terminal.last_frame import LastFrame
from arxtui.tui.terminal.line_filters import AsciiOnly, ConsoleSigns, NoColors, NoItalics, WholeCells
from arxtui.tui.terminal.views import NarrowBar
from arxtui.tui.themes import ThemeSwitch, look
from arxtui.tui.themes.user_style import fault_of
from arxtui.tui.widgets.ink import KeyBar

with deferred():
    from arxtui.tui.command_line.prompt import verb_actions
    from arxtui.tui.screens.help import HelpScreen
    from arxtui.tui.user_keys import keymap_of

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
_PALETTE_KEYS = (("Enter", "run"), ("↑↓", "choose"), ("Esc", "close"))
_GARBAGE_THRESHOLDS = (20_000, 50, 50)


class ArxtuiApp(TerminalApp, inherit_bindings=False):
    """The reader of one library."""

    CSS_PATH: ClassVar[Any] = Path(__file__).parent / "styles" / "arxtui.tcss"
    TITLE = "arxtui"
    ALLOW_SELECT = False  # Textual would repaint the whole screen at each mouse move while a button is pressed
    ENABLE_COMMAND_PALETTE = False  # Textual would bind a key to it

    def __init__(self, paths: Paths, settings: Settings, early_input: EarlyInput | None = None) -> None:
        """Open the library and build the main screen.

        Raises: ConfigError for a faulty key binding, and whatever error the library raises on opening.
        """
        in_force.use(_keymap(paths, settings))
        open_library = partial(Library.open, paths)
        library = open_library(settings)
        no_color_variable = os.environ.get("NO_COLOR")
        super().__init__(early_input)
        self._uses = CommandUses(paths.command_uses)
        self.no_color = bool(no_color_variable)  # Textual treats an empty value as set, too
        self.animation_level = "none"
        self._ascii_only = settings.ui.ascii
        colours, console = not self.no_color, is_console(os.environ)
        self._own_filters = _filters(colours=colours, ascii_only=settings.ui.ascii, console=console)
        self.themes = ThemeSwitch(self, settings.ui.theme, dark=_is_dark(early_input), colours=colours, console=console)
        self._style_fault = self._use_style(paths.style_file)
        replaces_frame = bool(early_input and early_input.frame.is_shown)
        self.main = MainScreen(library, open_library, paths, settings, replaces_frame=replaces_frame)
        self._last_frame = LastFrame(self.main, paths, self.main.drop_passing_words)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Define the one variable that Textual's built-in themes lack."""
        return {"rule": look("dark").rule}

    @property
    def watches_background(self) -> bool:
        """Whether the terminal should report changes of its background colour."""
        return self.themes.is_automatic

    def on_background_reported(self, event: BackgroundReported) -> None:
        """Switch the theme after the terminal reported its background colour."""
        self.themes.set_background(dark=event.dark)

    def get_default_screen(self) -> MainScreen:
        """Return the main screen."""
        return self.main

    def on_mount(self) -> None:
        """Watch for signals and for the loss of the terminal; re-enable garbage collection after the first frame."""
        ForcedExit(self).watch()
        self.screen_change_signal.subscribe(self, lambda _: self.input.watch(), immediate=True)
        self.app_resume_signal.subscribe(self, self._repaint_all)
        self.input.watch()
        if self._style_fault:
            self.main.say(f"Your style.tcss is not used: {self._style_fault}", "fault")
        self.call_after_refresh(self._resume_garbage_collection)

    def refresh_css(self, animate: bool = True) -> None:  # noqa: FBT001 - Textual's signature
        """Apply the theme. Before the first screen exists, apply it without parsing all stylesheets a second time."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())
            self.stylesheet.update(self, animate=animate)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's line filters without two of them, and our own.

        Left out: the filter that replaces the sixteen ANSI colours (no theme for which Textual enables it uses those
        colours), and the filter that turns colours into greys for ``NO_COLOR`` (it would turn the terminal's own
        colours black).
        """
        replaced = (ANSIToTruecolor, Monochrome)
        return [*(each for each in super().get_line_filters() if not isinstance(each, replaced)), *self._own_filters]

    def write_sequence(self, sequence: str) -> None:
        """Write a sequence that is not part of a frame, converted to ASCII if the screen is in ASCII."""
        if self._ascii_only and not sequence.isascii():
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
        """Show Textual's toast, always without markup."""
        super().notify(clean(message), title=clean(title), severity=severity, timeout=timeout, markup=False)

    def exit(self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Leave the reader, and capture the screen, which the next start shows first."""
        self._last_frame.draw()
        super().exit(result, return_code, message)

    def close(self) -> list[str]:
        """End the session, close the library and save the last frame. Return what could not be done, in words."""
        problems = set(self.main.context.exports.unreported)
        library = self.main.context.threads.library
        try:
            library.session.end()
        except Exception as error:  # nothing may hide that the reader is closing, or leave the library open
            _log.exception("the end of the session could not be recorded")
            problems.add(f"the end of this session could not be recorded: {error}")
        finally:
            library.close()
            self._last_frame.write(self.main.session.settings)
        return sorted(problems)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action of the user's. Every bound key starts a new user action."""
        self.begin_user_action()
        return await super().run_action(action, default_namespace, namespaces)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether the action is available: Ctrl+Z suspends the reader except on a screen where it undoes typing."""
        return action != "suspend_process" or not getattr(self.screen, "undoes_typing", False)

    def say_unused(self, event: events.Key | events.Paste) -> None:
        """Say that a key or a paste had no effect on the screen in front."""
        say = getattr(self.screen, "say", None)
        if say is None:
            return
        if isinstance(event, events.Paste):
            say("A paste does nothing here")
        elif event.is_printable or event.key.startswith(("ctrl+", "alt+")):
            say(f"{key_name(event.key)} does nothing here: {in_force.key_for('help')} lists the keys")

    def begin_user_action(self) -> None:
        """Prepare for the user's next action, and clear the messages of the screen in front and of the main screen.

        Screens with other bars (full text, triage) clear their own messages; a screen without ``next_act`` clears
        nothing.
        """
        super().begin_user_action()
        if hasattr(self.screen, "next_act"):
            screens: set[Any] = {self.screen, self.main}
            for screen in screens:
                screen.next_act()

    async def action_quit(self) -> None:
        """Leave the reader and stop background work. A note that is being written is saved first."""
        # Looked up by name: the note screen's module is imported only if a note was opened.
        save_before = next(filter(None, (getattr(each, "save_before", None) for each in self.screen_stack)), None)
        if save_before:
            save_before(self.main.quit)
        else:
            self.main.quit()

    def action_help(self) -> None:
        """Show every key, with those of the screen in front first."""
        screen = self.screen
        place = self.main.session.place if screen is self.main else None
        self.push_screen(HelpScreen(getattr(screen, "area", Area.MAIN), place, getattr(screen, "here", None)))

    def action_command_palette(self) -> None:
        """Open the palette with the commands of the screen in front. An open question is closed first, as by Escape. A
        screen without commands says where they are."""
        below = self.screen
        if below is self.main:
            self.main.context.questions.leave()
        if actions := in_force.actions_of(below):
            verbs = verb_actions(actions) if below is self.main else []
            run = partial(self._runner_of, below)
            foot = KeyBar(id="palette-foot", keys=_PALETTE_KEYS)
            self.push_screen(Palette([*actions, *verbs], run, self._uses.counts, EVERYDAY_WORDS, foot))
        elif say := getattr(below, "say", None):
            say("The commands are those of the screen below: Esc goes there")

    async def action_interrupt(self) -> None:
        """Copy the selected text if there is any; otherwise close what is open, as the screen's ``interrupt`` or Escape
        does."""
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
        """Load the user's stylesheet after ours if it exists. Returns what is wrong with it; empty if nothing is."""
        if not file.exists():
            return ""
        fault = fault_of(file, self.get_css_variables())
        if fault:
            _log.warning("%s is not used: %s", file, fault)
        else:
            self.css_path = [*self.css_path, file]
        return fault

    def _runner_of(self, screen: Screen[Any], action: Action) -> Callable[[], Any]:
        """Return a function that runs an action chosen in the palette on the screen below the palette."""

        async def run() -> None:
            self._uses.add(action.id)
            if action.id.startswith(":"):
                await run_command(action, self.main.context)
                return
            call = action.call()
            await screen.run_action(call if call in ON_APP.values() else f"screen.{call}")

        return run

    def _repaint_all(self, _: object) -> None:
        """Repaint all screens after another program (a shell, an editor) used the terminal."""
        for screen in self.screen_stack:
            screen.refresh(layout=True)

    def _resume_garbage_collection(self) -> None:
        if not gc.isenabled():
            gc.freeze()
            # Few objects outlive a frame: a full collection in the middle of scrolling costs more time than it frees
            # memory.
            gc.set_threshold(*_GARBAGE_THRESHOLDS)
            gc.enable()


def _filters(*, colours: bool, ascii_only: bool, console: bool) -> list[LineFilter]:
    """Return our own line filters. Also sets the renderer of all scroll bars, and ASCII drawing, for the whole
    process."""
    filters: list[LineFilter] = [] if colours else [NoColors()]
    if is_gnu_screen(os.environ):
        filters.append(NoItalics())
    ScrollBar.renderer = NarrowBar  # class-level: shared by all scroll bars and applications of the process
    draw_in_ascii(ascii_only=ascii_only)
    if ascii_only or console:
        filters.append(AsciiOnly() if ascii_only else ConsoleSigns())
        ScrollBar.renderer = WholeCells
    return filters


def _is_dark(early_input: EarlyInput | None) -> bool:
    """Whether the terminal's background is dark: as the terminal reported, otherwise as the environment says, otherwise
    True."""
    answers = (early_input.background_is_dark() if early_input else None, is_dark_environment(os.environ), True)
    return next(answer for answer in answers if answer is not None)


def _keymap(paths: Paths, settings: Settings) -> KeyMap:
    """Return the user's key map; empty if the user changed no keys. Raises: ConfigError for faulty keys."""
    if not settings.keys and settings.ui.keymap == "default":
        return {}
    return keymap_of(settings, str(paths.config_file))
