"""The registry of triage mode: every command, in the order of help and ``docs/keys.md``."""

from __future__ import annotations

from arxtui.tui.actions import Area
from arxtui.tui.commands import triage_mode
from arxtui.tui.commands.declaration import declared_in
from arxtui.tui.keys import in_force

TRIAGE = declared_in(triage_mode)
in_force.declare(Area.TRIAGE, TRIAGE)
