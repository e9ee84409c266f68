"""Private parts of Textual that this package uses, and a check that all of them exist."""

from __future__ import annotations

import os
from importlib import import_module

from arxtui.tui.terminal import SWITCH as SWITCH

NEEDED = {
    "textual._callback": "invoke",
    "textual._compositor:Compositor": """_dirty_regions _regions_to_spans render_strips render_update size
        visible_widgets""",
    "textual._compositor:CompositorUpdate": "render_segments",
    "textual._context": "visible_screen_stack",
    "textual._xterm_parser": "_MAX_SEQUENCE_SEARCH_THRESHOLD",
    "textual._xterm_parser:XTermParser": """_awaiting feed last_x last_y mouse_pixels terminal_pixel_size terminal_size
        tick""",
    "textual.app:App": """_background_screens _check_bindings _clipboard _close_messages_no_wait _driver _exception
        _exit_renderables _fatal_error _handle_exception _start_widget""",
    "textual.command:CommandPalette": """_NO_MATCHES _action_command_list _action_cursor_down _gather_commands
        _hit_count _list_visible _refresh_command_list""",
    "textual.css.styles:Styles": "_updates",
    "textual.css.stylesheet:Stylesheet": "replace_rules",
    "textual.drivers.linux_driver:LinuxDriver": """_app _loop attrs_before exit_event fileno process_message
        run_input_thread""",
    "textual.message:Message": "_set_forwarded _stop_propagation",
    "textual.message_pump:MessagePump": "_context _dispatch_message",
    "textual.screen:Screen": """_compositor _compositor_refresh _dirty_widgets _on_screen_resume _on_timer_update
        _screen_resized""",
    "textual.scroll_view:ScrollView": "_scroll_update _vertical_scrollbar",
    "textual.timer:Timer": "_skip",
    "textual.widget:Widget": "_repaint_regions",
}
"""Names of the private parts, by module or class."""


def missing() -> list[str]:
    """Return the private parts that this version of Textual lacks."""
    return [f"{owner}.{name}" for owner, names in NEEDED.items() for name in names.split() if not _has(owner, name)]


def _has(owner: str, name: str) -> bool:
    module, _, class_name = owner.partition(":")
    try:
        owner_module = import_module(module)
        return _class_has(getattr(owner_module, class_name), name) if class_name else hasattr(owner_module, name)
    except (ImportError, AttributeError):
        return False


def _class_has(owner: type, name: str) -> bool:
    """Return whether a class has an attribute, or one of its constructors mentions the name, as it does for an
    attribute that only instances have."""
    constructors = (getattr(vars(each).get("__init__"), "__code__", None) for each in owner.__mro__)
    return hasattr(owner, name) or any(name in code.co_names for code in constructors if code)


ARE_THERE = not os.environ.get(SWITCH) and not missing()
"""Whether this package paints and reads input itself; otherwise Textual does."""
