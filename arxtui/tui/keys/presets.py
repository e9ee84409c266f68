"""Key presets: the keys of other programs, written as in ``[keys]``.

A command that a preset does not mention keeps its default keys, except those that the preset gives to another command.
A less common command that loses its key in this way gets a sequence that begins with the leader (the comma).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_VIM: Mapping[str, Any] = {
    "top": ["g g", "home"],
    "page_down": ["ctrl+f", "ctrl+d", "pagedown"],
    "page_up": ["ctrl+b", "ctrl+u", "pageup"],
    "redo": ["ctrl+r", "U"],
    "quit": ["q", "Z Z", "Z Q", "ctrl+q"],
    "zotero": ", z",
    "copy_id": "y y",
    "copy_url": ["y u", "Y"],
    "copy_bibtex": ["y b", "C"],
    "select": ["v", "m"],
    "select_range": ["V", "M"],
    "save_view": ", v",
    "journal": ", j",
    "next_pane": ["ctrl+w w", "ctrl+w l"],
    "previous_pane": ["ctrl+w W", "ctrl+w h"],
    "show_filter": ["g f", "f", "f2"],
    "show_list": ["g l", "f3"],
    "show_detail": ["g d", "f4"],
    "bound_view": [f"g {digit}" for digit in range(1, 10)],
    "tab_text": "g 1",
    "tab_reviews": "g 2",
    "tab_versions": "g 3",
    "text": {
        "page_down": ["space", "ctrl+f", "pagedown"],
        "page_up": ["b", "ctrl+b", "pageup"],
        "half_down": ["ctrl+d", "d"],
        "half_up": "ctrl+u",
        "copy": ["y y", "Y"],
        "citations": ["C", ", q"],
    },
}
"""No digit is bound, so that digits are counts: ``5j``, ``10G``."""
_NEWSBOAT: Mapping[str, Any] = {
    "quit": ["q", "Q", "ctrl+q"],
    "queue_listed": ", q",
    "refresh": ["R", "r"],
    "rename_view": ", r",
    "toggle_read": ["N", "space"],
    "note_outside": ", N",
    "mark_all_read": ["A", "P"],
    "authors": ", A",
    "open_page": ["o", "O"],
    "links": "u",
    "undo": "U",
    "redo": ", U",
    "toggle_passed": ", P",
    "toggle_star": ["ctrl+e", ", *"],
    "export": ["s", "|", "E"],
    "toggle_hidden": ["D", "x"],
    "remove_view": "delete",
    "toggle_queued": ["e", "w"],
    "rules": ", e",
    "ask_sources": ", E",
    "search": ["/", "F"],
    "repair": ", F",
    "drop_chip": ["ctrl+f", "backspace"],
    "sort": ["g", "S"],
    "top": "home",
    "bottom": ["end", "G"],
    "triage": {"star_on": ["s", "ctrl+e"], "export": ["|", "E"], "line_down": ", j", "line_up": ["ctrl+y", ", k"]},
    "text": {"footnotes": ", e", "toggle_star": ["s", "ctrl+e"], "open": ["o", "O"]},
}
_EMACS: Mapping[str, Any] = {
    "down": ["ctrl+n", "n"],
    "up": ["ctrl+p", "p"],
    "note": ", n",
    "neighbourhood": ", N",
    "open_pdf": ", p",
    "papers_of_author": ", P",
    "palette": "alt+x",
    "page_down": ["ctrl+v", "pagedown"],
    "page_up": ["alt+v", "pageup"],
    "go_left": ["ctrl+b", "left"],
    "go_right": ["ctrl+f", "right"],
    "back": "ctrl+g",
    "leave": "ctrl+g",
    "search": ["ctrl+s", "/"],
    "find": ["ctrl+s", "/"],
    "undo": ["ctrl+_", "ctrl+x u", "u"],
    "quit": ["q", "ctrl+x ctrl+c", "ctrl+q"],
    "next_pane": "ctrl+x o",
    "select": ["ctrl+space", "m"],
    "copy_id": ["alt+w", "y"],
    "copy": ["alt+w", "y"],
    "export": ["ctrl+x ctrl+w", "E"],
    "triage": {"go_on": ["ctrl+n", "n", "j", "right"], "go_back": ["ctrl+p", "p", "k", "left"]},
    "text": {
        "line_down": ["ctrl+n", "j"],
        "line_up": ["ctrl+p", "k"],
        "open_pdf": "p",
        "page_down": ["space", "ctrl+v", "pagedown"],
        "page_up": ["b", "alt+v", "pageup"],
    },
}
PRESETS: Mapping[str, Mapping[str, Any]] = {"default": {}, "vim": _VIM, "newsboat": _NEWSBOAT, "emacs": _EMACS}
