"""Helper that sets the rules of a made-up home."""

from __future__ import annotations

from typing import Any

from arxtui.config.settings import FollowSettings
from arxtui.light import changed
from arxtui.model.rules import Rule
from tests.library.made import Home


def rule(home: Home, *rules: Rule, **follow: Any) -> None:
    """Change the home's settings to these rules and these followed names and keywords."""
    home.settings = changed(home.settings, rules=rules, follow=FollowSettings(**follow))
